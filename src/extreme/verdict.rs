//! What the tests say of a transformation.

use crate::session::{Failed, How, TestId};
use serde::{Deserialize, Serialize};

/// How a transformation was detected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detection {
    /// The test that failed.
    pub test: TestId,
    /// How it failed.
    pub how: How,
    /// What it threw, in words; may be empty.
    pub message: String,
    /// Whether it took a fresh JVM, because the classes of the used one were initialised before.
    pub fresh: bool,
}

/// What the tests said of a transformation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// A test failed.
    Detected(Detection),
    /// No test failed, in a fresh JVM neither.
    Undetected,
    /// No test reaches the method.
    NotCovered,
    /// The time was over before the tests had said anything.
    NotJudged,
}

impl Detection {
    /// The detection by a test that failed so, on freshly loaded classes or not.
    pub(super) fn by(test: TestId, failed: Failed, fresh: bool) -> Detection {
        Detection { test, how: failed.how, message: failed.message, fresh }
    }
}

/// A verdict, with all tests that detected the transformation and not only the first, if that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// What the tests said.
    pub verdict: Verdict,
    /// Detections after the first.
    pub also: Vec<Detection>,
}
