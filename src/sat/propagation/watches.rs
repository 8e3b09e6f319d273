//! Unit propagation over watched literals.

use std::mem;

use super::clauses::{Arena, ClauseRef, Code, Watch};
use super::trail::Trail;

/// Which clauses watch which literals.
///
/// A clause of two or more literals is watched by its first two. Where propagation is complete, a
/// false watch means that the other one is true and at no higher level.
#[derive(Debug, Clone)]
pub(in crate::sat) struct Watches {
    /// Per literal: the clauses to visit when it becomes true, because they watch its negation.
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    pub(in crate::sat) fn new(variables: usize) -> Watches {
        Watches { lists: vec![Vec::new(); 2 * variables] }
    }

    /// Starts watching the first two literals of a clause.
    pub(in crate::sat) fn attach(&mut self, arena: &Arena, clause: ClauseRef) {
        let words = arena.words(clause);
        let is_binary = words.len() == 2;
        let (first, second) = (Code(words[0]), Code(words[1]));
        for (watched, blocker) in [(first, second), (second, first)] {
            self.lists[watched.negated().index()].push(Watch { clause, blocker, is_binary });
        }
    }

    /// Starts watching all clauses of an arena, none of which is watched.
    pub(in crate::sat) fn attach_all(&mut self, arena: &Arena) {
        let mut counts = vec![0; self.lists.len()];
        for clause in arena.clauses() {
            for &word in &arena.words(clause)[..2] {
                counts[Code(word).negated().index()] += 1;
            }
        }
        for (list, count) in self.lists.iter_mut().zip(counts) {
            list.reserve(count);
        }
        for clause in arena.clauses() {
            self.attach(arena, clause);
        }
    }

    /// Follows the clauses to where [`Arena::compact`] put them, and drops those that it forgot.
    pub(in crate::sat) fn follow(&mut self, arena: &Arena) {
        for list in &mut self.lists {
            list.retain_mut(|watch| {
                watch.clause = arena.moved(watch.clause);
                watch.clause != ClauseRef::NONE
            });
        }
    }

    /// Makes true whatever the clauses force; returns a clause that is false, if one is.
    pub(in crate::sat) fn propagate(&mut self, arena: &mut Arena, trail: &mut Trail) -> Option<ClauseRef> {
        while let Some(&code) = trail.literals.get(trail.head) {
            trail.head += 1;
            // The list is taken out while it is gone through: clauses move to other lists only,
            // because they never move to a watch that is false.
            let mut list = mem::take(&mut self.lists[code.index()]);
            let conflict = self.visit(code, &mut list, arena, trail);
            self.lists[code.index()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch the negation of `code`, which became true.
    fn visit(&mut self, code: Code, list: &mut Vec<Watch>, arena: &mut Arena, trail: &mut Trail) -> Option<ClauseRef> {
        let mut conflict = None;
        let mut kept = 0;
        let mut visited = 0;
        'clauses: while visited < list.len() {
            let watch = list[visited];
            visited += 1;
            let blocked = trail.value(watch.blocker);
            if blocked > 0 || watch.is_binary {
                list[kept] = watch;
                kept += 1;
                if blocked < 0 {
                    conflict = Some(watch.clause);
                    break;
                }
                if blocked == 0 {
                    trail.assign(watch.blocker, watch.clause);
                }
                continue;
            }
            let words = arena.words_mut(watch.clause);
            let falsified = code.negated();
            let other = Code(words[0] ^ words[1] ^ falsified.0);
            let other_value = trail.value(other);
            if other_value > 0 {
                list[kept] = Watch { blocker: other, ..watch };
                kept += 1;
                continue;
            }
            for place in 2..words.len() {
                let candidate = Code(words[place]);
                if trail.value(candidate) >= 0 {
                    words[0] = other.0;
                    words[1] = candidate.0;
                    words[place] = falsified.0;
                    self.lists[candidate.negated().index()].push(Watch { blocker: other, ..watch });
                    continue 'clauses;
                }
            }
            list[kept] = watch;
            kept += 1;
            if other_value < 0 {
                conflict = Some(watch.clause);
                break;
            }
            trail.assign(other, watch.clause);
        }
        list.copy_within(visited.., kept);
        list.truncate(kept + list.len() - visited);
        conflict
    }
}
