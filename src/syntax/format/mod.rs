//! The formatter: the tokens and comments of a text in a uniform layout.
//!
//! No token is added, left out or moved, so the result means what the text meant. The tree says where lines may end
//! (`document`, with `paragraph`, `expression` and `generate`): nested groups of such places, as in Oppen's "Prettyprinting"
//! (1980) and Wadler's "A prettier printer" (2003). The text between the tokens holds the comments (`comments`), each of
//! which stays before the token that it stood before. The layout takes the groups from outside to inside, and ends lines
//! at all places of a group or at none (`layout`). Where the user ended a line at such a place, the group it
//! belongs to is spread over lines again; everywhere else a group is spread only if it does not fit. That makes the
//! formatter idempotent: a group that was spread has a line end where this is looked for.

mod comments;
mod expression;
mod generate;
mod layout;
mod paragraph;
mod document;

pub use layout::WIDTH;

use super::lexer;
use super::parser::parse;
use crate::diagnostic::{Diagnostic, Source};

/// Formats a text.
///
/// # Errors
/// The messages of a text that cannot be parsed.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let (file, diagnostics) = parse(source);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let tokens = lexer::lex(source).tokens;
    let gaps = comments::gaps(source, &tokens);
    let steps = document::document(&file, &tokens, &gaps);
    Ok(layout::lay_out(&tokens, &gaps, &steps))
}
