//! The incremental loop (Algorithm 1 of Ponzio et al., FSE 2016): ask for an instance with an uncovered pair, let it
//! grow, and stop when the solver proves that no pair is left.

use super::encoded::Encoded;
use crate::cnf::Lit;
use crate::relational::{Evaluator, Instance};
use crate::sat::{self, Outcome, Query, Solver};
use crate::solve::{Contradiction, Status};
use crate::symmetry::Filter;
use fixedbitset::FixedBitSet;
use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

/// About how many cache lines it takes to read and to judge a model, for each variable.
const READING: u64 = 10;

/// How many instances in a row are refused, once others are renumbered, before one stops growing.
const MOST_IN_VAIN: u32 = 10;

/// How many reasons a model is refused for: the first ones, which compare the least.
const MOST_REASONS: usize = 10;

/// How many models in a row may be of no use before decisions prefer anything.
const PATIENCE: u32 = 5;

/// After how many conflicts decisions are left to the solver for the first time.
const AIMED: u32 = 500;

/// How to search.
#[derive(Debug, Clone)]
pub struct SearchConfig {
    /// The solver.
    pub solver: sat::SolverConfig,
    /// Grow each instance until no further uncovered pair fits, giving up a step after this many conflicts; `None`
    /// takes instances as they come (the paper's loop).
    pub growth_limit: Option<u32>,
    /// How many instances are refused because they are not canonical before others are renumbered instead.
    pub most_refused: u64,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig { solver: sat::SolverConfig::default(), growth_limit: Some(500), most_refused: 10 }
    }
}

/// What an instance that takes the place of another one has of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Growth {
    /// All of its open pairs.
    Keeping,
    /// More open pairs, though perhaps other ones where it is renumbered.
    Covering,
}

/// Whether it is of use that an instance covers some pairs.
type Wanted<'w> = &'w dyn Fn(&FixedBitSet) -> bool;

/// An accepted instance and the pairs that it has.
#[derive(Debug, Clone)]
pub struct Found {
    /// The canonical instance.
    pub instance: Instance,
    /// Its pairs, by position in `Pairs`.
    pub covered: FixedBitSet,
}

/// What a search found.
#[derive(Debug, Clone)]
pub struct Extension {
    /// The instances, in the order in which they were found.
    pub found: Vec<Found>,
    /// The pairs that occur in some instance. With `Status::Complete`: exactly the feasible ones.
    pub feasible: FixedBitSet,
    /// How the search ended.
    pub status: Status,
    /// Calls of the solver, and the conflicts that they took.
    pub statistics: sat::Statistics,
}

/// What happened so far, for a progress display.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Instances found.
    pub instances: usize,
    /// Pairs covered.
    pub covered: usize,
    /// Pairs that are neither covered nor refuted.
    pub open: usize,
}

/// What the pairs of a field took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Calls of the solver.
    pub calls: u64,
    /// The conflicts that it met.
    pub conflicts: u64,
}

/// Computes the field extensions and instances that cover them. Everything is open at first; what the solver has learned
/// by the end stays with `search`, for whoever works on the suite.
pub fn search(search: &mut Search<'_>, progress: impl FnMut(Progress)) -> Result<Extension, Contradiction> {
    search_beyond(search, &[], progress)
}

