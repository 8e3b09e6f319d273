//! A trace as a formula sees it that is being lowered: its states, its loop, the place in it, and what is known by now.

use super::binding::Binding;
use crate::relational::{FormulaId, RelationId};
use crate::resolve::{FunctionId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What looks at states that are farther away than the next one.
pub(super) const FAR: u32 = 1 << 16;

/// A trace, and the place in it where a formula is being lowered.
#[derive(Debug, Default)]
pub(super) struct Time {
    /// How many states there are.
    pub(super) length: usize,
    /// The state to which the last one leads back.
    pub(super) back: usize,
    /// How often places go through the loop before they repeat.
    pub(super) rounds: usize,
    /// The place: a state, or one of a further round.
    pub(super) at: usize,
    /// Whether it stands in an operand of an operator on other states.
    pub(super) inside: bool,
    /// For each state, whether the last one leads back to it.
    pub(super) loops: Vec<FormulaId>,
    /// The relations whose only tuple says so.
    pub(super) loop_relations: Vec<RelationId>,
    /// Variables of `let` and parameters that stand in operands of operators on other states. As in Alloy, they mean there
    /// what their values are in those states.
    pub(super) flexible: FxHashSet<VarId>,
    /// The values of such variables, for each place.
    pub(super) varying: Vec<Vec<Binding>>,
    /// The relations of witnesses, by variable and by how often it was met for one loop.
    pub(super) witnesses: FxHashMap<(VarId, usize), RelationId>,
    /// How often the variables of witnesses were met for this loop.
    pub(super) met: FxHashMap<VarId, usize>,
    /// How far the bodies of functions look, and how deeply operators on the past are nested in them.
    pub(super) reaches: FxHashMap<(FunctionId, Vec<FunctionId>), Reach>,
    /// The functions of which that is being found out, outermost first.
    pub(super) reaching: Vec<FunctionId>,
    /// Operands by their addresses: what is known of them.
    pub(super) operands: FxHashMap<usize, Operand>,
    /// Operands that were lowered before, by their addresses.
    pub(super) lowered: FxHashMap<(usize, (bool, bool), Sight), FormulaId>,
}

/// How far an expression looks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reach {
    /// How many states ahead, or `FAR`.
    pub(super) ahead: u32,
    /// How deeply operators on the past are nested.
    pub(super) past: u32,
}

/// What is known of an operand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    /// Whether it mentions no variable from outside.
    pub(super) closed: bool,
    pub(super) ahead: u32,
}

/// What an operand's meaning depends on at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Sight {
    /// This state and the next one.
    Near(usize, usize),
    /// The whole trace from this place.
    Trace { back: usize, rounds: usize, at: usize },
}

impl Reach {
    pub(super) fn or(self, other: Reach) -> Reach {
        Reach { ahead: self.ahead.max(other.ahead), past: self.past.max(other.past) }
    }
}

impl Time {
    /// The place in which places start to repeat.
    pub(super) fn repeats_from(&self) -> usize {
        self.places() - (self.length - self.back)
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.length + self.rounds * (self.length - self.back)
    }

    /// The state of a place.
    pub(super) fn state(&self, place: usize) -> usize {
        if place < self.length { place } else { self.back + (place - self.back) % (self.length - self.back) }
    }

    /// The place after a place.
    pub(super) fn next(&self, place: usize) -> usize {
        if place + 1 == self.places() { self.repeats_from() } else { place + 1 }
    }

    /// The places from one on, each once, in the order in which they come.
    pub(super) fn ahead(&self, from: usize) -> Vec<usize> {
        let repeated = from.saturating_sub(self.repeats_from());
        std::iter::successors(Some(from), |place| Some(self.next(*place)))
            .take(self.places() - from + repeated)
            .collect()
    }

    /// What a formula depends on that looks so far.
    pub(super) fn sight(&self, ahead: u32) -> Sight {
        let (state, next) = (self.state(self.at), self.state(self.next(self.at)));
        match ahead {
            0 => Sight::Near(state, state),
            1 => Sight::Near(state, next),
            _ => Sight::Trace { back: self.back, rounds: self.rounds, at: self.at },
        }
    }

    /// Where a call is lowered: nothing it depends on is another at the same place of the same trace.
    pub(super) fn place(&self) -> (usize, usize, usize) {
        (self.back, self.rounds, self.at)
    }
}
