//! Classes and fields of Java within annotations: `@java("…")`.

use super::documents::{Documents, Understood};
use super::places::Ranges;
use crate::app::Caller;
use crate::app::editor::Classes;
use crate::diagnostic::{FileId, Span};
use crate::resolve::Item;
use crate::sat::Interrupt;
use crate::syntax::{Lexeme, LexemeKind, lexemes};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};
use std::path::Path;

/// The classes that a text may be bound to.
pub(super) fn classes(name: &str) -> Classes {
    let spec = Path::new(name);
    Classes::around(spec, &Caller::silent(spec.parent().unwrap_or(Path::new("")), Interrupt::default()))
}

/// What can be written in the string of an annotation; nothing where there is no such string.
pub(super) fn completion(documents: &Documents, understood: &Understood, offset: u32) -> Option<Vec<CompletionItem>> {
    let source = &understood.analysis.sources()[0];
    let pieces: Vec<Lexeme> = lexemes(source).into_iter().filter(|piece| piece.kind != LexemeKind::Comment).collect();
    let at = pieces.iter().position(|piece| {
        let is_closed = source.slice(piece.span).len() >= 2 && source.slice(piece.span).ends_with('"');
        piece.kind == LexemeKind::Text && piece.span.start < offset && offset < piece.span.end + u32::from(!is_closed)
    })?;
    let is_first = |words: &[&str]| {
        at >= words.len()
            && pieces[at - words.len()..at].iter().zip(words).all(|(piece, word)| source.slice(piece.span) == *word)
    };
    if !is_first(&["@", "java", "("]) {
        return None;
    }
    let text = pieces[at].span;
    let is_closed = source.slice(text).len() >= 2 && source.slice(text).ends_with('"');
    // A string that has no end goes on to the end of the line; only what is written before the cursor is replaced.
    let end = if is_closed { text.end - 1 } else { offset };
    let range = Ranges::new(&source.text, documents.encoding).range(Span { start: text.start + 1, end, ..text });
    let item = |(index, (label, kind, detail)): (usize, (String, CompletionItemKind, Option<String>))| CompletionItem {
        kind: Some(kind),
        detail,
        sort_text: Some(format!("{index:05}")),
        filter_text: Some(label.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: label.clone() })),
        label,
        ..CompletionItem::default()
    };
    let classes = classes(&source.name);
    let found: Vec<_> = match around(understood, &pieces[at..]) {
        Bound::Field(class) => {
            let fields = class.map(|class| classes.fields(&class)).unwrap_or_default();
            fields.into_iter().map(|(name, ty)| (name, CompletionItemKind::FIELD, Some(ty))).collect()
        }
        Bound::Signature => classes.names().into_iter().map(|name| (name, CompletionItemKind::CLASS, None)).collect(),
    };
    Some(found.into_iter().enumerate().map(item).collect())
}

/// What an annotation is about.
enum Bound {
    Signature,
    /// A field, with the class that its signature is bound to.
    Field(Option<String>),
}

/// What an annotation is about whose string comes first: what is declared behind it, or what it stands in.
fn around(understood: &Understood, from: &[Lexeme]) -> Bound {
    let module = understood.analysis.module();
    let names = understood.analysis.names();
    let start = from[0].span.start;
    let is_here = |span: Span| span.file == FileId::ROOT && span.touches(start);
    if let Some(field) = module.fields.iter().find(|field| field.java.as_ref().is_some_and(|java| is_here(java.span))) {
        let owner = &module.sigs[field.owner.index()];
        return Bound::Field(owner.java.as_ref().map(|java| java.class.clone()));
    }
    if module.sigs.iter().any(|sig| sig.java.as_ref().is_some_and(|java| is_here(java.span))) {
        return Bound::Signature;
    }
    // The annotation is not understood; a signature around it is.
    let around = names.definitions().find(|(_, definition)| {
        let whole = definition.whole;
        let body = definition.span.end;
        whole.file == FileId::ROOT
            && body <= start
            && start < whole.end
            && matches!(definition.items[..], [Item::Sig(_), ..])
    });
    match around.map(|(_, definition)| definition.items[0]) {
        Some(Item::Sig(sig)) => Bound::Field(module.sigs[sig.index()].java.as_ref().map(|java| java.class.clone())),
        _ => Bound::Signature,
    }
}
