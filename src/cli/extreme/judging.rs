//! The flags of all commands that begin with judging.

use super::running::Running;
use super::selection::Judged;
use crate::app::extreme::Job;
use crate::app::{Caller, Failure};
use crate::cli::config::Config;
use crate::settings::Extreme;
use clap::Args;

/// The arguments that say what is judged, and how its tests run.
#[derive(Debug, Args)]
pub(in crate::cli) struct Judging {
    #[command(flatten)]
    running: Running,
    #[command(flatten)]
    config: Config,
    #[command(flatten)]
    judged: Judged,
}

impl Judging {
    /// What flags say of the settings of the project.
    pub(in crate::cli) fn config(&self) -> &Config {
        &self.config
    }

    /// What is to be done, as these and other flags say, and the project's settings where they say nothing.
    pub(in crate::cli) fn job(&self, others: &Extreme, caller: &Caller) -> Result<Job, Failure> {
        let Judging { running, config, judged } = self;
        let options = running.settings().or(&judged.settings()).or(others);
        let capture = running.capture(config.file());
        let job = Job { options, since: running.since(), start: running.start(), capture };
        job.or_settings(config.file(), caller)
    }
}
