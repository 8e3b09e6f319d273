//! Fixes, tried out: changes of a test with which it still passes, and of which a report is gone.
//!
//! An analysis that reports something of tests says what may cure it, and when it is gone ([`Bench`]). Candidates are written into a copy of
//! the source of the tests, class by class ([`cure`]); of those that hold by themselves, those are chosen that hold together ([`joined`]).

mod choosing;
mod classes;
mod fix;
mod shown;

pub use choosing::{Bench, Found, Holding, holding, joined};
pub use classes::{Class, Cured, Cures, Fixing, Suite, cure};
pub use fix::{Candidate, Fix, FixKind};
pub use shown::{json, suggestions, summary};
