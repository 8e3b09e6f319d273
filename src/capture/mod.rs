//! What the tests of a project work on: its objects of the root class, captured while the tests run, and abstracted to
//! instances of the specification.
//!
//! The bindings say which objects are read and what of them ([`Layout`]); the tests run once in a worker, which tells of each
//! structure and each step between two structures once ([`run`]); what was told becomes an instance in some numbering, or is
//! beyond the bound ([`Abstraction`]).

mod abstraction;
mod layout;
mod run;

pub use abstraction::{Abstraction, Misfit};
pub use layout::{Layout, Place};
pub use run::{Met, Seen, Witnessed, run};
