//! Printing of files and of the paragraphs that Alloy has.

use super::Printer;
use crate::syntax::token::is_identifier;
use crate::syntax::tree::{
    Command, CommandTarget, Enum, ExprKind, FieldDecl, File, Function, Growth, Labelled, Macro, Open, Paragraph,
    Parent, Scope, ScopePart, Signature,
};

impl Printer {
    /// A file: its paragraphs with empty lines between them.
    pub(super) fn file(&mut self, file: &File) {
        if let Some(module) = &file.module {
            self.put("module ");
            self.put(&module.name.text);
            if !module.parameters.is_empty() {
                self.put("[");
                self.list(&module.parameters, ", ", |printer, parameter| {
                    printer.put(if parameter.exactly { "exactly " } else { "" });
                    printer.put(&parameter.name.text);
                });
                self.put("]");
            }
            self.put("\n");
        }
        for (at, paragraph) in file.paragraphs.iter().enumerate() {
            if at > 0 || file.module.is_some() {
                self.put("\n");
            }
            self.paragraph(paragraph);
            self.put("\n");
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        match paragraph {
            Paragraph::Open(open) => self.open(open),
            Paragraph::Signature(signature) => self.signature(signature),
            Paragraph::Enum(enumeration) => self.enumeration(enumeration),
            Paragraph::Fact(fact) => self.labelled("fact", fact),
            Paragraph::Assert(assertion) => self.labelled("assert", assertion),
            Paragraph::Predicate(function) => self.function("pred", function),
            Paragraph::Function(function) => self.function("fun", function),
            Paragraph::Macro(macro_) => self.macro_(macro_),
            Paragraph::Command(command) => self.command(command),
            Paragraph::Generate(generate) => self.generate(generate),
        }
    }

    fn open(&mut self, open: &Open) {
        self.private(open.is_private);
        self.put("open ");
        self.put(&open.module.text);
        if !open.arguments.is_empty() {
            self.put("[");
            self.names(&open.arguments);
            self.put("]");
        }
        if let Some(alias) = &open.alias {
            self.put(" as ");
            self.put(&alias.text);
        }
    }

    fn signature(&mut self, signature: &Signature) {
        for annotation in &signature.annotations {
            self.annotation(annotation);
            self.new_line();
        }
        self.private(signature.is_private);
        if signature.variable.is_some() {
            self.put("var ");
        }
        if signature.is_abstract {
            self.put("abstract ");
        }
        if let Some(multiplicity) = signature.multiplicity {
            self.put(multiplicity.keyword());
            self.put(" ");
        }
        self.put("sig ");
        self.names(&signature.names);
        match &signature.parent {
            None => {}
            Some(Parent::Extends(parent)) => {
                self.put(" extends ");
                self.put(&parent.text);
            }
            Some(Parent::In(parents)) => {
                self.put(" in ");
                self.list(parents, " + ", |printer, name| printer.put(&name.text));
            }
            Some(Parent::Equal(parents)) => {
                self.put(" = ");
                self.list(parents, " + ", |printer, name| printer.put(&name.text));
            }
        }
        self.put(" ");
        self.braces(&signature.fields, ",", Self::field);
        if let Some(fact) = &signature.fact {
            self.put(" ");
            self.expression(fact);
        }
    }

    fn field(&mut self, field: &FieldDecl) {
        for annotation in &field.annotations {
            self.annotation(annotation);
            self.put(" ");
        }
        self.decl(&field.decl);
    }

    fn enumeration(&mut self, enumeration: &Enum) {
        for annotation in &enumeration.annotations {
            self.annotation(annotation);
            self.new_line();
        }
        self.private(enumeration.is_private);
        self.put("enum ");
        self.put(&enumeration.name.text);
        self.put(" { ");
        self.names(&enumeration.members);
        self.put(" }");
    }

    fn labelled(&mut self, keyword: &str, labelled: &Labelled) {
        self.put(keyword);
        self.put(" ");
        if let Some(name) = &labelled.name {
            if is_identifier(&name.text) {
                self.put(&name.text);
            } else {
                self.string(&name.text);
            }
            self.put(" ");
        }
        self.expression(&labelled.body);
    }

    fn macro_(&mut self, macro_: &Macro) {
        self.private(macro_.is_private);
        self.put("let ");
        self.put(&macro_.name.text);
        if !macro_.params.is_empty() {
            self.put("[");
            self.names(&macro_.params);
            self.put("]");
        }
        self.put(if let ExprKind::Block(_) = macro_.body.kind { " " } else { " = " });
        self.expression(&macro_.body);
    }

    fn private(&mut self, is_private: bool) {
        if is_private {
            self.put("private ");
        }
    }

    fn function(&mut self, keyword: &str, function: &Function) {
        self.private(function.is_private);
        self.put(keyword);
        self.put(" ");
        if let Some(receiver) = &function.receiver {
            self.put(&receiver.text);
            self.put(".");
        }
        self.put(&function.name.text);
        self.put("[");
        self.decls(&function.params);
        self.put("]");
        if let Some((multiplicity, bound)) = &function.result {
            self.put(": ");
            self.bound(*multiplicity, bound);
        }
        self.put(" ");
        self.expression(&function.body);
    }

    fn command(&mut self, command: &Command) {
        if let Some(label) = &command.label {
            self.put(&label.text);
            self.put(": ");
        }
        self.put(if command.is_check { "check " } else { "run " });
        match &command.target {
            CommandTarget::Named(name) => self.put(&name.text),
            CommandTarget::Block(body) => self.expression(body),
        }
        self.scope(command.scope.as_ref());
        if let Some((expect, _)) = command.expect {
            self.put(&format!(" expect {expect}"));
        }
        if let Some(next) = &command.next {
            self.put(" => ");
            self.command(next);
        }
    }

    /// A scope with a space before it, if there is one.
    pub(super) fn scope(&mut self, scope: Option<&Scope>) {
        let Some(scope) = scope else {
            return;
        };
        self.put(" for ");
        if let Some((overall, _)) = scope.overall {
            self.put(&overall.to_string());
            if !scope.parts.is_empty() {
                self.put(" but ");
            }
        }
        self.list(&scope.parts, ", ", |printer, part: &ScopePart| {
            if part.exactly {
                printer.put("exactly ");
            }
            printer.linear(&part.bound);
            if let Some(Growth { to, step }) = part.growth {
                printer.put(if to.is_some() || step.is_none() { ".." } else { "" });
                to.into_iter().for_each(|to| printer.put(&to.to_string()));
                step.into_iter().for_each(|step| printer.put(&format!(":{step}")));
            }
            printer.put(" ");
            printer.put(&part.sig.text);
        });
    }
}
