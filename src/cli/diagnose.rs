//! `fex diagnose`: why no test notices that method bodies are gone.

use super::delivery::{Formats, Reports, check, deliver, hand_over};
use super::extreme::Judging;
use super::flags::flags;
use super::terminal::Terminal;
use super::test_flags::Seen;
use super::{Exit, interrupt, print};
use crate::app::diagnose::{Job, diagnose};
use crate::app::extreme::Tools;
use crate::app::observation::{Slowness, measure};
use crate::app::{Caller, Failure};
use crate::propagation::StateOptions;
use crate::report::{Format, counted};
use crate::settings::Extreme;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

flags! {
    /// The flags about where reports are written.
    Reported(Extreme): ["out", "sources"], |_, arg| arg
}

/// The arguments of `fex diagnose`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    judging: Judging,
    #[command(flatten)]
    seen: Seen,
    /// Only methods whose class and name match: `com.example.Main.run`, `com.example.*`
    #[arg(long, value_name = "PATTERN", value_delimiter = ',', help_heading = "What is judged")]
    method: Vec<String>,
    /// How far the state of the program is read
    #[arg(long, value_name = "HOW", default_value = "deep", help_heading = "Running")]
    state: State,
    /// What is printed or written [default: human; with --out, all]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', help_heading = "Output",
        value_parser = PossibleValuesParser::new(Format::ALL.map(Format::name)))]
    format: Vec<String>,
    #[command(flatten, next_help_heading = "Output")]
    reported: Reported,
    #[command(flatten)]
    reports: Reports,
    /// Write tests that detect what none did as a diff for `git apply`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    patch: Option<PathBuf>,
    /// Write tests that detect what none did into the sources
    #[arg(long, help_heading = "Output")]
    write: bool,
    /// Write and try out no tests
    #[arg(long, conflicts_with_all = ["patch", "write"], help_heading = "Running")]
    words_only: bool,
    /// Print how much slower the tests are while states are read, and nothing else
    #[arg(long, hide = true)]
    measure: bool,
    /// No progress display
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// How far the state of the program is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum State {
    /// All that fields, elements and keys lead to, up to eight references and a thousand objects
    Deep,
    /// One level of fields, as Vera-Pérez et al. define it, so that figures compare
    Shallow,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments.quiet).setting(arguments.judging.config());
    let caller = terminal.caller();
    terminal.finish(carried_out(arguments, &terminal, &caller), |exit| exit)
}

fn carried_out(arguments: &Arguments, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let Arguments { judging, seen, method, state, reported, reports, .. } = arguments;
    let extreme = judging.job(&seen.settings().or(&reported.settings()), caller)?;
    let out = reports.folder(extreme.options.out.clone(), "diagnose", caller);
    let formats: Vec<Format> =
        Format::ALL.into_iter().filter(|format| arguments.format.iter().any(|name| name == format.name())).collect();
    check(out.as_deref(), &formats)?;
    let settings = StateOptions { shallow: *state == State::Shallow };
    let job = Job { extreme, methods: method.clone(), settings, tries_tests: !arguments.words_only };
    let tools = Tools::unpack()?;
    if arguments.measure {
        return measured(&job, &tools, caller);
    }
    let exit = terminal.finish(diagnose(&job, &tools, caller), |diagnosed| match diagnosed {
        Some(diagnosed) => {
            let formats = Formats { asked: &formats, all: &Format::ALL, human: Format::Human };
            let write = |formats: &[Format], folder: &Path| diagnosed.write(formats, folder);
            let delivered = deliver(&formats, out.as_deref(), |format| diagnosed.render(format), write);
            let tests = counted(diagnosed.suggested.tests.len(), "test");
            let written = || hand_over(&diagnosed.changes(), &tests, arguments.patch.as_deref(), arguments.write);
            terminal.finish(delivered.and_then(|_| written()), |()| Exit::Clean)
        }
        None => {
            print::message(format_args!("no method to transform has changed"));
            Exit::Clean
        }
    });
    interrupt::done(exit);
    tools.prepare_later_runs();
    Ok(exit)
}

/// Prints how long tests take, in microseconds.
fn measured(job: &Job, tools: &Tools, caller: &Caller) -> Result<Exit, Failure> {
    let Slowness { methods, plain, invocations, expressions } = measure(job, tools, caller)?;
    let [plain, invocations, expressions] = [plain, invocations, expressions].map(|time| time.as_micros());
    print::text(&format!("{methods} {plain} {invocations} {expressions}\n"));
    Ok(Exit::Clean)
}
