//! What was found so far, on disk: a run that is killed loses no finished verdict, a project that has not changed is not
//! judged again, and one in which classes have changed only as far as they matter.
//!
//! A journal is a [`Log`], which gets the name by which later runs find it when its run ends.
//!
//! Verdicts are known by the unit of work that they are of, and tests by their digests: what is kept is the same on every machine.

use super::fingerprint::Fingerprint;
use super::verdict::Judged;
use crate::journal::{self, Earlier, Log, Start};
use crate::session::Baseline;
use crate::unit::{Digest, PartId, UnitId, WorkPlan};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The extension of finished journals.
const EXTENSION: &str = "journal";

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
        for record in journal::lines(path)? {
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

/// The journal of this run.
#[derive(Debug)]
pub struct Journal {
    /// What the verdicts depend on.
    fingerprint: Fingerprint,
    /// None if nothing is kept.
    log: Option<Log>,
    /// How many verdicts it holds.
    verdicts: AtomicUsize,
}

impl Journal {
    /// A journal that keeps nothing.
    pub fn none(fingerprint: Fingerprint) -> Journal {
        Journal { fingerprint, log: None, verdicts: AtomicUsize::new(0) }
    }

    /// Begins the journal of a run in a folder, and reads what earlier runs found.
    pub fn begin(folder: &Path, fingerprint: Fingerprint, start: Start) -> io::Result<(Journal, Past)> {
        let (log, earlier) = Log::begin(folder, &fingerprint.to_string(), EXTENSION, start)?;
        let mut past = match earlier {
            Earlier::Finished(file) => Past::read(&file)?,
            Earlier::Abandoned(files) => {
                // Those that were killed before the suite had run are of no use, and verdicts go with their suite.
                let mut best: Vec<Past> = files.iter().filter_map(|path| Past::read(path).ok()).collect();
                best.retain(|past| past.suite.is_some());
                best.into_iter().max_by_key(|past| past.judged.len()).unwrap_or_default()
            }
        };
        if start != Start::Fresh && past.suite.is_none() {
            past.earlier = earlier_runs(folder, &fingerprint)?;
        }
        Ok((Journal { fingerprint, log: Some(log), verdicts: AtomicUsize::new(0) }, past))
    }

    fn write(&self, record: &Record) -> io::Result<()> {
        self.log.as_ref().map_or(Ok(()), |log| log.write(record))
    }

    pub(super) fn suite(&self, suite: &Baseline) -> io::Result<()> {
        self.write(&Record::Suite(suite.clone()))
    }

    /// What all verdicts of this run depend on, and none alone.
    pub(super) fn context(&self) -> Digest {
        self.fingerprint.surroundings()
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
        let Some(log) = &self.log else { return Some(0) };
        log.leave().then(|| self.verdicts.load(Ordering::Relaxed))
    }

    pub(super) fn dependent(&self, test: Digest) -> io::Result<()> {
        self.write(&Record::Dependent(test))
    }

    /// Everything is found: later runs may take it over.
    pub(super) fn end(&self, not_instrumented: &BTreeMap<String, String>) -> io::Result<()> {
        self.write(&Record::End(not_instrumented.clone()))?;
        self.log.as_ref().map_or(Ok(()), Log::end)
    }
}

/// What the latest finished runs found on other classes in the same surroundings.
fn earlier_runs(folder: &Path, fingerprint: &Fingerprint) -> io::Result<Vec<Past>> {
    let mut paths = journal::finished(folder, EXTENSION)?;
    let surroundings = fingerprint.surroundings().to_string();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix(&surroundings).is_some_and(|rest| rest.starts_with('-'))
    });
    Ok(paths.iter().take(EARLIER).filter_map(|path| Past::read(path).ok()).collect())
}
