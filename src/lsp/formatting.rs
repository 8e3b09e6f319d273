//! The uniform layout, as few changes.

use super::documents::Documents;
use super::places::Ranges;
use super::refusal::Refusal;
use crate::app::{Kind, fmt};
use crate::diagnostic::Span;
use lsp_types::{DocumentFormattingParams, TextEdit};
use similar::{DiffOp, TextDiff};

/// The changes that lay a text out; none where it has mistakes, of which its messages tell.
pub(super) fn formatting(
    documents: &Documents,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    let source = documents.source(&params.text_document.uri)?;
    let formatted = match fmt::format(&source) {
        Ok(formatted) => formatted,
        Err(failure) if failure.kind == Kind::Internal => return Err(failure.into()),
        Err(_) => return Ok(None),
    };
    let ranges = Ranges::new(&source.text, documents.encoding);
    let (old, new): (Vec<&str>, Vec<&str>) =
        (source.text.split_inclusive('\n').collect(), formatted.split_inclusive('\n').collect());
    let mut starts = vec![0];
    for line in &old {
        starts.push(starts[starts.len() - 1] + line.len());
    }
    let diff = TextDiff::from_slices(&old, &new);
    let changed = diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let edits = changed.map(|op| {
        let lines = op.old_range();
        let range = ranges.range(Span::new(starts[lines.start], starts[lines.end]));
        TextEdit { range, new_text: new[op.new_range()].concat() }
    });
    Ok(Some(edits.collect()))
}
