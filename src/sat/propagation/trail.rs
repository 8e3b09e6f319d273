//! A partial assignment: what is true, since which level, and why.

use super::clauses::{ClauseRef, Code};

/// A partial assignment, as a stack of levels. Level 0 holds what is settled for good; each further
/// level starts with a decision.
#[derive(Debug, Clone)]
pub(in crate::sat) struct Trail {
    /// Per literal: 1 if it is true, -1 if it is false, 0 if it is unassigned.
    pub(in crate::sat) values: Vec<i8>,
    /// Per variable, where it is assigned: its level.
    pub(in crate::sat) levels: Vec<u32>,
    /// Per variable, where it is assigned: the clause that forced it, if one did.
    pub(in crate::sat) reasons: Vec<ClauseRef>,
    /// The true literals in the order in which they became true.
    pub(in crate::sat) literals: Vec<Code>,
    /// Where each level but level 0 starts in `literals`.
    starts: Vec<u32>,
    /// The literals before this place have been propagated.
    pub(in crate::sat) head: usize,
}

impl Trail {
    /// The empty assignment of `variables` variables.
    pub(in crate::sat) fn new(variables: usize) -> Trail {
        Trail {
            values: vec![0; 2 * variables],
            levels: vec![0; variables],
            reasons: vec![ClauseRef::NONE; variables],
            literals: Vec::with_capacity(variables),
            starts: Vec::with_capacity(variables),
            head: 0,
        }
    }

    pub(in crate::sat) fn value(&self, code: Code) -> i8 {
        self.values[code.index()]
    }

    /// The current level.
    pub(in crate::sat) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Opens a level without a decision.
    pub(in crate::sat) fn open(&mut self) {
        self.starts.push(self.literals.len() as u32);
    }

    /// Opens a level with a decision.
    pub(in crate::sat) fn decide(&mut self, code: Code) {
        self.open();
        self.assign(code, ClauseRef::NONE);
    }

    /// Makes an unassigned literal true at the current level.
    pub(in crate::sat) fn assign(&mut self, code: Code, reason: ClauseRef) {
        debug_assert_eq!(self.values[code.index()], 0);
        self.values[code.index()] = 1;
        self.values[code.negated().index()] = -1;
        let variable = code.variable();
        self.levels[variable] = self.starts.len() as u32;
        self.reasons[variable] = reason;
        self.literals.push(code);
    }

    /// The decision that opened `level`, which is at least 1 and at most the current one.
    pub(in crate::sat) fn decision(&self, level: u32) -> Code {
        self.literals[self.starts[level as usize - 1] as usize]
    }

    /// Undoes all levels above `level`, which is at most the current one, and tells which literals, last one first.
    pub(in crate::sat) fn backtrack(&mut self, level: u32, mut undone: impl FnMut(Code)) {
        if level == self.level() {
            return;
        }
        let start = self.starts[level as usize] as usize;
        for &code in self.literals[start..].iter().rev() {
            self.values[code.index()] = 0;
            self.values[code.negated().index()] = 0;
            undone(code);
        }
        self.literals.truncate(start);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
    }
}
