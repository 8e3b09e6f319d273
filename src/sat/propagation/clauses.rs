//! Clauses in one flat arena.

use crate::cnf::Lit;

/// A literal as a place in tables with two entries per variable; the lowest bit is its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::sat) struct Code(pub(in crate::sat) u32);

impl Code {
    pub(in crate::sat) fn of(lit: Lit) -> Code {
        Code(lit.code() as u32)
    }

    pub(in crate::sat) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(in crate::sat) fn negated(self) -> Code {
        Code(self.0 ^ 1)
    }

    pub(in crate::sat) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clause, by the place of its header in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sat) struct ClauseRef(pub(in crate::sat) u32);

impl ClauseRef {
    /// No clause: the reason of decisions and flipped literals.
    pub(in crate::sat) const NONE: ClauseRef = ClauseRef(u32::MAX);
}

/// The words before a clause's literals: its length, and what is known of its worth.
const HEADER: usize = 2;

/// All clauses in one vector of words.
///
/// A header's first word is the length; its second word is zero for a clause of the formula and
/// `used << 24 | glue` for a learned one, whose glue is at least 1.
#[derive(Debug, Clone, Default)]
pub(in crate::sat) struct Arena {
    words: Vec<u32>,
    /// Where [`Arena::compact`] moves the clauses; kept, so that moving allocates nothing.
    spare: Vec<u32>,
    /// The learned clauses, in the order in which they were learned.
    learned: Vec<ClauseRef>,
}

const GLUE_BITS: u32 = 24;
const GLUE_MASK: u32 = (1 << GLUE_BITS) - 1;
/// In a header's first word: the clause was moved, and the second word says where to.
const MOVED: u32 = u32::MAX;

impl Arena {
    /// An empty arena with room for so many clauses and literals: it grows without being copied.
    pub(in crate::sat) fn with_capacity(clauses: usize, literals: usize) -> Arena {
        Arena { words: Vec::with_capacity(literals + HEADER * clauses), ..Arena::default() }
    }

    /// Adds a clause of the formula.
    pub(in crate::sat) fn add_original(&mut self, literals: &[Code]) -> ClauseRef {
        self.add(literals, 0)
    }

    /// Adds a clause that was learned; its glue is the number of levels that its literals are from.
    pub(in crate::sat) fn add_learned(&mut self, literals: &[Code], glue: u32) -> ClauseRef {
        let clause = self.add(literals, glue.clamp(1, GLUE_MASK) | 1 << GLUE_BITS);
        self.learned.push(clause);
        clause
    }

    fn add(&mut self, literals: &[Code], worth: u32) -> ClauseRef {
        let start = self.words.len();
        assert!(start + HEADER + literals.len() < u32::MAX as usize, "the clauses fit in 16 gigabytes");
        self.words.push(literals.len() as u32);
        self.words.push(worth);
        self.words.extend(literals.iter().map(|lit| lit.0));
        ClauseRef(start as u32)
    }

    pub(in crate::sat) fn literals(&self, clause: ClauseRef) -> impl Iterator<Item = Code> + '_ {
        self.words(clause).iter().map(|&word| Code(word))
    }

    /// The literals as words; [`Code`]s without the name.
    pub(in crate::sat) fn words(&self, clause: ClauseRef) -> &[u32] {
        let start = clause.0 as usize;
        let length = self.words[start] as usize;
        &self.words[start + HEADER..start + HEADER + length]
    }

    pub(in crate::sat) fn words_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize;
        let length = self.words[start] as usize;
        &mut self.words[start + HEADER..start + HEADER + length]
    }

    /// All clauses, in the order in which they were added.
    pub(in crate::sat) fn clauses(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut start = 0;
        std::iter::from_fn(move || {
            let length = *self.words.get(start)? as usize;
            let clause = ClauseRef(start as u32);
            start += HEADER + length;
            Some(clause)
        })
    }

    pub(in crate::sat) fn learned(&self) -> &[ClauseRef] {
        &self.learned
    }

    /// The glue of a learned clause.
    pub(in crate::sat) fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1] & GLUE_MASK
    }

    fn is_learned(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] != 0
    }

    /// Notes that a clause took part in a conflict, so that it is not forgotten soon.
    pub(in crate::sat) fn note_use(&mut self, clause: ClauseRef) {
        if self.is_learned(clause) {
            let glue = self.glue(clause);
            self.words[clause.0 as usize + 1] = glue | 2 << GLUE_BITS;
        }
    }

    /// Whether a learned clause took part in a conflict lately. Each question ages the answer.
    pub(in crate::sat) fn age(&mut self, clause: ClauseRef) -> bool {
        let worth = &mut self.words[clause.0 as usize + 1];
        let used = *worth >> GLUE_BITS;
        *worth = *worth & GLUE_MASK | used.saturating_sub(1) << GLUE_BITS;
        used > 0
    }

    /// Forgets the learned clauses in `victims` (which is ascending) and moves the others together.
    /// Until the next call, [`Arena::moved`] tells where a clause went.
    pub(in crate::sat) fn compact(&mut self, victims: &[ClauseRef]) {
        std::mem::swap(&mut self.words, &mut self.spare);
        self.words.clear();
        self.learned.clear();
        let mut victims = victims.iter().peekable();
        let mut start = 0;
        while start < self.spare.len() {
            let length = self.spare[start] as usize;
            let end = start + HEADER + length;
            let target = if victims.next_if(|victim| victim.0 as usize == start).is_some() {
                ClauseRef::NONE
            } else {
                let target = ClauseRef(self.words.len() as u32);
                self.words.extend_from_slice(&self.spare[start..end]);
                if self.is_learned(target) {
                    self.learned.push(target);
                }
                target
            };
            self.spare[start] = MOVED;
            self.spare[start + 1] = target.0;
            start = end;
        }
    }

    /// Where the last [`Arena::compact`] put a clause, or [`ClauseRef::NONE`] if it was forgotten.
    pub(in crate::sat) fn moved(&self, clause: ClauseRef) -> ClauseRef {
        debug_assert_eq!(self.spare[clause.0 as usize], MOVED);
        ClauseRef(self.spare[clause.0 as usize + 1])
    }
}
