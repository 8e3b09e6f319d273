//! What the tests of a project work on: its objects of the root class, captured while the tests run once in a worker, which
//! tells of each structure and each step between two structures once.

mod run;

pub use run::{Met, Seen, Witnessed, run};
