//! What cures the mistakes of a text.

use super::client::Client;
use super::documents::Documents;
use super::messages;
use super::places::Ranges;
use super::refusal::Refusal;
use super::rename::workspace_edit;
use crate::diagnostic::FileId;
use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, TextEdit};

/// The cures of messages about a range.
pub(super) fn cures(
    documents: &Documents,
    client: &Client,
    params: CodeActionParams,
) -> Result<Option<Vec<CodeActionOrCommand>>, Refusal> {
    let wanted = params.context.only.as_ref();
    let is_wanted = |kind: &CodeActionKind| matches!(kind.as_str(), "" | "quickfix");
    if wanted.is_some_and(|kinds| !kinds.iter().any(is_wanted)) {
        return Ok(Some(Vec::new()));
    }
    let uri = params.text_document.uri;
    let understood = documents.understood(&uri)?;
    let ranges = Ranges::new(understood.text(), documents.encoding);
    let (start, end) = (ranges.offset(params.range.start), ranges.offset(params.range.end));
    let mut actions = Vec::new();
    for message in understood.messages() {
        let span = message.primary.span;
        let is_here = span.file == FileId::ROOT && span.start <= end && start <= span.end;
        let Some(cure) = message.cure.as_ref().filter(|cure| is_here && cure.span.file == FileId::ROOT) else {
            continue;
        };
        let edit = TextEdit { range: ranges.range(cure.span), new_text: cure.text.clone() };
        let old = understood.analysis.sources()[0].slice(cure.span);
        let title = match (old.trim(), cure.text.trim()) {
            (old, "") => format!("Remove `{old}`"),
            ("", new) => format!("Insert `{new}`"),
            (old, new) => format!("Replace `{old}` with `{new}`"),
        };
        actions.push(CodeActionOrCommand::CodeAction(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: messages::diagnostic(documents, client, &understood, message)
                .map(|(_, message)| vec![message]),
            edit: Some(workspace_edit(documents, client, [(uri.clone(), vec![edit])].into_iter())),
            is_preferred: Some(true),
            ..CodeAction::default()
        }));
    }
    Ok(Some(actions))
}
