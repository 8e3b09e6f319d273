//! `fex report`: a suite as a page to look at.

use super::settings::Flags;
use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::Workspace;
use crate::app::report::{self, Reported};
use crate::settings::{Extreme, Settings};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex report`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    /// Say nothing of what was written
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { spec, flags, quiet } = arguments;
    let terminal = Terminal::new(*quiet).setting(flags.config());
    let workspace = Workspace::new(terminal.caller(), flags.config().file(), Extreme::default());
    let request = flags.request(spec.as_deref(), &Settings::default());
    terminal.each(
        &request,
        &workspace,
        |job| report::report(job, &workspace),
        |Reported { structures, page }| {
            if !quiet {
                print::result(format_args!("{structures} structures in {}", page.display()));
            }
            Exit::Clean
        },
    )
}
