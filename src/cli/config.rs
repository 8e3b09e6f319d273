//! The flags that say where the settings of the project are.

use crate::settings::Assignment;
use clap::Args;
use std::path::{Path, PathBuf};

/// The flags for the settings of the project.
#[derive(Debug, Clone, Args)]
pub(super) struct Config {
    /// The settings of the project [default: the `fex.toml` of this folder or the nearest one around it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A setting of `fex.toml`, in place of what that file says: `extreme.fail-on=pseudo-tested`; a key that comes again has a list
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<Assignment>,
}

impl Config {
    /// The file, if a flag names it.
    pub(super) fn file(&self) -> Option<&Path> {
        self.config.as_deref()
    }

    /// What is set beside that file.
    pub(super) fn assignments(&self) -> &[Assignment] {
        &self.set
    }
}
