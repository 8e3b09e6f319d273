//! Programs and other texts as inputs: an instance written by the templates of its specification.
//!
//! `objects` reads an instance as objects with names and values, `writer` writes them. What a template may say is checked in
//! `resolve`; what is left to find out of an instance is that a text contains itself, and that two files have one name.

mod instances;
mod objects;
mod writer;

pub use instances::instance;
pub use objects::{Object, Objects, Relations, Value};
pub use writer::{Unwritable, Written, write};
