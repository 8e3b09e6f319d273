//! What `fex extreme` says: in which formats, where, and with which exit code.

use crate::app::Failure;
use crate::app::extreme::{Exceeded, Judged};
use crate::cli::flags::flags;
use crate::cli::terminal::Terminal;
use crate::cli::{Exit, print};
use crate::extreme::Format;
use crate::settings::Extreme;
use clap::Args;
use std::path::Path;

flags! {
    /// The flags about what is reported.
    Reported(Extreme): ["format", "out", "sources", "fail-on"], |_, arg| arg
}

/// The arguments about output.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct Output {
    #[command(flatten)]
    reported: Reported,
    /// No progress display
    #[arg(long, short)]
    pub quiet: bool,
}

impl Output {
    /// What these flags say, as far as a `fex.toml` may say it, too.
    pub(in crate::cli) fn settings(&self) -> Extreme {
        self.reported.settings()
    }

    /// Whether nothing is printed that a program is to read.
    pub(in crate::cli) fn is_for_people(&self) -> bool {
        matches!(formats(&self.settings()), [] | [Format::HUMAN])
    }
}

/// Refuses what makes no sense before any work is done.
pub(in crate::cli) fn check<F>(out: Option<&Path>, formats: &[F]) -> Result<(), Failure> {
    if out.is_none() && formats.len() > 1 {
        return Err(Failure::usage("several formats cannot be printed at once")
            .help("`--out DIR` writes each of them into a file"));
    }
    Ok(())
}

/// Prints or writes the findings.
pub(super) fn deliver(judged: &Judged, options: &Extreme, terminal: &Terminal) -> Exit {
    match &options.out {
        None => print::text(&judged.render(formats(options).first().copied().unwrap_or(Format::HUMAN))),
        Some(folder) => {
            print::text(&judged.render(Format::HUMAN));
            let formats = if formats(options).is_empty() { &Format::ALL[..] } else { formats(options) };
            match judged.write(formats, folder) {
                Ok(files) => print::message(format_args!("{} reports in {}", files.len(), folder.display())),
                Err(failure) => return terminal.fail(&failure),
            }
        }
    }
    let exceeded = judged.exceeded(options.fail_on.as_deref().unwrap_or_default());
    for Exceeded { threshold, count } in &exceeded {
        let (name, limit) = (threshold.verdict.name(), threshold.at_most);
        print::message(format_args!("error: {count} methods are {name}; `--fail-on` allows {limit}"));
    }
    if exceeded.is_empty() { Exit::Clean } else { Exit::Findings }
}

/// The formats that are asked for.
pub(super) fn formats(options: &Extreme) -> &[Format] {
    options.format.as_deref().unwrap_or_default()
}
