//! What was found of pairs, or of a class by itself: what reports are made of.

use super::classes::Classes;
use super::counting::Counting;
use super::measure::Measured;
use super::pair::Pair;
use super::search::Strengthened;
use super::suspicious::Suspicious;
use super::threshold::Measure;
use crate::report::counted;
use std::collections::BTreeMap;

/// The name of this analysis.
pub const NAME: &str = "integrate";

/// How many open branches are named in a finding.
pub(super) const NAMED: usize = 12;

/// How many tests.
pub(super) const TESTS: usize = 5;

/// What was found.
pub struct Found {
    /// The classes.
    pub classes: Classes,
    /// The pairs.
    pub pairs: Vec<Pair>,
    /// What tests cover of them.
    pub measured: Measured,
    /// What counts as covered.
    pub counting: Counting,
    /// Whether one pair was asked for, of which everything is told.
    pub is_one: bool,
    /// What came of a search for tests, if there was one.
    pub searched: Option<Searched>,
}

/// What came of a search for tests.
#[derive(Debug, Clone, Default)]
pub struct Searched {
    /// How many sequences of calls were performed in search of them.
    pub performed: usize,
    /// How long that took.
    pub micros: u64,
    /// Whether it was interrupted, so that more might have been found.
    pub is_interrupted: bool,
    /// The names of the tests that were written.
    pub tests: Vec<String>,
    /// What became of the mutants of the callee, if tests were to detect them.
    pub strengthened: Option<Strengthened>,
    /// Exceptions that were met and that nobody has announced.
    pub suspicious: Vec<Suspicious>,
    /// How many coupled branches were covered before.
    pub before: usize,
    /// How many tests were found and did not hold, by the reason.
    pub refused: BTreeMap<&'static str, usize>,
    /// Why nothing was searched, if so.
    pub hindrance: Option<String>,
}

impl Found {
    /// Whether a class by itself was asked for.
    pub(super) fn is_alone(&self) -> bool {
        self.pairs.iter().any(Pair::is_alone)
    }

    /// How many coupled branches a pair has, and how many of them are covered.
    pub fn counts(&self, pair: usize) -> (usize, usize) {
        (self.pairs[pair].coupled().len(), self.measured.covered[pair].len())
    }

    /// How much there is of what a build may not put up with.
    pub fn count(&self, measure: Measure) -> usize {
        let counts = (0..self.pairs.len()).map(|pair| self.counts(pair));
        match measure {
            Measure::Open => counts.map(|(all, covered)| all - covered).sum(),
            Measure::NotExercised => counts.filter(|(all, covered)| *all > 0 && *covered == 0).count(),
            Measure::Suspicious => self.searched.as_ref().map_or(0, |searched| searched.suspicious.len()),
        }
    }

    /// The pairs that have coupled branches, those with most open ones first.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.pairs.len()).filter(|pair| self.counts(*pair).0 > 0).collect();
        ranked.sort_by_key(|pair| {
            let (all, covered) = self.counts(*pair);
            std::cmp::Reverse((all - covered, all))
        });
        ranked
    }
}

/// What came of the search for tests, in a line; nothing if there was none.
pub(super) fn came_of_search(found: &Found, goals: &str) -> String {
    let written = found.searched.as_ref().map(|searched| {
        let refused: usize = searched.refused.values().sum();
        let refused = if refused > 0 { format!(", {refused} more did not hold") } else { String::new() };
        let interrupted = if searched.is_interrupted { " before the interruption" } else { "" };
        match &searched.hindrance {
            Some(why) => format!("nothing was searched: {why}\n"),
            None => {
                let suspicious = match searched.suspicious.len() {
                    0 => String::new(),
                    some => format!(", {} met", counted(some, "suspicious exception")),
                };
                let mutants = searched.strengthened.map_or_else(String::new, |Strengthened { mutants, met, detected }| {
                    format!("of {mutants} mutants, {met} can be run, and new tests detect {detected}\n")
                });
                format!(
                    "{} found in {} executions{interrupted}{refused}{suspicious}; {goals} covered before: {}\n{mutants}",
                    counted(searched.tests.len(), "new test"),
                    searched.performed,
                    searched.before
                )
            }
        }
    });
    written.unwrap_or_default()
}

/// A share in percent, with one digit behind the point; 100 only for all, and 0 only for none.
pub(super) fn percent(part: usize, all: usize) -> String {
    let tenths = part * 1000 / all.max(1);
    let tenths = if part > 0 { tenths.max(1) } else { 0 };
    format!("{}.{}", tenths / 10, tenths % 10)
}
