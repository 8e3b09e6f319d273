//! From text to tree and back: lexer, parser, tree and printer of `.spec` files.

mod format;
mod lexer;
mod parser;
mod printer;
mod token;
pub mod tree;

use crate::diagnostic::Source;

pub use format::{WIDTH, format};
pub use parser::{DEPTH_LIMIT, HEIGHT_LIMIT, parse};
pub use printer::{print, print_expr};
pub use token::{is_identifier, is_word};

/// The names in a text, comments and strings aside, in order.
pub fn names(source: &Source) -> Vec<tree::Name> {
    let (tokens, ..) = lexer::lex(source);
    let names = tokens.into_iter().filter(|token| token.kind == token::Kind::Name);
    names.map(|token| tree::Name { text: token.text.to_owned(), place: tree::Place(token.span) }).collect()
}
