//! Unit propagation: clauses, a partial assignment, and what it forces. The enumerator and the counter search with it.

mod clauses;
mod trail;
mod watches;

use crate::cnf::Cnf;

pub(super) use clauses::{Arena, ClauseRef, Code};
pub(super) use trail::Trail;
pub(super) use watches::Watches;

/// A formula that is ready for a search.
pub(super) struct Loaded {
    pub(super) arena: Arena,
    pub(super) watches: Watches,
    pub(super) trail: Trail,
    /// Whether no clause is false before anything is propagated.
    pub(super) is_consistent: bool,
}

/// Makes the clauses of `cnf` ready for a search over `variables` variables: without repeated literals and without clauses
/// that are always true; units become true at level 0.
pub(super) fn load(cnf: &Cnf, variables: usize) -> Loaded {
    let mut arena = Arena::with_capacity(cnf.len(), cnf.literals());
    let mut trail = Trail::new(variables);
    let mut literals: Vec<Code> = Vec::new();
    let mut consistent = true;
    for clause in cnf.iter() {
        literals.clear();
        literals.extend(clause.iter().copied().map(Code::of));
        literals.sort_unstable();
        literals.dedup();
        // Sorted, a literal and its negation are neighbours.
        if literals.windows(2).any(|pair| pair[0].negated() == pair[1]) {
            continue;
        }
        match literals[..] {
            [] => consistent = false,
            [unit] => match trail.value(unit) {
                0 => trail.assign(unit, ClauseRef::NONE),
                value => consistent &= value > 0,
            },
            _ => _ = arena.add_original(&literals),
        }
    }
    Loaded { watches: Watches::of(&arena, variables), arena, trail, is_consistent: consistent }
}
