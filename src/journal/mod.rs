//! What is found, kept as it comes, so that whoever is killed loses nothing and whoever comes later need not do it again.
//!
//! A [`Log`] is a file of lines, with a name that tells what it depends on; [`Steps`] are the results of work that goes step by step,
//! so that a later run continues.

mod log;
mod steps;

pub use log::{Earlier, Log, Start, finished, lines};
pub use steps::Steps;
