//! From text to tree and back: lexer, parser, tree and printer of `.spec` files.

mod lexer;
mod parser;
mod printer;
mod token;
pub mod tree;

pub use parser::{DEPTH_LIMIT, parse};
pub use printer::{print, print_expr};
