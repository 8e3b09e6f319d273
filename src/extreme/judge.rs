//! Runs the reaching tests on each transformation, and believes no verdict that is not confirmed.
//!
//! Tests run in a worker that has run others before, under other transformations, which may have left something behind. So a
//! failure counts only if the same test passes on the unchanged program right before it, in the same worker; and a
//! transformation counts as undetected only if all reaching tests pass with it where no static state is left, too: on classes
//! that are loaded anew, which are initialised under the transformation. Where such classes and the unchanged program do not
//! get on, a fresh JVM decides.

use super::baseline;
use super::findings::{Detection, Findings, How, Verdict};
use super::head_start::{HeadStart, are_few};
use super::journal::{Journal, Past};
use super::launch::{Launch, LaunchId};
use super::reuse::Basis;
use super::seats::{Failed, Seats, Together};
use super::subject::Subject;
use super::suite::{Failure, SetAside, Suite, TestId};
use super::written::{self, Files};
use crate::worker::protocol::MethodId;
use crate::worker::{Jars, Worker};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How many times the patience a test has on the unchanged program. It passed before, so that only a busy machine can make it
/// slow; and a test that is given up here would never be believed again.
const UNCHANGED: u32 = 20;

/// How many times the patience a test has when it missed its deadline before.
const AGAIN: u32 = 3;

/// How many times as many tests run together as before, where none of those has failed.
const GROWTH: usize = 4;

/// How many tests run together at most: all of them run, although one fails.
const TOGETHER: usize = 64;

/// How the judging is done.
#[derive(Debug, Clone)]
pub struct Config {
    /// How the tests of each module are started.
    pub launches: Vec<Launch>,
    /// How many workers work at once.
    pub jobs: usize,
    /// The time that any test has, beyond the multiple of its usual time, before its worker is killed.
    pub patience: Duration,
    /// How often the suite runs on the unchanged program, to see whether it is flaky.
    pub suite_runs: usize,
    /// The time that one such run may take.
    pub suite_limit: Duration,
    /// Which tests to go on without.
    pub set_aside: SetAside,
    /// Whether to run all reaching tests, although one has detected the transformation.
    pub full_matrix: bool,
}

/// A verdict, with all tests that detected the transformation and not only the first, if that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// What the tests said.
    pub verdict: Verdict,
    /// Detections after the first.
    pub also: Vec<Detection>,
}

/// A transformation: the method, and the number of the body.
pub(super) type Change = (MethodId, u32);

/// Told of progress: methods done, and methods in all.
pub type Progress<'p> = &'p (dyn Fn(usize, usize) + Sync);

