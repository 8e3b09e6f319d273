//! `fex solve`: runs `run` and `check` commands, and shows instances and counterexamples.

use super::flags::seconds;
use super::terminal::Terminal;
use super::{Exit, interrupt, print};
use crate::app::overflow::Otherwise;
use crate::app::solve::{self, Job, Overflow, Solving};
use crate::app::{Caller, Failure};
use crate::instance::{self, View};
use crate::resolve::Command;
use crate::sat::Backend;
use crate::solve::Status;
use crate::text::{self, Written};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `fex solve`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
    /// The command to run, by its label or its number (from 0); all commands if not given
    #[arg(long, value_name = "LABEL")]
    command: Option<String>,
    /// Find every instance
    #[arg(long, conflicts_with = "count")]
    all: bool,
    /// Find at most this many instances
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// What to print
    #[arg(long, value_enum, default_value_t = Output::Human, help_heading = "Output")]
    format: Output,
    /// Print no more than this many of the instances found
    #[arg(long, value_name = "N", help_heading = "Output")]
    show: Option<usize>,

    /// What becomes of integers outside the bit width
    #[arg(long, value_enum, default_value_t = OverflowName::Sound, help_heading = "Search")]
    overflow: OverflowName,
    /// Unroll so many calls of predicates and functions that call themselves; none more, which are false and empty
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100), help_heading = "Search")]
    recursion: Option<u32>,
    /// Whether to leave out instances that differ only in the names of atoms
    #[arg(long, value_enum, default_value_t = Switch::On, help_heading = "Search")]
    symmetry: Switch,
    /// The solver
    #[arg(long, value_enum, default_value_t = SolverName::Cadical, help_heading = "Search")]
    solver: SolverName,
    /// The seed of the solver's choices
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u32,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    time_limit: Option<Duration>,
}

/// A SAT solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolverName {
    /// CaDiCaL: fast
    Cadical,
    /// Varisat: written in Rust; slower, without growth of structures
    Varisat,
}

impl SolverName {
    fn backend(self) -> Backend {
        match self {
            SolverName::Cadical => Backend::Cadical,
            SolverName::Varisat => Backend::Varisat,
        }
    }
}

/// What becomes of integers outside the bit width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OverflowName {
    /// They have no value, and no instance depends on them; says where Alloy's answer is another one
    Sound,
    /// What Alloy makes of them with `Prevent overflows` on, as its window has it by default
    Alloy,
    /// They wrap around, as in Alloy with `Prevent overflows` off
    Wrap,
}

impl OverflowName {
    pub(super) fn meaning(self) -> Overflow {
        match self {
            OverflowName::Sound => Overflow::Sound,
            OverflowName::Alloy => Overflow::Alloy,
            OverflowName::Wrap => Overflow::Wrap,
        }
    }

    fn of(overflow: Overflow) -> OverflowName {
        match overflow {
            Overflow::Sound => OverflowName::Sound,
            Overflow::Alloy => OverflowName::Alloy,
            Overflow::Wrap => OverflowName::Wrap,
        }
    }

    /// The name, as the flag has it.
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// A line for each command, and tables of its instances
    Human,
    /// A JSON object for each command, one per line
    Json,
    /// Pictures for Graphviz
    Dot,
    /// Pictures, an SVG document for each instance
    Svg,
    /// The texts that the templates of the specification make of instances
    Text,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

/// The answer to a command.
type Answer = solve::Answer<Shown>;

/// An instance as it is printed.
enum Shown {
    Text(String),
    Json(Value),
    Failure(Failure),
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false);
    let caller = Caller { interrupt: interrupt::of_search(), ..terminal.caller() };
    terminal.finish(solved(arguments, &terminal, &caller), |exit| exit)
}

fn solved(arguments: &Arguments, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let job = Job {
        spec: arguments.spec.clone(),
        most: if arguments.all { u64::MAX } else { arguments.count },
        shown: arguments.show,
        without_symmetric: arguments.symmetry == Switch::On,
        solver: arguments.solver.backend(),
        seed: arguments.seed,
        time_limit: arguments.time_limit,
        overflow: arguments.overflow.meaning(),
        recursion: arguments.recursion,
    };
    let solving = Solving::open(&job, caller)?;
    let mut worst = Exit::Clean;
    for (index, command) in solving.commands(arguments.command.as_deref())? {
        let answer = solving.answer(command, caller, |view| shown(&solving, arguments.format, command, view));
        let exit = terminal.finish(answer, |answer| report(arguments, index, command, &answer));
        worst = worse(worst, exit);
        if exit == Exit::Internal {
            break;
        }
    }
    Ok(worst)
}

/// An instance of a command in a format.
fn shown(solving: &Solving, format: Output, command: &Command, view: &View) -> Shown {
    match format {
        Output::Human => Shown::Text(instance::text(view)),
        Output::Json => Shown::Json(instance::document(view)),
        Output::Dot => Shown::Text(instance::graph(view, &command.label)),
        Output::Svg => Shown::Text(instance::picture(view, &command.label)),
        Output::Text => match texts(solving, view) {
            Ok(text) => Shown::Text(text),
            Err(failure) => Shown::Failure(failure),
        },
    }
}

