//! The flags that say what counts of earlier runs.

use crate::extreme::Start;
use clap::Args;

/// What counts of earlier runs.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct Earlier {
    /// Continue from where the same run was killed
    #[arg(long, help_heading = "Running")]
    resume: bool,
    /// Judge everything anew, even if nothing has changed since the last run
    #[arg(long, conflicts_with = "resume", help_heading = "Running")]
    fresh: bool,
}

impl Earlier {
    /// How the run begins.
    pub(in crate::cli) fn start(self) -> Start {
        match (self.resume, self.fresh) {
            (true, _) => Start::Resume,
            (_, true) => Start::Fresh,
            _ => Start::Known,
        }
    }
}
