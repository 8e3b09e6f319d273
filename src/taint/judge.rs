//! Runs the suite with marks, and tries out what they give rise to suspect.

use super::findings::{Findings, Tally, Unmarked};
use super::kind::Problem;
use super::marking::{self, Marked};
use super::places::{Places, places};
use super::witness::{Witnessed, is_suspect, witness};
use crate::journal::Steps;
use crate::session::{
    Baseline, Failure, Files, LaunchId, Session, TestId, WorkerPool, establish, in_threads, in_turn, locked,
};
use crate::worker::protocol::{Feature, Tainted};
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
    for mut one in marked {
        tainted.append(&mut one.tainted);
        unmarked.append(&mut one.unmarked);
        not_instrumented.extend(one.not_instrumented);
    }
    let suspects: Vec<(TestId, Tainted)> = tainted.into_iter().filter(|(_, tainted)| is_suspect(tainted)).collect();
    let witnessed = witness_all(judging, session, &suite, suspects)?;
    let (mut brittle, mut unused) = (Vec::new(), Vec::new());
    let mut tallies: BTreeMap<Problem, Tally> = Problem::ALL.into_iter().map(|one| (one, Tally::default())).collect();
    for (test, one) in witnessed {
        for (problem, tally) in &mut tallies {
            tally.add(one.tally(*problem));
        }
        unmarked.extend(one.unclear.map(|why| Unmarked { test, why }));
        brittle.extend(one.brittle);
        unused.extend(one.unused);
    }
    unmarked.sort_by_key(|one| one.test);
    let Places { tests: places, sources } = places(session, &suite)?;
    let written = files.written_again(judging.session, &suite);
    let remarks = written.left.iter().map(|file| format!("changed while inputs were changed: `{}`", file.display()));
    let remarks = remarks.collect();
    Ok(Findings { suite, brittle, unused, tallies, unmarked, places, sources, not_instrumented, remarks })
}

/// Tries out the suspicions about each test, in as many threads as there may be, each with workers of its own.
fn witness_all(
    judging: &Judging<'_>,
    session: Session<'_>,
    suite: &Baseline,
    suspects: Vec<(TestId, Tainted)>,
) -> Result<Vec<(TestId, Witnessed)>, Failure> {
    let all = suspects.len();
    let threads = session.execution.jobs.clamp(1, all.max(1));
    let (queue, done) = (Mutex::new(suspects.into_iter()), Mutex::new(0));
    (judging.progress)(0, all);
    let results: Vec<Result<Vec<(TestId, Witnessed)>, Failure>> = in_threads(0..threads, |_| {
        let mut pool = WorkerPool::new(session, suite);
        let mut witnessed = Vec::new();
        loop {
            let Some((test, tainted)) = locked(&queue).next() else { return Ok(witnessed) };
            let step = ("witness", test, &tainted);
            let one = judging.steps.step(&step, || witness(&mut pool, test, &tainted))?;
            witnessed.push((test, one));
            let mut done = locked(&done);
            *done += 1;
            (judging.progress)(*done, all);
        }
    });
    let mut all = Vec::new();
    for result in results {
        all.extend(result?);
    }
    all.sort_by_key(|(test, _)| *test);
    Ok(all)
}
