//! The suite as it is: which tests there are, that they pass, and what each of them reaches.

use super::excluded::Excluded;
use super::failure::Failure;
use super::launch::{Launch, LaunchId};
use super::titles::title;
use crate::worker::protocol::{Frame, Kind, MethodId, Ran, Unit, Use};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The number of a test in its suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TestId(pub usize);

/// A test that passes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// How the framework knows it, and its names for people.
    pub unit: Unit,
    /// How it is started.
    pub launch: LaunchId,
    /// Its time in the run in which it took longest: how long it may take.
    pub slowest: Cost,
    /// Its time in the run in which it was fastest: what it costs in a JVM that is warm.
    pub usual: Cost,
    /// How many method entries and loop turns it takes.
    pub work: u64,
    /// The methods that it or the preparation of its container enters, or whose results it finds in initialised classes.
    pub reached: BTreeSet<MethodId>,
    /// Those of them that ran while a class was initialised that the test uses.
    pub initialising: BTreeSet<MethodId>,
}

/// How long a test takes, in microseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The test itself.
    pub own: u64,
    /// Its containers, which tests that run together need once.
    pub around: u64,
}

impl Cost {
    /// The time where no other test runs with it.
    pub fn alone(self) -> u64 {
        self.own + self.around
    }
}

/// The containers from which on it pays to run their tests together, by their time in microseconds.
const DEAR: u64 = 100_000;

/// The suites in which it depends on the times of tests which of them are asked first and how, by the time of all tests in
/// microseconds. Times differ from run to run, and where it costs little everything is to be the same.
const LONG: u64 = 5_000_000;

/// The tests that wait until all faster ones have run, by their time in microseconds.
const SLOW: u64 = 500_000;

impl Test {
    /// The order in which tests are asked about a method that they reach: those first that reach few methods, because they are
    /// about it, and among them those that do little. In a long suite, slow tests come late, because all faster ones together
    /// cost less, and tests that need the same dear container come together.
    fn rank(&self, is_long: bool) -> (u32, &str, usize, u64) {
        let (slowness, together) = match is_long {
            true => (
                (self.usual.alone() / SLOW).checked_ilog(4).map_or(0, |times| times + 1),
                if self.usual.around >= DEAR { self.unit.container.as_str() } else { "" },
            ),
            false => (0, ""),
        };
        (slowness, together, self.reached.len(), self.work)
    }

    /// Its class and name: `VersionedSetTest.testAdd`.
    pub fn title(&self) -> String {
        title(&self.unit)
    }
}

/// Adds their launches to the names of tests that would have one title otherwise: a build may run the same tests in several
/// ways, and modules may have classes with one name. The runs of each launch are in one list.
pub(super) fn tell_apart(launches: &[Launch], runs: &mut [Vec<Run>]) {
    let mut places: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (launch, of_launch) in runs.iter().enumerate() {
        for unit in of_launch.iter().flat_map(|run| &run.units) {
            places.entry(title(unit)).or_default().insert(launch);
        }
    }
    for (launch, of_launch) in launches.iter().zip(runs) {
        for unit in of_launch.iter_mut().flat_map(|run| &mut run.units) {
            if places[&title(unit)].len() > 1 {
                unit.name = format!("{} ({})", unit.name, launch.name);
            }
        }
    }
}

/// The suite as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Baseline {
    /// The framework that runs it, or several with commas between them.
    pub framework: String,
    /// The tests that pass.
    pub tests: Vec<Test>,
    /// How many tests do not run, or stop because an assumption does not hold.
    pub skipped: usize,
    /// The titles of the tests that fail on the unchanged program, and were set aside.
    pub failing: Vec<String>,
    /// The titles of the tests that pass at times, and were set aside.
    pub flaky: Vec<String>,
    /// The tests that end the JVM or do not end, and were set aside, by launch.
    pub fatal: Vec<Fatal>,
    /// The tests that were left out because somebody names them.
    #[serde(default)]
    pub excluded: Excluded,
    /// What tests use of the machine where the rest of what surrounds them is virtual.
    pub unheld: Vec<Unheld>,
    /// The work of the whole suite.
    pub work: u64,
    /// Its time in microseconds.
    pub micros: u64,
}

/// Something of the machine that tests use though what surrounds them is virtual.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unheld {
    /// What it is, and from where it was used first.
    pub first: Use,
    /// The titles of the tests that use it from there.
    pub tests: BTreeSet<String>,
}

/// Which tests to go on without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SetAside {
    /// Those that fail on the unchanged program.
    pub failing: bool,
    /// Those that pass at times and fail at times on it.
    pub flaky: bool,
    /// Those that end the JVM on it, or do not end.
    pub fatal: bool,
}

/// Tests that end the JVM or do not end: their titles by their ids.
pub type Fatal = BTreeMap<String, String>;

/// What one run of all tests of a launch said.
#[derive(Debug)]
pub(super) struct Run {
    pub framework: String,
    pub units: Vec<Unit>,
    pub excluded: Excluded,
    pub ran: Vec<Ran>,
    /// What tests used of the machine, each with the title of the test.
    pub unheld: Vec<(Use, String)>,
}

