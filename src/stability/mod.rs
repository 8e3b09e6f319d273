//! What tests depend on and do not control.
//!
//! The suite runs as it is, and once more for each [`crate::surroundings::Variation`] of what surrounds it: another time, zone, locale, order. A test that
//! fails then, and again when that is repeated, depends on the [`crate::surroundings::Factor`] that is other. For each such test the least change is looked
//! for that makes it fail: the day from which on it does, or the test that has to run before it. What may cure it is written into a copy of the
//! test and tried out ([`crate::fixes`]).

mod findings;
mod fix_kind;
mod fixes;
mod instants;
mod judge;
mod judging;
mod left;
mod orders;
mod places;
mod report;
mod run;
mod sorting;
mod threshold;

pub use findings::{Cause, Dependence, Failing, Findings, Left};
pub use fix_kind::{FixKind, StabilityFix};
pub use judge::judge;
pub use judging::Judging;
pub use report::{NAME, report};
pub use threshold::{Exceeded, Threshold};
