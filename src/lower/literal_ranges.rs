//! Ranges of integers that formulas state in literals: `0 <= i and i < 8`.

use crate::resolve::{Binary, Expr, ExprKind, Unary, VarId};

/// Takes values off both ends of a range with which a formula cannot hold, as far as its conjuncts compare a variable with literals that are
/// in the range. What a literal outside of it means, depends on what an overflow means.
pub(super) fn narrowed(range: (i64, i64), variable: VarId, formula: &Expr) -> (i64, i64) {
    match &formula.kind {
        ExprKind::And(parts) => parts.iter().fold(range, |range, part| {
            let (low, high) = narrowed(range, variable, part);
            (range.0.max(low), range.1.min(high))
        }),
        ExprKind::Binary(operator, left, right) => {
            let compared = match (literal(left), literal(right)) {
                (None, Some(value)) if is(left, variable) => Some((*operator, value)),
                (Some(value), None) if is(right, variable) => turned(*operator).map(|operator| (operator, value)),
                _ => None,
            };
            match compared {
                Some((operator, value)) if (range.0..=range.1).contains(&value) => match operator {
                    Binary::Less => (range.0, value - 1),
                    Binary::LessEqual => (range.0, value),
                    Binary::Greater => (value + 1, range.1),
                    Binary::GreaterEqual => (value, range.1),
                    Binary::IntEqual | Binary::Equal => (value, value),
                    _ => range,
                },
                _ => range,
            }
        }
        _ => range,
    }
}

/// The comparison with its sides exchanged.
fn turned(operator: Binary) -> Option<Binary> {
    Some(match operator {
        Binary::Less => Binary::Greater,
        Binary::LessEqual => Binary::GreaterEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterEqual => Binary::LessEqual,
        Binary::IntEqual | Binary::Equal => operator,
        _ => return None,
    })
}

fn literal(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(value) => Some(*value),
        ExprKind::Unary(Unary::SumOf | Unary::ValueOf | Unary::AtomOf, inner) => literal(inner),
        _ => None,
    }
}

fn is(expr: &Expr, variable: VarId) -> bool {
    match &expr.kind {
        ExprKind::Var(other) => *other == variable,
        ExprKind::Unary(Unary::SumOf | Unary::ValueOf | Unary::AtomOf, inner) => is(inner, variable),
        _ => false,
    }
}
