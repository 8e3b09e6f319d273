//! From text to tree and back: lexer, parser, tree and printer of `.spec` files.

mod format;
mod lexer;
mod parser;
mod printer;
mod template;
mod token;
pub mod tree;

use crate::diagnostic::{Source, Span};

pub use format::{WIDTH, format};
pub use parser::{DEPTH_LIMIT, HEIGHT_LIMIT, parse, tolerant};
pub use printer::{print, print_expr};
pub use template::{TemplatePiece, template_pieces};
pub use token::{KEYWORDS, is_identifier, is_word};

/// What a piece of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LexemeKind {
    /// A word that is not reserved.
    Name,
    /// A reserved word.
    Keyword,
    /// A number.
    Number,
    /// A string, quotes included.
    Text,
    /// An operator, a bracket or another sign.
    Symbol,
    /// A comment.
    Comment,
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Where it stands.
    pub span: Span,
}

/// The pieces of a text, in order; space stands between them, and what is not part of the language.
pub fn lexemes(source: &Source) -> Vec<Lexeme> {
    let lexer::Lexed { tokens, comments, .. } = lexer::lex(source);
    let comments = comments.into_iter().map(|span| Lexeme { kind: LexemeKind::Comment, span });
    let tokens = tokens.into_iter().filter_map(|token| {
        let kind = match token.kind {
            token::Kind::Name => LexemeKind::Name,
            token::Kind::Keyword => LexemeKind::Keyword,
            token::Kind::Number => LexemeKind::Number,
            token::Kind::Text => LexemeKind::Text,
            token::Kind::Symbol => LexemeKind::Symbol,
            token::Kind::Foreign | token::Kind::End => return None,
        };
        Some(Lexeme { kind, span: token.span })
    });
    let mut all: Vec<Lexeme> = tokens.chain(comments).collect();
    all.sort_by_key(|lexeme| lexeme.span);
    // What stands for two symbols, as `!==` does, is one piece.
    all.dedup_by_key(|lexeme| lexeme.span);
    all
}

/// Where the words of a text stand, reserved or not, comments and strings aside, in order.
pub fn words(source: &Source) -> Vec<Span> {
    let words = lexer::lex(source).tokens.into_iter();
    words.filter(|token| matches!(token.kind, token::Kind::Name | token::Kind::Keyword)).map(|word| word.span).collect()
}

/// The names in a text, comments and strings aside, in order.
pub fn names(source: &Source) -> Vec<tree::Name> {
    let names = lexer::lex(source).tokens.into_iter().filter(|token| token.kind == token::Kind::Name);
    names.map(|token| tree::Name { text: token.text.to_owned(), place: tree::Place(token.span) }).collect()
}
