//! The parser: one function per production of `grammar/fex.ebnf`, over tokens, with nom.
//!
//! Parsing never fails: what cannot be read is reported and left out, and reading resumes at the
//! next paragraph, field, formula or contract. Alternatives are told apart by looking ahead, never
//! by backtracking over a long way, so that the place that a message names is the one where reading
//! stopped. What was possible there is collected by the terminals (see [`Tokens::expected`]).
//!
//! The same productions read what is half written ([`tolerant`]): there a terminal that is missing counts as there, a name as
//! an empty one and an operand as an error, so that what stands around it is still found. What is guessed like that is for
//! editors; messages are about what `parse` reads.

mod binding;
mod expression;
mod generate;
mod input;
mod mistakes;
mod paragraph;
mod recovery;
mod scope;
mod terminal;

use super::lexer::{self, Lexed};
use super::tree::File;
use crate::diagnostic::{Diagnostic, Source};
use input::{State, Tokens};
pub use terminal::{DEPTH_LIMIT, HEIGHT_LIMIT};

/// Parses a file as far as it can be understood, whatever is missing in it: names may be empty, and parts of expressions
/// be errors. Without a message of [`parse`], both read the same tree.
pub fn tolerant(source: &Source) -> File {
    let Lexed { tokens, .. } = lexer::lex(source);
    let state = State::new(true);
    File { incomplete: true, ..paragraph::file(Tokens::new(&tokens, &state)) }
}

/// Parses a file. The tree holds everything that could be read; the messages are in order of places.
pub fn parse(source: &Source) -> (File, Vec<Diagnostic>) {
    let Lexed { tokens, unread, mut diagnostics, .. } = lexer::lex(source);
    let state = State::new(false);
    let mut file = paragraph::file(Tokens::new(&tokens, &state));
    let (messages, mut lost) = state.into_findings();
    diagnostics.extend(messages);
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
    lost.extend(unread);
    file.lost_words = lost.iter().flat_map(|span| lexer::words(&source.text[source.range(*span)])).collect();
    file.incomplete = !diagnostics.is_empty();
    (file, diagnostics)
}
