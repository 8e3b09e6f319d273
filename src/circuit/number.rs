//! Integers in a circuit: one wire per possible value, compared through order-encoded thresholds.

use super::{Circuit, Matrix, Wire};
use crate::relational::{Arithmetic, Comparison};
use std::collections::BTreeMap;

/// An integer: for every value that it may have, the wire that says whether it has it.
// Invariant: values ascend strictly, no wire is the constant false; in every instance where `defined` holds
// exactly one wire is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    values: Vec<(i64, Wire)>,
    /// Whether there is a value: no overflow and no division by zero on the way.
    pub defined: Wire,
}

/// A result with more possible values than [`Number::LIMIT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyValues;

impl Number {
    /// How many values a number may range over. Beyond it circuits would be larger than any solver likes.
    pub const LIMIT: usize = 1 << 14;

    /// A constant.
    pub fn constant(value: i64) -> Number {
        Number { values: vec![(value, Wire::TRUE)], defined: Wire::TRUE }
    }

    /// A number from the wires that carry its values; wires of equal values are joined.
    fn from_parts(
        circuit: &mut Circuit,
        parts: BTreeMap<i64, Vec<Wire>>,
        defined: Wire,
        range: (i64, i64),
    ) -> Result<Number, TooManyValues> {
        if parts.len() > Number::LIMIT {
            return Err(TooManyValues);
        }
        let mut overflow = Vec::new();
        let mut values = Vec::with_capacity(parts.len());
        for (value, wires) in parts {
            let wire = circuit.or_all(wires);
            if wire == Wire::FALSE {
                continue;
            }
            if (range.0..=range.1).contains(&value) {
                values.push((value, wire));
            } else {
                overflow.push(!wire);
            }
        }
        overflow.push(defined);
        Ok(Number { values, defined: circuit.and_all(overflow) })
    }

    /// The number of tuples of a matrix.
    pub fn cardinality(circuit: &mut Circuit, matrix: &Matrix, range: (i64, i64)) -> Result<Number, TooManyValues> {
        let wires: Vec<Wire> = matrix.cells.iter().map(|cell| cell.1).collect();
        let sorted = match matrix.claim {
            super::Claim::Chain => wires,
            super::Claim::Lone => {
                let mut any = Wire::FALSE;
                for wire in wires.iter().rev() {
                    any = circuit.or(*wire, any);
                }
                vec![any]
            }
            _ => sort(circuit, &wires),
        };
        let mut parts = BTreeMap::new();
        for count in 0..=sorted.len() {
            let at_least = if count == 0 { Wire::TRUE } else { sorted[count - 1] };
            let more = sorted.get(count).copied().unwrap_or(Wire::FALSE);
            parts.insert(count as i64, vec![circuit.and(at_least, !more)]);
        }
        Number::from_parts(circuit, parts, Wire::TRUE, range)
    }

    /// The sum of weights whose wires are true; `lone` says that at most one is.
    pub fn sum(
        circuit: &mut Circuit,
        weights: &[(i64, Wire)],
        lone: bool,
        range: (i64, i64),
    ) -> Result<Number, TooManyValues> {
        if lone {
            let mut any = Wire::FALSE;
            for (_, wire) in weights.iter().rev() {
                any = circuit.or(*wire, any);
            }
            let mut parts: BTreeMap<i64, Vec<Wire>> = BTreeMap::new();
            for (value, wire) in weights {
                parts.entry(*value).or_default().push(*wire);
            }
            parts.entry(0).or_default().push(!any);
            return Number::from_parts(circuit, parts, Wire::TRUE, range);
        }
        // Partial sums are exact; only the result has to fit.
        let mut total = Number::constant(0);
        for (value, wire) in weights {
            let mut parts: BTreeMap<i64, Vec<Wire>> = BTreeMap::new();
            for (sum, has) in &total.values {
                let (with, without) = (circuit.and(*has, *wire), circuit.and(*has, !*wire));
                parts.entry(sum.saturating_add(*value)).or_default().push(with);
                parts.entry(*sum).or_default().push(without);
            }
            total = Number::from_parts(circuit, parts, Wire::TRUE, (i64::MIN, i64::MAX))?;
        }
        let parts = total.values.into_iter().map(|(value, wire)| (value, vec![wire])).collect();
        Number::from_parts(circuit, parts, Wire::TRUE, range)
    }

