//! How a test failed.

use crate::worker::protocol::{Kind, Ran};
use crate::worker::{End, Error};
use serde::{Deserialize, Serialize};

/// The ways in which a test fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum How {
    /// A failed assertion.
    Assertion,
    /// Another exception.
    Exception,
    /// The test ran too long.
    Timeout,
    /// There was not enough memory.
    OutOfMemory,
    /// The JVM exited.
    Exit,
    /// The JVM crashed.
    Crash,
}

impl How {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            How::Assertion => "assertion",
            How::Exception => "exception",
            How::Timeout => "timeout",
            How::OutOfMemory => "out-of-memory",
            How::Exit => "exit",
            How::Crash => "crash",
        }
    }
}

/// How one run of a test failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// In which way.
    pub how: How,
    /// What it threw, in words; may be empty.
    pub message: String,
}

impl Failed {
    /// How a test failed that a worker has told of; none if it did not.
    pub fn of(ran: &Ran) -> Option<Failed> {
        let how = match ran.kind {
            _ if ran.cut => How::Timeout,
            Kind::Passed | Kind::Skipped | Kind::Aborted => return None,
            Kind::Assertion => How::Assertion,
            Kind::Exception | Kind::Around => How::Exception,
            Kind::OutOfMemory => How::OutOfMemory,
        };
        let message = match ran.message.as_str() {
            "" => ran.thrown.clone(),
            message => format!("{}: {message}", ran.thrown),
        };
        Some(Failed { how, message })
    }

    /// How a test failed that ended its JVM.
    pub fn ended(end: End) -> Failed {
        let how = match end {
            End::Exit(_) => How::Exit,
            End::Crash => How::Crash,
            End::Deadline => How::Timeout,
            End::Memory => How::OutOfMemory,
        };
        Failed { how, message: Error::Ended(end).to_string() }
    }
}