impl Baseline {
    /// The title of a test by its id; the id itself of one that is not among them.
    pub fn title_of_id(&self, id: &str) -> String {
        let test = self.tests.iter().find(|test| test.unit.id == id);
        test.map_or_else(|| id.to_owned(), Test::title)
    }

    /// Puts together what the runs of each launch said; all runs of a launch are in one list. What is fatal in one of them
    /// counts in none.
    pub(super) fn assemble(launches: &[Vec<Run>], fatal: &[Fatal], set_aside: SetAside) -> Result<Baseline, Failure> {
        let mut baseline = Baseline {
            framework: String::new(),
            tests: Vec::new(),
            skipped: 0,
            failing: Vec::new(),
            flaky: Vec::new(),
            fatal: fatal.to_vec(),
            excluded: Excluded::default(),
            unheld: unheld(launches.iter().flatten()),
            work: 0,
            micros: 0,
        };
        let (mut red, mut flaky) = (Vec::new(), Vec::new());
        for (launch, (runs, fatal)) in launches.iter().zip(fatal).enumerate() {
            baseline.add(LaunchId(launch), runs, fatal, &mut red, &mut flaky);
        }
        red.sort();
        if !red.is_empty() && !set_aside.failing {
            return Err(Failure::Red(red));
        }
        flaky.sort();
        if !flaky.is_empty() && !set_aside.flaky {
            return Err(Failure::Flaky(flaky));
        }
        let titles = |tests: Vec<(String, String)>| tests.into_iter().map(|(title, _)| title).collect();
        (baseline.failing, baseline.flaky) = (titles(red), titles(flaky));
        if baseline.tests.is_empty() { Err(Failure::NoTests) } else { Ok(baseline) }
    }

    fn add(
        &mut self,
        launch: LaunchId,
        runs: &[Run],
        fatal: &Fatal,
        red: &mut Vec<(String, String)>,
        flaky: &mut Vec<(String, String)>,
    ) {
        let Some(first) = runs.first() else { return };
        self.excluded.join(first.excluded.clone());
        if !self.framework.split(", ").any(|known| known == first.framework) {
            let separator = if self.framework.is_empty() { "" } else { ", " };
            self.framework += &format!("{separator}{}", first.framework);
        }
        self.work += first.ran.iter().map(|one| one.work).sum::<u64>();
        self.micros += first.ran.iter().map(|one| one.micros).sum::<u64>();
        let mut merged = merge(runs);
        merged.retain(|id, _| !fatal.contains_key(*id));
        let titles: BTreeMap<&str, String> = first.units.iter().map(|unit| (unit.id.as_str(), title(unit))).collect();
        for (id, outcome) in &merged {
            let Some(said) = &outcome.said else { continue };
            let title = titles.get(id).cloned().unwrap_or_else(|| (*id).to_owned());
            let list = if outcome.failures == runs.len() { &mut *red } else { &mut *flaky };
            list.push((title, said.clone()));
        }
        let containers: Vec<(&str, &Outcome)> =
            merged.iter().filter(|(id, _)| !titles.contains_key(*id)).map(|(id, outcome)| (*id, outcome)).collect();
        for unit in first.units.iter().filter(|unit| !fatal.contains_key(&unit.id)) {
            let around = || containers.iter().filter(|(id, _)| is_inside(&unit.container, id)).map(|(_, one)| *one);
            let own = merged.get(unit.id.as_str());
            if own.is_some_and(|own| own.failures > 0) || around().any(|container| container.failures > 0) {
                // It is among the red or the flaky ones.
                continue;
            }
            let Some(own) = own.filter(|own| own.passed == runs.len()) else {
                self.skipped += 1;
                continue;
            };
            let mut test = Test {
                unit: unit.clone(),
                launch,
                slowest: Cost { own: own.slowest(), around: 0 },
                usual: Cost { own: own.fastest(), around: 0 },
                work: own.work(),
                reached: own.reached.clone(),
                initialising: own.initialising.clone(),
            };
            for container in around() {
                test.reached.extend(&container.reached);
                test.initialising.extend(&container.initialising);
                test.work += container.work();
                test.slowest.around += container.slowest();
                test.usual.around += container.fastest();
            }
            self.tests.push(test);
        }
    }

    /// The tests of a launch with their numbers.
    pub fn of_launch(&self, launch: LaunchId) -> impl Iterator<Item = (TestId, &Test)> {
        self.ids().filter(move |(_, test)| test.launch == launch)
    }

    /// The ids of the tests of a launch that end the JVM or do not end.
    pub fn fatal_of(&self, launch: LaunchId) -> BTreeSet<String> {
        self.fatal[launch.0].keys().cloned().collect()
    }

    /// The titles of all tests that end the JVM or do not end.
    pub fn fatal_titles(&self) -> Vec<String> {
        let mut titles: Vec<String> = self.fatal.iter().flat_map(BTreeMap::values).cloned().collect();
        titles.sort();
        titles
    }

