//! A program run on the texts of a suite.

use super::analysis;
use super::launches::cache_folder;
use super::settings::Job as SuiteJob;
use super::{Event, Failure, Kept, Progress, Workspace, jdk, specification, stored};
use crate::fixture;
use crate::fixture::stored::Stored;
use crate::journal::{Start, Steps};
use crate::report::{Format, Sources};
use crate::subject::{self, Input, JavaClass, Judged, Judging, Material, Oracles, Subject};
use crate::unit::{Digest, Digester};
use crate::worker::Jars;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What is run, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// The program.
    pub program: Program,
    /// What is expected of it.
    pub oracles: Oracles,
    /// How long a run may take.
    pub limit: Duration,
    /// How many run at the same time; as many as there are processors if nothing is said.
    pub jobs: Option<usize>,
    /// What of earlier runs counts.
    pub start: Start,
}

/// A program that takes texts.
#[derive(Debug, Clone)]
pub enum Program {
    /// A command.
    Command(subject::CommandLine),
    /// A class by its binary name, on the class path of the suite.
    Class(String),
}

/// What was found.
#[derive(Debug)]
pub struct Found {
    /// What became of each text.
    pub judged: Judged,
    /// Where the texts are.
    pub sources: Sources,
}

impl Found {
    /// What was found in a format.
    pub fn render(&self, format: Format) -> String {
        format.render(&subject::report(&self.judged), &self.sources)
    }

    /// Writes what was found into a folder, in one file for each format.
    pub fn write(&self, formats: &[Format], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        analysis::write(&subject::report(&self.judged), &self.sources, formats, folder)
    }

    /// Whether every text is as it should be.
    pub fn is_clean(&self) -> bool {
        self.judged.passed() == self.judged.inputs.len()
    }
}

/// Runs a program on the texts of a suite, as they are in its folder.
pub fn run(job: &Job, suite: &SuiteJob, workspace: &Workspace) -> Result<Found, Failure> {
    let caller = &workspace.caller;
    let specification = specification::read(&suite.spec, caller)?;
    let paragraph = specification::paragraph(&specification, suite.generate.as_deref())?;
    // Where a suite is written to by default, `generate` has just found out.
    let settled = workspace.settled(suite, &specification, super::discovery::Wanted::Place)?;
    let stored = stored::read(&settled.out.join(fixture::document_path(paragraph)))?;
    let inputs = inputs(&stored, &settled.out)?;
    let jars = match job.program {
        Program::Class(_) => Some(Jars::unpack().map_err(Failure::usage)?),
        Program::Command(_) => None,
    };
    let subject = subject_of(job, suite, jars.as_ref())?;
    let steps = Arc::new(steps(job, &subject)?);
    caller.listener.hear(Event::Keeps(Kept::Steps(Arc::downgrade(&steps))));
    let interrupt = caller.within(suite.time_limit);
    let progress = |done, all| caller.progress(Progress::RunningSubject { done, all });
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let verdicts = subject::judge(
        &Judging {
            subject: &subject,
            oracles: &job.oracles,
            limit: job.limit,
            jobs: job.jobs.unwrap_or(processors),
            steps: &steps,
            progress: &progress,
            is_stopped: &|| interrupt.is_requested(),
        },
        &inputs,
    );
    caller.pause();
    let verdicts = verdicts.map_err(Failure::usage)?;
    if verdicts.iter().all(Option::is_some) {
        steps.end().map_err(Failure::usage)?;
    }
    let judged = Judged { generate: paragraph.name.clone(), subject: name(&job.program), inputs, verdicts };
    Ok(Found { judged, sources: Sources { roots: vec![settled.out.clone()], base: caller.folder.to_owned() } })
}

/// The texts of a suite with their structures, as they are on disk.
fn inputs(stored: &Stored, out: &Path) -> Result<Vec<Input>, Failure> {
    let mut files: BTreeMap<&str, BTreeMap<PathBuf, Vec<u8>>> = BTreeMap::new();
    for path in stored.texts.keys() {
        let mut parts = path.splitn(3, '/').skip(1);
        let (Some(name), inner) = (parts.next(), parts.next()) else { continue };
        let full = out.join(path);
        let bytes = fs::read(&full)
            .map_err(|error| Failure::usage(format_args!("cannot read `{}`: {error}", full.display())))?;
        let (name, inner) = match inner {
            Some(inner) => (name, inner),
            None => (name.rsplit_once('.').map_or(name, |(stem, _)| stem), name),
        };
        files.entry(name).or_default().insert(PathBuf::from(inner), bytes);
    }
    let inputs = stored.instances.iter().filter_map(|structure| {
        let files = files.remove(structure.name.as_str())?;
        Some(Input { name: structure.name.clone(), objects: structure.objects.len(), material: Material { files } })
    });
    let inputs: Vec<Input> = inputs.collect();
    if inputs.is_empty() {
        return Err(Failure::usage("the suite has no text").help("`fex generate --format text` writes them"));
    }
    Ok(inputs)
}

fn subject_of(job: &Job, suite: &SuiteJob, jars: Option<&Jars>) -> Result<Subject, Failure> {
    match (&job.program, jars) {
        (Program::Class(name), Some(jars)) => {
            let class_path = suite.classpath.clone().ok_or_else(|| {
                Failure::usage(format_args!("nothing says where class `{name}` is"))
                    .help("`--classpath PATH` names its folder or jar, and what it needs")
            })?;
            let (caller, java) = (jars.agent(), jdk::program("java"));
            Ok(Subject::Class(JavaClass { name: name.clone(), class_path, caller, java }))
        }
        (Program::Command(line), _) => Ok(Subject::Command(line.clone())),
        (Program::Class(_), None) => unreachable!("the jars are unpacked for classes"),
    }
}

/// The program, as it was named.
fn name(program: &Program) -> String {
    match program {
        Program::Command(line) => line.text().to_owned(),
        Program::Class(name) => name.clone(),
    }
}

/// What earlier runs found, as far as it counts: it depends on the commands, and on the programs as far as these are files.
fn steps(job: &Job, subject: &Subject) -> Result<Steps, Failure> {
    let Some(folder) = cache_folder(None) else { return Ok(Steps::default()) };
    let mut digester = Digester::new();
    digester.value(&"subject").value(&job.limit);
    let Oracles { agrees_with, same_as, idempotent, back_by, accepted_by } = &job.oracles;
    digester.value(idempotent);
    let own = match subject {
        Subject::Command(line) => Some(line),
        Subject::Class(class) => {
            digester.value(&class.name).value(&class.class_path);
            for entry in std::env::split_paths(&class.class_path) {
                changed_with(&mut digester, &entry);
            }
            None
        }
    };
    for line in [own, agrees_with.as_ref(), same_as.as_ref(), back_by.as_ref(), accepted_by.as_ref()] {
        digester.value(&line.map(subject::CommandLine::text));
        for word in line.into_iter().flat_map(subject::CommandLine::words) {
            std::env::split_paths(word).for_each(|path| changed_with(&mut digester, &path));
        }
    }
    let digest: Digest = digester.digest();
    Steps::begin(&folder, digest, job.start).map_err(Failure::usage)
}

/// Takes a file, or the files of a folder, into account, by their sizes and when they were changed.
fn changed_with(digester: &mut Digester, path: &Path) {
    let Ok(about) = fs::metadata(path) else { return };
    if !about.is_dir() {
        digester.value(&about.len()).value(&about.modified().ok());
        return;
    }
    let Ok(entries) = fs::read_dir(path) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries.iter().for_each(|entry| changed_with(digester, entry));
}
