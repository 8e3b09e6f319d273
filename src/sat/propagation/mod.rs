//! Unit propagation: clauses, a partial assignment, and what it forces. The enumerator and the counter search with it.

mod clauses;
mod trail;
mod watches;

use crate::cnf::Cnf;

pub(super) use clauses::{Arena, ClauseRef, Code};
pub(super) use trail::Trail;
pub(super) use watches::Watches;

/// Adds the clauses of `cnf` before a search starts: without repeated literals and without clauses that are always
/// true; units become true at level 0. Tells whether no clause is false by that alone.
pub(super) fn load(cnf: &Cnf, arena: &mut Arena, watches: &mut Watches, trail: &mut Trail) -> bool {
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
    watches.attach_all(arena);
    consistent
}
