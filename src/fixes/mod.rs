//! Fixes, tried out: changes of a test with which it still passes, and of which a report is gone.
//!
//! An analysis that reports something of tests says what may cure it, and when it is gone ([`Cure`]). Candidates are written into a copy of
//! the source of the tests, class by class ([`cure`]), and tried out ([`Bench`]): of those that hold by themselves ([`Bench::holding`]), those
//! are chosen that hold together ([`Bench::joined`]).

mod bench;
mod choosing;
mod classes;
mod fix;
mod shown;

pub use bench::{Bench, Cure};
pub use choosing::{Found, Holding};
pub use classes::{Class, Cured, Cures, Fixing, Suite, cure};
pub use fix::{Candidate, Fix, FixKind};
pub use shown::{json, suggestions, summary};
