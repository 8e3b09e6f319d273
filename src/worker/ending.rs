//! How workers end, and why they cannot be used.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;

/// How a worker ended by itself or was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Something called `System.exit` or `Runtime.halt`.
    Exit(Option<i32>),
    /// The JVM crashed, or something killed it.
    Crash,
    /// It did not answer in time and was killed.
    Deadline,
    /// Its memory ran out, and no test took that for a failure of its own.
    Memory,
}

/// Why a worker cannot be used.
#[derive(Debug)]
pub enum Error {
    /// It did not start, or said that it cannot do what it was asked.
    Unusable(String),
    /// It ended while it was asked.
    Ended(End),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unusable(reason) => f.write_str(reason),
            Error::Ended(End::Exit(Some(code))) => write!(f, "the JVM exited with code {code}"),
            Error::Ended(End::Exit(None)) => f.write_str("the JVM exited"),
            Error::Ended(End::Crash) => f.write_str("the JVM crashed"),
            Error::Ended(End::Deadline) => f.write_str("the JVM did not answer in time"),
            Error::Ended(End::Memory) => f.write_str("the JVM ran out of memory"),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Unusable(error.to_string())
    }
}
