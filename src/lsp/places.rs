//! From bytes of texts to the places of the protocol, and back.

use super::address;
use super::documents::{Documents, Understood};
use super::refusal::Refusal;
use crate::diagnostic::{Encoding, Lines, Position, Source, Span};
use lsp_types::{Location, Range, TextDocumentPositionParams, Uri};
use std::path::Path;
use std::rc::Rc;

/// The ranges of a text.
pub(super) struct Ranges<'t>(Lines<'t>);

impl<'t> Ranges<'t> {
    pub(super) fn new(text: &'t str, encoding: Encoding) -> Ranges<'t> {
        Ranges(Lines::new(text, encoding))
    }

    pub(super) fn position(&self, offset: u32) -> lsp_types::Position {
        let Position { line, column } = self.0.position(offset);
        lsp_types::Position { line, character: column }
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    pub(super) fn offset(&self, at: lsp_types::Position) -> u32 {
        self.0.offset(Position { line: at.line, column: at.character })
    }
}

impl Understood {
    /// The text itself.
    pub(super) fn text(&self) -> &str {
        &self.analysis.sources()[0].text
    }
}

impl Documents {
    /// What a question about a place is about.
    pub(super) fn at(&self, place: &TextDocumentPositionParams) -> Result<(Rc<Understood>, u32), Refusal> {
        let understood = self.understood(&place.text_document.uri)?;
        let offset = Ranges::new(understood.text(), self.encoding).offset(place.position);
        Ok((understood, offset))
    }

    /// What the editor calls a text. Standard modules have no file.
    pub(super) fn uri_of(&self, understood: &Understood, source: &Source) -> Option<Uri> {
        if understood.analysis.is_standard(source.file) {
            return None;
        }
        match self.named(&source.name) {
            Some(document) => Some(document.uri.clone()),
            None => address::of_file(Path::new(&source.name)),
        }
    }

    /// A piece of one of the texts that are read together.
    pub(super) fn location(&self, understood: &Understood, span: Span) -> Option<Location> {
        let source = Source::of(understood.analysis.sources(), span);
        let uri = self.uri_of(understood, source)?;
        Some(Location { uri, range: Ranges::new(&source.text, self.encoding).range(span) })
    }
}
