//! `fex verify`: what lies in the folder of a suite, checked against its specification: the document, the structures, the Java files
//! and the certificate.

use super::certificate::Certificate;
use super::context::Context;
use super::settings::{self, Job};
use super::{Exit, print, specification, stored};
use crate::disk;
use crate::fixture::Coverage;
use crate::fixture::merge;
use crate::fixture::stored::{Restorer, Stored};
use crate::fixture::write::MARKER;
use crate::relational::Instance;
use crate::sat::Interrupt;
use crate::suite::{self, Fate};
use clap::Args;
use fixedbitset::FixedBitSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The arguments of `fex verify`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder of the suites
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Their specification [default: the file of its name that `fex.toml` names, or that lies in DIR, in a folder around it, or in
    /// `specs` there]
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// The settings of the project [default: the `fex.toml` of this folder or the nearest one around it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Say only what is wrong
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let documents = match documents(&arguments.folder) {
        Ok(documents) => documents,
        Err(error) => return print::refusal(format_args!("cannot read `{}`: {error}", arguments.folder.display())),
    };
    if documents.is_empty() {
        print::message(format_args!("error: there is no suite in `{}`", arguments.folder.display()));
        print::message("help: `fex generate` writes a suite with its JSON document, `NAME.json`, into a folder");
        return Exit::Usage;
    }
    let exits = documents.iter().map(|document| {
        let (Ok(exit) | Err(exit)) = verify(arguments, document);
        exit
    });
    exits.max().unwrap_or(Exit::Clean)
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

fn verify(arguments: &Arguments, document: &Path) -> Result<Exit, Exit> {
    let document_of_suite = stored::read(document)?;
    let job = Job::of_document(specification_of(arguments, &document_of_suite)?, &document_of_suite, &arguments.folder);
    let specification = specification::read(&job.spec)?;
    let context = Context::new(&job, &specification)?;
    let _held = context.hold_folder()?;
    // It may have changed before the folder was held.
    let stored = stored::read(document)?;
    let mut report = Report { quiet: arguments.quiet, exit: Exit::Clean };
    report.head(&format!("{} in {}: {}", stored.generate, arguments.folder.display(), job.spec.display()));
    if stored.problem != format!("{:016x}", context.digest) || stored.fields != context.field_names() {
        report.exit = Exit::Stale;
        let text = "was written for another specification, other fields or another scope; nothing else was checked";
        report.wrong("document", text);
        print::message("help: `fex refresh` brings the suite up to date; `--spec` names another specification");
        return Ok(report.exit);
    }
    report.right("document", &format!("was written for this specification at scope {}", stored.scope));
    let instances = structures(&context, &stored, &mut report);
    java_files(&arguments.folder, &stored, &mut report);
    let Some(instances) = instances else {
        report.unchecked("pairs", "the pairs of wrong structures do not count");
        return Ok(report.exit);
    };
    let Some(translated) = context.translate(&Interrupt::default())? else {
        print::message("error: interrupted before everything was checked");
        return Ok(report.exit.max(Exit::Incomplete));
    };
    let covered = context.covered(&translated.plain, &instances, &stored);
    pairs(&context, &translated.plain, &covered, &stored, &mut report);
    Ok(report.exit)
}

/// The specification of a document.
fn specification_of(arguments: &Arguments, stored: &Stored) -> Result<PathBuf, Exit> {
    if let Some(spec) = &arguments.spec {
        return Ok(spec.clone());
    }
    let project = settings::project(arguments.config.as_deref())?;
    let named = project.iter().flat_map(|project| &project.suites).map(|suite| suite.spec.clone());
    let named = named.filter(|spec| spec.file_name().is_some_and(|name| name.to_str() == Some(stored.spec.as_str())));
    let folder = fs::canonicalize(&arguments.folder).unwrap_or_else(|_| arguments.folder.clone());
    let around =
        folder.ancestors().flat_map(|folder| [folder.join(&stored.spec), folder.join("specs").join(&stored.spec)]);
    named.chain(around).find(|spec| spec.is_file()).ok_or_else(|| {
        print::message(format_args!(
            "error: cannot find `{}`, the specification of `{}` in `{}`",
            stored.spec,
            stored.generate,
            arguments.folder.display()
        ));
        print::message("help: name it with `--spec`");
        Exit::Usage
    })
}

/// Whether each structure satisfies the specification and is there once; if so, the structures.
fn structures(context: &Context, stored: &Stored, report: &mut Report) -> Option<Vec<Instance>> {
    let blank = context.suite(&[], &[], Coverage::Incomplete);
    let restorer = Restorer::new(&blank);
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
                report.wrong("structure", &format!("{}: {reason}", structure.name));
            }
        }
    }
    let fates = suite::judge(&context.lowered.problem, &candidates);
    for (name, fate) in names.iter().zip(fates) {
        let fate = fate.unwrap_or(Fate::Incomplete);
        if fate != Fate::Kept {
            wrong = true;
            let reason = stored::reason(context, &fate, &|index| names[index].clone());
            report.wrong("structure", &format!("{name} {reason}"));
        }
    }
    if wrong {
        return None;
    }
    report.right("structures", &format!("{} satisfy the specification, and no two are the same", names.len()));
    Some(candidates.into_iter().map(|candidate| candidate.instance).collect())
}