    /// The sum of conditional numbers: each counts where its wire is true.
    pub fn sum_guarded(
        circuit: &mut Circuit,
        terms: &[(Wire, Number)],
        range: (i64, i64),
    ) -> Result<Number, TooManyValues> {
        let zero = Number::constant(0);
        let mut total = zero.clone();
        for (guard, term) in terms {
            let term = term.choose(*guard, &zero, circuit);
            total = total.arithmetic(Arithmetic::Plus, &term, circuit, (i64::MIN, i64::MAX))?;
        }
        total.within(circuit, range)
    }

    fn within(self, circuit: &mut Circuit, range: (i64, i64)) -> Result<Number, TooManyValues> {
        let parts = self.values.into_iter().map(|(value, wire)| (value, vec![wire])).collect();
        Number::from_parts(circuit, parts, self.defined, range)
    }

    /// `self op other`; undefined outside `range` and for division by zero.
    pub fn arithmetic(
        &self,
        op: Arithmetic,
        other: &Number,
        circuit: &mut Circuit,
        range: (i64, i64),
    ) -> Result<Number, TooManyValues> {
        if self.values.len().saturating_mul(other.values.len()) > Number::LIMIT * 16 {
            return Err(TooManyValues);
        }
        let width = 65 - range.1.leading_zeros();
        let mut parts: BTreeMap<i64, Vec<Wire>> = BTreeMap::new();
        let mut undefined = Vec::new();
        for (a, has_a) in &self.values {
            for (b, has_b) in &other.values {
                let both = circuit.and(*has_a, *has_b);
                let value = match op {
                    Arithmetic::Plus => a.checked_add(*b),
                    Arithmetic::Minus => a.checked_sub(*b),
                    Arithmetic::Times => a.checked_mul(*b),
                    Arithmetic::Divide => a.checked_div(*b),
                    Arithmetic::Remainder => a.checked_rem(*b),
                    Arithmetic::ShiftLeft => shifted_left(*a, *b, width),
                    Arithmetic::ShiftRight => Some(*a >> places(*b, width)),
                    Arithmetic::ShiftRightUnsigned => match places(*b, width) {
                        0 => Some(*a),
                        places => Some(unsigned(*a, width) >> places),
                    },
                };
                match value {
                    Some(value) => parts.entry(value).or_default().push(both),
                    None => undefined.push(!both),
                }
            }
        }
        undefined.extend([self.defined, other.defined]);
        let defined = circuit.and_all(undefined);
        Number::from_parts(circuit, parts, defined, range)
    }

    /// `condition ? self : other`.
    pub fn choose(&self, condition: Wire, other: &Number, circuit: &mut Circuit) -> Number {
        let mut values: BTreeMap<i64, (Wire, Wire)> = BTreeMap::new();
        for (value, wire) in &self.values {
            values.insert(*value, (*wire, Wire::FALSE));
        }
        for (value, wire) in &other.values {
            values.entry(*value).or_insert((Wire::FALSE, Wire::FALSE)).1 = *wire;
        }
        let values = values
            .into_iter()
            .map(|(value, (yes, no))| (value, circuit.choose(condition, yes, no)))
            .filter(|value| value.1 != Wire::FALSE)
            .collect();
        Number { values, defined: circuit.choose(condition, self.defined, other.defined) }
    }

    /// The values with their wires.
    pub fn values(&self) -> &[(i64, Wire)] {
        &self.values
    }

