//! What lies in the folder of suites, checked against their specifications: documents, structures, Java files and certificates.

use super::certificate::Certificate;
use super::context::Context;
use super::settings::{self, Job};
use super::{Caller, Failure, Kind, Level, Message, specification, stored};
use crate::disk;
use crate::extension::Encoded;
use crate::fixture::merge;
use crate::fixture::stored::{Restorer, Stored};
use crate::fixture::write::MARKER;
use crate::relational::Instance;
use crate::suite::{self, Fate};
use fixedbitset::FixedBitSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What is verified.
#[derive(Debug, Clone)]
pub struct Request {
    /// The folder of the suites.
    pub folder: PathBuf,
    /// Their specification; the file of its name that `fex.toml` names, or that lies in the folder or around it, if `None`.
    pub spec: Option<PathBuf>,
    /// The file with the settings of the project; that around the caller's folder if `None`.
    pub config: Option<PathBuf>,
}

/// What was found out about a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The name of its `generate` paragraph.
    pub generate: String,
    /// Its specification.
    pub spec: PathBuf,
    /// What was checked, in this order.
    pub checks: Vec<Check>,
    /// Why not everything was checked, if it was not.
    pub stopped: Option<Failure>,
}

/// One thing that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What came of it.
    pub verdict: Verdict,
    /// What was checked, in a word.
    pub subject: &'static str,
    /// What there is to say of it.
    pub text: String,
}

/// What came of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// It was not checked.
    Unchecked,
    /// It is wrong.
    Wrong,
}

impl Verified {
    /// Whether anything is wrong.
    pub fn is_wrong(&self) -> bool {
        self.checks.iter().any(|check| check.verdict == Verdict::Wrong)
    }

    fn right(&mut self, subject: &'static str, text: impl Into<String>) {
        self.checks.push(Check { verdict: Verdict::Right, subject, text: text.into() });
    }

    fn unchecked(&mut self, subject: &'static str, text: impl Into<String>) {
        self.checks.push(Check { verdict: Verdict::Unchecked, subject, text: text.into() });
    }

    fn wrong(&mut self, subject: &'static str, text: impl Into<String>) {
        self.checks.push(Check { verdict: Verdict::Wrong, subject, text: text.into() });
    }
}

/// The documents of the suites in a folder, in the order of their names; there is at least one.
pub fn suites(request: &Request, caller: &Caller) -> Result<Vec<PathBuf>, Failure> {
    let folder = &request.folder;
    let documents = documents(&caller.path(folder))
        .map_err(|error| Failure::usage(format_args!("cannot read `{}`: {error}", folder.display())))?;
    if documents.is_empty() {
        return Err(Failure::usage(format_args!("there is no suite in `{}`", folder.display()))
            .help("`fex generate` writes a suite with its JSON document, `NAME.json`, into a folder"));
    }
    Ok(documents)
}

/// The documents of suites in a folder, in the order of their names.
fn documents(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        // What is no text is no document.
        if is_json && fs::read_to_string(&path).is_ok_and(|text| text.contains(MARKER)) {
            documents.push(path);
        }
    }
    documents.sort();
    Ok(documents)
}

/// Checks the suite of a document.
pub fn verify(request: &Request, document: &Path, caller: &Caller) -> Result<Verified, Failure> {
    let folder = caller.path(&request.folder);
    let document_of_suite = stored::read(document)?;
    let spec = specification_of(request, &document_of_suite, caller)?;
    let job = Job::of_document(spec, &document_of_suite, &folder);
    let specification = specification::read(&job.spec, caller)?;
    let context = Context::new(&job, &specification, caller)?;
    let _held = context.hold_folder()?;
    // It may have changed before the folder was held.
    let stored = stored::read(document)?;
    let (generate, spec) = (stored.generate.clone(), job.spec.clone());
    let mut report = Verified { generate, spec, checks: Vec::new(), stopped: None };
    report.stopped = checked(&context, &stored, &mut report).err();
    Ok(report)
}

fn checked(context: &Context, stored: &Stored, report: &mut Verified) -> Result<(), Failure> {
    if stored.problem != context.digest.to_string() || stored.fields != context.field_names() {
        report.wrong(
            "document",
            "was written for another specification, other fields or another scope; nothing else was checked",
        );
        let help = "`fex refresh` brings the suite up to date; `--spec` names another specification";
        return Err(Failure::new(Kind::Stale, Message::new(Level::Help, help)));
    }
    report.right("document", format!("was written for this specification at scope {}", stored.scope));
    let instances = structures(context, stored, report);
    java_files(&context.job.out, stored, report);
    let Some(instances) = instances else {
        report.unchecked("pairs", "the pairs of wrong structures do not count");
        return Ok(());
    };
    let Some(translated) = context.translate(&context.caller.interrupt)? else {
        let reason = Message::error("interrupted before everything was checked");
        return Err(Failure::new(Kind::Incomplete, reason));
    };
    let covered = context.covered(&translated.plain, &instances, stored);
    pairs(context, &translated.plain, &covered, stored, report);
    Ok(())
}

