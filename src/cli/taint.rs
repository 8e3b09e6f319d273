//! `fex taint`: which assertions depend on what their test does not control, and which inputs no assertion checks.

use super::config::Config;
use super::delivery::{self, Formats, Reports, check};
use super::earlier::Earlier;
use super::fixes::Fixes;
use super::flags::flags;
use super::terminal::Terminal;
use super::test_flags::Tests;
use super::{Exit, interrupt, print};
use crate::app::extreme::Tools;
use crate::app::taint::{Job, Judged, taint};
use crate::app::{Caller, Failure};
use crate::report::Format;
use crate::settings::{Extreme, Taint};
use crate::taint::Exceeded;
use clap::Args;
use std::path::Path;

flags! {
    /// The flags about what is reported.
    Reported(Taint): ["fixtures", "explain", "suggest", "format", "out", "fail-on"], |_, arg| arg
}

flags! {
    /// The flags for how tests are run.
    Manner(Extreme): ["classpath", "jobs", "patience", "suite-runs", "environment", "sources", "cache"], |key, arg| match key {
        "classpath" => arg.alias("class-path"),
        _ => arg,
    }
}

/// The arguments of `fex taint`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    tests: Tests,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    config: Config,
    #[command(flatten)]
    reported: Reported,
    #[command(flatten)]
    reports: Reports,
    #[command(flatten)]
    fixes: Fixes,
    #[command(flatten)]
    earlier: Earlier,
    /// Only tests with lines that have changed since this revision of git
    #[arg(long, value_name = "REV", help_heading = "What is judged")]
    since: Option<String>,
    /// No progress display
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments.quiet).setting(&arguments.config);
    let caller = terminal.caller();
    terminal.finish(carried_out(arguments, &terminal, &caller), |exit| exit)
}

fn carried_out(arguments: &Arguments, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let Arguments { tests, manner, config, reported, reports, earlier, since, .. } = arguments;
    let start = earlier.start();
    let job = Job {
        running: tests.settings().or(&manner.settings()),
        options: reported.settings(),
        since: since.clone(),
        start,
    };
    let mut job = job.or_settings(config.file(), caller)?;
    job.options.out = reports.folder(job.options.out.take(), "taint", caller);
    job.options.suggest = arguments.fixes.are_wanted().or(job.options.suggest);
    let formats = job.options.format.clone().unwrap_or_default();
    check(job.options.out.as_deref(), &formats)?;
    let tools = Tools::unpack()?;
    let exit = terminal.finish(taint(&job, &tools, caller), |judged| match judged {
        Some(judged) => deliver(&judged, &job, &formats, (arguments, terminal)),
        None => {
            print::message(format_args!("no test has changed"));
            Exit::Clean
        }
    });
    interrupt::done(exit);
    tools.prepare_later_runs();
    Ok(exit)
}

/// Prints or writes what was found.
fn deliver(judged: &Judged, job: &Job, formats: &[Format], (arguments, terminal): (&Arguments, &Terminal)) -> Exit {
    let formats = Formats { asked: formats, all: &Format::ALL, human: Format::Human };
    let write = |formats: &[Format], folder: &Path| judged.write(formats, folder);
    let delivered = delivery::deliver(&formats, job.options.out.as_deref(), |format| judged.render(format), write);
    let written = |page| arguments.fixes.hand_over(&judged.changes(), judged.chosen()).map(|()| page);
    let told = |Exceeded { threshold, count }: &Exceeded| {
        format!("{count} times `{}`; `--fail-on` allows {}", threshold.name(), threshold.at_most)
    };
    terminal.finish(delivered.and_then(written), |page| {
        let exceeded = judged.exceeded(&job.options);
        delivery::refuse(&exceeded.iter().map(told).collect::<Vec<_>>(), page.as_deref())
    })
}
