//! Conflict analysis: the clause to learn from a conflict.

use crate::sat::propagation::{Arena, ClauseRef, Code, Trail};

/// What is known of a variable during one analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// Its literal is in the learned clause or was resolved away.
    Seen,
    /// Its literal follows from literals of the learned clause.
    Implied,
    /// Its literal does not.
    Needed,
}

/// The memory of the analysis, kept between conflicts so that none is allocated.
#[derive(Debug, Clone)]
pub(super) struct Analysis {
    marks: Vec<Mark>,
    /// The variables whose mark is not `Unseen`.
    marked: Vec<u32>,
    /// The variables that the conflict involved.
    pub(super) involved: Vec<u32>,
    /// The learned clause. Its first literal is the only one of the current level, and its second one
    /// is of the highest level among the others.
    pub(super) learned: Vec<Code>,
    /// Open questions of the minimisation: a variable, and how many literals of its reason are done.
    stack: Vec<(u32, u32)>,
    /// Per level, of which there is one more than there are variables where the search is restricted: when it was last counted.
    counted: Vec<u64>,
    clock: u64,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Analysis {
        Analysis {
            marks: vec![Mark::Unseen; variables],
            marked: Vec::with_capacity(variables),
            involved: Vec::with_capacity(variables),
            learned: Vec::with_capacity(variables),
            stack: Vec::with_capacity(variables),
            counted: vec![0; variables + 2],
            clock: 0,
        }
    }

    /// Learns from the conflict in `clause`, which is false; returns the level at which the learned
    /// clause becomes unit, and its glue.
    ///
    /// Requires that the clause has a literal of the current level, and that every literal of the
    /// current level but its decision has a reason: this is so above the backtrack level, because
    /// flipped literals never lie above it. Literals without a reason at lower levels are kept in the
    /// learned clause, which therefore follows from the formula alone, and not from what has been
    /// enumerated.
    pub(super) fn analyze(&mut self, mut clause: ClauseRef, arena: &mut Arena, trail: &Trail) -> (u32, u32) {
        self.learned.clear();
        self.involved.clear();
        self.learned.push(Code(0));
        let level = trail.level();
        let mut open = 0;
        let mut place = trail.literals.len();
        let asserted = loop {
            arena.note_use(clause);
            // The literal that the clause forced, if it is a reason, has been marked before.
            for code in arena.literals(clause) {
                let variable = code.variable();
                let at = trail.levels[variable];
                if at == 0 || self.marks[variable] != Mark::Unseen {
                    continue;
                }
                self.mark(variable, Mark::Seen);
                self.involved.push(variable as u32);
                if at == level {
                    open += 1;
                } else {
                    self.learned.push(code);
                }
            }
            let code = loop {
                place -= 1;
                let code = trail.literals[place];
                if self.marks[code.variable()] == Mark::Seen {
                    break code;
                }
            };
            open -= 1;
            if open == 0 {
                break code;
            }
            clause = trail.reasons[code.variable()];
        };
        self.learned[0] = asserted.negated();
        self.minimize(arena, trail);
        let (unit_at, glue) = self.rank(trail);
        for variable in self.marked.drain(..) {
            self.marks[variable as usize] = Mark::Unseen;
        }
        (unit_at, glue)
    }

    fn mark(&mut self, variable: usize, mark: Mark) {
        if self.marks[variable] == Mark::Unseen {
            self.marked.push(variable as u32);
        }
        self.marks[variable] = mark;
    }

    /// Drops the literals that follow from the others.
    fn minimize(&mut self, arena: &Arena, trail: &Trail) {
        let mut kept = 1;
        for place in 1..self.learned.len() {
            let code = self.learned[place];
            if !self.follows(code, arena, trail) {
                self.learned[kept] = code;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    /// Whether a literal of the learned clause follows from its other literals: whether all literals
    /// of its reason are in the clause or follow in turn.
    ///
    /// A depth-first walk with its own stack. Literals of the current level are met only in reasons
    /// of literals of that level, which are not in question here.
    fn follows(&mut self, code: Code, arena: &Arena, trail: &Trail) -> bool {
        let root = code.variable() as u32;
        if trail.reasons[root as usize] == ClauseRef::NONE {
            return false;
        }
        self.stack.clear();
        self.stack.push((root, 0));
        while let Some(&(variable, done)) = self.stack.last() {
            let reason = trail.reasons[variable as usize];
            let Some(&word) = arena.words(reason).get(done as usize) else {
                // All its literals are in the clause or follow.
                self.stack.pop();
                if variable != root {
                    self.mark(variable as usize, Mark::Implied);
                }
                continue;
            };
            if let Some(top) = self.stack.last_mut() {
                top.1 += 1;
            }
            let below = Code(word).variable();
            if below == variable as usize || trail.levels[below] == 0 {
                continue;
            }
            match self.marks[below] {
                Mark::Seen | Mark::Implied => {}
                Mark::Unseen if trail.reasons[below] != ClauseRef::NONE => {
                    self.stack.push((below as u32, 0));
                }
                Mark::Unseen | Mark::Needed => {
                    // Whatever led here is not implied either.
                    self.mark(below, Mark::Needed);
                    while let Some((variable, _)) = self.stack.pop() {
                        if variable != root {
                            self.mark(variable as usize, Mark::Needed);
                        }
                    }
                    return false;
                }
            }
        }
        true
    }

    /// Puts a literal of the highest level second; returns that level and the number of levels.
    fn rank(&mut self, trail: &Trail) -> (u32, u32) {
        self.clock += 1;
        let mut glue = 1;
        let mut highest = 0;
        for place in 1..self.learned.len() {
            let level = trail.levels[self.learned[place].variable()];
            if self.counted[level as usize] != self.clock {
                self.counted[level as usize] = self.clock;
                glue += 1;
            }
            if level > highest {
                highest = level;
                self.learned.swap(1, place);
            }
        }
        (highest, glue)
    }
}
