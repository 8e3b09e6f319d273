//! What marks give rise to suspect.

use super::kind::{InputKind, Problem};
use crate::worker::protocol::{Checking, Tainted, TaintedInput};

/// The inputs of a test that may be a problem of a kind: those that it does not control and that assertions look at, or those that it
/// controls and that no assertion looks at. What its fixture controls, the other tests of the class may look at.
pub(super) fn suspects(problem: Problem, tainted: &Tainted) -> Vec<&TaintedInput> {
    let is_suspect = |input: &&TaintedInput| {
        let kind = InputKind::of(input);
        let is_controlled = kind.map(InputKind::is_controlled);
        match problem {
            Problem::BrittleAssertion => is_controlled == Some(false) && input.is_checked,
            Problem::UnusedInput => {
                is_controlled == Some(true) && kind != Some(InputKind::Fixture) && !is_looked_at(input)
            }
            // That is said of all tests together.
            Problem::NeverChecked => false,
        }
    };
    tainted.inputs.iter().filter(is_suspect).collect()
}

/// Whether an assertion looks at an input, or is given it.
pub(super) fn is_looked_at(input: &TaintedInput) -> bool {
    input.is_checked || input.is_handed
}

/// Whether there is anything to try out.
pub(super) fn is_suspect(tainted: &Tainted) -> bool {
    Problem::TRIED_OUT.into_iter().any(|problem| !suspects(problem, tainted).is_empty())
}

/// Whether an input is what surrounds the test, which is tried out by running the test elsewhere.
pub(super) fn is_of_environment(input: &TaintedInput) -> bool {
    InputKind::of(input) == Some(InputKind::Environment)
}

/// The assertions that look at an input.
pub(super) fn looking(tainted: &Tainted, input: &TaintedInput) -> Vec<Checking> {
    let at = tainted.inputs.iter().position(|other| other.key == input.key);
    let looks = |inputs: &[u32]| inputs.iter().any(|number| Some(*number as usize) == at);
    tainted.assertions.iter().filter(|one| looks(&one.inputs)).cloned().collect()
}
