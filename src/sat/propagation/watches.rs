//! Unit propagation over watched literals.

use super::clauses::{Arena, ClauseRef, Code};
use super::trail::Trail;

/// An entry in the list of clauses that watch a literal.
#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    /// The code of another literal of the clause: where it is true, the clause need not be visited. The highest bit, which no
    /// code has, is set if the clause has just two literals; this is the other one, then.
    blocker: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    /// What fills the room that lists have and do not use.
    const NONE: Watch = Watch { clause: ClauseRef::NONE, blocker: 0 };

    fn new(clause: ClauseRef, blocker: Code, is_binary: bool) -> Watch {
        Watch { clause, blocker: blocker.0 | if is_binary { BINARY } else { 0 } }
    }

    fn blocker(self) -> Code {
        Code(self.blocker & !BINARY)
    }

    fn is_binary(self) -> bool {
        self.blocker & BINARY != 0
    }
}

/// The place of a list among all entries.
#[derive(Debug, Clone, Copy, Default)]
struct List {
    start: u32,
    length: u32,
    room: u32,
}

/// Which clauses watch which literals.
///
/// A clause of two or more literals is watched by its first two. Where propagation is complete, a
/// false watch means that the other one is true and at no higher level.
#[derive(Debug, Clone)]
pub(in crate::sat) struct Watches {
    /// The entries of all lists, which have room to grow. A list that fills its room moves to the end, where it has twice as much, and leaves a gap:
    /// all gaps of a list together are smaller than its room. A vector of its own for each of a hundred thousand literals takes longer to
    /// allocate and to free than a short search.
    entries: Vec<Watch>,
    /// Per literal: the clauses to visit when it becomes true, because they watch its negation.
    lists: Vec<List>,
}

impl Watches {
    /// The watches of all clauses of an arena, over so many variables.
    pub(in crate::sat) fn of(arena: &Arena, variables: usize) -> Watches {
        let mut lists = vec![List::default(); 2 * variables];
        for clause in arena.clauses() {
            for &word in &arena.words(clause)[..2] {
                lists[Code(word).negated().index()].room += 1;
            }
        }
        let mut end = 0;
        for list in &mut lists {
            // Room for a few more, because most lists grow by some as the search goes on; never none, which would not double.
            list.room += list.room / 4 + 2;
            list.start = end;
            end = end.checked_add(list.room).expect("the watches fit in 32 gigabytes");
        }
        let mut watches = Watches { entries: vec![Watch::NONE; end as usize], lists };
        for clause in arena.clauses() {
            watches.attach(arena, clause);
        }
        watches
    }

    /// Starts watching the first two literals of a clause.
    pub(in crate::sat) fn attach(&mut self, arena: &Arena, clause: ClauseRef) {
        let words = arena.words(clause);
        let is_binary = words.len() == 2;
        let (first, second) = (Code(words[0]), Code(words[1]));
        for (watched, blocker) in [(first, second), (second, first)] {
            self.push(watched.negated(), Watch::new(clause, blocker, is_binary));
        }
    }

    fn push(&mut self, code: Code, watch: Watch) {
        let list = &mut self.lists[code.index()];
        if list.length == list.room {
            let start = self.entries.len();
            let old = list.start as usize..(list.start + list.length) as usize;
            self.entries.extend_from_within(old);
            *list = List { start: start as u32, length: list.length, room: 2 * list.room };
            self.entries.resize(start + list.room as usize, Watch::NONE);
            assert!(u32::try_from(self.entries.len()).is_ok(), "the watches fit in 32 gigabytes");
        }
        self.entries[(list.start + list.length) as usize] = watch;
        list.length += 1;
    }

    /// Follows the clauses to where [`Arena::compact`] put them, and drops those that it forgot.
    pub(in crate::sat) fn follow(&mut self, arena: &Arena) {
        for list in &mut self.lists {
            let mut kept = 0;
            for place in 0..list.length {
                let mut watch = self.entries[(list.start + place) as usize];
                watch.clause = arena.moved(watch.clause);
                if watch.clause != ClauseRef::NONE {
                    self.entries[(list.start + kept) as usize] = watch;
                    kept += 1;
                }
            }
            list.length = kept;
        }
    }

