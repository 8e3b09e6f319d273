//! How the tests of a module are started: its JVMs, and which tests they run.

use super::excluded::{Excluded, Exclusion};
use super::failure::{Failure, unexpected};
use super::test_classes::TestClasses;
use super::test_filter::TestFilter;
use crate::worker::protocol::{Asked, Configure, Environment, Feature, Kind, Report, Request, Unit, Variable};
use crate::worker::{End, Error, Jars, JvmSettings, Profile, Worker};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a worker may take for what is no test.
const PREPARATION: Duration = Duration::from_secs(60);

/// The number of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LaunchId(pub usize);

/// What tests see of what surrounds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Surroundings {
    /// It is as it is.
    #[default]
    Real,
    /// It is the same whenever and wherever they run, and nothing that they do reaches it: clocks and random numbers begin anew in each test, threads
    /// that sleep do not wait, and files, processes and the network are the test's own.
    Virtual,
}

impl Surroundings {
    /// All of them, the usual one first.
    pub const ALL: [Surroundings; 2] = [Surroundings::Real, Surroundings::Virtual];

    /// Arguments of the JVM for the zone, the locale, the user, and the processors that the JDK makes pools for.
    const ARGUMENTS: [&str; 6] = [
        "-Duser.timezone=UTC",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Duser.name=user",
        "-Duser.home=/home/user",
        "-XX:ActiveProcessorCount=4",
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Surroundings::Real => "real",
            Surroundings::Virtual => "virtual",
        }
    }

    /// What it is, as part of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Surroundings::Real => "as it is on this machine, now",
            Surroundings::Virtual => {
                "the same everywhere: clocks and random numbers begin anew in each test, threads sleep without waiting, and no file, \
                 process or connection is touched"
            }
        }
    }
}

/// How the tests of a module are started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// What tells it from other launches of the project, for people.
    pub name: String,
    /// How its workers are started.
    pub settings: JvmSettings,
    /// What fex adds to their start.
    pub profile: Profile,
    /// The classes that may hold its tests.
    pub tests: TestClasses,
    /// Which of their tests are run; none for all.
    pub filter: Option<Arc<dyn TestFilter>>,
    /// Tags that the tests must have; none for all.
    pub groups: Vec<String>,
    /// Tags that they must not have.
    pub excluded_groups: Vec<String>,
    /// Patterns for tests that are left out.
    pub exclusions: Vec<Exclusion>,
    /// The folders and jars of its class path that belong to the project.
    pub own: Vec<String>,
    /// What its tests see of what surrounds them.
    pub surroundings: Surroundings,
}

/// Which tests of a launch have run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Those that have; there may be none.
    pub units: Vec<Unit>,
    /// Those that were left out because somebody names them.
    pub excluded: Excluded,
}

impl Launch {
    /// The same launch with other surroundings. What the build itself says of the zone and the locale stays.
    pub fn within(mut self, surroundings: Surroundings) -> Launch {
        self.surroundings = surroundings;
        self.profile.flags.retain(|flag| !Surroundings::ARGUMENTS.contains(&flag.as_str()));
        if surroundings == Surroundings::Virtual {
            let missing = Surroundings::ARGUMENTS.into_iter().filter(|argument| !self.settings.sets(argument));
            self.profile.flags.extend(missing.map(str::to_owned));
        }
        self
    }

    /// The same launch, where compiled classes in a folder take the place of others.
    pub fn with_classes(mut self, folder: &Path) -> Launch {
        self.settings.class_path.insert(0, folder.to_owned());
        self.own.insert(0, folder.display().to_string());
        self
    }

    /// A fresh worker with some features, and the framework that it found.
    pub fn start(&self, jars: &Jars, features: &[Feature]) -> Result<(Worker, String), Error> {
        let first = self.configure(features);
        match self.ready(jars, &first) {
            // No test has run in it, so that somebody may have killed it; what ends by itself does so again.
            Err(Error::Ended(_)) => self.ready(jars, &first),
            other => other,
        }
    }

    fn ready(&self, jars: &Jars, first: &Request) -> Result<(Worker, String), Error> {
        let mut worker = Worker::start(jars, &self.settings, &self.profile)?;
        let framework = told(&mut worker, first)?;
        Ok((worker, framework))
    }

    /// Has a worker do other things with classes that it loads anew from now on.
    pub(super) fn configure_again(&self, worker: &mut Worker, features: &[Feature]) -> Result<(), Error> {
        told(worker, &self.configure(features)).map(drop)
    }

    /// Has a worker run all tests but some within a time limit. Tells what it reports of them; returns which they are.
    pub fn run_all(
        &self,
        worker: &mut Worker,
        limit: Duration,
        without: &BTreeSet<String>,
        tell: impl FnMut(&[Unit], Report),
    ) -> Result<Selection, Failure> {
        self.run_each(worker, (limit, &|_| limit), without, tell)
    }

