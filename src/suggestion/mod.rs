//! Suggestions: what a test would have to do to detect a transformation that none does.
//!
//! Vera-Pérez et al., section 3.5. For what differs on an object that the code of a test can name, members are looked for that read
//! it ([`observers`](Program)), and tried on the object in both programs ([`observe`]).

mod inquiry;
mod observers;
mod report;
mod words;

pub use inquiry::{Observed, observe};
pub use observers::{Goal, Program};
pub use report::report;
