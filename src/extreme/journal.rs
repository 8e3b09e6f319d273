//! What was found so far, on disk: a run that is killed loses no finished verdict, a project that has not changed is not
//! judged again, and one in which classes have changed only as far as they matter.
//!
//! A journal is a file of JSON lines, one for each thing found, written at once and in one piece. A line that ends early was
//! being written when fex was killed, and is nothing. While a run goes on, its file is locked and has a name of its own, so
//! two runs on one project know nothing of each other; when it ends, the file gets the name by which later runs find it.
//!
//! Verdicts are known by the unit of work that they are of, and tests by their digests: what is kept is the same on every machine.

use super::fingerprint::Fingerprint;
use super::verdict::Judged;
use crate::session::{Baseline, locked};
use crate::unit::{Digest, PartId, UnitId, WorkPlan};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many finished journals are kept.
const KEPT: usize = 64;

/// How many of them are read after a change.
const EARLIER: usize = 4;

/// A line.
#[derive(Debug, Serialize, Deserialize)]
enum Record {
    Suite(Baseline),
    Plan(WorkPlan),
    Judged(UnitId, PartId, Judged<Digest>),
    Dependent(Digest),
    End(BTreeMap<String, String>),
}

/// What earlier runs found.
#[derive(Debug, Default)]
pub struct Past {
    /// The suite as it is.
    pub suite: Option<Baseline>,
    /// What was to be judged.
    pub(super) plan: Option<WorkPlan>,
    /// Verdicts on transformations.
    pub(super) judged: BTreeMap<(UnitId, PartId), Judged<Digest>>,
    /// Tests that fail alone on the unchanged program.
    pub(super) dependent: BTreeSet<Digest>,
    /// Classes that could not be instrumented, with the reason.
    pub not_instrumented: BTreeMap<String, String>,
    /// If nothing is known of the project as it is, what was found when its classes were others, the latest first.
    pub(super) earlier: Vec<Past>,
}

impl Past {
    /// Reads a journal, as far as it is whole.
    fn read(path: &Path) -> io::Result<Past> {
        let mut past = Past::default();
        for line in fs::read(path)?.split_inclusive(|byte| *byte == b'\n') {
            let Ok(record) = serde_json::from_slice(line) else { break };
            match record {
                Record::Suite(suite) => past.suite = Some(suite),
                Record::Plan(plan) => past.plan = Some(plan),
                Record::Judged(unit, part, judged) => {
                    past.judged.insert((unit, part), judged);
                }
                Record::Dependent(test) => {
                    past.dependent.insert(test);
                }
                Record::End(not_instrumented) => past.not_instrumented = not_instrumented,
            }
        }
        Ok(past)
    }
}

/// How a run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// With what a finished run found, if nothing has changed since.
    Known,
    /// With what a killed run found, too.
    Resume,
    /// From nothing.
    Fresh,
}

/// The journal of this run.
#[derive(Debug)]
pub struct Journal {
    /// What the verdicts depend on.
    fingerprint: Fingerprint,
    /// None if nothing is kept.
    file: Option<Mutex<File>>,
    /// Where it is while the run goes on.
    part: PathBuf,
    /// Where it is later.
    done: PathBuf,
    /// The journals that this run went on from.
    resumed: Vec<PathBuf>,
    /// How many verdicts it holds.
    verdicts: AtomicUsize,
    /// Whether everything is found, and the file has its later name.
    is_whole: Mutex<bool>,
}

impl Journal {
    /// A journal that keeps nothing.
    pub fn none(fingerprint: Fingerprint) -> Journal {
        Journal {
            fingerprint,
            file: None,
            part: PathBuf::new(),
            done: PathBuf::new(),
            resumed: Vec::new(),
            verdicts: AtomicUsize::new(0),
            is_whole: Mutex::new(false),
        }
    }