    /// The same, where each test has a time limit of its own, which its name tells, beside that of all.
    pub fn run_each(
        &self,
        worker: &mut Worker,
        (limit, limit_of): (Duration, &dyn Fn(&str) -> Duration),
        without: &BTreeSet<String>,
        mut tell: impl FnMut(&[Unit], Report),
    ) -> Result<Selection, Failure> {
        let deadline = Instant::now() + limit;
        let left = |deadline: Instant| Some(deadline.saturating_duration_since(Instant::now()));
        let ended = |error: Error| match error {
            Error::Ended(end) => Failure::Ended(end, None),
            other => other.into(),
        };
        worker.ask(&self.discover()).map_err(ended)?;
        let all = match worker.answer(left(deadline)).map_err(ended)? {
            Report::Discovered(units) => units,
            other => return Err(unexpected(&other).into()),
        };
        let (taken, others): (Vec<Unit>, Vec<Unit>) = all
            .into_iter()
            .partition(|unit| self.filter.as_ref().is_none_or(|filter| filter.takes_test(&unit.class, &unit.name)));
        let excluded = Excluded::of(&self.exclusions, &taken);
        let (units, more): (Vec<Unit>, Vec<Unit>) = taken.into_iter().partition(|unit| {
            !without.contains(&unit.id) && !self.exclusions.iter().any(|exclusion| exclusion.is_of(unit))
        });
        if units.is_empty() {
            return Ok(Selection { units, excluded });
        }
        let left_out = others.into_iter().chain(more).map(|unit| unit.id).collect();
        worker.ask(&Request::RunAll { left_out }).map_err(ended)?;
        let mut finished = BTreeSet::new();
        let (mut running, mut since): (Option<String>, _) = (None, Instant::now());
        loop {
            let of_test = running.as_deref().map_or(deadline, |test| since + limit_of(test));
            match worker.answer(left(deadline.min(of_test))) {
                Ok(Report::Done { .. }) => return Ok(Selection { units, excluded }),
                Ok(Report::Started { test, .. }) => (running, since) = (Some(test), Instant::now()),
                Ok(report) if is_of_tests(&report) => {
                    if let Report::Ran(ran) = &report {
                        (running, since) = (None, Instant::now());
                        finished.insert(ran.test.clone());
                    }
                    tell(&units, report);
                }
                Ok(other) => return Err(unexpected(&other).into()),
                Err(Error::Ended(end)) => {
                    let blamed = match running {
                        // Where none took most of the time, they are too slow together.
                        _ if end == End::Deadline && Instant::now() >= deadline && since.elapsed() < limit / 2 => None,
                        Some(test) => units.into_iter().find(|unit| unit.id == test),
                        // What is around the next test: they run in the order in which they were discovered, or nearly so.
                        None => units.into_iter().find(|unit| !finished.contains(&unit.id)),
                    };
                    return Err(Failure::Ended(end, blamed));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Makes sure that a test that ended a worker ends a fresh one, too, that runs nothing else; if not, no test is to blame. What
    /// does not end within the time of all tests is not waited for again.
    pub fn blame(
        &self,
        jars: &Jars,
        features: &[Feature],
        limit: Duration,
        end: End,
        unit: &Unit,
    ) -> Result<(), Failure> {
        if end == End::Deadline {
            return Ok(());
        }
        let mut worker = self.start(jars, features)?.0;
        let alone = Asked { test: unit.id.clone(), fuel: i64::MAX as u64 };
        let mut answer = worker.ask(&Request::run(vec![alone], None)).map(|()| None);
        let deadline = Instant::now() + limit;
        loop {
            match answer {
                Ok(Some(Report::Done { .. })) => return Err(Failure::Ended(end, None)),
                Err(Error::Ended(_)) => return Ok(()),
                Ok(Some(Report::Ran(one))) if one.kind == Kind::OutOfMemory => return Ok(()),
                Err(error) => return Err(error.into()),
                Ok(_) => answer = worker.answer(Some(deadline.saturating_duration_since(Instant::now()))).map(Some),
            }
        }
    }

    /// What a worker is told first that is to have some features. The classes of tests are watched as those of the program are.
    fn configure(&self, features: &[Feature]) -> Request {
        let mut features = features.to_vec();
        for feature in &mut features {
            match feature {
                Feature::Guard(guard) => {
                    guard.watched.extend(self.tests.all.iter().cloned());
                    guard.followed.extend(self.tests.computing.iter().cloned());
                }
                Feature::Observe(observe) => observe.tests.extend(self.tests.all.iter().cloned()),
                Feature::Sequences(sequences) => sequences.watched.extend(self.tests.all.iter().cloned()),
                Feature::Taint(taint) => taint.tests.extend(self.tests.all.iter().cloned()),
                Feature::Capture(_) | Feature::Environment(_) | Feature::Branches(_) => {}
            }
        }
        if self.surroundings == Surroundings::Virtual {
            let variable = |(name, value): (&String, &String)| Variable { name: name.clone(), value: value.clone() };
            let variables = self.settings.environment.iter().map(variable).collect();
            features.push(Feature::Environment(Environment::held(variables)));
        }
        Request::Configure(Configure { own: self.own.clone(), features })
    }

    /// Asks which tests there are.
    pub(super) fn discover(&self) -> Request {
        Request::Discover {
            classes: self.tests.suites.clone(),
            groups: self.groups.clone(),
            excluded_groups: self.excluded_groups.clone(),
        }
    }
}

/// Whether a report says what became of a test, or what happened in it.
fn is_of_tests(report: &Report) -> bool {
    matches!(
        report,
        Report::Ran(_)
            | Report::Captured(_)
            | Report::Readings(_)
            | Report::Taken(_)
            | Report::Uses(_)
            | Report::Tainted(_)
    )
}

/// Tells a worker what to do, and returns the framework that it has when it is ready for that.
fn told(worker: &mut Worker, configure: &Request) -> Result<String, Error> {
    worker.ask(configure)?;
    match worker.answer(Some(PREPARATION))? {
        Report::Ready(framework) => Ok(framework),
        other => Err(unexpected(&other)),
    }
}
