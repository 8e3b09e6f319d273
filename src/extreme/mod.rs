//! Extreme transformations: which methods could vanish, and no test would notice.
//!
//! A method of the classes under test is eligible unless a rule says that nobody tests its like directly
//! ([`eligibility`]). Its body is replaced by each of the values that its result type has ([`transformation`]), and the
//! tests that reach it are run until one fails ([`judge`]). How tests run is the matter of [`session`](crate::session).

pub mod eligibility;
pub mod judge;
mod confirmation;
mod dependencies;
mod failure;
mod findings;
mod fingerprint;
mod forecast;
mod journal;
mod message;
mod options;
mod queue;
mod report;
mod reuse;
pub mod sharing;
pub mod subject;
mod threshold;
pub mod transformation;
mod verdict;
mod work;
#[cfg(test)]
mod samples;

pub use crate::journal::Start;
pub use crate::session::{How, TestId};
pub use eligibility::{Rule, Skip};
pub use failure::Failure;
pub use findings::{Findings, MethodFinding, MethodVerdict};
pub use fingerprint::Fingerprint;
pub use journal::{Journal, Past};
pub use judge::Outcome;
pub use options::Options;
pub use queue::Progress;
pub use report::{Format, place, report};
pub use subject::{Method, Selection, Subject};
pub use threshold::{AtMost, Threshold};
pub use transformation::{Operator, Transformation};
pub use verdict::{Detection, Judged, Verdict};
