//! What there is to say about a name, as text that an editor lays out.

use super::documents::Documents;
use super::places::Ranges;
use super::refusal::Refusal;
use crate::ide::Hover;
use lsp_types::{HoverContents, HoverParams, MarkupContent, MarkupKind};

pub(super) fn hover(documents: &Documents, params: HoverParams) -> Result<Option<lsp_types::Hover>, Refusal> {
    let (understood, offset) = documents.at(&params.text_document_position_params)?;
    let Some(hover) = understood.analysis.hover(offset) else { return Ok(None) };
    let range = Ranges::new(understood.text(), documents.encoding).range(hover.span);
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: laid_out(&hover) });
    Ok(Some(lsp_types::Hover { contents, range: Some(range) }))
}

fn laid_out(hover: &Hover) -> String {
    let mut parts = vec![format!("```fex\n{}\n```", hover.declaration)];
    let multiplicity = hover.multiplicity.map(|word| format!("multiplicity `{word}`"));
    let ty = hover.ty.as_ref().map(|ty| format!("type `{ty}`"));
    let facts: Vec<String> = ty.into_iter().chain(multiplicity).collect();
    if !facts.is_empty() {
        parts.push(facts.join(", "));
    }
    parts.extend(hover.documentation.as_ref().map(|text| literal(text)));
    parts.join("\n\n")
}

/// A comment as it is written: signs that Markdown has a meaning for mean themselves, and lines stay lines.
fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '&' | '~' => {
                literal.push('\\');
                literal.push(letter);
            }
            '\n' => literal.push_str("  \n"),
            _ => literal.push(letter),
        }
    }
    literal
}
