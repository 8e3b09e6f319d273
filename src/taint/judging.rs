//! What is judged, and how.

use crate::fixes::Fixing;
use crate::journal::Steps;
use crate::report::Place;
use crate::session::{Baseline, Session, TestId};
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// What is judged, and how.
pub struct Judging<'j> {
    /// The tests, ready to run, by workers that do nothing else.
    pub session: Session<'j>,
    /// Now.
    pub now: DateTime<Utc>,
    /// What is kept of what is found.
    pub steps: &'j Steps,
    /// If only some tests are judged, says by the place of one whether it is among them.
    pub only: Option<&'j (dyn Fn(&Place) -> bool + Sync)>,
    /// Whether the constants of fixtures are inputs, too.
    pub has_fixtures: bool,
    /// Whether it is told which way each reported input takes.
    pub explains: bool,
    /// What fixes are made of, if some are to be tried out.
    pub fixing: Option<Fixing<'j>>,
    /// Hears how many tests with suspicions have been tried out, and how many there are.
    pub progress: &'j (dyn Fn(usize, usize) + Sync),
    /// Hears of how many tests with reports inputs have been followed, and how many there are.
    pub following: &'j (dyn Fn(usize, usize) + Sync),
}

impl Judging<'_> {
    /// The tests that are judged.
    pub(super) fn chosen(&self, suite: &Baseline, places: &BTreeMap<TestId, Place>) -> BTreeSet<TestId> {
        let is_chosen = |id: &TestId| self.only.is_none_or(|only| places.get(id).is_some_and(only));
        suite.ids().map(|(id, _)| id).filter(is_chosen).collect()
    }
}
