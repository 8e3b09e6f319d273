//! Why no test noticed a transformation.

use crate::worker::{End, Error};
use serde::{Deserialize, Serialize};

/// Why no test noticed a transformation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Symptom {
    /// After each invocation, the state was the same.
    NoInfection,
    /// The state differed, but no value in the code of a test did.
    NoPropagation,
    /// Values in the code of a test differed, and nothing asserts them.
    WeakOracle,
}

/// Why that cannot be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Undecided {
    /// The JVM ended while states were read.
    Ended(End),
    /// All tests that reach the method failed while states were read.
    Failing,
}

impl Undecided {
    /// The reason, as a sentence without its end.
    pub fn reason(self) -> String {
        match self {
            Undecided::Ended(end) => Error::Ended(end).to_string(),
            Undecided::Failing => "the tests fail while states are read".to_owned(),
        }
    }
}

impl Symptom {
    /// All of them, in the order of the ways on which the effect is lost.
    pub const ALL: [Symptom; 3] = [Symptom::NoInfection, Symptom::NoPropagation, Symptom::WeakOracle];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Symptom::NoInfection => "no-infection",
            Symptom::NoPropagation => "no-propagation",
            Symptom::WeakOracle => "weak-oracle",
        }
    }

    /// What it means, as a sentence without its end.
    pub fn meaning(self) -> &'static str {
        match self {
            Symptom::NoInfection => "the tests call the method only where the change makes no difference",
            Symptom::NoPropagation => "the change makes a difference that no test gets to see",
            Symptom::WeakOracle => "a test gets to see the difference and does not assert it",
        }
    }
}
