//! What can be written at a place, as items of a list.

use super::annotations;
use super::documents::{Documents, Understood};
use super::places::Ranges;
use super::refusal::Refusal;
use crate::ide::{Proposal, ProposalKind};
use crate::resolve::{DefinitionId, DefinitionKind};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit, Documentation,
    MarkupContent, MarkupKind, Range, TextEdit, Uri,
};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// What an item remembers, for its documentation.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    uri: String,
    definition: u32,
    /// The text that the definition is counted in.
    version: i32,
}

pub(super) fn items(documents: &Documents, params: CompletionParams) -> Result<Option<CompletionResponse>, Refusal> {
    let place = params.text_document_position;
    let (understood, offset) = documents.at(&place)?;
    if let Some(items) = annotations::completion(documents, &understood, offset) {
        return Ok(Some(CompletionResponse::Array(items)));
    }
    let Some(completion) = understood.analysis.completion(offset) else { return Ok(None) };
    let range = Ranges::new(understood.text(), documents.encoding).range(completion.replaces);
    let uri = &place.text_document.uri;
    let version = documents.get(uri.as_str()).map(|document| document.version);
    let origin = |definition: DefinitionId| {
        let origin = Origin { uri: uri.as_str().to_owned(), definition: definition.0, version: version? };
        serde_json::to_value(origin).ok()
    };
    let items = completion.proposals.into_iter().enumerate().map(|(index, proposal)| CompletionItem {
        data: proposal.definition.and_then(origin),
        ..item(proposal, index, range)
    });
    Ok(Some(CompletionResponse::Array(items.collect())))
}

fn item(proposal: Proposal, index: usize, range: Range) -> CompletionItem {
    let Proposal { label, kind, ty, distance, .. } = proposal;
    CompletionItem {
        kind: Some(kind_of(kind)),
        detail: ty,
        sort_text: Some(format!("{distance}{index:05}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: label.clone() })),
        label,
        ..CompletionItem::default()
    }
}

fn kind_of(kind: ProposalKind) -> CompletionItemKind {
    use DefinitionKind as K;
    match kind {
        ProposalKind::Keyword => CompletionItemKind::KEYWORD,
        ProposalKind::Module | ProposalKind::Name(K::Module) => CompletionItemKind::MODULE,
        ProposalKind::Name(K::ModuleParameter) => CompletionItemKind::TYPE_PARAMETER,
        ProposalKind::Name(K::Signature) => CompletionItemKind::CLASS,
        ProposalKind::Name(K::Enum) => CompletionItemKind::ENUM,
        ProposalKind::Name(K::EnumMember) => CompletionItemKind::ENUM_MEMBER,
        ProposalKind::Name(K::Field) => CompletionItemKind::FIELD,
        ProposalKind::Name(K::Method) => CompletionItemKind::METHOD,
        ProposalKind::Name(K::Predicate | K::Function | K::Macro | K::Fact | K::Assertion) => {
            CompletionItemKind::FUNCTION
        }
        ProposalKind::Name(K::Command | K::Generate) => CompletionItemKind::EVENT,
        ProposalKind::Name(K::Parameter | K::Variable | K::Let | K::MacroParameter | K::MethodParameter) => {
            CompletionItemKind::VARIABLE
        }
    }
}

/// The same item with what the comment at its declaration says.
pub(super) fn documented(documents: &Documents, item: CompletionItem) -> Result<CompletionItem, Refusal> {
    let documentation = item.data.as_ref().and_then(|data| documentation(documents, data));
    Ok(CompletionItem { documentation, ..item })
}

fn documentation(documents: &Documents, data: &serde_json::Value) -> Option<Documentation> {
    let origin = Origin::deserialize(data).ok()?;
    documents.get(&origin.uri).filter(|document| document.version == origin.version)?;
    let understood: std::rc::Rc<Understood> = documents.understood(&Uri::from_str(&origin.uri).ok()?).ok()?;
    let known = understood.analysis.names().definitions().count();
    let definition = DefinitionId(origin.definition);
    let value = (definition.index() < known).then(|| understood.analysis.documented(definition))??;
    Some(Documentation::MarkupContent(MarkupContent { kind: MarkupKind::PlainText, value }))
}
