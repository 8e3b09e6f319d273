//! Propagation: whether a test gets to see that a method was replaced, and so why it did not notice.
//!
//! Vera-Pérez et al., section 3.4. Where a transformation infects the state ([`infection`](crate::infection)), the states of all
//! values in the code of the tests are compared in the same way: those that an expression has. Each undetected transformation
//! gets a [`Symptom`] thereby, with its evidence ([`Diagnosis`]).

mod diagnosis;
mod diagnoser;
mod how;
mod lost;
mod report;
mod symptom;

pub use diagnoser::diagnose;
pub use diagnosis::{Case, Diagnosis, Lost, Meeting, Outcomes, StateOptions, point};
pub use how::How;
pub use report::{at, passed, path, report};
pub use symptom::{Symptom, Undecided};
