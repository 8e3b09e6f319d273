//! Truth of formulas and values of integer expressions.

use super::machine::{Machine, Number};
use super::values::AtomSet;
use crate::relational::{Arithmetic, Comparison, Decl, Expr, ExprId, Formula, FormulaId, IntExpr, IntId};
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

    fn len(&mut self, id: ExprId) -> usize {
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

    /// The value of an integer expression under the current bindings.
    pub(super) fn int(&mut self, id: IntId) -> Number {
        let Some(place) = self.place(self.analysis.int(id).memo) else {
            let value = self.int_anew(id);
            return self.within_bit_width(value);
        };
        if let Some(value) = self.recall(&self.int_memo, place) {
            return *value;
        }
        let value = self.int_anew(id);
        let value = self.within_bit_width(value);
        self.remember_int(place, value);
        value
    }

    fn within_bit_width(&self, value: Number) -> Number {
        let (least, greatest) = self.problem.universe.int_range();
        match value {
            Number::Is(value) if (least..=greatest).contains(&value) => Number::Is(value),
            _ => Number::Undefined,
        }
    }

    fn int_anew(&mut self, id: IntId) -> Number {
        stack::grown(|| self.int_form(id))
    }

    fn int_form(&mut self, id: IntId) -> Number {
        let terms = self.terms;
        match terms.get_int(id) {
            IntExpr::Constant(value) => Number::Is(*value),
            IntExpr::Cardinality(a) => Number::Is(self.len(*a) as i64),
            IntExpr::Sum(a) => {
                let ints = self.atoms(*a).intersection(&self.int_atoms);
                let values = ints.iter().map(|atom| self.int_values[atom]);
                defined(values.into_iter().try_fold(0i64, i64::checked_add))
            }
            IntExpr::SumOver(decls, body) => self.sum_over(decls, *body),
            IntExpr::Arithmetic(operator, a, b) => match (self.int(*a), self.int(*b)) {
                (Number::Is(a), Number::Is(b)) => defined(match operator {
                    Arithmetic::Plus => a.checked_add(b),
                    Arithmetic::Minus => a.checked_sub(b),
                    Arithmetic::Times => a.checked_mul(b),
                    Arithmetic::Divide => a.checked_div(b),
                    Arithmetic::Remainder => a.checked_rem(b),
                    Arithmetic::ShiftLeft => self.shift_left(a, b),
                    Arithmetic::ShiftRight => Some(a >> self.places(b)),
                    Arithmetic::ShiftRightUnsigned => Some(self.shift_right_unsigned(a, b)),
                }),
                _ => Number::Undefined,
            },
            IntExpr::If(condition, a, b) => {
                let branch = if self.formula(*condition) { a } else { b };
                self.int(*branch)
            }
        }
    }

    /// `a << b`, where `b` counts without its sign.
    fn shift_left(&self, a: i64, b: i64) -> Option<i64> {
        let places = b & ((1i64 << self.problem.universe.bit_width) - 1);
        if a == 0 || places >= 63 {
            return (a == 0).then_some(0);
        }
        a.checked_mul(1i64 << places)
    }

    /// By how many places a shift to the right moves the bits.
    fn places(&self, b: i64) -> u32 {
        let width = self.problem.universe.bit_width.max(1);
        (b & ((1i64 << (u32::BITS - (width - 1).leading_zeros())) - 1)) as u32
    }

    fn shift_right_unsigned(&self, a: i64, b: i64) -> i64 {
        let width = self.problem.universe.bit_width;
        let places = self.places(b);
        if places == 0 { a } else { (a & ((1i64 << width) - 1)) >> places }
    }

    fn sum_over(&mut self, decls: &[Decl], body: IntId) -> Number {
        let Some((decl, rest)) = decls.split_first() else {
            return self.int(body);
        };
        let mut sum = 0i64;
        for atom in self.atoms(decl.bound).iter() {
            self.bindings[decl.variable.0 as usize] = atom as u32;
            let Number::Is(part) = self.sum_over(rest, body) else {
                return Number::Undefined;
            };
            let Some(more) = sum.checked_add(part) else {
                return Number::Undefined;
            };
            sum = more;
        }
        Number::Is(sum)
    }
}

fn defined(value: Option<i64>) -> Number {
    value.map_or(Number::Undefined, Number::Is)
}
