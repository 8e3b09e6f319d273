//! What features tell of while tests run.

use crate::worker::protocol::Captured;

/// What was captured in a test, or while tests were prepared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The number of the worker, by which the structures of one are told from those of another.
    pub worker: u64,
    /// The title of the test, or the class of the tests that were prepared.
    pub test: String,
    /// What was captured.
    pub captured: Captured,
}

/// Told what features see.
pub type Sections<'l> = &'l (dyn Fn(Section) + Sync);
