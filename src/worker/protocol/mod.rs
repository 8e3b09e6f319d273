//! The messages between fex and a worker, as bytes.
//!
//! Each message is declared once, in [`requests`](Request), [`reports`](Report) or what they consist of, with the macro of
//! `table.rs`. Of that are made: the types and codecs of Rust, here; those of Java, `Request.java` and `Report.java` in
//! `jvm/agent`; and the page that describes the messages, `jvm/protocol/messages.md`. `tests/protocol.rs` writes the latter three,
//! and fails if they are not what the declarations say. `jvm/protocol` has one message of each kind as bytes, which the tests of
//! both languages read.

mod features;
mod frame;
mod objects;
mod reports;
mod requests;
mod sequences;
mod table;
mod tainted;
mod wire;

pub use features::{
    BranchedMethod, Branches, CallSite, Capture, Coupling, Decision, Environment, Feature, Guard, MethodId, MethodPlan,
    MutationSite, Mutator, Observe, Point, Sequences, Step, Taint, Variable,
};
pub use frame::{LONGEST, VERSION};
pub use objects::{Constant, Container, Objects, Observed, Slot, Type, Value};
pub use reports::{
    Answer, Answers, CallStep, Captured, Covered, Detail, Event, Frame, Kind, Led, Met, Missed, MissedInside,
    PlaceAnswers, PointStates, Property, Ran, Reading, Report, Shown, ShownKind, State, States, StaticPlace, Taken,
    ThreadStates, Unit, Use, method_of,
};
pub use requests::{Asked, Configure, FollowedInput, InputChange, Inquire, Member, Request, Wanted, Watch};
pub use sequences::{
    Act, Operator, Perform, Performed, Plain, Sequence, StackFrame, Statement, StubMethod, Trace, WrittenFile,
};
pub use table::{Content, Declaration, Field, Variant};
pub use tainted::{Checking, TaintPlace, TaintStep, TaintWay, Tainted, TaintedInput};
pub use wire::{Shape, Wire};
