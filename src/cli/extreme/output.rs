//! What `fex extreme` says: in which formats, where, and with which exit code.

use crate::app::Caller;
use crate::app::extreme::{Exceeded, Judged};
use crate::cli::Exit;
use crate::cli::delivery::{self, Formats, Reports};
use crate::cli::flags::flags;
use crate::cli::terminal::Terminal;
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
    #[command(flatten)]
    reports: Reports,
    /// No progress display
    #[arg(long, short)]
    pub quiet: bool,
}

impl Output {
    /// What these flags say, as far as a `fex.toml` may say it, too.
    pub(in crate::cli) fn settings(&self) -> Extreme {
        self.reported.settings()
    }

    /// Options with the folder of the reports.
    pub(in crate::cli) fn placed(&self, options: Extreme, caller: &Caller) -> Extreme {
        Extreme { out: self.reports.folder(options.out.clone(), "extreme", caller), ..options }
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
    let delivered = delivery::deliver(&formats, options.out.as_deref(), |format| judged.render(format), write);
    let told = |Exceeded { threshold, count }: &Exceeded| {
        format!("{count} methods are {}; `--fail-on` allows {}", threshold.verdict.name(), threshold.at_most)
    };
    terminal.finish(delivered, |page| {
        let exceeded = judged.exceeded(options.fail_on.as_deref().unwrap_or_default());
        delivery::refuse(&exceeded.iter().map(told).collect::<Vec<_>>(), page.as_deref())
    })
}

/// The formats that are asked for.
pub(in crate::cli) fn formats(options: &Extreme) -> &[Format] {
    options.format.as_deref().unwrap_or_default()
}
