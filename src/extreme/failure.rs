//! Why there are no findings.

use crate::session;
use crate::worker::Error;
use std::io;

/// Why there are no findings.
#[derive(Debug)]
pub enum Failure {
    /// The tests say nothing.
    Tests(session::Failure),
    /// The classes of the project cannot be read.
    Classes(io::Error),
    /// The journal cannot be written.
    Journal(io::Error),
}

impl From<session::Failure> for Failure {
    fn from(failure: session::Failure) -> Failure {
        Failure::Tests(failure)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Tests(error.into())
    }
}
