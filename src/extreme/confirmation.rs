//! Runs the reaching tests on each transformation, and believes no verdict that is not confirmed.
//!
//! Tests run in a worker that has run others before, under other transformations, which may have left something behind. So a
//! failure counts only if the same test passes on the unchanged program right before it, in the same worker; and a
//! transformation counts as undetected only if all reaching tests pass with it where no static state is left, too: on classes
//! that are loaded anew, which are initialised under the transformation. Where such classes and the unchanged program do not
//! get on, a fresh JVM decides.

use super::failure::Failure;
use super::journal::Journal;
use super::options::Options;
use super::queue::{Progress, Queue, Task};
use super::verdict::{Detection, Judged, Verdict};
use super::work::{Portion, Work};
use crate::session::{Baseline, BatchOutcome, Change, Failed, How, TestId, WorkerPool, locked};
use crate::unit::UnitVerdict;
use crate::worker::protocol::MethodId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How many times the patience a test has on the unchanged program. It passed before, so that only a busy machine can make it
/// slow; and a test that is given up here would never be believed again.
const UNCHANGED_PATIENCE: u32 = 20;

/// How many times the patience a test has when it missed its deadline before.
const RETRY_PATIENCE: u32 = 3;

/// How many times as many tests run together as before, where none of those has failed.
const BATCH_GROWTH: usize = 4;

/// How many tests run together at most: all of them run, although one fails.
const BATCH_SIZE: usize = 64;

/// How long they may take together, in microseconds, if there are several.
const BATCH_MICROS: u64 = 1_000_000;

/// How long tests of a long suite are asked in a JVM that has run others before all of them run on new classes: by then most transformations
/// are detected that will ever be, and what is not has to pass on new classes anyway. In microseconds.
const FIRST_PASS_MICROS: u64 = 500_000;

/// The same, as a part of the time of all tests that reach the method.
const FIRST_PASS_PART: u64 = 4;

/// Why there is no verdict.
enum Stop {
    /// Something does not work.
    Failed(Failure),
    /// The time is over.
    OutOfTime,
}

impl<F: Into<Failure>> From<F> for Stop {
    fn from(failure: F) -> Stop {
        Stop::Failed(failure.into())
    }
}

/// What all judges learn.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// Tests that fail alone on the unchanged program.
    pub dependent: BTreeSet<TestId>,
    /// Classes that workers could not instrument, with the reason.
    pub not_instrumented: BTreeMap<String, String>,
    /// The test that last detected a transformation of a method.
    detecting: BTreeMap<MethodId, TestId>,
}

impl Learned {
    /// What is known before anything is judged.
    pub(super) fn new(dependent: BTreeSet<TestId>) -> Learned {
        Learned { dependent, ..Learned::default() }
    }
}

/// What all judges share.
pub(super) struct Shared<'s> {
    pub options: &'s Options,
    pub baseline: &'s Baseline,
    pub work: &'s Work,
    pub known: &'s BTreeMap<Change, Judged>,
    pub journal: &'s Journal,
    pub queue: &'s Queue,
    pub learned: &'s Mutex<Learned>,
}

impl Shared<'_> {
    /// A verdict on a portion with what it lacks: what is known, although there is no time to judge more, and what is not.
    pub(super) fn left(
        &self,
        portion: &Portion,
        mut verdict: UnitVerdict<Judged>,
    ) -> Result<UnitVerdict<Judged>, Failure> {
        for part in portion.parts().filter(|part| !verdict.outcomes.contains_key(part)).collect::<Vec<_>>() {
            let judged = match self.known.get(&(portion.method, part.0)) {
                Some(known) => {
                    self.journal.judged(verdict.unit, part, self.work.with_digests(known)).map_err(Failure::Journal)?;
                    known.clone()
                }
                None => Judged::without_tests(Verdict::NotJudged),
            };
            verdict.outcomes.insert(part, judged);
        }
        Ok(verdict)
    }
}

/// Told how far the judging is, whenever something has been judged or more is known of the time that is left.
pub(super) type Listener<'l> = &'l (dyn Fn(Progress) + Sync);

/// One thread with its workers.
pub(super) struct Judge<'s> {
    pub shared: &'s Shared<'s>,
    pub pool: WorkerPool<'s>,
    pub listener: Listener<'s>,
}

/// The detections of one transformation, the first one first.
struct Found {
    detections: Vec<Detection>,
    all: bool,
}

