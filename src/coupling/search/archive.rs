//! What is kept of tests: for each objective those that came nearest, and what covers it once something does.

use crate::coupling::site::Coupled;
use crate::sequence::Seen;
use crate::worker::protocol::Sequence;
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many tests are kept for an objective.
const KEPT: usize = 8;

/// How many tests are kept that cover the same, beside the one of which that is known for sure.
const COVERING: usize = 2;

/// What a test is to come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Objective {
    /// A branch of the caller, by its place, leads to a call.
    Led(usize),
    /// Coupled branches are covered.
    Covered(Coupled),
}

/// A test that covers something.
#[derive(Debug, Clone)]
pub(super) struct Covering {
    /// What it does.
    pub(super) sequence: Sequence,
    /// All coupled branches that it covers.
    pub(super) covers: BTreeSet<Coupled>,
    /// Whether something is thrown at its end.
    pub(super) throws: bool,
    /// Whether it is known to do that on classes without static state, too.
    pub(super) is_sure: bool,
}

impl Covering {
    /// What is better comes first.
    fn rank(&self) -> (bool, usize) {
        (self.throws, self.sequence.statements.len())
    }
}

/// What came near to an objective.
#[derive(Debug, Default)]
struct Population {
    /// The nearest ones first, each with its distance.
    tests: Vec<(f64, Rc<Sequence>)>,
    /// How often one of them was varied since there was progress.
    sampled: usize,
}

impl Population {
    /// Keeps a test if it came nearer than one that is kept.
    fn near(&mut self, distance: f64, sequence: &Rc<Sequence>) {
        let tests = &mut self.tests;
        let length = sequence.statements.len();
        let is_better = |known: &(f64, Rc<Sequence>)| (distance, length) < (known.0, known.1.statements.len());
        if tests.len() == KEPT && !tests.last().is_some_and(is_better) {
            return;
        }
        if tests.iter().any(|(_, known)| known == sequence) {
            return;
        }
        if tests.first().is_none_or(|best| distance < best.0) {
            self.sampled = 0;
        }
        let place = tests.iter().position(is_better).unwrap_or(tests.len());
        tests.insert(place, (distance, Rc::clone(sequence)));
        tests.truncate(KEPT);
    }
}

/// What is kept.
#[derive(Debug, Default)]
pub(super) struct Archive {
    open: BTreeMap<Objective, Population>,
    /// For each of the coupled branches a test that covers them on classes without static state, or is believed to.
    covered: BTreeMap<Coupled, Rc<Covering>>,
    /// The best tests that cover the same, which may not do so on such classes.
    better: BTreeMap<Coupled, Vec<Rc<Covering>>>,
}

impl Archive {
    /// An objective that is not covered yet.
    pub(super) fn open(&mut self, objective: Objective) {
        self.open.entry(objective).or_default();
    }

    /// Whether nothing is open.
    pub(super) fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// How many coupled branches are covered.
    pub(super) fn count(&self) -> usize {
        self.covered.len()
    }

    /// Whether coupled branches are covered, or one of the objectives is closed.
    pub(super) fn is_covered(&self, coupled: Coupled) -> bool {
        self.covered.contains_key(&coupled)
    }

    /// An objective is reached, and needs no more tests.
    pub(super) fn close(&mut self, objective: Objective) {
        self.open.remove(&objective);
    }

    /// A test covers coupled branches on classes without static state, or is believed to.
    pub(super) fn cover(&mut self, covering: Covering) {
        let covering = Rc::new(covering);
        for coupled in &covering.covers {
            let known = self.covered.entry(*coupled).or_insert_with(|| Rc::clone(&covering));
            if covering.rank() < known.rank() && (covering.is_sure || !known.is_sure) {
                *known = Rc::clone(&covering);
            }
            self.open.remove(&Objective::Covered(*coupled));
        }
    }

    /// A test covers coupled branches that another one covers, too; whether it does so on classes without static state is not known.
    pub(super) fn better(&mut self, covering: Covering) {
        let covering = Rc::new(covering);
        for coupled in covering.covers.iter().filter(|coupled| self.covered.contains_key(coupled)) {
            let known = self.better.entry(*coupled).or_default();
            let place = known.iter().position(|known| covering.rank() < known.rank()).unwrap_or(known.len());
            if place < COVERING {
                known.insert(place, Rc::clone(&covering));
                known.truncate(COVERING);
            }
        }
    }

    /// A test came so near to each open objective.
    pub(super) fn near(&mut self, distance: impl Fn(Objective) -> f64, sequence: &Rc<Sequence>) {
        for (objective, population) in &mut self.open {
            population.near(distance(*objective), sequence);
        }
    }

    /// A test to vary: of an objective that was sampled least since there was progress.
    pub(super) fn choose(&mut self, rng: &mut Rng, is_focused: bool) -> Option<Sequence> {
        let mut least = usize::MAX;
        let mut all: Vec<&mut Population> = Vec::new();
        for population in self.open.values_mut() {
            if population.tests.is_empty() || population.sampled > least {
                continue;
            }
            if population.sampled < least {
                least = population.sampled;
                all.clear();
            }
            all.push(population);
        }
        if all.is_empty() {
            return None;
        }
        let chosen = rng.usize(0..all.len());
        let population = &mut *all[chosen];
        population.sampled += 1;
        let place = if is_focused { 0 } else { rng.usize(0..population.tests.len()) };
        Some(Sequence::clone(&population.tests[place].1))
    }

    /// What covers something, each once, those first that cover most.
    pub(super) fn found(self) -> Vec<Covering> {
        let mut found: Vec<Rc<Covering>> = Vec::new();
        for covering in self.better.into_values().flatten().chain(self.covered.into_values()) {
            if !found.iter().any(|known| Rc::ptr_eq(known, &covering)) {
                found.push(covering);
            }
        }
        found.iter().map(|covering| Covering::clone(covering)).collect()
    }
}

/// Whether what is seen is an exception.
pub(super) fn is_thrown(seen: &Seen) -> bool {
    !matches!(seen, Seen::Value(_))
}
