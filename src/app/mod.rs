//! What fex does, one function per use case: a typed job in, a typed outcome or a [`Failure`] out.
//!
//! The command line is one caller among others; a plugin of a build, an editor and a worker of a cluster are further ones. So
//! nothing here prints, asks for a terminal, ends the process or keeps state for it. What there is to say while a use case is at
//! work goes to the caller's [`Listener`], and relative paths count from the caller's folder.

pub mod check;
pub mod eval;
pub mod export;
mod failure;
pub mod fmt;
mod listener;
pub mod settings;
pub mod solve;
pub mod specification;

pub use failure::{Diagnosed, Failure, Kind, Level, Message, Part};
pub use listener::{Caller, Event, Listener, Progress};
