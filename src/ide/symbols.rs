//! What a text declares, as an outline.

use super::Analysis;
use crate::diagnostic::Span;
use crate::syntax::tree::{Command, CommandTarget, Function, GenerateItem, Labelled, Name, Paragraph, Signature};

/// What an entry of an outline is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    /// A module that is opened.
    Module,
    /// A signature.
    Signature,
    /// An `enum`.
    Enum,
    /// A value of an `enum`.
    EnumMember,
    /// A field.
    Field,
    /// A fact.
    Fact,
    /// An assertion.
    Assertion,
    /// A predicate.
    Predicate,
    /// A function.
    Function,
    /// A macro.
    Macro,
    /// A `run` or `check` command.
    Command,
    /// A `generate` paragraph.
    Generate,
    /// A method of a `generate` paragraph.
    Method,
}

/// An entry of an outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name, or the word that stands in the place of one (`fact`).
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Where all of it stands.
    pub whole: Span,
    /// Where its name stands: a part of the whole.
    pub span: Span,
    /// What is declared inside.
    pub children: Vec<Symbol>,
}

impl Analysis {
    /// What the root declares, in the order of the text.
    pub fn symbols(&self) -> Vec<Symbol> {
        self.tree().paragraphs.iter().flat_map(paragraph).filter(|symbol| !symbol.name.is_empty()).collect()
    }
}

fn paragraph(paragraph: &Paragraph) -> Vec<Symbol> {
    match paragraph {
        Paragraph::Open(open) => {
            let name = open.alias.as_ref().unwrap_or(&open.module);
            vec![Symbol { children: Vec::new(), ..named(name, SymbolKind::Module, open.place.0) }]
        }
        Paragraph::Signature(signature) => signatures(signature),
        Paragraph::Enum(declaration) => {
            let members = declaration.members.iter().filter(|member| !member.text.is_empty());
            let children = members.map(|member| named(member, SymbolKind::EnumMember, member.span())).collect();
            vec![Symbol { children, ..named(&declaration.name, SymbolKind::Enum, declaration.place.0) }]
        }
        Paragraph::Fact(fact) => vec![labelled(fact, SymbolKind::Fact, "fact")],
        Paragraph::Assert(assertion) => vec![labelled(assertion, SymbolKind::Assertion, "assert")],
        Paragraph::Predicate(predicate) => vec![function(predicate, SymbolKind::Predicate)],
        Paragraph::Function(declaration) => vec![function(declaration, SymbolKind::Function)],
        Paragraph::Macro(declaration) => vec![named(&declaration.name, SymbolKind::Macro, declaration.place.0)],
        Paragraph::Command(first) => {
            let chain = std::iter::successors(Some(first), |command| command.next.as_deref());
            chain.map(command).collect()
        }
        Paragraph::Generate(generate) => {
            let methods = generate.items.iter().filter_map(|item| match item {
                GenerateItem::Method(method) if !method.name.text.is_empty() => {
                    Some(named(&method.name, SymbolKind::Method, method.place.0))
                }
                _ => None,
            });
            let name = generate.label.as_ref().unwrap_or(&generate.root);
            vec![Symbol { children: methods.collect(), ..named(name, SymbolKind::Generate, generate.whole.0) }]
        }
    }
}

/// The signatures of a declaration; its fields are shown with the first one.
fn signatures(signature: &Signature) -> Vec<Symbol> {
    let decls = signature.fields.iter().map(|field| &field.decl);
    let fields = decls.flat_map(|decl| decl.names.iter().map(|name| named(name, SymbolKind::Field, decl.place.0)));
    let mut fields: Vec<Symbol> = fields.filter(|field| !field.name.is_empty()).collect();
    let names = signature.names.iter();
    let symbols = names.map(|name| {
        let children = std::mem::take(&mut fields);
        Symbol { children, ..named(name, SymbolKind::Signature, signature.place.0) }
    });
    symbols.collect()
}

fn function(function: &Function, kind: SymbolKind) -> Symbol {
    let symbol = named(&function.name, kind, function.place.0);
    match &function.receiver {
        Some(receiver) => Symbol { name: format!("{}.{}", receiver.text, symbol.name), ..symbol },
        None => symbol,
    }
}

fn labelled(labelled: &Labelled, kind: SymbolKind, word: &str) -> Symbol {
    let whole = labelled.place.0;
    match &labelled.name {
        Some(name) => named(name, kind, whole),
        None => unnamed(word, kind, whole),
    }
}

fn command(command: &Command) -> Symbol {
    let whole = command.place.0;
    let word = if command.is_check { "check" } else { "run" };
    match (&command.label, &command.target) {
        (Some(name), _) | (None, CommandTarget::Named(name)) if !name.text.is_empty() => {
            Symbol { name: format!("{word} {}", name.text), ..named(name, SymbolKind::Command, whole) }
        }
        _ => unnamed(word, SymbolKind::Command, whole),
    }
}

fn named(name: &Name, kind: SymbolKind, whole: Span) -> Symbol {
    Symbol { name: name.text.clone(), kind, whole, span: name.span(), children: Vec::new() }
}

/// An entry without a name: the word that it starts with stands in its place.
fn unnamed(word: &str, kind: SymbolKind, whole: Span) -> Symbol {
    let span = Span { end: (whole.start + word.len() as u32).min(whole.end), ..whole };
    Symbol { name: word.to_owned(), kind, whole, span, children: Vec::new() }
}
