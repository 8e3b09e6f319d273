//! Runs the suite with marks, and tries out what they give rise to suspect.

use super::classes::each_class;
use super::elsewhere;
use super::explain;
use super::findings::{Brittle, Findings, Tally, Unmarked, Unused};
use super::fixes::fix;
use super::fixtures;
use super::judging::Judging;
use super::kind::Problem;
use super::marking::{self, Marked};
use super::places::{Places, places};
use super::suspicion::is_suspect;
use super::witness::witness;
use super::witnessed::Witnessed;
use crate::fixes::Suite;
use crate::session::{Baseline, Failure, Files, LaunchId, Session, TestId, establish, in_turn};
use crate::worker::protocol::{Feature, Taint, Tainted};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// How large the heap of a JVM that tries out changes may become in any case, in MiB. Where the run with marks has needed more, it may
/// become as large as that: a value that was changed may well say how much of something is made.
const LEAST_HEAP: u64 = 256;

/// Judges all tests.
pub fn judge(judging: &Judging<'_>) -> Result<Findings, Failure> {
    let before = Files::now(&judging.session.execution.launches);
    let suite: Baseline =
        judging.steps.step(&"baseline", || Ok::<_, Failure>(establish(judging.session, 0, &|_| {})?.0))?;
    let Places { tests: places, sources, program } = places(judging.session, &suite)?;
    let chosen = judging.chosen(&suite, &places);
    let features = [Feature::Taint(Default::default())];
    let session = Session { features: &features, ..judging.session };
    let Marked { tainted, state, mut unmarked, not_instrumented, micros: marks_micros, memory } =
        marks(judging, session, (&suite, &chosen), program)?;
    let not_instrumented: BTreeMap<String, String> = not_instrumented.into_iter().collect();
    let (never_checked, state_tally) = state.never_checked(|class| not_instrumented.contains_key(class));
    let (witnessed, witness_runs) = try_out(judging, session, &suite, (tainted, &memory))?;
    let (mut brittle, mut unused, mut refuted) = (Vec::new(), Vec::new(), Vec::new());
    let mut tallies: BTreeMap<Problem, Tally> =
        Problem::TRIED_OUT.into_iter().map(|one| (one, Tally::default())).collect();
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
    unmarked.dedup_by_key(|one| one.test);
    explain(judging, &suite, &mut brittle, &mut unused)?;
    let of_suite = Suite { steps: judging.steps, session: judging.session, baseline: &suite };
    let files = fix(judging.fixing.as_ref(), of_suite, &mut brittle, &mut unused)?;
    let left = before.written_again(judging.session, &suite).left;
    let remarks = left.iter().map(|file| format!("changed while inputs were changed: `{}`", file.display())).collect();
    Ok(Findings {
        suite,
        judged: chosen,
        brittle,
        unused,
        refuted,
        never_checked,
        state: state_tally,
        tallies,
        marks_micros,
        witness_runs,
        unmarked,
        places,
        sources,
        not_instrumented,
        remarks,
        files,
    })
}

/// Runs the chosen tests with marks on their inputs, and on the fields of the program if all tests are chosen: what some do not compare,
/// others may.
fn marks(
    judging: &Judging<'_>,
    session: Session<'_>,
    (suite, chosen): (&Baseline, &BTreeSet<TestId>),
    program: BTreeSet<String>,
) -> Result<Marked, Failure> {
    let are_all = judging.only.is_none();
    let state = if are_all { program.into_iter().collect() } else { Vec::new() };
    let features = [Feature::Taint(Taint { state, ..Taint::default() })];
    let session = Session { features: &features, ..session };
    let launches: BTreeSet<LaunchId> = chosen.iter().map(|id| suite.tests[id.0].launch).collect();
    let marked: Vec<Marked> = in_turn(session.execution.jobs, launches.into_iter().collect(), |launch| {
        judging.steps.step(&("marks", launch, chosen, are_all), || marking::run(session, suite, launch, chosen))
    })?;
    Ok(Marked::joined(marked))
}

/// Tries out all suspicions; says what came of those about each test, in the order of the tests, and how many times tests ran.
fn try_out(
    judging: &Judging<'_>,
    session: Session<'_>,
    suite: &Baseline,
    (tainted, memory): (BTreeMap<TestId, Tainted>, &BTreeMap<LaunchId, u64>),
) -> Result<(Vec<(TestId, Witnessed)>, usize), Failure> {
    let most = memory.iter().map(|(launch, needed)| (*launch, LEAST_HEAP.max(*needed))).collect();
    let execution = session.execution.with_heaps(&most);
    let session = Session { execution: &execution, ..session };
    let unlooked = if judging.has_fixtures { fixtures::unlooked(suite, &tainted) } else { Vec::new() };
    let elsewhere = elsewhere::witness(judging, suite, &tainted)?;
    let suspects: Vec<(TestId, Tainted)> = tainted.into_iter().filter(|(_, tainted)| is_suspect(tainted)).collect();
    let of = (judging.steps, session, suite);
    let mut classes = each_class(of, "witness", suspects, judging.progress, |pool, tests| witness(pool, suite, tests))?;
    let of_fixtures =
        each_class(of, "fixtures", unlooked, &|_, _| {}, |pool, tests| fixtures::witness(pool, suite, tests))?;
    classes.extend(elsewhere);
    let runs = classes.iter().map(|class| class.runs).sum();
    let witnessed = classes.into_iter().flat_map(|class| class.tests).chain(of_fixtures.into_iter().flatten());
    Ok((witnessed.sorted_by_key(|(test, _)| *test).collect(), runs))
}

/// Finds out which way each reported input takes, if that is to be told.
fn explain(
    judging: &Judging<'_>,
    suite: &Baseline,
    brittle: &mut [Brittle],
    unused: &mut [Unused],
) -> Result<(), Failure> {
    if !judging.explains {
        return Ok(());
    }
    let features = [Feature::Taint(Taint { tells: true, ..Taint::default() })];
    let of = (judging.steps, Session { features: &features, ..judging.session }, suite);
    let reported = explain::reported(brittle, unused);
    let ways = each_class(of, "ways", reported, judging.following, |pool, tests| explain::follow(pool, suite, tests))?;
    ways.into_iter().for_each(|ways| ways.hand_out(brittle, unused));
    Ok(())
}
