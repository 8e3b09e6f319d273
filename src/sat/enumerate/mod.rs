//! Enumeration of all models of a formula, projected to some variables, in constant memory.
//!
//! Blocking clauses would make the formula grow with every model. Instead, the search flips its own
//! decisions (Gebser, Kaufmann, Neumann, Schaub: Conflict-driven answer set enumeration, LPNMR 2007;
//! Solution enumeration for projected Boolean search problems, CPAIOR 2009). Decisions on the
//! projection come first. The *backtrack level* separates two kinds of levels. At and below it, the
//! first value of each decision has models that were given, and its other value is still to come: such
//! a decision is given up only by flipping it, last one first. Above it, the search is free to learn
//! from conflicts and to jump back. After a model, the last decision on the projection is flipped, and
//! the decisions on the projection before it become systematic.
//!
//! Learned clauses follow from the formula alone, so they may be forgotten at any time; their number
//! is bounded, and with it the memory.

use super::Interrupt;
use crate::cnf::{Cnf, Lit, Var};

mod analyze;
mod order;
mod part;
mod probe;

pub use probe::refuted;

use super::propagation::{self, Arena, ClauseRef, Code, Loaded, Trail, Watches};
use analyze::Analysis;
use order::Order;

/// How an enumerator is set up.
#[derive(Debug, Clone, Default)]
pub struct EnumeratorConfig {
    /// How an assignment of the projection is extended to a model.
    pub completion: Completion,
    /// What may end the stream early.
    pub interrupt: Interrupt,
}

/// How an assignment of the projection is extended to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Completion {
    /// By deciding on the other variables, too. Right for every formula.
    #[default]
    Search,
    /// Not at all: an assignment of the whole projection that propagates without a conflict counts as
    /// a model. Right if the formula is the definitional encoding of a circuit, polarity-aware or
    /// full, with some gates asserted, and the projection contains all inputs: propagation makes each
    /// gate that is defined in one direction false (or true) wherever its inputs do, so that without
    /// a conflict the gates' own values satisfy all clauses. Saves a decision on every gate whose
    /// value does not matter, and most do not.
    Propagation,
}

/// A stream of models: see [`Enumerator::next`].
#[derive(Debug, Clone)]
pub struct Enumerator {
    projection: Vec<Lit>,
    arena: Arena,
    watches: Watches,
    trail: Trail,
    order: Order,
    analysis: Analysis,
    /// The levels up to this one are systematic. At most `projected_levels`.
    backtrack_level: u32,
    /// The levels up to this one, and no others, have a decision on the projection.
    projected_levels: u32,
    implied: Vec<Implied>,
    /// A false clause that was found before propagation; it is false at the backtrack level.
    pending: Option<ClauseRef>,
    state: State,
    /// The levels up to this one are for literals that were given, and are not flipped: see [`Enumerator::restrict`].
    given_levels: u32,
    /// Whether there is no model, whatever is given.
    is_refuted: bool,
    /// The first place of the projection that may have another value than in the model before.
    changed: u32,
    learned_limit: usize,
    /// Conflicts until the next restart.
    until_restart: u32,
    /// How many restarts there were.
    restarts: u64,
    config: EnumeratorConfig,
    /// How many conflicts and flips one model may take; as many as it needs if nothing is said.
    patience: Option<u64>,
    /// Steps until the interruption is looked for again.
    until_look: u32,
    statistics: EnumeratorStatistics,
    /// Memory for choosing the clauses to forget.
    victims: Vec<ClauseRef>,
}

/// How far the enumeration has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// In the middle of the search.
    Searching,
    /// The assignment is the model that was given last.
    AtModel,
    /// There is no further model.
    Exhausted,
}

/// A literal that was forced at a level below the one where it stands, because the search could not
/// jump back as far as its clause allowed. Where its level is undone, it is to be made true again.
#[derive(Debug, Clone, Copy)]
struct Implied {
    code: Code,
    /// The level where it could stand.
    level: u32,
    reason: ClauseRef,
}

