//! What tests are called in reports.

use crate::worker::protocol::{Ran, Unit};

/// The class and name of a test: `VersionedSetTest.testAdd`.
pub fn title(unit: &Unit) -> String {
    if unit.class.is_empty() { unit.name.clone() } else { format!("{}.{}", unit.class, unit.name) }
}

/// The title of the test that has run, or the class of the tests that were prepared together.
pub fn title_of(units: &[Unit], ran: &Ran) -> String {
    if let Some(unit) = units.iter().find(|unit| unit.id == ran.test) {
        return title(unit);
    }
    let inside = units.iter().find(|unit| unit.container == ran.test);
    inside.map_or_else(|| ran.test.clone(), |unit| unit.class.clone())
}
