//! `fex export`: a specification as a plain Alloy module.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::export::{self, Job};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex export`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
    /// Another scope for the `generate` paragraphs than the specification says
    #[arg(long, value_name = "N")]
    scope: Option<u32>,
    /// Where to write the module; standard output for `-`, or if nothing is given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false);
    let caller = terminal.caller();
    let job = Job { spec: arguments.spec.clone(), scope: arguments.scope };
    let exported = export::export(&job, &caller).and_then(|text| {
        match arguments.out.as_ref().filter(|path| path.as_os_str() != "-") {
            Some(path) => export::write(path, &text, &caller)?,
            None => print::text(&text),
        }
        Ok(())
    });
    terminal.finish(exported, |()| Exit::Clean)
}
