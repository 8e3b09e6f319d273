//! What a branch says of values: constants, and local variables of the method that calls.

use super::branch::{Branch, Way};
use super::expression::straight;
use crate::classfile::{Code, Comparison, Condition, Constant, Operands, Operation};

/// What is known of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Known {
    /// It is a constant.
    Constant(Constant),
    /// It is what a local variable of the calling method holds.
    Local(u16),
}

/// What holds on a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is always taken.
    Always,
    /// It is never taken.
    Never,
    /// A variable has a number in one of these ranges, the bounds included.
    Within(u16, Vec<(i64, i64)>),
    /// A variable is null, or is not.
    Null(u16, bool),
    /// A variable may be less than another one, equal to it, and greater; references are equal or not.
    Related(u16, [bool; 3], u16),
}

/// The least and the greatest `int`.
const INTS: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

impl Fact {
    /// What a branch says, given what is known of what an instruction pushes.
    pub(super) fn of(code: &Code, branch: &Branch, known: impl Fn(&Operation) -> Option<Known>) -> Option<Fact> {
        let place = code.index(branch.offset)?;
        let first = straight(code, place);
        let before = |count: usize| {
            let at = place.checked_sub(count).filter(|at| *at >= first)?;
            known(&code.instructions[at].operation)
        };
        match &code.instructions[place].operation {
            Operation::Branch(condition, _) => {
                let (left, right) = match condition.operands {
                    Operands::IntWithZero => (before(1)?, Known::Constant(Constant::Int(0))),
                    Operands::ReferenceWithNull => (before(1)?, Known::Constant(Constant::Null)),
                    Operands::Ints | Operands::References => (before(2)?, before(1)?),
                };
                let orders = orders(*condition).map(|allowed| allowed == (branch.way == Way::Holds));
                compared(left, orders, right)
            }
            Operation::Switch(switch) => {
                let named: Vec<i32> = switch.cases.iter().map(|(key, _)| *key).collect();
                let ranges = match &branch.way {
                    Way::Cases(keys) => keys.iter().map(|key| (i64::from(*key), i64::from(*key))).collect(),
                    Way::Default(keys) => others(named.iter().copied().filter(|key| !keys.contains(key))),
                    Way::Holds | Way::Fails => return None,
                };
                within(before(1)?, ranges)
            }
            _ => None,
        }
    }

    /// Whether two of them cannot hold of the same values.
    pub(super) fn contradicts(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::Within(one, some), Fact::Within(two, others)) => {
                let overlap = |(low, high): &(i64, i64)| others.iter().any(|(from, to)| low <= to && from <= high);
                one == two && !some.iter().any(overlap)
            }
            (Fact::Null(one, is_null), Fact::Null(two, is_other)) => one == two && is_null != is_other,
            (Fact::Related(left, some, right), Fact::Related(first, others, second)) => {
                let [less, equal, greater] = *others;
                let others = match (first, second) {
                    same if same == (left, right) => [less, equal, greater],
                    turned if turned == (right, left) => [greater, equal, less],
                    _ => return false,
                };
                !some.iter().zip(others).any(|(one, other)| *one && other)
            }
            _ => false,
        }
    }

    /// The variables that it is about.
    pub(super) fn variables(&self) -> Vec<u16> {
        match self {
            Fact::Always | Fact::Never => Vec::new(),
            Fact::Within(slot, _) | Fact::Null(slot, _) => vec![*slot],
            Fact::Related(left, _, right) => vec![*left, *right],
        }
    }
}

/// Whether a condition holds for what is less, equal, and greater.
fn orders(condition: Condition) -> [bool; 3] {
    match condition.comparison {
        Comparison::Equal => [false, true, false],
        Comparison::NotEqual => [true, false, true],
        Comparison::Less => [true, false, false],
        Comparison::GreaterOrEqual => [false, true, true],
        Comparison::Greater => [false, false, true],
        Comparison::LessOrEqual => [true, true, false],
    }
}

fn compared(left: Known, orders: [bool; 3], right: Known) -> Option<Fact> {
    let [less, equal, greater] = orders;
    match (left, right) {
        (Known::Constant(Constant::Int(left)), right @ Known::Local(_)) => {
            compared(right, [greater, equal, less], Known::Constant(Constant::Int(left)))
        }
        (left, Known::Constant(Constant::Int(right))) => {
            let (right, (least, greatest)) = (i64::from(right), INTS);
            let ranges = [(less, least, right - 1), (equal, right, right), (greater, right + 1, greatest)];
            let ranges = ranges.into_iter().filter(|(is_allowed, low, high)| *is_allowed && low <= high);
            within(left, ranges.map(|(_, low, high)| (low, high)).collect())
        }
        (Known::Local(slot), Known::Constant(Constant::Null)) => Some(Fact::Null(slot, equal)),
        (Known::Constant(constant), Known::Constant(Constant::Null)) => {
            let is_null = match constant {
                Constant::Null => true,
                Constant::Text(_) | Constant::Class(_) => false,
                _ => return None,
            };
            Some(if is_null == equal { Fact::Always } else { Fact::Never })
        }
        (Known::Local(left), Known::Local(right)) => Some(Fact::Related(left, orders, right)),
        _ => None,
    }
}

fn within(value: Known, ranges: Vec<(i64, i64)>) -> Option<Fact> {
    match value {
        Known::Local(slot) => Some(Fact::Within(slot, ranges)),
        Known::Constant(Constant::Int(value)) => {
            let value = i64::from(value);
            let is_in = ranges.iter().any(|(low, high)| (*low..=*high).contains(&value));
            Some(if is_in { Fact::Always } else { Fact::Never })
        }
        Known::Constant(_) => None,
    }
}

/// The ranges of all numbers but some, which ascend.
fn others(some: impl Iterator<Item = i32>) -> Vec<(i64, i64)> {
    let (mut next, greatest) = INTS;
    let mut ranges = Vec::new();
    for one in some.map(i64::from) {
        ranges.push((next, one - 1));
        next = one + 1;
    }
    ranges.push((next, greatest));
    ranges.retain(|(low, high)| low <= high);
    ranges
}
