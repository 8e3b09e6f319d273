//! A session of tests: what every analysis that runs a project's tests stands on.
//!
//! How the tests of a module are started ([`Launch`]), which they are, whether they pass on the unchanged program and what
//! each of them reaches ([`Baseline`]), and the workers in which they run on a changed one ([`WorkerPool`]). What is changed,
//! and what it means that a test fails then, is for the analysis to say.

mod baseline;
mod baseline_runs;
mod excluded;
mod execution;
mod failure;
mod fewest;
mod launch;
mod lock;
mod new_tests;
mod outcome;
mod patterns;
mod pool;
mod ramp_up;
mod section;
mod test_classes;
mod test_filter;
mod threads;
mod titles;
mod written;

pub use baseline::{Baseline, Cost, SetAside, Test, TestId, Unheld, is_inside};
pub use baseline_runs::establish;
pub use excluded::{Excluded, Exclusion};
pub use execution::{Execution, Session};
pub use failure::Failure;
pub use fewest::fewest_of;
pub use launch::{Launch, LaunchId, Selection, Surroundings};
pub use lock::locked;
pub use new_tests::{NewOutcome, NewTests};
pub use outcome::{Failed, How};
pub use patterns::matches;
pub use pool::{BatchOutcome, Change, Marked, Watched, WorkerPool};
pub use ramp_up::{RampUp, is_little};
pub use section::{Section, Sections};
pub use test_classes::{TestClasses, computes};
pub use test_filter::TestFilter;
pub use threads::{in_threads, in_turn};
pub use titles::{title, title_of};
pub use written::{Files, Written};
