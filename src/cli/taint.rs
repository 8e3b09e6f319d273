//! `fex taint`: which assertions depend on what their test does not control, and which inputs no assertion checks.

use super::config::Config;
use super::delivery::{self, Formats, Reports, check};
use super::earlier::Earlier;
use super::flags::flags;
use super::terminal::Terminal;
use super::test_flags::Tests;
use super::{Exit, interrupt};
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
    Reported(Taint): ["explain", "format", "out", "fail-on"], |_, arg| arg
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
    earlier: Earlier,
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
    let Arguments { tests, manner, config, reported, reports, earlier, .. } = arguments;
    let start = earlier.start();
    let job = Job { running: tests.settings().or(&manner.settings()), options: reported.settings(), start };
    let mut job = job.or_settings(config.file(), caller)?;
    job.options.out = reports.folder(job.options.out.take(), "taint", caller);
    let formats = job.options.format.clone().unwrap_or_default();
    check(job.options.out.as_deref(), &formats)?;
    let tools = Tools::unpack()?;
    let exit = terminal.finish(taint(&job, &tools, caller), |judged| deliver(&judged, &job, &formats, terminal));
    interrupt::done(exit);
    tools.prepare_later_runs();
    Ok(exit)
}

/// Prints or writes what was found.
fn deliver(judged: &Judged, job: &Job, formats: &[Format], terminal: &Terminal) -> Exit {
    let formats = Formats { asked: formats, all: &Format::ALL, human: Format::Human };
    let write = |formats: &[Format], folder: &Path| judged.write(formats, folder);
    let delivered = delivery::deliver(&formats, job.options.out.as_deref(), |format| judged.render(format), write);
    let told = |Exceeded { threshold, count }: &Exceeded| {
        format!("{count} times `{}`; `--fail-on` allows {}", threshold.name(), threshold.at_most)
    };
    terminal.finish(delivered, |page| {
        let exceeded = judged.exceeded(&job.options);
        delivery::refuse(&exceeded.iter().map(told).collect::<Vec<_>>(), page.as_deref())
    })
}
