//! What is judged, and how.

use crate::fixes::Fixing;
use crate::journal::Steps;
use crate::report::Place;
use crate::session::{Baseline, Session, TestId};
use crate::surroundings::Factor;
use crate::surroundings::{Supplies, Variation};
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// What is judged, and how.
pub struct Judging<'j> {
    /// The tests, ready to run, by workers that do nothing else.
    pub session: Session<'j>,
    /// What is tried.
    pub variations: &'j [Variation],
    /// What variations need.
    pub supplies: &'j Supplies,
    /// What tests may depend on, as far as that is asked for.
    pub factors: &'j [Factor],
    /// If only some tests are judged, says by the place of one whether it is among them. All others run, too, as tests may depend on them.
    pub only: Option<&'j (dyn Fn(&Place) -> bool + Sync)>,
    /// What fixes are made of, if some are to be tried out.
    pub fixing: Option<Fixing<'j>>,
    /// Now.
    pub now: DateTime<Utc>,
    /// What is kept of what is found.
    pub steps: &'j Steps,
    /// Hears how many runs of the suite are done, and how many there are to be.
    pub progress: &'j (dyn Fn(usize, usize) + Sync),
}

impl Judging<'_> {
    /// The tests that are judged.
    pub(super) fn chosen(&self, suite: &Baseline, places: &BTreeMap<TestId, Place>) -> BTreeSet<TestId> {
        let is_chosen = |id: &TestId| self.only.is_none_or(|only| places.get(id).is_some_and(only));
        suite.ids().map(|(id, _)| id).filter(is_chosen).collect()
    }
}
