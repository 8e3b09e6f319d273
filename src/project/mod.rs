//! Projects as their builds see them: modules, class paths, and how tests are run.

mod ask;
mod build;
mod changes;
mod command;
mod exclusion;
mod gradle;
mod known;
mod maven;
mod module;
mod patterns;
mod surefire;

pub use build::{Build, Goal, Question, SETTINGS, around, build, repository};
pub use changes::Changes;
pub use exclusion::exclusion;
pub use module::{Module, Patterns};
pub use surefire::split_arguments;
