//! Comparisons whose sides are the same expression.

use super::checker::Checker;
use super::module::{Expr, ExprKind, Unary};
use crate::diagnostic::{Diagnostic, Span};
use std::mem::discriminant;

impl Checker<'_> {
    /// Warns of a comparison that holds whatever the instance, because both sides are the same.
    pub(super) fn warn_if_same(&mut self, symbol: &str, left: &Expr, right: &Expr, span: Span) {
        if same(left, right) && !is_constant(left) {
            self.report(
                Diagnostic::warning(span, format!("the sides of `{symbol}` are the same"))
                    .label("this says nothing, or rules out everything where it is negated")
                    .help("compare with something else, or remove it"),
            );
        }
    }
}

/// Whether an expression is one of those of which people write `1 = 1` or `none = none`, for what always holds.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(Unary::AtomOf, inner) => is_constant(inner),
        kind => matches!(kind, ExprKind::Number(_) | ExprKind::None),
    }
}

/// Whether two expressions are the same but for their places. What declares variables is never the same: every
/// declaration makes variables of its own.
fn same(left: &Expr, right: &Expr) -> bool {
    let mut waiting = vec![(left, right)];
    while let Some((left, right)) = waiting.pop() {
        let (a, b) = (left.parts(), right.parts());
        if !alike(left, right) || a.len() != b.len() {
            return false;
        }
        waiting.extend(a.into_iter().zip(b));
    }
    true
}

/// Whether two expressions have the same form, whatever they are made of.
fn alike(left: &Expr, right: &Expr) -> bool {
    use ExprKind::{Binary, Call, Comprehension, Field, Let, Number, Quant, Sig, Temporal, Text, Unary, Var};
    match (&left.kind, &right.kind) {
        (Quant(..) | Comprehension(..) | Let(..), _) => false,
        (Sig(left), Sig(right)) => left == right,
        (Field(left), Field(right)) => left == right,
        (Var(left), Var(right)) => left == right,
        (Text(left), Text(right)) => left == right,
        (Number(left), Number(right)) => left == right,
        (Unary(left, _), Unary(right, _)) => left == right,
        (Binary(left, ..), Binary(right, ..)) => left == right,
        (Call(left, _), Call(right, _)) => left == right,
        (Temporal(left, _), Temporal(right, _)) => left == right,
        (left, right) => discriminant(left) == discriminant(right),
    }
}
