//! Runs tests again with some of their inputs changed.

use crate::session::{Baseline, Failed, Failure, TestId, WorkerPool};
use crate::worker::protocol::{InputChange, Request, TaintedInput};
use std::collections::BTreeMap;

/// The changes of an input into its neighbours and values of the same form, from the nearest on.
const USUAL: [u32; 3] = [0, 1, 2];

/// Those into values that programs treat in a way of their own.
const EXTREME: [u32; 2] = [16, 17];

/// Which changes of an input are tried. Those of a sequence end where there is no other value any more.
pub(super) const OF_UNUSED: &[&[u32]] = &[&USUAL];

/// Those of an input on which an assertion may depend.
pub(super) const OF_BRITTLE: &[&[u32]] = &[&USUAL, &EXTREME];

/// The change of a number into 0, or of a character into the first one; that into another is as much later.
pub(super) const CHOSEN: u32 = 1 << 20;

/// Where tests run again.
pub(super) struct Trial<'t, 's> {
    pool: &'t mut WorkerPool<'s>,
    suite: &'t Baseline,
    /// Why tests fail by themselves without any change; none for those that pass.
    unchanged: BTreeMap<TestId, Option<String>>,
    /// How many times tests ran.
    pub runs: usize,
}

/// What became of a test.
#[derive(Debug, Clone, Default)]
pub(super) struct Rerun {
    /// How it failed, if it did.
    pub failed: Option<Failed>,
    /// What was in the place of each input that was changed, by key.
    pub instead: BTreeMap<String, String>,
    /// The inputs that it has met.
    pub inputs: Vec<TaintedInput>,
}

/// Whether it is settled why a test fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attribution {
    /// Because of what was changed.
    Settled,
    /// It may fail without that, too.
    Open,
}

/// The classes that tests run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Classes {
    /// They are loaded anew.
    Fresh,
    /// Tests have run on them before.
    Used,
}

impl<'t, 's> Trial<'t, 's> {
    /// What runs tests of a suite in workers of a pool.
    pub fn new(pool: &'t mut WorkerPool<'s>, suite: &'t Baseline) -> Trial<'t, 's> {
        Trial { pool, suite, unchanged: BTreeMap::new(), runs: 0 }
    }

    /// Runs a test by itself on fresh classes, with some inputs changed in the way of a number.
    pub fn alone(&mut self, test: TestId, inputs: &[&TaintedInput], number: u32) -> Result<Rerun, Failure> {
        self.by_itself(Classes::Fresh, test, inputs, number)
    }

    /// Runs a test by itself, with some inputs changed in the way of a number.
    pub fn by_itself(
        &mut self,
        classes: Classes,
        test: TestId,
        inputs: &[&TaintedInput],
        number: u32,
    ) -> Result<Rerun, Failure> {
        let mut reruns = self.together(classes, &[test], inputs, number)?;
        Ok(reruns.remove(&test).expect("each test has a rerun"))
    }

    /// Runs a test by itself that has just failed where others ran, too, with some inputs changed in the way of a number; says whether it is
    /// settled that it fails because of the change, if it fails again.
    ///
    /// A test that passes twice without the change on the classes at hand, and fails with it right after, fails because of the change: what other
    /// tests have left behind was there each time, and what the test itself leaves behind the second time. Where that is not so, it runs on
    /// classes that are loaded anew, which takes longer.
    pub fn again(
        &mut self,
        test: TestId,
        inputs: &[&TaintedInput],
        number: u32,
    ) -> Result<(Rerun, Attribution), Failure> {
        Ok(match self.failing_again(test, inputs, number)? {
            Some(rerun) => (rerun, Attribution::Settled),
            None => (self.alone(test, inputs, number)?, Attribution::Open),
        })
    }

    /// How a test fails with some inputs changed after it has passed twice without that, on the classes at hand; none where it does not, or
    /// where the JVM has ended meanwhile: another one initialises classes without the change.
    fn failing_again(&mut self, test: TestId, inputs: &[&TaintedInput], number: u32) -> Result<Option<Rerun>, Failure> {
        for _ in 0..2 {
            if !self.pool.has(test) || self.by_itself(Classes::Used, test, &[], 0)?.failed.is_some() {
                return Ok(None);
            }
        }
        if !self.pool.has(test) {
            return Ok(None);
        }
        let rerun = self.by_itself(Classes::Used, test, inputs, number)?;
        Ok(Some(rerun).filter(|rerun| rerun.failed.is_some()))
    }

    /// Why a test fails by itself without any change, if it does.
    pub fn fails_unchanged(&mut self, test: TestId) -> Result<Option<String>, Failure> {
        if let Some(known) = self.unchanged.get(&test) {
            return Ok(known.clone());
        }
        let failed = self.alone(test, &[], 0)?.failed;
        let why = failed.map(|failed| format!("alone, with marks, it fails: {}", failed.message));
        self.unchanged.insert(test, why.clone());
        Ok(why)
    }

    /// Runs tests of one launch one after the other, with some inputs changed in the way of a number. What is around the tests and fails
    /// is a failure of them all, and so is the end of the JVM.
    pub fn together(
        &mut self,
        classes: Classes,
        tests: &[TestId],
        inputs: &[&TaintedInput],
        number: u32,
    ) -> Result<BTreeMap<TestId, Rerun>, Failure> {
        if classes == Classes::Fresh {
            self.pool.renew();
        }
        self.runs += 1;
        let inputs = inputs.iter().map(|input| InputChange { key: input.key.clone(), number }).collect();
        let mut reruns: BTreeMap<TestId, Rerun> = tests.iter().map(|test| (*test, Rerun::default())).collect();
        let marked = match self.pool.run_tainted(tests, &Request::Change { inputs })? {
            Ok(marked) => marked,
            Err(end) => {
                reruns.values_mut().for_each(|rerun| rerun.failed = Some(Failed::ended(end)));
                return Ok(reruns);
            }
        };
        let ids: BTreeMap<&str, TestId> =
            tests.iter().map(|test| (self.suite.tests[test.0].unit.id.as_str(), *test)).collect();
        for one in marked.tainted {
            let Some(rerun) = ids.get(one.test.as_str()).and_then(|test| reruns.get_mut(test)) else { continue };
            let changed = one.inputs.iter().filter(|input| !input.instead.is_empty());
            rerun.instead.extend(changed.map(|input| (input.key.clone(), input.instead.clone())));
            rerun.inputs.extend(one.inputs);
        }
        for (id, failed) in marked.failed {
            match ids.get(id.as_str()) {
                Some(test) => reruns.entry(*test).and_modify(|rerun| rerun.failed = Some(failed)),
                None => {
                    reruns.values_mut().for_each(|rerun| rerun.failed = Some(failed.clone()));
                    continue;
                }
            };
        }
        Ok(reruns)
    }
}
