//! Assertions that depend on what a test does not control, and what a test provides and no assertion checks.
//!
//! The suite runs once with taint marks on the inputs of each test, as Huo and Clause describe ("Improving Oracle Quality by Detecting
//! Brittle Assertions and Unused Inputs in Tests", FSE 2014). Each suspicion that comes of that is tried out: the input is changed where it
//! got its mark, and the test runs again; what surrounds the test is not, and the test runs elsewhere ([`crate::surroundings`]). A brittle assertion counts if the test fails then, an unused input if it never does. What may cure
//! a report is written into a copy of the test and tried out, too ([`crate::fixes`]). What the program keeps in its fields has marks, too, in that one run; a
//! field that tests set and that no assertion compares is never-checked state ([`NeverChecked`]), of which marks alone tell.

mod brittle;
mod classes;
mod elsewhere;
mod explain;
mod findings;
mod fixes;
mod fixtures;
mod judge;
mod judging;
mod kind;
mod marking;
mod places;
mod report;
mod state;
mod suspicion;
mod threshold;
mod trial;
mod unused;
mod way;
mod witness;
mod witnessed;

pub use findings::{Brittle, Findings, Fix, FixKind, Refuted, Tally, Unmarked, Unused};
pub use judge::judge;
pub use judging::Judging;
pub use kind::{InputKind, Problem};
pub use report::{NAME, report};
pub use state::{NeverChecked, StateTally, UncheckedField};
pub use threshold::{Exceeded, Threshold};
