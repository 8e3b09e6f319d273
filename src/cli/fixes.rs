//! The flags for fixes that were tried out, and where these are written.

use super::delivery::hand_over;
use crate::app::Failure;
use crate::app::source_changes::SourceChanges;
use crate::report::counted;
use clap::Args;
use std::path::PathBuf;

/// Where fixes are written.
#[derive(Debug, Args)]
pub(super) struct Fixes {
    /// Write the fixes that hold together as a diff for `git apply`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    patch: Option<PathBuf>,
    /// Write the fixes that hold together into the sources
    #[arg(long, help_heading = "Output")]
    write: bool,
}

impl Fixes {
    /// Whether there have to be fixes, because they are written; if not, that is for an option to say.
    pub(super) fn are_wanted(&self) -> Option<bool> {
        (self.patch.is_some() || self.write).then_some(true)
    }

    /// Writes so many fixes.
    pub(super) fn hand_over(&self, changes: &SourceChanges<'_>, chosen: usize) -> Result<(), Failure> {
        hand_over(changes, &counted(chosen, "change"), self.patch.as_deref(), self.write)
    }
}
