//! The modules that a file opens: those that it names, and those that it gets by itself.

use crate::diagnostic::Span;
use crate::syntax::tree::{self, Paragraph};
use std::collections::BTreeSet;

/// The module that a file with `seq` in its expressions gets by itself.
const SEQUENCES: &str = "util/sequniv";

/// The module that every file gets by itself.
pub(super) const INTEGERS: &str = "util/integer";

/// The module of total orders.
const ORDERS: &str = "util/ordering";

/// An `open` paragraph, or one that a file gets by itself.
pub(super) struct Request {
    pub(super) module: String,
    pub(super) arguments: Vec<tree::Name>,
    pub(super) alias: String,
    pub(super) is_private: bool,
    pub(super) span: Span,
    /// Where the alias stands; the module's name where none is written.
    pub(super) alias_span: Span,
    /// Where the paragraph stands, if there is one.
    pub(super) paragraph: Option<Span>,
}

impl Request {
    /// Whether it opens a module with these arguments.
    fn opens(&self, module: &str, arguments: &[tree::Name]) -> bool {
        self.module == module
            && self.arguments.iter().map(|name| &name.text).eq(arguments.iter().map(|name| &name.text))
    }
}

/// The alias of an `open` without `as`: the last part of the module's name. Where that is another's, there is none that can
/// be written, as in Alloy: what the module declares has names without a path only.
fn free_alias(open: &tree::Open, written: &BTreeSet<&str>, before: &[Request]) -> String {
    let alias = last_part(&open.module.text);
    let is_others = |request: &Request| request.alias == alias && !request.opens(&open.module.text, &open.arguments);
    if written.contains(alias.as_str()) || before.iter().any(is_others) {
        // Alloy counts the integers, which every file opens, too.
        format!("open${}", before.len() + 2)
    } else {
        alias
    }
}

/// What a file opens, and what it gets by itself; arithmetic it does not if it is that module.
pub(super) fn requests(file: &tree::File, is_of_integers: bool) -> Vec<Request> {
    let opens = file.paragraphs.iter().filter_map(|paragraph| match paragraph {
        Paragraph::Open(open) => Some(open),
        _ => None,
    });
    let written: BTreeSet<&str> = opens.clone().filter_map(|open| Some(open.alias.as_ref()?.text.as_str())).collect();
    let mut all: Vec<Request> = Vec::new();
    for open in opens {
        let alias = match &open.alias {
            Some(alias) => alias.text.clone(),
            None => free_alias(open, &written, &all),
        };
        all.push(Request {
            module: open.module.text.clone(),
            arguments: open.arguments.clone(),
            alias,
            is_private: open.is_private,
            span: open.module.span(),
            alias_span: open.alias.as_ref().unwrap_or(&open.module).span(),
            paragraph: Some(open.place.0),
        });
    }
    for Implied { module, argument, span } in implied(file, is_of_integers) {
        let arguments: Vec<tree::Name> = argument.into_iter().cloned().collect();
        let same = |request: &Request| request.opens(module, &arguments);
        let alias = last_part(module);
        let free = all.iter().all(|request| request.alias != alias);
        let (alias, is_private) = match argument {
            None if module == SEQUENCES => ("seq".to_owned(), false),
            None => (alias, true),
            Some(_) if free => (alias, false),
            Some(name) => (format!("{alias}${}", name.text), false),
        };
        if !all.iter().any(|request| same(request) && (request.alias == alias || !arguments.is_empty())) {
            let (module, alias_span, paragraph) = (module.to_owned(), span, None);
            all.push(Request { module, arguments, alias, is_private, span, alias_span, paragraph });
        }
    }
    all
}

/// A module that a file gets by itself.
pub(super) struct Implied<'f> {
    pub(super) module: &'static str,
    pub(super) argument: Option<&'f tree::Name>,
    pub(super) span: Span,
}

/// The modules that a file gets by itself, as in Alloy: arithmetic, sequences where it has some, and an order for every
/// `enum`.
///
/// A file with a `generate` paragraph has the arithmetic functions built in and opens the rest itself, so that nothing
/// but its own declarations reaches Java.
pub(super) fn implied(file: &tree::File, is_of_integers: bool) -> Vec<Implied<'_>> {
    let mut all = Vec::new();
    let is = |name: &str| file.module.as_ref().is_some_and(|module| module.name.text == name);
    let generates = file.generates();
    if !generates && !is_of_integers {
        all.push(Implied { module: INTEGERS, argument: None, span: Span::default() });
    }
    if let Some(span) = sequence_in(file)
        && !is(SEQUENCES)
    {
        all.push(Implied { module: SEQUENCES, argument: None, span });
    }
    let enums = file.paragraphs.iter().filter_map(|paragraph| match paragraph {
        Paragraph::Enum(declared) if !generates && !declared.members.is_empty() => Some(&declared.name),
        _ => None,
    });
    all.extend(enums.map(|name| Implied { module: ORDERS, argument: Some(name), span: name.span() }));
    all
}

/// Where a file says `seq e`, if it does.
fn sequence_in(file: &tree::File) -> Option<Span> {
    let sequences = |expr: &tree::Expr| matches!(expr.kind, tree::ExprKind::Unary(tree::Unary::Seq, _));
    file.expressions().find(|expr| sequences(expr)).map(tree::Expr::span)
}

/// The last part of a name with a path.
pub(super) fn last_part(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_owned()
}
