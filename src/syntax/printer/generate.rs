//! Printing of what `.spec` adds to Alloy: annotations and `generate` paragraphs.

use super::Printer;
use crate::syntax::tree::{
    Annotation, Bound, Contract, Domain, FieldRef, Generate, GenerateItem, JavaArgument, JavaArgumentKind, Method,
    Param, Range, Text, TextPart, TextPartKind,
};

impl Printer {
    /// `@java("…", …)` or `@text("…", …)`.
    pub(super) fn annotation(&mut self, annotation: &Annotation) {
        match annotation {
            Annotation::Java(java) => {
                self.put("@java(");
                self.string(&java.target.text);
                for argument in &java.arguments {
                    self.put(", ");
                    self.java_argument(argument);
                }
            }
            Annotation::Text(text) => {
                self.put("@text(");
                self.list(&text.parts, ", ", Self::text_part);
            }
        }
        self.put(")");
    }

    fn text_part(&mut self, part: &TextPart) {
        match &part.kind {
            TextPartKind::Line(text) => self.string(&text.text),
            TextPartKind::Names(names) => {
                self.put("names(");
                self.list(names, ", ", |printer, name| printer.string(&name.text));
                self.put(")");
            }
            TextPartKind::Separator(text) => self.with_string("separator", text),
            TextPartKind::Before(text) => self.with_string("before", text),
            TextPartKind::After(text) => self.with_string("after", text),
            TextPartKind::Absent(text) => self.with_string("absent", text),
            TextPartKind::Escape(text) => self.with_string("escape", text),
            TextPartKind::File(text) => self.with_string("file", text),
            TextPartKind::Extension(text) => self.with_string("extension", text),
        }
    }

    fn java_argument(&mut self, argument: &JavaArgument) {
        match &argument.kind {
            JavaArgumentKind::Constructor(names) => {
                self.put("constructor(");
                self.names(names);
                self.put(")");
            }
            JavaArgumentKind::Values(values) => {
                self.put("values(");
                self.list(values, ", ", |printer, value| printer.string(&value.text));
                self.put(")");
            }
            JavaArgumentKind::Arguments(text) => self.with_string("arguments", text),
            JavaArgumentKind::Setter(text) => self.with_string("setter", text),
            JavaArgumentKind::As(text) => self.with_string("as", text),
            JavaArgumentKind::Keys(text) => self.with_string("keys", text),
            JavaArgumentKind::Direct => self.put("direct"),
            JavaArgumentKind::Reflection => self.put("reflection"),
            JavaArgumentKind::Ghost => self.put("ghost"),
            JavaArgumentKind::Array(None) => self.put("array"),
            JavaArgumentKind::Array(Some(places)) => {
                self.put("array(");
                self.linear(&places.length);
                if let Some(used) = &places.used {
                    self.put(", ");
                    self.put(&used.text);
                }
                self.put(")");
            }
        }
    }

    fn with_string(&mut self, word: &str, text: &Text) {
        self.put(word);
        self.put("(");
        self.string(&text.text);
        self.put(")");
    }

    /// An integer in terms of the scope.
    pub(super) fn linear(&mut self, bound: &Bound) {
        for (at, term) in bound.terms.iter().enumerate() {
            self.put(match (at, term.negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            match (term.factor, term.scope) {
                (1, true) => self.put("scope"),
                (factor, true) => self.put(&format!("{factor} * scope")),
                (factor, false) => self.put(&factor.to_string()),
            }
        }
    }

    fn range(&mut self, range: &Range) {
        self.linear(&range.low);
        self.put(" .. ");
        self.linear(&range.high);
    }

    /// A `generate` paragraph.
    pub(super) fn generate(&mut self, generate: &Generate) {
        self.put("generate ");
        if let Some(label) = &generate.label {
            self.put(&label.text);
            self.put(": ");
        }
        self.put(&generate.root.text);
        if !generate.invariants.is_empty() {
            self.put(" satisfying ");
            self.names(&generate.invariants);
        }
        self.scope(generate.scope.as_ref());
        self.put(" ");
        self.braces(&generate.items, "", Self::generate_item);
    }

    fn generate_item(&mut self, item: &GenerateItem) {
        match item {
            GenerateItem::Range(range) => {
                self.list(&range.fields, ", ", Self::field_ref);
                self.put(" in ");
                self.range(&range.range);
            }
            GenerateItem::Method(method) => self.method(method),
        }
    }

    fn field_ref(&mut self, field_ref: &FieldRef) {
        if let Some(sig) = &field_ref.sig {
            self.put(&sig.text);
            self.put(".");
        }
        self.put(&field_ref.field.text);
        if field_ref.index {
            self.put(" index");
        }
    }

    fn method(&mut self, method: &Method) {
        self.put("method ");
        self.put(&method.name.text);
        self.put("(");
        self.list(&method.params, ", ", Self::param);
        self.put(")");
        if let Some(result) = &method.result {
            self.put(": ");
            self.put(&result.text);
        }
        if !method.contracts.is_empty() {
            self.put(" ");
            self.braces(&method.contracts, "", Self::contract);
        }
    }

    fn param(&mut self, param: &Param) {
        self.put(&param.name.text);
        self.put(": ");
        match &param.domain {
            Domain::Range(range) => self.range(range),
            Domain::Characters { low, high } => {
                self.string(&low.text);
                self.put(" .. ");
                self.string(&high.text);
            }
            Domain::New(sig) => {
                self.put("new ");
                self.put(&sig.text);
            }
            Domain::Result(method) => {
                self.put("result of ");
                self.put(&method.text);
            }
            Domain::Texts { lone, texts } => {
                if *lone {
                    self.put("lone ");
                }
                self.list(texts, " + ", |printer, text| printer.string(&text.text));
            }
            Domain::Named { lone, name } => {
                if *lone {
                    self.put("lone ");
                }
                self.field_ref(name);
            }
        }
    }

    fn contract(&mut self, contract: &Contract) {
        match contract {
            Contract::Requires(formulas) => {
                self.put("requires ");
                self.expression(formulas);
            }
            Contract::Ensures(formulas) => {
                self.put("ensures ");
                self.expression(formulas);
            }
            Contract::Throws { class, when } => {
                self.put("throws ");
                self.put(&class.text);
                if let Some(when) = when {
                    self.put(" when ");
                    self.expression(when);
                }
            }
        }
    }
}
