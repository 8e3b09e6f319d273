//! The certificate beside a suite: a formula, its proof, and the map of its variables.
//!
//! It belongs to the suite: it is written, replaced and removed together with it. What it says is that no instance has a pair that
//! the suite lacks, and which problem that is about stands in its head.

use super::context::Context;
use super::{Failure, Kind, Message};
use crate::cnf::{Cnf, Lit, dimacs};
use crate::extension::Encoded;
use crate::fixture::commit::{Change, Content, Stage};
use crate::fixture::write::{self, WriteError};
use crate::sat::Interrupt;
use crate::sat::certificate::{self, CertifyError, lrat};
use fixedbitset::FixedBitSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::PathBuf;

/// How many bytes from the start of a file are searched for what it is about.
const HEAD: u64 = 4096;

/// What a certificate has to say.
#[derive(Clone, Copy)]
pub(super) enum Claim<'c> {
    /// That no instance of this problem has other pairs than these.
    Complete(&'c Encoded, &'c FixedBitSet),
    /// Nobody asks for a certificate; one of the same problem stays right.
    Unasked,
    /// Nothing: the suite is incomplete, or is another kind of suite.
    Nothing,
}

/// What becomes of the files of a certificate.
pub(super) struct Followed {
    pub(super) changes: Vec<Change>,
    pub(super) proof: Proof,
}

/// What became of the proof that no pair is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// There is none, and there was none to remove; or it stays right.
    None,
    /// It is there, and was checked.
    Checked {
        /// What it proves.
        proved: Proved,
        /// The formula, the proof and the map.
        files: [PathBuf; 3],
    },
    /// There was no time for it; the files of an older one are removed.
    Stopped(Vec<String>),
    /// The files of an older one are removed, because it is not about this suite.
    Removed(Vec<String>),
}

/// What a proof proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// How many pairs no structure has.
    pub pairs: usize,
    /// In how many steps.
    pub steps: u64,
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pairs refuted in {} steps", self.pairs, self.steps)
    }
}

/// The place of a certificate.
pub(super) struct Certificate<'c> {
    context: &'c Context<'c>,
    name: &'c str,
}

/// What was found of each file of a certificate: what it says, or what is wrong with it.
pub(super) struct Verified {
    pub(super) formula: Result<String, String>,
    pub(super) map: Result<String, String>,
    pub(super) proof: Result<Proved, String>,
}

