//! The sequences that are varied: those that came nearest to a method, each by another way.

use super::program::Program;
use crate::classfile::MethodRef;
use crate::worker::protocol::{MethodId, Sequence};
use fastrand::Rng;

/// How many sequences are kept.
const KEPT: usize = 48;

/// How many calls may lie between a method and what leads to it.
pub(super) const FARTHEST: usize = 5;

/// How a sequence came to where it came: the methods that it entered, and whether the states of its values differ between both
/// programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    /// The methods.
    pub entered: Vec<MethodId>,
    /// Whether some state differs, though nothing that an assertion could name.
    pub infects: bool,
}

/// A sequence that is varied.
#[derive(Debug, Clone)]
struct Kept {
    sequence: Sequence,
    /// The number of what it calls last.
    target: usize,
    way: Way,
    /// How often it was varied.
    varied: usize,
}

/// Sequences none of which came nearer to the method than the others.
#[derive(Debug, Clone)]
pub(super) struct Pool {
    kept: Vec<Kept>,
    /// For each guarded method how many calls lie between it and this one, if it leads there.
    distances: Vec<Option<usize>>,
    /// How near they came.
    nearest: usize,
}

impl Pool {
    /// An empty one for a method, given all that are guarded.
    pub fn of(program: &Program, method: &MethodRef, guarded: &[Option<MethodRef>]) -> Pool {
        let distances = program.distances(method, FARTHEST);
        let distance = |method: &Option<MethodRef>| distances.get(method.as_ref()?).copied();
        Pool { kept: Vec::new(), distances: guarded.iter().map(distance).collect(), nearest: usize::MAX }
    }

    /// Keeps a sequence if none came nearer to the method, and if it takes another way than those that are kept. Returns whether
    /// it is the first one on its way.
    pub fn keep(&mut self, rng: &mut Rng, sequence: &Sequence, target: usize, way: Way) -> bool {
        let distance = |method: &MethodId| self.distances.get(method.0 as usize).copied().flatten();
        let nearest = way.entered.iter().filter_map(distance).min().unwrap_or(usize::MAX);
        if nearest > self.nearest {
            return false;
        }
        if nearest < self.nearest {
            self.nearest = nearest;
            self.kept.clear();
        }
        let kept = Kept { sequence: sequence.clone(), target, way, varied: 0 };
        match self.kept.iter().position(|other| other.way == kept.way) {
            // Another one that takes the same way may have more to vary.
            Some(known) => {
                if rng.u8(0..3) == 0 {
                    self.kept[known] = Kept { varied: self.kept[known].varied, ..kept };
                }
                return false;
            }
            None if self.kept.len() < KEPT => self.kept.push(kept),
            None => self.kept[rng.usize(0..KEPT)] = kept,
        }
        true
    }

    /// A sequence to vary, with the number of what it calls last: one of those that were varied least, sooner one that makes states
    /// differ.
    pub fn choose(&mut self, rng: &mut Rng) -> Option<(Sequence, usize)> {
        if self.kept.is_empty() {
            return None;
        }
        let (one, other) = (rng.usize(0..self.kept.len()), rng.usize(0..self.kept.len()));
        let turns = |place: usize| self.kept[place].varied / if self.kept[place].way.infects { 4 } else { 1 };
        let chosen = if turns(other) < turns(one) { other } else { one };
        self.kept[chosen].varied += 1;
        Some((self.kept[chosen].sequence.clone(), self.kept[chosen].target))
    }
}
