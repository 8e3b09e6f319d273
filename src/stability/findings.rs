//! What was found: which tests depend on what, and by which change that shows.

use super::fix_kind::StabilityFix;
use crate::report::Place;
use crate::session::{Baseline, Failed, TestId};
use crate::source::FileChange;
use crate::surroundings::Factor;
use crate::worker::protocol::Reading;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Everything that was found.
#[derive(Debug, Clone)]
pub struct Findings {
    /// The suite as it is.
    pub suite: Baseline,
    /// The tests that were judged.
    pub judged: BTreeSet<TestId>,
    /// Which tests depend on what, in the order of the tests.
    pub dependences: Vec<Dependence>,
    /// What each test reads of what surrounds it, as far as that is known.
    pub readings: BTreeMap<TestId, Vec<Reading>>,
    /// Where the methods of tests are, as far as class files say.
    pub places: BTreeMap<TestId, Place>,
    /// The tests whose class says in which order its tests run.
    pub ordered: BTreeSet<TestId>,
    /// How often the suite ran for each factor.
    pub tried: BTreeMap<Factor, usize>,
    /// What could not be judged, as sentences.
    pub remarks: Vec<String>,
    /// What the fixes change that hold together, by file.
    pub files: BTreeMap<PathBuf, FileChange>,
}

/// A test that depends on something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependence {
    /// The test.
    pub test: TestId,
    /// What it depends on.
    pub factor: Factor,
    /// Where it fails, the first one that was tried first.
    pub failing: Vec<Failing>,
    /// Where it passes although the factor is other than usual, in words that follow "the test fails".
    pub passing: Vec<String>,
    /// The least change that makes it fail, where one was looked for and found.
    pub cause: Option<Cause>,
    /// What the tests that make the difference leave behind, as far as it is inside of the JVM and of a class that the test uses.
    pub left: Vec<Left>,
    /// What cures it, the best first; none if nobody tried.
    pub fixes: Option<Vec<StabilityFix>>,
}

/// Something that a test leaves behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// The static field, or what all of the JVM shares: `com.example.Registry.NAMES`.
    pub place: String,
    /// The part of it that is other: `NAMES[0]`.
    pub part: String,
    /// What that is as it is; nothing if it is not there.
    pub was: Option<String>,
    /// What it is after the tests; nothing if it is not there.
    pub is: Option<String>,
}

/// A failure in other surroundings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failing {
    /// Which they are, in words that follow "the test fails".
    pub words: String,
    /// How it fails there.
    pub failed: Failed,
}

/// The least change that makes a test fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// These tests, in this order, have run before it.
    After(Vec<TestId>),
    /// None of these tests has run before it, in this order.
    Without(Vec<TestId>),
    /// It is this instant or later; a second earlier, it passes.
    From(DateTime<Utc>),
    /// It is this instant or earlier; a second later, it passes.
    Until(DateTime<Utc>),
}

impl Findings {
    /// How many tests depend on a factor, or on any; those that are flaky as they are among them.
    pub fn count(&self, factor: Option<Factor>) -> usize {
        let mut tests: Vec<TestId> = self
            .dependences
            .iter()
            .filter(|one| factor.is_none_or(|factor| one.factor == factor))
            .map(|one| one.test)
            .collect();
        tests.sort();
        tests.dedup();
        let is_chance = factor.is_none_or(|factor| factor == Factor::Chance);
        tests.len() + if is_chance { self.suite.flaky.len() } else { 0 }
    }

    /// The tests that depend on nothing that was tried.
    pub fn stable(&self) -> impl Iterator<Item = TestId> {
        self.judged.iter().copied().filter(|id| self.dependences.iter().all(|one| one.test != *id))
    }
}
