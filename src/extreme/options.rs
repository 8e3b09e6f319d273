//! How transformations are judged.

use crate::session::Execution;
use crate::worker::protocol::Feature;
use std::time::Instant;

/// How the judging is done.
#[derive(Debug, Clone)]
pub struct Options {
    /// How the tests are run.
    pub execution: Execution,
    /// Whether to run all reaching tests, although one has detected the transformation.
    pub full_matrix: bool,
    /// What workers do, beside what the judging takes, while the tests run on the unchanged program.
    pub with: Vec<Feature>,
    /// When to stop, and leave without a verdict what has none then.
    pub deadline: Option<Instant>,
}
