//! Another name, in all texts that know the old one.

use super::client::Client;
use super::documents::Documents;
use super::navigation::everywhere;
use super::places::Ranges;
use super::refusal::Refusal;
use crate::diagnostic::{Source, Span};
use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, RenameParams,
    TextDocumentEdit, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::BTreeMap;

/// The name that can be renamed at a place.
pub(super) fn prepare(
    documents: &Documents,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let (understood, offset) = documents.at(&params)?;
    let analysis = &understood.analysis;
    let refused = |diagnostic| Refusal::diagnosed(analysis.sources(), &diagnostic);
    let (_, span) = analysis.renameable(offset).map_err(|diagnostic| refused(*diagnostic))?;
    let range = Ranges::new(understood.text(), documents.encoding).range(span);
    let placeholder = analysis.sources()[0].slice(span).to_owned();
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
}

/// The changes, and what the new name changes besides.
pub(super) fn rename(
    documents: &Documents,
    client: &Client,
    params: RenameParams,
) -> Result<(WorkspaceEdit, Vec<String>), Refusal> {
    let (understood, offset) = documents.at(&params.text_document_position)?;
    let (id, at) = understood
        .analysis
        .renameable(offset)
        .map_err(|diagnostic| Refusal::diagnosed(understood.analysis.sources(), &diagnostic))?;
    let mut edits: BTreeMap<String, (Uri, BTreeMap<u32, TextEdit>)> = BTreeMap::new();
    let mut cautions: Vec<String> = Vec::new();
    for (index, (understood, ids)) in everywhere(documents, &understood, &[id]).into_iter().enumerate() {
        let analysis = &understood.analysis;
        for id in ids {
            let at: Span = if index == 0 { at } else { analysis.names().definition(id).span };
            let renamed = analysis.rename_definition(id, at, &params.new_name);
            let renamed = renamed.map_err(|diagnostic| Refusal::diagnosed(analysis.sources(), &diagnostic))?;
            cautions.extend(renamed.cautions.into_iter().filter(|_| index == 0));
            for edit in renamed.edits {
                let source = Source::of(analysis.sources(), edit.span);
                let uri = documents.uri_of(&understood, source);
                let uri = uri.ok_or_else(|| Refusal::failed(format!("`{}` is no file", source.name)))?;
                let range = Ranges::new(&source.text, documents.encoding).range(edit.span);
                let file = edits.entry(uri.as_str().to_owned()).or_insert_with(|| (uri, BTreeMap::new()));
                file.1.insert(edit.span.start, TextEdit { range, new_text: edit.text });
            }
        }
    }
    let files = edits.into_values().map(|(uri, edits)| (uri, edits.into_values().collect()));
    Ok((workspace_edit(documents, client, files), cautions))
}

/// Changes of texts, of the version that they are for where the editor can tell.
pub(super) fn workspace_edit(
    documents: &Documents,
    client: &Client,
    files: impl Iterator<Item = (Uri, Vec<TextEdit>)>,
) -> WorkspaceEdit {
    if !client.has_versioned_edits() {
        return WorkspaceEdit { changes: Some(files.collect()), ..WorkspaceEdit::default() };
    }
    let edits = files.map(|(uri, edits)| {
        let version = documents.get(uri.as_str()).map(|document| document.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
        TextDocumentEdit { text_document, edits: edits.into_iter().map(OneOf::Left).collect() }
    });
    WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(edits.collect())), ..WorkspaceEdit::default() }
}
