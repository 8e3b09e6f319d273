//! Members and classes as lines.

use super::Printer;
use super::escape;
use super::layout::Tokens;
use crate::java::template::TemplateMember;
use crate::java::tree::{Annotation, Class, Comment, Constructor, Field, Member, Method, Modifier, Parameter};

impl Printer {
    /// A class with all that is in it.
    pub(super) fn class(&mut self, class: &Class) {
        self.comment(&class.comment);
        self.annotations(&class.annotations);
        let mut tokens = Tokens::default();
        modifiers(&class.modifiers, &mut tokens);
        tokens.text(&format!("class {}", escape::ascii(&class.name)));
        if let Some(extends) = &class.extends {
            tokens.text(" extends ");
            self.ty(extends, &mut tokens);
        }
        tokens.text(" {");
        self.lay_out(tokens);
        let lines = self.indented(|printer| printer.members(&class.members));
        self.lines.extend(lines);
        self.line("}");
    }

    /// Members, with an empty line between two unless both are fields of a kind.
    pub(super) fn members(&mut self, members: &[Member]) {
        for (index, member) in members.iter().enumerate() {
            if index > 0 && !are_fields_of_a_kind(&members[index - 1], member) {
                self.line("");
            }
            self.member(member);
        }
    }

    /// A member.
    pub(super) fn member(&mut self, member: &Member) {
        match member {
            Member::Field(field) => self.field(field),
            Member::Method(method) => self.method(method),
            Member::Constructor(constructor) => self.constructor(constructor),
            Member::Class(class) => self.class(class),
            Member::Template(member) => self.template(member),
        }
    }

    fn field(&mut self, field: &Field) {
        self.comment(&field.comment);
        self.annotations(&field.annotations);
        let mut tokens = Tokens::default();
        modifiers(&field.modifiers, &mut tokens);
        self.ty(&field.ty, &mut tokens);
        tokens.text(&format!(" {}", escape::ascii(&field.name)));
        if let Some(value) = &field.value {
            tokens.text(" = ");
            self.expr(value, &mut tokens);
        }
        tokens.text(";");
        self.lay_out(tokens);
    }

    fn method(&mut self, method: &Method) {
        self.comment(&method.comment);
        self.annotations(&method.annotations);
        let mut tokens = Tokens::default();
        modifiers(&method.modifiers, &mut tokens);
        if !method.type_parameters.is_empty() {
            tokens.text(&format!("<{}> ", method.type_parameters.join(", ")));
        }
        match &method.result {
            Some(result) => self.ty(result, &mut tokens),
            None => tokens.text("void"),
        }
        tokens.text(&format!(" {}", escape::ascii(&method.name)));
        self.parameters(&method.parameters, method.is_variadic, &mut tokens);
        for (index, thrown) in method.throws.iter().enumerate() {
            tokens.text(if index == 0 { " throws " } else { ", " });
            self.ty(thrown, &mut tokens);
        }
        self.block(tokens, &method.body);
    }

    fn constructor(&mut self, constructor: &Constructor) {
        self.comment(&constructor.comment);
        let mut tokens = Tokens::default();
        modifiers(&constructor.modifiers, &mut tokens);
        tokens.text(&escape::ascii(&constructor.class));
        self.parameters(&constructor.parameters, false, &mut tokens);
        self.block(tokens, &constructor.body);
    }

    fn parameters(&mut self, parameters: &[Parameter], is_variadic: bool, tokens: &mut Tokens) {
        tokens.open("(");
        for (index, parameter) in parameters.iter().enumerate() {
            if index > 0 {
                tokens.text(",");
                tokens.space();
            }
            for annotation in &parameter.annotations {
                self.annotation(annotation, tokens);
                tokens.text(" ");
            }
            self.ty(&parameter.ty, tokens);
            if is_variadic && index + 1 == parameters.len() {
                tokens.text("...");
            }
            tokens.text(&format!(" {}", escape::ascii(&parameter.name)));
        }
        tokens.close(")");
    }

    fn template(&mut self, member: &TemplateMember) {
        self.imports.template(&member.imports, &member.words);
        self.names.extend(member.words.iter().cloned());
        member.lines.iter().for_each(|line| self.line(line));
    }

    fn comment(&mut self, comment: &Option<Comment>) {
        match comment {
            None => {}
            Some(Comment::Lines(lines)) => lines.iter().for_each(|line| self.line(&format!("// {line}"))),
            Some(Comment::Doc(lines)) if lines.len() == 1 => self.line(&format!("/** {} */", lines[0])),
            Some(Comment::Doc(lines) | Comment::LongDoc(lines)) => {
                self.line("/**");
                lines.iter().for_each(|line| self.line(format!(" * {line}").trim_end()));
                self.line(" */");
            }
        }
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            let mut tokens = Tokens::default();
            self.annotation(annotation, &mut tokens);
            self.lay_out(tokens);
        }
    }

    fn annotation(&mut self, Annotation { class, elements }: &Annotation, tokens: &mut Tokens) {
        tokens.text(&format!("@{}", self.class_name(class)));
        if elements.is_empty() {
            return;
        }
        tokens.open("(");
        let is_value = matches!(elements.as_slice(), [(name, _)] if name == "value");
        for (index, (name, value)) in elements.iter().enumerate() {
            if index > 0 {
                tokens.text(",");
                tokens.space();
            }
            if !is_value {
                tokens.text(&format!("{name} = "));
            }
            self.expr(value, tokens);
        }
        tokens.close(")");
    }
}

fn modifiers(modifiers: &[Modifier], tokens: &mut Tokens) {
    let mut modifiers = modifiers.to_vec();
    modifiers.sort();
    for modifier in modifiers {
        tokens.text(match modifier {
            Modifier::Public => "public ",
            Modifier::Private => "private ",
            Modifier::Static => "static ",
            Modifier::Final => "final ",
            Modifier::Volatile => "volatile ",
        });
    }
}

/// Whether two members are fields of the class, or fields of its objects.
fn are_fields_of_a_kind(one: &Member, other: &Member) -> bool {
    match (one, other) {
        (Member::Field(one), Member::Field(other)) => {
            one.modifiers.contains(&Modifier::Static) == other.modifiers.contains(&Modifier::Static)
        }
        _ => false,
    }
}