impl Found {
    /// Adds a detection, and says whether that is enough.
    fn add(&mut self, detection: Detection) -> bool {
        self.detections.push(detection);
        !self.all
    }

    fn judged(self) -> Option<Judged> {
        let mut detections = self.detections.into_iter();
        let verdict = Verdict::Detected(detections.next()?);
        Some(Judged { verdict, also: detections.collect() })
    }

    /// The verdict after the last test.
    fn verdict(self) -> Judged {
        self.judged().unwrap_or(Judged { verdict: Verdict::Undetected, also: Vec::new() })
    }
}

/// What the tests of one transformation take that have not run yet, in microseconds.
struct Rest {
    all: u64,
    passed: u64,
    /// What those take that are likely to detect it.
    likely: u64,
}

impl Rest {
    fn new(judge: &Judge<'_>, order: &[TestId], likely_have_passed: bool) -> Rest {
        let all = judge.shared.baseline.time(order, |test| test.usual);
        Rest { all, passed: 0, likely: if likely_have_passed { 0 } else { judge.likely(order) } }
    }

    /// Some tests begin, and those before them have passed. Once the likely ones have, the others are likely to pass, too.
    fn begin(&mut self, judge: &Judge<'_>, batch: &[TestId], task: &Task, change: Change) {
        if self.passed >= self.likely {
            let rest = Duration::from_micros(self.all.saturating_sub(self.passed));
            judge.shared.queue.survives(task, change, rest);
            (judge.listener)(judge.shared.queue.progress());
        }
        self.passed += judge.shared.baseline.time(batch, |test| test.usual);
    }
}