/// How much work an enumerator has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EnumeratorStatistics {
    /// Models given.
    pub models: u64,
    /// Conflicts that taught a clause.
    pub conflicts: u64,
    /// Decisions that were flipped, after models and after conflicts.
    pub flips: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Learned clauses that are remembered.
    pub learned: usize,
}

/// The values of the projection in one model, borrowed from the enumerator.
#[derive(Debug, Clone, Copy)]
pub struct Assignment<'a> {
    enumerator: &'a Enumerator,
}

impl Assignment<'_> {
    /// The first place of the projection whose value may differ from that in the model before.
    pub fn changed(&self) -> usize {
        self.enumerator.changed as usize
    }

    /// How many literals the projection has.
    pub fn len(&self) -> usize {
        self.enumerator.projection.len()
    }

    /// Whether the projection is empty.
    pub fn is_empty(&self) -> bool {
        self.enumerator.projection.is_empty()
    }

    /// Whether literal number `index` of the projection, as it was given, is true.
    ///
    /// # Panics
    /// If the projection has no such literal.
    pub fn holds(&self, index: usize) -> bool {
        self.satisfies(self.enumerator.projection[index])
    }

    /// The true ones among the projection and the negations of the others, in order.
    pub fn literals(&self) -> impl ExactSizeIterator<Item = Lit> + '_ {
        self.enumerator.projection.iter().map(|&lit| if self.satisfies(lit) { lit } else { !lit })
    }

    /// The value of `var`. Outside the projection, this is one of possibly several extensions, and
    /// with [`Completion::Propagation`] it means nothing.
    ///
    /// # Panics
    /// If neither formula nor projection has the variable.
    pub fn value(&self, var: Var) -> bool {
        self.satisfies(Lit::positive(var))
    }

    /// Whether `lit` is true; panics like [`Assignment::value`].
    pub fn satisfies(&self, lit: Lit) -> bool {
        self.enumerator.trail.value(Code::of(lit)) > 0
    }
}

/// Conflicts between restarts are multiples of this (Luby sequence).
const RESTART_UNIT: u32 = 128;

/// Steps between two looks at the interruption.
const LOOK_INTERVAL: u32 = 256;

impl Enumerator {
    /// An enumerator of the models of `cnf`, projected to the variables of `projection`.
    ///
    /// The order of `projection` is the order of decisions, and each literal is tried before its
    /// negation: models come in lexicographic order, true before false, if no variable is listed
    /// twice. The earlier variables had better determine the later ones.
    pub fn new(cnf: &Cnf, projection: &[Lit], config: &EnumeratorConfig) -> Enumerator {
        let projected = projection.iter().map(|lit| lit.var().0).max();
        let variables = cnf.variables().max(projected.unwrap_or(0)) as usize;
        let codes: Vec<Code> = projection.iter().copied().map(Code::of).collect();
        let Loaded { arena, watches, trail, is_consistent } = propagation::load(cnf, variables);
        Enumerator {
            projection: projection.to_vec(),
            arena,
            watches,
            trail,
            order: Order::new(variables, &codes),
            analysis: Analysis::new(variables),
            backtrack_level: 0,
            projected_levels: 0,
            implied: Vec::new(),
            pending: None,
            state: if is_consistent { State::Searching } else { State::Exhausted },
            given_levels: 0,
            is_refuted: !is_consistent,
            changed: 0,
            learned_limit: 2000 + cnf.len() / 4,
            until_restart: RESTART_UNIT,
            restarts: 0,
            config: config.clone(),
            patience: None,
            until_look: 0,
            statistics: EnumeratorStatistics::default(),
            victims: Vec::new(),
        }
    }

