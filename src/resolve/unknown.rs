//! Messages about names that stand for nothing, with what was probably meant.

use super::checker::{Checker, ContractOf, Declaring};
use super::module::FieldId;
use super::module_instances::Nameable;
use super::names::ARITHMETIC;
use crate::diagnostic::{Diagnostic, Help, Span, closest, listed};
use crate::syntax::tree::{self, Paragraph};

/// How many names of a module a message lists.
const LISTED: usize = 4;

impl Checker<'_> {
    /// Reports a name in an expression.
    pub(super) fn unknown(&mut self, name: &str, span: Span) {
        if self.may_be_lost(name) {
            return;
        }
        let diagnostic = Diagnostic::error(span, format!("`{name}` is not declared"));
        let diagnostic = if name == "this" {
            diagnostic
                .label("there is no `this` here")
                .help("`this` stands in signature facts, receiver predicates and contracts; name a parameter instead")
        } else if let Some(diagnostic) = self.no_result(name, span) {
            diagnostic
        } else if let Some(help) = foreign(name) {
            diagnostic.label("not a word of the language").help(help)
        } else if let Some(diagnostic) = self.field_with_path(name, span) {
            diagnostic
        } else if let Some(diagnostic) = self.unknown_in_bound(name, span) {
            diagnostic
        } else if let Some(diagnostic) = self.unknown_in_module(name, span) {
            diagnostic
        } else if let Some(diagnostic) = self.unknown_in_header(name, span) {
            diagnostic
        } else if let Some(diagnostic) = self.unknown_as_private(name, span) {
            diagnostic
        } else {
            let all = self.nameable();
            let similar = closest(name, words(&all).chain(ARITHMETIC).chain(self.locals.names()));
            let help = match similar {
                Some(similar) => Help::did_you_mean(similar),
                None => "declare it as a signature, field, predicate, function or variable".into(),
            };
            diagnostic.label("not found").help(help)
        };
        self.report(diagnostic);
    }

    /// The message for `result` in the contract of a method, where the method returns nothing or has not returned yet.
    fn no_result(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let ContractOf { method, result } = self.contract_of.as_ref().filter(|_| name == "result")?;
        let Some(result) = result else {
            return Some(
                Diagnostic::error(span, format!("`{}` returns nothing that could be called `result`", method.text))
                    .label("there is no result here")
                    .and(method.span(), "declared without a type of results")
                    .help(format!("declare what it returns, as in `method {}(…): int`, or remove this", method.text)),
            );
        };
        if self.may_look_back && matches!(result.text.as_str(), "float" | "double") {
            return Some(
                Diagnostic::error(span, format!("the result of `{}` is a `{}`", method.text, result.text))
                    .label("specifications have no such numbers")
                    .and(result.span(), "what it returns")
                    .help("say in `ensures` what the call does to the structure, and compare its result in a test of your own"),
            );
        }
        Some(
            Diagnostic::error(span, format!("the result of `{}` is not known here", method.text))
                .label("no `result` here")
                .and(result.span(), "what it returns")
                .help("`result` stands in `ensures`, of a method that returns a boolean, an integer or a signature"),
        )
    }

    /// The message for a field that is named with a path.
    fn field_with_path(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let (_, last) = name.rsplit_once('/')?;
        let field = &self.module.fields[self.fields_of_name(name).first()?.index()];
        let owner = &self.module.sigs[field.owner.index()].name;
        let message = format!("`{last}` is a field, and paths lead to signatures, predicates and functions only");
        let diagnostic = Diagnostic::error(span, message).label("not found").and(field.span, "declared here");
        Some(
            diagnostic
                .help(Help::instead(format!("write `{last}`, or `{owner} <: {last}` for that of `{owner}`"), last)),
        )
    }

    /// The message for a field where it is not known: in a bound that stands before its declaration, or in it, in one of another
    /// signature, or in a header.
    fn unknown_in_bound(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let fields = self.fields_of_name(name);
        let unknown = fields.iter().copied().find(|field| self.unbound.contains(field));
        let (bounded, named) = match (self.declaring, unknown) {
            (Declaring::Bound(bounded), None) => (bounded, *fields.first()?),
            (Declaring::Bound(bounded) | Declaring::Defined(bounded), Some(named)) => (bounded, named),
            (Declaring::Header, Some(named)) => return Some(self.defined_in_header(named, span)),
            _ => return None,
        };
        let (bounded, named) = (&self.module.fields[bounded.index()], &self.module.fields[named.index()]);
        let (message, help) = if named.span == bounded.span {
            let help = format!("bound `{}` by a signature, and say the rest in a fact", bounded.name);
            (format!("the bound of `{}` names `{name}` itself", bounded.name), help)
        } else if unknown.is_none() {
            let owner = &self.module.sigs[named.owner.index()].name;
            let help = format!("bound `{}` by a signature, and say the rest in a fact", bounded.name);
            (format!("the bound of `{}` names a field of `{owner}`", bounded.name), help)
        } else if named.owner == bounded.owner && named.span < bounded.span {
            let help = format!("write `{} = …` as well, or say in a fact how they go together", bounded.name);
            (format!("the bound of `{}` names `{name}`, which is `=` to something", bounded.name), help)
        } else {
            let help = match named.owner == bounded.owner {
                true => format!(
                    "declare `{name}` before `{}`, or bound this by a signature and say the rest in a fact",
                    bounded.name
                ),
                false => format!("bound `{}` by a signature, and say the rest in a fact", bounded.name),
            };
            (format!("the bound of `{}` names a field that is declared later", bounded.name), help)
        };
        let label = if unknown.is_some() { "not known yet" } else { "not known here" };
        Some(Diagnostic::error(span, message).label(label).and(named.span, "declared here").help(help))
    }

    /// The message for a field that is `=` to something where a header names it.
    fn defined_in_header(&self, named: FieldId, span: Span) -> Diagnostic {
        let named = &self.module.fields[named.index()];
        Diagnostic::error(span, format!("a header names `{}`, which is `=` to something", named.name))
            .label("not known yet")
            .and(named.span, "declared here")
            .help("bound parameters and results by signatures and other fields, and say the rest in a body or a fact")
    }

    /// The message for a predicate or function in a header or a field: none is known there.
    fn unknown_in_header(&self, name: &str, span: Span) -> Option<Diagnostic> {
        if ARITHMETIC.contains(&name) && !self.knows_functions() {
            let diagnostic = Diagnostic::error(span, format!("the function `{name}` where none can be called"));
            return Some(diagnostic.label("no predicate or function is known here").help(
                "bound this by `Int`, and say in a body or a fact what it is; or calculate with `fun/add` and the like",
            ));
        }
        let (kind, declared) = self.file().paragraphs.iter().find_map(|paragraph| match paragraph {
            Paragraph::Function(function) if function.name.text == name => Some(("function", function.name.span())),
            Paragraph::Predicate(predicate) if predicate.name.text == name => {
                Some(("predicate", predicate.name.span()))
            }
            _ => None,
        })?;
        let diagnostic = Diagnostic::error(span, format!("the {kind} `{name}` where none can be called"))
            .label("no predicate or function is known here")
            .and(declared, "declared here");
        Some(diagnostic.help(
            "bound fields, parameters and results by signatures and fields, and say the rest in a body or a fact",
        ))
    }

    /// Reports the name of a signature.
    pub(super) fn unknown_sig(&mut self, name: &tree::Name) {
        if let Some(diagnostic) = self.unknown_in_module(&name.text, name.span()) {
            self.report(diagnostic);
            return;
        }
        let all = self.nameable();
        let help = match closest(&name.text, all.sigs.iter().copied()) {
            Some(similar) => Help::did_you_mean(similar),
            None => format!("declare it: `sig {} {{ }}`", name.text).into(),
        };
        self.error(name.span(), format!("no signature `{}`", name.text), "not declared", help);
    }

    /// Reports the argument of a module, which has to be a signature.
    pub(super) fn unknown_argument(&mut self, name: &tree::Name) {
        let fields = self.file().paragraphs.iter().filter_map(|paragraph| match paragraph {
            Paragraph::Signature(signature) => Some(signature.fields.iter().map(move |field| (signature, field))),
            _ => None,
        });
        let mut named = fields.flatten().flat_map(|(signature, field)| {
            field.decl.names.iter().map(move |field_name| (field_name, &field.decl.bound, signature))
        });
        let Some((field, bound, signature)) = named.find(|(field, ..)| field.text == name.text) else {
            return self.unknown_sig(name);
        };
        let meant = match &bound.kind {
            tree::ExprKind::Name(bound) => bound,
            _ => &signature.names[0].text,
        };
        let diagnostic = Diagnostic::error(
            name.span(),
            format!("`{}` is a field, and the argument of a module is a signature", name.text),
        );
        self.report(
            diagnostic
                .label("a field")
                .and(field.span(), "declared here")
                .help(Help::instead(format!("write `{meant}` in its place"), meant)),
        );
    }

    /// The message for a name with a path: the module that it names has no such name, or there is no such module.
    fn unknown_in_module(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let (path, last) = name.strip_prefix("this/").unwrap_or(name).rsplit_once('/')?;
        let Some(instance) = self.instance_of_path(path) else {
            let diagnostic = Diagnostic::error(span, format!("no module is opened as `{path}`")).label("not found");
            return Some(diagnostic.help(match closest(path, self.aliases()) {
                Some(alias) => Help::did_you_mean(&format!("{alias}/{last}")),
                None => format!("open it first: `open … as {path}`").into(),
            }));
        };
        if let Some(diagnostic) = self.private_to(instance, &format!("{path}/"), last, span) {
            return Some(diagnostic);
        }
        let module = self.module_name(instance);
        let (public, _) = self.declared_in(instance);
        let diagnostic = Diagnostic::error(span, format!("`{path}` has no `{last}`"));
        Some(diagnostic.label(format!("not declared in `{module}`")).help(match closest(last, words(&public)) {
            Some(similar) => Help::did_you_mean(&format!("{path}/{similar}")),
            None => format!("there is {}, …", listed(words(&public).take(LISTED))).into(),
        }))
    }

    /// The message for a name without a path that some module keeps to itself.
    fn unknown_as_private(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let (places, last) = self.places(name);
        places.into_iter().find_map(|instance| self.private_to(instance, "", last, span))
    }

    /// The message for a name that a module keeps to itself, which is named with a path before its names.
    fn private_to(&self, instance: usize, path: &str, name: &str, span: Span) -> Option<Diagnostic> {
        let (public, private) = self.declared_in(instance);
        words(&private).find(|word| *word == name)?;
        let names: Vec<String> = public.functions.iter().take(LISTED).map(|name| format!("`{path}{name}`")).collect();
        let diagnostic = Diagnostic::error(span, format!("`{name}` is private to `{}`", self.module_name(instance)));
        Some(diagnostic.label("not visible here").help(match names.as_slice() {
            [] => "remove `private` from its declaration".to_owned(),
            _ => format!("use what is public there: {}, …", names.join(", ")),
        }))
    }
}

/// The names of what expressions may mention.
fn words<'c>(all: &Nameable<'c>) -> impl Iterator<Item = &'c str> {
    all.sigs.iter().chain(&all.fields).chain(&all.functions).chain(&all.macros).copied()
}

/// What to write instead of a word that Java has and the language has not.
fn foreign(name: &str) -> Option<&'static str> {
    match name {
        "null" => Some("write `no e` for `e == null`, and `some e` for `e != null`"),
        "true" => Some("a boolean is a formula: write `result` for `result = true`"),
        "false" => Some("a boolean is a formula: write `not result` for `result == false`"),
        "result" => Some("`result` stands in `ensures`, of a method that returns a boolean, an integer or a signature"),
        "old" => Some("`old[…]` stands in `ensures`"),
        _ => None,
    }
}
