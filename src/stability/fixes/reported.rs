//! What is to be cured.

use super::super::findings::Dependence;
use crate::worker::protocol::Reading;
use serde::{Deserialize, Serialize};

/// A test that depends on something.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Report {
    /// On what, and where that shows.
    pub dependence: Dependence,
    /// Where it reads that.
    pub readings: Vec<Reading>,
}

impl Report {
    /// A report, with what the test reads of what surrounds it.
    pub fn new(dependence: &Dependence, readings: &[Reading]) -> Report {
        let of_factor = readings.iter().filter(|one| one.factor == dependence.factor.name());
        Report { dependence: dependence.clone(), readings: of_factor.cloned().collect() }
    }
}
