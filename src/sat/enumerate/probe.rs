//! Failed literals: what unit propagation alone refutes.

use super::{Enumerator, EnumeratorConfig, State};
use crate::cnf::{Cnf, Lit};
use crate::sat::propagation::{ClauseRef, Code};

/// After this many propagated literals no further candidate is tried: a second's work, and most formulas need a tenth.
const LIMIT: usize = 30_000_000;

/// Those of `candidates` of which propagation shows that no model of `cnf` makes them true, in their order. What is
/// refuted helps to refute the others, until nothing new is found or much work was done.
pub fn refuted(cnf: &Cnf, candidates: &[Lit]) -> Vec<Lit> {
    let mut probe = Probe { enumerator: Enumerator::new(cnf, &[], &EnumeratorConfig::default()), work: 0 };
    if probe.enumerator.state == State::Exhausted || !probe.propagates() {
        return candidates.to_vec();
    }
    let mut codes: Vec<Code> = candidates.iter().copied().map(Code::of).collect();
    loop {
        let settled = probe.enumerator.trail.literals.len();
        if !probe.round(&codes) {
            return candidates.to_vec();
        }
        if probe.enumerator.trail.literals.len() == settled || probe.work >= LIMIT {
            let is_false = |lit: &&Lit| probe.enumerator.trail.value(Code::of(**lit)) < 0;
            return candidates.iter().filter(is_false).copied().collect();
        }
        // Where each one hangs on the next, a round in this order refutes a single one, and the round back all of them.
        codes.reverse();
    }
}

struct Probe {
    enumerator: Enumerator,
    /// Literals propagated so far.
    work: usize,
}

impl Probe {
    /// Makes true whatever the clauses force; false if that is a conflict.
    fn propagates(&mut self) -> bool {
        let Enumerator { watches, arena, trail, .. } = &mut self.enumerator;
        let head = trail.head;
        let consistent = watches.propagate(arena, trail).is_none();
        self.work += trail.head - head;
        consistent
    }

    /// Tries every candidate that is open and was not forced by one that propagated without a conflict: it forces no
    /// more than that one did. Returns whether the clauses are still consistent.
    fn round(&mut self, candidates: &[Code]) -> bool {
        let mut possible = vec![false; self.enumerator.trail.values.len()];
        for candidate in candidates {
            if self.enumerator.trail.value(*candidate) != 0 || possible[candidate.index()] || self.work >= LIMIT {
                continue;
            }
            self.enumerator.trail.decide(*candidate);
            let consistent = self.propagates();
            if consistent {
                self.enumerator.trail.literals.iter().for_each(|code| possible[code.index()] = true);
            }
            let Enumerator { trail, order, .. } = &mut self.enumerator;
            trail.backtrack(0, |code| order.unassign(code));
            if !consistent {
                trail.assign(candidate.negated(), ClauseRef::NONE);
                if !self.propagates() {
                    return false;
                }
            }
        }
        true
    }
}
