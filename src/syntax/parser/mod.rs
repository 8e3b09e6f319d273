//! The parser: one function per production of `grammar/fex.ebnf`, over tokens, with nom.
//!
//! Parsing never fails: what cannot be read is reported and left out, and reading resumes at the
//! next paragraph, field, formula or contract. Alternatives are told apart by looking ahead, never
//! by backtracking over a long way, so that the place that a message names is the one where reading
//! stopped. What was possible there is collected by the terminals (see [`Tokens::expected`]).

mod binding;
mod expression;
mod generate;
mod input;
mod mistakes;
mod paragraph;
mod recovery;
mod terminal;

use super::lexer;
use super::tree::File;
use crate::diagnostic::{Diagnostic, Source};
use input::{State, Tokens};

/// How deeply expressions may be nested; operators in a row are no nesting.
pub const DEPTH_LIMIT: u32 = 128;

/// How high the trees of expressions may be, which is how many operators may stand in a row: what descends into trees
/// needs memory for each level.
pub const HEIGHT_LIMIT: u32 = 50_000;

/// Parses a file. The tree holds everything that could be read; the messages are in order of places.
pub fn parse(source: &Source) -> (File, Vec<Diagnostic>) {
    let (tokens, unread, mut diagnostics) = lexer::lex(source);
    let state = State::new();
    let mut file = paragraph::file(Tokens::new(&tokens, &state));
    let (messages, mut lost) = state.into_findings();
    diagnostics.extend(messages);
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
    lost.extend(unread);
    file.lost_words = lost.iter().flat_map(|span| lexer::words(&source.text[source.range(*span)])).collect();
    file.incomplete = !diagnostics.is_empty();
    (file, diagnostics)
}
