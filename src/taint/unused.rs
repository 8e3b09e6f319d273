//! Tries out whether tests do without the inputs that no assertion looks at.

use super::findings::{Refuted, Unused};
use super::kind::Problem;
use super::suspicion::suspects;
use super::trial::{Attribution, Classes, OF_UNUSED, Rerun, Trial};
use super::witnessed::Witnessed;
use crate::session::{Failed, Failure, How, TestId};
use crate::worker::protocol::{Tainted, TaintedInput};
use std::collections::BTreeMap;

/// Tries out the suspicions about some tests of a class, and tells of them.
///
/// Inputs of one test are constants and results in its own code, which no other test runs. So the inputs of all tests are changed together,
/// and then each by itself, because changes may hide each other. A test that fails meanwhile may do so because of what another one has left
/// behind: that is tried out by itself.
pub(super) fn try_out(
    trial: &mut Trial<'_, '_>,
    tests: &[(TestId, Tainted)],
    witnessed: &mut BTreeMap<TestId, Witnessed>,
) -> Result<(), Failure> {
    let mut open: BTreeMap<TestId, Doubts<'_>> = BTreeMap::new();
    for (test, tainted) in tests {
        let inputs = suspects(Problem::UnusedInput, tainted);
        if !inputs.is_empty() {
            witnessed.entry(*test).or_default().unused_tally.reports = inputs.len();
            open.insert(*test, Doubts { inputs, ..Doubts::default() });
        }
    }
    let failing = all_together(trial, &mut open)?;
    for test in failing {
        let doubts = open.get_mut(&test).expect("the test is open");
        if let Some(why) = doubts.sort_out(trial, test)? {
            *doubts = Doubts::default();
            witnessed.entry(test).or_default().unclear = Some(why);
        }
    }
    each_by_itself(trial, &mut open)?;
    for (test, doubts) in open {
        doubts.tell(test, witnessed.entry(test).or_default());
    }
    Ok(())
}

/// What there is to find out about a test.
#[derive(Debug, Default)]
struct Doubts<'i> {
    /// The inputs that it may do without.
    inputs: Vec<&'i TaintedInput>,
    /// What was in their place when it passed, by key.
    instead: BTreeMap<String, Vec<String>>,
    /// Those that it does not do without.
    refuted: Vec<Needed<'i>>,
}

/// An input that a test does not do without.
#[derive(Debug)]
struct Needed<'i> {
    input: &'i TaintedInput,
    /// What was in its place.
    instead: Option<String>,
    /// How the test failed.
    failed: Failed,
    /// Whether an assertion looked at it then.
    is_checked: bool,
    /// Whether it is settled that it failed because of the value.
    attribution: Attribution,
}

impl<'i> Needed<'i> {
    /// None if the test has passed.
    fn of(input: &'i TaintedInput, (mut rerun, attribution): (Rerun, Attribution)) -> Option<Needed<'i>> {
        let failed = rerun.failed?;
        let is_checked = rerun.inputs.iter().any(|one| one.key == input.key && one.is_checked);
        Some(Needed { input, instead: rerun.instead.remove(&input.key), failed, is_checked, attribution })
    }

    /// Whether the program throws something with another value, and marks knew that it might. Where a test catches that and fails, its assertion has
    /// looked at what the exception hangs on.
    fn is_guarded(&self) -> bool {
        self.input.is_guarded && (self.failed.how == How::Exception || self.is_checked)
    }
}

/// Changes all inputs together; says which tests fail then.
fn all_together(trial: &mut Trial<'_, '_>, open: &mut BTreeMap<TestId, Doubts<'_>>) -> Result<Vec<TestId>, Failure> {
    let mut failing = Vec::new();
    let mut classes = Classes::Fresh;
    for numbers in OF_UNUSED {
        for number in *numbers {
            let tests: Vec<TestId> = open.keys().copied().filter(|test| !failing.contains(test)).collect();
            if tests.is_empty() {
                return Ok(failing);
            }
            let inputs: Vec<&TaintedInput> = tests.iter().flat_map(|test| open[test].inputs.clone()).collect();
            let reruns = trial.together(classes, &tests, &inputs, *number)?;
            classes = Classes::Used;
            let mut is_changed = false;
            for (test, rerun) in reruns {
                is_changed |= rerun.failed.is_some() || !rerun.instead.is_empty();
                if rerun.failed.is_some() {
                    failing.push(test);
                } else {
                    open.get_mut(&test).expect("the test is open").passes_with(rerun.instead);
                }
            }
            if !is_changed {
                break;
            }
        }
    }
    Ok(failing)
}

/// Changes each input of a test by itself, of all tests together.
fn each_by_itself(trial: &mut Trial<'_, '_>, open: &mut BTreeMap<TestId, Doubts<'_>>) -> Result<(), Failure> {
    let most = open.values().map(|doubts| doubts.inputs.len()).max().unwrap_or_default();
    let mut classes = Classes::Fresh;
    let mut failing: Vec<(TestId, &TaintedInput)> = Vec::new();
    for turn in 0..most {
        // The only input of a test has been changed by itself already.
        let inputs: BTreeMap<TestId, &TaintedInput> = open
            .iter()
            .filter(|(_, doubts)| doubts.inputs.len() > 1)
            .filter_map(|(test, doubts)| Some((*test, *doubts.inputs.get(turn)?)))
            .filter(|(test, input)| open[test].instead.contains_key(&input.key))
            .collect();
        if inputs.is_empty() {
            continue;
        }
        let tests: Vec<TestId> = inputs.keys().copied().collect();
        let reruns = trial.together(classes, &tests, &inputs.values().copied().collect::<Vec<_>>(), 0)?;
        classes = Classes::Used;
        failing
            .extend(reruns.iter().filter(|(_, rerun)| rerun.failed.is_some()).map(|(test, _)| (*test, inputs[test])));
    }
    for (test, input) in failing {
        if let Some(needed) = Needed::of(input, trial.again(test, &[input], 0)?) {
            let doubts = open.get_mut(&test).expect("the test is open");
            doubts.inputs.retain(|other| other.key != input.key);
            doubts.refuted.push(needed);
        }
    }
    Ok(())
}

/// The inputs of some with which a test fails on the classes at hand, by halves, and the way in which each is changed then.
fn fails_with<'i>(
    trial: &mut Trial<'_, '_>,
    test: TestId,
    inputs: &[&'i TaintedInput],
) -> Result<Vec<(&'i TaintedInput, u32)>, Failure> {
    for number in OF_UNUSED.iter().copied().flatten() {
        let rerun = trial.by_itself(Classes::Used, test, inputs, *number)?;
        if rerun.failed.is_some() {
            if let [input] = inputs {
                return Ok(vec![(*input, *number)]);
            }
            let (left, right) = inputs.split_at(inputs.len() / 2);
            let mut all = fails_with(trial, test, left)?;
            all.extend(fails_with(trial, test, right)?);
            return Ok(all);
        }
        if rerun.instead.is_empty() {
            break;
        }
    }
    Ok(Vec::new())
}

impl<'i> Doubts<'i> {
    fn passes_with(&mut self, instead: BTreeMap<String, String>) {
        for (key, value) in instead {
            let known = self.instead.entry(key).or_default();
            if !known.contains(&value) {
                known.push(value);
            }
        }
    }

