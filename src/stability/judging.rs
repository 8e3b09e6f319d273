//! What is judged, and how.

use super::factor::Factor;
use super::variation::{Supplies, Variation};
use crate::journal::Steps;
use crate::session::Session;
use chrono::{DateTime, Utc};

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
    /// Now.
    pub now: DateTime<Utc>,
    /// What is kept of what is found.
    pub steps: &'j Steps,
    /// Hears how many runs of the suite are done, and how many there are to be.
    pub progress: &'j (dyn Fn(usize, usize) + Sync),
}
