//! `fex integrate`: how thoroughly tests exercise the calls between two classes, or one class by itself.

use super::config::Config;
use super::delivery::{self, Formats, Reports, check};
use super::flags::flags;
use super::terminal::Terminal;
use super::test_flags::{Seen, Tests};
use super::{Exit, interrupt, print};
use crate::app::extreme::Tools;
use crate::app::integrate::{About, Integrated, Job, integrate};
use crate::app::{Caller, Failure, Place};
use crate::coupling::{Exceeded, Measure, Threshold};
use crate::report::Format;
use crate::settings::{Extreme, Integrate};
use clap::Args;
use std::path::{Path, PathBuf};

flags! {
    /// The flags about what is measured, and what is reported.
    Measured(Integrate): ["paper", "budget", "time-limit", "seed", "mutants", "format", "out", "fail-on"], |key, arg| match key {
        "budget" | "time-limit" | "seed" | "mutants" => arg.requires("write"),
        _ => arg,
    }
}

flags! {
    /// The flags for how tests are run.
    Manner(Extreme): ["classpath", "jobs", "patience", "sources", "cache"], |key, arg| match key {
        "classpath" => arg.alias("class-path"),
        _ => arg,
    }
}

/// The arguments of `fex integrate`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The class that calls, or the only one [default: all pairs of the project]
    caller: Option<String>,
    /// The class that is called [default: none; the branches of the other one count, whoever calls it]
    callee: Option<String>,
    /// Only list the pairs, those with most open coupled branches first
    #[arg(long, conflicts_with_all = ["caller", "format", "out"], help_heading = "Output")]
    list: bool,
    #[command(flatten)]
    tests: Tests,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    seen: Seen,
    #[command(flatten)]
    config: Config,
    #[command(flatten)]
    measured: Measured,
    #[command(flatten)]
    reports: Reports,
    /// Search for tests that cover open coupled branches, and write them into this folder [default: the test folder of the project]
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, requires = "caller", help_heading = "Search")]
    write: Option<Option<PathBuf>>,
    /// No progress display
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments.quiet).setting(&arguments.config);
    let mut caller = terminal.caller();
    if arguments.write.is_some() {
        caller.interrupt = interrupt::of_search();
    }
    terminal.finish(carried_out(arguments, &terminal, &caller), |exit| exit)
}

fn carried_out(arguments: &Arguments, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let Arguments { tests, manner, seen, config, measured, reports, list, .. } = arguments;
    let running = tests.settings().or(&manner.settings()).or(&seen.settings());
    let about = match (arguments.caller.clone(), arguments.callee.clone()) {
        (Some(caller), Some(callee)) => About::Pair(caller, callee),
        (Some(class), None) => About::Class(class),
        (None, _) => About::Project,
    };
    let write = arguments.write.clone().map(|folder| folder.map_or(Place::Project, Place::Folder));
    if arguments.write.is_none() && measured.settings().fail_on.iter().flatten().any(of_search) {
        return Err(Failure::usage("`--fail-on suspicious` counts what a search meets, and there is none")
            .help("search with `--write`, or `--write=DIR`"));
    }
    let mut job = Job { about, running, options: measured.settings(), write }.or_settings(config.file(), caller)?;
    job.options.out = reports.folder(job.options.out.take(), "integrate", caller);
    let formats = job.options.format.clone().unwrap_or_default();
    check(job.options.out.as_deref(), &formats)?;
    let tools = Tools::unpack()?;
    let exit = terminal.finish(integrate(&job, &tools, caller), |integrated| match list {
        true => {
            print::text(&integrated.listed());
            judged(&integrated, &job, None)
        }
        false => deliver(&integrated, &job, &formats, terminal),
    });
    interrupt::done(exit);
    tools.prepare_later_runs();
    Ok(exit)
}

/// Whether a threshold is about what only a search finds.
fn of_search(threshold: &Threshold) -> bool {
    threshold.measure == Measure::Suspicious
}

/// Prints or writes what was found.
fn deliver(integrated: &Integrated, job: &Job, formats: &[Format], terminal: &Terminal) -> Exit {
    let formats = Formats { asked: formats, all: &Format::ALL, human: Format::Human };
    let write = |formats: &[Format], folder: &Path| integrated.write(formats, folder);
    let render = |format| integrated.render(format);
    let delivered = delivery::deliver(&formats, job.options.out.as_deref(), render, write);
    terminal.finish(delivered, |page| judged(integrated, job, page.as_deref()))
}

/// Says where tests were written. The exit code, with what a build does not put up with.
fn judged(integrated: &Integrated, job: &Job, page: Option<&Path>) -> Exit {
    if let Some(file) = &integrated.written {
        print::message(format_args!("tests written into {}", file.display()));
    }
    let exceeded = integrated.exceeded(&job.options);
    let told = |Exceeded { threshold, count }: &Exceeded| {
        format!("{count} {}; `--fail-on` allows {}", threshold.measure.words(), threshold.at_most)
    };
    let exit = delivery::refuse(&exceeded.iter().map(told).collect::<Vec<_>>(), page);
    if integrated.is_complete() { exit } else { Exit::Incomplete }
}
