//! Tries out what marks give rise to suspect: the input is changed where it got its mark, and the test runs again.
//!
//! That is section 3.4 of the paper, with values that are chosen: first neighbours, then others of the same form. A value that programs treat
//! in a way of their own, such as `null`, may show that an assertion is brittle; that a test does not get along with it shows no use of an
//! input.

use super::findings::Brittle;
use super::trial::Trial;
use super::witnessed::{Witnessed, WitnessedClass};
use super::{brittle, unused};
use crate::session::{Baseline, Failure, TestId, WorkerPool};
use crate::worker::protocol::Tainted;
use std::collections::BTreeMap;

/// Tries out all suspicions about tests of a class.
pub(super) fn witness(
    pool: &mut WorkerPool<'_>,
    suite: &Baseline,
    tests: &[(TestId, Tainted)],
) -> Result<WitnessedClass, Failure> {
    let mut trial = Trial::new(pool, suite);
    let mut witnessed: BTreeMap<TestId, Witnessed> = BTreeMap::new();
    brittle::try_out(&mut trial, tests, &mut witnessed)?;
    unused::try_out(&mut trial, tests, &mut witnessed)?;
    for (test, tainted) in tests {
        let at = |one: &Brittle| tainted.inputs.iter().position(|input| input.key == one.input.key);
        witnessed.entry(*test).or_default().brittle.sort_by_key(at);
    }
    for one in witnessed.values_mut().filter(|one| one.unclear.is_some()) {
        *one = Witnessed { unclear: one.unclear.take(), ..Witnessed::default() };
    }
    Ok(WitnessedClass { tests: witnessed, runs: trial.runs })
}
