//! Values of integer expressions.

use super::machine::{Machine, Number};
use crate::relational::{Arithmetic, Decl, IntExpr, IntId, Overflow};
use crate::stack;

impl<const W: usize> Machine<'_, W> {
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
                if self.overflow() == Overflow::Alloy {
                    let all: Vec<usize> = self.int_atoms.iter().collect();
                    let each = all.iter().map(|atom| if ints.contains(*atom) { self.int_values[*atom] } else { 0 });
                    return self.halved(&each.collect::<Vec<_>>());
                }
                let values = ints.iter().map(|atom| self.int_values[atom]);
                values.into_iter().try_fold(0i64, i64::checked_add).map_or(Number::Undefined, Number::Is)
            }
            IntExpr::SumOver(decls, body) => self.sum_over(decls, *body),
            IntExpr::Arithmetic(operator, a, b) => {
                let (a, b) = (self.int(*a), self.int(*b));
                self.combined(*operator, a, b)
            }
            IntExpr::If(condition, a, b) => {
                let branch = if self.formula(*condition) { a } else { b };
                self.int(*branch)
            }
        }
    }

    fn overflow(&self) -> Overflow {
        self.problem.universe.overflow
    }

    /// What becomes of a result outside the bit width.
    fn within_bit_width(&self, value: Number) -> Number {
        let (least, greatest) = self.problem.universe.int_range();
        match (value, self.overflow()) {
            (Number::Is(value), _) if (least..=greatest).contains(&value) => Number::Is(value),
            (Number::Is(value), Overflow::Wrap) => Number::Is(self.wrapped(value)),
            _ => Number::Undefined,
        }
    }

    /// The integer of the bit width that is the same modulo two to the power of the bit width.
    fn wrapped(&self, value: i64) -> i64 {
        let (least, greatest) = self.problem.universe.int_range();
        (value - least).rem_euclid(greatest - least + 1) + least
    }

    fn combined(&self, operator: Arithmetic, a: Number, b: Number) -> Number {
        let (Number::Is(a), Number::Is(b)) = (a, b) else { return Number::Undefined };
        let exact = match operator {
            Arithmetic::Plus => a.checked_add(b),
            Arithmetic::Minus => a.checked_sub(b),
            Arithmetic::Times => a.checked_mul(b),
            Arithmetic::Divide => a.checked_div(b),
            Arithmetic::Remainder => a.checked_rem(b),
            Arithmetic::ShiftLeft => self.shift_left(a, b),
            Arithmetic::ShiftRight => Some(a >> self.places(b)),
            Arithmetic::ShiftRightUnsigned => Some(self.shift_right_unsigned(a, b)),
        };
        let result = match (operator, exact) {
            (_, exact) if self.overflow() != Overflow::Wrap => exact,
            // What Alloy's circuits make of these.
            (Arithmetic::Divide, None) => Some(-a.signum()),
            (Arithmetic::Remainder, None) => Some(a),
            (Arithmetic::ShiftLeft, _) => Some(a << self.places(b)),
            (_, exact) => exact,
        };
        result.map_or(Number::Undefined, |result| self.within_bit_width(Number::Is(result)))
    }

    /// A sum in the order in which Alloy adds the integers of a set: one half, and the other half.
    fn halved(&self, values: &[i64]) -> Number {
        match values {
            [] => Number::Is(0),
            [value] => Number::Is(*value),
            _ => {
                let (first, second) = values.split_at(values.len().div_ceil(2));
                self.combined(Arithmetic::Plus, self.halved(first), self.halved(second))
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
