//! From text to tree and back: lexer, parser, tree and printer of `.spec` files.

mod lexer;
mod parser;

mod token;
pub mod tree;

pub use parser::{DEPTH_LIMIT, parse};

