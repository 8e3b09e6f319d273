//! Objects of a JVM as instances of a specification.
//!
//! The bindings say which objects are read and what of them ([`Layout`]); a worker reads them; what it tells becomes an
//! instance, or is beyond the bound ([`Abstraction`]).

mod abstraction;
mod layout;

pub use abstraction::{Abstraction, Misfit};
pub use layout::{Layout, Place};