    /// For every value, in order, whether the number is at least that. The disjunctions are built from the greatest
    /// value down, so that numbers with common upper values share them.
    fn thresholds(&self, circuit: &mut Circuit) -> Vec<(i64, Wire)> {
        let mut at_least = Wire::FALSE;
        let mut result = Vec::with_capacity(self.values.len());
        for (value, wire) in self.values.iter().rev() {
            at_least = circuit.or(*wire, at_least);
            result.push((*value, at_least));
        }
        result.reverse();
        result
    }

    /// Compares two numbers; false where either is undefined.
    pub fn compare(&self, comparison: Comparison, other: &Number, circuit: &mut Circuit) -> Wire {
        let holds = match comparison {
            Comparison::Equal => {
                let mut pairs = Vec::new();
                let mut rest = other.values.as_slice();
                for (value, wire) in &self.values {
                    let skip = rest.partition_point(|entry| entry.0 < *value);
                    rest = &rest[skip..];
                    if let Some((found, twin)) = rest.first()
                        && found == value
                    {
                        pairs.push(circuit.and(*wire, *twin));
                    }
                }
                circuit.or_all(pairs)
            }
            Comparison::Less => self.below(other, true, circuit),
            Comparison::LessEqual => self.below(other, false, circuit),
        };
        circuit.and_all([holds, self.defined, other.defined])
    }

    /// Whether `self < other` (or `<=`): whenever self reaches a value, other exceeds (reaches) it. Said of thresholds,
    /// so that unit propagation moves the bounds of both sides.
    fn below(&self, other: &Number, strictly: bool, circuit: &mut Circuit) -> Wire {
        let (left, right) = (self.thresholds(circuit), other.thresholds(circuit));
        let mut parts = Vec::with_capacity(left.len());
        for (index, (value, at_least)) in left.iter().enumerate() {
            // The least value of a defined number is always reached.
            let reached = if index == 0 { Wire::TRUE } else { *at_least };
            let next = right.partition_point(|entry| if strictly { entry.0 <= *value } else { entry.0 < *value });
            let exceeded = match next {
                0 => Wire::TRUE,
                _ => right.get(next).map_or(Wire::FALSE, |entry| entry.1),
            };
            parts.push(circuit.implies(reached, exceeded));
        }
        circuit.and_all(parts)
    }

    /// Whether every comparison of this number is defined.
    pub fn is_total(&self) -> bool {
        self.defined == Wire::TRUE
    }
}

/// An integer of so many bits read without a sign.
fn unsigned(value: i64, width: u32) -> i64 {
    value.rem_euclid(1i64 << width)
}

/// By how many places `b` shifts the bits of an integer to the right.
fn places(b: i64, width: u32) -> u32 {
    unsigned(b, width.saturating_sub(1).checked_ilog2().map_or(0, |last| last + 1)) as u32
}

/// `a` times two to the power of `b`, unless it does not fit anyway.
fn shifted_left(a: i64, b: i64, width: u32) -> Option<i64> {
    let places = unsigned(b, width);
    match a {
        0 => Some(0),
        _ if places > i64::from(width) => None,
        _ => a.checked_mul(1i64 << places),
    }
}

