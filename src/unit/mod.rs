//! Work that can be done elsewhere and known again.
//!
//! An analysis that judges many things one by one writes down as a [`WorkPlan`] what they are: each is a [`WorkUnit`] whose
//! identity changes with whatever its outcome depends on, and stays the same on every machine and in every checkout. Whoever
//! judges units, threads today, says so in [`UnitVerdict`]s, and [`merge`] joins these to the outcome of the whole plan. It
//! does not matter who judged what, and in which order.

mod digest;
mod merge;
mod plan;
mod verdict;

pub use digest::{Digest, Digester};
pub use merge::{MergeError, merge};
pub use plan::{InputId, PartId, PlanError, UnitId, UnitIndex, WorkPlan, WorkUnit};
pub use verdict::UnitVerdict;
