//! Suggestions: what a test would have to do to detect a transformation that none does, and tests that do it, each tried out.
//!
//! Vera-Pérez et al., section 3.5. For what differs on an object that the code of a test can name, members are looked for that read
//! it ([`observers`](Program)), and tried on the object in both programs (`inquiry`). What else there is to say of a transformation
//! ([`Advice`]) is told with them in words ([`explain`]). What follows from that is not only said, but
//! written ([`suggest`]): expressions that a test can name (`expressions`) are evaluated in it, in both programs (`probes`). Where
//! their values differ, an assertion tells the programs apart: in the test itself, or in a shorter one that does as much of the same
//! as it takes (`writing`). A candidate counts only if it compiles, passes on the original program in fresh JVMs, alone and with its
//! class in either order, and fails where the program is transformed (`trial`). In the end, all run together (`together`).

mod advice;
mod author;
mod delivery;
mod expressions;
mod home;
mod inquiry;
mod job;
mod lineage;
mod observers;
mod outcome;
mod pairs;
mod printed;
mod probes;
mod suggester;
mod together;
mod trial;
mod value;
mod words;
mod writing;

pub use advice::{Advice, Hidden, advise};
pub use delivery::add;
pub use expressions::{Origin, Scene, inherited, is_accessible};
pub use inquiry::Observed;
pub use job::{Setting, dialect, source};
pub use lineage::{Declared, TestName, class_path, top_level};
pub use observers::{Goal, Program, Target};
pub use outcome::{ByCase, Missing, NewTest, Refusal, Suggested, Way};
pub use probes::{Evaluation, Probe, of_tests};
pub use suggester::suggest;
pub use trial::{Compiler, Complaint, Ran, Trial, compile};
pub use value::Value;
pub use words::explain;
pub use writing::{Candidate, Writer};
