//! The workers that one judge uses, and how tests run in them.

use super::findings::{Detection, How};
use super::judge::{Change, Config};
use super::launch::LaunchId;
use super::subject::Subject;
use super::suite::{Failure, Suite, Test, TestId, how_ended, unexpected};
use crate::worker::protocol::{Asked, Kind, Ran, Report, Request};
use crate::worker::{End, Error, Jars, Worker};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How much longer than on the unchanged program a test may run, in work and in time.
const LONGER: u64 = 10;

/// By how much tests that run together get less patience than one that runs alone.
const HASTE: u32 = 10;

/// The work that any test may do.
const ALLOWANCE: u64 = 1_000_000;

/// The work that the initialisation of classes may take at most, which may fall to any test. Where it takes more, that is
/// learned from how the test runs on the unchanged program; the more is allowed, the longer an endless loop turns.
const INITIALISING: u64 = 4_000_000;

/// How often a JVM loads the classes anew: tests may keep the old ones alive.
const RENEWALS: u32 = 200;

/// How many workers of different launches one judge keeps.
const SEATS: usize = 3;

/// The workers of one judge, at most one for each launch.
pub(super) struct Seats<'s> {
    config: &'s Config,
    jars: &'s Jars,
    subject: &'s Subject,
    suite: &'s Suite,
    taken: BTreeMap<LaunchId, Seat>,
    /// The most work that tests have done on the unchanged program here, where that is more than when the suite ran.
    more_work: BTreeMap<TestId, u64>,
    /// Classes that workers could not instrument, with the reason.
    not_instrumented: BTreeMap<String, String>,
}

/// A worker.
struct Seat {
    worker: Worker,
    renewals: u32,
    /// Whether its classes are others than those that were loaded first.
    is_renewed: bool,
}

/// How one run of a test failed.
pub(super) struct Failed {
    pub how: How,
    pub message: String,
}

/// What became of tests that ran together.
pub(super) enum Together {
    /// None has failed.
    Passed,
    /// This one failed first.
    Failed(TestId),
    /// What is around them failed, one of them did not run, or the JVM ended.
    Unclear,
}

