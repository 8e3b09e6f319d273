//! How integers are computed, and what an operation makes of two of them.

use super::{Circuit, Wire};
use crate::relational::{Arithmetic, Overflow};

/// How integers are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Integers {
    /// The least and the greatest integer that is a value: a power of two, negated, and one less than it.
    pub range: (i64, i64),
    /// The most pairs of values that an operation may combine; beyond it integers are in two's complement if
    /// `binary` says so, and too large otherwise.
    pub pairs: usize,
    /// Whether there is two's complement.
    pub binary: bool,
    /// What becomes of integers outside the range.
    pub overflow: Overflow,
}

impl Integers {
    pub(super) fn width(&self) -> usize {
        65 - self.range.1.leading_zeros() as usize
    }

    pub(super) fn contains(&self, value: i64) -> bool {
        (self.range.0..=self.range.1).contains(&value)
    }

    /// The integer of the range whose low bits are those of a value.
    pub(super) fn wrapped(&self, value: i64) -> i64 {
        let unused = 64 - self.width();
        value << unused >> unused
    }

    /// Whether there is a value, if there is one as long as this holds.
    pub(super) fn defined(&self, parts: Vec<Wire>, circuit: &mut Circuit) -> Wire {
        if self.overflow == Overflow::Wrap { Wire::TRUE } else { circuit.and_all(parts) }
    }

    /// The same without bounds, for results that are on the way to another one.
    pub(super) fn exact(&self) -> Integers {
        Integers { range: (i64::MIN, i64::MAX), ..*self }
    }
}

/// The result of an operation, if there is one, of any width.
pub(super) fn exactly(op: Arithmetic, a: i64, b: i64, integers: &Integers) -> Option<i64> {
    let width = integers.width() as u32;
    match op {
        Arithmetic::Plus => a.checked_add(b),
        Arithmetic::Minus => a.checked_sub(b),
        Arithmetic::Times => a.checked_mul(b),
        Arithmetic::Divide => a.checked_div(b),
        Arithmetic::Remainder => a.checked_rem(b),
        Arithmetic::ShiftLeft => shifted_left(a, b, width),
        Arithmetic::ShiftRight => Some(a >> places(b, width)),
        Arithmetic::ShiftRightUnsigned => match places(b, width) {
            0 => Some(a),
            places => Some(unsigned(a, width) >> places),
        },
    }
}

/// The result of an operation in two's complement; of a division by zero it is what Alloy's circuit makes of it.
pub(super) fn wrapping(op: Arithmetic, a: i64, b: i64, integers: &Integers) -> i64 {
    let value = match op {
        Arithmetic::Plus => a.wrapping_add(b),
        Arithmetic::Minus => a.wrapping_sub(b),
        Arithmetic::Times => a.wrapping_mul(b),
        Arithmetic::Divide if b == 0 => -a.signum(),
        Arithmetic::Divide => a.wrapping_div(b),
        Arithmetic::Remainder if b == 0 => a,
        Arithmetic::Remainder => a.wrapping_rem(b),
        Arithmetic::ShiftLeft => a << places(b, integers.width() as u32),
        Arithmetic::ShiftRight | Arithmetic::ShiftRightUnsigned => exactly(op, a, b, integers).unwrap_or(a),
    };
    integers.wrapped(value)
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
