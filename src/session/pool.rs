//! The pool of workers that one thread uses, and how tests run in them.

use super::baseline::{Baseline, Test, TestId};
use super::execution::{Execution, Session};
use super::failure::{Failure, unexpected};
use super::launch::LaunchId;
use super::outcome::Failed;
use crate::worker::protocol::{
    Answers, Asked, Feature, Inquire, Kind, Met, MethodId, Ran, Report, Request, States, StaticPlace, Tainted, Watch,
};
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

/// How many workers of different launches a pool keeps.
const MOST: usize = 3;

/// How much longer a test may take while states are read, or with marks.
const WATCHED: u32 = 20;

/// How many times the patience there is with tests that run with marks: their classes are changed as they are loaded.
const MARKED: u32 = 6;

/// A change of the program: the method, and the number of the body that runs in place of its own.
pub type Change = (MethodId, u32);

/// The workers of one thread, at most one for each launch. A worker that has ended is replaced when it is needed.
#[derive(Debug)]
pub struct WorkerPool<'s> {
    execution: &'s Execution,
    jars: &'s Jars,
    /// What workers do beside running tests.
    features: Vec<Feature>,
    baseline: &'s Baseline,
    workers: BTreeMap<LaunchId, Pooled>,
    /// The most work that tests have done on the unchanged program here, where that is more than when the suite ran.
    more_work: BTreeMap<TestId, u64>,
    /// Classes that workers could not instrument, with the reason.
    not_instrumented: BTreeMap<String, String>,
}

/// A worker of the pool.
#[derive(Debug)]
struct Pooled {
    worker: Worker,
    renewals: u32,
    /// Whether its classes are others than those that were loaded first.
    is_renewed: bool,
}

/// What became of tests that ran together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchOutcome {
    /// None has failed.
    Passed,
    /// This one failed first.
    Failed(TestId),
    /// What is around them failed, one of them did not run, or the JVM ended.
    Unclear,
}

/// What was read while tests ran together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Watched {
    /// The states.
    pub states: Vec<States>,
    /// The ids of the tests that failed, and of what is around tests and failed.
    pub failed: Vec<String>,
    /// What the conditions of the watched method were about, if that is told.
    pub conditions: Vec<Met>,
    /// How long the tests took.
    pub time: Duration,
}

/// What a worker says of tests that it was asked for.
struct Answer {
    ran: Vec<Ran>,
    states: Vec<States>,
    answers: Vec<Answers>,
    conditions: Vec<Met>,
    tainted: Vec<Tainted>,
}

/// What became of tests whose inputs have marks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marked {
    /// The tests that failed, by their ids, and what is around tests and failed.
    pub failed: BTreeMap<String, Failed>,
    /// What became of the marks.
    pub tainted: Vec<Tainted>,
}

