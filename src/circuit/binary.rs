//! Two's complement integers: bits from the least significant to the sign, as many as it takes to be exact.

use super::{Circuit, Wire};

/// An integer as wires. Never empty; the last wire is the sign, and stands for all bits above.
pub(super) type Bits = Vec<Wire>;

/// The bit at a place.
fn bit(bits: &[Wire], place: usize) -> Wire {
    bits[place.min(bits.len() - 1)]
}

/// The integer that has one of several values, where the wire of exactly one of them is true.
pub(super) fn of_values(values: &[(i64, Wire)], circuit: &mut Circuit) -> Bits {
    let needed = |value: i64| 65 - (if value < 0 { !value } else { value }).leading_zeros() as usize;
    let width = values.iter().map(|(value, _)| needed(*value)).max().unwrap_or(1);
    (0..width)
        .map(|place| {
            let with = values.iter().filter(|(value, _)| value >> place.min(63) & 1 == 1).map(|(_, wire)| *wire);
            // A constant has one wire, which may be said to be true.
            circuit.or_all(with.collect::<Vec<_>>())
        })
        .collect()
}

/// A constant.
pub(super) fn constant(value: i64) -> Bits {
    of_values(&[(value, Wire::TRUE)], &mut Circuit::new())
}

/// Whether the integer is this value.
pub(super) fn is(bits: &[Wire], value: i64, circuit: &mut Circuit) -> Wire {
    let wanted = constant(value);
    equal(bits, &wanted, circuit)
}

fn xor(a: Wire, b: Wire, circuit: &mut Circuit) -> Wire {
    !circuit.iff(a, b)
}

/// The low `width` bits of `a + b + carry`.
fn add(a: &[Wire], b: &[Wire], mut carry: Wire, width: usize, circuit: &mut Circuit) -> Bits {
    let mut sum = Vec::with_capacity(width);
    for place in 0..width {
        let (x, y) = (bit(a, place), bit(b, place));
        let differ = xor(x, y, circuit);
        sum.push(xor(differ, carry, circuit));
        let both = circuit.and(x, y);
        let passed = circuit.and(differ, carry);
        carry = circuit.or(both, passed);
    }
    sum
}

fn complement(bits: &[Wire]) -> Bits {
    bits.iter().map(|wire| !*wire).collect()
}

/// `a + b`, exactly.
pub(super) fn plus(a: &[Wire], b: &[Wire], circuit: &mut Circuit) -> Bits {
    trimmed(add(a, b, Wire::FALSE, a.len().max(b.len()) + 1, circuit))
}

/// `a - b`, exactly.
pub(super) fn minus(a: &[Wire], b: &[Wire], circuit: &mut Circuit) -> Bits {
    trimmed(add(a, &complement(b), Wire::TRUE, a.len().max(b.len()) + 1, circuit))
}

/// Without bits above the sign that are known to repeat it.
fn trimmed(mut bits: Bits) -> Bits {
    while bits.len() > 1 && bits[bits.len() - 1] == bits[bits.len() - 2] {
        bits.pop();
    }
    bits
}

/// The sum of any number of integers, exactly, added in pairs.
pub(super) fn sum(mut terms: Vec<Bits>, circuit: &mut Circuit) -> Bits {
    while terms.len() > 1 {
        let pairs = terms.chunks(2);
        terms = pairs
            .map(|pair| match pair {
                [a, b] => plus(a, b, circuit),
                _ => pair[0].clone(),
            })
            .collect();
    }
    terms.pop().unwrap_or_else(|| vec![Wire::FALSE])
}

/// `a * b`, exactly: partial products, of which that of the sign is subtracted.
pub(super) fn times(a: &[Wire], b: &[Wire], circuit: &mut Circuit) -> Bits {
    let width = a.len() + b.len();
    let mut total = vec![Wire::FALSE];
    for (place, wire) in a.iter().enumerate() {
        let mut partial = vec![Wire::FALSE; place];
        partial.extend((0..width - place).map(|at| circuit.and(*wire, bit(b, at))));
        let is_sign = place + 1 == a.len();
        let (term, carry) = if is_sign { (complement(&partial), Wire::TRUE) } else { (partial, Wire::FALSE) };
        total = add(&total, &term, carry, width, circuit);
    }
    trimmed(total)
}

/// `c ? a : b`.
pub(super) fn choose(c: Wire, a: &[Wire], b: &[Wire], circuit: &mut Circuit) -> Bits {
    let width = a.len().max(b.len());
    trimmed((0..width).map(|place| circuit.choose(c, bit(a, place), bit(b, place))).collect())
}