    /// Begins the journal of a run in a folder, and reads what earlier runs found.
    pub fn begin(folder: &Path, fingerprint: Fingerprint, start: Start) -> io::Result<(Journal, Past)> {
        fs::create_dir_all(folder)?;
        let done = folder.join(format!("{fingerprint}.journal"));
        let mut past = Past::default();
        let mut resumed = Vec::new();
        if start != Start::Fresh && done.is_file() {
            past = Past::read(&done)?;
        } else if start == Start::Resume {
            resumed = abandoned(folder, &fingerprint)?;
            // Those that were killed before the suite had run are of no use, and verdicts go with their suite.
            let mut best: Vec<Past> = resumed.iter().filter_map(|path| Past::read(path).ok()).collect();
            best.retain(|past| past.suite.is_some());
            past = best.into_iter().max_by_key(|past| past.judged.len()).unwrap_or_default();
        }
        if start != Start::Fresh && past.suite.is_none() {
            past.earlier = earlier(folder, &fingerprint)?;
        }
        let part = folder.join(format!("{fingerprint}.{}-{:08x}.part", std::process::id(), fastrand::u32(..)));
        let file = OpenOptions::new().append(true).create_new(true).open(&part)?;
        // Nobody else knows the name.
        let _ = file.try_lock();
        let (verdicts, is_whole) = (AtomicUsize::new(0), Mutex::new(false));
        Ok((Journal { fingerprint, file: Some(Mutex::new(file)), part, done, resumed, verdicts, is_whole }, past))
    }

    fn write(&self, record: &Record) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut line = serde_json::to_vec(record).map_err(io::Error::other)?;
        line.push(b'\n');
        locked(file).write_all(&line)
    }

    pub(super) fn suite(&self, suite: &Baseline) -> io::Result<()> {
        self.write(&Record::Suite(suite.clone()))
    }

    /// What all verdicts of this run depend on, and none alone.
    pub(super) fn context(&self) -> Digest {
        self.fingerprint.surroundings()
    }

    /// Whether anything is kept.
    fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    pub(super) fn plan(&self, plan: &WorkPlan) -> io::Result<()> {
        self.write(&Record::Plan(plan.clone()))
    }

    pub(super) fn judged(&self, unit: UnitId, part: PartId, judged: Judged<Digest>) -> io::Result<()> {
        self.write(&Record::Judged(unit, part, judged))?;
        self.verdicts.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// How many verdicts are there for a run that resumes this one, which ends now; none if everything is found. Where nothing was
    /// found, no file stays.
    pub fn leave(&self) -> Option<usize> {
        if *locked(&self.is_whole) {
            return None;
        }
        self.forget_if_empty();
        Some(if self.is_kept() { self.verdicts.load(Ordering::Relaxed) } else { 0 })
    }

    fn forget_if_empty(&self) {
        if self.is_kept() && fs::metadata(&self.part).is_ok_and(|about| about.len() == 0) {
            let _ = fs::remove_file(&self.part);
        }
    }

    pub(super) fn dependent(&self, test: Digest) -> io::Result<()> {
        self.write(&Record::Dependent(test))
    }

    /// Everything is found: later runs may take it over.
    pub(super) fn end(&self, not_instrumented: &BTreeMap<String, String>) -> io::Result<()> {
        self.write(&Record::End(not_instrumented.clone()))?;
        if self.file.is_none() {
            return Ok(());
        }
        // Whoever asks meanwhile is told either that it goes on or that it is whole.
        let mut is_whole = locked(&self.is_whole);
        fs::rename(&self.part, &self.done)?;
        *is_whole = true;
        drop(is_whole);
        for path in &self.resumed {
            let _ = fs::remove_file(path);
        }
        self.done.parent().map_or(Ok(()), tidy)
    }
}

impl Drop for Journal {
    /// A run that ended before it found anything leaves nothing.
    fn drop(&mut self) {
        self.forget_if_empty();
    }
}

/// The journals of runs with this fingerprint that do not run any more.
fn abandoned(folder: &Path, fingerprint: &Fingerprint) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_part = name.starts_with(&fingerprint.to_string()) && name.ends_with(".part");
        // The lock goes with the process, however it ends.
        if is_part && File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// What the latest finished runs found on other classes in the same surroundings.
fn earlier(folder: &Path, fingerprint: &Fingerprint) -> io::Result<Vec<Past>> {
    let mut paths = finished(folder)?;
    let surroundings = fingerprint.surroundings().to_string();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix(&surroundings).is_some_and(|rest| rest.starts_with('-'))
    });
    Ok(paths.iter().take(EARLIER).filter_map(|path| Past::read(path).ok()).collect())
}

/// The finished journals, the latest first.
fn finished(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "journal") {
            found.push((fs::metadata(&path).and_then(|about| about.modified()).ok(), path));
        }
    }
    found.sort();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}

/// Removes the oldest finished journals.
fn tidy(folder: &Path) -> io::Result<()> {
    for path in finished(folder)?.iter().skip(KEPT) {
        let _ = fs::remove_file(path);
    }
    Ok(())
}
