//! Constants in the code that runs before each test of a class: one is unused only if no test of the class looks at it.

use super::findings::{Refuted, Unused};
use super::kind::InputKind;
use super::suspicion::is_looked_at;
use super::trial::{Classes, OF_UNUSED, Trial};
use super::witnessed::Witnessed;
use crate::session::{Baseline, Failed, Failure, How, LaunchId, TestId, WorkerPool};
use crate::worker::protocol::{Tainted, TaintedInput};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A constant of a fixture that no test looks at.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Unlooked {
    /// The constant, as the first test met it.
    input: TaintedInput,
    /// The tests of the class that met it.
    tests: Vec<TestId>,
    /// Whether it hangs on it in one of them whether the program throws something.
    is_guarded: bool,
}

/// The constants of fixtures that no test of a class looks at, each with the first test that met it.
pub(super) fn unlooked(suite: &Baseline, tainted: &BTreeMap<TestId, Tainted>) -> Vec<(TestId, Unlooked)> {
    let mut constants: BTreeMap<(LaunchId, &str, &str), (Unlooked, bool)> = BTreeMap::new();
    for (test, of_test) in tainted {
        let unit = &suite.tests[test.0];
        let fixtures = of_test.inputs.iter().filter(|input| InputKind::of(input) == Some(InputKind::Fixture));
        for input in fixtures {
            let new = || (Unlooked { input: input.clone(), tests: Vec::new(), is_guarded: false }, false);
            let key = (unit.launch, unit.unit.class.as_str(), input.key.as_str());
            let (one, is_looked) = constants.entry(key).or_insert_with(new);
            one.tests.push(*test);
            one.is_guarded |= input.is_guarded;
            *is_looked |= is_looked_at(input);
        }
    }
    let unlooked = constants.into_values().filter(|(_, is_looked)| !is_looked).map(|(one, _)| (one.tests[0], one));
    unlooked.collect()
}

/// Tries out whether all tests of a class do without some constants of its fixture; what comes of each is told of the first test that met it.
pub(super) fn witness(
    pool: &mut WorkerPool<'_>,
    suite: &Baseline,
    constants: &[(TestId, Unlooked)],
) -> Result<Vec<(TestId, Witnessed)>, Failure> {
    let mut trial = Trial::new(pool, suite);
    let mut all = Vec::new();
    for (first, one) in constants {
        let mut witnessed = Witnessed::default();
        witnessed.unused_tally.reports = 1;
        let (instead, failed) = tried(&mut trial, one)?;
        match failed {
            Some(failed) if one.is_guarded && failed.how == How::Exception => witnessed.unused_tally.guarded = 1,
            Some(failed) => {
                witnessed.unused_tally.refuted = 1;
                witnessed.refuted.push(Refuted {
                    test: *first,
                    input: one.input.clone(),
                    instead,
                    failed: Some(failed),
                });
            }
            None if instead.is_empty() => witnessed.unused_tally.unchanged = 1,
            None => {
                witnessed.unused_tally.confirmed = 1;
                let (way, fixes) = (None, None);
                witnessed.unused.push(Unused { test: *first, input: one.input.clone(), instead, way, fixes });
            }
        }
        all.push((*first, witnessed));
    }
    Ok(all)
}

/// The values in the place of a constant with which all tests pass, or the one with which one fails by itself.
fn tried(trial: &mut Trial<'_, '_>, one: &Unlooked) -> Result<(Vec<String>, Option<Failed>), Failure> {
    let mut instead: Vec<String> = Vec::new();
    for number in OF_UNUSED.iter().copied().flatten() {
        let reruns = trial.together(Classes::Fresh, &one.tests, &[&one.input], *number)?;
        let mut other = None;
        for (test, mut rerun) in reruns {
            if rerun.failed.is_some() {
                rerun = trial.alone(test, &[&one.input], *number)?;
            }
            other = rerun.instead.remove(&one.input.key).or(other);
            if let Some(failed) = rerun.failed {
                return Ok((other.into_iter().collect(), Some(failed)));
            }
        }
        match other {
            Some(other) if !instead.contains(&other) => instead.push(other),
            Some(_) => {}
            None => break,
        }
    }
    Ok((instead, None))
}
