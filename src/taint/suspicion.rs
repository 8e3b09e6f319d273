//! What marks give rise to suspect.

use super::kind::{InputKind, Problem};
use crate::worker::protocol::{Tainted, TaintedInput};

/// The inputs of a test that may be a problem of a kind: those that it does not control and that assertions look at, or those that it
/// controls and that no assertion looks at.
pub(super) fn suspects(problem: Problem, tainted: &Tainted) -> Vec<&TaintedInput> {
    let is_suspect = |input: &&TaintedInput| {
        let is_controlled = InputKind::of(input).map(InputKind::is_controlled);
        match problem {
            Problem::BrittleAssertion => is_controlled == Some(false) && input.is_checked,
            Problem::UnusedInput => is_controlled == Some(true) && !input.is_checked && !input.is_handed,
        }
    };
    tainted.inputs.iter().filter(is_suspect).collect()
}

/// Whether there is anything to try out.
pub(super) fn is_suspect(tainted: &Tainted) -> bool {
    Problem::ALL.into_iter().any(|problem| !suspects(problem, tainted).is_empty())
}
