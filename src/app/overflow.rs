//! What Alloy says of a command otherwise than fex, because an integer overflows.

use super::Failure;
use super::specification::Specification;
use super::translated::{contradiction, lengths, lowered, translated};
use crate::lower::CommandOptions;
use crate::relational::{Evaluator, Instance, Overflow, Violation};
use crate::resolve::Command;
use crate::sat::SolverConfig;
use crate::solve::{self, Status};

/// What Alloy says otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otherwise {
    /// With which of its meanings of an overflow.
    pub overflow: Overflow,
    /// Whether it has an instance; `None` if that is not known.
    pub has_instance: Option<bool>,
    /// A constraint that an instance satisfies with one meaning and not with the other one: `fact f, line 3`.
    pub origin: Option<String>,
}

/// What Alloy says otherwise of a command of which fex found an instance, or knows that there is none, or may say: not known
/// is what takes longer than the solver may, and what is too large with Alloy's meaning.
pub(super) fn otherwise(
    specification: &Specification,
    command: &Command,
    instance: Option<&Instance>,
    settings: CommandOptions<'_>,
    config: &SolverConfig,
) -> Result<Vec<Otherwise>, Failure> {
    let mut found = Vec::new();
    for overflow in [Overflow::Alloy, Overflow::Wrap] {
        let settings = CommandOptions { overflow, ..settings };
        let judged = instance.and_then(|instance| broken(specification, command, settings, instance));
        if judged == Some(None) {
            // What fex found is an instance with the other meaning, too.
            continue;
        }
        let Some(other) = with(specification, command, settings, config)? else {
            found.push(Otherwise { overflow, has_instance: None, origin: None });
            continue;
        };
        if other.is_some() == instance.is_some() {
            continue;
        }
        let origin = match &other {
            Some(other) => {
                let settings = CommandOptions { overflow: Overflow::Sound, ..settings };
                broken(specification, command, settings, other)
            }
            None => judged,
        };
        found.push(Otherwise { overflow, has_instance: Some(other.is_some()), origin: origin.flatten() });
    }
    Ok(found)
}

/// An instance with a meaning of overflows, or that there is none; nothing if that is not known.
fn with(
    specification: &Specification,
    command: &Command,
    settings: CommandOptions<'_>,
    config: &SolverConfig,
) -> Result<Option<Option<Instance>>, Failure> {
    for length in lengths(command) {
        let settings = CommandOptions { length, ..settings };
        let Ok((_, encoded)) = translated(specification, command, 0, settings) else { return Ok(None) };
        let mut found = None;
        let result = solve::instances(&encoded, config, 1, |instance| found = Some(instance.clone()));
        let (count, status) = result.map_err(contradiction)?;
        match status {
            _ if count > 0 => return Ok(Some(found)),
            Status::Interrupted => return Ok(None),
            _ => {}
        }
    }
    Ok(Some(None))
}

/// The first constraint that an instance breaks with a meaning of overflows, or that it breaks none; nothing if that cannot be
/// said.
fn broken(
    specification: &Specification,
    command: &Command,
    settings: CommandOptions<'_>,
    instance: &Instance,
) -> Option<Option<String>> {
    // A trace of another length has other relations.
    for length in lengths(command) {
        let settings = CommandOptions { length, ..settings };
        let problem = lowered(specification, command, settings).ok()?.problem;
        if problem.relations.len() == instance.relations.len() {
            return match Evaluator::new(&problem).violation(instance) {
                None => Some(None),
                Some(Violation::Constraint(index)) => Some(Some(problem.constraints[index].origin.clone())),
                Some(Violation::Bounds(_)) => None,
            };
        }
    }
    None
}
