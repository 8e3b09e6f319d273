//! Coupled branches: how thoroughly tests exercise the interaction of two classes.
//!
//! The criterion is that of Derakhshanfar, Devroey, Panichella, Zaidman and van Deursen, Generating Class-Level Integration Tests Using
//! Call Site Information, section 3. The graph of a class ([`ClassGraph`]) has the control flow of its methods with calls inside the class
//! expanded. A call site in the caller has target branches, which always lead to it (`leading`), and the called method has target branches
//! of the callee; their pairs are the [`Pair`]'s coupled branches. Workers tell which of them tests cover (`measure`), and that is reported
//! (`report`). Tests for what is open are searched for (`search`) and written as Java (`writing`);
//! exceptions that the search meets and that nobody has announced are told of (`suspicious`).

mod alone;
mod between;
mod branch;
mod classes;
mod condition;
mod counting;
mod deciding;
mod entered;
mod expression;
mod fact;
mod found;
mod graph;
mod impossible;
mod interaction;
mod leading;
mod measure;
mod named;
mod naming;
mod pair;
mod pairs;
mod probes;
mod report;
mod search;
mod site;
mod suspicious;
mod threshold;
mod writing;

pub use branch::{Branch, Way};
pub use classes::{Classes, is_of_jdk};
pub use condition::condition;
pub use counting::Counting;
pub use entered::entered;
pub use found::{Found, NAME, Searched};
pub use graph::{ClassGraph, Part, Unread};
pub use measure::{Measured, measure};
pub use named::{Refusal, alone, named};
pub use pair::{Kinship, Pair};
pub use pairs::pairs;
pub use report::{listed, report};
pub use search::{ELSEWHERE, Hunted, Hunting, Stage, Strengthened, Suspected, Test, hunt};
pub use site::{Coupled, Site};
pub use suspicious::Suspicious;
pub use threshold::{Exceeded, Measure, Threshold};
pub use writing::{NamedTest, Writing};
