//! What the tests of a project work on: its objects of the root class, captured while the tests run once in a worker, which
//! tells of each structure and each step between two structures once.

mod collection;
mod run;

pub use collection::{Collection, Met, Seen, Witnessed};
pub use run::run;
