//! The suite as it is: which tests there are, that they pass, and what each of them reaches.

use crate::worker::protocol::{Kind, MethodId, Ran, Report, Request, Unit};
use crate::worker::{Error, Worker};
use std::collections::{BTreeSet, HashMap};

/// The number of a test in its suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestId(pub usize);

/// A test that passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// How the framework knows it, and its names for people.
    pub unit: Unit,
    /// Its time in microseconds.
    pub micros: u64,
    /// How many method entries and loop turns it takes.
    pub work: u64,
    /// The methods that it or the preparation of its container enters.
    pub reached: BTreeSet<MethodId>,
}

impl Test {
    /// Its class and name: `VersionedSetTest.testAdd`.
    pub fn title(&self) -> String {
        title(&self.unit)
    }
}

fn title(unit: &Unit) -> String {
    if unit.class.is_empty() { unit.name.clone() } else { format!("{}.{}", unit.class, unit.name) }
}

/// The suite as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The framework that runs it.
    pub framework: String,
    /// The tests that pass.
    pub tests: Vec<Test>,
    /// How many tests do not run, or stop because an assumption does not hold.
    pub skipped: usize,
    /// The work of the whole suite.
    pub work: u64,
    /// Its time in microseconds.
    pub micros: u64,
}

/// Why there is no suite to work with.
#[derive(Debug)]
pub enum Failure {
    /// The worker cannot do its part.
    Worker(Error),
    /// There are no tests.
    NoTests,
    /// Some tests fail on the unchanged program: their titles and what they say.
    Red(Vec<(String, String)>),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Worker(error)
    }
}

impl Suite {
    /// Runs all tests in the given classes on the unchanged program.
    pub fn run(worker: &mut Worker, framework: String, classes: &[String]) -> Result<Suite, Failure> {
        worker.ask(&Request::Discover(classes.to_vec()))?;
        let units = match worker.answer(None)? {
            Report::Discovered(units) => units,
            other => return Err(unexpected(&other).into()),
        };
        if units.is_empty() {
            return Err(Failure::NoTests);
        }
        worker.ask(&Request::RunAll)?;
        let mut ran: HashMap<String, Vec<Ran>> = HashMap::new();
        loop {
            match worker.answer(None)? {
                Report::Ran(one) => ran.entry(one.test.clone()).or_default().push(one),
                Report::Done => break,
                other => return Err(unexpected(&other).into()),
            }
        }
        Suite::assemble(framework, units, &ran)
    }

    fn assemble(framework: String, units: Vec<Unit>, ran: &HashMap<String, Vec<Ran>>) -> Result<Suite, Failure> {
        let all = || ran.values().flatten();
        let (work, micros) = (all().map(|one| one.work).sum(), all().map(|one| one.micros).sum());
        let titles: HashMap<&str, String> = units.iter().map(|unit| (unit.id.as_str(), title(unit))).collect();
        let mut red: Vec<(String, String)> = all()
            .filter(|one| one.kind.is_failure())
            .map(|one| {
                let title = titles.get(one.test.as_str()).cloned().unwrap_or_else(|| one.test.clone());
                (title, format!("{}: {}", one.thrown, one.message))
            })
            .collect();
        if !red.is_empty() {
            red.sort();
            return Err(Failure::Red(red));
        }
        let mut suite = Suite { framework, tests: Vec::new(), skipped: 0, work, micros };
        // What the preparation of a container reaches, and its work.
        let containers: Vec<&Ran> = all().filter(|one| !titles.contains_key(one.test.as_str())).collect();
        for unit in &units {
            let own = ran.get(&unit.id).and_then(|all| all.first());
            let Some(own) = own.filter(|own| own.kind == Kind::Passed) else {
                suite.skipped += 1;
                continue;
            };
            let mut test = Test {
                unit: unit.clone(),
                micros: own.micros,
                work: own.work,
                reached: own.reached.iter().copied().collect(),
            };
            for container in containers.iter().filter(|container| contains(&container.test, &unit.container)) {
                test.reached.extend(&container.reached);
                test.work += container.work;
                test.micros += container.micros;
            }
            suite.tests.push(test);
        }
        if suite.tests.is_empty() { Err(Failure::NoTests) } else { Ok(suite) }
    }

    /// The tests that reach a method: those first that reach few methods, because they are about it, and among them those
    /// that do little.
    pub fn reaching(&self, method: MethodId) -> Vec<TestId> {
        let reach = (0..self.tests.len()).filter(|test| self.tests[*test].reached.contains(&method));
        let mut reach: Vec<usize> = reach.collect();
        reach.sort_by_key(|test| (self.tests[*test].reached.len(), self.tests[*test].work, *test));
        reach.into_iter().map(TestId).collect()
    }
}

/// Whether a container is, or is inside, an outer one.
fn contains(outer: &str, container: &str) -> bool {
    container.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub(super) fn unexpected(report: &Report) -> Error {
    Error::Unusable(format!("the worker gives an answer to nothing that was asked: {report:?}"))
}