/// The specification of a document.
fn specification_of(request: &Request, stored: &Stored, caller: &Caller) -> Result<PathBuf, Failure> {
    if let Some(spec) = &request.spec {
        return Ok(caller.path(spec));
    }
    let project = settings::project(request.config.as_deref(), caller)?;
    let named = project.iter().flat_map(|project| &project.suites).map(|suite| suite.spec.clone());
    let named = named.filter(|spec| spec.file_name().is_some_and(|name| name.to_str() == Some(stored.spec.as_str())));
    let folder = caller.path(&request.folder);
    let folder = fs::canonicalize(&folder).unwrap_or(folder);
    let around =
        folder.ancestors().flat_map(|folder| [folder.join(&stored.spec), folder.join("specs").join(&stored.spec)]);
    named.chain(around).find(|spec| spec.is_file()).ok_or_else(|| {
        let (spec, generate, folder) = (&stored.spec, &stored.generate, request.folder.display());
        Failure::usage(format_args!("cannot find `{spec}`, the specification of `{generate}` in `{folder}`"))
            .help("name it with `--spec`")
    })
}

/// Whether each structure satisfies the specification and is there once; if so, the structures.
fn structures(context: &Context, stored: &Stored, report: &mut Verified) -> Option<Vec<Instance>> {
    let restorer = Restorer::new(&context.schema());
    let mut candidates = Vec::new();
    let mut names = Vec::new();
    let mut wrong = false;
    for structure in &stored.instances {
        match restorer.restore(structure) {
            Ok(restored) => {
                names.push(structure.name.clone());
                candidates.push(stored::candidate(restored));
            }
            Err(reason) => {
                wrong = true;
                report.wrong("structure", format!("{}: {reason}", structure.name));
            }
        }
    }
    let fates = suite::judge(&context.lowered.problem, &candidates);
    for (name, fate) in names.iter().zip(fates) {
        let fate = fate.unwrap_or(Fate::Incomplete);
        if fate != Fate::Kept {
            wrong = true;
            let reason = stored::reason(context, &fate, &|index| names[index].clone());
            report.wrong("structure", format!("{name} {reason}"));
        }
    }
    if wrong {
        return None;
    }
    report.right("structures", format!("{} satisfy the specification, and no two are the same", names.len()));
    Some(candidates.into_iter().map(|candidate| candidate.instance).collect())
}

/// Whether the Java files have what fex wrote. What others added is theirs.
fn java_files(folder: &Path, stored: &Stored, report: &mut Verified) {
    let before = report.checks.len();
    for (file, written) in &stored.files {
        let Ok(text) = fs::read_to_string(disk::within(folder, Path::new(file))) else {
            report.wrong("Java", format!("{file} is missing"));
            continue;
        };
        let found = merge::checksums(&text);
        for (region, _) in written.iter().filter(|(region, sum)| found.get(*region) != Some(sum)) {
            report.wrong("Java", format!("{file}: `{region}` is not as fex wrote it"));
        }
    }
    if report.checks.len() == before && !stored.files.is_empty() {
        let count = stored.files.len();
        report.right("Java", format!("{count} file{} with all that fex wrote", if count == 1 { "" } else { "s" }));
    }
}

/// Which pairs the structures have, and whether the certificate proves that there are no others.
fn pairs(context: &Context, encoded: &Encoded, covered: &FixedBitSet, stored: &Stored, report: &mut Verified) {
    let together = if stored.shown.is_some() { ", together with those that the tests showed" } else { "" };
    let count = covered.count_ones(..);
    report.right("pairs", format!("{count} of {} are covered{together}", encoded.pairs.len()));
    let certificate = Certificate::beside(context);
    if !certificate.is_there() {
        let text =
            "there is no certificate, so that no other pair is feasible was not checked (`fex generate --certify`)";
        report.unchecked("proof", text);
        return;
    }
    if !stored.is_complete() {
        report.wrong("proof", format!("a certificate is there, and the suite claims to be {} only", stored.coverage));
        return;
    }
    let verified = certificate.verify(encoded, covered);
    let (formula, map, proof) = certificate.file_names();
    let proved = verified.proof.map(|proved| proved.to_string());
    for (file, found) in [(formula, verified.formula), (map, verified.map), (proof, proved)] {
        match found {
            Ok(text) => report.right("proof", format!("{file}: {text}")),
            Err(text) => report.wrong("proof", format!("{file}: {text}")),
        }
    }
}
