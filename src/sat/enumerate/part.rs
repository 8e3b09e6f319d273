//! A part of the stream of models: those with some literals, and those behind one of them.

use super::{Enumerator, State};
use crate::cnf::Lit;
use crate::sat::propagation::{ClauseRef, Code};

impl Enumerator {
    /// Begins anew, with those models only in which some literals of the projection are true. What was learned stays.
    ///
    /// Where these are the first literals of the projection, or their negations, the stream is a part of the stream of all models.
    ///
    /// # Panics
    /// If models were asked for before the first restriction: what the search gave up then, it gave up for good.
    pub fn restrict(&mut self, given: &[Lit]) {
        assert!(self.given_levels > 0 || self.effort() + self.statistics.models == 0, "the search begins restricted");
        self.backtrack(0);
        (self.backtrack_level, self.changed, self.pending) = (0, 0, None);
        // What was learned at level 0 stays there.
        self.imply_again();
        self.is_refuted |= !self.propagates();
        self.state = if self.is_refuted { State::Exhausted } else { State::Searching };
        // A level of its own even if nothing is given, so that no decision is flipped at level 0.
        self.trail.open();
        for code in given.iter().copied().map(Code::of) {
            match self.trail.value(code) {
                _ if self.state == State::Exhausted => break,
                value if value > 0 => continue,
                value if value < 0 => self.state = State::Exhausted,
                _ => {
                    self.trail.decide(code);
                    if !self.propagates() {
                        self.state = State::Exhausted;
                    }
                }
            }
        }
        self.given_levels = self.trail.level();
        (self.backtrack_level, self.projected_levels) = (self.given_levels, self.given_levels);
    }

    /// Goes on behind a model, whose values of the projection are given: the next one is what follows it. Tells whether it may be
    /// a model, and one of those that the stream is restricted to.
    pub fn go_behind(&mut self, holds: impl Fn(usize) -> bool) -> bool {
        if self.state != State::Searching || !self.propagates() {
            return false;
        }
        for place in 0..self.projection.len() {
            let code = Code::of(self.projection[place]);
            match (self.trail.value(code), holds(place)) {
                (0, true) => self.decide_projected(code),
                (0, false) => {
                    // The models with its first value were all given before.
                    self.backtrack_level = self.trail.level();
                    self.trail.assign(code.negated(), ClauseRef::NONE);
                }
                (value, holds) if (value > 0) != holds => return false,
                _ => continue,
            }
            if !self.propagates() {
                return false;
            }
        }
        self.backtrack_level = self.projected_levels;
        self.state = State::AtModel;
        true
    }

    fn propagates(&mut self) -> bool {
        self.pending.take().or_else(|| self.watches.propagate(&mut self.arena, &mut self.trail)).is_none()
    }
}
