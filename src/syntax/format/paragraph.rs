//! Where lines of files and of the paragraphs that Alloy has may end.

use super::document::{Builder, Joins, Line, Rule};
use crate::syntax::tree::{
    Annotation, Command, CommandTarget, Decl, Enum, File, Function, Labelled, Macro, ModuleHeader, Paragraph,
    Signature, TextTemplate,
};

impl Builder<'_> {
    /// A file: paragraphs on lines of their own.
    pub(super) fn file(&mut self, file: &File) {
        let group = self.open(Rule::Always, false);
        let mut module = file.module.as_ref();
        for paragraph in &file.paragraphs {
            if let Some(header) = module.take_if(|header| header.name.span() < paragraph.span()) {
                self.line(group, Line::Item);
                self.module_header(header);
            }
            self.line(group, Line::Item);
            self.paragraph(paragraph);
        }
        if let Some(header) = module {
            self.line(group, Line::Item);
            self.module_header(header);
        }
        self.line(group, Line::Item);
        self.close(group);
    }

    fn module_header(&mut self, header: &ModuleHeader) {
        self.tokens_before(header.name.span().end);
        if self.at("[") && !header.parameters.is_empty() {
            self.bracketed("[", Rule::First, |builder, group| {
                for (at, parameter) in header.parameters.iter().enumerate() {
                    if at > 0 {
                        builder.line(group, Line::Plain);
                    }
                    builder.tokens_before(parameter.name.span().end);
                    builder.commas();
                }
            });
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        match paragraph {
            Paragraph::Open(open) => self.tokens_before(open.place.0.end),
            Paragraph::Signature(signature) => self.signature(signature),
            Paragraph::Enum(enumeration) => self.enumeration(enumeration),
            Paragraph::Fact(labelled) | Paragraph::Assert(labelled) => self.labelled(labelled),
            Paragraph::Predicate(function) | Paragraph::Function(function) => self.function(function),
            Paragraph::Macro(macro_) => self.macro_(macro_),
            Paragraph::Command(command) => self.command(command),
            Paragraph::Generate(generate) => self.generate(generate),
        }
    }

    /// Annotations, on lines of their own where they belong to a paragraph. The parts of a template may have lines, too.
    fn annotations(&mut self, annotations: &[Annotation], rule: Rule) {
        for annotation in annotations {
            let group = self.open(rule, false);
            match annotation {
                Annotation::Java(java) => self.annotation_before(java.place.0.end),
                Annotation::Text(text) => self.template(text),
            }
            self.line(group, Line::Plain);
            self.close(group);
        }
    }

    /// The tokens of an annotation up to a position.
    fn annotation_before(&mut self, position: u32) {
        while self.peek().span.start < position {
            self.joined(Joins { before: self.at("("), after: self.at("@"), infix: self.at("*") });
        }
    }

    fn template(&mut self, template: &TextTemplate) {
        self.bracketed("(", Rule::First, |builder, group| {
            for (at, part) in template.parts.iter().enumerate() {
                if at > 0 {
                    builder.line(group, Line::Plain);
                }
                builder.annotation_before(part.place.0.end);
                builder.commas();
            }
        });
    }

    fn signature(&mut self, signature: &Signature) {
        self.annotations(&signature.annotations, Rule::Always);
        self.braces(Rule::Any, |builder, group| {
            builder.commas();
            for (at, field) in signature.fields.iter().enumerate() {
                if at > 0 {
                    builder.line(group, Line::Item);
                }
                builder.annotations(&field.annotations, Rule::Any);
                builder.decl(&field.decl);
                builder.commas();
            }
        });
        if let Some(fact) = &signature.fact {
            self.expression(fact);
        }
    }

    fn enumeration(&mut self, enumeration: &Enum) {
        self.annotations(&enumeration.annotations, Rule::Always);
        self.braces(Rule::Any, |builder, group| {
            for (at, member) in enumeration.members.iter().enumerate() {
                if at > 0 {
                    builder.line(group, Line::Item);
                }
                builder.tokens_before(member.span().end);
                builder.commas();
            }
        });
    }

    fn labelled(&mut self, labelled: &Labelled) {
        self.expression(&labelled.body);
    }

    fn function(&mut self, function: &Function) {
        self.tokens_before(function.name.span().end);
        self.parameters(&function.params);
        if let Some((_, result)) = &function.result {
            self.expression(result);
        }
        self.expression(&function.body);
    }

    fn parameters(&mut self, params: &[Decl]) {
        let open = match self.peek().text {
            "[" => "[",
            "(" => "(",
            _ => return,
        };
        self.bracketed(open, Rule::First, |builder, group| {
            builder.commas();
            for (at, param) in params.iter().enumerate() {
                if at > 0 {
                    builder.line(group, Line::Plain);
                }
                builder.decl(param);
                builder.commas();
            }
        });
    }

    fn macro_(&mut self, macro_: &Macro) {
        self.tokens_before(macro_.name.span().end);
        let open = self.peek().text;
        if open == "[" || open == "(" {
            self.joined(Joins { before: true, ..Joins::default() });
        }
        self.tokens_to(&["=", "{"]);
        if !self.at("=") {
            return self.expression(&macro_.body);
        }
        let group = self.open(Rule::Any, true);
        self.token();
        self.line(group, Line::Plain);
        self.expression(&macro_.body);
        self.close(group);
    }

    fn command(&mut self, command: &Command) {
        match &command.target {
            CommandTarget::Named(name) => self.tokens_before(name.span().end),
            CommandTarget::Block(body) => self.expression(body),
        }
        self.scope(command.place.0.end);
        if let Some(next) = &command.next {
            let group = self.open(Rule::Any, true);
            self.token();
            self.line(group, Line::Plain);
            self.command(next);
            self.close(group);
        }
    }

    /// A scope that ends at a position, and what may follow it there.
    pub(super) fn scope(&mut self, end: u32) {
        let group = self.open(Rule::Any, true);
        while self.peek().span.start < end {
            let tight = self.at("..") || self.at(":");
            if tight {
                self.joined(Joins { before: true, after: self.precedes_number(), ..Joins::default() });
            } else {
                let comma = self.at(",");
                self.number_token();
                if comma {
                    self.line(group, Line::Plain);
                }
            }
        }
        self.close(group);
    }

    /// A token of a sum of numbers and `scope`.
    pub(super) fn number_token(&mut self) {
        match self.peek().text {
            "*" => self.joined(Joins { infix: true, ..Joins::default() }),
            "-" if !self.follows_number() => self.joined(Joins { after: true, ..Joins::default() }),
            _ => self.token(),
        }
    }
}