impl Judge<'_> {
    /// Judges what nobody else does, until nothing is left or the time is over.
    pub(super) fn take_all(&mut self) -> Result<Vec<UnitVerdict<Judged>>, Failure> {
        let (shared, mut verdicts) = (self.shared, Vec::new());
        while let Some(task) = shared.queue.take() {
            let mut verdict = shared.work.open(task.portion.unit);
            match self.task(task, &mut verdict) {
                Ok(()) => verdicts.push(verdict),
                Err(Stop::OutOfTime) => verdicts.push(shared.left(&task.portion, verdict)?),
                Err(Stop::Failed(failure)) => return Err(failure),
            }
        }
        Ok(verdicts)
    }

    /// Judges some transformations of a method. A test that detected one is the first to be asked about the next.
    fn task(&mut self, task: &Task, verdict: &mut UnitVerdict<Judged>) -> Result<(), Stop> {
        let (shared, method) = (self.shared, task.portion.method);
        let mut order = shared.baseline.reaching(method);
        if let Some(detecting) = locked(shared.learned).detecting.get(&method) {
            order.sort_by_key(|test| test != detecting);
        }
        for part in task.portion.parts() {
            let change = (method, part.0);
            let judged = match shared.known.get(&change) {
                Some(known) => known.clone(),
                None => {
                    let since = Instant::now();
                    let judged = self.transformation(task, change, &order)?;
                    shared.queue.judged(task, change, since.elapsed());
                    (self.listener)(shared.queue.progress());
                    judged
                }
            };
            let written = shared.journal.judged(verdict.unit, part, shared.work.with_digests(&judged));
            written.map_err(Failure::Journal)?;
            if let Verdict::Detected(detection) = &judged.verdict {
                order.sort_by_key(|test| *test != detection.test);
                locked(shared.learned).detecting.insert(method, detection.test);
            }
            verdict.outcomes.insert(part, judged);
        }
        Ok(())
    }

    /// Goes on only while there is time.
    fn in_time(&self) -> Result<(), Stop> {
        if self.shared.queue.is_over() { Err(Stop::OutOfTime) } else { Ok(()) }
    }

    fn transformation(&mut self, task: &Task, change: Change, order: &[TestId]) -> Result<Judged, Stop> {
        // A used JVM never calls again what initialises classes.
        if self.shared.baseline.initialises(change.0) {
            return self.renewed(task, change, order, 1);
        }
        match self.used(change, order)? {
            Some(judged) => Ok(judged),
            None => self.renewed(task, change, order, BATCH_SIZE),
        }
    }

    /// How long the first tests take that are likely to detect a transformation, if any of these does. In microseconds.
    fn likely(&self, order: &[TestId]) -> u64 {
        FIRST_PASS_MICROS.max(self.shared.baseline.time(order, |test| test.usual) / FIRST_PASS_PART)
    }

    /// The tests in their order in groups that run together: small ones first, because the first tests are the likeliest to
    /// detect something, and none that takes long.
    fn batches(&self, order: &[TestId], first: usize) -> Vec<Vec<TestId>> {
        let baseline = self.shared.baseline;
        let launch = |test: &TestId| baseline.tests[test.0].launch;
        // With all detections asked for, each test is to fail by itself.
        let (mut size, most) = if self.shared.options.full_matrix { (1, 1) } else { (first, BATCH_SIZE) };
        let mut batches: Vec<Vec<TestId>> = Vec::new();
        for test in order.iter().filter(|test| !self.is_dependent(**test)) {
            if let Some(last) = batches.last_mut() {
                let is_full = last.len() >= size;
                let fits = || baseline.time(last.iter().chain([test]), |test| test.usual) <= BATCH_MICROS;
                if !is_full && launch(&last[0]) == launch(test) && fits() {
                    last.push(*test);
                    continue;
                }
                size = most.min(BATCH_GROWTH * size);
            }
            batches.push(vec![*test]);
        }
        batches
    }

    fn found(&self) -> Found {
        Found { detections: Vec::new(), all: self.shared.options.full_matrix }
    }

    /// Runs tests in workers that have run others before, those that are likely to detect something; none if they do not.
    fn used(&mut self, change: Change, order: &[TestId]) -> Result<Option<Judged>, Stop> {
        self.pool.go_back();
        let mut found = self.found();
        let baseline = self.shared.baseline;
        let enough = match baseline.is_long() {
            true => self.likely(order),
            false => u64::MAX,
        };
        let mut spent = 0;
        for batch in self.batches(order, 1) {
            self.in_time()?;
            spent += baseline.time(&batch, |test| test.usual);
            if spent > enough && !found.all {
                break;
            }
            if batch.len() > 1 {
                match self.pool.run_batch(&batch, change)? {
                    BatchOutcome::Passed => continue,
                    BatchOutcome::Failed(test) if !self.is_dependent(test) => {
                        if let Some(failed) = self.detects(test, change)? {
                            found.add(Detection::by(test, failed, false));
                            break;
                        }
                    }
                    // What each of them does alone says more.
                    BatchOutcome::Failed(_) | BatchOutcome::Unclear => {}
                }
            }
            if self.one_by_one(&batch, change, &mut found)? {
                break;
            }
        }
        Ok(found.judged())
    }

    /// Runs tests one after the other, each alone, and says whether the detections are enough.
    fn one_by_one(&mut self, tests: &[TestId], change: Change, found: &mut Found) -> Result<bool, Stop> {
        for test in tests {
            self.in_time()?;
            if self.is_dependent(*test) {
                continue;
            }
            // The first one to ask is likely to detect it, the others are not.
            let is_likely = tests.len() == 1 && !found.all;
            if !is_likely && self.pool.run(*test, Some(change), 1)?.is_none() {
                continue;
            }
            if let Some(failed) = self.detects(*test, change)?
                && found.add(Detection::by(*test, failed, false))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How a test fails on a transformation, if nothing else is to blame: it passes on the unchanged program right before that in
    /// the same worker, or nothing has run before it.
    fn detects(&mut self, test: TestId, change: Change) -> Result<Option<Failed>, Failure> {
        if self.pool.has(test) && self.passes(test)? {
            let failed = self.pool.run(test, Some(change), 1)?;
            if failed.is_none() || self.pool.has(test) {
                return Ok(failed);
            }
            // What ended a worker ends this one, too, unless the machine was busy or somebody killed it.
            return Ok(self.pool.run(test, Some(change), RETRY_PATIENCE)?);
        }
        // There is no worker, or something that ran in it has an effect on this test.
        self.pool.retire(test);
        let Some(failed) = self.pool.run(test, Some(change), RETRY_PATIENCE)? else { return Ok(None) };
        if self.pool.has(test) && self.passes(test)? {
            return Ok(Some(failed));
        }
        // It may be the test itself that leaves something behind.
        self.pool.retire(test);
        if self.passes(test)? {
            return Ok(Some(failed));
        }
        self.distrust(test)?;
        Ok(None)
    }

    /// Runs all tests once more on classes that are loaded anew, and so are initialised under the transformation; so many of
    /// them together at first.
    fn renewed(&mut self, task: &Task, change: Change, order: &[TestId], first: usize) -> Result<Judged, Stop> {
        let mut found = self.found();
        self.pool.renew();
        let mut untouched = true;
        // Where the first pass has been, the likely tests have passed.
        let mut rest = Rest::new(self, order, first > 1);
        for mut batch in self.batches(order, first) {
            self.in_time()?;
            rest.begin(self, &batch, task, change);
            if batch.len() > 1 {
                match self.pool.run_batch(&batch, change)? {
                    BatchOutcome::Passed => {
                        untouched = false;
                        continue;
                    }
                    BatchOutcome::Failed(test) => batch.sort_by_key(|other| *other != test),
                    BatchOutcome::Unclear => {}
                }
                // Each by itself, where none of the others has been before.
                self.pool.renew();
                untouched = true;
            }
            for test in batch {
                self.in_time()?;
                if self.is_dependent(test) {
                    continue;
                }
                let (is_first, fuel) = (std::mem::replace(&mut untouched, false), self.pool.fuel(test));
                let Some(failed) = self.pool.run(test, Some(change), 1)? else { continue };
                // That has to happen where this test is the first, too, and must not happen on the unchanged program.
                let again = match failed.how {
                    How::Assertion | How::Exception if is_first => Some(failed),
                    _ => {
                        self.pool.renew();
                        self.pool.run(test, Some(change), RETRY_PATIENCE)?
                    }
                };
                self.pool.renew();
                let unchanged = self.passes(test)?;
                // A test that has turned out to do more on new classes may have been cut too early.
                let is_valid = |failed: &Failed| failed.how != How::Timeout || self.pool.fuel(test) == fuel;
                let Some(failed) = again.filter(|failed| unchanged && is_valid(failed)) else {
                    let mut suspected_first = order.to_vec();
                    suspected_first.sort_by_key(|other| *other != test);
                    return self.fresh(change, &suspected_first);
                };
                if found.add(Detection::by(test, failed, true)) {
                    return Ok(found.verdict());
                }
                self.pool.renew();
                untouched = true;
            }
        }
        Ok(found.verdict())
    }

    /// Runs all tests once more in fresh JVMs.
    fn fresh(&mut self, change: Change, order: &[TestId]) -> Result<Judged, Stop> {
        let mut found = self.found();
        self.pool.retire_all();
        for test in order {
            self.in_time()?;
            if self.is_dependent(*test) {
                continue;
            }
            let fuel = self.pool.fuel(*test);
            let first = self.pool.run(*test, Some(change), 1)?;
            let again = match first {
                Some(Failed { how: How::Timeout | How::Crash, .. }) => {
                    self.pool.retire(*test);
                    self.pool.run(*test, Some(change), RETRY_PATIENCE)?
                }
                other => other,
            };
            let Some(failed) = again else { continue };
            self.pool.retire(*test);
            let unchanged = self.passes(*test)?;
            self.pool.retire(*test);
            let failed = match failed.how {
                How::Timeout if self.pool.fuel(*test) > fuel => self.pool.run(*test, Some(change), RETRY_PATIENCE)?,
                _ => Some(failed),
            };
            if !unchanged {
                self.distrust(*test)?;
            } else if let Some(failed) = failed
                && found.add(Detection::by(*test, failed, true))
            {
                break;
            }
            self.pool.retire(*test);
        }
        Ok(found.verdict())
    }

    fn is_dependent(&self, test: TestId) -> bool {
        locked(self.shared.learned).dependent.contains(&test)
    }

    /// Believes a test no more: it fails alone on the unchanged program.
    fn distrust(&mut self, test: TestId) -> Result<(), Failure> {
        locked(self.shared.learned).dependent.insert(test);
        self.pool.retire(test);
        self.shared.journal.dependent(self.shared.work.digest(test)).map_err(Failure::Journal)
    }

    /// Whether a test passes on the unchanged program.
    fn passes(&mut self, test: TestId) -> Result<bool, Failure> {
        match self.pool.run(test, None, UNCHANGED_PATIENCE)? {
            // Tests that passed before do not crash JVMs; somebody may have killed it.
            Some(Failed { how: How::Crash, .. }) => Ok(self.pool.run(test, None, UNCHANGED_PATIENCE)?.is_none()),
            other => Ok(other.is_none()),
        }
    }
}
