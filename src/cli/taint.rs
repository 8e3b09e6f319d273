//! `fex taint`: which assertions depend on what their test does not control, and which inputs no assertion checks.

use super::delivery::{self, Formats, check};
use super::earlier::Earlier;
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
use std::path::{Path, PathBuf};

flags! {
    /// The flags about what is reported.
    Reported(Taint): ["format", "out", "fail-on"], |_, arg| arg
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
    /// The settings of the project [default: the `fex.toml` of this folder or the nearest one around it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    reported: Reported,
    #[command(flatten)]
    earlier: Earlier,
    /// No progress display
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments.quiet);
    let caller = terminal.caller();
    terminal.finish(carried_out(arguments, &terminal, &caller), |exit| exit)
}

fn carried_out(arguments: &Arguments, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let Arguments { tests, manner, config, reported, earlier, .. } = arguments;
    let start = earlier.start();
    let job = Job { running: tests.settings().or(&manner.settings()), options: reported.settings(), start };
    let job = job.or_settings(config.as_deref(), caller)?;
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
    if let Err(failure) = delivery::deliver(&formats, job.options.out.as_deref(), |format| judged.render(format), write)
    {
        return terminal.fail(&failure);
    }
    let exceeded = judged.exceeded(&job.options);
    for Exceeded { threshold, count } in &exceeded {
        let (name, limit) = (threshold.name(), threshold.at_most);
        print::message(format_args!("error: {count} times `{name}`; `--fail-on` allows {limit}"));
    }
    if exceeded.is_empty() { Exit::Clean } else { Exit::Findings }
}
