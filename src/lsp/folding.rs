//! What can be folded away.

use super::client::Client;
use super::documents::Documents;
use super::places::Ranges;
use super::refusal::Refusal;
use crate::ide::{Fold, FoldKind};
use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

pub(super) fn folds(
    documents: &Documents,
    client: &Client,
    params: FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>, Refusal> {
    let understood = documents.understood(&params.text_document.uri)?;
    let ranges = Ranges::new(understood.text(), documents.encoding);
    let folds = understood.analysis.folds();
    let folds = folds.into_iter().map(|fold| folded(fold, &ranges, client.folds_lines()));
    Ok(Some(folds.filter(|fold| fold.start_line < fold.end_line).collect()))
}

/// Where whole lines are folded, that of a closing bracket stays.
fn folded(fold: Fold, ranges: &Ranges, by_lines: bool) -> FoldingRange {
    let range = ranges.range(fold.span);
    let stays = u32::from(by_lines && fold.kind == FoldKind::Block);
    FoldingRange {
        start_line: range.start.line,
        start_character: Some(range.start.character),
        end_line: range.end.line - stays,
        end_character: Some(range.end.character),
        kind: match fold.kind {
            FoldKind::Comment => Some(FoldingRangeKind::Comment),
            FoldKind::Opens => Some(FoldingRangeKind::Imports),
            FoldKind::Block => None,
        },
        collapsed_text: None,
    }
}
