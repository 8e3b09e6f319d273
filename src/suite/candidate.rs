//! A structure that may become part of a suite, before anything is said of it.

use crate::relational::{Instance, RelationId};

/// A structure of the suite as it was.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The structure in any numbering, as an instance of today's problem.
    pub instance: Instance,
    /// The relations of which nothing is known: those of fields that it was written without.
    pub unknown: Vec<RelationId>,
}
