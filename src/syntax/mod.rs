//! The tree of a specification.

pub mod tree;
