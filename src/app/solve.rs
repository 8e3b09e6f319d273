//! `run` and `check` commands, and their instances and counterexamples.

use super::overflow::{self, Otherwise};
use super::specification::{self, Specification};
use super::translated::{contradiction, lengths, translated};
use super::{Caller, Failure};
use crate::diagnostic::{self, Diagnostic};
use crate::instance::View;
use crate::lower::{self, CommandOptions};
use crate::resolve::Command;
use crate::sat::{self, Backend, Interrupt};
use crate::solve::{self, Status};
use crate::text::Unwritable;
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub use crate::relational::Overflow;

/// How many tuples each comparison that breaks symmetry has at most, where the first instance or its absence is wanted:
/// over the commands of Alloy's models that take long, 6 took less time than 12 and 20 on four of five.
const COMPARED_FOR_ONE: usize = 6;

/// The same where more instances are wanted, so that fewer of them differ by names only.
const COMPARED_FOR_MORE: usize = 20;

/// How much longer than twice the search what Alloy says otherwise may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is solved, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// The specification.
    pub spec: PathBuf,
    /// How many instances are wanted at most.
    pub most: u64,
    /// How many of them are shown at most, if not all.
    pub shown: Option<usize>,
    /// Whether to leave out instances that differ only in the names of atoms.
    pub without_symmetric: bool,
    /// The solver.
    pub solver: Backend,
    /// The seed of its choices.
    pub seed: u32,
    /// How long all commands together may take.
    pub time_limit: Option<Duration>,
    /// What becomes of integers outside the bit width.
    pub overflow: Overflow,
    /// How many calls of itself a predicate or function may have inside each other; none at all if that is not said.
    pub recursion: Option<u32>,
}

/// A specification whose commands are solved.
pub struct Solving<'j> {
    job: &'j Job,
    specification: Specification,
    interrupt: Interrupt,
}

/// What became of a command.
pub struct Answer<T> {
    /// How many instances were found.
    pub count: u64,
    /// How that ended.
    pub status: Status,
    /// What the caller made of them.
    pub shown: Vec<T>,
    /// How many variables the formula has.
    pub variables: usize,
    /// How many of them are primary.
    pub primary: usize,
    /// How many clauses it has.
    pub clauses: usize,
    /// How long the translation took.
    pub translate: Duration,
    /// How long the search took.
    pub solve: Duration,
    /// What Alloy says otherwise, or may say, because an integer overflows.
    pub otherwise: Vec<Otherwise>,
}

impl<T> Answer<T> {
    /// Before anything was searched.
    fn none() -> Answer<T> {
        Answer {
            count: 0,
            status: Status::Complete,
            shown: Vec::new(),
            variables: 0,
            primary: 0,
            clauses: 0,
            translate: Duration::ZERO,
            solve: Duration::ZERO,
            otherwise: Vec::new(),
        }
    }

    /// Whether it is known that there is an instance, or that there is none.
    pub fn is_decided(&self) -> bool {
        self.count > 0 || self.status == Status::Complete
    }

    /// What was found, in words.
    pub fn found(&self, command: &Command) -> String {
        match (command.is_check, self.count, self.status) {
            (_, 0, Status::Interrupted) => "stopped before there was an answer".to_owned(),
            (true, 0, _) => "no counterexample: it holds within the scope".to_owned(),
            (false, 0, _) => "no instance within the scope".to_owned(),
            (true, 1, Status::Enough) => "a counterexample".to_owned(),
            (false, 1, Status::Enough) => "an instance".to_owned(),
            (check, count, status) => {
                let noun = if check { "counterexample" } else { "instance" };
                let plural = if count == 1 { "" } else { "s" };
                let rest = match status {
                    Status::Complete => ", all there are",
                    Status::Enough => "",
                    Status::Interrupted => " so far: stopped",
                };
                format!("{count} {noun}{plural}{rest}")
            }
        }
    }

    /// Whether the answer is what the command expects, as far as that is known.
    pub fn is_expected(&self, command: &Command) -> bool {
        command.expect.is_none_or(|expect| !self.is_decided() || expect == (self.count > 0))
    }
}

