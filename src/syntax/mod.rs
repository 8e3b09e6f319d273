//! From text to tree and back: lexer, parser, tree and printer of `.spec` files.

mod format;
mod lexer;
mod parser;
mod printer;
mod token;
pub mod tree;

pub use format::{WIDTH, format};
pub use parser::{DEPTH_LIMIT, parse};
pub use printer::{print, print_expr};
