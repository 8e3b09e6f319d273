//! Integers in a circuit: one wire per possible value, compared through order-encoded thresholds, as long as the values
//! are few; two's complement (`binary`) beyond.

use super::binary::{self, Bits};
use super::integers::{Integers, exactly, wrapping};
use super::totaliser::sort;
use super::values::Values;
use super::{Circuit, Matrix, Wire};
use crate::relational::{Arithmetic, Comparison, Overflow};
use std::collections::{BTreeMap, BTreeSet};

/// An integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    form: Form,
    /// Whether there is a value: no overflow and no division by zero on the way. Always true where integers wrap.
    pub defined: Wire,
}

/// How an integer is represented, in every instance where it is defined; elsewhere it says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// For every value that it may have, the wire that says whether it has it.
    Values(Values),
    /// Two's complement.
    Bits(Bits),
}

impl Form {
    fn plain(each: Vec<(i64, Wire)>) -> Form {
        Form::Values(Values::new(each))
    }
}

/// A result with more possible values than [`Number::LIMIT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyValues;

impl Number {
    /// How many values a number may range over. Beyond it circuits would be larger than any solver likes.
    pub const LIMIT: usize = 1 << 14;

    /// A constant.
    pub fn constant(value: i64) -> Number {
        Number { form: Form::plain(vec![(value, Wire::TRUE)]), defined: Wire::TRUE }
    }

    /// A number that is written in a formula.
    pub fn literal(value: i64, integers: &Integers) -> Number {
        let fits = integers.contains(value);
        match integers.overflow {
            _ if fits => Number::constant(value),
            Overflow::Wrap => Number::constant(integers.wrapped(value)),
            _ => Number { defined: Wire::FALSE, ..Number::constant(value) },
        }
    }

    /// An integer in two's complement; undefined where it does not fit.
    fn of_bits(bits: &[Wire], defined: Wire, integers: &Integers, circuit: &mut Circuit) -> Number {
        let (bits, fits) = binary::within(bits, integers.width(), circuit);
        Number { form: Form::Bits(bits), defined: integers.defined(vec![defined, fits], circuit) }
    }

    /// The integer in two's complement.
    fn bits(&self, circuit: &mut Circuit) -> Bits {
        match &self.form {
            Form::Values(values) => binary::of_values(&values.each, circuit),
            Form::Bits(bits) => bits.clone(),
        }
    }

    /// A number from the wires that carry its values; wires of equal values are joined.
    fn from_parts(
        circuit: &mut Circuit,
        mut parts: BTreeMap<i64, Vec<Wire>>,
        defined: Wire,
        integers: &Integers,
    ) -> Result<Number, TooManyValues> {
        if parts.len() > Number::LIMIT {
            return Err(TooManyValues);
        }
        let mut overflow = vec![defined];
        let outside: Vec<i64> = parts.keys().copied().filter(|value| !integers.contains(*value)).collect();
        for value in outside {
            let wire = circuit.or_all(parts.remove(&value).unwrap_or_default());
            overflow.push(!wire);
            if integers.overflow == Overflow::Wrap {
                parts.entry(integers.wrapped(value)).or_default().push(wire);
            }
        }
        let values = parts.into_iter().map(|(value, wires)| (value, circuit.or_all(wires)));
        let values = values.filter(|(_, wire)| *wire != Wire::FALSE).collect();
        Ok(Number { form: Form::plain(values), defined: integers.defined(overflow, circuit) })
    }

    /// The same number with the bounds of values from which it differs by a constant.
    fn moved(self, from: &Values) -> Number {
        match self.form {
            Form::Values(values) => Number { form: Form::Values(values.moved(from)), ..self },
            Form::Bits(_) => self,
        }
    }

    /// The number of tuples of a matrix.
    pub fn cardinality(circuit: &mut Circuit, matrix: &Matrix, integers: &Integers) -> Result<Number, TooManyValues> {
        let wires: Vec<Wire> = matrix.cells.iter().map(|cell| cell.1).collect();
        let range = integers.range;
        let countable = wires.len().saturating_mul(wires.len().min(range.1.unsigned_abs() as usize + 1));
        if integers.binary && matrix.claim == super::Claim::Nothing && countable > integers.pairs {
            let ones = wires.iter().map(|wire| vec![*wire, Wire::FALSE]).collect();
            let count = binary::sum(ones, circuit);
            return Ok(Number::of_bits(&count, Wire::TRUE, integers, circuit));
        }
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
        let counts = std::iter::once(Wire::TRUE).chain(sorted).enumerate();
        let counts: Vec<(i64, Wire)> = counts.map(|(count, wire)| (count as i64, wire)).collect();
        let counts = Values::between(&counts, circuit);
        let parts = counts.each.iter().map(|(count, wire)| (*count, vec![*wire])).collect();
        Ok(Number::from_parts(circuit, parts, Wire::TRUE, integers)?.moved(&counts))
    }

