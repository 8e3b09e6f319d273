//! What the tests say of a transformation.
//!
//! Verdicts name tests by their numbers in the suite. Where they outlive it, in a journal or on their way to another machine, they
//! name them by digests (`Judged<Digest>`).

use super::message::steady;
use crate::session::{Failed, How, TestId};
use serde::{Deserialize, Serialize};

/// How a transformation was detected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detection<T = TestId> {
    /// The test that failed.
    pub test: T,
    /// How it failed.
    pub how: How,
    /// What it threw, in words that are the same in each run; may be empty.
    pub message: String,
    /// Whether it took a fresh JVM, because the classes of the used one were initialised before.
    pub fresh: bool,
}

/// What the tests said of a transformation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict<T = TestId> {
    /// A test failed.
    Detected(Detection<T>),
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
        Detection { test, how: failed.how, message: steady(&failed.message), fresh }
    }
}

impl<T> Detection<T> {
    /// The same by a test that is named in another way; none if it has no such name.
    fn renamed<U>(&self, name: impl Fn(&T) -> Option<U>) -> Option<Detection<U>> {
        let Detection { test, how, message, fresh } = self;
        Some(Detection { test: name(test)?, how: *how, message: message.clone(), fresh: *fresh })
    }
}

/// A verdict, with all tests that detected the transformation and not only the first, if that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged<T = TestId> {
    /// What the tests said.
    pub verdict: Verdict<T>,
    /// Detections after the first.
    pub also: Vec<Detection<T>>,
}

impl<T> Judged<T> {
    /// A verdict with which no test has to do.
    pub(super) fn without_tests(verdict: Verdict<T>) -> Judged<T> {
        Judged { verdict, also: Vec::new() }
    }

    /// The same by tests that are named in another way; none if one of them has no such name.
    pub(super) fn renamed<U>(&self, name: impl Fn(&T) -> Option<U>) -> Option<Judged<U>> {
        let verdict = match &self.verdict {
            Verdict::Detected(detection) => Verdict::Detected(detection.renamed(&name)?),
            Verdict::Undetected => Verdict::Undetected,
            Verdict::NotCovered => Verdict::NotCovered,
            Verdict::NotJudged => Verdict::NotJudged,
        };
        let also = self.also.iter().map(|detection| detection.renamed(&name)).collect::<Option<_>>()?;
        Some(Judged { verdict, also })
    }
}
