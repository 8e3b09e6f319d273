//! Hash-consed gates, sparse boolean matrices, and the translation of relational problems to them.

mod binary;
mod free;
mod gates;
mod integers;
mod matrix;
mod number;
mod reachable;
mod totaliser;
mod translate;
mod values;

pub use gates::{Circuit, Gate, Node, Wire};
pub use integers::Integers;
pub use matrix::{Claim, Matrix};
pub use number::{Number, TooManyValues};
pub use translate::{Input, TooLarge, Translation, TranslationConfig, instance, translate};