impl<'j> Solving<'j> {
    /// Reads the specification; the time that all commands have begins now.
    pub fn open(job: &'j Job, caller: &Caller) -> Result<Solving<'j>, Failure> {
        let interrupt = caller.within(job.time_limit);
        Ok(Solving { job, specification: specification::read(&caller.path(&job.spec), caller)?, interrupt })
    }

    /// The same for a specification that was read.
    pub fn of(job: &'j Job, specification: Specification, caller: &Caller) -> Solving<'j> {
        Solving { job, specification, interrupt: caller.within(job.time_limit) }
    }

    /// The commands of a label or number, or all, each with its number.
    pub fn commands(&self, wanted: Option<&str>) -> Result<Vec<(usize, &Command)>, Failure> {
        chosen(&self.specification, wanted)
    }

    /// Says why an instance has no text.
    pub fn unwritable(&self, unwritable: Unwritable) -> Failure {
        let Unwritable { span, message, help } = unwritable;
        let error = Diagnostic::error(span, message).label("written by this").help(help);
        Failure::diagnosed(&self.specification.sources, vec![error])
    }

    /// Solves a command; `show` sees the instances as they are found.
    pub fn answer<T>(
        &self,
        command: &Command,
        caller: &Caller,
        mut show: impl FnMut(&View) -> T,
    ) -> Result<Answer<T>, Failure> {
        decide(command, |step| {
            let answer = self.attempt(step, caller, &mut show)?;
            let (count, status) = (answer.count, answer.status);
            Ok((answer, count, status))
        })
    }

    /// The answer to one step of a command.
    fn attempt<T>(
        &self,
        command: &Command,
        caller: &Caller,
        show: &mut impl FnMut(&View) -> T,
    ) -> Result<Answer<T>, Failure> {
        let Solving { job, specification, interrupt } = self;
        let scope = lower::check_scope(&specification.module, command);
        if diagnostic::any_error(&scope) {
            return Err(Failure::diagnosed(&specification.sources, scope));
        }
        caller.diagnose(&specification.sources, scope);
        let compared = if job.without_symmetric { compared(job.most) } else { 0 };
        let (backend, seed) = (job.solver, job.seed);
        let config = sat::SolverConfig { backend, seed, interrupt: interrupt.clone(), ..sat::SolverConfig::default() };
        let mut answer = Answer::none();
        let mut overflows = false;
        let mut first = None;
        let settings = CommandOptions { overflow: job.overflow, recursion: job.recursion, ..CommandOptions::default() };
        for length in lengths(command) {
            let started = Instant::now();
            let settings = CommandOptions { length, ..settings };
            let (run, translated) = translated(specification, command, compared, settings)?;
            overflows |= translated.overflows;
            answer.translate += started.elapsed();
            let started = Instant::now();
            let result = solve::instances(&translated, &config, job.most - answer.count, |instance| {
                first.get_or_insert_with(|| instance.clone());
                if job.shown.is_none_or(|most| answer.shown.len() < most) {
                    answer.shown.push(show(&View::new(&specification.module, &run, instance)));
                }
            });
            let (count, status) = result.map_err(contradiction)?;
            answer.count += count;
            answer.status = status;
            answer.variables = translated.cnf.variables() as usize;
            answer.primary = translated.inputs.len();
            answer.clauses = translated.cnf.len();
            answer.solve += started.elapsed();
            if status != Status::Complete {
                break;
            }
        }
        if overflows && job.overflow == Overflow::Sound && answer.is_decided() {
            let patience = Instant::now() + 2 * answer.solve + PATIENCE;
            let deadline = Some(interrupt.deadline.map_or(patience, |deadline| deadline.min(patience)));
            let config = sat::SolverConfig { interrupt: Interrupt { deadline, ..interrupt.clone() }, ..config };
            answer.otherwise = overflow::otherwise(specification, command, first.as_ref(), settings, &config)?;
        }
        Ok(answer)
    }
}

/// The commands of a label or number, or all.
pub(super) fn chosen<'s>(
    specification: &'s Specification,
    wanted: Option<&str>,
) -> Result<Vec<(usize, &'s Command)>, Failure> {
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
    Err(match wanted {
        Some(wanted) => {
            let labels: Vec<String> =
                specification.module.commands.iter().map(|command| format!("`{}`", command.label)).collect();
            let labels = if labels.is_empty() { "none".to_owned() } else { labels.join(", ") };
            Failure::usage(format_args!("`{file}` has no command `{wanted}`")).help(format_args!("there is {labels}"))
        }
        None => Failure::usage(format_args!("`{file}` has no command")).help("add one, for instance `run {} for 3`"),
    })
}

/// Follows a command step by step until it is decided: of several steps, `run` is as good as the last one before the
/// first that has no instance, and `check` as bad as the first that has a counterexample, as in Alloy. An attempt at a
/// step says how many instances it found, and how that ended.
pub(super) fn decide<A>(
    command: &Command,
    mut attempt: impl FnMut(&Command) -> Result<(A, u64, Status), Failure>,
) -> Result<A, Failure> {
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
