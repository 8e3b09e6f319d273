//! A program that takes texts, run on each text of a suite: what it accepts, what it makes of it, and what is wrong with that.
//!
//! A subject is a command or a class in a JVM that stays (`jvm`). It is given a text (`material`), and ends in one of a few ways
//! (`ending`). Oracles judge that (`judge`), and failures that look alike are told together (`groups`).

mod command;
mod ending;
mod groups;
mod judge;
mod jvm;
mod material;
mod report;
mod running;

pub use command::CommandLine;
pub use ending::Ending;
pub use groups::{Group, groups};
pub use judge::{Complaint, Fault, Judging, Oracles, Subject, Verdict, judge};
pub use jvm::JavaClass;
pub use material::{Input, Material};
pub use report::{ANALYSIS, Judged, report};
