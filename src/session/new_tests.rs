//! Tests that no baseline knows, because they were just written: they run on classes that come before those of the project.

use super::execution::Session;
use super::failure::{Failure, unexpected};
use super::launch::{Launch, LaunchId};
use super::outcome::Failed;
use super::pool::Change;
use crate::worker::protocol::{Asked, Feature, Kind, Report, Request, Unit};
use crate::worker::{Error, Jars, Worker};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// How many times the patience a new test has on a changed program.
const PATIENCE: u32 = 4;

/// The same on the unchanged one, where only a busy machine can make it slow.
const UNCHANGED_PATIENCE: u32 = 20;

/// The work that a new test may do on a changed program beyond the multiple of what it does on the unchanged one.
const ALLOWANCE: u64 = 5_000_000;

/// How many times the work of the unchanged program it may do there.
const LONGER: u64 = 10;

/// How often a JVM loads the classes anew.
const RENEWALS: u32 = 200;

/// What came of a new test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewOutcome {
    /// It passed.
    Passed {
        /// The work that it did.
        work: u64,
    },
    /// It failed, or the JVM ended.
    Failed(Failed),
    /// It did not run, or not to its end.
    Skipped,
}

/// A worker for new tests, which is started when it is needed.
#[derive(Debug)]
pub struct NewTests<'s> {
    launch: Launch,
    jars: &'s Jars,
    features: Vec<Feature>,
    patience: Duration,
    suite_limit: Duration,
    worker: Option<Worker>,
    /// How many arguments JVMs have that are started as the build starts them.
    arguments: usize,
    /// How often the worker has loaded classes; none if it has to do so before the next test.
    renewals: u32,
}

impl<'s> NewTests<'s> {
    /// Tests of some classes of a launch, by binary name; compiled classes in a folder take the place of others.
    pub fn new(session: Session<'s>, launch: LaunchId, folder: &Path, classes: &BTreeSet<String>) -> NewTests<'s> {
        let mut launch = session.launch(launch).clone().with_classes(folder);
        launch.tests.suites = classes.iter().cloned().collect();
        NewTests {
            arguments: launch.settings.jvm_arguments.len(),
            launch,
            jars: session.jars,
            features: session.features.to_vec(),
            patience: session.execution.patience,
            suite_limit: session.execution.suite_limit,
            worker: None,
            renewals: 0,
        }
    }

    /// Has the next test run in a fresh JVM.
    pub fn refresh(&mut self) {
        self.restart();
        self.launch.settings.jvm_arguments.truncate(self.arguments);
    }

    /// Has the next test run in a fresh JVM that is started as this one was.
    fn restart(&mut self) {
        self.worker = None;
        self.renewals = 0;
    }

    /// Has the next test run in a fresh JVM with further arguments.
    pub fn refresh_with(&mut self, more: &[String]) {
        self.refresh();
        self.launch.settings.add_arguments(more);
    }

    /// The tests of the classes, which are loaded anew, with all other classes of the project.
    pub fn discover(&mut self) -> Result<Vec<Unit>, Failure> {
        if self.renewals > RENEWALS {
            self.restart();
        }
        if self.worker.is_some() {
            self.ask(&Request::Renew)?;
        }
        self.renewals += 1;
        self.ask(&self.launch.discover())?;
        match self.answer(self.suite_limit)? {
            Report::Discovered(units) => Ok(units),
            other => Err(unexpected(&other).into()),
        }
    }

    /// Runs one of the tests that were discovered, perhaps on a changed program, where it may do a multiple of some work.
    pub fn run(&mut self, test: &str, change: Option<(Change, u64)>) -> Result<NewOutcome, Failure> {
        let fuel = change.map_or(i64::MAX as u64, |(_, work)| work.saturating_mul(LONGER) + ALLOWANCE);
        let asked = vec![Asked { test: test.to_owned(), fuel }];
        let patience = if change.is_some() { PATIENCE } else { UNCHANGED_PATIENCE } * self.patience;
        let outcome = self.outcome(&Request::run(asked, change.map(|(change, _)| change)), patience);
        match outcome {
            Err(Failure::Worker(Error::Ended(end))) => {
                self.restart();
                Ok(NewOutcome::Failed(Failed::ended(end)))
            }
            other => other,
        }
    }

    fn outcome(&mut self, request: &Request, patience: Duration) -> Result<NewOutcome, Failure> {
        self.ask(request)?;
        let mut outcome = NewOutcome::Skipped;
        loop {
            match self.answer(patience)? {
                Report::Ran(one) => {
                    outcome = match Failed::of(&one) {
                        // What is around it may need the other tests of its class.
                        Some(_) if one.kind == Kind::Around && !one.cut => NewOutcome::Passed { work: one.work },
                        Some(failed) => NewOutcome::Failed(failed),
                        None if one.kind == Kind::Passed => NewOutcome::Passed { work: one.work },
                        None => NewOutcome::Skipped,
                    };
                }
                Report::Done { spent } => {
                    if spent {
                        self.restart();
                    }
                    return Ok(outcome);
                }
                other => return Err(unexpected(&other).into()),
            }
        }
    }

    /// Runs all tests of the classes in their usual order in a fresh JVM; returns the ids of those that passed, and of all.
    pub fn run_all(&mut self) -> Result<(BTreeSet<String>, Vec<Unit>), Failure> {
        self.refresh();
        let mut worker = self.launch.start(self.jars, &self.features)?.0;
        let (mut passed, mut failed) = (BTreeSet::new(), BTreeSet::new());
        let limit = self.suite_limit;
        let selection = self.launch.run_all(&mut worker, limit, &BTreeSet::new(), |_, report| {
            if let Report::Ran(one) = report {
                let list = if Failed::of(&one).is_some() { &mut failed } else { &mut passed };
                list.insert(one.test);
            }
        })?;
        passed.retain(|test| !failed.contains(test));
        Ok((passed, selection.units))
    }

    /// Runs tests that were discovered on the unchanged program, in the JVM and on the classes of those before; returns the ids of those that
    /// fail, which are all if the JVM ends.
    pub fn failing(&mut self, tests: &BTreeSet<String>) -> Result<BTreeSet<String>, Failure> {
        let asked = tests.iter().map(|test| Asked { test: test.clone(), fuel: i64::MAX as u64 }).collect();
        self.ask(&Request::run(asked, None))?;
        let mut failing = BTreeSet::new();
        loop {
            match self.answer(self.suite_limit) {
                Ok(Report::Ran(one)) if Failed::of(&one).is_some() => drop(failing.insert(one.test)),
                Ok(Report::Ran(_)) => {}
                Ok(Report::Done { .. }) => return Ok(failing),
                Ok(other) => return Err(unexpected(&other).into()),
                Err(Failure::Worker(Error::Ended(_))) => {
                    self.restart();
                    return Ok(tests.clone());
                }
                Err(unusable) => return Err(unusable),
            }
        }
    }

    fn worker(&mut self) -> Result<&mut Worker, Failure> {
        if self.worker.is_none() {
            self.worker = Some(self.launch.start(self.jars, &self.features)?.0);
        }
        Ok(self.worker.as_mut().expect("it was started if there was none"))
    }

    fn ask(&mut self, request: &Request) -> Result<(), Failure> {
        Ok(self.worker()?.ask(request)?)
    }

    fn answer(&mut self, limit: Duration) -> Result<Report, Failure> {
        Ok(self.worker()?.answer(Some(limit))?)
    }
}
