//! The enumerator's partial assignment: what is true, since which level, and why.

use super::clauses::{ClauseRef, Code};
use super::order::Order;

/// A partial assignment, as a stack of levels. Level 0 holds what is settled for good; each further
/// level starts with a decision.
#[derive(Debug)]
pub(super) struct Trail {
    /// Per literal: 1 if it is true, -1 if it is false, 0 if it is unassigned.
    pub(super) values: Vec<i8>,
    /// Per variable, where it is assigned: its level.
    pub(super) levels: Vec<u32>,
    /// Per variable, where it is assigned: the clause that forced it, if one did.
    pub(super) reasons: Vec<ClauseRef>,
    /// The true literals in the order in which they became true.
    pub(super) literals: Vec<Code>,
    /// Where each level but level 0 starts in `literals`.
    starts: Vec<u32>,
    /// The literals before this place have been propagated.
    pub(super) head: usize,
}

impl Trail {
    /// The empty assignment of `variables` variables.
    pub(super) fn new(variables: usize) -> Trail {
        Trail {
            values: vec![0; 2 * variables],
            levels: vec![0; variables],
            reasons: vec![ClauseRef::NONE; variables],
            literals: Vec::with_capacity(variables),
            starts: Vec::with_capacity(variables),
            head: 0,
        }
    }

    pub(super) fn value(&self, code: Code) -> i8 {
        self.values[code.index()]
    }

    /// The current level.
    pub(super) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Opens a level with a decision.
    pub(super) fn decide(&mut self, code: Code) {
        self.starts.push(self.literals.len() as u32);
        self.assign(code, ClauseRef::NONE);
    }

    /// Makes an unassigned literal true at the current level.
    pub(super) fn assign(&mut self, code: Code, reason: ClauseRef) {
        debug_assert_eq!(self.values[code.index()], 0);
        self.values[code.index()] = 1;
        self.values[code.negated().index()] = -1;
        let variable = code.variable();
        self.levels[variable] = self.starts.len() as u32;
        self.reasons[variable] = reason;
        self.literals.push(code);
    }

    /// The decision that opened `level`, which is at least 1 and at most the current one.
    pub(super) fn decision(&self, level: u32) -> Code {
        self.literals[self.starts[level as usize - 1] as usize]
    }

    /// Undoes all levels above `level`, which is at most the current one.
    pub(super) fn backtrack(&mut self, level: u32, order: &mut Order) {
        if level == self.level() {
            return;
        }
        let start = self.starts[level as usize] as usize;
        for &code in self.literals[start..].iter().rev() {
            self.values[code.index()] = 0;
            self.values[code.negated().index()] = 0;
            order.unassign(code);
        }
        self.literals.truncate(start);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
    }
}
