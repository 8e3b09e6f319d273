//! Expressions and types as tokens: operators with the parentheses that they need, and no others but those that help to read.

use super::Printer;
use super::escape;
use super::layout::Tokens;
use crate::java::tree::{Binary, Call, Creation, Expr, Lambda, LambdaBody, Literal, Receiver, Stmt, Unary};
use crate::java::types::{Bound, CanonicalName, ClassType, Type};

/// How strongly the outermost operator of an expression binds (JLS 15), weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// Assignments and lambdas.
    Assignment,
    /// `c ? a : b`
    Conditional,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`, `!=`
    Equality,
    /// `<` and its kin, `instanceof`
    Relational,
    /// `+`, `-`
    Additive,
    /// `*`, `/`, `%`
    Multiplicative,
    /// `!`, `-`, casts
    Unary,
    /// Names, calls, literals.
    Primary,
}

fn strength(expr: &Expr) -> Strength {
    match expr {
        Expr::Assign(..) | Expr::Lambda(_) => Strength::Assignment,
        Expr::Conditional(_) => Strength::Conditional,
        Expr::Binary(operator, ..) => strength_of(*operator),
        Expr::InstanceOf(..) => Strength::Relational,
        Expr::Cast(..) | Expr::Unary(..) | Expr::Increment(_) => Strength::Unary,
        Expr::Literal(literal) if is_negative(literal) => Strength::Unary,
        // It may be written in pieces.
        Expr::Literal(Literal::Text(text)) if text.len() > 80 => Strength::Additive,
        _ => Strength::Primary,
    }
}

fn strength_of(operator: Binary) -> Strength {
    match operator {
        Binary::Or => Strength::Or,
        Binary::And => Strength::And,
        Binary::Equal | Binary::NotEqual => Strength::Equality,
        Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => Strength::Relational,
        Binary::Plus | Binary::Minus => Strength::Additive,
        Binary::Times | Binary::Divide | Binary::Remainder => Strength::Multiplicative,
    }
}

fn sign(operator: Binary) -> &'static str {
    match operator {
        Binary::Or => "||",
        Binary::And => "&&",
        Binary::Equal => "==",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterEqual => ">=",
        Binary::Plus => "+",
        Binary::Minus => "-",
        Binary::Times => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
    }
}

/// How strongly the operands of an operator must bind to be written without parentheses.
fn operands(operator: Binary) -> (Strength, Strength) {
    match operator {
        // A chain is the same however it is nested.
        Binary::Or => (Strength::Or, Strength::Or),
        Binary::And => (Strength::And, Strength::And),
        // `a == b == c` is hard to read.
        Binary::Equal | Binary::NotEqual => (Strength::Relational, Strength::Relational),
        Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => {
            (Strength::Additive, Strength::Additive)
        }
        Binary::Plus | Binary::Minus => (Strength::Additive, Strength::Multiplicative),
        Binary::Times | Binary::Divide | Binary::Remainder => (Strength::Multiplicative, Strength::Unary),
    }
}

fn is_negative(literal: &Literal) -> bool {
    match literal {
        Literal::Int(value) | Literal::Long(value) => *value < 0,
        Literal::Double(value) => value.is_sign_negative(),
        Literal::Float(value) => value.is_sign_negative(),
        Literal::Null | Literal::Boolean(_) | Literal::Char(_) | Literal::Text(_) => false,
    }
}

/// Whether an expression is written with a minus in front.
fn begins_with_minus(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(literal) => is_negative(literal),
        Expr::Unary(Unary::Minus, _) => true,
        _ => false,
    }
}

impl Printer {
    /// An expression.
    pub(super) fn expr(&mut self, expr: &Expr, tokens: &mut Tokens) {
        match expr {
            Expr::Name(name) => tokens.text(&self.named(name)),
            Expr::Source(text) => tokens.text(text),
            Expr::Literal(Literal::Text(text)) => tokens.string(text, escape::string),
            Expr::Literal(literal) => tokens.text(&plain(literal)),
            Expr::This => tokens.text("this"),
            Expr::Class(class) => tokens.text(&self.class_name(class)),
            Expr::Field(object, field) => {
                self.operand(object, Strength::Primary, tokens);
                tokens.text(&format!(".{}", self.named(field)));
            }
            Expr::Call(call) => self.call(call, tokens),
            Expr::New(creation) => self.creation(creation, tokens),
            Expr::Array(element, values) => {
                tokens.text("new ");
                self.ty(&element.erased(), tokens);
                tokens.text("[] ");
                self.list("{", values, "}", tokens);
            }
            Expr::Elements(values) => self.elements(values, tokens),
            Expr::Unary(operator, operand) => self.unary(*operator, operand, tokens),
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right, tokens),
            Expr::Conditional(parts) => self.conditional(parts, tokens),
            Expr::Cast(ty, value) => self.cast(ty, value, tokens),
            Expr::InstanceOf(value, ty) => {
                self.operand(value, Strength::Additive, tokens);
                tokens.text(" instanceof ");
                self.ty(ty, tokens);
            }
            Expr::Lambda(lambda) => self.lambda(lambda, tokens),
            Expr::Reference(object, method) => {
                self.operand(object, Strength::Primary, tokens);
                tokens.text(&format!("::{}", self.named(method)));
            }
            Expr::ClassLiteral(ty) => {
                self.ty(&ty.erased(), tokens);
                tokens.text(".class");
            }
            Expr::Index(array, index) => {
                self.operand(array, Strength::Primary, tokens);
                tokens.text("[");
                self.expr(index, tokens);
                tokens.text("]");
            }
            Expr::Increment(variable) => {
                self.operand(variable, Strength::Primary, tokens);
                tokens.text("++");
            }
            Expr::Assign(variable, value) => {
                self.operand(variable, Strength::Primary, tokens);
                tokens.text(" = ");
                self.expr(value, tokens);
            }
        }
    }

    fn cast(&mut self, ty: &Type, value: &Expr, tokens: &mut Tokens) {
        tokens.open("(");
        self.ty(ty, tokens);
        tokens.close(") ");
        // `(Integer) -1` is a subtraction.
        match begins_with_minus(value) && !ty.is_primitive() {
            true => self.parenthesised(value, tokens),
            false => self.operand(value, Strength::Unary, tokens),
        }
    }

    /// An expression where something binds it with a strength.
    fn operand(&mut self, expr: &Expr, least: Strength, tokens: &mut Tokens) {
        match strength(expr) < least {
            true => self.parenthesised(expr, tokens),
            false => self.expr(expr, tokens),
        }
    }

    /// An operand of `&&`.
    pub(super) fn conjunct(&mut self, expr: &Expr, tokens: &mut Tokens) {
        self.operand(expr, Strength::And, tokens);
    }

    fn parenthesised(&mut self, expr: &Expr, tokens: &mut Tokens) {
        tokens.open("(");
        self.expr(expr, tokens);
        tokens.close(")");
    }

    fn unary(&mut self, operator: Unary, operand: &Expr, tokens: &mut Tokens) {
        match operator {
            Unary::Not => {
                tokens.text("!");
                self.operand(operand, Strength::Unary, tokens);
            }
            Unary::Minus => {
                tokens.text("-");
                // Two signs would be a decrement.
                match begins_with_minus(operand) {
                    true => self.parenthesised(operand, tokens),
                    false => self.operand(operand, Strength::Unary, tokens),
                }
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, tokens: &mut Tokens) {
        let (least_left, least_right) = operands(operator);
        self.operand(left, least_left, tokens);
        match operator {
            Binary::Or | Binary::And => tokens.space(),
            // A comparison stays on one line where it can, and what is calculated, too.
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual => tokens.tight_space(1),
            Binary::Plus | Binary::Minus | Binary::Times | Binary::Divide | Binary::Remainder => tokens.tight_space(2),
        }
        tokens.text(&format!("{} ", sign(operator)));
        match right {
            // In whatever order texts are joined, the result is the same.
            Expr::Literal(Literal::Text(_)) if operator == Binary::Plus => self.expr(right, tokens),
            _ => self.operand(right, least_right, tokens),
        }
    }

    fn conditional(&mut self, [condition, then, otherwise]: &[Expr; 3], tokens: &mut Tokens) {
        self.operand(condition, Strength::Or, tokens);
        tokens.space();
        tokens.text("? ");
        self.operand(then, Strength::Or, tokens);
        tokens.space();
        tokens.text(": ");
        self.operand(otherwise, Strength::Conditional, tokens);
    }

    fn call(&mut self, call: &Call, tokens: &mut Tokens) {
        match &call.on {
            Receiver::Own => {}
            Receiver::Of(object) => {
                self.operand(object, Strength::Primary, tokens);
                tokens.text(".");
            }
            Receiver::Imported(class) => tokens.text(&self.imports.method(class, &call.name)),
        }
        self.type_arguments(&call.type_arguments, tokens);
        tokens.text(&self.named(&call.name));
        self.list("(", &call.arguments, ")", tokens);
    }

    fn creation(&mut self, creation: &Creation, tokens: &mut Tokens) {
        match (&creation.outer, creation.ty.name()) {
            (Some(outer), Some(name)) => {
                self.operand(outer, Strength::Primary, tokens);
                tokens.text(&format!(".new {}", escape::ascii(name.simple())));
            }
            _ => {
                tokens.text("new ");
                self.ty(&creation.ty, tokens);
            }
        }
        if creation.inferred {
            tokens.text("<>");
        }
        self.list("(", &creation.arguments, ")", tokens);
        if let Some(members) = &creation.body {
            tokens.text(" {");
            let lines = self.indented(|printer| printer.members(members));
            tokens.block(lines);
            tokens.text("}");
        }
    }

    /// Expressions between signs, with commas.
    fn list(&mut self, open: &str, values: &[Expr], close: &str, tokens: &mut Tokens) {
        tokens.open(open);
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                tokens.text(",");
                tokens.space();
            }
            self.part(value, tokens);
        }
        tokens.close(close);
    }

    /// An argument, or the value of a function: it breaks after what is around it, if it is a choice.
    fn part(&mut self, value: &Expr, tokens: &mut Tokens) {
        match value {
            Expr::Conditional(parts) => {
                tokens.open("");
                self.conditional(parts, tokens);
                tokens.close("");
            }
            other => self.expr(other, tokens),
        }
    }

    /// The elements of an array where it is declared; those of a table on a line each.
    fn elements(&mut self, values: &[Expr], tokens: &mut Tokens) {
        if !values.iter().all(|value| matches!(value, Expr::Elements(_))) || values.is_empty() {
            self.list("{", values, "}", tokens);
            return;
        }
        tokens.text("{");
        let lines = self.indented(|printer| {
            for value in values {
                let mut row = Tokens::default();
                printer.expr(value, &mut row);
                row.text(",");
                printer.lay_out(row);
            }
        });
        tokens.block(lines);
        tokens.text("}");
    }

    fn lambda(&mut self, lambda: &Lambda, tokens: &mut Tokens) {
        let parameters: Vec<String> = lambda.parameters.iter().map(|name| self.named(name)).collect();
        match parameters.as_slice() {
            [single] => tokens.text(single),
            several => tokens.text(&format!("({})", several.join(", "))),
        }
        tokens.text(" ->");
        tokens.tight_space(1);
        match &lambda.body {
            LambdaBody::Value(value) => self.part(value, tokens),
            LambdaBody::Block(body) if is_short(body) => {
                tokens.open("{ ");
                for statement in body {
                    self.simple(statement, tokens);
                    tokens.text("; ");
                }
                tokens.close("}");
            }
            LambdaBody::Block(body) => {
                tokens.text("{");
                let lines = self.indented(|printer| printer.statements(body));
                tokens.block(lines);
                tokens.text("}");
            }
        }
    }

    /// A class as the unit writes it.
    pub(super) fn class_name(&mut self, class: &CanonicalName) -> String {
        escape::ascii(&self.imports.class(class))
    }

    /// A type.
    pub(super) fn ty(&mut self, ty: &Type, tokens: &mut Tokens) {
        match ty {
            Type::Primitive(primitive) => tokens.text(primitive.keyword()),
            Type::Array(element) => {
                self.ty(element, tokens);
                tokens.text("[]");
            }
            Type::Variable(name) => tokens.text(name),
            Type::Wildcard(None) => tokens.text("?"),
            Type::Wildcard(Some((bound, ty))) => {
                tokens.text(match bound {
                    Bound::Extends => "? extends ",
                    Bound::Super => "? super ",
                });
                self.ty(ty, tokens);
            }
            Type::Class(class) => self.class_type(class, tokens),
        }
    }

    fn class_type(&mut self, class: &ClassType, tokens: &mut Tokens) {
        match &class.outer {
            Some(outer) => {
                self.class_type(outer, tokens);
                tokens.text(&format!(".{}", escape::ascii(class.name.simple())));
            }
            None => tokens.text(&self.class_name(&class.name)),
        }
        self.type_arguments(&class.arguments, tokens);
    }

    /// Type arguments with their brackets, if there are any.
    fn type_arguments(&mut self, arguments: &[Type], tokens: &mut Tokens) {
        if arguments.is_empty() {
            return;
        }
        tokens.open("<");
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                tokens.text(",");
                tokens.space();
            }
            self.ty(argument, tokens);
        }
        tokens.close(">");
    }
}

/// Whether the statements of a function stay on its line: one without a value, and one that returns a name or a literal.
fn is_short(body: &[Stmt]) -> bool {
    matches!(body, [Stmt::Expr(_), Stmt::Return(Some(Expr::Name(_) | Expr::Literal(_)))])
}

/// A literal that is no string.
fn plain(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Long(value) => format!("{value}L"),
        Literal::Double(value) => format!("{value:?}"),
        Literal::Float(value) => format!("{value:?}f"),
        Literal::Char(character) => escape::character(*character),
        Literal::Text(text) => escape::string(text),
    }
}
