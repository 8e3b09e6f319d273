//! `fex solve`: runs `run` and `check` commands, and shows instances and counterexamples.

use super::specification::{self, Specification};
use super::{Exit, SolverName, deadline, interrupt, print, seconds};
use crate::diagnostic::{self, Diagnostic};
use crate::instance::{self, View};
use crate::lower::{self, Run, Settings};
use crate::relational::AtomId;
use crate::resolve::{Command, FunctionId};
use crate::sat::{self, Interrupt};
use crate::solve::{self, Contradiction, Status, Translated};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How many tuples each comparison that breaks symmetry has at most, where the first instance or its absence is wanted:
/// over the commands of Alloy's models that take long, 6 took less time than 12 and 20 on four of five.
const COMPARED_FOR_ONE: usize = 6;

/// The same where more instances are wanted, so that fewer of them differ by names only.
const COMPARED_FOR_MORE: usize = 20;

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
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

/// What became of a command.
struct Answer {
    count: u64,
    status: Status,
    shown: Vec<Shown>,
    statistics: [(&'static str, usize); 3],
    translate: Duration,
    solve: Duration,
}

/// An instance as it is printed.
enum Shown {
    Text(String),
    Json(Value),
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match solve(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn solve(arguments: &Arguments) -> Result<Exit, Exit> {
    let interrupt = Interrupt { deadline: deadline(arguments.time_limit), ..interrupt::of_search() };
    let specification = specification::read(&arguments.spec)?;
    let commands = chosen(&specification, arguments.command.as_deref())?;
    let mut worst = Exit::Clean;
    for (index, command) in commands {
        let decided = decide(command, |step| {
            let answer = answer(arguments, &specification, step, &interrupt)?;
            let (count, status) = (answer.count, answer.status);
            Ok((answer, count, status))
        });
        let exit = match decided {
            Ok(answer) => report(arguments, index, command, &answer),
            Err(exit) => exit,
        };
        worst = worse(worst, exit);
        if exit == Exit::Internal {
            break;
        }
    }
    Ok(worst)
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

/// The commands of a label or number, or all.
pub(super) fn chosen<'s>(
    specification: &'s Specification,
    wanted: Option<&str>,
) -> Result<Vec<(usize, &'s Command)>, Exit> {
    let all = specification.module.commands.iter().enumerate();
    let found: Vec<_> = match wanted {
        None => all.collect(),
        Some(wanted) => match wanted.parse::<usize>() {
            Ok(number) => all.filter(|(index, _)| *index == number).collect(),
            Err(_) => all.filter(|(_, command)| command.label == wanted).collect(),
        },
    };
    if !found.is_empty() {
        return Ok(found);
    }
    let file = specification.name();
    match wanted {
        Some(wanted) => {
            let labels: Vec<String> =
                specification.module.commands.iter().map(|command| format!("`{}`", command.label)).collect();
            print::message(format_args!("error: `{file}` has no command `{wanted}`"));
            print::message(format_args!(
                "help: there is {}",
                if labels.is_empty() { "none".to_owned() } else { labels.join(", ") }
            ));
        }
        None => {
            print::message(format_args!("error: `{file}` has no command"));
            print::message(format_args!("help: add one, for instance `run {{}} for 3`"));
        }
    }
    Err(Exit::Usage)
}

/// Lowers a command, with questions; prints what is wrong with it.
pub(super) fn lowered(
    specification: &Specification,
    command: &Command,
    ordered: bool,
    questions: &[(FunctionId, Vec<AtomId>)],
) -> Result<Run, Exit> {
    let settings = Settings { sources: &specification.sources, ordered, questions };
    lower::lower_command(&specification.module, command, settings).map_err(|errors| {
        specification::show(&specification.sources, &errors);
        Exit::Usage
    })
}

/// Lowers and translates a command; prints what is wrong with it. Symmetry is broken by comparisons of so many tuples.
pub(super) fn translated(
    specification: &Specification,
    command: &Command,
    compared: usize,
) -> Result<(Run, Translated), Exit> {
    let run = lowered(specification, command, compared > 0, &[])?;
    let translated = solve::translate(run.problem.clone(), compared).map_err(|error| {
        let constraint = &run.problem.constraints[error.constraint];
        let message = format!("{} ranges over too many integers", constraint.origin);
        let error = Diagnostic::error(command.span, message).help("use a smaller bit width");
        specification::show(&specification.sources, &[error]);
        Exit::Usage
    })?;
    Ok((run, translated))
}

/// Follows a command step by step until it is decided: of several steps, `run` is as good as the last one before the
/// first that has no instance, and `check` as bad as the first that has a counterexample, as in Alloy. An attempt at a
/// step says how many instances it found, and how that ended.
pub(super) fn decide<A>(
    command: &Command,
    mut attempt: impl FnMut(&Command) -> Result<(A, u64, Status), Exit>,
) -> Result<A, Exit> {
    let mut last = None;
    for step in command.steps() {
        let (answer, count, status) = attempt(&step)?;
        match (step.is_check, count > 0) {
            _ if status == Status::Interrupted => return Ok(answer),
            (false, false) => return Ok(last.unwrap_or(answer)),
            (true, true) => return Ok(answer),
            _ => last = Some(answer),
        }
    }
    Ok(last.expect("a command has at least one step"))
}

/// How many tuples comparisons have that break symmetry, if so many instances are wanted at most.
pub(super) fn compared(most: u64) -> usize {
    if most > 1 { COMPARED_FOR_MORE } else { COMPARED_FOR_ONE }
}

/// The answer to one step of a command.
fn answer(
    arguments: &Arguments,
    specification: &Specification,
    command: &Command,
    interrupt: &Interrupt,
) -> Result<Answer, Exit> {
    let scope = lower::check_scope(&specification.module, command);
    specification::show(&specification.sources, &scope);
    if diagnostic::any_error(&scope) {
        return Err(Exit::Usage);
    }
    let started = Instant::now();
    let most = if arguments.all { u64::MAX } else { arguments.count };
    let compared = match arguments.symmetry {
        Switch::Off => 0,
        Switch::On => compared(most),
    };
    let (run, translated) = translated(specification, command, compared)?;
    let translate = started.elapsed();
    let started = Instant::now();
    let config = sat::Config {
        backend: arguments.solver.backend(),
        seed: arguments.seed,
        interrupt: interrupt.clone(),
        ..sat::Config::default()
    };
    let mut shown = Vec::new();
    let result = solve::instances(&translated, &config, most, |instance| {
        if arguments.show.is_none_or(|most| shown.len() < most) {
            let view = View::new(&specification.module, &run, instance);
            shown.push(match arguments.format {
                Output::Human => Shown::Text(instance::text(&view)),
                Output::Json => Shown::Json(instance::document(&view)),
                Output::Dot => Shown::Text(instance::graph(&view, &command.label)),
                Output::Svg => Shown::Text(instance::picture(&view, &command.label)),
            });
        }
    });
    let (count, status) = result.map_err(contradiction)?;
    Ok(Answer {
        count,
        status,
        shown,
        statistics: [
            ("variables", translated.cnf.variables() as usize),
            ("primary", translated.inputs.len()),
            ("clauses", translated.cnf.len()),
        ],
        translate,
        solve: started.elapsed(),
    })
}

/// Says that the evaluator and the translation disagree.
pub(super) fn contradiction(error: Contradiction) -> Exit {
    print::message(format_args!("error: fex contradicts itself: the evaluator finds {} violated", error.violated));
    print::message(format_args!("help: please report this with the specification"));
    Exit::Internal
}

/// Prints an answer; how it counts for the run.
fn report(arguments: &Arguments, index: usize, command: &Command, answer: &Answer) -> Exit {
    let decided = answer.count > 0 || answer.status == Status::Exhausted;
    let verdict = match (answer.count, decided) {
        (0, true) => "unsat",
        (0, false) => "unknown",
        _ => "sat",
    };
    let expected = command.expect.is_none_or(|expect| !decided || expect == (answer.count > 0));
    match arguments.format {
        Output::Json => say(&machine(index, command, answer, verdict)),
        Output::Human => say(human(command, answer, expected).trim_end()),
        Output::Dot | Output::Svg => {
            for shown in &answer.shown {
                if let Shown::Text(text) = shown {
                    say(text.trim_end());
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
            Shown::Text(_) => None,
        })
        .collect();
    let mut object = json!({
        "command": command.label,
        "index": index,
        "check": command.is_check,
        "verdict": verdict,
        "expect": command.expect,
        "count": answer.count,
        "complete": answer.status == Status::Exhausted,
        "translate_ms": milliseconds(answer.translate),
        "solve_ms": milliseconds(answer.solve),
        "instances": instances,
    });
    for (name, number) in answer.statistics {
        object[name] = number.into();
    }
    object.to_string()
}

fn human(command: &Command, answer: &Answer, expected: bool) -> String {
    let word = if command.is_check { "check" } else { "run" };
    let found = match (command.is_check, answer.count, answer.status) {
        (_, 0, Status::Interrupted) => "stopped before there was an answer".to_owned(),
        (true, 0, _) => "no counterexample: it holds within the scope".to_owned(),
        (false, 0, _) => "no instance within the scope".to_owned(),
        (true, 1, Status::Enough) => "a counterexample".to_owned(),
        (false, 1, Status::Enough) => "an instance".to_owned(),
        (check, count, status) => {
            let noun = if check { "counterexample" } else { "instance" };
            let plural = if count == 1 { "" } else { "s" };
            let rest = match status {
                Status::Exhausted => ", all there are",
                Status::Enough => "",
                Status::Interrupted => " so far: stopped",
            };
            format!("{count} {noun}{plural}{rest}")
        }
    };
    let expectation = match (command.expect, expected) {
        (Some(true), false) => ", UNEXPECTED: `expect 1`",
        (Some(false), false) => ", UNEXPECTED: `expect 0`",
        (Some(_), true) => ", as expected",
        (None, _) => "",
    };
    let mut text = format!("{word} {}: {found}{expectation}\n", command.label);
    let [(_, variables), (_, primary), (_, clauses)] = answer.statistics;
    text.push_str(&format!(
        "  {:.3} s (translate {:.3}, solve {:.3}); {variables} variables ({primary} primary), {clauses} clauses\n",
        (answer.translate + answer.solve).as_secs_f64(),
        answer.translate.as_secs_f64(),
        answer.solve.as_secs_f64(),
    ));
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

/// Prints a text; whoever closes the pipe has read enough.
pub(super) fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{text}");
}
