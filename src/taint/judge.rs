//! Runs the suite with marks, and tries out what they give rise to suspect.

use super::classes::each_class;
use super::explain;
use super::findings::{Brittle, Findings, Tally, Unmarked, Unused};
use super::kind::Problem;
use super::marking::{self, Marked};
use super::places::{Places, places};
use super::suspicion::is_suspect;
use super::witness::witness;
use crate::journal::Steps;
use crate::session::{Baseline, Failure, Files, LaunchId, Session, TestId, establish, in_turn};
use crate::worker::protocol::{Feature, Taint, Tainted};
use std::collections::{BTreeMap, BTreeSet};

/// What is judged, and how.
pub struct Judging<'j> {
    /// The tests, ready to run, by workers that do nothing else.
    pub session: Session<'j>,
    /// What is kept of what is found.
    pub steps: &'j Steps,
    /// Whether it is told which way each reported input takes.
    pub explains: bool,
    /// Hears how many tests with suspicions have been tried out, and how many there are.
    pub progress: &'j (dyn Fn(usize, usize) + Sync),
    /// Hears of how many tests with reports inputs have been followed, and how many there are.
    pub following: &'j (dyn Fn(usize, usize) + Sync),
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
    let of = (judging.steps, session, &suite);
    let classes = each_class(of, "witness", suspects, judging.progress, |pool, tests| witness(pool, &suite, tests))?;
    let witness_runs = classes.iter().map(|class| class.runs).sum();
    let witnessed: BTreeMap<TestId, _> = classes.into_iter().flat_map(|class| class.tests).collect();
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
    if judging.explains {
        explain(judging, &suite, &mut brittle, &mut unused)?;
    }
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

/// Finds out which way each reported input takes.
fn explain(
    judging: &Judging<'_>,
    suite: &Baseline,
    brittle: &mut [Brittle],
    unused: &mut [Unused],
) -> Result<(), Failure> {
    let features = [Feature::Taint(Taint { tells: true, ..Taint::default() })];
    let of = (judging.steps, Session { features: &features, ..judging.session }, suite);
    let reported = explain::reported(brittle, unused);
    let ways = each_class(of, "ways", reported, judging.following, |pool, tests| explain::follow(pool, suite, tests))?;
    ways.into_iter().for_each(|ways| ways.hand_out(brittle, unused));
    Ok(())
}