/// The same where some instances are there already: only pairs that none of them has are looked for. What is found
/// begins with these instances.
pub fn search_beyond(
    search: &mut Search<'_>,
    given: &[Found],
    mut progress: impl FnMut(Progress),
) -> Result<Extension, Contradiction> {
    search.restart((0..search.encoded.pairs.len()).collect());
    given.iter().for_each(|found| search.keep(found.clone()));
    search.recall();
    let status = loop {
        let Some(target) = search.target() else { break Status::Complete };
        let conflict_limit = search.conflicts_left();
        if conflict_limit == Some(0) {
            search.is_exhausted = true;
            break Status::Interrupted;
        }
        // A constant pair is in every instance: any instance will do.
        let literals: Option<Vec<Lit>> = target.iter().map(|pair| search.encoded.literals[*pair]).collect();
        let query = Query { assumptions: &[], one_of: literals.as_deref(), conflict_limit };
        let before = search.solver.statistics();
        let outcome = search.ask(query);
        match outcome {
            Outcome::Unsat => search.refute(&target),
            Outcome::Unknown => search.is_exhausted = conflict_limit.is_some(),
            Outcome::Sat => {
                let open = search.open.clone();
                let accepted = search.accept_or_renumber(Some(&|covered| !covered.is_disjoint(&open)))?;
                search.heed(accepted.is_some());
                if let Some(first) = accepted {
                    let best = search.grown(first, Growth::Covering, u64::MAX)?;
                    search.keep(best);
                    progress(search.progress());
                }
            }
        }
        search.charge(&target, before);
        if outcome == Outcome::Unknown {
            break Status::Interrupted;
        }
    };
    let (found, feasible) = (search.found.clone(), search.feasible.clone());
    Ok(Extension { found, feasible, status, statistics: search.solver.statistics() })
}

/// A solver with the clauses of a problem and all that it learned from earlier questions, and what is covered so far.
// Invariant: `open` and `feasible` are disjoint; a pair in neither is refuted.
pub struct Search<'e> {
    encoded: &'e Encoded,
    evaluator: Evaluator<'e>,
    filter: Filter<'e>,
    /// The solver.
    pub solver: Box<dyn Solver>,
    interrupt: sat::Interrupt,
    growth_limit: Option<u32>,
    most_refused: u64,
    /// After how much effort of the solver the search for instances ends, and whether it did.
    last_effort: Option<u64>,
    is_exhausted: bool,
    /// Instances that an earlier search found.
    known: Vec<Instance>,
    places: Vec<Range<usize>>,
    open: FixedBitSet,
    feasible: FixedBitSet,
    found: Vec<Found>,
    spent: BTreeMap<usize, Spent>,
    refused: u64,
    /// How many models in a row were of no use.
    in_vain: u32,
    random: fastrand::Rng,
    /// How many models were read.
    read: u64,
}

impl<'e> Search<'e> {
    /// Loads the clauses; nothing is open.
    pub fn new(encoded: &'e Encoded, config: &SearchConfig) -> Self {
        let mut solver = sat::new(&config.solver);
        solver.add_cnf(&encoded.core.cnf);
        Search {
            encoded,
            evaluator: Evaluator::new(&encoded.core.problem),
            filter: Filter::new(&encoded.core.problem, &encoded.labelling),
            solver,
            interrupt: config.solver.interrupt.clone(),
            growth_limit: config.growth_limit,
            most_refused: config.most_refused,
            last_effort: None,
            is_exhausted: false,
            known: Vec::new(),
            places: encoded.pairs.places(),
            open: FixedBitSet::with_capacity(encoded.pairs.len()),
            feasible: FixedBitSet::with_capacity(encoded.pairs.len()),
            found: Vec::new(),
            spent: BTreeMap::new(),
            refused: 0,
            in_vain: 0,
            random: fastrand::Rng::with_seed(config.solver.seed.into()),
            read: 0,
        }
    }

    /// What to ask for next: the open pairs of the place that has most of them. Each instance covers at most one pair of
    /// a functional place, so the place with most open pairs bounds from below how many instances are still needed. Interactions come when
    /// every pair is covered or refuted, because those of a refuted pair are refuted, too.
    fn target(&self) -> Option<Vec<usize>> {
        let open = |place: &Range<usize>| self.open.count_ones(place.clone());
        let most = |places: &[Range<usize>]| {
            let most = places.iter().rev().max_by_key(|place| open(place)).filter(|place| open(place) > 0)?;
            Some(most.clone().filter(|position| self.open.contains(*position)).collect())
        };
        most(&self.places).or_else(|| most(self.encoded.pairs.meetings()))
    }

    fn progress(&self) -> Progress {
        Progress { instances: self.found.len(), covered: self.feasible.count_ones(..), open: self.open.count_ones(..) }
    }

    /// Counts what was done for some pairs of a field.
    fn charge(&mut self, target: &[usize], before: sat::Statistics) {
        let now = self.solver.statistics();
        let spent = self.spent.entry(self.encoded.pairs.field(target[0])).or_default();
        spent.calls += now.calls - before.calls;
        spent.conflicts += now.conflicts - before.conflicts;
    }

