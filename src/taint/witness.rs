//! Tries out what marks give rise to suspect: the input is changed where it got its mark, and the test runs again.
//!
//! That is section 3.4 of the paper, with values that are chosen: first neighbours, then others of the same form. A value that programs treat
//! in a way of their own, such as `null`, may show that an assertion is brittle; that a test does not get along with it shows no use of an
//! input.

use super::findings::{Brittle, Tally, Unused};
use super::kind::{InputKind, Problem};
use crate::session::{Failed, Failure, TestId, WorkerPool};
use crate::worker::protocol::{InputChange, Tainted, TaintedInput};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The changes that are tried of an input that may be unused.
const USUAL: [u32; 3] = [0, 1, 2];

/// Those that are tried of an input on which an assertion may depend.
const ALL: [u32; 5] = [0, 1, 2, 16, 17];

/// What came of the suspicions about a test.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Witnessed {
    /// Those about assertions that are confirmed.
    pub brittle: Vec<Brittle>,
    /// Those about inputs that are.
    pub unused: Vec<Unused>,
    /// How many of the first kind there were.
    pub brittle_tally: Tally,
    /// How many of the second.
    pub unused_tally: Tally,
    /// Why nothing can be said of the test, if so.
    pub unclear: Option<String>,
}

impl Witnessed {
    /// How many suspicions of a problem there were.
    pub fn tally(&self, problem: Problem) -> Tally {
        match problem {
            Problem::BrittleAssertion => self.brittle_tally,
            Problem::UnusedInput => self.unused_tally,
        }
    }
}

/// The inputs that a test does not control and that assertions look at.
fn brittle(tainted: &Tainted) -> Vec<&TaintedInput> {
    let is_uncontrolled = |input: &&TaintedInput| InputKind::of(input).is_some_and(|kind| !kind.is_controlled());
    tainted.inputs.iter().filter(is_uncontrolled).filter(|input| input.is_checked).collect()
}

/// The inputs that a test controls and that no assertion looks at.
fn unused(tainted: &Tainted) -> Vec<&TaintedInput> {
    let is_controlled = |input: &&TaintedInput| InputKind::of(input).is_some_and(InputKind::is_controlled);
    tainted.inputs.iter().filter(is_controlled).filter(|input| !input.is_checked && !input.is_handed).collect()
}

/// Whether there is anything to try out.
pub(super) fn is_suspect(tainted: &Tainted) -> bool {
    !brittle(tainted).is_empty() || !unused(tainted).is_empty()
}

/// Tries out all suspicions about a test.
pub(super) fn witness(pool: &mut WorkerPool<'_>, test: TestId, tainted: &Tainted) -> Result<Witnessed, Failure> {
    let mut trial = Trial { pool, test };
    let mut witnessed = Witnessed::default();
    if let (Some(failed), _) = trial.run(&[], 0)? {
        witnessed.unclear = Some(format!("alone, with marks, it fails: {}", failed.message));
        return Ok(witnessed);
    }
    for input in brittle(tainted) {
        let tally = &mut witnessed.brittle_tally;
        tally.reports += 1;
        match trial.breaks(input)? {
            Breaks::Yes(instead, failed) => {
                tally.confirmed += 1;
                let at = tainted.inputs.iter().position(|other| other.key == input.key);
                let looks = |inputs: &[u32]| inputs.iter().any(|number| Some(*number as usize) == at);
                let assertions = tainted.assertions.iter().filter(|one| looks(&one.inputs)).cloned().collect();
                witnessed.brittle.push(Brittle { test, input: input.clone(), assertions, instead, failed });
            }
            Breaks::No => tally.refuted += 1,
            Breaks::Unchanged => tally.unchanged += 1,
        }
    }
    let suspects = unused(tainted);
    witnessed.unused_tally.reports = suspects.len();
    let mut instead: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let kept = trial.settle(&suspects, &mut instead)?;
    witnessed.unused_tally.refuted = suspects.len() - kept.len();
    for input in kept {
        match instead.remove(&input.key) {
            None => witnessed.unused_tally.unchanged += 1,
            // Changes together may hide each other.
            Some(instead) => match trial.run(&[input], 0)?.0 {
                None => {
                    witnessed.unused_tally.confirmed += 1;
                    witnessed.unused.push(Unused { test, input: input.clone(), instead });
                }
                Some(_) => witnessed.unused_tally.refuted += 1,
            },
        }
    }
    Ok(witnessed)
}

/// Whether changes of an input make the test fail.
enum Breaks {
    /// This value does.
    Yes(String, Failed),
    /// None does.
    No,
    /// It could not be changed.
    Unchanged,
}

/// A test that runs again and again.
struct Trial<'t, 's> {
    pool: &'t mut WorkerPool<'s>,
    test: TestId,
}

impl Trial<'_, '_> {
    /// Runs the test, on classes that are loaded anew, with a change of some inputs. Says how it failed, and what was in the place of
    /// each input.
    fn run(
        &mut self,
        inputs: &[&TaintedInput],
        number: u32,
    ) -> Result<(Option<Failed>, BTreeMap<String, String>), Failure> {
        self.pool.renew();
        let changes = inputs.iter().map(|input| InputChange { key: input.key.clone(), number }).collect();
        Ok(match self.pool.run_tainted(&[self.test], changes)? {
            Ok(marked) => {
                let given = marked.tainted.into_iter().flat_map(|one| one.inputs);
                let instead = given.filter(|input| !input.instead.is_empty()).map(|input| (input.key, input.instead));
                (marked.failed.into_values().next(), instead.collect())
            }
            Err(end) => (Some(Failed::ended(end)), BTreeMap::new()),
        })
    }

    fn breaks(&mut self, input: &TaintedInput) -> Result<Breaks, Failure> {
        let mut is_changed = false;
        for number in ALL {
            let (failed, instead) = self.run(&[input], number)?;
            let other = instead.get(&input.key);
            if let Some(failed) = failed {
                let other = other.cloned().unwrap_or_else(|| "another value".to_owned());
                return Ok(Breaks::Yes(other, failed));
            }
            is_changed |= other.is_some();
        }
        Ok(if is_changed { Breaks::No } else { Breaks::Unchanged })
    }

    /// The inputs of some that the test does without, whatever is in their place; all together where that is so, else by halves.
    fn settle<'i>(
        &mut self,
        inputs: &[&'i TaintedInput],
        instead: &mut BTreeMap<String, Vec<String>>,
    ) -> Result<Vec<&'i TaintedInput>, Failure> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let mut tried: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for number in USUAL {
            let (failed, changed) = self.run(inputs, number)?;
            if failed.is_some() {
                if inputs.len() == 1 {
                    return Ok(Vec::new());
                }
                let (left, right) = inputs.split_at(inputs.len() / 2);
                let mut kept = self.settle(left, instead)?;
                kept.extend(self.settle(right, instead)?);
                return Ok(kept);
            }
            changed.into_iter().for_each(|(key, value)| tried.entry(key).or_default().push(value));
        }
        instead.append(&mut tried);
        Ok(inputs.to_vec())
    }
}