/// Whether the Java files have what fex wrote. What others added is theirs.
fn java_files(folder: &Path, stored: &Stored, report: &mut Report) {
    let mut edited = 0;
    let before = report.exit;
    for (file, written) in &stored.files {
        let Ok(text) = fs::read_to_string(disk::within(folder, Path::new(file))) else {
            report.wrong("Java", &format!("{file} is missing"));
            continue;
        };
        let found = merge::checksums(&text);
        for (region, _) in written.iter().filter(|(region, sum)| found.get(*region) != Some(sum)) {
            edited += 1;
            report.wrong("Java", &format!("{file}: `{region}` is not as fex wrote it"));
        }
    }
    if edited == 0 && report.exit == before && !stored.files.is_empty() {
        let count = stored.files.len();
        report.right("Java", &format!("{count} file{} with all that fex wrote", if count == 1 { "" } else { "s" }));
    }
}

/// Which pairs the structures have, and whether the certificate proves that there are no others.
fn pairs(
    context: &Context,
    encoded: &crate::extension::Encoded,
    covered: &FixedBitSet,
    stored: &Stored,
    report: &mut Report,
) {
    let together = if stored.shown.is_some() { ", together with those that the tests showed" } else { "" };
    let count = covered.count_ones(..);
    report.right("pairs", &format!("{count} of {} are covered{together}", encoded.pairs.len()));
    let certificate = Certificate::beside(context);
    if !certificate.is_there() {
        let text =
            "there is no certificate, so that no other pair is feasible was not checked (`fex generate --certify`)";
        report.unchecked("proof", text);
        return;
    }
    if !stored.is_complete() {
        report.wrong("proof", &format!("a certificate is there, and the suite claims to be {} only", stored.coverage));
        return;
    }
    let verified = certificate.verify(encoded, covered);
    let (formula, map, proof) = certificate.file_names();
    for (file, found) in [(formula, verified.formula), (map, verified.map), (proof, verified.proof)] {
        match found {
            Ok(text) => report.right("proof", &format!("{file}: {text}")),
            Err(text) => report.wrong("proof", &format!("{file}: {text}")),
        }
    }
}

/// Says what was checked, as it is found out.
struct Report {
    quiet: bool,
    exit: Exit,
}

impl Report {
    fn head(&self, text: &str) {
        if !self.quiet {
            print::result(text);
        }
    }

    fn right(&self, subject: &str, text: &str) {
        if !self.quiet {
            print::result(format_args!("  right  {subject}  {text}"));
        }
    }

    fn unchecked(&self, subject: &str, text: &str) {
        if !self.quiet {
            print::result(format_args!("  unchecked  {subject}  {text}"));
        }
    }

    fn wrong(&mut self, subject: &str, text: &str) {
        self.exit = self.exit.max(Exit::Findings);
        print::result(format_args!("  wrong  {subject}  {text}"));
    }
}
