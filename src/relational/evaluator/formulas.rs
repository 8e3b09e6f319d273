//! Truth of formulas.

use super::machine::{Machine, Number};
use super::values::AtomSet;
use crate::relational::{Comparison, Decl, Expr, ExprId, Formula, FormulaId};
use crate::stack;

impl<const W: usize> Machine<'_, W> {
    /// Whether a formula holds under the current bindings.
    pub(super) fn formula(&mut self, id: FormulaId) -> bool {
        let Some(place) = self.place(self.analysis.formula(id).memo) else {
            return self.formula_anew(id);
        };
        if let Some(truth) = self.recall(&self.formula_memo, place) {
            return *truth;
        }
        let truth = self.formula_anew(id);
        self.remember_formula(place, truth);
        truth
    }

    fn formula_anew(&mut self, id: FormulaId) -> bool {
        stack::grown(|| self.formula_form(id))
    }

    fn formula_form(&mut self, id: FormulaId) -> bool {
        let terms = self.terms;
        match terms.get_formula(id) {
            Formula::Constant(truth) => *truth,
            Formula::In(a, b) => self.is_in(*a, *b),
            Formula::Equal(a, b) => match self.analysis.expr(*a).arity {
                1 => self.atoms(*a) == self.atoms(*b),
                _ => self.expr(*a) == self.expr(*b),
            },
            Formula::Some(a) => !self.is_empty(*a),
            Formula::No(a) => self.is_empty(*a),
            Formula::Lone(a) => self.len(*a) <= 1,
            Formula::One(a) => self.len(*a) == 1,
            Formula::AtMost(a, count) => self.len(*a) <= *count as usize,
            Formula::Not(a) => !self.formula(*a),
            Formula::And(parts) => parts.iter().all(|part| self.formula(*part)),
            Formula::Or(parts) => parts.iter().any(|part| self.formula(*part)),
            Formula::Implies(a, b) => !self.formula(*a) || self.formula(*b),
            Formula::Iff(a, b) => self.formula(*a) == self.formula(*b),
            Formula::All(decls, body) => !self.some_binding(decls, *body, false),
            Formula::Exists(decls, body) => self.some_binding(decls, *body, true),
            Formula::Compare(comparison, a, b) => match (self.int(*a), self.int(*b)) {
                (Number::Is(a), Number::Is(b)) => match comparison {
                    Comparison::Equal => a == b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                },
                _ => false,
            },
        }
    }

    fn is_in(&mut self, a: ExprId, b: ExprId) -> bool {
        let terms = self.terms;
        match self.analysis.expr(a).arity {
            1 => match terms.get(a) {
                Expr::Variable(variable) => {
                    let atom = self.bindings[variable.0 as usize] as usize;
                    self.atoms(b).contains(atom)
                }
                _ => {
                    let part = self.atoms(a);
                    part.is_subset(&self.atoms(b))
                }
            },
            2 => match terms.get(b) {
                // The declaration constraints of fields are of this form: no need to build the product.
                Expr::Product(left, right) => {
                    let (left, right) = (self.atoms(*left), self.atoms(*right));
                    let fits = |(atom, row): (usize, &AtomSet<W>)| {
                        row.is_empty() || left.contains(atom) && row.is_subset(&right)
                    };
                    self.pairs(a).iter().enumerate().all(fits)
                }
                _ => self.expr(a).is_subset(&self.expr(b)),
            },
            _ => self.expr(a).is_subset(&self.expr(b)),
        }
    }

    fn is_empty(&mut self, id: ExprId) -> bool {
        match self.analysis.expr(id).arity {
            1 => self.atoms(id).is_empty(),
            _ => self.expr(id).is_empty(),
        }
    }

    pub(super) fn len(&mut self, id: ExprId) -> usize {
        match self.analysis.expr(id).arity {
            1 => self.atoms(id).len(),
            _ => self.expr(id).len(),
        }
    }

    /// Whether `body` has the truth value `wanted` under some binding of `decls`.
    fn some_binding(&mut self, decls: &[Decl], body: FormulaId, wanted: bool) -> bool {
        let Some((decl, rest)) = decls.split_first() else {
            return self.formula(body) == wanted;
        };
        for atom in self.atoms(decl.bound).iter() {
            self.bindings[decl.variable.0 as usize] = atom as u32;
            if self.some_binding(rest, body, wanted) {
                return true;
            }
        }
        false
    }
}
