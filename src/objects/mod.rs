//! Objects of a JVM as instances of a specification.
//!
//! The bindings say which objects are read and what of them ([`Layout`]); a worker reads them; what it tells becomes an
//! instance, or is beyond the bound ([`Abstraction`]). Integers that the specification only compares are ranked first
//! ([`Ranking`]).

mod abstraction;
mod layout;
mod ranking;

pub use abstraction::{Abstraction, Misfit};
pub use layout::{Layout, Place};
pub use ranking::{Fitted, Ranked, Ranking};
