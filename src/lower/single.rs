//! What surely has one element, as far as that is plain: a variable, and a field of it that each element of its signature has once.

use super::lowering::{Binding, Lowering};
use crate::relational::{Expr as Term, ExprId};
use crate::resolve::{Binary, Expr, ExprKind, Mult, Prim, SigId, Unary, VarId};
use crate::stack;

impl Lowering<'_> {
    /// Notes that the one element that a term stands for is among those of a bound.
    pub(super) fn note_range(&mut self, term: ExprId, bound: &Expr) {
        if let Some(sig) = self.range(bound) {
            self.ranges.insert(term, sig);
        }
    }

    /// Whether an expression surely has one element.
    pub(super) fn is_single(&self, expr: &Expr) -> bool {
        stack::grown(|| match &expr.kind {
            ExprKind::Var(variable) => self.term(*variable).is_some_and(|term| self.is_single_term(term)),
            ExprKind::Sig(sig) => self.module.sigs[sig.index()].mult == Mult::One,
            ExprKind::Unary(Unary::AtomOf, _) => true,
            ExprKind::Binary(Binary::Join, left, right) => {
                let ExprKind::Field(field) = right.kind else { return false };
                let field = &self.module.fields[field.index()];
                field.arity() == 2 && field.mult == Mult::One && self.is_in(left, field.owner) && self.is_single(left)
            }
            _ => false,
        })
    }

    fn is_single_term(&self, term: ExprId) -> bool {
        match self.terms.get(term) {
            Term::Variable(_) | Term::Atom(_) => true,
            Term::Constant(tuples) => tuples.keys().len() == 1,
            _ => self.ranges.contains_key(&term),
        }
    }

    /// Whether all that an expression may have is in a signature. In other states, the same may be elsewhere.
    fn is_in(&self, expr: &Expr, sig: SigId) -> bool {
        if self.time.is_some() {
            return false;
        }
        if let ExprKind::Var(variable) = &expr.kind
            && let Some(term) = self.term(*variable)
            && let Term::Constant(tuples) = self.terms.get(term)
        {
            let sure = &self.bounds.population.lower[sig.index()];
            return tuples.keys().iter().all(|key| sure.iter().any(|atom| u64::from(atom.0) == key.0));
        }
        self.range(expr).is_some_and(|range| self.module.lineage(range).any(|above| above == sig))
    }

    /// A signature that surely has all of an expression.
    fn range(&self, expr: &Expr) -> Option<SigId> {
        stack::grown(|| match &expr.kind {
            ExprKind::Sig(sig) => Some(*sig),
            ExprKind::Var(variable) => self.ranges.get(&self.term(*variable)?).copied(),
            ExprKind::Binary(Binary::Intersection, left, right) => self.range(left).or_else(|| self.range(right)),
            ExprKind::Binary(Binary::Difference, left, _) => self.range(left),
            ExprKind::Binary(Binary::Join, _, right) => {
                let ExprKind::Field(field) = right.kind else { return None };
                match self.module.fields[field.index()].ty.products.as_slice() {
                    [product] => match product.last() {
                        Some(Prim::Sig(sig)) => Some(*sig),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        })
    }

    fn term(&self, variable: VarId) -> Option<ExprId> {
        match self.binding(variable)? {
            Binding::Expr(term) => Some(term),
            _ => None,
        }
    }
}