    /// Finds the next model. Each assignment of the projection that has a model is given exactly once;
    /// nothing more is given when there is no other, when the interruption was requested, or when patience ended, which
    /// [`Enumerator::is_exhausted`] tells apart.
    #[expect(clippy::should_implement_trait, reason = "an iterator's items cannot borrow from it")]
    pub fn next(&mut self) -> Option<Assignment<'_>> {
        if self.state == State::AtModel {
            self.state = State::Searching;
            self.changed = self.projection.len() as u32;
            self.trail.backtrack(self.projected_levels, |code| self.order.unassign(code));
            self.backtrack_level = self.projected_levels;
            self.flip();
        }
        if self.state == State::Searching && self.search() {
            self.state = State::AtModel;
            self.statistics.models += 1;
            return Some(Assignment { enumerator: self });
        }
        None
    }

    /// Says how many conflicts and flips one model may take; as many as it needs if nothing is said.
    pub fn set_patience(&mut self, patience: Option<u64>) {
        self.patience = patience;
    }

    /// Whether all models have been given.
    pub fn is_exhausted(&self) -> bool {
        self.state == State::Exhausted
    }

    /// How much work was done so far.
    pub fn statistics(&self) -> EnumeratorStatistics {
        EnumeratorStatistics { learned: self.arena.learned().len(), ..self.statistics }
    }

    /// How many conflicts and flips there were so far.
    pub fn effort(&self) -> u64 {
        self.statistics.conflicts + self.statistics.flips
    }

    /// Extends the assignment to a model, and tells whether there is one and the search was neither
    /// interrupted nor out of patience.
    fn search(&mut self) -> bool {
        let patience = self.patience.map(|patience| self.effort() + patience);
        loop {
            if patience.is_some_and(|patience| self.effort() > patience) {
                return false;
            }
            let conflict = self.pending.take().or_else(|| self.watches.propagate(&mut self.arena, &mut self.trail));
            if let Some(conflict) = conflict {
                if self.trail.level() > self.backtrack_level {
                    self.learn(conflict);
                } else {
                    self.flip();
                    if self.state == State::Exhausted {
                        return false;
                    }
                }
                continue;
            }
            if self.until_look == 0 {
                self.until_look = LOOK_INTERVAL;
                if self.config.interrupt.is_requested() {
                    self.until_look = 0;
                    return false;
                }
            }
            self.until_look -= 1;
            if self.until_restart == 0 {
                self.restart();
            }
            if self.arena.learned().len() > self.learned_limit {
                self.forget();
            }
            if !self.decide() {
                return true;
            }
        }
    }

    /// Opens a level with the next decision; tells whether one was left to take.
    fn decide(&mut self) -> bool {
        let code = match self.order.next_projected(&self.trail.values) {
            Some(code) => {
                self.statistics.decisions += 1;
                self.decide_projected(code);
                return true;
            }
            None if self.config.completion == Completion::Propagation => return false,
            None => match self.order.next_other(&self.trail.values) {
                Some(code) => code,
                None => return false,
            },
        };
        self.statistics.decisions += 1;
        self.trail.decide(code);
        debug_assert!(self.projected_levels <= self.trail.level());
        true
    }

    fn decide_projected(&mut self, code: Code) {
        self.projected_levels += 1;
        self.trail.decide(code);
    }

    fn backtrack(&mut self, level: u32) {
        self.trail.backtrack(level, |code| self.order.unassign(code));
        self.projected_levels = self.projected_levels.min(level);
    }

    /// Gives up the first value of the last systematic decision, whose models have all been given,
    /// and goes on with the other value; without a systematic decision, all models have been given.
    fn flip(&mut self) {
        if self.backtrack_level == self.given_levels {
            self.state = State::Exhausted;
            return;
        }
        let decision = self.trail.decision(self.backtrack_level);
        self.changed = self.changed.min(self.order.place(decision));
        self.backtrack_level -= 1;
        self.backtrack(self.backtrack_level);
        self.statistics.flips += 1;
        self.trail.assign(decision.negated(), ClauseRef::NONE);
        self.imply_again();
    }

    /// Makes the literals true again that stood at the level just undone but were forced below it.
    fn imply_again(&mut self) {
        let level = self.backtrack_level;
        let mut implied = std::mem::take(&mut self.implied);
        implied.retain(|entry| {
            if entry.level > level {
                return false;
            }
            match self.trail.value(entry.code) {
                0 => self.trail.assign(entry.code, entry.reason),
                value if value < 0 => self.pending = Some(entry.reason),
                _ => {}
            }
            entry.level < level
        });
        self.implied = implied;
    }

    /// Learns a clause from a conflict above the backtrack level and goes back to where it is unit,
    /// but not below the backtrack level.
    fn learn(&mut self, conflict: ClauseRef) {
        self.statistics.conflicts += 1;
        self.until_restart = self.until_restart.saturating_sub(1);
        let (unit_at, glue) = self.analysis.analyze(conflict, &mut self.arena, &self.trail);
        self.order.bump(&mut self.analysis.involved, &self.trail.values);
        let level = unit_at.max(self.backtrack_level);
        self.backtrack(level);
        let learned = &self.analysis.learned;
        let code = learned[0];
        // A clause of one literal is kept, too, as the reason of that literal, for as long as levels
        // above 0 are systematic and the literal must stand there.
        let reason = self.arena.add_learned(learned, glue);
        if learned.len() > 1 {
            self.watches.attach(&self.arena, reason);
        }
        self.trail.assign(code, reason);
        if unit_at < level {
            self.implied.push(Implied { code, level: unit_at, reason });
        }
    }

    /// Goes back to the last decision on the projection: those are in a fixed order, so that only the
    /// decisions on other variables can turn out differently.
    fn restart(&mut self) {
        self.restarts += 1;
        self.until_restart = RESTART_UNIT.saturating_mul(luby(self.restarts));
        let level = self.projected_levels.max(self.backtrack_level);
        self.backtrack(level);
    }

    /// Forgets the worse half of the learned clauses, those aside that are reasons.
    fn forget(&mut self) {
        self.victims.clear();
        for &clause in self.arena.learned() {
            let forced = self
                .arena
                .literals(clause)
                .any(|code| self.trail.value(code) > 0 && self.trail.reasons[code.variable()] == clause);
            if !forced {
                self.victims.push(clause);
            }
        }
        let arena = &mut self.arena;
        // Best first: used lately, then few levels, then short, then young.
        self.victims.sort_by_cached_key(|&clause| {
            (!arena.age(clause), arena.glue(clause), arena.words(clause).len(), std::cmp::Reverse(clause.0))
        });
        self.victims.drain(..self.victims.len() / 2);
        self.victims.sort_unstable_by_key(|clause| clause.0);
        self.arena.compact(&self.victims);
        self.watches.follow(&self.arena);
        for code in &self.trail.literals {
            let reason = &mut self.trail.reasons[code.variable()];
            if *reason != ClauseRef::NONE {
                *reason = self.arena.moved(*reason);
            }
        }
        for entry in &mut self.implied {
            entry.reason = self.arena.moved(entry.reason);
        }
    }
}

