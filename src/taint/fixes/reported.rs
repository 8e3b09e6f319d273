//! What is to be cured.

use crate::session::TestId;
use crate::worker::protocol::TaintedInput;
use serde::{Deserialize, Serialize};

/// What is to be cured.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Report {
    /// An assertion of a test depends on a field.
    Brittle {
        /// The test.
        test: TestId,
        /// The field.
        input: TaintedInput,
    },
    /// No assertion of a test checks an input.
    Unused {
        /// The test.
        test: TestId,
        /// The input.
        input: TaintedInput,
    },
}

impl Report {
    /// The test that it is about.
    pub fn test(&self) -> TestId {
        match self {
            Report::Brittle { test, .. } | Report::Unused { test, .. } => *test,
        }
    }

    /// The field or input that it is about.
    pub fn input(&self) -> &TaintedInput {
        match self {
            Report::Brittle { input, .. } | Report::Unused { input, .. } => input,
        }
    }
}
