//! Where lines of expressions may end.

use super::document::{Builder, Joins, Line, Rule};
use crate::stack;
use crate::syntax::tree::{Binary, Decl, Expr, ExprKind, Temporal};

impl Builder<'_> {
    /// An expression, with the parentheses around it.
    pub(super) fn expression(&mut self, expr: &Expr) {
        stack::grown(|| self.form(expr));
    }

    /// One arm for each form of expression.
    fn form(&mut self, expr: &Expr) {
        self.tokens_before(expr.span().start);
        match &expr.kind {
            ExprKind::Number(value) if *value < 0 => {
                self.tokens_to(&["-"]);
                self.joined(Joins { after: true, ..Joins::default() });
            }
            ExprKind::Unary(_, operand) => self.expression(operand),
            ExprKind::Binary(Binary::Join, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::Binary(..) => self.chain(expr),
            ExprKind::Temporal { operands, .. } => match operands.as_slice() {
                [operand] => self.expression(operand),
                _ => self.chain(expr),
            },
            ExprKind::If(condition, then, otherwise) => self.choice(condition, then, otherwise),
            ExprKind::Box(target, arguments) => {
                self.expression(target);
                self.tokens_to(&["["]);
                self.bracketed("[", Rule::First, |builder, group| {
                    for (at, argument) in arguments.iter().enumerate() {
                        if at > 0 {
                            builder.line(group, Line::Plain);
                        }
                        builder.expression(argument);
                        builder.commas();
                    }
                });
            }
            ExprKind::Quantified(_, decls, body) => {
                self.decls(decls);
                self.body(body);
            }
            ExprKind::Let(bindings, body) => {
                let group = self.open(Rule::Any, true);
                for (at, (name, value)) in bindings.iter().enumerate() {
                    if at > 0 {
                        self.commas();
                        self.line(group, Line::Plain);
                    }
                    self.tokens_before(name.span().end);
                    self.expression(value);
                }
                self.close(group);
                self.body(body);
            }
            ExprKind::Comprehension(decls, body) => {
                self.tokens_to(&["{"]);
                self.token();
                self.decls(decls);
                let has_body = body.span().start > self.peek().span.start || !self.at("}");
                if has_body {
                    self.body(body);
                }
            }
            ExprKind::Block(formulas) => self.block(formulas),
            ExprKind::Name(_) | ExprKind::At(_) | ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Error => {}
        }
        self.tokens_before(expr.span().end);
    }

    /// `{ … }`: formulas on lines of their own. A single one may stand beside its braces.
    fn block(&mut self, formulas: &[Expr]) {
        let rule = if formulas.len() > 1 { Rule::Always } else { Rule::Any };
        self.braces(rule, |builder, group| {
            for (at, formula) in formulas.iter().enumerate() {
                if at > 0 {
                    builder.line(group, Line::Item);
                }
                builder.expression(formula);
            }
        });
    }

    /// What follows declarations: `| formula`, or a block.
    fn body(&mut self, body: &Expr) {
        if !self.follows_bar(body) {
            return self.expression(body);
        }
        let group = self.open(Rule::Any, true);
        self.tokens_before(body.span().start);
        self.line(group, Line::Plain);
        self.expression(body);
        self.close(group);
    }

    fn follows_bar(&self, body: &Expr) -> bool {
        let is_block = matches!(body.kind, ExprKind::Block(_));
        !is_block && self.is_after("|", body.span().start)
    }

    /// Declarations with commas between them, up to what follows the last one.
    fn decls(&mut self, decls: &[Decl]) {
        let group = self.open(Rule::Any, true);
        for (at, decl) in decls.iter().enumerate() {
            if at > 0 {
                self.commas();
                self.line(group, Line::Plain);
            }
            self.decl(decl);
        }
        self.close(group);
    }

    /// A declaration. Parentheses around its multiplicity and bound belong to no expression.
    pub(super) fn decl(&mut self, decl: &Decl) {
        self.tokens_before(decl.names[0].span().start);
        let start = self.taken();
        self.expression(&decl.bound);
        for _ in 0..self.open_parentheses_since(start) {
            self.token();
        }
    }

    /// Operands of one operator, which are not in parentheses: `a and b and c`.
    fn chain(&mut self, expr: &Expr) {
        let operands = operands(expr);
        let starts: Vec<u32> = operands.iter().map(|operand| operand.span().start).collect();
        let ends: Vec<u32> = operands.iter().map(|operand| operand.span().end).collect();
        self.tokens_before(starts[0]);
        let ahead = |position: u32| self.ahead_of(position);
        let pairs = || ends.iter().zip(&starts[1..]);
        let before = pairs().any(|(&end, _)| self.line_ends_before(ahead(end)));
        let after = pairs().any(|(_, &start)| self.line_ends_before(ahead(start)));
        let leading = before && !after;
        let group = self.open(Rule::Any, true);
        for (at, operand) in operands.iter().enumerate() {
            if at > 0 {
                if leading {
                    self.line(group, Line::Plain);
                }
                self.tokens_before(operand.span().start);
                if !leading {
                    self.line(group, Line::Plain);
                }
            }
            self.expression(operand);
        }
        self.close(group);
    }

    /// `condition => then else otherwise`.
    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) {
        self.tokens_before(condition.span().start);
        let group = self.open(Rule::Any, false);
        self.expression(condition);
        self.branch(then);
        self.line(group, Line::Plain);
        if let ExprKind::If(..) = otherwise.kind {
            self.expression(otherwise);
        } else {
            self.branch(otherwise);
        }
        self.close(group);
    }

    /// A branch with the word before it.
    fn branch(&mut self, branch: &Expr) {
        self.tokens_before(branch.span().start);
        if let ExprKind::Block(_) = branch.kind {
            return self.expression(branch);
        }
        let group = self.open(Rule::Any, true);
        self.line(group, Line::Plain);
        self.expression(branch);
        self.close(group);
    }
}

/// The operands of a chain of one operator, in order. Parentheses end a chain.
fn operands(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut waiting = vec![(expr, true)];
    while let Some((expr, is_chain)) = waiting.pop() {
        let (left, right) = match &expr.kind {
            ExprKind::Binary(_, left, right) if is_chain => (left.as_ref(), right.as_ref()),
            ExprKind::Temporal { operands, .. } if is_chain => (&operands[0], &operands[1]),
            _ => {
                found.push(expr);
                continue;
            }
        };
        waiting.extend([right, left].map(|part| (part, same_operator(expr, part) && !has_parentheses(part))));
    }
    found
}

fn same_operator(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Binary(Binary::Arrow(..), ..), ExprKind::Binary(Binary::Arrow(..), ..)) => true,
        (ExprKind::Binary(Binary::Union | Binary::Difference, ..), ExprKind::Binary(b, ..)) => {
            matches!(b, Binary::Union | Binary::Difference)
        }
        (ExprKind::Binary(a, ..), ExprKind::Binary(b, ..)) => a == b,
        (ExprKind::Temporal { operator: a, .. }, ExprKind::Temporal { operator: b, .. }) => {
            a == b && *a != Temporal::Prime
        }
        _ => false,
    }
}

/// Whether an expression with operands on both sides stands in parentheses.
fn has_parentheses(expr: &Expr) -> bool {
    let first = match &expr.kind {
        ExprKind::Binary(_, left, _) => left.as_ref(),
        ExprKind::Temporal { operands, .. } => &operands[0],
        _ => return false,
    };
    first.span().start > expr.span().start
}