/// The wires in descending order of truth: the k-th is true iff at least k+1 of them are (a totaliser).
pub(super) fn sort(circuit: &mut Circuit, wires: &[Wire]) -> Vec<Wire> {
    if wires.len() <= 1 {
        return wires.to_vec();
    }
    let (left, right) = wires.split_at(wires.len() / 2);
    let (left, right) = (sort(circuit, left), sort(circuit, right));
    let total = left.len() + right.len();
    let mut sums = vec![Vec::new(); total];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            if i + j > 0 {
                let a = if i == 0 { Wire::TRUE } else { left[i - 1] };
                let b = if j == 0 { Wire::TRUE } else { right[j - 1] };
                sums[i + j - 1].push(circuit.and(a, b));
            }
        }
    }
    sums.into_iter().map(|ways| circuit.or_all(ways)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: (i64, i64) = (-128, 127);

    fn variable(circuit: &mut Circuit, values: &[i64]) -> (Number, Vec<Wire>) {
        let wires: Vec<Wire> = values.iter().map(|_| circuit.input()).collect();
        let values = values.iter().copied().zip(wires.iter().copied()).collect();
        (Number { values, defined: Wire::TRUE }, wires)
    }

    #[test]
    fn arithmetic_and_comparisons_agree_with_i64() {
        let mut circuit = Circuit::new();
        let domain = [-3, -1, 0, 2, 5];
        let (a, wires_a) = variable(&mut circuit, &domain);
        let (b, wires_b) = variable(&mut circuit, &domain);
        type Meaning = Box<dyn Fn(i64, i64) -> bool>;
        let mut checks: Vec<(Wire, Meaning)> = Vec::new();
        for (comparison, meaning) in [
            (Comparison::Equal, (|x, y| x == y) as fn(i64, i64) -> bool),
            (Comparison::Less, |x, y| x < y),
            (Comparison::LessEqual, |x, y| x <= y),
        ] {
            checks.push((a.compare(comparison, &b, &mut circuit), Box::new(meaning)));
        }
        for target in -15..=25 {
            let number = Number::constant(target);
            for (op, meaning) in [
                (Arithmetic::Plus, (|x: i64, y: i64| x.checked_add(y)) as fn(i64, i64) -> Option<i64>),
                (Arithmetic::Minus, |x, y| x.checked_sub(y)),
                (Arithmetic::Times, |x, y| x.checked_mul(y)),
                (Arithmetic::Divide, |x, y| x.checked_div(y)),
                (Arithmetic::Remainder, |x, y| x.checked_rem(y)),
            ] {
                let result = a.arithmetic(op, &b, &mut circuit, WIDE).expect("small");
                let equal = result.compare(Comparison::Equal, &number, &mut circuit);
                checks.push((equal, Box::new(move |x, y| meaning(x, y) == Some(target))));
            }
        }
        for (i, x) in domain.iter().enumerate() {
            for (j, y) in domain.iter().enumerate() {
                let values = circuit.simulate(|node| node.wire() == wires_a[i] || node.wire() == wires_b[j]);
                for (wire, meaning) in &checks {
                    let value = values[wire.node().index()] != wire.is_complement();
                    assert_eq!(value, meaning(*x, *y), "{x} {y}");
                }
            }
        }
    }

    #[test]
    fn cardinality_counts_and_sum_adds() {
        let mut circuit = Circuit::new();
        let wires: Vec<Wire> = (0..5).map(|_| circuit.input()).collect();
        let weights: Vec<(i64, Wire)> = [1, 2, -3, 4, 4].into_iter().zip(wires.iter().copied()).collect();
        let sorted = sort(&mut circuit, &wires);
        let sum = Number::sum(&mut circuit, &weights, false, WIDE).expect("small");
        for bits in 0..32u32 {
            let on = |wire: Wire| bits >> (wire.node().index() - 1) & 1 == 1;
            let values = circuit.simulate(|node| on(node.wire()));
            let read = |wire: Wire| values[wire.node().index()] != wire.is_complement();
            let count = sorted.iter().filter(|wire| read(**wire)).count();
            assert_eq!(count as u32, bits.count_ones());
            let expected: i64 = weights.iter().filter(|weight| on(weight.1)).map(|weight| weight.0).sum();
            let found: Vec<i64> = sum.values().iter().filter(|value| read(value.1)).map(|value| value.0).collect();
            assert_eq!(found, [expected]);
        }
    }

    #[test]
    fn a_result_outside_the_range_makes_comparisons_false() {
        let mut circuit = Circuit::new();
        let seven = Number::constant(7);
        let sum = seven.arithmetic(Arithmetic::Plus, &Number::constant(1), &mut circuit, (-8, 7)).expect("small");
        assert_eq!(sum.defined, Wire::FALSE);
        assert_eq!(sum.compare(Comparison::Less, &seven, &mut circuit), Wire::FALSE);
    }
}
