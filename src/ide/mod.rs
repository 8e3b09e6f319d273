//! What an editor asks about a specification, answered as plain data.
//!
//! An [`Analysis`] is made of one text, whole or half written, with the modules that it opens. It reads nothing by itself and
//! knows no protocol: places are bytes of texts (`diagnostic` has the conversions to lines and columns), and an answer is
//! a value. Each query stands in a file of its own.

mod completion;
mod folding;
mod highlight;
mod hover;
mod navigation;
mod rename;
mod symbols;

pub use completion::{Completion, Proposal, ProposalKind};
pub use folding::{Fold, FoldKind};
pub use highlight::{Highlight, HighlightKind, WORDS};
pub use hover::Hover;
pub use navigation::Target;
pub use rename::{Edit, Rename, edited};
pub use symbols::{Symbol, SymbolKind};

use crate::diagnostic::{Diagnostic, FileId, Source, Span};
use crate::resolve::{DefinitionId, Module, Names, Program, Reader, Understanding, understand};
use crate::syntax::tree::File;
use crate::syntax::{self, Lexeme, LexemeKind};

/// A text with all that is understood of it.
pub struct Analysis {
    program: Program,
    understanding: Understanding,
    /// The pieces of the root, in order.
    lexemes: Vec<Lexeme>,
}

impl Analysis {
    /// Reads a text with the modules that it opens.
    pub fn new(root: Source, reader: &mut Reader<'_>) -> Analysis {
        let lexemes = syntax::lexemes(&root);
        let (program, mut diagnostics) = Program::read(root, reader);
        let mut understanding = understand(&program);
        diagnostics.append(&mut understanding.diagnostics);
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        understanding.diagnostics = diagnostics;
        Analysis { program, understanding, lexemes }
    }

    /// The texts, that of the root first.
    pub fn sources(&self) -> &[Source] {
        self.program.sources()
    }

    /// All messages, those about opened modules included, in the order of their places.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.understanding.diagnostics
    }

    /// What is declared, as far as it is understood.
    pub fn module(&self) -> &Module {
        &self.understanding.module
    }

    /// Where every name is defined and used.
    pub fn names(&self) -> &Names {
        &self.understanding.names
    }

    /// Whether a text is a standard module, which belongs to fex: nobody can change it.
    pub fn is_standard(&self, file: FileId) -> bool {
        self.program.is_standard(file)
    }

    /// The tree of the root, as far as it is understood.
    fn tree(&self) -> &File {
        self.program.guesses().next().expect("a program has a root")
    }

    /// What stands at a place.
    fn slice(&self, span: Span) -> &str {
        Source::of(self.sources(), span).slice(span)
    }

    /// The name that a cursor touches, with what it stands for.
    fn name_at(&self, offset: u32) -> Option<(Span, Vec<DefinitionId>)> {
        let word = self.lexemes.iter().find(|lexeme| {
            matches!(lexeme.kind, LexemeKind::Name | LexemeKind::Keyword) && lexeme.span.touches(offset)
        })?;
        if let Some(id) = self.names().defined_at(word.span) {
            return Some((word.span, vec![id]));
        }
        let uses = self.names().uses();
        let found = uses.binary_search_by_key(&word.span, |name| name.span).ok()?;
        Some((word.span, uses[found].targets.clone()))
    }
}
