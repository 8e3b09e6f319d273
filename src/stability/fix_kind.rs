//! How fixes cure dependences.

use crate::fixes;
use serde::{Deserialize, Serialize};

/// How a fix cures a dependence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FixKind {
    /// The test hands over what is otherwise taken from the machine.
    Argument,
    /// A constant stands in place of what is read.
    Constant,
    /// What has no order gets one.
    Ordered,
    /// It is set before each test of the class, and put back afterwards.
    Fixture,
    /// What other tests leave behind is taken back where the test begins.
    Reset,
}

impl fixes::FixKind for FixKind {
    fn name(self) -> &'static str {
        match self {
            FixKind::Argument => "argument",
            FixKind::Constant => "constant",
            FixKind::Ordered => "ordered",
            FixKind::Fixture => "fixture",
            FixKind::Reset => "reset",
        }
    }
}

/// What cures a dependence.
pub type StabilityFix = fixes::Fix<FixKind>;
