//! `fex fmt`: the uniform layout of specifications.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::{Failure, fmt, specification};
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `fex fmt`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specifications and Alloy models; `-` stands for standard input, which is formatted to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; name the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false);
    // All files are looked at; the gravest exit is that of the run.
    let exits = arguments.files.iter().map(|path| terminal.finish(file(path, arguments.check), |exit| exit));
    exits.max().unwrap_or(Exit::Clean)
}

/// Formats a file, or says that it is not formatted.
fn file(path: &Path, check: bool) -> Result<Exit, Failure> {
    let is_input = path.as_os_str() == "-";
    let source = if is_input { print::standard_input() } else { specification::open(path) }?;
    let text = fmt::format(&source)?;
    let changes = text != source.text;
    match (check, changes) {
        (true, true) => {
            print::result(&source.name);
            return Ok(Exit::Findings);
        }
        (false, _) if is_input => print::text(&text),
        (false, true) => fmt::replace(path, &text)?,
        _ => {}
    }
    Ok(Exit::Clean)
}