    /// Finds out which of the inputs a test does without that fails where all of them are changed; says why it fails without that, if it does.
    ///
    /// Those that it does not do without are looked for on the classes at hand, and it has to fail because of each; whether it does without all
    /// of the others is seen on classes that are loaded anew.
    fn sort_out(&mut self, trial: &mut Trial<'_, '_>, test: TestId) -> Result<Option<String>, Failure> {
        let mut left = std::mem::take(&mut self.inputs);
        self.instead.clear();
        if trial.by_itself(Classes::Used, test, &[], 0)?.failed.is_none() {
            for (input, number) in fails_with(trial, test, &left)? {
                self.refuted.extend(Needed::of(input, trial.again(test, &[input], number)?));
            }
            left.retain(|input| self.refuted.iter().all(|needed| needed.input.key != input.key));
        } else if let Some(why) = trial.fails_unchanged(test)? {
            return Ok(Some(why));
        }
        self.inputs = self.halve(trial, test, &left)?;
        match self.refuted.iter().any(|needed| needed.attribution == Attribution::Open) {
            true => trial.fails_unchanged(test),
            false => Ok(None),
        }
    }

    /// The inputs of some that a test does without, whatever is in their place: all together where that is so, else by halves.
    fn halve(
        &mut self,
        trial: &mut Trial<'_, '_>,
        test: TestId,
        inputs: &[&'i TaintedInput],
    ) -> Result<Vec<&'i TaintedInput>, Failure> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let (mut tried, mut classes) = (Vec::new(), Classes::Fresh);
        for number in OF_UNUSED.iter().copied().flatten() {
            let mut rerun = trial.by_itself(classes, test, inputs, *number)?;
            if rerun.failed.is_some() && classes == Classes::Used {
                rerun = trial.alone(test, inputs, *number)?;
            }
            classes = Classes::Used;
            if rerun.failed.is_some() {
                if let [input] = inputs {
                    self.refuted.extend(Needed::of(input, (rerun, Attribution::Open)));
                    return Ok(Vec::new());
                }
                let (left, right) = inputs.split_at(inputs.len() / 2);
                let mut kept = self.halve(trial, test, left)?;
                kept.extend(self.halve(trial, test, right)?);
                return Ok(kept);
            }
            if rerun.instead.is_empty() {
                break;
            }
            tried.push(rerun.instead);
        }
        tried.into_iter().for_each(|instead| self.passes_with(instead));
        Ok(inputs.to_vec())
    }

    /// Tells what became of the suspicions.
    fn tell(mut self, test: TestId, witnessed: &mut Witnessed) {
        for one in self.refuted {
            // That the program does not throw is an oracle, too, and marks know of it.
            if one.is_guarded() {
                witnessed.unused_tally.guarded += 1;
                continue;
            }
            witnessed.unused_tally.refuted += 1;
            let Needed { input, instead, failed, .. } = one;
            let instead = instead.into_iter().collect();
            witnessed.refuted.push(Refuted { test, input: input.clone(), instead, failed: Some(failed) });
        }
        for input in self.inputs {
            match self.instead.remove(&input.key) {
                None => witnessed.unused_tally.unchanged += 1,
                Some(instead) => {
                    witnessed.unused_tally.confirmed += 1;
                    witnessed.unused.push(Unused { test, input: input.clone(), instead, way: None, fixes: None });
                }
            }
        }
    }
}
