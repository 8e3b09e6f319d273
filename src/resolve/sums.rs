//! Unions and differences of integers where one number is meant: in Alloy 6, `+` and `-` do not calculate.

use super::checker::Checker;
use super::module::{Binary, Expr, ExprKind, Mult, Prim, Type, VarId};
use crate::diagnostic::{Diagnostic, Span};
use crate::stack;

impl Checker<'_> {
    /// Warns of a union or difference of integers whose value is to be one number: the sum of that set is taken, in which
    /// equal numbers count once.
    pub(super) fn warn_of_summed_set(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(Binary::Union | Binary::Difference, ..) => self.warn_of_set(expr, "its sum is taken"),
            ExprKind::Var(var) => self.warn_of_let(*var),
            _ => {}
        }
    }

    /// Warns of such a set where one number is compared with it, given as an index, or given for or returned as one
    /// element.
    pub(super) fn warn_of_set_for_one(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) => self.warn_of_let(*var),
            _ if self.is_of_numbers(expr) => self.warn_of_set(expr, "not arithmetic"),
            _ => {}
        }
    }

    /// `items[a + b]`, but not `(a + b).items` or `items[0 + 1]`, which ask for several places.
    pub(super) fn warn_of_index(&mut self, index: &Expr, relation: &Expr) {
        let of_integers = matches!(&relation.ty, Type::Relation(ty)
            if ty.arity > 1 && ty.products.iter().any(|product| product[0] == Prim::Int));
        let computes = |expr: &Expr| matches!(expr.kind, ExprKind::Var(_) | ExprKind::Field(_));
        if of_integers && relation.span.start < index.span.start && index.all().any(computes) {
            self.warn_of_set_for_one(index);
        }
    }

    /// Remembers a variable of `let` whose value is such a set; the warning comes where it is used as one number.
    pub(super) fn note_let(&mut self, var: VarId, value: &Expr) {
        if self.is_of_numbers(value)
            && let Some(diagnostic) = self.message(value, "not arithmetic")
        {
            self.sums.insert(var, (value.span, diagnostic));
        }
    }

    fn warn_of_let(&mut self, var: VarId) {
        if let Some((span, diagnostic)) = self.sums.remove(&var) {
            self.warn_once(span, diagnostic);
        }
    }

    /// Warns of a union or difference of integers.
    pub(super) fn warn_of_set(&mut self, expr: &Expr, label: &str) {
        if let Some(diagnostic) = self.message(expr, label) {
            self.warn_once(expr.span, diagnostic);
        }
    }

    /// Warns unless that was done; what was said of parts of it is said with it.
    fn warn_once(&mut self, span: Span, diagnostic: Diagnostic) {
        let message = |other: &Diagnostic| other.message.contains("two sets of integers");
        let covers = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
        if self.diagnostics.iter().any(|other| message(other) && covers(other.primary.span, span)) {
            return;
        }
        self.diagnostics.retain(|other| !(message(other) && covers(span, other.primary.span)));
        self.report(diagnostic);
    }

    fn message(&self, expr: &Expr, label: &str) -> Option<Diagnostic> {
        let (symbol, operation) = match expr.kind {
            ExprKind::Binary(Binary::Union, ..) => ("+", "union"),
            ExprKind::Binary(Binary::Difference, ..) => ("-", "difference"),
            _ => return None,
        };
        let help = match (self.calculated(expr), label) {
            (cure, "its sum is taken") => format!("write `{cure}` to calculate, or `sum (…)` for the sum of the set"),
            (cure, _) => format!("write `{cure}` to calculate"),
        };
        let message = format!("`{symbol}` is the {operation} of two sets of integers");
        Some(Diagnostic::warning(expr.span, message).label(label).help(help))
    }

    /// The expression with `plus` and `minus` in place of `+` and `-`.
    fn calculated(&self, expr: &Expr) -> String {
        let (mut calls, mut last) = (Vec::new(), expr);
        while let ExprKind::Binary(operator @ (Binary::Union | Binary::Difference), left, right) = &last.kind {
            calls.push((*operator, right));
            last = left;
        }
        let (functions, arguments): (Vec<_>, Vec<_>) = calls
            .into_iter()
            .map(|(operator, right)| {
                let function = if operator == Binary::Union { "plus[" } else { "minus[" };
                (function, format!(", {}]", self.side(right)))
            })
            .unzip();
        let arguments: String = arguments.into_iter().rev().collect();
        format!("{}{}{arguments}", functions.concat(), self.side(last))
    }

    fn side(&self, expr: &Expr) -> String {
        match expr.kind {
            ExprKind::Binary(Binary::Union | Binary::Difference, ..) => stack::grown(|| self.calculated(expr)),
            _ => self.text(expr.span).to_owned(),
        }
    }

    /// Whether an expression is a union or difference of single integers.
    fn is_of_numbers(&self, expr: &Expr) -> bool {
        let mut waiting = match &expr.kind {
            ExprKind::Binary(Binary::Union | Binary::Difference, left, right) => vec![&**left, &**right],
            _ => return false,
        };
        while let Some(part) = waiting.pop() {
            match &part.kind {
                ExprKind::Binary(Binary::Union | Binary::Difference, left, right) => {
                    waiting.extend([&**left, &**right])
                }
                _ if is_integers(part) && self.is_single(part) => {}
                _ => return false,
            }
        }
        true
    }

    /// Whether an expression has one element at most, as far as its form tells.
    pub(super) fn is_single(&self, expr: &Expr) -> bool {
        let at_most_one = |mult: Mult| matches!(mult, Mult::One | Mult::Lone);
        let mut expr = expr;
        while let ExprKind::Binary(Binary::Join, left, right) = &expr.kind {
            let ExprKind::Field(field) = right.kind else { return false };
            let field = &self.module.fields[field.index()];
            if field.arity() != 2 || !at_most_one(field.mult) {
                return false;
            }
            expr = left;
        }
        at_most_one(self.mult(expr))
    }
}

/// Whether an expression denotes integers.
fn is_integers(expr: &Expr) -> bool {
    match &expr.ty {
        Type::Int => true,
        Type::Relation(ty) => ty.arity == 1 && ty.products.iter().any(|product| product[0] == Prim::Int),
        Type::Formula => false,
    }
}
