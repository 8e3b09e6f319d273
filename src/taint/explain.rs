//! Finds out which way reported inputs take: the tests run again in workers whose code tells it, once for each report about a test.

use super::findings::{Brittle, Unused};
use super::kind::InputKind;
use crate::session::{Baseline, Failure, TestId, WorkerPool};
use crate::worker::protocol::{FollowedInput, Request, TaintWay, TaintedInput};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An input that is reported.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Reported {
    /// What tells it from all others.
    key: String,
    is_controlled: bool,
}

/// The ways of inputs, by test and key.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Ways(Vec<(TestId, TaintWay)>);

/// The inputs of each test that are reported.
pub(super) fn reported(brittle: &[Brittle], unused: &[Unused]) -> Vec<(TestId, Vec<Reported>)> {
    let mut reported: BTreeMap<TestId, Vec<Reported>> = BTreeMap::new();
    let brittle = brittle.iter().map(|one| (one.test, &one.input));
    for (test, input) in brittle.chain(unused.iter().map(|one| (one.test, &one.input))) {
        reported.entry(test).or_default().push(Reported::new(input));
    }
    reported.into_iter().collect()
}

/// Follows the inputs of some tests of a class, in turn: one of each test at a time.
pub(super) fn follow(
    pool: &mut WorkerPool<'_>,
    suite: &Baseline,
    tests: &[(TestId, Vec<Reported>)],
) -> Result<Ways, Failure> {
    let most = tests.iter().map(|(_, inputs)| inputs.len()).max().unwrap_or_default();
    let mut ways = Ways::default();
    for turn in 0..most {
        let followed: BTreeMap<TestId, &Reported> =
            tests.iter().filter_map(|(test, inputs)| Some((*test, inputs.get(turn)?))).collect();
        // What static fields hold is what they hold on classes that are loaded anew.
        if turn == 0 || followed.values().any(|input| !input.is_controlled) {
            pool.renew();
        }
        let id = |test: TestId| suite.tests[test.0].unit.id.clone();
        let inputs = followed.iter().map(|(test, input)| FollowedInput { test: id(*test), key: input.key.clone() });
        let request = Request::Follow { inputs: inputs.collect() };
        let ids: Vec<TestId> = followed.keys().copied().collect();
        // A test that does not pass when its inputs are followed has no way that is sure.
        let Ok(marked) = pool.run_tainted(&ids, &request)? else { continue };
        for test in ids.into_iter().filter(|test| !marked.failed.contains_key(&id(*test))) {
            let of_test = marked.tainted.iter().filter(|one| one.test == id(test)).flat_map(|one| &one.ways);
            let way = of_test.filter(|way| way.key == followed[&test].key).max_by_key(|way| way.is_checked);
            ways.0.extend(way.map(|way| (test, way.clone())));
        }
    }
    Ok(ways)
}

impl Reported {
    fn new(input: &TaintedInput) -> Reported {
        let is_controlled = InputKind::of(input).is_some_and(InputKind::is_controlled);
        Reported { key: input.key.clone(), is_controlled }
    }
}

impl Ways {
    /// Hands each report the way of its input.
    pub fn hand_out(self, brittle: &mut [Brittle], unused: &mut [Unused]) {
        for (test, way) in self.0 {
            let is_it = |of: TestId, input: &TaintedInput| of == test && input.key == way.key;
            if let Some(one) = brittle.iter_mut().find(|one| is_it(one.test, &one.input)) {
                one.way = Some(way);
            } else if let Some(one) = unused.iter_mut().find(|one| is_it(one.test, &one.input)) {
                one.way = Some(way);
            }
        }
    }
}