    /// The tests with their numbers.
    pub fn ids(&self) -> impl Iterator<Item = (TestId, &Test)> {
        self.tests.iter().enumerate().map(|(number, test)| (TestId(number), test))
    }

    /// Whether all tests together take long.
    pub fn is_long(&self) -> bool {
        self.tests.iter().map(|test| test.usual.own).sum::<u64>() >= LONG
    }

    /// The tests that reach a method, in the order in which they are asked about it.
    pub fn reaching(&self, method: MethodId) -> Vec<TestId> {
        let is_long = self.is_long();
        let reach = (0..self.tests.len()).filter(|test| self.tests[*test].reached.contains(&method));
        let mut reach: Vec<usize> = reach.collect();
        reach.sort_by_key(|test| (self.tests[*test].rank(is_long), *test));
        reach.into_iter().map(TestId).collect()
    }

    /// The time that tests take together, in microseconds: each container counts once.
    pub fn time<'t>(&self, tests: impl IntoIterator<Item = &'t TestId>, cost: impl Fn(&Test) -> Cost) -> u64 {
        let mut containers = BTreeSet::new();
        let time = tests.into_iter().map(|test| {
            let test = &self.tests[test.0];
            let cost = cost(test);
            let is_new = containers.insert((test.launch, test.unit.container.as_str()));
            if is_new { cost.alone() } else { cost.own }
        });
        time.sum()
    }

    /// Whether a method runs while a class is initialised that some test uses.
    pub fn initialises(&self, method: MethodId) -> bool {
        self.tests.iter().any(|test| test.initialising.contains(&method))
    }
}

/// What tests used of the machine in some runs, each place once.
fn unheld<'r>(runs: impl Iterator<Item = &'r Run>) -> Vec<Unheld> {
    let mut places: BTreeMap<(&str, &Frame), Unheld> = BTreeMap::new();
    for (one, test) in runs.flat_map(|run| &run.unheld) {
        let Some(innermost) = one.stack.first() else { continue };
        let unheld = || Unheld { first: one.clone(), tests: BTreeSet::new() };
        places.entry((&one.what, innermost)).or_insert_with(unheld).tests.insert(test.clone());
    }
    places.into_values().collect()
}

/// What became of a test or a container in all runs.
#[derive(Default)]
struct Outcome {
    passed: usize,
    failures: usize,
    said: Option<String>,
    /// The time in microseconds in each run, and the work.
    spent: BTreeMap<usize, (u64, u64)>,
    reached: BTreeSet<MethodId>,
    initialising: BTreeSet<MethodId>,
    /// The run that was counted last, and what came of it so far: what is told of several times in one run counts once.
    last: Option<(usize, Kind)>,
}

impl Outcome {
    fn slowest(&self) -> u64 {
        self.spent.values().map(|(micros, _)| *micros).max().unwrap_or_default()
    }

    fn fastest(&self) -> u64 {
        self.spent.values().map(|(micros, _)| *micros).min().unwrap_or_default()
    }

    fn work(&self) -> u64 {
        self.spent.values().map(|(_, work)| *work).max().unwrap_or_default()
    }
}

fn merge(runs: &[Run]) -> BTreeMap<&str, Outcome> {
    let mut merged: BTreeMap<&str, Outcome> = BTreeMap::new();
    for (number, run) in runs.iter().enumerate() {
        let tests: BTreeSet<&str> = run.units.iter().map(|unit| unit.id.as_str()).collect();
        for one in &run.ran {
            let outcome = merged.entry(one.test.as_str()).or_default();
            outcome.reached.extend(&one.reached);
            outcome.initialising.extend(&one.initialising);
            let before = outcome.last.filter(|(run, _)| *run == number).map(|(_, kind)| kind);
            let (micros, work) = outcome.spent.entry(number).or_default();
            if tests.contains(one.test.as_str()) {
                // It may have parts.
                (*micros, *work) = (*micros + one.micros, *work + one.work);
            } else {
                (*micros, *work) = (one.micros.max(*micros), one.work.max(*work));
            }
            let now = before.map_or(one.kind, |before| telling(before, one.kind));
            outcome.last = Some((number, now));
            if one.kind.is_failure() {
                outcome.said.get_or_insert_with(|| format!("{}: {}", one.thrown, one.message));
            }
            outcome.failures += usize::from(now.is_failure() && before.is_none_or(|before| !before.is_failure()));
            outcome.passed += usize::from(now == Kind::Passed && before != Some(Kind::Passed));
        }
    }
    merged
}

/// What two parts of a test come to: a failure, else whether one of them has run to its end.
fn telling(first: Kind, second: Kind) -> Kind {
    let weight = |kind: Kind| (kind.is_failure(), kind == Kind::Passed);
    if weight(second) > weight(first) { second } else { first }
}

/// Whether a container is, or is inside, an outer one.
pub fn is_inside(container: &str, outer: &str) -> bool {
    container.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
