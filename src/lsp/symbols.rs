//! The outline of a text.

use super::client::Client;
use super::documents::Documents;
use super::places::Ranges;
use super::refusal::Refusal;
use crate::ide::{Symbol, SymbolKind};
use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, SymbolInformation, Uri};

pub(super) fn symbols(
    documents: &Documents,
    client: &Client,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, Refusal> {
    let uri = params.text_document.uri;
    let understood = documents.understood(&uri)?;
    let ranges = Ranges::new(understood.text(), documents.encoding);
    let symbols = understood.analysis.symbols();
    if client.has_outlines() {
        let outline = symbols.into_iter().map(|symbol| with_children(symbol, &ranges)).collect();
        return Ok(Some(DocumentSymbolResponse::Nested(outline)));
    }
    let mut list = Vec::new();
    flat(symbols, None, &ranges, &uri, &mut list);
    Ok(Some(DocumentSymbolResponse::Flat(list)))
}

#[expect(deprecated, reason = "the field that the protocol has given up has to be named")]
fn with_children(symbol: Symbol, ranges: &Ranges) -> DocumentSymbol {
    let children = symbol.children.into_iter().map(|child| with_children(child, ranges));
    DocumentSymbol {
        name: symbol.name,
        detail: None,
        kind: kind_of(symbol.kind),
        tags: None,
        deprecated: None,
        range: ranges.range(symbol.whole),
        selection_range: ranges.range(symbol.span),
        children: Some(children.collect()),
    }
}

#[expect(deprecated, reason = "the field that the protocol has given up has to be named")]
fn flat(symbols: Vec<Symbol>, inside: Option<&str>, ranges: &Ranges, uri: &Uri, list: &mut Vec<SymbolInformation>) {
    for symbol in symbols {
        list.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: kind_of(symbol.kind),
            tags: None,
            deprecated: None,
            location: Location { uri: uri.clone(), range: ranges.range(symbol.whole) },
            container_name: inside.map(str::to_owned),
        });
        flat(symbol.children, Some(&symbol.name), ranges, uri, list);
    }
}

fn kind_of(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Module => lsp_types::SymbolKind::MODULE,
        SymbolKind::Signature => lsp_types::SymbolKind::CLASS,
        SymbolKind::Enum => lsp_types::SymbolKind::ENUM,
        SymbolKind::EnumMember => lsp_types::SymbolKind::ENUM_MEMBER,
        SymbolKind::Field => lsp_types::SymbolKind::FIELD,
        SymbolKind::Fact | SymbolKind::Assertion => lsp_types::SymbolKind::BOOLEAN,
        SymbolKind::Predicate | SymbolKind::Function | SymbolKind::Macro => lsp_types::SymbolKind::FUNCTION,
        SymbolKind::Command | SymbolKind::Generate => lsp_types::SymbolKind::EVENT,
        SymbolKind::Method => lsp_types::SymbolKind::METHOD,
    }
}
