//! Sequences of statements: a test as data.
//!
//! A sequence ([`Sequence`], whose operations are in `data`) makes values by constructors, factories, methods, fields and literals of
//! real classes ([`Program`]). It is carved from what tests do (`carving`, `seeds`), made and varied at random (`making`, `varying`, `pool`), also with what the program was seen to ask for (`learned`),
//! performed by a worker on the original and on a transformed program
//! (`performing`, `comparing`, and `Performer` in the JVM, which lets them change nothing outside of it), searched until what is observed differs (`search`, `observers`), also in files that are written (`places`, `readings`), shortened (`shortening`),
//! and printed as a test (`printing`, `arguments`). Objects of interfaces may be stubs (`abstracts`, `stubs`, `stub_classes`), those of reflection are asked for (`reflected`), and which ways to objects
//! lead somewhere is counted (`yields`).

mod abstracts;
mod answers;
mod arguments;
mod arrays;
mod carving;
mod class_views;
mod comparing;
mod data;
mod dead_ends;
mod detecting;
mod initial;
mod jdk;
mod learned;
mod making;
mod member;
mod nulls;
mod observers;
mod outcome;
mod outside;
mod performing;
mod places;
mod pool;
mod printing;
mod program;
mod readings;
mod reflected;
mod saying;
mod search;
mod seeds;
mod shortening;
mod stub_classes;
mod stubs;
mod surrounding;
mod texts;
mod values;
mod varying;
mod yields;

pub use carving::{Carved, LeftOut, TestMethod, carve};
pub use data::{ValueType, accepts, called, is_literal, renamed, runs_code, type_of, used};
pub use detecting::{Detection, detect};
pub use making::Ingredients;
pub use member::Member;
pub use outcome::{Compiles, Detecting, Limits, NotDetected, Outcome, Seen, Wanted};
pub use outside::outside;
pub use performing::{Came, Performing};
pub use places::has_empty_path;
pub use printing::{Printed, TypeArguments};
pub use program::{Program, unboxed};
pub use seeds::Seeds;
pub use surrounding::{END, Sayable, VIRTUAL, printed};
pub use values::{Literals, asked_types};
pub use varying::Varying;

pub use crate::worker::protocol::{Plain, Sequence, Statement};
