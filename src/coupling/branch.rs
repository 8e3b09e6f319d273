//! Branches: the ways out of what decides.

use crate::classfile::{BlockId, Flow, MethodRef, Offset, Outcome};
use std::collections::BTreeMap;

/// A way out of an instruction that has several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch {
    /// The method.
    pub method: MethodRef,
    /// The instruction that decides.
    pub offset: Offset,
    /// The way.
    pub way: Way,
}

/// Why control goes one way and not another one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// The condition of a jump holds.
    Holds,
    /// The condition of a jump does not hold.
    Fails,
    /// A `switch` has one of these numbers.
    Cases(Vec<i32>),
    /// A `switch` has none of the numbers that lead elsewhere; those are listed that lead here, too.
    Default(Vec<i32>),
}

/// The branches after a block with where they lead; none if nothing is decided there. Cases of a `switch` that lead to the same place are
/// one branch.
pub(super) fn ways(flow: &Flow, block: BlockId) -> Vec<(Way, BlockId)> {
    let mut ways = Vec::new();
    let mut cases: BTreeMap<BlockId, (Vec<i32>, bool)> = BTreeMap::new();
    for (outcome, target) in flow.successors(block) {
        match outcome {
            Outcome::Holds => ways.push((Way::Holds, target)),
            Outcome::Fails => ways.push((Way::Fails, target)),
            Outcome::Case(number) => cases.entry(target).or_default().0.push(*number),
            Outcome::Default => cases.entry(target).or_default().1 = true,
            Outcome::Next | Outcome::Throws(_) | Outcome::Returns | Outcome::Leaves => {}
        }
    }
    let of_switch = cases.into_iter().map(|(target, (numbers, is_default))| match is_default {
        true => (Way::Default(numbers), target),
        false => (Way::Cases(numbers), target),
    });
    ways.extend(of_switch);
    if ways.len() > 1 { ways } else { Vec::new() }
}