/// The texts of an instance, one for each object that a text begins with; files after their names.
fn texts(solving: &Solving, view: &View) -> Result<String, Failure> {
    let written = text::instance(view).map_err(|unwritable| solving.unwritable(unwritable))?;
    if written.is_empty() {
        let help = "write `@text(\"…\")` before the signatures of the instance (see the page Templates of the book)";
        return Err(Failure::usage("the specification has no template that a text begins with").help(help));
    }
    let mut out = Vec::new();
    for Written { text, files } in written {
        out.extend((!text.is_empty()).then_some(text));
        out.extend(files.into_iter().map(|(path, text)| format!("==> {path} <==\n{text}")));
    }
    Ok(out.join("\n"))
}

/// The exit that tells more of a run.
fn worse(a: Exit, b: Exit) -> Exit {
    let rank = |exit: Exit| match exit {
        Exit::Clean => 0,
        Exit::Findings => 1,
        Exit::Incomplete => 2,
        Exit::Usage => 3,
        Exit::Red | Exit::NoTests | Exit::Stale | Exit::Flaky | Exit::Internal => 4,
    };
    if rank(b) > rank(a) { b } else { a }
}

/// Prints an answer; how it counts for the run.
fn report(arguments: &Arguments, index: usize, command: &Command, answer: &Answer) -> Exit {
    let decided = answer.is_decided();
    let verdict = match (answer.count, decided) {
        (0, true) => "unsat",
        (0, false) => "unknown",
        _ => "sat",
    };
    let expected = answer.is_expected(command);
    match arguments.format {
        Output::Json => print::result(machine(index, command, answer, verdict)),
        Output::Human => print::result(human(command, answer, expected).trim_end()),
        Output::Dot | Output::Svg | Output::Text => {
            for shown in &answer.shown {
                match shown {
                    Shown::Text(text) => print::result(text.trim_end()),
                    Shown::Failure(failure) => {
                        failure.parts.iter().for_each(print::part);
                        return failure.kind.into();
                    }
                    Shown::Json(_) => {}
                }
            }
        }
    }
    if !decided {
        return Exit::Incomplete;
    }
    if !expected || (command.is_check && answer.count > 0) {
        return Exit::Findings;
    }
    let stopped = answer.status == Status::Interrupted && (arguments.all || arguments.count > 1);
    if stopped { Exit::Incomplete } else { Exit::Clean }
}

fn machine(index: usize, command: &Command, answer: &Answer, verdict: &str) -> String {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let instances: Vec<&Value> = answer
        .shown
        .iter()
        .filter_map(|shown| match shown {
            Shown::Json(value) => Some(value),
            Shown::Text(_) | Shown::Failure(_) => None,
        })
        .collect();
    json!({
        "command": command.label,
        "index": index,
        "check": command.is_check,
        "verdict": verdict,
        "expect": command.expect,
        "count": answer.count,
        "complete": answer.status == Status::Complete,
        "translate_ms": milliseconds(answer.translate),
        "solve_ms": milliseconds(answer.solve),
        "instances": instances,
        "variables": answer.variables,
        "primary": answer.primary,
        "clauses": answer.clauses,
        "otherwise": answer.otherwise.iter().map(|otherwise| json!({
            "overflow": OverflowName::of(otherwise.overflow).name(),
            "verdict": otherwise.has_instance.map_or("unknown", |some| if some { "sat" } else { "unsat" }),
            "origin": otherwise.origin,
        })).collect::<Vec<_>>(),
    })
    .to_string()
}

/// What Alloy says otherwise, or may say, in words.
fn note(command: &Command, otherwise: &Otherwise) -> String {
    let flag = format!("`--overflow {}`", OverflowName::of(otherwise.overflow).name());
    let noun = if command.is_check { "a counterexample" } else { "an instance" };
    let place = otherwise.origin.as_ref().map(|origin| format!(" in {origin}")).unwrap_or_default();
    match otherwise.has_instance {
        Some(true) => format!("Alloy finds {noun} ({flag}): an integer overflows{place}"),
        Some(false) => format!("Alloy does not find {noun} ({flag}): an integer overflows{place}"),
        None => format!("Alloy may say otherwise ({flag}), which was not found out in time: an integer may overflow"),
    }
}

fn human(command: &Command, answer: &Answer, expected: bool) -> String {
    let word = if command.is_check { "check" } else { "run" };
    let found = answer.found(command);
    let expectation = match (command.expect, expected) {
        (Some(true), false) => ", UNEXPECTED: `expect 1`",
        (Some(false), false) => ", UNEXPECTED: `expect 0`",
        (Some(_), true) => ", as expected",
        (None, _) => "",
    };
    let mut text = format!("{word} {}: {found}{expectation}\n", command.label);
    let solve::Answer { variables, primary, clauses, .. } = answer;
    text.push_str(&format!(
        "  {:.3} s (translate {:.3}, solve {:.3}); {variables} variables ({primary} primary), {clauses} clauses\n",
        (answer.translate + answer.solve).as_secs_f64(),
        answer.translate.as_secs_f64(),
        answer.solve.as_secs_f64(),
    ));
    for otherwise in &answer.otherwise {
        text.push_str(&format!("  note: {}\n", note(command, otherwise)));
    }
    for (index, shown) in answer.shown.iter().enumerate() {
        if let Shown::Text(instance) = shown {
            if answer.shown.len() > 1 {
                text.push_str(&format!("\n  -- {}\n", index + 1));
            } else {
                text.push('\n');
            }
            text.push_str(instance);
        }
    }
    text
}
