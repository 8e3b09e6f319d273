//! What came of trying out suspicions.

use super::findings::{Brittle, Refuted, Tally, Unused};
use super::kind::Problem;
use crate::session::TestId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came of the suspicions about a test.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Witnessed {
    /// Those about assertions that are confirmed.
    pub brittle: Vec<Brittle>,
    /// Those about inputs that are.
    pub unused: Vec<Unused>,
    /// Those that are refuted.
    pub refuted: Vec<Refuted>,
    /// How many of the first kind there were.
    pub brittle_tally: Tally,
    /// How many of the second.
    pub unused_tally: Tally,
    /// Why nothing can be said of the test, if so.
    pub unclear: Option<String>,
}

impl Witnessed {
    /// How many suspicions of a problem there were.
    pub fn tally(&self, problem: Problem) -> Tally {
        match problem {
            Problem::BrittleAssertion => self.brittle_tally,
            Problem::UnusedInput => self.unused_tally,
            Problem::NeverChecked => Tally::default(),
        }
    }
}

/// What came of the suspicions about tests of a class.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WitnessedClass {
    /// By test.
    pub tests: BTreeMap<TestId, Witnessed>,
    /// How many times tests of it ran.
    pub runs: usize,
}
