//! What fex does, one function per use case: a typed job in, a typed outcome or a [`Failure`] out.
//!
//! The command line is one caller among others; a plugin of a build, an editor and a worker of a cluster are further ones. So
//! nothing here prints, asks for a terminal, ends the process or keeps state for it. What there is to say while a use case is at
//! work goes to the caller's [`Listener`], and relative paths count from the caller's folder.

mod alloy_models;
mod analysis;
pub mod artifacts;
mod authoring;
mod building;
mod capture;
mod certificate;
pub mod check;
mod classes;
mod compiler;
mod compiling;
mod context;
pub mod coverage;
pub mod date;
pub mod diagnose;
mod discovery;
pub mod editor;
mod edits;
pub mod eval;
mod explanation;
pub mod export;
pub mod extreme;
mod failure;
pub mod fmt;
pub mod generate;
pub mod init;
pub mod integrate;
mod jdk;
pub mod junit;
mod launches;
mod listener;
pub mod observation;
pub mod overflow;
pub mod plugins;
mod recording;
pub mod refresh;
pub mod report;
pub mod run;
pub mod settings;
pub mod sharing;
pub mod solve;
pub mod source_changes;
pub mod specification;
pub mod stability;
mod stored;
pub mod subject;
pub mod taint;
mod timing;
mod translated;
mod trial;
pub mod verify;
mod workspace;

pub use authoring::Place;
pub use building::Built;
pub use certificate::{Proof, Proved};
pub use context::Target;
pub use edits::Edit;
pub use explanation::{Answer, Explanation, Fact, Inquiry, Numbering, Share};
pub use failure::{Diagnosed, Failure, Kind, Level, Message, Part};
pub use listener::{Caller, Event, Forecast, Kept, Listener, Progress};
pub use recording::Recorded;
pub use timing::Timing;
pub use workspace::Workspace;
