//! Runs the suite with marks, and tries out what they give rise to suspect.

use super::classes::each_class;
use super::explain;
use super::findings::{Brittle, Findings, Tally, Unmarked, Unused};
use super::fixes::fix;
use super::fixtures;
use super::kind::Problem;
use super::marking::{self, Marked};
use super::places::{Places, places};
use super::suspicion::is_suspect;
use super::witness::witness;
use crate::fixes::{Fixing, Suite};
use crate::journal::Steps;
use crate::report::Place;
use crate::session::{Baseline, Failure, Files, LaunchId, Session, TestId, establish, in_turn};
use crate::worker::protocol::{Feature, Taint, Tainted};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// What is judged, and how.
pub struct Judging<'j> {
    /// The tests, ready to run, by workers that do nothing else.
    pub session: Session<'j>,
    /// What is kept of what is found.
    pub steps: &'j Steps,
    /// If only some tests are judged, says by the place of one whether it is among them.
    pub only: Option<&'j (dyn Fn(&Place) -> bool + Sync)>,
    /// Whether the constants of fixtures are inputs, too.
    pub has_fixtures: bool,
    /// Whether it is told which way each reported input takes.
    pub explains: bool,
    /// What fixes are made of, if some are to be tried out.
    pub fixing: Option<Fixing<'j>>,
    /// Hears how many tests with suspicions have been tried out, and how many there are.
    pub progress: &'j (dyn Fn(usize, usize) + Sync),
    /// Hears of how many tests with reports inputs have been followed, and how many there are.
    pub following: &'j (dyn Fn(usize, usize) + Sync),
}

impl Judging<'_> {
    /// The tests that are judged.
    fn chosen(&self, suite: &Baseline, places: &BTreeMap<TestId, Place>) -> BTreeSet<TestId> {
        let is_chosen = |id: &TestId| self.only.is_none_or(|only| places.get(id).is_some_and(only));
        suite.ids().map(|(id, _)| id).filter(is_chosen).collect()
    }
}

/// Judges all tests.
pub fn judge(judging: &Judging<'_>) -> Result<Findings, Failure> {
    let before = Files::now(&judging.session.execution.launches);
    let suite: Baseline =
        judging.steps.step(&"baseline", || Ok::<_, Failure>(establish(judging.session, 0, &|_| {})?.0))?;
    let Places { tests: places, sources, program } = places(judging.session, &suite)?;
    let chosen = judging.chosen(&suite, &places);
    let features = [Feature::Taint(Default::default())];
    let session = Session { features: &features, ..judging.session };
    let Marked { tainted, state, mut unmarked, not_instrumented, micros: marks_micros } =
        marks(judging, session, (&suite, &chosen), program)?;
    let not_instrumented: BTreeMap<String, String> = not_instrumented.into_iter().collect();
    let (never_checked, state_tally) = state.never_checked(|class| not_instrumented.contains_key(class));
    let unlooked = if judging.has_fixtures { fixtures::unlooked(&suite, &tainted) } else { Vec::new() };
    let suspects: Vec<(TestId, Tainted)> = tainted.into_iter().filter(|(_, tainted)| is_suspect(tainted)).collect();
    let of = (judging.steps, session, &suite);
    let classes = each_class(of, "witness", suspects, judging.progress, |pool, tests| witness(pool, &suite, tests))?;
    let of_fixtures =
        each_class(of, "fixtures", unlooked, &|_, _| {}, |pool, tests| fixtures::witness(pool, &suite, tests))?;
    let witness_runs = classes.iter().map(|class| class.runs).sum();
    let witnessed = classes.into_iter().flat_map(|class| class.tests).chain(of_fixtures.into_iter().flatten());
    let witnessed = witnessed.sorted_by_key(|(test, _)| *test);
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
