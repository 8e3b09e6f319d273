//! Extreme transformations: which methods could vanish, and no test would notice.
//!
//! A method of the classes under test is eligible unless a rule says that nobody tests its like directly
//! ([`eligibility`]). Its body is replaced by each of the values that its result type has ([`transformation`]), and the
//! tests that reach it are run until one fails ([`judge`]).

pub mod eligibility;
pub mod judge;
mod baseline;
mod board;
mod findings;
mod fingerprint;
mod forecast;
mod head_start;
mod journal;
mod launch;
mod reuse;
mod seats;
mod suite;
mod threshold;
mod written;
pub mod subject;
pub mod transformation;

pub use board::Progress;
pub use eligibility::{Rule, Skip};
pub use findings::{Detection, Findings, How, MethodFinding, MethodVerdict, Verdict};
pub use fingerprint::Fingerprint;
pub use journal::{Journal, Past, Start};
pub use launch::{Launch, LaunchId, TestFilter};
pub use subject::{Method, Selection, Subject, TestNames};
pub use suite::{Failure, SetAside, Suite, Test, TestId, title};
pub use threshold::{AtMost, Threshold};
pub use transformation::{Operator, Transformation};
pub use written::Written;
