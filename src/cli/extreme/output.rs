//! What `fex extreme` says: in which formats, where, and with which exit code.

use crate::app::extreme::{Exceeded, Judged};
use crate::cli::delivery::{self, Formats};
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

/// Prints or writes the findings.
pub(in crate::cli) fn deliver(judged: &Judged, options: &Extreme, terminal: &Terminal) -> Exit {
    let formats = Formats { asked: formats(options), all: &Format::ALL, human: Format::HUMAN };
    let write = |formats: &[Format], folder: &Path| judged.write(formats, folder);
    if let Err(failure) = delivery::deliver(&formats, options.out.as_deref(), |format| judged.render(format), write) {
        return terminal.fail(&failure);
    }
    let exceeded = judged.exceeded(options.fail_on.as_deref().unwrap_or_default());
    for Exceeded { threshold, count } in &exceeded {
        let (name, limit) = (threshold.verdict.name(), threshold.at_most);
        print::message(format_args!("error: {count} methods are {name}; `--fail-on` allows {limit}"));
    }
    if exceeded.is_empty() { Exit::Clean } else { Exit::Findings }
}

/// The formats that are asked for.
pub(in crate::cli) fn formats(options: &Extreme) -> &[Format] {
    options.format.as_deref().unwrap_or_default()
}
