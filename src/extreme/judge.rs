//! Runs the reaching tests on each transformation, and believes no verdict that is not confirmed.
//!
//! Tests run in a worker that has run others before. So a failure counts only if the same test passes on the unchanged
//! program right after it, in the same worker; and a transformation counts as undetected only if all reaching tests pass
//! with it where no static state is left, too: on classes that are loaded anew, which are initialised under the
//! transformation. Where such classes and the unchanged program do not get on, a fresh JVM decides.

use super::baseline;
use super::findings::{Detection, Findings, How, Verdict};
use super::journal::{Journal, Past};
use super::launch::{Launch, LaunchId};
use super::reuse::Basis;
use super::subject::Subject;
use super::suite::{Failure, SetAside, Suite, Test, TestId, how_ended, unexpected};
use crate::worker::protocol::{Kind, MethodId, Ran, Report, Request};
use crate::worker::{End, Error, Jars, Worker};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How much longer than on the unchanged program a test may run, in work and in time.
const LONGER: u64 = 10;

/// How many times the patience a test has on the unchanged program. It passed before, so that only a busy machine can make it
/// slow; and a test that is given up here would never be believed again.
const UNCHANGED: u32 = 20;

/// How many times the patience a test has when it missed its deadline before.
const AGAIN: u32 = 3;

/// The work that any test may do, for instance to initialise classes.
const ALLOWANCE: u64 = 1_000_000;

/// How often a JVM loads the classes anew: tests may keep the old ones alive.
const RENEWALS: u32 = 200;

/// How many workers of different launches one thread keeps.
const SEATS: usize = 3;

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
    let board = Board { next: AtomicUsize::new(0), done: AtomicUsize::new(0), failed: AtomicBool::new(false) };
    let stage = Stage { config, jars, subject, suite: &suite, known: &known, journal };
    let shared = Shared(Mutex::new(Learned { dependent: past.dependent, ..Learned::default() }));
    // Workers that the baseline has warmed up.
    let workers = Mutex::new(workers);
    let jobs = config.jobs.clamp(1, bodies.len().max(1));
    let judged: Vec<Result<BTreeMap<usize, Vec<Judged>>, Failure>> = std::thread::scope(|scope| {
        let work = || {
            let mut judge = Judge { stage: &stage, shared: &shared, seats: BTreeMap::new() };
            if let Some((launch, worker)) = locked(&workers).pop() {
                judge.seats.insert(launch, Seat { worker, renewals: 0 });
            }
            let verdicts = judge.take_from(&board, &bodies, progress);
            if verdicts.is_err() {
                board.failed.store(true, Ordering::Relaxed);
            }
            judge.retire_all();
            verdicts
        };
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
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
    Ok(Findings { held, ..findings })
}

/// The methods that are still to be judged.
struct Board {
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
    jars: &'s Jars,
    subject: &'s Subject,
    suite: &'s Suite,
    known: &'s BTreeMap<Change, Judged>,
    journal: &'s Journal,
}

/// A worker that one judge uses.
struct Seat {
    worker: Worker,
    renewals: u32,
}

/// One thread with its workers, at most one for each launch.
struct Judge<'s> {
    stage: &'s Stage<'s>,
    shared: &'s Shared,
    seats: BTreeMap<LaunchId, Seat>,
}

