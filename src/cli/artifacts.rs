//! What `fex junit` and `fex plugins` have in common: artifacts that are installed, and what a build needs for them.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::artifacts::{Build, Installed};
use crate::app::{Caller, Failure};
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of both.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The local repository of Maven [default: `.m2/repository` in your home folder]
    #[arg(long, value_name = "DIR")]
    repository: Option<PathBuf>,
}

/// Installs artifacts, and says what the build around needs for them, or any if there is none.
pub(super) fn run(
    arguments: &Arguments,
    install: impl FnOnce(Option<&Path>, &Caller) -> Result<Installed, Failure>,
    maven: fn() -> String,
    gradle: fn() -> String,
) -> Exit {
    let terminal = Terminal::new(false);
    terminal.finish(install(arguments.repository.as_deref(), &terminal.caller()), |installed| {
        for file in &installed.files {
            print::result(format_args!("{} installed", file.display()));
        }
        print::result(match installed.build {
            Some(Build::Maven) => maven(),
            Some(Build::Gradle) => gradle(),
            None => format!("{}\n{}", maven(), gradle()),
        });
        Exit::Clean
    })
}
