//! What use cases that report findings have in common: steps that earlier runs found, where sources are, reports on disk.

use super::{Caller, Failure, Progress, launches};
use crate::extreme::Fingerprint;
use crate::fixes::Fixing;
use crate::journal::{Start, Steps};
use crate::report::{self, Format, Report, Sources};
use crate::session::Execution;
use crate::settings::Extreme;
use crate::suggestion::Compiler;
use crate::unit::Digester;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use std::path::{Path, PathBuf};

/// Where the sources of tests usually are.
pub(super) const OF_TESTS: &str = "src/test/java";

/// Where all other sources usually are.
pub(super) const OF_PROGRAM: &str = "src/main/java";

/// What earlier runs of an analysis found, as far as it counts: it depends on all classes and on how tests run.
pub(super) fn steps(
    analysis: &str,
    execution: &Execution,
    cache: Option<PathBuf>,
    start: Start,
) -> Result<Steps, Failure> {
    let Some(folder) = cache else { return Ok(Steps::default()) };
    let fingerprint = Fingerprint::of_tests(execution).map_err(Failure::usage)?;
    let mut name = Digester::new();
    name.value(&analysis).value(&fingerprint.to_string()).value(&execution.suite_runs);
    Steps::begin(&folder, name.digest(), start).map_err(Failure::usage)
}

/// The last full hour, from which instants count, so that what was found within one is found again.
pub(super) fn this_hour() -> Result<DateTime<Utc>, Failure> {
    Utc::now().duration_trunc(TimeDelta::hours(1)).map_err(Failure::usage)
}

/// The sources of a build and those that the user names; the usual places where there are none.
pub(super) fn sources(mut roots: Vec<PathBuf>, usual: [&str; 2], running: &Extreme, caller: &Caller) -> Sources {
    let base = launches::base(running, caller);
    roots.extend(running.sources.iter().flatten().cloned());
    if roots.is_empty() {
        roots = usual.map(|root| base.join(root)).to_vec();
    }
    Sources { roots, base }
}

/// What fixes of reports are made of, if they are wanted.
pub(super) fn fixing<'f>(
    is_wanted: Option<bool>,
    sources: &'f Sources,
    compiler: Compiler<'f>,
    caller: &'f Caller,
) -> Option<Fixing<'f>> {
    let progress = Box::new(|done, all| caller.progress(Progress::Fixing { done, all }));
    is_wanted.unwrap_or(false).then_some(Fixing { roots: &sources.roots, compiler, progress })
}

/// Writes a report into a folder, in one file for each format.
pub(super) fn write(
    report: &Report,
    sources: &Sources,
    formats: &[Format],
    folder: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    let texts = formats.iter().flat_map(|format| format.files(report, sources));
    report::write(texts, folder)
        .map_err(|error| Failure::usage(format_args!("cannot write to `{}`: {error}", folder.display())))
}
