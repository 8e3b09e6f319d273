//! Worker JVMs: the protocol, the processes, and verdicts on how one ended.

mod admission;
mod archive;
mod class_path;
mod ending;
mod jars;
mod overlay;
mod patience;
mod process;
mod profile;
pub mod protocol;

pub use archive::program;
pub use class_path::{absolute_entries, entries, read as read_class_path};
pub use ending::{End, Error};
pub use jars::Jars;
pub use process::Worker;
pub use profile::{JvmSettings, Profile, SHORT_LIVED};
