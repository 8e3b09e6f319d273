//! Worker JVMs: the protocol, the processes, and verdicts on how one ended.

mod admission;
mod archive;
mod class_path;
mod jars;
mod process;
pub mod protocol;

pub use class_path::{absolute_entries, entries, read as read_class_path};
pub use jars::Jars;
pub use process::{End, Error, SHORT_LIVED, Settings, Worker};