    /// The calls and conflicts that the pairs of each field took, by its index in `Heap::fields`.
    pub fn spent(&self) -> &BTreeMap<usize, Spent> {
        &self.spent
    }

    /// Asks with decisions that prefer open pairs: what is found covers many of these. Where these are at odds and no answer is found, they only mislead the
    /// solver, which then decides by itself; but an answer that covers few pairs costs others, so that both have their turns, which get longer.
    fn ask(&mut self, query: Query<'_>) -> Outcome {
        if query.conflict_limit.is_some() {
            return self.solver.solve(query);
        }
        let mut limit = AIMED;
        loop {
            let turn = Query { conflict_limit: Some(limit), ..query };
            let aimed = self.solver.solve(turn);
            if aimed != Outcome::Unknown || self.is_interrupted() {
                return aimed;
            }
            for literal in self.encoded.literals.iter().flatten() {
                self.solver.clear_phase(literal.var());
            }
            let free = self.solver.solve(turn);
            self.aim();
            if free != Outcome::Unknown || self.is_interrupted() {
                return free;
            }
            limit = limit.saturating_mul(2);
        }
    }

    /// Has decisions prefer any tuples where several models in a row were of no use: what the open pairs need may be just what the covered ones are needed
    /// for.
    fn heed(&mut self, is_useful: bool) {
        if is_useful {
            if mem::take(&mut self.in_vain) >= PATIENCE {
                self.aim();
            }
            return;
        }
        self.in_vain += 1;
        if self.in_vain >= PATIENCE {
            let density = self.random.f64();
            for literal in self.encoded.literals.iter().flatten() {
                let holds = self.random.f64() < density;
                self.solver.set_phase(if holds { *literal } else { !*literal });
            }
        }
    }

    /// How many instances were refused, because they are not canonical.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// Closes pairs that no instance has.
    fn refute(&mut self, pairs: &[usize]) {
        for pair in pairs {
            self.open.remove(*pair);
            if let Some(literal) = self.encoded.literals[*pair] {
                self.solver.add_clause(&[!literal]);
            }
        }
        let refuted: FixedBitSet = pairs.iter().copied().collect();
        for interaction in self.encoded.pairs.interactions_of(&self.open, &refuted) {
            self.open.remove(interaction);
        }
    }

    /// Makes `open` what is to be covered, forgetting what was found.
    pub fn restart(&mut self, open: FixedBitSet) {
        self.open = open;
        self.feasible.clear();
        self.found.clear();
        self.aim();
    }

    /// Points the solver's decisions at uncovered pairs and away from covered ones.
    fn aim(&mut self) {
        for (pair, literal) in self.encoded.literals.iter().enumerate() {
            if let Some(literal) = literal {
                self.solver.set_phase(if self.open.contains(pair) { *literal } else { !*literal });
            }
        }
    }

    /// Lets the search for instances take so many more conflicts, or as many as it takes.
    pub fn allow(&mut self, conflicts: Option<u32>) {
        self.last_effort = conflicts.map(|conflicts| self.solver.statistics().effort() + u64::from(conflicts));
        self.is_exhausted = false;
    }

