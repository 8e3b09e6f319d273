//! What an editor can do.

use crate::diagnostic::Encoding;
use lsp_types::{ClientCapabilities, InitializeParams, PositionEncodingKind};
use serde_json::Value;

/// What an editor can do.
#[derive(Debug, Default)]
pub(super) struct Client {
    capabilities: ClientCapabilities,
    /// Whether it shows the pictures by itself that a command returns.
    pub(super) shows_results: bool,
}

impl Client {
    pub(super) fn new(params: InitializeParams) -> Client {
        let pictures = params.initialization_options.as_ref().and_then(|options| options.get("pictures"));
        let shows_results = pictures.and_then(Value::as_str) == Some("result");
        Client { capabilities: params.capabilities, shows_results }
    }

    /// How columns are counted: as the editor likes it best, of what both know; in UTF-16 if it says nothing.
    pub(super) fn encoding(&self) -> Encoding {
        let offered = self.capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        let known = |kind: &PositionEncodingKind| match kind.as_str() {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        };
        offered.and_then(|offered| offered.iter().find_map(known)).unwrap_or_default()
    }

    /// Whether an outline may have levels.
    pub(super) fn has_outlines(&self) -> bool {
        let document = self.capabilities.text_document.as_ref();
        let symbols = document.and_then(|document| document.document_symbol.as_ref());
        symbols.and_then(|symbols| symbols.hierarchical_document_symbol_support).unwrap_or(false)
    }

    /// Whether a coloured piece may have several lines.
    pub(super) fn has_long_tokens(&self) -> bool {
        let document = self.capabilities.text_document.as_ref();
        let tokens = document.and_then(|document| document.semantic_tokens.as_ref());
        tokens.and_then(|tokens| tokens.multiline_token_support).unwrap_or(false)
    }

    /// Whether whole lines are folded only.
    pub(super) fn folds_lines(&self) -> bool {
        let document = self.capabilities.text_document.as_ref();
        let folding = document.and_then(|document| document.folding_range.as_ref());
        folding.and_then(|folding| folding.line_folding_only).unwrap_or(false)
    }

    /// Whether messages may name further places.
    pub(super) fn has_related_places(&self) -> bool {
        let document = self.capabilities.text_document.as_ref();
        let messages = document.and_then(|document| document.publish_diagnostics.as_ref());
        messages.and_then(|messages| messages.related_information).unwrap_or(false)
    }

    /// Whether changes of a text may name the version that they are of.
    pub(super) fn has_versioned_edits(&self) -> bool {
        let workspace = self.capabilities.workspace.as_ref();
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        edits.and_then(|edits| edits.document_changes).unwrap_or(false)
    }

    /// Whether it says of files that they changed, if it is asked to.
    pub(super) fn watches_files(&self) -> bool {
        let workspace = self.capabilities.workspace.as_ref();
        let watching = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        watching.and_then(|watching| watching.dynamic_registration).unwrap_or(false)
    }

    /// Whether it shows what is at work.
    pub(super) fn shows_progress(&self) -> bool {
        let window = self.capabilities.window.as_ref();
        window.and_then(|window| window.work_done_progress).unwrap_or(false)
    }

    /// Whether it opens documents that it is asked to show.
    pub(super) fn shows_documents(&self) -> bool {
        let window = self.capabilities.window.as_ref();
        window.and_then(|window| window.show_document.as_ref()).is_some_and(|show| show.support)
    }
}
