//! From names to where they are defined and used, over all open texts.

use super::address;
use super::annotations;
use super::documents::{Documents, Understood};
use super::places::Ranges;
use super::refusal::Refusal;
use crate::app::editor::{Shelf, Written};
use crate::diagnostic::{FileId, Source, Span};
use crate::ide::Target;
use crate::resolve::DefinitionId;
use lsp_types::{
    DocumentHighlight, DocumentHighlightParams, GotoDefinitionParams, GotoDefinitionResponse, Location, ReferenceParams,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// Where a name is defined: in a text, in the source of a Java class, or in a copy of a standard module.
pub(super) fn definition(
    documents: &Documents,
    shelf: &Shelf,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>, Refusal> {
    let (understood, offset) = documents.at(&params.text_document_position_params)?;
    let java = |written: Option<Written>| {
        let Written { path, text, name } = written?;
        let range = Ranges::new(&text, documents.encoding).range(Span::new(name.start, name.end));
        Some(Location { uri: address::of_file(&path)?, range })
    };
    let classes = || annotations::classes(&understood.analysis.sources()[0].name);
    let location = |target: Target| match target {
        Target::Place { span, .. } if understood.analysis.is_standard(span.file) => {
            let source = Source::of(understood.analysis.sources(), span);
            let path = shelf.put(Path::new(&source.name), &source.text).ok()?;
            let range = Ranges::new(&source.text, documents.encoding).range(span);
            Some(Location { uri: address::of_file(&path)?, range })
        }
        Target::Place { span, .. } => documents.location(&understood, span),
        Target::Class(class) => java(classes().class(&class)),
        Target::JavaField { class, field } => java(classes().field(&class, &field)),
    };
    let found: Vec<Location> = understood.analysis.definition(offset).into_iter().filter_map(location).collect();
    Ok((!found.is_empty()).then_some(GotoDefinitionResponse::Array(found)))
}

/// Where a name is used, in its own text, in those that it opens, and in the open ones that open it.
pub(super) fn references(documents: &Documents, params: ReferenceParams) -> Result<Option<Vec<Location>>, Refusal> {
    let (understood, offset) = documents.at(&params.text_document_position)?;
    let targets = understood.analysis.targets(offset);
    let mut found: BTreeMap<(String, u32), Location> = BTreeMap::new();
    for (understood, targets) in everywhere(documents, &understood, &targets) {
        let mut spans = understood.analysis.uses_of(&targets);
        if params.context.include_declaration {
            spans.extend(targets.iter().map(|id| understood.analysis.names().definition(*id).span));
        }
        for span in spans {
            let Some(location) = documents.location(&understood, span) else { continue };
            found.insert((location.uri.as_str().to_owned(), span.start), location);
        }
    }
    Ok((!found.is_empty()).then(|| found.into_values().collect()))
}

/// Where a name is used in its own text.
pub(super) fn highlights(
    documents: &Documents,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, Refusal> {
    let (understood, offset) = documents.at(&params.text_document_position_params)?;
    let ranges = Ranges::new(understood.text(), documents.encoding);
    let spans = understood.analysis.references(offset, true).into_iter().filter(|span| span.file == FileId::ROOT);
    let found = spans.map(|span| DocumentHighlight { range: ranges.range(span), kind: None }).collect();
    Ok(Some(found))
}

/// What is defined at the same places, in every open text that reads these; the text itself comes first.
pub(super) fn everywhere(
    documents: &Documents,
    here: &Rc<Understood>,
    targets: &[DefinitionId],
) -> Vec<(Rc<Understood>, Vec<DefinitionId>)> {
    let place = |id: &DefinitionId| {
        let span = here.analysis.names().definition(*id).span;
        (&Source::of(here.analysis.sources(), span).name, span)
    };
    let places: Vec<(&String, Span)> = targets.iter().map(place).collect();
    let mut found = vec![(here.clone(), targets.to_vec())];
    for other in documents.all_understood() {
        let is_here = other.analysis.sources()[0].name == here.analysis.sources()[0].name;
        let there = places.iter().filter_map(|(name, span)| {
            let source = other.analysis.sources().iter().find(|source| source.name == **name)?;
            other.analysis.names().defined_at(Span { file: source.file, ..*span })
        });
        let there: Vec<DefinitionId> = there.collect();
        if !is_here && !there.is_empty() {
            found.push((other, there));
        }
    }
    found
}
