//! Suites that are there already: reading them, and saying why a structure no longer counts.

use super::Failure;
use super::context::Context;
use crate::diagnostic::Source;
use crate::fixture::stored::Stored;
use crate::relational::Violation;
use crate::schema::Restored;
use crate::suite::{Candidate, Fate};
use std::path::Path;

/// Reads the document of a suite; says what to do where there is none.
pub(super) fn read(path: &Path) -> Result<Stored, Failure> {
    Stored::read(path)
        .map_err(|message| Failure::usage(message).help("`fex generate` with the same settings writes the suite"))
}

/// A structure that was read, to be judged.
pub(super) fn candidate(restored: Restored) -> Candidate {
    Candidate { instance: restored.instance, unknown: restored.unknown }
}

/// Why a structure does not stay as it is. `name` gives the names of structures.
pub(super) fn reason(context: &Context, fate: &Fate, name: &dyn Fn(usize) -> String) -> String {
    match fate {
        Fate::Kept | Fate::Completed(_) => "is valid".to_owned(),
        Fate::Violates(violation) => violated(context, *violation),
        Fate::Incomplete => "has no values for the fields that are new".to_owned(),
        Fate::Repeats(first) => format!("is the same as {}", name(*first)),
    }
}

/// Which constraint a structure violates, and where that stands.
fn violated(context: &Context, violation: Violation) -> String {
    let problem = &context.lowered.problem;
    match violation {
        Violation::Bounds(relation) => {
            format!("a value of `{}` is out of range", problem.relations[relation.0 as usize].name)
        }
        Violation::Constraint(index) => {
            let constraint = &problem.constraints[index];
            let Some(span) = constraint.span else { return format!("violates {}", constraint.origin) };
            let source = Source::of(&context.specification.sources, span);
            format!("violates {} ({}:{})", constraint.origin, source.name, source.line(span.start))
        }
    }
}