impl<'s> WorkerPool<'s> {
    /// An empty pool for tests that pass.
    pub fn new(session: Session<'s>, baseline: &'s Baseline) -> WorkerPool<'s> {
        WorkerPool {
            execution: session.execution,
            jars: session.jars,
            features: session.features.to_vec(),
            baseline,
            workers: BTreeMap::new(),
            more_work: BTreeMap::new(),
            not_instrumented: BTreeMap::new(),
        }
    }

    /// Takes over a worker.
    pub fn adopt(&mut self, launch: LaunchId, worker: Worker) {
        self.workers.insert(launch, Pooled { worker, renewals: 0, is_renewed: false });
    }

    /// Has workers do other things beside running tests, as soon as their classes are loaded anew. JVMs that run go on.
    pub fn configure(&mut self, features: &[Feature]) {
        self.features = features.to_vec();
        let launches = &self.execution.launches;
        self.tell(|launch, pooled| launches[launch.0].configure_again(&mut pooled.worker, features).is_ok());
    }

    /// Runs a test alone with so many times the patience, and says how it failed. After some failures its worker is gone. What is
    /// around it may fail without the other tests of its class; then it runs with these.
    pub fn run(&mut self, test: TestId, replaced: Option<Change>, patience: u32) -> Result<Option<Failed>, Failure> {
        let limit = patience * self.execution.patience + self.usual(&[test]);
        match self.ask(&[test], replaced, limit)? {
            Ok(answer) if answer.ran.iter().any(|one| one.kind == Kind::Around && !one.cut) => {
                self.run_with_class(test, replaced, patience)
            }
            Ok(answer) => Ok(answer.ran.iter().find_map(Failed::of)),
            Err(end) => Ok(Some(Failed::ended(end))),
        }
    }

    /// Runs a test with the others of its class, and says how it or what is around it failed.
    fn run_with_class(
        &mut self,
        test: TestId,
        replaced: Option<Change>,
        patience: u32,
    ) -> Result<Option<Failed>, Failure> {
        let class = &self.test(test).unit.class;
        let of_class = self.baseline.of_launch(self.launch_of(test)).filter(|(_, other)| other.unit.class == *class);
        let tests: Vec<TestId> = of_class.map(|(id, _)| id).collect();
        let limit = patience * self.execution.patience + self.usual(&tests);
        let baseline = self.baseline;
        let is_other = |id: &str| tests.iter().any(|other| *other != test && baseline.tests[other.0].unit.id == id);
        match self.ask(&tests, replaced, limit)? {
            Ok(answer) => Ok(answer.ran.iter().filter(|one| !is_other(&one.test)).find_map(Failed::of)),
            Err(end) => Ok(Some(Failed::ended(end))),
        }
    }

    /// Runs tests of one launch together: those of a class one after the other, so that the class is prepared once.
    pub fn run_batch(&mut self, tests: &[TestId], change: Change) -> Result<BatchOutcome, Failure> {
        // One that hangs may come before the one that detects; then each runs alone.
        let haste = if tests.len() > 1 { HASTE } else { 1 };
        let limit = self.execution.patience / haste + self.usual(tests);
        let Ok(Answer { ran, .. }) = self.ask(tests, Some(change), limit)? else { return Ok(BatchOutcome::Unclear) };
        let by_id: BTreeMap<&str, TestId> =
            tests.iter().map(|test| (self.test(*test).unit.id.as_str(), *test)).collect();
        let mut told = BTreeSet::new();
        for one in &ran {
            // Of what is around the tests, the worker tells only if it failed.
            let Some(test) = by_id.get(one.test.as_str()) else { return Ok(BatchOutcome::Unclear) };
            if Failed::of(one).is_some() {
                return Ok(BatchOutcome::Failed(*test));
            }
            told.insert(test);
        }
        // A test that has run before and does not run now says nothing.
        Ok(if told.len() == by_id.len() { BatchOutcome::Passed } else { BatchOutcome::Unclear })
    }

    /// Runs tests of one launch together and reads states meanwhile; says how the worker ended if it did.
    pub fn watch(
        &mut self,
        tests: &[TestId],
        replaced: Option<Change>,
        watch: Watch,
    ) -> Result<Result<Watched, End>, Failure> {
        let limit = self.watched(tests);
        Ok(self.observe(tests, replaced, (&Request::Watch(watch), limit))?.map(
            |Answer { ran, states, conditions, .. }| {
                let time = Duration::from_micros(ran.iter().map(|one| one.micros).sum());
                let failed = ran.into_iter().filter(|one| Failed::of(one).is_some()).map(|one| one.test);
                Watched { states, failed: failed.collect(), conditions, time }
            },
        ))
    }

    /// Runs tests of one launch together and asks the objects that they hold; says how the worker ended if it did.
    pub fn inquire(
        &mut self,
        tests: &[TestId],
        replaced: Option<Change>,
        inquire: Inquire,
    ) -> Result<Result<Vec<Answers>, End>, Failure> {
        let limit = self.watched(tests);
        Ok(self.observe(tests, replaced, (&Request::Inquire(inquire), limit))?.map(|answer| answer.answers))
    }

    /// Runs tests of one launch together with some of their inputs changed or followed, as a request says, by a worker that gives inputs
    /// marks; says how the worker ended if it did.
    pub fn run_tainted(&mut self, tests: &[TestId], inputs: &Request) -> Result<Result<Marked, End>, Failure> {
        let limit = MARKED * self.execution.patience + WATCHED * self.usual(tests);
        Ok(self.observe(tests, None, (inputs, limit))?.map(|Answer { ran, tainted, .. }| {
            let failed = ran.iter().filter_map(|one| Some((one.test.clone(), Failed::of(one)?)));
            Marked { failed: failed.collect(), tainted }
        }))
    }

    /// How long tests may take together while states are read.
    fn watched(&self, tests: &[TestId]) -> Duration {
        WATCHED * (self.execution.patience + self.usual(tests))
    }

    /// Has a worker that observes look at something while tests of one launch run together, within a time limit.
    fn observe(
        &mut self,
        tests: &[TestId],
        replaced: Option<Change>,
        (look, limit): (&Request, Duration),
    ) -> Result<Result<Answer, End>, Failure> {
        let launch = self.launch_of(tests[0]);
        if let Err(Error::Ended(end)) = self.worker(launch)?.ask(look) {
            self.end(launch);
            return Ok(Err(end));
        }
        self.ask(tests, replaced, limit)
    }

    /// How long tests may take together, beyond the patience that there is with any.
    fn usual(&self, tests: &[TestId]) -> Duration {
        Duration::from_micros(LONGER * self.baseline.time(tests, |test| test.slowest))
    }

    /// Has tests of one launch run within a time limit, and returns what the worker says of them, or how it ended.
    fn ask(
        &mut self,
        tests: &[TestId],
        replaced: Option<Change>,
        limit: Duration,
    ) -> Result<Result<Answer, End>, Failure> {
        let baseline = self.baseline;
        let of = |test: &TestId| &baseline.tests[test.0];
        let asked = tests.iter().map(|test| {
            let fuel = replaced.map_or(i64::MAX as u64, |_| self.fuel(*test));
            Asked { test: of(test).unit.id.clone(), fuel }
        });
        let request = Request::run(asked.collect(), replaced);
        let launch = self.launch_of(tests[0]);
        let worker = self.worker(launch)?;
        let (mut ran, mut states, mut answers) = (Vec::new(), Vec::new(), Vec::new());
        let (mut conditions, mut tainted) = (Vec::new(), Vec::new());
        let mut answer = worker.ask(&request).map(|()| None);
        let spent = loop {
            match answer {
                Ok(None) => {}
                Ok(Some(Report::Ran(one))) => ran.push(one),
                Ok(Some(Report::States(of_test))) => states.push(of_test),
                Ok(Some(Report::Answers(of_test))) => answers.push(of_test),
                Ok(Some(Report::Condition(met))) => conditions.push(met),
                Ok(Some(Report::Tainted(of_test))) => tainted.push(of_test),
                Ok(Some(Report::Done { spent })) => break spent,
                Ok(Some(other)) => return Err(unexpected(&other).into()),
                Err(Error::Ended(end)) => {
                    self.end(launch);
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
            self.end(launch);
        }
        Ok(Ok(Answer { ran, states, answers, conditions, tainted }))
    }

    /// What is in static fields of some classes, by binary name, or of all of the project's that are loaded, and in what all of the
    /// JVM of a test shares; nothing if the JVM ends.
    pub fn statics(&mut self, test: TestId, classes: &[String]) -> Result<Vec<StaticPlace>, Failure> {
        let (launch, limit) = (self.launch_of(test), self.execution.patience);
        let request = Request::Statics { classes: classes.to_vec() };
        let worker = self.worker(launch)?;
        match worker.ask(&request).and_then(|()| worker.answer(Some(WATCHED * limit))) {
            Ok(Report::StaticPlaces(places)) => Ok(places),
            Ok(other) => Err(unexpected(&other).into()),
            Err(Error::Ended(_)) => {
                self.end(launch);
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The work that a test may do on a changed program: a multiple of what it does on the unchanged one, as far as that is known.
    pub fn fuel(&self, test: TestId) -> u64 {
        let usual = self.test(test).work.max(self.more_work.get(&test).copied().unwrap_or_default());
        usual.saturating_mul(LONGER).saturating_add(self.baseline.work.min(INITIALISING)) + ALLOWANCE
    }

    fn test(&self, test: TestId) -> &'s Test {
        &self.baseline.tests[test.0]
    }

    /// How a test is started.
    pub fn launch_of(&self, test: TestId) -> LaunchId {
        self.test(test).launch
    }

    /// Whether there is a worker for a test already.
    pub fn has(&self, test: TestId) -> bool {
        self.workers.contains_key(&self.launch_of(test))
    }

    /// The worker for a launch, a fresh one if there is none.
    fn worker(&mut self, launch: LaunchId) -> Result<&mut Worker, Failure> {
        if !self.workers.contains_key(&launch) {
            if self.workers.len() >= MOST {
                self.retire_all();
            }
            let session = Session { execution: self.execution, jars: self.jars, features: &self.features };
            let worker = session.worker(launch)?.0;
            self.adopt(launch, worker);
        }
        Ok(&mut self.workers.get_mut(&launch).expect("there is a worker for the launch now").worker)
    }

    /// Forgets all static state of the project's classes.
    pub fn renew(&mut self) {
        self.tell(|_, pooled| {
            pooled.renewals += 1;
            pooled.is_renewed = true;
            pooled.renewals <= RENEWALS && pooled.worker.ask(&Request::Renew).is_ok()
        });
    }

    /// Goes back to the classes that were loaded first: they have been compiled since.
    pub fn go_back(&mut self) {
        self.tell(|_, pooled| !std::mem::take(&mut pooled.is_renewed) || pooled.worker.ask(&Request::Return).is_ok());
    }

    /// Tells all workers something, and ends those with which that does not work.
    fn tell(&mut self, mut something: impl FnMut(LaunchId, &mut Pooled) -> bool) {
        let workers = self.workers.iter_mut();
        let lost: Vec<LaunchId> =
            workers.filter_map(|(launch, pooled)| (!something(*launch, pooled)).then_some(*launch)).collect();
        lost.into_iter().for_each(|launch| self.end(launch));
    }

    /// Ends the worker of a test; its next run gets a fresh one.
    pub fn retire(&mut self, test: TestId) {
        self.end(self.launch_of(test));
    }

    /// Ends all workers.
    pub fn retire_all(&mut self) {
        let launches: Vec<LaunchId> = self.workers.keys().copied().collect();
        launches.into_iter().for_each(|launch| self.end(launch));
    }

    /// Which classes workers could not instrument, so far.
    pub fn not_instrumented(&self) -> BTreeMap<String, String> {
        let living = self.workers.values().flat_map(|pooled| pooled.worker.not_instrumented.iter().cloned());
        self.not_instrumented.clone().into_iter().chain(living).collect()
    }

    /// Ends all workers, and says which classes they could not instrument.
    pub fn close(mut self) -> BTreeMap<String, String> {
        self.retire_all();
        self.not_instrumented
    }

    fn end(&mut self, launch: LaunchId) {
        if let Some(pooled) = self.workers.remove(&launch) {
            self.not_instrumented.extend(pooled.worker.not_instrumented.iter().cloned());
        }
    }
}
