//! What each piece of a text is, for its colour.

use super::Analysis;
use crate::diagnostic::Span;
use crate::resolve::{DefinitionId, DefinitionKind};
use crate::syntax::LexemeKind;

/// What a piece of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HighlightKind {
    /// A comment.
    Comment,
    /// A reserved word, or one that is reserved where it stands.
    Keyword,
    /// A number.
    Number,
    /// A string.
    Text,
    /// An operator.
    Operator,
    /// A name that stands for something.
    Name(DefinitionKind),
}

/// A piece of a text with what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: HighlightKind,
    /// Whether it is the name of a declaration, there.
    pub is_definition: bool,
    /// Whether it belongs to a standard module.
    pub is_standard: bool,
}

impl Analysis {
    /// The pieces of the root in order. Brackets and separators have no colour, and neither have names that are not known.
    pub fn highlights(&self) -> Vec<Highlight> {
        let plain = |span, kind| Some(Highlight { span, kind, is_definition: false, is_standard: false });
        let pieces = self.lexemes.iter().filter_map(|piece| match piece.kind {
            LexemeKind::Comment => plain(piece.span, HighlightKind::Comment),
            LexemeKind::Number => plain(piece.span, HighlightKind::Number),
            LexemeKind::Text => plain(piece.span, HighlightKind::Text),
            LexemeKind::Keyword => plain(piece.span, HighlightKind::Keyword),
            LexemeKind::Symbol => match self.slice(piece.span) {
                "{" | "}" | "(" | ")" | "[" | "]" | "," | ":" | "@" | "/" => None,
                _ => plain(piece.span, HighlightKind::Operator),
            },
            LexemeKind::Name => self.highlight_of_name(piece.span),
        });
        pieces.collect()
    }

    fn highlight_of_name(&self, span: Span) -> Option<Highlight> {
        let named = |id: DefinitionId, is_definition: bool| {
            let definition = self.names().definition(id);
            let kind = HighlightKind::Name(definition.kind);
            Highlight { span, kind, is_definition, is_standard: self.is_standard(definition.span.file) }
        };
        if let Some(id) = self.names().defined_at(span) {
            return Some(named(id, true));
        }
        let uses = self.names().uses();
        if let Ok(found) = uses.binary_search_by_key(&span, |name| name.span) {
            return uses[found].targets.first().map(|id| named(*id, false));
        }
        let is_word = WORDS.contains(&self.slice(span));
        let kind = HighlightKind::Keyword;
        is_word.then_some(Highlight { span, kind, is_definition: false, is_standard: false })
    }
}

/// The words of annotations and `generate` paragraphs, which are names elsewhere.
pub const WORDS: [&str; 30] = [
    "absent",
    "arguments",
    "array",
    "boolean",
    "constructor",
    "direct",
    "ensures",
    "escape",
    "extension",
    "file",
    "generate",
    "ghost",
    "index",
    "java",
    "keys",
    "method",
    "names",
    "new",
    "old",
    "reflection",
    "requires",
    "result",
    "satisfying",
    "scope",
    "separator",
    "setter",
    "text",
    "throws",
    "values",
    "when",
];