impl<'s> Seats<'s> {
    pub(super) fn new(config: &'s Config, jars: &'s Jars, subject: &'s Subject, suite: &'s Suite) -> Seats<'s> {
        Seats {
            config,
            jars,
            subject,
            suite,
            taken: BTreeMap::new(),
            more_work: BTreeMap::new(),
            not_instrumented: BTreeMap::new(),
        }
    }

    /// Takes over a worker.
    pub(super) fn seat(&mut self, launch: LaunchId, worker: Worker) {
        self.taken.insert(launch, Seat { worker, renewals: 0, is_renewed: false });
    }

    /// Runs a test alone with so many times the patience, and says how it failed. After some failures its worker is gone.
    pub(super) fn run(
        &mut self,
        test: TestId,
        replaced: Option<Change>,
        patience: u32,
    ) -> Result<Option<Failed>, Failure> {
        match self.ask(&[test], replaced, patience)? {
            Ok(ran) => Ok(ran.iter().find_map(failed)),
            Err(end) => Ok(Some(ended(end))),
        }
    }

    /// Runs tests of one launch together: those of a class one after the other, so that the class is prepared once.
    pub(super) fn together(&mut self, tests: &[TestId], change: Change) -> Result<Together, Failure> {
        let Ok(ran) = self.ask(tests, Some(change), 1)? else { return Ok(Together::Unclear) };
        let by_id: BTreeMap<&str, TestId> =
            tests.iter().map(|test| (self.test(*test).unit.id.as_str(), *test)).collect();
        let mut told = BTreeSet::new();
        for one in &ran {
            // Of what is around the tests, the worker tells only if it failed.
            let Some(test) = by_id.get(one.test.as_str()) else { return Ok(Together::Unclear) };
            if failed(one).is_some() {
                return Ok(Together::Failed(*test));
            }
            told.insert(test);
        }
        // A test that has run before and does not run now says nothing.
        Ok(if told.len() == by_id.len() { Together::Passed } else { Together::Unclear })
    }

    /// Has tests of one launch run, and returns what the worker says of them, or how it ended.
    fn ask(
        &mut self,
        tests: &[TestId],
        replaced: Option<Change>,
        patience: u32,
    ) -> Result<Result<Vec<Ran>, End>, Failure> {
        let (suite, config) = (self.suite, self.config);
        let of = |test: &TestId| &suite.tests[test.0];
        let asked = tests.iter().map(|test| {
            let fuel = replaced.map_or(i64::MAX as u64, |_| self.fuel(*test));
            Asked { test: of(test).unit.id.clone(), fuel }
        });
        let request = Request::Run { tests: asked.collect(), replaced };
        let usual = suite.time(tests, |test| test.slowest);
        // Where tests run together, one that hangs may come before the one that detects; then each runs alone.
        let allowed = if tests.len() > 1 { config.patience / HASTE } else { patience * config.patience };
        let limit = allowed + Duration::from_micros(LONGER * usual);
        let launch = self.launch_of(tests[0]);
        let worker = self.worker(launch)?;
        let mut ran = Vec::new();
        let mut answer = worker.ask(&request).map(|()| None);
        let spent = loop {
            match answer {
                Ok(None) => {}
                Ok(Some(Report::Ran(one))) => ran.push(one),
                Ok(Some(Report::Done { spent })) => break spent,
                Ok(Some(other)) => return Err(unexpected(&other).into()),
                Err(Error::Ended(end)) => {
                    self.unseat(launch);
                    return Ok(Err(end));
                }
                Err(error) => return Err(error.into()),
            }
            answer = worker.answer(Some(limit)).map(Some);
        };
        if let ([test], None, [one]) = (tests, replaced, ran.as_slice())
            && one.work > of(test).work
        {
            let more = self.more_work.entry(*test).or_default();
            *more = one.work.max(*more);
        }
        // Whatever else needed memory when there was none may be broken.
        if spent || ran.iter().any(|one| one.kind == Kind::OutOfMemory) {
            self.unseat(launch);
        }
        Ok(Ok(ran))
    }

    /// The work that a test may do on a changed program: a multiple of what it does on the unchanged one, as far as that is known.
    pub(super) fn fuel(&self, test: TestId) -> u64 {
        let usual = self.test(test).work.max(self.more_work.get(&test).copied().unwrap_or_default());
        usual.saturating_mul(LONGER).saturating_add(self.suite.work.min(INITIALISING)) + ALLOWANCE
    }

    fn test(&self, test: TestId) -> &'s Test {
        &self.suite.tests[test.0]
    }

    fn launch_of(&self, test: TestId) -> LaunchId {
        self.test(test).launch
    }

    /// Whether there is a worker for a test already.
    pub(super) fn has(&self, test: TestId) -> bool {
        self.taken.contains_key(&self.launch_of(test))
    }

    /// The worker for a launch, a fresh one if there is none.
    fn worker(&mut self, launch: LaunchId) -> Result<&mut Worker, Failure> {
        if !self.taken.contains_key(&launch) {
            if self.taken.len() >= SEATS {
                self.retire_all();
            }
            let worker = self.config.launches[launch.0].worker(self.jars, self.subject)?.0;
            self.seat(launch, worker);
        }
        Ok(&mut self.taken.get_mut(&launch).expect("there is a worker for the launch now").worker)
    }

    /// Forgets all static state of the project's classes.
    pub(super) fn renew(&mut self) {
        self.tell(|seat| {
            seat.renewals += 1;
            seat.is_renewed = true;
            seat.renewals <= RENEWALS && seat.worker.ask(&Request::Renew).is_ok()
        });
    }

    /// Goes back to the classes that were loaded first: they have been compiled since.
    pub(super) fn go_back(&mut self) {
        self.tell(|seat| !std::mem::take(&mut seat.is_renewed) || seat.worker.ask(&Request::Return).is_ok());
    }

    /// Tells all workers something, and ends those with which that does not work.
    fn tell(&mut self, mut something: impl FnMut(&mut Seat) -> bool) {
        let lost: Vec<LaunchId> =
            self.taken.iter_mut().filter_map(|(launch, seat)| (!something(seat)).then_some(*launch)).collect();
        lost.into_iter().for_each(|launch| self.unseat(launch));
    }

    /// Ends the worker of a test; its next run gets a fresh one.
    pub(super) fn retire(&mut self, test: TestId) {
        self.unseat(self.launch_of(test));
    }

    /// Ends all workers.
    pub(super) fn retire_all(&mut self) {
        let launches: Vec<LaunchId> = self.taken.keys().copied().collect();
        launches.into_iter().for_each(|launch| self.unseat(launch));
    }

    /// Ends all workers, and says which classes they could not instrument.
    pub(super) fn leave(mut self) -> BTreeMap<String, String> {
        self.retire_all();
        self.not_instrumented
    }

    fn unseat(&mut self, launch: LaunchId) {
        if let Some(seat) = self.taken.remove(&launch) {
            self.not_instrumented.extend(seat.worker.not_instrumented.iter().cloned());
        }
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
    /// The detection by a test, on freshly loaded classes or not.
    pub(super) fn by(self, test: TestId, fresh: bool) -> Detection {
        Detection { test, how: self.how, message: self.message, fresh }
    }
}
