//! What `fex extreme` says: in which formats, where, and with which exit code.

use crate::app::Failure;
use crate::app::extreme::{Exceeded, Judged};
use crate::cli::terminal::Terminal;
use crate::cli::tests::list;
use crate::cli::{Exit, print, settings};
use crate::extreme::{Format, Threshold};
use crate::report;
use crate::settings::Extreme;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The arguments about output.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct Output {
    /// What to print; with `--out`, what to write
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Write a file for each format into this folder, and print the summary
    #[arg(long, value_name = "DIR", value_parser = settings::folder)]
    pub out: Option<PathBuf>,
    /// Where the sources of the classes are, for pages and places [default: what the build says, or src/main/java and
    /// src/main/kotlin]
    #[arg(long, value_name = "DIR")]
    pub sources: Vec<PathBuf>,
    /// Exit with 1 if there is a method like this; `VERDICT=N` or `VERDICT=N%` tolerates some
    #[arg(long, value_name = "VERDICT", value_delimiter = ',')]
    pub fail_on: Vec<Threshold>,
    /// No progress display
    #[arg(long, short)]
    pub quiet: bool,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Format::Report(report::Format::Human) => "The methods to act on, and a summary",
            Format::Report(report::Format::Json) => "Everything, as one JSON object",
            Format::Report(report::Format::Sarif) => "SARIF 2.1.0, for code scanning",
            Format::Report(report::Format::Junit) => "JUnit's XML, for build servers",
            Format::Report(report::Format::Github) => "Annotations of a pull request on GitHub",
            Format::Descartes => "The `methods.json` of Descartes",
            Format::Report(report::Format::Html) => "A page with sources",
        }))
    }
}

impl Output {
    /// What these flags say, as far as a `fex.toml` may say it, too.
    pub(in crate::cli) fn settings(&self) -> Extreme {
        Extreme {
            format: list(&self.format),
            out: self.out.clone(),
            sources: list(&self.sources),
            fail_on: list(&self.fail_on),
            ..Extreme::default()
        }
    }
}

/// Refuses what makes no sense before any work is done.
pub(super) fn check(options: &Extreme) -> Result<(), Failure> {
    if options.out.is_none() && formats(options).len() > 1 {
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

fn formats(options: &Extreme) -> &[Format] {
    options.format.as_deref().unwrap_or_default()
}
