//! What was found: brittle assertions and unused inputs, with what tried out each.

use super::kind::Problem;
use super::state::{NeverChecked, StateTally};
use crate::fixes;
use crate::report::Place;
use crate::session::{Baseline, Failed, TestId};
use crate::source::FileChange;
use crate::worker::protocol::{Checking, TaintWay, TaintedInput};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Everything that was found.
#[derive(Debug, Clone)]
pub struct Findings {
    /// The suite as it is.
    pub suite: Baseline,
    /// The tests that were judged, or were to be.
    pub judged: BTreeSet<TestId>,
    /// The assertions that depend on what their test does not control, in the order of the tests.
    pub brittle: Vec<Brittle>,
    /// What tests provide and no assertion checks, in the same order.
    pub unused: Vec<Unused>,
    /// The suspicions that changes of the input refuted, in the same order: marks are wrong there.
    pub refuted: Vec<Refuted>,
    /// The classes of the program with fields that tests set and that no assertion compares; none if only some tests were judged.
    pub never_checked: Vec<NeverChecked>,
    /// How many fields tests set.
    pub state: StateTally,
    /// How many suspicions there were of each problem that is tried out, and what became of them.
    pub tallies: BTreeMap<Problem, Tally>,
    /// How long the suite took with marks, with the start of its JVMs, in microseconds.
    pub marks_micros: u64,
    /// How many times tests of a class ran again to try out suspicions.
    pub witness_runs: usize,
    /// The tests that could not be judged.
    pub unmarked: Vec<Unmarked>,
    /// Where the methods of tests are, as far as class files say.
    pub places: BTreeMap<TestId, Place>,
    /// The source files of classes, by internal name.
    pub sources: BTreeMap<String, String>,
    /// Classes, or methods of them, in which marks are lost because they run as they are, with the reason.
    pub not_instrumented: BTreeMap<String, String>,
    /// What could not be judged, as sentences.
    pub remarks: Vec<String>,
    /// What the fixes change that hold together, by file.
    pub files: BTreeMap<PathBuf, FileChange>,
}

/// An input that a test does not control, and the assertions that depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brittle {
    /// The test.
    pub test: TestId,
    /// The input.
    pub input: TaintedInput,
    /// The assertions that look at it, or at something that depends on it.
    pub assertions: Vec<Checking>,
    /// The value in its place that makes the test fail.
    pub instead: String,
    /// How it fails then.
    pub failed: Failed,
    /// The way that it takes to an assertion, if somebody wanted to know and it could be followed.
    pub way: Option<TaintWay>,
    /// What cures it, the best first; none if nobody tried.
    pub fixes: Option<Vec<Fix>>,
}

/// An input that a test provides, and that no assertion checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unused {
    /// The test.
    pub test: TestId,
    /// The input.
    pub input: TaintedInput,
    /// The values in its place with which the test passes.
    pub instead: Vec<String>,
    /// The way that it takes, if somebody wanted to know and it could be followed.
    pub way: Option<TaintWay>,
    /// What cures it, the best first; none if nobody tried.
    pub fixes: Option<Vec<Fix>>,
}

/// How a fix cures a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FixKind {
    /// The field becomes final.
    Final,
    /// The test sets the field, or what has its value.
    Set,
    /// A constant stands in place of the field.
    Constant,
    /// An assertion checks the input.
    Assertion,
    /// The input is gone.
    Removal,
}

impl fixes::FixKind for FixKind {
    fn name(self) -> &'static str {
        match self {
            FixKind::Final => "final",
            FixKind::Set => "set",
            FixKind::Constant => "constant",
            FixKind::Assertion => "assertion",
            FixKind::Removal => "removal",
        }
    }
}

/// What cures a report.
pub type Fix = fixes::Fix<FixKind>;

/// A suspicion that changes of the input refuted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refuted {
    /// The test.
    pub test: TestId,
    /// The input.
    pub input: TaintedInput,
    /// The values in its place with which the test passes although an assertion looks at the input, or the one with which it fails although
    /// none does.
    pub instead: Vec<String>,
    /// How it fails then.
    pub failed: Option<Failed>,
}

/// What became of suspicions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Those that marks gave rise to.
    pub reports: usize,
    /// Those of them that changes of the input confirmed.
    pub confirmed: usize,
    /// Those that changes refuted.
    pub refuted: usize,
    /// Those whose input the test checks by the exception that comes with another value, as marks say, too.
    pub guarded: usize,
    /// Those whose input could not be changed.
    pub unchanged: usize,
}

impl Tally {
    /// Adds what became of others.
    pub(super) fn add(&mut self, other: Tally) {
        self.reports += other.reports;
        self.confirmed += other.confirmed;
        self.refuted += other.refuted;
        self.guarded += other.guarded;
        self.unchanged += other.unchanged;
    }
}

/// A test that could not be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmarked {
    /// The test.
    pub test: TestId,
    /// Why not, as half a sentence.
    pub why: String,
}

impl Findings {
    /// How often there is a problem, or any.
    pub fn count(&self, problem: Option<Problem>) -> usize {
        match problem {
            Some(Problem::BrittleAssertion) => self.brittle.len(),
            Some(Problem::UnusedInput) => self.unused.len(),
            Some(Problem::NeverChecked) => self.state.unchecked,
            None => Problem::ALL.into_iter().map(|one| self.count(Some(one))).sum(),
        }
    }

    /// The tests that were judged, and of which there is nothing to say.
    pub fn sound(&self) -> impl Iterator<Item = TestId> {
        let has_problem = |id: TestId| {
            let brittle = self.brittle.iter().any(|one| one.test == id);
            brittle || self.unused.iter().any(|one| one.test == id) || self.unmarked.iter().any(|one| one.test == id)
        };
        self.judged.iter().copied().filter(move |id| !has_problem(*id))
    }
}
