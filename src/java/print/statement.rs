//! Statements as lines.

use super::Printer;
use super::layout::Tokens;
use crate::java::tree::{Binary, Catch, Expr, Stmt};
use crate::java::types::Type;

impl Printer {
    /// Statements, each on lines of its own.
    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Stmt) {
        let mut tokens = Tokens::default();
        match statement {
            Stmt::Comment(text) => self.line(&format!("// {text}")),
            Stmt::Return(Some(value)) if conjuncts(value).len() > 2 => self.conjunction(&conjuncts(value)),
            Stmt::If(condition, then, otherwise) => self.branch("", condition, then, otherwise),
            Stmt::ForEach(ty, name, values, body) => {
                tokens.open("for (");
                self.ty(ty, &mut tokens);
                tokens.text(&format!(" {}", self.named(name)));
                tokens.space();
                tokens.text(": ");
                self.expr(values, &mut tokens);
                tokens.close(")");
                self.block(tokens, body);
            }
            Stmt::For(ty, name, first, condition, body) => {
                tokens.open("for (");
                self.ty(ty, &mut tokens);
                let name = self.named(name);
                tokens.text(&format!(" {name} = "));
                self.expr(first, &mut tokens);
                tokens.text("; ");
                self.expr(condition, &mut tokens);
                tokens.text(&format!("; {name}++"));
                tokens.close(")");
                self.block(tokens, body);
            }
            Stmt::Try(body, catches) => self.guarded(body, catches),
            simple => {
                self.simple(simple, &mut tokens);
                tokens.text(";");
                self.lay_out(tokens);
            }
        }
    }

    /// A statement without a block, without its semicolon.
    pub(super) fn simple(&mut self, statement: &Stmt, tokens: &mut Tokens) {
        match statement {
            Stmt::Local(ty, name, value) => {
                self.ty(ty, tokens);
                tokens.text(&format!(" {}", self.named(name)));
                if let Some(value) = value {
                    tokens.text(" = ");
                    self.expr(value, tokens);
                }
            }
            Stmt::Expr(value) => self.expr(value, tokens),
            Stmt::Return(None) => tokens.text("return"),
            Stmt::Return(Some(value)) => {
                tokens.text("return ");
                self.expr(value, tokens);
            }
            Stmt::Throw(value) => {
                tokens.text("throw ");
                self.expr(value, tokens);
            }
            Stmt::Continue => tokens.text("continue"),
            Stmt::If(..) | Stmt::ForEach(..) | Stmt::For(..) | Stmt::Try(..) | Stmt::Comment(_) => {
                unreachable!("statements with blocks are no simple ones")
            }
        }
    }

    /// A head and a block.
    pub(super) fn block(&mut self, mut head: Tokens, body: &[Stmt]) {
        head.text(" {");
        self.lay_out(head);
        let lines = self.indented(|printer| printer.statements(body));
        self.lines.extend(lines);
        self.line("}");
    }

    /// An `if`, after what closes the block before it.
    fn branch(&mut self, before: &str, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        let mut tokens = Tokens::default();
        tokens.text(before);
        tokens.open("if (");
        self.expr(condition, &mut tokens);
        tokens.close(")");
        self.block(tokens, then);
        if otherwise.is_empty() {
            return;
        }
        // What follows is on the line of the brace.
        self.lines.pop();
        match otherwise {
            [Stmt::If(condition, then, otherwise)] => self.branch("} else ", condition, then, otherwise),
            otherwise => {
                let mut tokens = Tokens::default();
                tokens.text("} else");
                self.block(tokens, otherwise);
            }
        }
    }

    fn guarded(&mut self, body: &[Stmt], catches: &[Catch]) {
        let mut tokens = Tokens::default();
        tokens.text("try");
        self.block(tokens, body);
        for Catch { types, name, body } in catches {
            self.lines.pop();
            let mut tokens = Tokens::default();
            tokens.open("} catch (");
            self.alternatives(types, &mut tokens);
            tokens.text(&format!(" {}", self.named(name)));
            tokens.close(")");
            self.block(tokens, body);
        }
    }

    fn alternatives(&mut self, types: &[Type], tokens: &mut Tokens) {
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                tokens.text(" | ");
            }
            self.ty(ty, tokens);
        }
    }

    /// Conditions that are returned together, each on a line.
    fn conjunction(&mut self, parts: &[&Expr]) {
        for (index, part) in parts.iter().enumerate() {
            let mut tokens = Tokens::default();
            tokens.text(if index == 0 { "return " } else { "        && " });
            self.conjunct(part, &mut tokens);
            if index + 1 == parts.len() {
                tokens.text(";");
            }
            self.lay_out(tokens);
        }
    }
}

/// The operands of a chain of `&&`, from the left.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let (mut parts, mut pending) = (Vec::new(), vec![expr]);
    while let Some(expr) = pending.pop() {
        match expr {
            Expr::Binary(Binary::And, left, right) => pending.extend([&**right, &**left]),
            other => parts.push(other),
        }
    }
    parts
}
