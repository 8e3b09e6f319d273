//! Tests that are left out because somebody names them.

use super::test_filter::TestFilter;
use super::titles::title;
use crate::worker::protocol::Unit;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A pattern for tests that are left out.
#[derive(Debug, Clone)]
pub struct Exclusion {
    /// As it was written.
    pub pattern: String,
    /// What takes all other tests.
    pub others: Arc<dyn TestFilter>,
}

impl Exclusion {
    /// Whether a test is left out.
    pub(super) fn is_of(&self, unit: &Unit) -> bool {
        !self.others.takes_test(&unit.class, &unit.name)
    }
}

/// The titles of the tests that are left out, by pattern; a pattern that leaves out none is there, too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excluded(BTreeMap<String, BTreeSet<String>>);

impl Excluded {
    /// Which of some tests patterns leave out.
    pub(super) fn of(exclusions: &[Exclusion], units: &[Unit]) -> Excluded {
        let of = |exclusion: &Exclusion| {
            let titles = units.iter().filter(|unit| exclusion.is_of(unit)).map(title);
            (exclusion.pattern.clone(), titles.collect())
        };
        Excluded(exclusions.iter().map(of).collect())
    }

    /// Adds what is left out of other tests.
    pub fn join(&mut self, other: Excluded) {
        for (pattern, titles) in other.0 {
            self.0.entry(pattern).or_default().extend(titles);
        }
    }

    /// The titles of all tests that are left out.
    pub fn titles(&self) -> BTreeSet<&str> {
        self.0.values().flatten().map(String::as_str).collect()
    }

    /// What a report says of them: a sentence for each pattern that leaves out some.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.0.iter().filter(|(_, titles)| !titles.is_empty()).map(|(pattern, titles)| {
            let count = if titles.len() == 1 { "1 test".to_owned() } else { format!("{} tests", titles.len()) };
            let names: Vec<String> = titles.iter().map(|title| format!("`{title}`")).collect();
            format!("`--exclude-tests {pattern}` leaves out {count}: {}", names.join(", "))
        })
    }

    /// The patterns that leave out no test.
    pub fn useless(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, titles)| titles.is_empty()).map(|(pattern, _)| pattern.as_str())
    }
}