    /// The sum of weights whose wires are true; `lone` says that at most one is.
    pub fn sum(
        circuit: &mut Circuit,
        weights: &[(i64, Wire)],
        lone: bool,
        integers: &Integers,
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
            return Number::from_parts(circuit, parts, Wire::TRUE, integers);
        }
        let spread: u64 = weights.iter().map(|(value, _)| value.unsigned_abs()).fold(1, u64::saturating_add);
        if integers.binary && spread.saturating_mul(weights.len() as u64) > integers.pairs as u64 {
            let masked = |(value, wire): &(i64, Wire)| {
                binary::constant(*value).into_iter().map(|bit| if bit == Wire::TRUE { *wire } else { bit }).collect()
            };
            let total = binary::sum(weights.iter().map(masked).collect(), circuit);
            return Ok(Number::of_bits(&total, Wire::TRUE, integers, circuit));
        }
        // Partial sums are exact; only the result has to fit.
        let mut total = Number::constant(0);
        for (value, wire) in weights {
            let mut parts: BTreeMap<i64, Vec<Wire>> = BTreeMap::new();
            for (sum, has) in total.values() {
                let (with, without) = (circuit.and(*has, *wire), circuit.and(*has, !*wire));
                parts.entry(sum.saturating_add(*value)).or_default().push(with);
                parts.entry(*sum).or_default().push(without);
            }
            total = Number::from_parts(circuit, parts, Wire::TRUE, &integers.exact())?;
        }
        let parts = total.values().iter().map(|(value, wire)| (*value, vec![*wire])).collect();
        Number::from_parts(circuit, parts, Wire::TRUE, integers)
    }

    /// The sum of conditional numbers: each counts where its wire is true.
    pub fn sum_guarded(
        circuit: &mut Circuit,
        terms: &[(Wire, Number)],
        integers: &Integers,
    ) -> Result<Number, TooManyValues> {
        let zero = Number::constant(0);
        let spread = |(_, term): &(Wire, Number)| match &term.form {
            Form::Values(values) => values.each.iter().map(|(value, _)| value.unsigned_abs()).max().unwrap_or(0),
            Form::Bits(_) => u64::MAX,
        };
        let spread: u64 = terms.iter().map(spread).fold(1, u64::saturating_add);
        let chosen: Vec<Number> = terms.iter().map(|(guard, term)| term.choose(*guard, &zero, circuit)).collect();
        if integers.binary && spread.saturating_mul(spread) > integers.pairs as u64 {
            let defined = circuit.and_all(chosen.iter().map(|term| term.defined).collect::<Vec<_>>());
            let bits = chosen.iter().map(|term| term.bits(circuit)).collect();
            let total = binary::sum(bits, circuit);
            return Ok(Number::of_bits(&total, defined, integers, circuit));
        }
        let exact = integers.exact();
        let mut total = zero;
        for term in &chosen {
            total = total.arithmetic(Arithmetic::Plus, term, circuit, &exact)?;
        }
        let parts = total.values().iter().map(|(value, wire)| (*value, vec![*wire])).collect();
        Number::from_parts(circuit, parts, total.defined, integers)
    }

    /// The sum of numbers as Alloy adds those of a set: the first half of them and the second half, each in the same way.
    pub fn halved(circuit: &mut Circuit, terms: &[Number], integers: &Integers) -> Result<Number, TooManyValues> {
        match terms {
            [] => Ok(Number::constant(0)),
            [term] => Ok(term.clone()),
            _ => {
                let (first, second) = terms.split_at(terms.len().div_ceil(2));
                let (first, second) =
                    (Number::halved(circuit, first, integers)?, Number::halved(circuit, second, integers)?);
                first.arithmetic(Arithmetic::Plus, &second, circuit, integers)
            }
        }
    }

    /// `self op other`; undefined outside the range and for division by zero.
    pub fn arithmetic(
        &self,
        op: Arithmetic,
        other: &Number,
        circuit: &mut Circuit,
        integers: &Integers,
    ) -> Result<Number, TooManyValues> {
        let (Form::Values(values), Form::Values(others)) = (&self.form, &other.form) else {
            return Ok(self.binary_arithmetic(op, other, circuit, integers));
        };
        if values.each.len().saturating_mul(others.each.len()) > integers.pairs {
            if integers.binary {
                return Ok(self.binary_arithmetic(op, other, circuit, integers));
            }
            return Err(TooManyValues);
        }
        let mut parts: BTreeMap<i64, Vec<Wire>> = BTreeMap::new();
        let mut undefined = Vec::new();
        for (a, has_a) in &values.each {
            for (b, has_b) in &others.each {
                let both = circuit.and(*has_a, *has_b);
                let value = match integers.overflow {
                    Overflow::Wrap => Some(wrapping(op, *a, *b, integers)),
                    _ => exactly(op, *a, *b, integers),
                };
                match value {
                    Some(value) => parts.entry(value).or_default().push(both),
                    None => undefined.push(!both),
                }
            }
        }
        undefined.extend([self.defined, other.defined]);
        let defined = integers.defined(undefined, circuit);
        let result = Number::from_parts(circuit, parts, defined, integers)?;
        // What is moved by a constant keeps its bounds.
        Ok(match (op, values.each.len(), others.each.len()) {
            (Arithmetic::Plus | Arithmetic::Minus, _, 1) => result.moved(values),
            (Arithmetic::Plus, 1, _) => result.moved(others),
            _ => result,
        })
    }

    fn binary_arithmetic(&self, op: Arithmetic, other: &Number, circuit: &mut Circuit, integers: &Integers) -> Number {
        let (a, b) = (self.bits(circuit), other.bits(circuit));
        let width = integers.width();
        let mut defined = circuit.and(self.defined, other.defined);
        let result = match op {
            Arithmetic::Plus => binary::plus(&a, &b, circuit),
            Arithmetic::Minus => binary::minus(&a, &b, circuit),
            Arithmetic::Times => binary::times(&a, &b, circuit),
            Arithmetic::Divide | Arithmetic::Remainder => {
                let by_zero = binary::is(&b, 0, circuit);
                defined = circuit.and(defined, !by_zero);
                let (quotient, rest) = binary::divide(&a, &b, circuit);
                let divides = op == Arithmetic::Divide;
                let exact = if divides { quotient } else { rest };
                if integers.overflow == Overflow::Wrap {
                    let otherwise = if divides { binary::opposite_sign(&a, circuit) } else { a };
                    binary::choose(by_zero, &otherwise, &exact, circuit)
                } else {
                    exact
                }
            }
            Arithmetic::ShiftLeft => {
                let (shifted, kept) = binary::shift_left(&a, &b, width, circuit);
                defined = circuit.and(defined, kept);
                shifted
            }
            Arithmetic::ShiftRight => binary::shift_right(&a, &b, true, width, circuit),
            Arithmetic::ShiftRightUnsigned => binary::shift_right(&a, &b, false, width, circuit),
        };
        Number::of_bits(&result, defined, integers, circuit)
    }

    /// `condition ? self : other`.
    pub fn choose(&self, condition: Wire, other: &Number, circuit: &mut Circuit) -> Number {
        let defined = circuit.choose(condition, self.defined, other.defined);
        let (Form::Values(yes), Form::Values(no)) = (&self.form, &other.form) else {
            let (yes, no) = (self.bits(circuit), other.bits(circuit));
            return Number { form: Form::Bits(binary::choose(condition, &yes, &no, circuit)), defined };
        };
        Number { form: Form::Values(yes.choose(condition, no, circuit)), defined }
    }

    /// The wires of the values, where there is one for each.
    fn values(&self) -> &[(i64, Wire)] {
        match &self.form {
            Form::Values(values) => &values.each,
            Form::Bits(_) => &[],
        }
    }

    /// Whether the number has a value, for each of some values.
    pub fn among(&self, values: impl Iterator<Item = i64>, circuit: &mut Circuit) -> Vec<(i64, Wire)> {
        match &self.form {
            Form::Values(own) => {
                let wanted: BTreeSet<i64> = values.collect();
                own.each.iter().filter(|(value, _)| wanted.contains(value)).copied().collect()
            }
            Form::Bits(bits) => values.map(|value| (value, binary::is(bits, value, circuit))).collect(),
        }
    }

    /// The same number with wires that say whether it is at least so much: for ascending values, each implies those before it.
    pub fn reaching(self, thresholds: &[(i64, Wire)]) -> Number {
        match self.form {
            Form::Values(values) => Number { form: Form::Values(values.reaching(thresholds)), ..self },
            Form::Bits(_) => self,
        }
    }

    /// The greater of two numbers, or the lesser; `None` where either may be undefined or is in two's complement. Its bounds follow from
    /// theirs, whichever it is.
    pub fn extreme(&self, greatest: bool, other: &Number, circuit: &mut Circuit) -> Option<Number> {
        match (&self.form, &other.form) {
            (Form::Values(one), Form::Values(two)) if self.is_total() && other.is_total() => {
                Some(Number { form: Form::Values(one.extreme(greatest, two, circuit)), defined: Wire::TRUE })
            }
            _ => None,
        }
    }

    /// Compares two numbers; false where either is undefined.
    pub fn compare(&self, comparison: Comparison, other: &Number, circuit: &mut Circuit) -> Wire {
        let holds = match (&self.form, &other.form) {
            (Form::Values(a), Form::Values(b)) => match comparison {
                // Bounds that are known apart from values move those of the other side.
                Comparison::Equal if a.has_own_bounds() != b.has_own_bounds() => {
                    let parts = [a.equals(b, circuit), a.below(b, false, circuit), b.below(a, false, circuit)];
                    circuit.and_all(parts)
                }
                Comparison::Equal => a.equals(b, circuit),
                Comparison::Less => a.below(b, true, circuit),
                Comparison::LessEqual => a.below(b, false, circuit),
            },
            _ => {
                let (a, b) = (self.bits(circuit), other.bits(circuit));
                match comparison {
                    Comparison::Equal => binary::equal(&a, &b, circuit),
                    Comparison::Less => binary::less(&a, &b, circuit),
                    Comparison::LessEqual => !binary::less(&b, &a, circuit),
                }
            }
        };
        circuit.and_all([holds, self.defined, other.defined])
    }

    /// Whether two numbers differ that are defined: a difference says nothing of bounds.
    pub fn differs(&self, other: &Number, circuit: &mut Circuit) -> Wire {
        match (&self.form, &other.form) {
            (Form::Values(a), Form::Values(b)) => !a.equals(b, circuit),
            _ => !self.compare(Comparison::Equal, other, circuit),
        }
    }

    /// Whether all values that it may have pass a test; of integers in two's complement that is not known.
    pub fn has_only(&self, passes: impl Fn(i64) -> bool) -> bool {
        match &self.form {
            Form::Values(values) => values.each.iter().all(|(value, _)| passes(*value)),
            Form::Bits(_) => false,
        }
    }

    /// Whether every comparison of this number is defined.
    pub fn is_total(&self) -> bool {
        self.defined == Wire::TRUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relational::TupleKey;

    const WIDE: Integers = Integers { range: (-128, 127), pairs: 1 << 10, binary: false, overflow: Overflow::Sound };

    fn variable(circuit: &mut Circuit, values: &[i64]) -> (Number, Vec<Wire>) {
        let wires: Vec<Wire> = values.iter().map(|_| circuit.input()).collect();
        let values = values.iter().copied().zip(wires.iter().copied()).collect();
        (Number { form: Form::plain(values), defined: Wire::TRUE }, wires)
    }

    /// The same integers, always in two's complement.
    const BINARY: Integers = Integers { pairs: 0, binary: true, ..WIDE };

    type Meaning = fn(i64, i64) -> Option<i64>;

    /// What each operator means for integers of eight bits.
    const OPERATORS: [(Arithmetic, Meaning); 8] = [
        (Arithmetic::Plus, |x, y| Some(x + y)),
        (Arithmetic::Minus, |x, y| Some(x - y)),
        (Arithmetic::Times, |x, y| Some(x * y)),
        (Arithmetic::Divide, |x, y| x.checked_div(y)),
        (Arithmetic::Remainder, |x, y| x.checked_rem(y)),
        (Arithmetic::ShiftLeft, |x, y| match u32::try_from(y) {
            Ok(y) if y < 8 => Some(x * 2i64.pow(y)),
            // Negative integers are great without a sign.
            _ => (x == 0).then_some(0),
        }),
        (Arithmetic::ShiftRight, |x, y| Some(x.div_euclid(2i64.pow(y.rem_euclid(8) as u32)))),
        (Arithmetic::ShiftRightUnsigned, |x, y| {
            Some(i64::from((x as i8 as u8) >> (y.rem_euclid(8) as u32)) as i8 as i64)
        }),
    ];

    #[test]
    fn arithmetic_and_comparisons_agree_with_i64() {
        let domain = [-128, -100, -9, -3, -1, 0, 1, 2, 5, 7, 11, 127];
        for integers in [WIDE, BINARY] {
            let mut circuit = Circuit::new();
            let (a, wires_a) = variable(&mut circuit, &domain);
            let (b, wires_b) = variable(&mut circuit, &domain);
            let comparisons = [
                (Comparison::Equal, (|x, y| x == y) as fn(i64, i64) -> bool),
                (Comparison::Less, |x, y| x < y),
                (Comparison::LessEqual, |x, y| x <= y),
            ]
            .map(|(comparison, meaning)| {
                let (a, b) = if integers.binary {
                    let zero = Number::constant(0);
                    let same = |number: &Number, circuit: &mut Circuit| {
                        number.arithmetic(Arithmetic::Plus, &zero, circuit, &integers).expect("small")
                    };
                    (same(&a, &mut circuit), same(&b, &mut circuit))
                } else {
                    (a.clone(), b.clone())
                };
                (a.compare(comparison, &b, &mut circuit), meaning)
            });
            let results = OPERATORS.map(|(op, meaning)| {
                let result = a.arithmetic(op, &b, &mut circuit, &integers).expect("small");
                (result.among(-128..128, &mut circuit), result.defined, op, meaning)
            });
            for (i, x) in domain.iter().enumerate() {
                for (j, y) in domain.iter().enumerate() {
                    let values = circuit.simulate(|node| node.wire() == wires_a[i] || node.wire() == wires_b[j]);
                    let read = |wire: Wire| values[wire.node().index()] != wire.is_complement();
                    for (wire, meaning) in &comparisons {
                        assert_eq!(read(*wire), meaning(*x, *y), "{x} {y}");
                    }
                    for (cells, defined, op, meaning) in &results {
                        let expected = meaning(*x, *y).filter(|value| (-128..128).contains(value));
                        assert_eq!(read(*defined), expected.is_some(), "{x} {op:?} {y}");
                        if let Some(expected) = expected {
                            let found: Vec<i64> = cells.iter().filter(|cell| read(cell.1)).map(|cell| cell.0).collect();
                            assert_eq!(found, [expected], "{x} {op:?} {y}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_and_cardinalities_in_twos_complement_agree_with_counting() {
        let mut circuit = Circuit::new();
        let wires: Vec<Wire> = (0..6).map(|_| circuit.input()).collect();
        let weights: Vec<(i64, Wire)> = [1, 2, -3, 4, 4, -100].into_iter().zip(wires.iter().copied()).collect();
        let cells = wires.iter().enumerate().map(|(index, wire)| (TupleKey(index as u64), *wire)).collect();
        let matrix = Matrix { arity: 1, cells, claim: super::super::Claim::Nothing };
        let sum = Number::sum(&mut circuit, &weights, false, &BINARY).expect("small");
        let terms: Vec<(Wire, Number)> =
            weights.iter().map(|(value, wire)| (*wire, Number::constant(*value))).collect();
        let guarded = Number::sum_guarded(&mut circuit, &terms, &BINARY).expect("small");
        let count = Number::cardinality(&mut circuit, &matrix, &BINARY).expect("small");
        let [sum, guarded, count] = [sum, guarded, count].map(|number| number.among(-128..128, &mut circuit));
        for bits in 0..64u32 {
            let on = |wire: Wire| bits >> (wire.node().index() - 1) & 1 == 1;
            let values = circuit.simulate(|node| on(node.wire()));
            let read = |cells: &[(i64, Wire)]| -> Vec<i64> {
                let holds = |wire: Wire| values[wire.node().index()] != wire.is_complement();
                cells.iter().filter(|cell| holds(cell.1)).map(|cell| cell.0).collect()
            };
            let expected: i64 = weights.iter().filter(|weight| on(weight.1)).map(|weight| weight.0).sum();
            assert_eq!(read(&sum), [expected]);
            assert_eq!(read(&guarded), [expected]);
            assert_eq!(read(&count), [i64::from(bits.count_ones())]);
        }
    }

    #[test]
    fn cardinality_counts_and_sum_adds() {
        let mut circuit = Circuit::new();
        let wires: Vec<Wire> = (0..5).map(|_| circuit.input()).collect();
        let weights: Vec<(i64, Wire)> = [1, 2, -3, 4, 4].into_iter().zip(wires.iter().copied()).collect();
        let sorted = sort(&mut circuit, &wires);
        let sum = Number::sum(&mut circuit, &weights, false, &WIDE).expect("small");
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

    /// The expectation is what `max`, `min`, `if` and `+` make of two integers.
    #[test]
    fn numbers_with_bounds_of_their_own_are_what_their_values_say() {
        let domain = [-3, -1, 0, 2, 4];
        let mut circuit = Circuit::new();
        let (a, wires_a) = variable(&mut circuit, &domain);
        let (b, wires_b) = variable(&mut circuit, &domain);
        let condition = circuit.input();
        let greater = a.extreme(true, &b, &mut circuit).expect("both are defined");
        let lesser = a.extreme(false, &b, &mut circuit).expect("both are defined");
        let chosen = greater.choose(condition, &b, &mut circuit);
        let two = Number::constant(2);
        let more = chosen.arithmetic(Arithmetic::Plus, &two, &mut circuit, &WIDE).expect("small");
        // Six wraps around to -2, which stands before the others then.
        let wrapping = Integers { range: (-4, 3), overflow: Overflow::Wrap, ..WIDE };
        let wrapped = greater.arithmetic(Arithmetic::Plus, &two, &mut circuit, &wrapping).expect("small");
        let wrap = |value: i64| (value + 4).rem_euclid(8) - 4;
        type Of = Box<dyn Fn(i64, i64, bool) -> i64>;
        let numbers: Vec<(Number, Of)> = vec![
            (greater, Box::new(|x, y, _| x.max(y))),
            (lesser, Box::new(|x, y, _| x.min(y))),
            (chosen, Box::new(|x, y, c| if c { x.max(y) } else { y })),
            (more, Box::new(|x, y, c| 2 + if c { x.max(y) } else { y })),
            (wrapped, Box::new(move |x, y, _| wrap(x.max(y) + 2))),
        ];
        let compared: Vec<[Wire; 7]> = numbers
            .iter()
            .map(|(number, _)| {
                let comparisons = [Comparison::Equal, Comparison::Less, Comparison::LessEqual];
                let [equal, less, most] = comparisons.map(|comparison| number.compare(comparison, &a, &mut circuit));
                let [same, more, least] = comparisons.map(|comparison| a.compare(comparison, number, &mut circuit));
                [equal, less, most, same, more, least, number.differs(&a, &mut circuit)]
            })
            .collect();
        for (i, x) in domain.iter().enumerate() {
            for (j, y) in domain.iter().enumerate() {
                for c in [false, true] {
                    let is_true = |wire| wire == wires_a[i] || wire == wires_b[j] || wire == condition && c;
                    let values = circuit.simulate(|node| is_true(node.wire()));
                    let read = |wire: Wire| values[wire.node().index()] != wire.is_complement();
                    for ((number, meaning), wires) in numbers.iter().zip(&compared) {
                        let expected = meaning(*x, *y, c);
                        let found: Vec<i64> =
                            number.values().iter().filter(|cell| read(cell.1)).map(|cell| cell.0).collect();
                        assert_eq!(found, [expected], "{x} {y} {c}");
                        let order = expected.cmp(x);
                        let expected = [
                            order.is_eq(),
                            order.is_lt(),
                            order.is_le(),
                            order.is_eq(),
                            order.is_gt(),
                            order.is_ge(),
                            order.is_ne(),
                        ];
                        assert_eq!(wires.map(read), expected, "{x} {y} {c}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_result_outside_the_range_makes_comparisons_false() {
        let mut circuit = Circuit::new();
        let seven = Number::constant(7);
        let sum = seven
            .arithmetic(Arithmetic::Plus, &Number::constant(1), &mut circuit, &Integers { range: (-8, 7), ..WIDE })
            .expect("small");
        assert_eq!(sum.defined, Wire::FALSE);
        assert_eq!(sum.compare(Comparison::Less, &seven, &mut circuit), Wire::FALSE);
    }
}
