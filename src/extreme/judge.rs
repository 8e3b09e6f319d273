//! Runs the reaching tests on each transformation, and believes no verdict that is not confirmed.
//!
//! Tests run in a worker that has run others before. So a failure counts only if the same test passes on the unchanged
//! program right after it, in the same worker; and a transformation counts as undetected only if all reaching tests pass
//! with it in a fresh worker too, where classes are initialised under the transformation.

use super::findings::{Detection, Findings, How, Verdict};
use super::subject::{Subject, TestNames};
use super::suite::{Failure, Suite, Test, TestId, unexpected};
use crate::worker::protocol::{Kind, MethodId, Ran, Report, Request};
use crate::worker::{End, Error, Jars, Settings, Worker};
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

/// How the judging is done.
#[derive(Debug, Clone)]
pub struct Config {
    /// How workers are started.
    pub settings: Settings,
    /// How many of them work at once.
    pub jobs: usize,
    /// The time that any test has, beyond the multiple of its usual time, before its worker is killed.
    pub patience: Duration,
}

/// Told of progress: methods done, and methods in all.
pub type Progress<'p> = &'p (dyn Fn(usize, usize) + Sync);

/// Judges a suite by what it says to the transformations of the methods under test.
pub fn judge(
    config: &Config,
    jars: &Jars,
    subject: &Subject,
    tests: &TestNames,
    progress: Progress<'_>,
) -> Result<Findings, Failure> {
    let stage =
        Stage { config, jars, configure: Request::Configure { methods: subject.plan(), watched: tests.all.clone() } };
    let (mut first, framework) = stage.worker()?;
    let suite = Suite::run(&mut first, framework, &tests.suites)?;
    let guarded: Vec<usize> = subject.guarded().map(|method| method.transformations.len()).collect();
    let board = Board { next: AtomicUsize::new(0), done: AtomicUsize::new(0), failed: AtomicBool::new(false) };
    let shared = Shared::default();
    let first = Mutex::new(Some(first));
    let jobs = config.jobs.clamp(1, guarded.len().max(1));
    let judged: Vec<Result<BTreeMap<usize, Vec<Verdict>>, Error>> = std::thread::scope(|scope| {
        let work = || {
            let mut judge = Judge { stage: &stage, suite: &suite, shared: &shared, worker: locked(&first).take() };
            let verdicts = judge.take_from(&board, &guarded, progress);
            if verdicts.is_err() {
                board.failed.store(true, Ordering::Relaxed);
            }
            judge.retire();
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
    let shared = shared.into_inner();
    Ok(Findings::assemble(
        subject,
        suite,
        verdicts.into_values().collect(),
        shared.dependent.into_iter().collect(),
        shared.not_instrumented.into_iter().collect(),
    ))
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

#[derive(Debug, Default)]
struct Shared(Mutex<Learned>);

impl Shared {
    fn into_inner(self) -> Learned {
        self.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What every worker of this stage is given.
struct Stage<'s> {
    config: &'s Config,
    jars: &'s Jars,
    configure: Request,
}

impl Stage<'_> {
    /// A fresh worker, and the framework that it found.
    fn worker(&self) -> Result<(Worker, String), Error> {
        let mut worker = Worker::start(self.jars, &self.config.settings)?;
        worker.ask(&self.configure)?;
        match worker.answer(Some(Duration::from_secs(60)))? {
            Report::Ready(framework) => Ok((worker, framework)),
            other => Err(unexpected(&other)),
        }
    }
}

/// A transformation: the method, and the number of the body.
type Change = (MethodId, u32);

/// One thread with its worker.
struct Judge<'s> {
    stage: &'s Stage<'s>,
    suite: &'s Suite,
    shared: &'s Shared,
    worker: Option<Worker>,
}

/// How one run of a test failed.
struct Failed {
    how: How,
    message: String,
}

impl Judge<'_> {
    /// Judges methods until none is left.
    fn take_from(
        &mut self,
        board: &Board,
        guarded: &[usize],
        progress: Progress<'_>,
    ) -> Result<BTreeMap<usize, Vec<Verdict>>, Error> {
        let mut verdicts = BTreeMap::new();
        while !board.failed.load(Ordering::Relaxed) {
            let index = board.next.fetch_add(1, Ordering::Relaxed);
            let Some(count) = guarded.get(index) else { break };
            verdicts.insert(index, self.method(MethodId(index as u32), *count)?);
            progress(board.done.fetch_add(1, Ordering::Relaxed) + 1, guarded.len());
        }
        Ok(verdicts)
    }

    /// Judges all transformations of a method. A test that detected one is the first to be asked about the next.
    fn method(&mut self, method: MethodId, count: usize) -> Result<Vec<Verdict>, Error> {
        let mut order = self.suite.reaching(method);
        if order.is_empty() {
            return Ok(vec![Verdict::NotCovered; count]);
        }
        let mut verdicts = Vec::new();
        for replacement in 0..count {
            let verdict = self.transformation((method, replacement as u32), &order)?;
            if let Verdict::Detected(detection) = &verdict {
                order.sort_by_key(|test| *test != detection.test);
            }
            verdicts.push(verdict);
        }
        Ok(verdicts)
    }

    fn transformation(&mut self, change: Change, order: &[TestId]) -> Result<Verdict, Error> {
        for test in order {
            if self.is_dependent(*test) {
                continue;
            }
            let Some(failed) = self.run(*test, Some(change), 1)? else { continue };
            if let Some(failed) = self.confirmed(*test, change, failed)? {
                return Ok(Verdict::Detected(failed.by(*test, false)));
            }
        }
        self.survivor(change, order)
    }

    /// A failure that is due to the transformation and nothing else.
    fn confirmed(&mut self, test: TestId, change: Change, failed: Failed) -> Result<Option<Failed>, Error> {
        if self.worker.is_some() && self.passes(test)? {
            return Ok(Some(failed));
        }
        // The worker is gone, or something that ran in it before has an effect on this test.
        let lost = self.worker.is_none();
        self.retire();
        if !self.passes(test)? {
            locked(&self.shared.0).dependent.insert(test);
            self.retire();
            return Ok(None);
        }
        // What ended a worker would end this one too; but a deadline may be missed because the machine was busy.
        if lost && failed.how != How::Timeout { Ok(Some(failed)) } else { self.run(test, Some(change), AGAIN) }
    }

    /// Runs all tests once more in a fresh worker, where the transformation meets classes that are not initialised.
    fn survivor(&mut self, change: Change, order: &[TestId]) -> Result<Verdict, Error> {
        self.retire();
        for test in order {
            if self.is_dependent(*test) {
                continue;
            }
            let first = self.run(*test, Some(change), 1)?;
            let again = match first {
                Some(Failed { how: How::Timeout, .. }) => {
                    self.retire();
                    self.run(*test, Some(change), AGAIN)?
                }
                other => other,
            };
            let Some(failed) = again else { continue };
            self.retire();
            if self.passes(*test)? {
                return Ok(Verdict::Detected(failed.by(*test, true)));
            }
            locked(&self.shared.0).dependent.insert(*test);
            self.retire();
        }
        Ok(Verdict::Undetected)
    }

    fn is_dependent(&self, test: TestId) -> bool {
        locked(&self.shared.0).dependent.contains(&test)
    }

    /// Whether a test passes on the unchanged program.
    fn passes(&mut self, test: TestId) -> Result<bool, Error> {
        Ok(self.run(test, None, UNCHANGED)?.is_none())
    }

    /// Runs a test with so many times the patience, and says how it failed. After some failures there is no worker any more.
    fn run(&mut self, test: TestId, replaced: Option<Change>, patience: u32) -> Result<Option<Failed>, Error> {
        let worker = match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(self.stage.worker()?.0),
        };
        let test = &self.suite.tests[test.0];
        let request = Request::RunOne { test: test.unit.id.clone(), replaced, fuel: fuel(self.suite, test, replaced) };
        let limit = patience * self.stage.config.patience + Duration::from_micros(LONGER * test.micros);
        let answer = match worker.ask(&request) {
            Ok(()) => worker.answer(Some(limit)),
            Err(error) => Err(error),
        };
        match answer {
            Ok(Report::Ran(ran)) => {
                if ran.kind == Kind::OutOfMemory {
                    // Whatever else needed memory at that moment may be broken.
                    self.retire();
                }
                Ok(failed(&ran))
            }
            Ok(other) => Err(unexpected(&other)),
            Err(Error::Ended(end)) => {
                self.retire();
                Ok(Some(ended(end)))
            }
            Err(error) => Err(error),
        }
    }

    /// Ends the worker; the next test gets a fresh one.
    fn retire(&mut self) {
        if let Some(worker) = self.worker.take() {
            locked(&self.shared.0).not_instrumented.extend(worker.not_instrumented.iter().cloned());
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
    let how = match end {
        End::Exit(_) => How::Exit,
        End::Crash => How::Crash,
        End::Deadline => How::Timeout,
    };
    Failed { how, message: Error::Ended(end).to_string() }
}

impl Failed {
    fn by(self, test: TestId, fresh: bool) -> Detection {
        Detection { test, how: self.how, message: self.message, fresh }
    }
}
