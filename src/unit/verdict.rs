//! What became of a unit of work, wherever it was judged.

use super::plan::{PartId, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What became of a unit, or of some of its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitVerdict<O> {
    /// The unit.
    pub unit: UnitId,
    /// What people call it, also those who do not have its plan.
    pub name: String,
    /// What became of its parts.
    pub outcomes: BTreeMap<PartId, O>,
}
