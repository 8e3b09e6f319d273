//! Why tests say nothing.

use crate::worker::protocol::{Report, Unit};
use crate::worker::{End, Error};
use std::io;

/// Why there are no tests to work with.
#[derive(Debug)]
pub enum Failure {
    /// The worker cannot do its part.
    Worker(Error),
    /// There are no tests.
    NoTests,
    /// Some tests fail on the unchanged program: their titles and what they say.
    Red(Vec<(String, String)>),
    /// Some tests pass at times and fail at times on the unchanged program: their titles and what they say.
    Flaky(Vec<(String, String)>),
    /// The JVM ended on the unchanged program; in this test, if that can be said.
    Ended(End, Option<Unit>),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Worker(error.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Worker(error)
    }
}

/// A report that answers nothing that was asked.
pub(super) fn unexpected(report: &Report) -> Error {
    Error::Unusable(format!("the worker gives an answer to nothing that was asked: {report:?}"))
}