impl<'c> Certificate<'c> {
    /// That of the suite of a context.
    pub(super) fn beside(context: &'c Context<'c>) -> Certificate<'c> {
        Certificate { context, name: &context.paragraph.name }
    }

    /// The names of its files: formula, proof and map.
    fn names(&self) -> [String; 3] {
        self.context.certificate()
    }

    fn paths(&self) -> [PathBuf; 3] {
        self.names().map(|name| self.context.job.out.join(name))
    }

    /// Whether any of its files is there.
    pub(super) fn is_there(&self) -> bool {
        self.paths().iter().any(|path| path.symlink_metadata().is_ok())
    }

    /// What stands at the head of the formula and of the map.
    fn head(&self) -> [String; 3] {
        let context = self.context;
        [
            write::marker(context.spec_name()),
            format!("no instance of {} at scope {} has an uncovered pair", self.name, context.lowered.scope),
            self.about(),
        ]
    }

    /// The line that says which problem and which pairs a certificate is about.
    fn about(&self) -> String {
        format!("problem {}, fields {};", self.context.digest, self.context.field_names().join(", "))
    }

    /// The files that fex wrote. The solver writes the proof without a marker, so a proof counts as fex's where the formula and the
    /// map beside it are.
    fn ours(&self) -> Vec<usize> {
        let marked = self.paths().map(|path| beginning(&path).contains(write::MARKER));
        let is_ours = [marked[0], marked[0] && marked[2], marked[2]];
        let there = self.paths().map(|path| path.symlink_metadata().is_ok());
        (0..3).filter(|file| is_ours[*file] && there[*file]).collect()
    }

    /// Refuses to replace files that are no certificate of fex.
    pub(super) fn refuse_foreign(&self) -> Result<(), Failure> {
        let ours = self.ours();
        let files = self.paths().into_iter().enumerate();
        let foreign = files.filter(|(file, path)| path.symlink_metadata().is_ok() && !ours.contains(file));
        let foreign: Vec<PathBuf> = foreign.map(|(_, path)| path).collect();
        if foreign.is_empty() {
            return Ok(());
        }
        Err(self.context.refuse_write(&WriteError::InTheWay(foreign)))
    }

    /// Has the files follow the suite, of which they are to make a claim: made in the stage, or removed. Without a stage, only says
    /// what would change.
    pub(super) fn follow(
        &self,
        claim: Claim,
        stage: Option<&Stage>,
        interrupt: &Interrupt,
    ) -> Result<Followed, Failure> {
        let still = Followed { changes: Vec::new(), proof: Proof::None };
        match claim {
            Claim::Complete(encoded, covered) => {
                self.refuse_foreign()?;
                if let Verified { formula: Ok(_), map: Ok(_), proof: Ok(proof) } = self.verify(encoded, covered) {
                    return Ok(Followed { proof: self.checked(proof), ..still });
                }
                match stage {
                    Some(stage) => self.make(encoded, covered, stage, interrupt),
                    None => Ok(Followed { changes: self.staged(), ..still }),
                }
            }
            Claim::Unasked if self.is_about_this() => Ok(still),
            Claim::Unasked | Claim::Nothing => {
                let (changes, ours) = self.removed();
                Ok(Followed { changes, proof: if ours.is_empty() { Proof::None } else { Proof::Removed(ours) } })
            }
        }
    }

    /// Whether all files are there and say that they are about this problem.
    fn is_about_this(&self) -> bool {
        let about = self.about();
        let [formula, _, map] = self.paths();
        self.ours().len() == 3 && [formula, map].iter().all(|path| beginning(path).contains(&about))
    }

    fn staged(&self) -> Vec<Change> {
        let change = |name: String| Change { path: PathBuf::from(&name), content: Content::Staged(name) };
        self.names().map(change).into()
    }

    /// What removes its files, and which they are.
    fn removed(&self) -> (Vec<Change>, Vec<String>) {
        let names = self.names();
        let ours: Vec<String> = self.ours().into_iter().map(|file| names[file].clone()).collect();
        let change = |name: &String| Change { path: PathBuf::from(name), content: Content::Removed };
        (ours.iter().map(change).collect(), ours)
    }

    /// Proves anew that no instance has a pair that the suite lacks.
    fn make(
        &self,
        encoded: &Encoded,
        covered: &FixedBitSet,
        stage: &Stage,
        interrupt: &Interrupt,
    ) -> Result<Followed, Failure> {
        let (cnf, missing) = claimed(encoded, covered);
        let folder = stage.path().map_err(|error| self.context.refuse_write(&error))?;
        let head = self.head();
        let text: String = head.iter().map(|line| format!("c {line}\n")).collect();
        let [_, _, map] = self.names();
        let map = folder.join(map);
        fs::write(&map, text + &encoded.core.variable_map())
            .map_err(|error| Failure::usage(format_args!("cannot write `{}`: {error}", map.display())))?;
        let comments = head.each_ref().map(String::as_str);
        match certificate::certify(&cnf, &comments, &folder, self.name, interrupt) {
            Ok(made) => {
                let proved = Proved { pairs: missing, steps: made.summary.additions };
                Ok(Followed { changes: self.staged(), proof: self.checked(proved) })
            }
            Err(CertifyError::Interrupted) => {
                let (changes, ours) = self.removed();
                Ok(Followed { changes, proof: Proof::Stopped(ours) })
            }
            Err(error) => Err(Failure::new(Kind::Internal, Message::error(format_args!("no certificate: {error}")))),
        }
    }

    fn checked(&self, proved: Proved) -> Proof {
        Proof::Checked { proved, files: self.paths() }
    }

    /// Checks what is there against what is to be there, which is computed anew from the specification and the pairs that the suite
    /// covers; the proof, against that as well.
    pub(super) fn verify(&self, encoded: &Encoded, covered: &FixedBitSet) -> Verified {
        let (cnf, missing) = claimed(encoded, covered);
        let [formula, proof, map] = self.paths();
        let read = |path: &PathBuf| fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"));
        Verified {
            formula: read(&formula).and_then(|text| same_formula(&text, &cnf)).map(|()| {
                let (variables, clauses) = (cnf.variables(), cnf.len());
                format!("{variables} variables, {clauses} clauses: a structure has one of the {missing} other pairs")
            }),
            map: read(&map).and_then(|text| same_map(&text, &encoded.core.variable_map())),
            proof: File::open(&proof).map_err(|error| format!("cannot be read: {error}")).and_then(|file| {
                let checked = lrat::check(&cnf, &mut BufReader::with_capacity(1 << 16, file));
                checked
                    .map(|summary| Proved { pairs: missing, steps: summary.additions })
                    .map_err(|error| error.to_string())
            }),
        }
    }

    /// The names of its files, as [`Verified`] has them.
    pub(super) fn file_names(&self) -> (String, String, String) {
        let [formula, proof, map] = self.names();
        (formula, map, proof)
    }
}

/// The formula that is to have no model: an instance that has a pair which is not covered; and how many such pairs there are.
fn claimed(encoded: &Encoded, covered: &FixedBitSet) -> (Cnf, usize) {
    let missing = (0..encoded.pairs.len()).filter(|pair| !covered.contains(*pair));
    let missing: Vec<Lit> = missing.filter_map(|pair| encoded.literals[pair]).collect();
    let mut cnf = encoded.core.cnf.clone();
    cnf.push_clause(&missing);
    (cnf, missing.len())
}

/// Whether a text is a formula, clause by clause.
fn same_formula(text: &str, expected: &Cnf) -> Result<(), String> {
    let found = dimacs::parse(text).map_err(|error| error.to_string())?;
    if (found.variables(), found.len()) != (expected.variables(), expected.len()) {
        return Err(format!(
            "has {} variables and {} clauses, and that of this specification and suite has {} and {}",
            found.variables(),
            found.len(),
            expected.variables(),
            expected.len()
        ));
    }
    let differs = found.iter().zip(expected.iter()).position(|(found, expected)| found != expected);
    match differs {
        None => Ok(()),
        Some(clause) if clause + 1 == expected.len() => {
            Err("its last clause does not have just the pairs that the suite lacks".to_owned())
        }
        Some(clause) => Err(format!("clause {} is not that of this specification", clause + 1)),
    }
}

/// Whether a text says of each variable what it means.
fn same_map(text: &str, expected: &str) -> Result<String, String> {
    let head = text.lines().take_while(|line| line.starts_with("c ")).count();
    let (mut found, mut wanted) = (text.lines().skip(head), expected.lines());
    for line in head + 1.. {
        match (found.next(), wanted.next()) {
            (None, None) => break,
            (found, wanted) if found == wanted => {}
            (found, wanted) => {
                let says = |line: Option<&str>| line.map_or("nothing".to_owned(), |line| format!("`{line}`"));
                return Err(format!("line {line} says {}, and should say {}", says(found), says(wanted)));
            }
        }
    }
    Ok(format!("{} variables", expected.lines().count()))
}

/// How a file begins; empty where it cannot be read.
fn beginning(path: &PathBuf) -> String {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut bytes));
    if read.is_err() {
        bytes.clear();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
