//! Which coupled branches tests cover.

use super::branch::Branch;
use super::classes::Classes;
use super::counting::Counting;
use super::pair::Pair;
use super::probes::Probes;
use super::site::Coupled;
use crate::session::{self, Excluded, Failure, Launch, title_of};
use crate::worker::protocol::{Kind, Report, Taken};
use crate::worker::{Error, Jars};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What tests cover.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// The titles of the tests that ran, in their order; also of what prepares several of them, where that covers something.
    pub tests: Vec<String>,
    /// How many tests ran.
    pub count: usize,
    /// For each pair the coupled branches that are covered, with the places of the tests that do.
    pub covered: Vec<BTreeMap<Coupled, BTreeSet<usize>>>,
    /// For each pair the branches of the caller that led to a call.
    pub led: Vec<BTreeSet<usize>>,
    /// The branches that were taken at all.
    pub taken: BTreeSet<Branch>,
    /// The tests that failed, and what they said.
    pub failed: Vec<(String, String)>,
    /// The tests that were left out because somebody names them.
    pub excluded: Excluded,
    /// Classes that could not be instrumented, by internal name, with the reason.
    pub not_instrumented: BTreeMap<String, String>,
    /// How long the tests took.
    pub micros: u64,
}

impl Measured {
    /// Adds what other tests cover of the same pairs.
    pub fn add(&mut self, other: Measured) {
        let first = self.tests.len();
        self.tests.extend(other.tests);
        self.count += other.count;
        for (known, new) in self.covered.iter_mut().zip(other.covered) {
            for (coupled, tests) in new {
                known.entry(coupled).or_default().extend(tests.into_iter().map(|test| test + first));
            }
        }
        for (known, new) in self.led.iter_mut().zip(other.led) {
            known.extend(new);
        }
        self.taken.extend(other.taken);
        self.failed.extend(other.failed);
        self.excluded.join(other.excluded);
        self.not_instrumented.extend(other.not_instrumented);
        self.micros += other.micros;
    }
}

/// Runs all tests of some launches, each launch within a time limit. Tests that fail are no reason to stop.
pub fn measure(
    classes: &Classes,
    pairs: &[Pair],
    counting: Counting,
    launches: &[Launch],
    jars: &Jars,
    limit: Duration,
) -> Result<Measured, Failure> {
    let probes = Probes::of(classes, pairs, false);
    let mut measuring = Measuring {
        probes: &probes,
        counting,
        measured: Measured {
            covered: vec![BTreeMap::new(); pairs.len()],
            led: vec![BTreeSet::new(); pairs.len()],
            ..Measured::default()
        },
        taken: BTreeSet::new(),
    };
    for launch in launches.iter().filter(|launch| !launch.tests.suites.is_empty()) {
        measuring.run(launch, jars, limit)?;
    }
    let Measuring { mut measured, taken, .. } = measuring;
    let all = probes.branches().iter().filter(|(_, number)| taken.contains(number));
    measured.taken = all.map(|(branch, _)| branch.clone()).collect();
    if measured.count == 0 { Err(Failure::NoTests) } else { Ok(measured) }
}

struct Measuring<'m> {
    probes: &'m Probes,
    counting: Counting,
    measured: Measured,
    /// The numbers of the branches that were taken.
    taken: BTreeSet<u32>,
}

impl Measuring<'_> {
    /// Runs the tests of a launch once, unless tests end the JVM or do not end: then another one goes on with those after them.
    fn run(&mut self, launch: &Launch, jars: &Jars, limit: Duration) -> Result<(), Failure> {
        let features = [self.probes.feature()];
        let mut finished = BTreeSet::new();
        loop {
            let (mut worker, _) = launch.start(jars, &features)?;
            let (mut taken, mut more) = (Vec::new(), Vec::new());
            let result = launch.run_all(&mut worker, limit, &finished, |units, report| match report {
                Report::Taken(one) => taken.push(one),
                Report::Ran(ran) => {
                    let title = title_of(units, &ran);
                    let is_test = units.iter().any(|unit| unit.id == ran.test);
                    if is_test && (ran.kind == Kind::Passed || ran.kind.is_failure()) {
                        self.measured.count += 1;
                    }
                    self.measured.micros += ran.micros;
                    if ran.kind.is_failure() {
                        self.measured.failed.push((title.clone(), format!("{}: {}", ran.thrown, ran.message)));
                    }
                    for one in taken.drain(..) {
                        self.add(&title, &one);
                    }
                    more.push(ran.test);
                }
                _ => {}
            });
            self.measured.not_instrumented.extend(worker.not_instrumented.drain(..));
            match result {
                Ok(selection) => {
                    self.measured.excluded.join(selection.excluded);
                    return Ok(());
                }
                Err(Failure::Ended(end, Some(unit))) => {
                    launch.blame(jars, &features, limit, end, &unit)?;
                    self.measured.count += 1;
                    self.measured.failed.push((session::title(&unit), Error::Ended(end).to_string()));
                    finished.extend(more);
                    finished.insert(unit.id);
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Counts what was taken in a test.
    fn add(&mut self, title: &str, taken: &Taken) {
        self.taken.extend(&taken.branches);
        let covered = self.probes.covered(taken, self.counting);
        for (pair, branch) in self.probes.led(taken) {
            self.measured.led[pair].insert(branch);
        }
        if covered.is_empty() {
            return;
        }
        let test = self.measured.tests.iter().position(|known| known == title).unwrap_or_else(|| {
            self.measured.tests.push(title.to_owned());
            self.measured.tests.len() - 1
        });
        for (pair, coupled) in covered {
            self.measured.covered[pair].entry(coupled).or_default().insert(test);
        }
    }
}
