//! Names, types and multiplicities: from the tree to the checked module.

mod module;

pub use module::*;
