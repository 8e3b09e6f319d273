//! Work that can be done elsewhere and known again.
//!
//! An analysis that judges many things one by one writes down as a [`WorkPlan`] what they are: each is a [`WorkUnit`] whose
//! identity changes with whatever its outcome depends on, and stays the same on every machine and in every checkout. Whoever
//! judges units, threads or other machines, says so in [`UnitVerdict`]s, and [`merge`] joins these to the outcome of the whole plan. It
//! does not matter who judged what, and in which order.
//!
//! Between machines, plans and verdicts travel as files: [`PlanDocument`]s and [`PartialReport`]s. A machine does the units that are
//! [`Chosen`] for it, and [`join`] says which file is to blame where files do not make a whole.

mod digest;
mod document;
mod join;
mod merge;
mod plan;
mod share;
mod verdict;

pub use digest::{Digest, Digester};
pub use document::{Kind, Listed, Opened, Origin, PartialReport, PlanDocument, Unreadable, write};
pub use join::{Difference, JoinError, Source, belong, join};
pub use merge::{MergeError, merge};
pub use plan::{InputId, PartId, PlanError, UnitId, UnitIndex, WorkPlan, WorkUnit};
pub use share::{Chosen, Share};
pub use verdict::UnitVerdict;
