//! `fex run-unit`: units of a plan in, their partial report out. Whoever hands out work to machines needs nothing else.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::sharing::{self, Partial, Portion};
use crate::app::{Caller, Failure};
use clap::Args;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The arguments of `fex run-unit`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// An object with a `plan` of `fex plan` and the digests of some of its `units`; `-` stands for standard input
    #[arg(default_value = "-")]
    task: PathBuf,
}

/// Does a part of the work of the command that a plan holds, and hands over the partial report.
pub(super) type Perform = fn(&Portion, &Caller, &dyn Fn(&Partial) -> Result<(), Failure>) -> Result<(), Failure>;

pub(super) fn run(arguments: &Arguments, perform: Perform) -> Exit {
    let terminal = Terminal::new(true);
    let caller = terminal.caller();
    terminal.finish(done(&arguments.task, perform, &caller), |()| Exit::Clean)
}

fn done(task: &Path, perform: Perform, caller: &Caller) -> Result<(), Failure> {
    let is_stdin = task == Path::new("-");
    let name = if is_stdin { "<stdin>".to_owned() } else { task.display().to_string() };
    let bytes = if is_stdin { standard_input() } else { fs::read(task) };
    let bytes = bytes.map_err(|error| Failure::usage(format_args!("cannot read `{name}`: {error}")))?;
    let deliver = |partial: &Partial| {
        print::text(&partial.text);
        Ok(())
    };
    perform(&sharing::task(&name, &bytes)?, caller, &deliver)
}

fn standard_input() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}