/// How one run of a test failed.
struct Failed {
    how: How,
    message: String,
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
            let index = board.next.fetch_add(1, Ordering::Relaxed);
            let Some(count) = bodies.get(index) else { break };
            verdicts.insert(index, self.method(MethodId(index as u32), *count)?);
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
        if !self.stage.suite.initialises(change.0)
            && let Some(judged) = self.used(change, order)?
        {
            return Ok(judged);
        }
        self.renewed(change, order)
    }

    fn found(&self) -> Found {
        Found { detections: Vec::new(), all: self.stage.config.full_matrix }
    }

    /// Runs the tests in workers that have run others before; none if no test detects the transformation.
    fn used(&mut self, change: Change, order: &[TestId]) -> Result<Option<Judged>, Failure> {
        let mut found = self.found();
        for test in order {
            if self.is_dependent(*test) {
                continue;
            }
            let Some(failed) = self.run(*test, Some(change), 1)? else { continue };
            if let Some(failed) = self.confirmed(*test, change, failed)?
                && found.add(failed.by(*test, false))
            {
                break;
            }
        }
        Ok(found.judged())
    }

    /// A failure that is due to the transformation and nothing else.
    fn confirmed(&mut self, test: TestId, change: Change, failed: Failed) -> Result<Option<Failed>, Failure> {
        if self.has_seat(test) && self.passes(test)? {
            return Ok(Some(failed));
        }
        // The worker is gone, or something that ran in it before has an effect on this test.
        self.retire(test);
        if !self.passes(test)? {
            self.distrust(test)?;
            return Ok(None);
        }
        // What ended a worker ends this one, too, unless the machine was busy or somebody killed it.
        self.run(test, Some(change), AGAIN)
    }

    /// Runs all tests once more on classes that are loaded anew, and so are initialised under the transformation.
    fn renewed(&mut self, change: Change, order: &[TestId]) -> Result<Judged, Failure> {
        let mut found = self.found();
        self.renew();
        let mut untouched = true;
        for test in order {
            if self.is_dependent(*test) {
                continue;
            }
            let is_first = std::mem::replace(&mut untouched, false);
            let Some(failed) = self.run(*test, Some(change), 1)? else { continue };
            // That has to happen where this test is the first, too, and must not happen on the unchanged program.
            let again = match failed.how {
                How::Assertion | How::Exception if is_first => Some(failed),
                _ => {
                    self.renew();
                    self.run(*test, Some(change), AGAIN)?
                }
            };
            self.renew();
            let unchanged = self.passes(*test)?;
            match again {
                Some(failed) if unchanged => {
                    let enough = found.add(failed.by(*test, true));
                    self.renew();
                    untouched = true;
                    if enough {
                        break;
                    }
                }
                _ => return self.fresh(change, order),
            }
        }
        Ok(found.judged().unwrap_or(Judged { verdict: Verdict::Undetected, also: Vec::new() }))
    }

    /// Runs all tests once more in fresh JVMs.
    fn fresh(&mut self, change: Change, order: &[TestId]) -> Result<Judged, Failure> {
        let mut found = self.found();
        self.retire_all();
        for test in order {
            if self.is_dependent(*test) {
                continue;
            }
            let first = self.run(*test, Some(change), 1)?;
            let again = match first {
                Some(Failed { how: How::Timeout | How::Crash, .. }) => {
                    self.retire(*test);
                    self.run(*test, Some(change), AGAIN)?
                }
                other => other,
            };
            let Some(failed) = again else { continue };
            self.retire(*test);
            if !self.passes(*test)? {
                self.distrust(*test)?;
            } else if found.add(failed.by(*test, true)) {
                break;
            }
            self.retire(*test);
        }
        Ok(found.judged().unwrap_or(Judged { verdict: Verdict::Undetected, also: Vec::new() }))
    }

    fn is_dependent(&self, test: TestId) -> bool {
        locked(&self.shared.0).dependent.contains(&test)
    }

    /// Believes a test no more: it fails alone on the unchanged program.
    fn distrust(&mut self, test: TestId) -> Result<(), Failure> {
        locked(&self.shared.0).dependent.insert(test);
        self.retire(test);
        self.stage.journal.dependent(test).map_err(Failure::Journal)
    }

    /// Whether a test passes on the unchanged program.
    fn passes(&mut self, test: TestId) -> Result<bool, Failure> {
        match self.run(test, None, UNCHANGED)? {
            // Tests that passed before do not crash JVMs; somebody may have killed it.
            Some(Failed { how: How::Crash, .. }) => Ok(self.run(test, None, UNCHANGED)?.is_none()),
            other => Ok(other.is_none()),
        }
    }

    /// Runs a test with so many times the patience, and says how it failed. After some failures its worker is gone.
    fn run(&mut self, test: TestId, replaced: Option<Change>, patience: u32) -> Result<Option<Failed>, Failure> {
        let (suite, config) = (self.stage.suite, self.stage.config);
        let test_id = test;
        let test = &suite.tests[test.0];
        let seat = self.seat(test.launch)?;
        let request = Request::RunOne { test: test.unit.id.clone(), replaced, fuel: fuel(suite, test, replaced) };
        let limit = patience * config.patience + Duration::from_micros(LONGER * test.micros);
        let answer = match seat.worker.ask(&request) {
            Ok(()) => seat.worker.answer(Some(limit)),
            Err(error) => Err(error),
        };
        match answer {
            Ok(Report::Ran(ran)) => {
                if ran.spent || ran.kind == Kind::OutOfMemory {
                    // Whatever else needed memory at that moment may be broken.
                    self.retire(test_id);
                }
                Ok(failed(&ran))
            }
            Ok(other) => Err(unexpected(&other).into()),
            Err(Error::Ended(end)) => {
                self.retire(test_id);
                Ok(Some(ended(end)))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn launch_of(&self, test: TestId) -> LaunchId {
        self.stage.suite.tests[test.0].launch
    }

    fn has_seat(&self, test: TestId) -> bool {
        self.seats.contains_key(&self.launch_of(test))
    }

    /// The worker for a launch, a fresh one if there is none.
    fn seat(&mut self, launch: LaunchId) -> Result<&mut Seat, Failure> {
        if !self.seats.contains_key(&launch) {
            if self.seats.len() >= SEATS {
                self.retire_all();
            }
            let worker = self.stage.config.launches[launch.0].worker(self.stage.jars, self.stage.subject)?.0;
            self.seats.insert(launch, Seat { worker, renewals: 0 });
        }
        Ok(self.seats.get_mut(&launch).expect("there is a worker for the launch now"))
    }

    /// Forgets all static state of the project's classes.
    fn renew(&mut self) {
        let launches: Vec<LaunchId> = self.seats.keys().copied().collect();
        for launch in launches {
            let Some(seat) = self.seats.get_mut(&launch) else { continue };
            seat.renewals += 1;
            if seat.renewals > RENEWALS || seat.worker.ask(&Request::Renew).is_err() {
                self.unseat(launch);
            }
        }
    }

    /// Ends the worker of a test; its next run gets a fresh one.
    fn retire(&mut self, test: TestId) {
        self.unseat(self.launch_of(test));
    }

    fn retire_all(&mut self) {
        let launches: Vec<LaunchId> = self.seats.keys().copied().collect();
        launches.into_iter().for_each(|launch| self.unseat(launch));
    }

    fn unseat(&mut self, launch: LaunchId) {
        if let Some(seat) = self.seats.remove(&launch) {
            locked(&self.shared.0).not_instrumented.extend(seat.worker.not_instrumented.iter().cloned());
        }
    }
}

/// What a test may do: a multiple of what it does on the unchanged program, and what the initialisation of all classes
/// takes, which may fall to any test.
fn fuel(suite: &Suite, test: &Test, replaced: Option<Change>) -> u64 {
    match replaced {
        None => i64::MAX as u64,
        Some(_) => test.work.saturating_mul(LONGER).saturating_add(suite.work.min(100 * ALLOWANCE)) + ALLOWANCE,
    }
}

fn failed(ran: &Ran) -> Option<Failed> {
    let how = match ran.kind {
        _ if ran.cut => How::Timeout,
        Kind::Passed | Kind::Skipped | Kind::Aborted => return None,
        Kind::Assertion => How::Assertion,
        Kind::Exception => How::Exception,
        Kind::OutOfMemory => How::OutOfMemory,
    };
    let message = match ran.message.as_str() {
        "" => ran.thrown.clone(),
        message => format!("{}: {message}", ran.thrown),
    };
    Some(Failed { how, message })
}

fn ended(end: End) -> Failed {
    Failed { how: how_ended(end), message: Error::Ended(end).to_string() }
}

impl Failed {
    fn by(self, test: TestId, fresh: bool) -> Detection {
        Detection { test, how: self.how, message: self.message, fresh }
    }
}
