//! Commands, lowered and translated.

use super::specification::Specification;
use super::{Failure, Kind, Message};
use crate::diagnostic::Diagnostic;
use crate::lower::{self, CommandOptions, Run};
use crate::resolve::Command;
use crate::solve::{self, Contradiction, EncodedProblem};

/// How many states the traces of a command have: one number after the other, from the least to the greatest; nothing, once,
/// where nothing changes.
pub(super) fn lengths(command: &Command) -> impl Iterator<Item = Option<u32>> {
    let (least, most) = command.trace_lengths.unwrap_or((1, 1));
    let is_trace = command.trace_lengths.is_some();
    (least..=most).map(move |length| is_trace.then_some(length))
}

/// Lowers a command with settings.
pub(super) fn lowered(
    specification: &Specification,
    command: &Command,
    settings: CommandOptions<'_>,
) -> Result<Run, Failure> {
    let settings = CommandOptions { sources: &specification.sources, ..settings };
    lower::lower_command(&specification.module, command, settings)
        .map_err(|errors| Failure::diagnosed(&specification.sources, errors))
}

/// Lowers and translates a command. Symmetry is broken by comparisons of so many tuples.
pub(super) fn translated(
    specification: &Specification,
    command: &Command,
    compared: usize,
    settings: CommandOptions<'_>,
) -> Result<(Run, EncodedProblem), Failure> {
    let settings = CommandOptions { ordered: compared > 0, ..settings };
    let run = lowered(specification, command, settings)?;
    let translated = solve::encode(run.problem.clone(), compared).map_err(|error| {
        let constraint = &run.problem.constraints[error.constraint];
        let message = format!("{} ranges over too many integers", constraint.origin);
        let error = Diagnostic::error(command.span, message).help("use a smaller bit width");
        Failure::diagnosed(&specification.sources, vec![error])
    })?;
    Ok((run, translated))
}

/// Says that the evaluator and the translation disagree.
pub(super) fn contradiction(error: Contradiction) -> Failure {
    Failure::new(Kind::Internal, Message::error(error)).help("please report this with the specification")
}