/// The quotient and the remainder, truncated; any bits where the divisor is zero.
pub(super) fn divide(a: &[Wire], b: &[Wire], circuit: &mut Circuit) -> (Bits, Bits) {
    let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
    let (dividend, divisor) = (magnitude(a, circuit), magnitude(b, circuit));
    let mut rest = vec![Wire::FALSE];
    let mut quotient = vec![Wire::FALSE; dividend.len()];
    for place in (0..dividend.len()).rev() {
        rest.insert(0, dividend[place]);
        let less = minus(&rest, &divisor, circuit);
        let fits = !less[less.len() - 1];
        quotient[place] = fits;
        rest = choose(fits, &less, &rest, circuit);
        // Less than the divisor, so its bits are enough.
        rest.truncate(divisor.len());
    }
    quotient.push(Wire::FALSE);
    let differ = xor(sign_a, sign_b, circuit);
    (with_sign(differ, &quotient, circuit), with_sign(sign_a, &rest, circuit))
}

/// -1 of a positive integer, 1 of a negative one, 0 of zero.
pub(super) fn opposite_sign(a: &[Wire], circuit: &mut Circuit) -> Bits {
    let some = circuit.or_all(a.to_vec());
    let positive = circuit.and(some, !a[a.len() - 1]);
    vec![some, positive]
}

/// The magnitude, whose sign bit is false.
fn magnitude(bits: &[Wire], circuit: &mut Circuit) -> Bits {
    let sign = bits[bits.len() - 1];
    let mut result = with_sign(sign, bits, circuit);
    // The magnitude of the least integer needs a bit more than the integer itself.
    if result[result.len() - 1] != Wire::FALSE {
        result.push(Wire::FALSE);
    }
    result
}

fn with_sign(negative: Wire, bits: &[Wire], circuit: &mut Circuit) -> Bits {
    let negated = minus(&[Wire::FALSE], bits, circuit);
    choose(negative, &negated, bits, circuit)
}

/// `a << b` in so many bits, and whether nothing significant is lost.
pub(super) fn shift_left(a: &[Wire], b: &[Wire], width: usize, circuit: &mut Circuit) -> (Bits, Wire) {
    let mut result: Bits = (0..width).map(|place| bit(a, place)).collect();
    let mut kept = Vec::new();
    for stage in 0..width {
        let (chosen, places) = (bit(b, stage), 1usize << stage.min(32));
        let lost: Vec<Wire> = if places < width {
            (width - 1 - places..width - 1).map(|place| xor(result[place], result[width - 1], circuit)).collect()
        } else {
            result.clone()
        };
        let lost = circuit.or_all(lost);
        kept.push(!circuit.and(chosen, lost));
        if places < width {
            let shifted: Bits =
                (0..width).map(|place| if place < places { Wire::FALSE } else { result[place - places] }).collect();
            result = (0..width).map(|place| circuit.choose(chosen, shifted[place], result[place])).collect();
        }
    }
    (result, circuit.and_all(kept))
}

/// `a >> b` in so many bits, or `a >>> b` where `fill` is false; only so many low bits of `b` count as number the bits.
pub(super) fn shift_right(a: &[Wire], b: &[Wire], signed: bool, width: usize, circuit: &mut Circuit) -> Bits {
    let mut result: Bits = (0..width).map(|place| bit(a, place)).collect();
    let fill = if signed { result[width - 1] } else { Wire::FALSE };
    let mut stage = 0;
    while 1usize << stage < width {
        let (chosen, places) = (bit(b, stage), 1usize << stage);
        let shifted: Bits = (0..width).map(|place| result.get(place + places).copied().unwrap_or(fill)).collect();
        result = (0..width).map(|place| circuit.choose(chosen, shifted[place], result[place])).collect();
        stage += 1;
    }
    result
}

/// Whether `a = b`.
pub(super) fn equal(a: &[Wire], b: &[Wire], circuit: &mut Circuit) -> Wire {
    let width = a.len().max(b.len());
    let parts: Vec<Wire> = (0..width).map(|place| circuit.iff(bit(a, place), bit(b, place))).collect();
    circuit.and_all(parts)
}

/// Whether `a < b`: the sign of the difference.
pub(super) fn less(a: &[Wire], b: &[Wire], circuit: &mut Circuit) -> Wire {
    let difference = minus(a, b, circuit);
    difference[difference.len() - 1]
}

/// The integer in so many bits, and whether it fits.
pub(super) fn within(bits: &[Wire], width: usize, circuit: &mut Circuit) -> (Bits, Wire) {
    if bits.len() <= width {
        return (bits.to_vec(), Wire::TRUE);
    }
    let sign = bits[width - 1];
    let parts: Vec<Wire> = bits[width..].iter().map(|above| circuit.iff(*above, sign)).collect();
    (bits[..width].to_vec(), circuit.and_all(parts))
}
