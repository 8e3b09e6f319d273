//! Field-exhaustive suites: how small they are, and how small they can be.

mod allowance;
mod bound;
mod candidate;
mod completion;
mod meetings;
mod minimise;
mod refresh;
mod repair;
mod vary;

pub use allowance::Allowance;
pub use bound::{Clique, Effort};
pub use candidate::Candidate;
pub use completion::determined;
pub use minimise::{MinimiseConfig, Minimised, coverage, minimise, without_superfluous};
pub use refresh::{Fate, Measured, Refreshed, beside, judge, measure, refresh, valid};
pub use vary::vary;
