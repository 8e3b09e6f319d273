//! The flags of all commands that begin with judging.

use super::running::Running;
use super::selection::Judged;
use crate::app::extreme::Job;
use crate::app::{Caller, Failure};
use crate::settings::Extreme;
use clap::Args;
use std::path::PathBuf;

/// The arguments that say what is judged, and how its tests run.
#[derive(Debug, Args)]
pub(in crate::cli) struct Judging {
    #[command(flatten)]
    running: Running,
    /// The settings of the project [default: the `fex.toml` of this folder or the nearest one around it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    judged: Judged,
}

impl Judging {
    /// What is to be done, as these and other flags say, and the project's settings where they say nothing.
    pub(in crate::cli) fn job(&self, others: &Extreme, caller: &Caller) -> Result<Job, Failure> {
        let Judging { running, config, judged } = self;
        let options = running.settings().or(&judged.settings()).or(others);
        let capture = running.capture(config.as_deref());
        let job = Job { options, since: running.since(), start: running.start(), capture };
        job.or_settings(config.as_deref(), caller)
    }
}
