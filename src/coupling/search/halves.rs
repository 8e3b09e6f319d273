//! Tests that come to one side of coupled branches each: joined, they cover both, as the published tool counts.

use super::archive::Archive;
use crate::coupling::site::Coupled;
use crate::worker::protocol::Sequence;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A test that comes to one side.
#[derive(Debug, Clone)]
struct Half {
    sequence: Rc<Sequence>,
    /// Whether something is thrown at its end.
    throws: bool,
}

impl Half {
    /// What is better comes first.
    fn rank(&self) -> (bool, usize) {
        (self.throws, self.sequence.statements.len())
    }
}

/// The best test for each branch of the caller that takes it and calls one of its call sites, and for each branch of the callee.
#[derive(Debug, Default)]
pub(super) struct Halves {
    sides: [BTreeMap<usize, Half>; 2],
    /// What was joined already.
    joined: BTreeSet<Coupled>,
}

impl Halves {
    /// A test comes to branches of a side: 0 is that of the caller.
    pub(super) fn keep(&mut self, side: usize, branches: &BTreeSet<usize>, sequence: &Rc<Sequence>, throws: bool) {
        let half = Half { sequence: Rc::clone(sequence), throws };
        for branch in branches {
            let known = self.sides[side].get(branch);
            if known.is_none_or(|known| half.rank() < known.rank()) {
                self.sides[side].insert(*branch, half.clone());
            }
        }
    }

    /// Joins the sides of some open coupled branches, each once.
    pub(super) fn join(&mut self, coupled: &BTreeSet<Coupled>, archive: &Archive, most: usize) -> Vec<Sequence> {
        let mut joined = Vec::new();
        for one in coupled.iter().filter(|one| !archive.is_covered(**one)) {
            let [caller, callee] = &self.sides;
            let (Some(caller), Some(callee)) = (caller.get(&one.caller), callee.get(&one.callee)) else { continue };
            if caller.throws && callee.throws || !self.joined.insert(*one) {
                continue;
            }
            // What throws something ends the test.
            let (first, last) = if caller.throws { (callee, caller) } else { (caller, callee) };
            joined.push(first.sequence.joined(&last.sequence));
            if joined.len() == most {
                break;
            }
        }
        joined
    }
}