    /// Makes true whatever the clauses force; returns a clause that is false, if one is.
    pub(in crate::sat) fn propagate(&mut self, arena: &mut Arena, trail: &mut Trail) -> Option<ClauseRef> {
        while let Some(&code) = trail.literals.get(trail.head) {
            trail.head += 1;
            if let Some(conflict) = self.visit(code, arena, trail) {
                return Some(conflict);
            }
        }
        None
    }

    /// Visits the clauses that watch the negation of `code`, which became true. Its list stays where it is meanwhile: clauses
    /// move to other lists only, because they never move to a watch that is false.
    fn visit(&mut self, code: Code, arena: &mut Arena, trail: &mut Trail) -> Option<ClauseRef> {
        let List { start, length, .. } = self.lists[code.index()];
        let (start, end) = (start as usize, (start + length) as usize);
        let mut conflict = None;
        let mut kept = start;
        let mut visited = start;
        'clauses: while visited < end {
            let watch = self.entries[visited];
            visited += 1;
            let blocked = trail.value(watch.blocker());
            if blocked > 0 || watch.is_binary() {
                self.entries[kept] = watch;
                kept += 1;
                if blocked < 0 {
                    conflict = Some(watch.clause);
                    break;
                }
                if blocked == 0 {
                    trail.assign(watch.blocker(), watch.clause);
                }
                continue;
            }
            let words = arena.words_mut(watch.clause);
            let falsified = code.negated();
            let other = Code(words[0] ^ words[1] ^ falsified.0);
            let other_value = trail.value(other);
            let seen = Watch::new(watch.clause, other, false);
            if other_value > 0 {
                self.entries[kept] = seen;
                kept += 1;
                continue;
            }
            for place in 2..words.len() {
                let candidate = Code(words[place]);
                if trail.value(candidate) >= 0 {
                    words[0] = other.0;
                    words[1] = candidate.0;
                    words[place] = falsified.0;
                    self.push(candidate.negated(), seen);
                    continue 'clauses;
                }
            }
            self.entries[kept] = watch;
            kept += 1;
            if other_value < 0 {
                conflict = Some(watch.clause);
                break;
            }
            trail.assign(other, watch.clause);
        }
        self.entries.copy_within(visited..end, kept);
        self.lists[code.index()].length = (kept + end - visited - start) as u32;
        conflict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clauses are added one after the other. What watches a literal is, in order, what a vector for each literal says; and as rooms double, all
    /// of their sum is at least half of the entries.
    #[test]
    fn lists_that_move_keep_their_entries() {
        let mut arena = Arena::default();
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        // Few variables, so that lists grow, and some more often than others.
        let mut clause = |arena: &mut Arena| {
            let first = random(12);
            let second = (first + 2 + random(3)) % 12;
            arena.add_original(&[Code(first as u32), Code(second as u32), Code(13)])
        };
        let at_first: Vec<ClauseRef> = (0..5).map(|_| clause(&mut arena)).collect();
        let mut watches = Watches::of(&arena, 7);
        let mut expected: Vec<Vec<ClauseRef>> = vec![Vec::new(); 14];
        let mut note = |arena: &Arena, clause: ClauseRef| {
            let words = arena.words(clause);
            expected[Code(words[0]).negated().index()].push(clause);
            expected[Code(words[1]).negated().index()].push(clause);
        };
        at_first.into_iter().for_each(|clause| note(&arena, clause));
        let before = watches.entries.len();
        for _ in 0..500 {
            let added = clause(&mut arena);
            watches.attach(&arena, added);
            note(&arena, added);
        }
        let rooms: usize = watches.lists.iter().map(|list| list.room as usize).sum();
        assert!(watches.entries.len() > 2 * before, "lists move");
        assert!(watches.entries.len() < 2 * rooms, "{rooms} of {} entries", watches.entries.len());
        for (list, expected) in watches.lists.iter().zip(&expected) {
            let entries = &watches.entries[list.start as usize..(list.start + list.length) as usize];
            assert_eq!(entries.iter().map(|watch| watch.clause).collect::<Vec<_>>(), *expected);
        }
    }
}
