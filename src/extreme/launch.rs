//! How the tests of a module are started: its JVMs, and which tests they run.

use super::subject::{Subject, TestNames};
use super::suite::unexpected;
use crate::worker::protocol::{Report, Request};
use crate::worker::{Error, Jars, Settings, Worker};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long a worker may take for what is no test.
const PREPARATION: Duration = Duration::from_secs(60);

/// The number of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LaunchId(pub usize);

/// How the tests of a module are started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// How its workers are started.
    pub settings: Settings,
    /// The classes that may hold its tests.
    pub tests: TestNames,
    /// Tags that the tests must have; none for all.
    pub groups: Vec<String>,
    /// Tags that they must not have.
    pub excluded_groups: Vec<String>,
    /// The folders and jars of its class path that belong to the project.
    pub own: Vec<String>,
}

impl Launch {
    /// A fresh worker, and the framework that it found.
    pub(super) fn worker(&self, jars: &Jars, subject: &Subject) -> Result<(Worker, String), Error> {
        match self.ready(jars, subject) {
            // No test has run in it, so that somebody may have killed it; what ends by itself does so again.
            Err(Error::Ended(_)) => self.ready(jars, subject),
            other => other,
        }
    }

    fn ready(&self, jars: &Jars, subject: &Subject) -> Result<(Worker, String), Error> {
        let mut worker = Worker::start(jars, &self.settings)?;
        worker.ask(&self.configure(subject))?;
        match worker.answer(Some(PREPARATION))? {
            Report::Ready(framework) => Ok((worker, framework)),
            other => Err(unexpected(&other)),
        }
    }

    fn configure(&self, subject: &Subject) -> Request {
        let all = |classes: &[String], tests: &[String]| classes.iter().chain(tests).cloned().collect();
        Request::Configure {
            methods: subject.plan(),
            watched: all(&subject.classes, &self.tests.all),
            followed: all(&subject.computing, &self.tests.computing),
            own: self.own.clone(),
        }
    }

    pub(super) fn discover(&self) -> Request {
        Request::Discover {
            classes: self.tests.suites.clone(),
            groups: self.groups.clone(),
            excluded_groups: self.excluded_groups.clone(),
        }
    }
}