/// Judges a suite by what it says to the transformations of the methods under test.
///
/// What is found is written to the journal as soon as it is known; what the past found is taken over.
pub fn judge(
    config: &Config,
    jars: &Jars,
    subject: &Subject,
    past: Past,
    journal: &Journal,
    progress: Progress<'_>,
) -> Result<Findings, Failure> {
    let (suite, workers) = match past.suite {
        Some(suite) => (suite, Vec::new()),
        None => baseline::run(config, jars, subject)?,
    };
    journal.suite(&suite).map_err(Failure::Journal)?;
    let (mut known, mut held) = (past.judged, 0);
    if journal.is_kept() {
        let basis = Basis::of(config, subject, &suite).map_err(Failure::Journal)?;
        journal.basis(&basis).map_err(Failure::Journal)?;
        let earlier = basis.known(&suite, &past.earlier);
        held = earlier.len();
        known.extend(earlier);
    }
    let bodies: Vec<usize> = subject.guarded().map(|method| method.transformations.len()).collect();
    let open = bodies.iter().sum::<usize>().saturating_sub(known.len());
    let head_start = HeadStart::of(open);
    let mut order: Vec<usize> = (0..bodies.len()).collect();
    if !are_few(open) {
        // What may take long comes first, so that in the end no worker waits for another one.
        let time = suite.time_by_method();
        let most = |index: &usize| bodies[*index] as u64 * time.get(&MethodId(*index as u32)).unwrap_or(&0);
        order.sort_by_key(|index| std::cmp::Reverse(most(index)));
    }
    let board = Board { order, next: AtomicUsize::new(0), done: AtomicUsize::new(0), failed: AtomicBool::new(false) };
    let stage = Stage { config, suite: &suite, known: &known, journal };
    let shared = Shared(Mutex::new(Learned { dependent: past.dependent, ..Learned::default() }));
    let files = Files::now(&config.launches);
    // They are warm.
    let mut workers = workers.into_iter();
    let jobs = config.jobs.clamp(1, bodies.len().max(1));
    let work = |thread, warm: Option<(LaunchId, Worker)>| {
        if warm.is_none() && thread > 0 {
            head_start.wait();
        }
        let mut judge = Judge { stage: &stage, shared: &shared, seats: Seats::new(config, jars, subject, &suite) };
        if let Some((launch, worker)) = warm {
            judge.seats.seat(launch, worker);
        }
        let verdicts = judge.take_from(&board, &bodies, progress);
        if verdicts.is_err() {
            board.failed.store(true, Ordering::Relaxed);
        }
        head_start.end();
        let not_instrumented = judge.seats.leave();
        locked(&shared.0).not_instrumented.extend(not_instrumented);
        verdicts
    };
    let judged: Vec<Result<BTreeMap<usize, Vec<Judged>>, Failure>> = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..jobs)
            .map(|thread| (thread, workers.next()))
            .map(|(thread, warm)| scope.spawn(move || work(thread, warm)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let written = written::again(config, jars, subject, &files);
    let mut verdicts = BTreeMap::new();
    for part in judged {
        verdicts.extend(part?);
    }
    let Learned { dependent, mut not_instrumented } =
        shared.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    not_instrumented.extend(past.not_instrumented);
    journal.end(&not_instrumented).map_err(Failure::Journal)?;
    let findings = Findings::assemble(
        subject,
        suite,
        verdicts.into_values().collect(),
        dependent.into_iter().collect(),
        not_instrumented.into_iter().collect(),
    );
    Ok(Findings { held, written, ..findings })
}

/// The methods that are still to be judged.
struct Board {
    /// The numbers of the methods in the order in which they are judged.
    order: Vec<usize>,
    next: AtomicUsize,
    done: AtomicUsize,
    failed: AtomicBool,
}

/// What all judges learn.
#[derive(Debug, Default)]
struct Learned {
    /// Tests that fail alone on the unchanged program.
    dependent: BTreeSet<TestId>,
    not_instrumented: BTreeMap<String, String>,
}

struct Shared(Mutex<Learned>);

pub(super) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What does not change while methods are judged.
struct Stage<'s> {
    config: &'s Config,
    suite: &'s Suite,
    known: &'s BTreeMap<Change, Judged>,
    journal: &'s Journal,
}

/// One thread with its workers.
struct Judge<'s> {
    stage: &'s Stage<'s>,
    shared: &'s Shared,
    seats: Seats<'s>,
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