    /// Whether the search for instances ended because it took as many conflicts as it may, and nobody asked it to stop.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted && !self.is_interrupted()
    }

    /// Has the next search for instances begin with those of an earlier one.
    pub fn remember(&mut self, instances: Vec<Instance>) {
        self.known = instances;
    }

    /// Takes what an earlier search found where it has open pairs.
    fn recall(&mut self) {
        for instance in mem::take(&mut self.known) {
            let found = self.covering(instance);
            if !found.covered.is_disjoint(&self.open) {
                self.keep(found);
            }
        }
    }

    /// How much was done so far, about in cache lines that were read: to find models, and to read and judge them.
    pub fn work(&self) -> u64 {
        let model = READING * u64::from(self.encoded.core.cnf.variables());
        self.solver.statistics().ticks + self.read * model
    }

    fn conflicts_left(&self) -> Option<u32> {
        let left = self.last_effort?.saturating_sub(self.solver.statistics().effort());
        Some(u32::try_from(left).unwrap_or(u32::MAX))
    }

    /// Whether the search was asked to stop.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_requested()
    }

    /// Reads the model as an instance and checks it. An instance that is not canonical is blocked, with all that are not
    /// for the same reason, and `None`.
    pub fn accept(&mut self) -> Result<Option<Found>, Contradiction> {
        self.accept_or_renumber(None)
    }

    /// The same, but for an instance that is not canonical the one that is takes its place where that covers what is wanted, once so many were refused that
    /// to refuse them takes long.
    fn accept_or_renumber(&mut self, wanted: Option<Wanted<'_>>) -> Result<Option<Found>, Contradiction> {
        self.read += 1;
        let instance = self.encoded.read(self.solver.as_ref());
        self.encoded.core.check(&mut self.evaluator, &instance)?;
        let reasons = self.filter.objections(&instance, MOST_REASONS);
        if reasons.is_empty() {
            return Ok(Some(self.covering(instance)));
        }
        for reason in &reasons {
            let clause = self.encoded.refusal(reason);
            self.solver.add_clause(&clause);
        }
        self.refused += 1;
        let Some(wanted) = wanted.filter(|_| self.refused >= self.most_refused) else { return Ok(None) };
        let canonical = self.filter.canonical(&instance);
        self.encoded.core.check(&mut self.evaluator, &canonical)?;
        Ok(Some(self.covering(canonical)).filter(|found| wanted(&found.covered)))
    }

    /// An instance with the pairs that it covers.
    fn covering(&self, instance: Instance) -> Found {
        let covered = self.encoded.pairs.covered(&self.encoded.core.problem, &instance);
        Found { instance, covered }
    }

    /// Asks for instances with the open pairs of this one and one more, until there is none, the limit is reached or so much work is done.
    pub fn grow(&mut self, first: Found, most_work: u64) -> Result<Found, Contradiction> {
        self.grown(first, Growth::Keeping, most_work)
    }

    fn grown(&mut self, first: Found, growth: Growth, most_work: u64) -> Result<Found, Contradiction> {
        let mut best = first;
        let mut in_vain = 0;
        let Some(limit) = self.growth_limit else { return Ok(best) };
        loop {
            let mut kept = best.covered.clone();
            kept.intersect_with(&self.open);
            let demanded = self.encoded.pairs.demanded(&kept);
            let keep: Vec<Lit> = demanded.ones().filter_map(|pair| self.encoded.literals[pair]).collect();
            let more: Vec<Lit> = self.open.difference(&kept).filter_map(|pair| self.encoded.literals[pair]).collect();
            let is_hopeless = self.refused >= self.most_refused && in_vain >= MOST_IN_VAIN;
            if more.is_empty() || is_hopeless || self.work() >= most_work {
                return Ok(best);
            }
            let query = Query { assumptions: &keep, one_of: Some(&more), conflict_limit: Some(limit) };
            match self.solver.solve(query) {
                Outcome::Sat => {
                    let (open, count) = (self.open.clone(), kept.count_ones(..));
                    let is_more = |covered: &FixedBitSet| {
                        covered.intersection_count(&open) > count
                            && (growth == Growth::Covering || kept.is_subset(covered))
                    };
                    in_vain += 1;
                    if let Some(next) = self.accept_or_renumber(Some(&is_more))? {
                        best = next;
                        in_vain = 0;
                    }
                }
                Outcome::Unsat | Outcome::Unknown => return Ok(best),
            }
        }
    }

    /// Takes an instance into the suite: its pairs are covered, and the solver turns to the others.
    pub fn keep(&mut self, found: Found) {
        for pair in found.covered.intersection(&self.open) {
            if let Some(literal) = self.encoded.literals[pair] {
                self.solver.set_phase(!literal);
            }
        }
        self.open.difference_with(&found.covered);
        self.feasible.union_with(&found.covered);
        self.found.push(found);
    }

    /// The pairs that are still open.
    pub fn open(&self) -> &FixedBitSet {
        &self.open
    }

    /// The instances found since the last restart.
    pub fn found(&self) -> &[Found] {
        &self.found
    }
}
