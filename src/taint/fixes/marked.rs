//! When a report is gone: the test of the edited class runs with marks.

use super::super::findings::FixKind;
use super::super::kind::InputKind;
use super::super::trial::{OF_BRITTLE, OF_UNUSED, Trial};
use super::reported::Report;
use crate::fixes::{Class, Cure};
use crate::session::{Failure, How, TestId, WorkerPool};
use crate::source::{Edit, JavaFile};
use crate::worker::protocol::TaintedInput;
use std::collections::{BTreeMap, BTreeSet};

/// Runs the tests of a class with marks.
pub(super) struct Marked<'b> {
    /// The class.
    pub of: &'b Class<'b>,
    /// What runs them.
    pub pool: WorkerPool<'b>,
    /// The source of the class.
    pub file: &'b JavaFile,
    /// What assertions look at in each test, as it is; none for one that fails with marks.
    pub looked_at: BTreeMap<TestId, Option<LookedAt>>,
}

/// What the assertions of a test look at.
#[derive(Debug)]
pub(super) struct LookedAt {
    /// How many inputs that it controls.
    controlled: usize,
    /// The keys of those that it does not control.
    uncontrolled: BTreeSet<String>,
}

impl LookedAt {
    fn of(inputs: &[TaintedInput]) -> LookedAt {
        let checked = inputs.iter().filter(|input| input.is_checked);
        let is_controlled = |input: &&TaintedInput| InputKind::of(input).is_some_and(InputKind::is_controlled);
        let (controlled, others): (Vec<&TaintedInput>, Vec<&TaintedInput>) = checked.partition(is_controlled);
        LookedAt { controlled: controlled.len(), uncontrolled: others.into_iter().map(|one| one.key.clone()).collect() }
    }
}

impl Cure for Marked<'_> {
    type Report = Report;
    type Kind = FixKind;

    fn test(report: &Report) -> TestId {
        report.test()
    }

    fn is_gone(&mut self, report: &Report, kind: FixKind, edit: &Edit) -> Result<bool, Failure> {
        match report {
            Report::Brittle { test, input } => self.passes_with_others(*test, input),
            Report::Unused { test, input } => self.is_used(*test, input, kind, edit),
        }
    }
}

impl Marked<'_> {
    /// Notes what assertions look at in some tests of the class as it is.
    pub fn look(&mut self, tests: impl Iterator<Item = TestId>) -> Result<(), Failure> {
        for test in tests {
            if !self.looked_at.contains_key(&test) {
                let rerun = Trial::new(&mut self.pool, self.of.suite).alone(test, &[], 0)?;
                let looked_at = rerun.failed.is_none().then(|| LookedAt::of(&rerun.inputs));
                self.looked_at.insert(test, looked_at);
            }
        }
        Ok(())
    }

    /// Whether a test passes with all other values of a field that are tried.
    fn passes_with_others(&mut self, test: TestId, input: &TaintedInput) -> Result<bool, Failure> {
        let mut trial = Trial::new(&mut self.pool, self.of.suite);
        for numbers in OF_BRITTLE {
            for number in *numbers {
                let rerun = trial.alone(test, &[input], *number)?;
                if rerun.failed.is_some() {
                    return Ok(false);
                }
                if rerun.instead.is_empty() {
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Whether an input is gone, or an assertion of the test fails with another value of it. Where it is gone, no other one may have
    /// become unused; and assertions depend on nothing more that the test does not control.
    fn is_used(&mut self, test: TestId, input: &TaintedInput, kind: FixKind, edit: &Edit) -> Result<bool, Failure> {
        let mut trial = Trial::new(&mut self.pool, self.of.suite);
        let met = trial.alone(test, &[], 0)?;
        let Some(Some(before)) = self.looked_at.get(&test).filter(|_| met.failed.is_none()) else { return Ok(false) };
        let now = LookedAt::of(&met.inputs);
        if !now.uncontrolled.is_subset(&before.uncontrolled) {
            return Ok(false);
        }
        if kind == FixKind::Removal {
            return Ok(now.controlled >= before.controlled);
        }
        let Some(input) = same(input, &met.inputs, self.file, edit) else { return Ok(false) };
        for number in OF_UNUSED.iter().copied().flatten() {
            let rerun = trial.alone(test, &[input], *number)?;
            match rerun.failed {
                Some(failed) => return Ok(failed.how == How::Assertion),
                None if rerun.instead.is_empty() => break,
                None => {}
            }
        }
        Ok(false)
    }
}

/// An input of the test as it is among those of the edited one, whose lines and instructions are others.
fn same<'i>(input: &TaintedInput, among: &'i [TaintedInput], file: &JavaFile, edit: &Edit) -> Option<&'i TaintedInput> {
    let line = edit.moved(&file.text, input.line as usize)?;
    let is_alike = |other: &&TaintedInput| {
        let of = |one: &TaintedInput| {
            (one.kind.clone(), one.class.clone(), one.method.clone(), one.name.clone(), one.value.clone())
        };
        of(other) == of(input) && other.line as usize == line
    };
    let alike: Vec<&TaintedInput> = among.iter().filter(is_alike).collect();
    match alike.as_slice() {
        [one] => Some(one),
        // Of several in a line, it is the one at the same instruction, if that has not moved.
        _ => alike.into_iter().find(|one| one.key == input.key),
    }
}
