//! How the tests of a project are run, and what their workers are told.

use super::baseline::SetAside;
use super::launch::{Launch, LaunchId, Surroundings};
use crate::worker::protocol::Feature;
use crate::worker::{Error, Jars, Worker};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How tests are run.
#[derive(Debug, Clone)]
pub struct Execution {
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
}

/// Tests that are ready to run on a program.
#[derive(Debug, Clone, Copy)]
pub struct Session<'s> {
    /// How they are run.
    pub execution: &'s Execution,
    /// What workers are made of.
    pub jars: &'s Jars,
    /// What workers do beside running tests.
    pub features: &'s [Feature],
}

impl Execution {
    /// The same, where compiled classes in a folder take the place of others in one launch.
    pub fn with_classes(&self, launch: LaunchId, folder: &Path) -> Execution {
        let mut execution = self.clone();
        execution.launches[launch.0] = execution.launches[launch.0].clone().with_classes(folder);
        execution
    }

    /// The same in other surroundings.
    pub fn within(&self, surroundings: Surroundings) -> Execution {
        let launches = self.launches.iter().map(|launch| launch.clone().within(surroundings)).collect();
        Execution { launches, ..self.clone() }
    }

    /// The same, where the heaps of JVMs become so many MiB large at most, unless somebody has said already how large.
    pub fn with_heaps(&self, most: &BTreeMap<LaunchId, u64>) -> Execution {
        let mut execution = self.clone();
        for (launch, most) in most {
            let launch = &mut execution.launches[launch.0];
            if !launch.settings.limits_the_heap() {
                launch.settings.add_arguments(&[format!("-Xmx{most}m")]);
            }
        }
        execution
    }

    /// The same with further arguments of all JVMs.
    pub fn with_jvm_arguments(&self, more: &[&str]) -> Execution {
        let mut execution = self.clone();
        for launch in &mut execution.launches {
            launch.settings.add_arguments(more);
        }
        execution
    }
}

impl<'s> Session<'s> {
    /// How some of the tests are started.
    pub(super) fn launch(&self, launch: LaunchId) -> &'s Launch {
        &self.execution.launches[launch.0]
    }

    /// A fresh worker for a launch, and the framework that it found.
    pub(super) fn worker(&self, launch: LaunchId) -> Result<(Worker, String), Error> {
        self.launch(launch).start(self.jars, self.features)
    }
}
