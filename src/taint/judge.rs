//! Runs the suite with marks, and tries out what they give rise to suspect.

use super::findings::{Findings, Tally, Unmarked};
use super::kind::Problem;
use super::marking::{self, Marked};
use super::places::{Places, places};
use super::suspicion::is_suspect;
use super::witness::witness;
use super::witnessed::WitnessedClass;
use crate::journal::Steps;
use crate::session::{
    Baseline, Failure, Files, LaunchId, Session, TestId, WorkerPool, establish, in_threads, in_turn, locked,
};
use crate::worker::protocol::{Feature, Tainted};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// What is judged, and how.
pub struct Judging<'j> {
    /// The tests, ready to run, by workers that do nothing else.
    pub session: Session<'j>,
    /// What is kept of what is found.
    pub steps: &'j Steps,
    /// Hears how many tests with suspicions have been tried out, and how many there are.
    pub progress: &'j (dyn Fn(usize, usize) + Sync),
}

/// Judges all tests.
pub fn judge(judging: &Judging<'_>) -> Result<Findings, Failure> {
    let files = Files::now(&judging.session.execution.launches);
    let suite: Baseline =
        judging.steps.step(&"baseline", || Ok::<_, Failure>(establish(judging.session, 0, &|_| {})?.0))?;
    let features = [Feature::Taint(Default::default())];
    let session = Session { features: &features, ..judging.session };
    let launches: BTreeSet<LaunchId> = suite.tests.iter().map(|test| test.launch).collect();
    let marked: Vec<Marked> = in_turn(session.execution.jobs, launches.into_iter().collect(), |launch| {
        judging.steps.step(&("marks", launch), || marking::run(session, &suite, launch))
    })?;
    let mut tainted: BTreeMap<TestId, Tainted> = BTreeMap::new();
    let mut unmarked: Vec<Unmarked> = Vec::new();
    let mut not_instrumented = BTreeMap::new();
    let marks_micros = marked.iter().map(|one| one.micros).sum();
    for mut one in marked {
        tainted.append(&mut one.tainted);
        unmarked.append(&mut one.unmarked);
        not_instrumented.extend(one.not_instrumented);
    }
    let suspects: Vec<(TestId, Tainted)> = tainted.into_iter().filter(|(_, tainted)| is_suspect(tainted)).collect();
    let WitnessedClass { tests: witnessed, runs: witness_runs } = witness_all(judging, session, &suite, suspects)?;
    let (mut brittle, mut unused, mut refuted) = (Vec::new(), Vec::new(), Vec::new());
    let mut tallies: BTreeMap<Problem, Tally> = Problem::ALL.into_iter().map(|one| (one, Tally::default())).collect();
    for (test, one) in witnessed {
        for (problem, tally) in &mut tallies {
            tally.add(one.tally(*problem));
        }
        unmarked.extend(one.unclear.map(|why| Unmarked { test, why }));
        brittle.extend(one.brittle);
        unused.extend(one.unused);
        refuted.extend(one.refuted);
    }
    unmarked.sort_by_key(|one| one.test);
    let Places { tests: places, sources } = places(session, &suite)?;
    let written = files.written_again(judging.session, &suite);
    let remarks = written.left.iter().map(|file| format!("changed while inputs were changed: `{}`", file.display()));
    let remarks = remarks.collect();
    Ok(Findings {
        suite,
        brittle,
        unused,
        refuted,
        tallies,
        marks_micros,
        witness_runs,
        unmarked,
        places,
        sources,
        not_instrumented,
        remarks,
    })
}

/// Tries out the suspicions about the tests of each class, in as many threads as there may be, each with workers of its own.
fn witness_all(
    judging: &Judging<'_>,
    session: Session<'_>,
    suite: &Baseline,
    suspects: Vec<(TestId, Tainted)>,
) -> Result<WitnessedClass, Failure> {
    let all = suspects.len();
    let classes = by_class(suite, suspects);
    let threads = session.execution.jobs.clamp(1, classes.len().max(1));
    let (queue, done) = (Mutex::new(classes.into_iter()), Mutex::new(0));
    (judging.progress)(0, all);
    let results: Vec<Result<Vec<WitnessedClass>, Failure>> = in_threads(0..threads, |_| {
        let mut pool = WorkerPool::new(session, suite);
        let mut witnessed = Vec::new();
        loop {
            let Some(tests) = locked(&queue).next() else { return Ok(witnessed) };
            let one = judging.steps.step(&("witness", &tests), || witness(&mut pool, suite, &tests))?;
            witnessed.push(one);
            let mut done = locked(&done);
            *done += tests.len();
            (judging.progress)(*done, all);
        }
    });
    let mut whole = WitnessedClass::default();
    for result in results {
        for mut one in result? {
            whole.runs += one.runs;
            whole.tests.append(&mut one.tests);
        }
    }
    Ok(whole)
}

/// Tests by what starts them and by their class; the most of a class first, so that threads end at the same time.
fn by_class(suite: &Baseline, tests: Vec<(TestId, Tainted)>) -> Vec<Vec<(TestId, Tainted)>> {
    let mut classes: BTreeMap<(LaunchId, &str), Vec<(TestId, Tainted)>> = BTreeMap::new();
    for (test, tainted) in tests {
        let of = &suite.tests[test.0];
        classes.entry((of.launch, &of.unit.class)).or_default().push((test, tainted));
    }
    let mut classes: Vec<_> = classes.into_values().collect();
    classes.sort_by_key(|tests| Reverse(tests.len()));
    classes
}