/// Term number `index`, from 1, of the Luby sequence 1, 1, 2, 1, 1, 2, 4, 1, …
fn luby(mut index: u64) -> u32 {
    loop {
        let bits = u64::BITS - index.leading_zeros();
        // A term at the end of a block 1..=2^bits - 1 is the block's largest; others repeat the
        // sequence from its start.
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1).min(20);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::dimacs;
    use proptest::prelude::*;

    fn enumerator(text: &str, projection: &[i32]) -> Enumerator {
        let cnf = dimacs::parse(text).expect("the formula is DIMACS");
        let projection: Vec<Lit> =
            projection.iter().map(|&integer| Lit::from_dimacs(integer).expect("a literal")).collect();
        Enumerator::new(&cnf, &projection, &EnumeratorConfig::default())
    }

    fn models(mut enumerator: Enumerator) -> Vec<Vec<i32>> {
        let mut models = Vec::new();
        while let Some(model) = enumerator.next() {
            models.push(model.literals().map(Lit::to_dimacs).collect());
        }
        assert!(enumerator.is_exhausted());
        models
    }

    #[test]
    fn models_come_in_the_order_of_the_projection() {
        let found = models(enumerator("p cnf 2 1\n1 2 0\n", &[-2, 1]));
        assert_eq!(found, vec![vec![-2, 1], vec![2, 1], vec![2, -1]]);
    }

    #[test]
    fn an_empty_projection_gives_one_empty_model_or_none() {
        assert_eq!(models(enumerator("p cnf 2 1\n1 2 0\n", &[])), vec![Vec::<i32>::new()]);
        assert!(models(enumerator("p cnf 1 2\n1 0\n-1 0\n", &[])).is_empty());
        assert!(models(enumerator("p cnf 1 1\n0\n", &[1])).is_empty());
    }

    #[test]
    fn a_variable_may_be_listed_twice_or_occur_in_no_clause() {
        let found = models(enumerator("p cnf 1 1\n1 0\n", &[1, -1, 3]));
        assert_eq!(found, vec![vec![1, 1, 3], vec![1, 1, -3]]);
    }

    #[test]
    fn an_interruption_ends_the_stream_without_exhausting_it() {
        let mut enumerator = enumerator("p cnf 20 0\n", &(1..=20).collect::<Vec<_>>());
        assert!(enumerator.next().is_some());
        enumerator.config.interrupt.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        while enumerator.next().is_some() {}
        assert!(!enumerator.is_exhausted());
    }

    #[test]
    fn the_luby_sequence_starts_as_published() {
        let start: Vec<u32> = (1..=15).map(luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    /// How many sets of at most `holes + 1` pigeons sit in `holes` holes, one in each. Where each sits
    /// is not projected, so that the search has to refute the set of all pigeons.
    fn sets_of_pigeons(holes: u32, limit: usize) -> (usize, EnumeratorStatistics) {
        let pigeons = holes + 1;
        let present = |pigeon: u32| Lit::positive(Var(pigeon + 1));
        let sits = |pigeon: u32, hole: u32| Lit::positive(Var(pigeons + pigeon * holes + hole + 1));
        let mut cnf = Cnf::new(0);
        for pigeon in 0..pigeons {
            let mut somewhere: Vec<Lit> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
            somewhere.push(!present(pigeon));
            cnf.push_clause(&somewhere);
            for (hole, other) in (0..holes).flat_map(|hole| (0..pigeon).map(move |o| (hole, o))) {
                cnf.push_clause(&[!sits(pigeon, hole), !sits(other, hole)]);
            }
        }
        let projection: Vec<Lit> = (0..pigeons).map(present).collect();
        let mut enumerator = Enumerator::new(&cnf, &projection, &EnumeratorConfig::default());
        enumerator.learned_limit = limit;
        let mut count = 0;
        while enumerator.next().is_some() {
            count += 1;
        }
        (count, enumerator.statistics())
    }

    #[test]
    fn forgetting_almost_all_learned_clauses_loses_no_model() {
        let (count, statistics) = sets_of_pigeons(6, 50);
        assert_eq!(count, 127);
        assert!(statistics.conflicts > 200, "{statistics:?}");
        assert!(statistics.learned <= 50, "{statistics:?}");
        assert_eq!(sets_of_pigeons(6, 1_000_000).0, 127);
    }

    proptest! {
        #[test]
        fn forgetting_does_not_change_what_is_enumerated(
            clauses in prop::collection::vec(
                prop::collection::vec((1u32..=40, any::<bool>()), 3), 140..165),
        ) {
            let mut cnf = Cnf::new(40);
            for clause in clauses {
                let clause: Vec<Lit> =
                    clause.into_iter().map(|(variable, value)| Lit::of(Var(variable), value)).collect();
                cnf.push_clause(&clause);
            }
            // The last variables, so that many others are left to the search.
            let projection: Vec<Lit> = (31..=40).map(|variable| Lit::positive(Var(variable))).collect();
            let count = |limit| {
                let mut enumerator = Enumerator::new(&cnf, &projection, &EnumeratorConfig::default());
                enumerator.learned_limit = limit;
                enumerator.until_restart = 1;
                let mut models = Vec::new();
                while let Some(model) = enumerator.next() {
                    models.push(model.literals().collect::<Vec<Lit>>());
                }
                models
            };
            prop_assert_eq!(count(2), count(100_000));
        }
    }
}