impl Judge<'_> {
    /// Judges methods until none is left.
    fn take_from(
        &mut self,
        board: &Board,
        bodies: &[usize],
        progress: Progress<'_>,
    ) -> Result<BTreeMap<usize, Vec<Judged>>, Failure> {
        let mut verdicts = BTreeMap::new();
        while !board.failed.load(Ordering::Relaxed) {
            let Some(index) = board.order.get(board.next.fetch_add(1, Ordering::Relaxed)) else { break };
            verdicts.insert(*index, self.method(MethodId(*index as u32), bodies[*index])?);
            progress(board.done.fetch_add(1, Ordering::Relaxed) + 1, bodies.len());
        }
        Ok(verdicts)
    }

    /// Judges all transformations of a method. A test that detected one is the first to be asked about the next.
    fn method(&mut self, method: MethodId, count: usize) -> Result<Vec<Judged>, Failure> {
        let mut order = self.stage.suite.reaching(method);
        if order.is_empty() {
            return Ok(vec![Judged { verdict: Verdict::NotCovered, also: Vec::new() }; count]);
        }
        let mut all = Vec::new();
        for replacement in 0..count {
            let change = (method, replacement as u32);
            let judged = match self.stage.known.get(&change) {
                Some(known) => known.clone(),
                None => self.transformation(change, &order)?,
            };
            self.stage.journal.judged(change, &judged).map_err(Failure::Journal)?;
            if let Verdict::Detected(detection) = &judged.verdict {
                order.sort_by_key(|test| *test != detection.test);
            }
            all.push(judged);
        }
        Ok(all)
    }

    fn transformation(&mut self, change: Change, order: &[TestId]) -> Result<Judged, Failure> {
        // A used JVM never calls again what initialises classes.
        if self.stage.suite.initialises(change.0) {
            return self.renewed(change, order, 1);
        }
        match self.used(change, order)? {
            Some(judged) => Ok(judged),
            None => self.renewed(change, order, TOGETHER),
        }
    }

    /// The tests in their order, which is that of their likelihood to detect, in groups that run together: small ones first.
    fn batches(&self, order: &[TestId], first: usize) -> Vec<Vec<TestId>> {
        let launch = |test: &TestId| self.stage.suite.tests[test.0].launch;
        // With all detections asked for, each test is to fail by itself.
        let (mut size, most) = if self.stage.config.full_matrix { (1, 1) } else { (first, TOGETHER) };
        let mut batches: Vec<Vec<TestId>> = Vec::new();
        for test in order.iter().filter(|test| !self.is_dependent(**test)) {
            match batches.last_mut() {
                Some(last) if last.len() < size && launch(&last[0]) == launch(test) => last.push(*test),
                Some(_) => {
                    size = most.min(GROWTH * size);
                    batches.push(vec![*test]);
                }
                None => batches.push(vec![*test]),
            }
        }
        batches
    }

    fn found(&self) -> Found {
        Found { detections: Vec::new(), all: self.stage.config.full_matrix }
    }

    /// Runs the tests in workers that have run others before; none if no test detects the transformation.
    fn used(&mut self, change: Change, order: &[TestId]) -> Result<Option<Judged>, Failure> {
        self.seats.go_back();
        let mut found = self.found();
        for batch in self.batches(order, 1) {
            if batch.len() > 1 {
                match self.seats.together(&batch, change)? {
                    Together::Passed => continue,
                    Together::Failed(test) if !self.is_dependent(test) => {
                        if let Some(failed) = self.detects(test, change)? {
                            found.add(failed.by(test, false));
                            break;
                        }
                    }
                    // What each of them does alone says more.
                    Together::Failed(_) | Together::Unclear => {}
                }
            }
            if self.one_by_one(&batch, change, &mut found)? {
                break;
            }
        }
        Ok(found.judged())
    }

    /// Runs tests one after the other, each alone, and says whether the detections are enough.
    fn one_by_one(&mut self, tests: &[TestId], change: Change, found: &mut Found) -> Result<bool, Failure> {
        for test in tests {
            if self.is_dependent(*test) {
                continue;
            }
            // The first one to ask is likely to detect it, the others are not.
            let is_likely = tests.len() == 1 && !found.all;
            if !is_likely && self.seats.run(*test, Some(change), 1)?.is_none() {
                continue;
            }
            if let Some(failed) = self.detects(*test, change)?
                && found.add(failed.by(*test, false))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How a test fails on a transformation, if nothing else is to blame: it passes on the unchanged program right before that in
    /// the same worker, or nothing has run before it.
    fn detects(&mut self, test: TestId, change: Change) -> Result<Option<Failed>, Failure> {
        if self.seats.has(test) && self.passes(test)? {
            let failed = self.seats.run(test, Some(change), 1)?;
            if failed.is_none() || self.seats.has(test) {
                return Ok(failed);
            }
            // What ended a worker ends this one, too, unless the machine was busy or somebody killed it.
            return self.seats.run(test, Some(change), AGAIN);
        }
        // There is no worker, or something that ran in it has an effect on this test.
        self.seats.retire(test);
        let Some(failed) = self.seats.run(test, Some(change), AGAIN)? else { return Ok(None) };
        if self.seats.has(test) && self.passes(test)? {
            return Ok(Some(failed));
        }
        // It may be the test itself that leaves something behind.
        self.seats.retire(test);
        if self.passes(test)? {
            return Ok(Some(failed));
        }
        self.distrust(test)?;
        Ok(None)
    }

    /// Runs all tests once more on classes that are loaded anew, and so are initialised under the transformation; so many of
    /// them together at first.
    fn renewed(&mut self, change: Change, order: &[TestId], first: usize) -> Result<Judged, Failure> {
        let mut found = self.found();
        self.seats.renew();
        let mut untouched = true;
        for mut batch in self.batches(order, first) {
            if batch.len() > 1 {
                match self.seats.together(&batch, change)? {
                    Together::Passed => {
                        untouched = false;
                        continue;
                    }
                    Together::Failed(test) => batch.sort_by_key(|other| *other != test),
                    Together::Unclear => {}
                }
                // Each by itself, where none of the others has been before.
                self.seats.renew();
                untouched = true;
            }
            for test in batch {
                if self.is_dependent(test) {
                    continue;
                }
                let is_first = std::mem::replace(&mut untouched, false);
                let Some(failed) = self.seats.run(test, Some(change), 1)? else { continue };
                // That has to happen where this test is the first, too, and must not happen on the unchanged program.
                let again = match failed.how {
                    How::Assertion | How::Exception if is_first => Some(failed),
                    _ => {
                        self.seats.renew();
                        self.seats.run(test, Some(change), AGAIN)?
                    }
                };
                self.seats.renew();
                let unchanged = self.passes(test)?;
                let Some(failed) = again.filter(|_| unchanged) else { return self.fresh(change, order) };
                if found.add(failed.by(test, true)) {
                    return Ok(found.verdict());
                }
                self.seats.renew();
                untouched = true;
            }
        }
        Ok(found.verdict())
    }

    /// Runs all tests once more in fresh JVMs.
    fn fresh(&mut self, change: Change, order: &[TestId]) -> Result<Judged, Failure> {
        let mut found = self.found();
        self.seats.retire_all();
        for test in order {
            if self.is_dependent(*test) {
                continue;
            }
            let first = self.seats.run(*test, Some(change), 1)?;
            let again = match first {
                Some(Failed { how: How::Timeout | How::Crash, .. }) => {
                    self.seats.retire(*test);
                    self.seats.run(*test, Some(change), AGAIN)?
                }
                other => other,
            };
            let Some(failed) = again else { continue };
            self.seats.retire(*test);
            if !self.passes(*test)? {
                self.distrust(*test)?;
            } else if found.add(failed.by(*test, true)) {
                break;
            }
            self.seats.retire(*test);
        }
        Ok(found.verdict())
    }

    fn is_dependent(&self, test: TestId) -> bool {
        locked(&self.shared.0).dependent.contains(&test)
    }

    /// Believes a test no more: it fails alone on the unchanged program.
    fn distrust(&mut self, test: TestId) -> Result<(), Failure> {
        locked(&self.shared.0).dependent.insert(test);
        self.seats.retire(test);
        self.stage.journal.dependent(test).map_err(Failure::Journal)
    }

    /// Whether a test passes on the unchanged program.
    fn passes(&mut self, test: TestId) -> Result<bool, Failure> {
        match self.seats.run(test, None, UNCHANGED)? {
            // Tests that passed before do not crash JVMs; somebody may have killed it.
            Some(Failed { how: How::Crash, .. }) => Ok(self.seats.run(test, None, UNCHANGED)?.is_none()),
            other => Ok(other.is_none()),
        }
    }
}
