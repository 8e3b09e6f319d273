//! Runs the suite as it is and in other surroundings, and says which tests depend on them.

use super::findings::Findings;
use super::fixes::fix;
use super::judging::Judging;
use super::places::{places, readings};
use super::run::{Came, run};
use super::sorting::Sorting;
use super::{instants, orders};
use crate::session::{Baseline, Failure, Files, LaunchId, TestId, establish, in_turn, locked};
use crate::surroundings::Factor;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// How often a test has to fail in other surroundings, each time in a fresh JVM.
const REPEATED: usize = 3;

/// Judges all tests.
pub fn judge(judging: &Judging<'_>) -> Result<Findings, Failure> {
    let files = Files::now(&judging.session.execution.launches);
    let suite: Baseline =
        judging.steps.step(&"baseline", || Ok::<_, Failure>(establish(judging.session, 0, &|_| {})?.0))?;
    let (places, ordered) = places(judging.session, &suite)?;
    let chosen = judging.chosen(&suite, &places);
    let runs = runs(judging, &suite, &chosen);
    let (all, done) = (runs.len(), Mutex::new(0));
    (judging.progress)(0, all);
    let jobs = judging.session.execution.jobs;
    let came = in_turn(jobs, runs, |(launch, number)| {
        let came = run_of(judging, (&suite, &chosen), launch, number, 0)?;
        let mut done = locked(&done);
        *done += 1;
        (judging.progress)(*done, all);
        Ok::<_, Failure>((launch, number, came))
    })?;
    let mut sorting = Sorting::default();
    for (launch, number, first) in came {
        let variation = &judging.variations[number];
        *sorting.tried.entry(variation.factor).or_default() += 1;
        let mut all = vec![first];
        // Nothing else runs meanwhile, which might be what makes them fail.
        while all.len() < REPEATED && all.last().is_some_and(|last| !last.failing.is_empty()) {
            all.push(run_of(judging, (&suite, &chosen), launch, number, all.len())?);
        }
        sorting.add(judging, launch, variation, &all);
    }
    sorting.control(judging, (&suite, &chosen))?;
    let mut dependences = sorting.dependences(&suite, judging);
    for one in dependences.iter_mut().filter(|one| one.factor == Factor::Time) {
        one.cause = judging.steps.step(&("instant", &*one), || instants::least(judging, &suite, one))?;
    }
    if judging.factors.contains(&Factor::Order) {
        orders::judge(judging, (&suite, &chosen), &mut dependences)?;
    }
    dependences.sort_by_key(|one| (one.test, one.factor));
    let readings = judging.steps.step(&"readings", || readings(judging, &suite))?.into_iter().collect();
    let changes = fix(judging, &suite, &mut dependences, &readings)?;
    let mut remarks = sorting.remarks;
    let written = files.written_again(judging.session, &suite);
    remarks.extend(written.left.iter().map(|file| {
        format!("changed while tests ran in other surroundings, and not by tests as they are: `{}`", file.display())
    }));
    let tried = sorting.tried;
    Ok(Findings { suite, judged: chosen, dependences, readings, places, ordered, tried, remarks, files: changes })
}

/// The runs that there are to be: each variation on each launch with tests that are judged, unless its build says how it is.
fn runs(judging: &Judging<'_>, suite: &Baseline, chosen: &BTreeSet<TestId>) -> Vec<(LaunchId, usize)> {
    let launches: BTreeSet<LaunchId> = chosen.iter().map(|test| suite.tests[test.0].launch).collect();
    let all = launches.into_iter().flat_map(|launch| (0..judging.variations.len()).map(move |number| (launch, number)));
    let launch_of = |launch: LaunchId| &judging.session.execution.launches[launch.0];
    all.filter(|(launch, number)| !judging.variations[*number].change.is_settled(launch_of(*launch))).collect()
}

/// What comes of a run, or what an earlier one came to, for the tests that are judged.
fn run_of(
    judging: &Judging<'_>,
    (suite, chosen): (&Baseline, &BTreeSet<TestId>),
    launch: LaunchId,
    number: usize,
    time: usize,
) -> Result<Came, Failure> {
    let variation = &judging.variations[number];
    let key = ("run", launch, &variation.words, time);
    let mut came: Came = judging.steps.step(&key, || run(judging, suite, launch, Some(variation)))?;
    came.failing.retain(|test, _| chosen.contains(test));
    Ok(came)
}
