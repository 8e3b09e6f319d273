//! Fixes, tried out: changes of a test with which it still passes, and of which the report is gone.
//!
//! Candidates are written into a copy of the source of the test (`candidates`), compiled, and run (`bench`): the test passes as it does
//! without marks, and then with marks: a brittle assertion is gone if the test passes with every other value of the field that is tried, an
//! unused input if it is no longer there, or if another value now makes an assertion fail. For each class, those are chosen that hold together
//! (`class`).

mod bench;
mod candidates;
mod class;
mod literal;
mod reported;

use super::findings::{Brittle, Fix, Unused};
use crate::journal::Steps;
use crate::session::{Baseline, Failure, LaunchId, Session, TestId, in_turn, locked};
use crate::source::FileChange;
use crate::suggestion::{Compiler, Declared, source, top_level};
use crate::unit::Digest;
use class::{Cured, TestClass};
use reported::Report;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What fixes are made of.
pub struct Fixing<'f> {
    /// The folders with the sources of the tests.
    pub roots: &'f [PathBuf],
    /// What compiles them.
    pub compiler: Compiler<'f>,
    /// Hears how many reports there are fixes for that were looked for, and how many reports there are.
    pub progress: &'f (dyn Fn(usize, usize) + Sync),
}

/// Looks for fixes of all reports, by workers that do nothing else than running tests; returns what those change that hold together.
pub(super) fn fix(
    fixing: &Fixing<'_>,
    (steps, session, suite): (&Steps, Session<'_>, &Baseline),
    brittle: &mut [Brittle],
    unused: &mut [Unused],
) -> Result<BTreeMap<PathBuf, FileChange>, Failure> {
    let declared = Declared::of(session, suite);
    let mut classes: BTreeMap<(LaunchId, String), Vec<Report>> = BTreeMap::new();
    let of_brittle = brittle.iter().map(|one| Report::Brittle { test: one.test, input: one.input.clone() });
    let of_unused = unused.iter().map(|one| Report::Unused { test: one.test, input: one.input.clone() });
    for report in of_brittle.chain(of_unused) {
        let launch = suite.tests[report.test().0].launch;
        let class = top_level(&declared.name(report.test()).class).to_owned();
        classes.entry((launch, class)).or_default().push(report);
    }
    let all = brittle.len() + unused.len();
    let done = Mutex::new(0);
    (fixing.progress)(0, all);
    let cured: Vec<Cured> =
        in_turn(session.execution.jobs, classes.into_iter().collect(), |((launch, class), reports)| {
            let count = reports.len();
            let cured = cured(fixing, (steps, session, suite), (&declared, launch, &class), &reports)?;
            let mut done = locked(&done);
            *done += count;
            (fixing.progress)(*done, all);
            Ok::<Cured, Failure>(cured)
        })?;
    brittle.iter_mut().for_each(|one| one.fixes = Some(Vec::new()));
    unused.iter_mut().for_each(|one| one.fixes = Some(Vec::new()));
    let mut files = BTreeMap::new();
    for Cured { fixes, file } in cured {
        files.extend(file);
        for ((test, key), fixes) in fixes {
            hand_out(brittle, unused, (test, &key), fixes);
        }
    }
    Ok(files)
}

fn hand_out(brittle: &mut [Brittle], unused: &mut [Unused], (test, key): (TestId, &str), fixes: Vec<Fix>) {
    if let Some(one) = brittle.iter_mut().find(|one| one.test == test && one.input.key == key) {
        one.fixes = Some(fixes);
    } else if let Some(one) = unused.iter_mut().find(|one| one.test == test && one.input.key == key) {
        one.fixes = Some(fixes);
    }
}

/// Looks for fixes of the reports about tests that one class declares.
fn cured(
    fixing: &Fixing<'_>,
    (steps, session, suite): (&Steps, Session<'_>, &Baseline),
    (declared, launch, class): (&Declared, LaunchId, &str),
    reports: &[Report],
) -> Result<Cured, Failure> {
    let is_java = |path: &Path| path.extension().is_some_and(|kind| kind == "java");
    let Some(path) = source(fixing.roots, class).filter(|path| is_java(path)) else { return Ok(Cured::default()) };
    let Ok(text) = fs::read_to_string(&path) else { return Ok(Cured::default()) };
    let step = ("fixes", launch, class, Digest::of_bytes(text.as_bytes()), reports);
    steps.step(&step, || {
        let of = TestClass { session, suite, declared, launch, name: class, compiler: fixing.compiler };
        of.cured(path, text, reports)
    })
}
