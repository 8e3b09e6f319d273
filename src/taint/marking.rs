//! One run of all tests with marks on their inputs.

use super::findings::Unmarked;
use super::state::{self, State};
use crate::session::{Baseline, Failed, Failure, LaunchId, Session, TestId};
use crate::worker::Worker;
use crate::worker::protocol::{Report, Tainted, TaintedInput};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How many tests may end the JVM before the run is given up.
const ENDINGS: usize = 16;

/// How many times as long as usual the suite may take with marks, beyond the patience that there is with each test.
const LONGER: u32 = 60;

/// What all tests together may take longer, whatever they take.
const PATIENCE: Duration = Duration::from_secs(120);

/// How many times as long as usual a single test may take with marks, and how much longer whatever it takes: one that computes for long is not
/// worth the time of all others.
const OF_TEST: (u32, Duration) = (40, Duration::from_secs(30));

/// What came of a run with marks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marked {
    /// What became of the marks in each test that passed.
    pub tainted: BTreeMap<TestId, Tainted>,
    /// What became of the fields of the program in these tests.
    pub state: State,
    /// The tests that do not pass with marks, or did not run.
    pub unmarked: Vec<Unmarked>,
    /// Classes, or methods of them, that run as they are, with the reason.
    pub not_instrumented: Vec<(String, String)>,
    /// How long that took, with the start of the JVM, in microseconds.
    pub micros: u64,
    /// The most memory that a JVM of each launch has needed, in MiB, where the system tells.
    #[serde(default)]
    pub memory: BTreeMap<LaunchId, u64>,
}

impl Marked {
    /// What came of several runs.
    pub fn joined(all: Vec<Marked>) -> Marked {
        let mut joined = Marked::default();
        for mut one in all {
            joined.tainted.append(&mut one.tainted);
            joined.state.join(one.state);
            joined.unmarked.append(&mut one.unmarked);
            joined.not_instrumented.append(&mut one.not_instrumented);
            joined.micros += one.micros;
            joined.memory.append(&mut one.memory);
        }
        joined
    }

    /// What a worker tells that has run tests of a launch.
    fn learn(&mut self, launch: LaunchId, worker: &mut Worker) {
        self.not_instrumented.append(&mut worker.not_instrumented);
        if let Some(memory) = worker.most_memory() {
            self.memory.entry(launch).and_modify(|most| *most = memory.max(*most)).or_insert(memory);
        }
    }
}

/// Runs the chosen tests of a launch.
pub(super) fn run(
    session: Session<'_>,
    suite: &Baseline,
    launch: LaunchId,
    chosen: &BTreeSet<TestId>,
) -> Result<Marked, Failure> {
    let Session { execution, jars, features } = session;
    let of = &execution.launches[launch.0];
    let ids: BTreeMap<&str, TestId> = suite.of_launch(launch).map(|(id, test)| (test.unit.id.as_str(), id)).collect();
    let limit = execution.suite_limit.max(PATIENCE + LONGER * Duration::from_micros(suite.micros));
    let limit_of = |test: &str| limit_of(suite, ids.get(test).copied());
    let (mut marked, mut without) = (Marked::default(), suite.fatal_of(launch));
    let others = suite.of_launch(launch).filter(|(id, _)| !chosen.contains(id));
    without.extend(others.map(|(_, test)| test.unit.id.clone()));
    let most = without.len() + ENDINGS;
    let mut failing: BTreeMap<TestId, String> = BTreeMap::new();
    let mut state: BTreeMap<TestId, Vec<TaintedInput>> = BTreeMap::new();
    let since = Instant::now();
    loop {
        let (mut worker, _) = of.start(jars, features)?;
        let mut taken: Vec<Tainted> = Vec::new();
        let result = of.run_each(&mut worker, (limit, &limit_of), &without, |_, report| match report {
            Report::Tainted(one) => taken.push(one),
            Report::Ran(one) => {
                let taken = std::mem::take(&mut taken);
                let Some(id) = ids.get(one.test.as_str()) else { return };
                match Failed::of(&one) {
                    Some(failed) => {
                        failing.insert(*id, format!("with marks, it fails: {}", failed.message));
                    }
                    None => taken.into_iter().for_each(|one| add(&mut marked.tainted, &mut state, *id, one)),
                }
            }
            _ => {}
        });
        marked.learn(launch, &mut worker);
        match result {
            Err(Failure::Ended(end, Some(unit))) if ids.contains_key(unit.id.as_str()) && without.len() < most => {
                failing.insert(ids[unit.id.as_str()], format!("with marks, {}", Failed::ended(end).message));
                without.insert(unit.id);
                marked.tainted.clear();
                state.clear();
            }
            Ok(_) | Err(Failure::Ended(..)) => break,
            Err(other) => return Err(other),
        }
    }
    marked.micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
    marked.tainted.retain(|id, _| !failing.contains_key(id));
    state.retain(|id, _| !failing.contains_key(id));
    marked.state = State::of(&state);
    for (id, _) in suite.of_launch(launch).filter(|(id, _)| chosen.contains(id)) {
        let why = failing.remove(&id);
        if why.is_some() || !marked.tainted.contains_key(&id) {
            let why = why.unwrap_or_else(|| "with marks, it does not run".to_owned());
            marked.unmarked.push(Unmarked { test: id, why });
        }
    }
    Ok(marked)
}

/// How long a test may take with marks.
fn limit_of(suite: &Baseline, test: Option<TestId>) -> Duration {
    let usual = test.map_or(0, |id| suite.tests[id.0].slowest.own);
    OF_TEST.1 + OF_TEST.0 * Duration::from_micros(usual)
}

/// Adds what became of the marks in a test, of which there may be several parts.
fn add(
    all: &mut BTreeMap<TestId, Tainted>,
    state: &mut BTreeMap<TestId, Vec<TaintedInput>>,
    test: TestId,
    mut more: Tainted,
) {
    state.entry(test).or_default().extend(state::taken_from(&mut more.inputs));
    let Some(known) = all.get_mut(&test) else {
        all.insert(test, more);
        return;
    };
    let mut numbers = Vec::new();
    for input in more.inputs {
        let at = known.inputs.iter().position(|other| other.key == input.key).unwrap_or_else(|| {
            known.inputs.push(input.clone());
            known.inputs.len() - 1
        });
        known.inputs[at].is_checked |= input.is_checked;
        known.inputs[at].is_guarded |= input.is_guarded;
        known.inputs[at].is_handed |= input.is_handed;
        numbers.push(u32::try_from(at).unwrap_or(u32::MAX));
    }
    for mut checking in more.assertions {
        for input in &mut checking.inputs {
            *input = numbers.get(*input as usize).copied().unwrap_or(u32::MAX);
        }
        known.assertions.push(checking);
    }
}
