//! What each piece of a text is, for its colour.

use super::client::Client;
use super::documents::Documents;
use super::places::Ranges;
use super::refusal::Refusal;
use crate::diagnostic::Span;
use crate::ide::{Highlight, HighlightKind};
use crate::resolve::DefinitionKind;
use lsp_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};

/// What a piece may be, in the order of the numbers that stand for it.
const TYPES: [SemanticTokenType; 17] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::TYPE_PARAMETER,
    SemanticTokenType::CLASS,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::MACRO,
    SemanticTokenType::EVENT,
    SemanticTokenType::METHOD,
];

/// What may be said of it besides, in the order of the bits.
const MODIFIERS: [SemanticTokenModifier; 2] =
    [SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY];

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

pub(super) fn tokens(
    documents: &Documents,
    client: &Client,
    params: SemanticTokensParams,
) -> Result<Option<SemanticTokensResult>, Refusal> {
    let understood = documents.understood(&params.text_document.uri)?;
    let text = understood.text();
    let ranges = Ranges::new(text, documents.encoding);
    let mut data = Vec::new();
    let mut last = Position::default();
    for Highlight { span, kind, is_definition, is_standard } in understood.analysis.highlights() {
        let token_type = number_of(kind);
        let token_modifiers_bitset = u32::from(is_definition) | u32::from(is_standard) << 1;
        let pieces = if client.has_long_tokens() { vec![span] } else { by_lines(text, span) };
        for piece in pieces {
            let start = ranges.position(piece.start);
            let is_same_line = start.line == last.line;
            data.push(SemanticToken {
                delta_line: start.line - last.line,
                delta_start: if is_same_line { start.character - last.character } else { start.character },
                length: length(text, piece, documents.encoding),
                token_type,
                token_modifiers_bitset,
            });
            last = start;
        }
    }
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data })))
}

/// The lines of a piece that are not empty, without their ends.
fn by_lines(text: &str, span: Span) -> Vec<Span> {
    let mut start = span.start as usize;
    let mut found = Vec::new();
    for line in text[start..span.end as usize].split_inclusive(['\n', '\r']) {
        let bare = line.trim_end_matches(['\n', '\r']);
        if !bare.is_empty() {
            found.push(Span::within(span.file, start..start + bare.len()));
        }
        start += line.len();
    }
    found
}

/// How long a piece is, as the editor counts.
fn length(text: &str, span: Span, encoding: crate::diagnostic::Encoding) -> u32 {
    let units: usize = text[span.start as usize..span.end as usize].chars().map(|letter| encoding.units(letter)).sum();
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// The number of a type in the legend.
fn number_of(kind: HighlightKind) -> u32 {
    use DefinitionKind as K;
    let ty = match kind {
        HighlightKind::Comment => SemanticTokenType::COMMENT,
        HighlightKind::Keyword => SemanticTokenType::KEYWORD,
        HighlightKind::Number => SemanticTokenType::NUMBER,
        HighlightKind::Text => SemanticTokenType::STRING,
        HighlightKind::Operator => SemanticTokenType::OPERATOR,
        HighlightKind::Name(K::Module) => SemanticTokenType::NAMESPACE,
        HighlightKind::Name(K::ModuleParameter) => SemanticTokenType::TYPE_PARAMETER,
        HighlightKind::Name(K::Signature) => SemanticTokenType::CLASS,
        HighlightKind::Name(K::Enum) => SemanticTokenType::ENUM,
        HighlightKind::Name(K::EnumMember) => SemanticTokenType::ENUM_MEMBER,
        HighlightKind::Name(K::Field) => SemanticTokenType::PROPERTY,
        HighlightKind::Name(K::Predicate | K::Function | K::Fact | K::Assertion) => SemanticTokenType::FUNCTION,
        HighlightKind::Name(K::Parameter | K::MacroParameter | K::MethodParameter) => SemanticTokenType::PARAMETER,
        HighlightKind::Name(K::Variable | K::Let) => SemanticTokenType::VARIABLE,
        HighlightKind::Name(K::Macro) => SemanticTokenType::MACRO,
        HighlightKind::Name(K::Command | K::Generate) => SemanticTokenType::EVENT,
        HighlightKind::Name(K::Method) => SemanticTokenType::METHOD,
    };
    let place = TYPES.iter().position(|known| *known == ty);
    u32::try_from(place.expect("the legend has all types")).unwrap_or_default()
}
