//! What an editor can fold away: blocks, comments, and the modules that are opened.

use super::Analysis;
use crate::diagnostic::Span;
use crate::syntax::tree::Paragraph;
use crate::syntax::{Lexeme, LexemeKind};

/// What is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoldKind {
    /// A comment, or comments on lines that follow each other.
    Comment,
    /// Modules that are opened one after the other.
    Opens,
    /// What stands between two brackets.
    Block,
}

/// Something that covers several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    /// Where it stands: it begins on another line than it ends.
    pub span: Span,
    /// What it is.
    pub kind: FoldKind,
}

impl Analysis {
    /// What can be folded away in the root, in the order of the text.
    pub fn folds(&self) -> Vec<Fold> {
        let mut folds = self.blocks();
        folds.extend(self.comments());
        let opens = self.tree().paragraphs.iter().filter_map(|paragraph| match paragraph {
            Paragraph::Open(open) => Some(open.place.0),
            _ => None,
        });
        folds.extend(opens.reduce(Span::to).map(|span| Fold { span, kind: FoldKind::Opens }));
        folds.retain(|fold| self.slice(fold.span).contains('\n'));
        folds.sort_unstable();
        folds
    }

    /// What stands between brackets that fit; one that is open where an outer one closes has no end.
    fn blocks(&self) -> Vec<Fold> {
        let mut found = Vec::new();
        let mut open: Vec<(&str, Span)> = Vec::new();
        for piece in self.lexemes.iter().filter(|piece| piece.kind == LexemeKind::Symbol) {
            let opener = match self.slice(piece.span) {
                bracket @ ("{" | "(" | "[") => {
                    open.push((bracket, piece.span));
                    continue;
                }
                "}" => "{",
                ")" => "(",
                "]" => "[",
                _ => continue,
            };
            if let Some(place) = open.iter().rposition(|bracket| bracket.0 == opener) {
                found.push(Fold { span: open[place].1.to(piece.span), kind: FoldKind::Block });
                open.truncate(place);
            }
        }
        found
    }

    /// Comments, together where nothing but one line end stands between them.
    fn comments(&self) -> Vec<Fold> {
        let follows = |one: &Lexeme, next: &Lexeme| {
            let both = one.kind == LexemeKind::Comment && next.kind == LexemeKind::Comment;
            let between = Span { start: one.span.end, end: next.span.start, ..one.span };
            both && self.slice(between).matches('\n').count() == 1
        };
        let groups = self.lexemes.chunk_by(follows).filter(|group| group[0].kind == LexemeKind::Comment);
        let spans = groups.map(|group| group[0].span.to(group[group.len() - 1].span));
        spans.map(|span| Fold { span, kind: FoldKind::Comment }).collect()
    }
}
