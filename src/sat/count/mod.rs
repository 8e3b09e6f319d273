//! How many models a formula has, projected to some variables, without going through them.
//!
//! A search that decides on the projection first. What is left of the formula under an assignment falls into components
//! without common variables, whose counts are multiplied, and a component that was counted before is
//! not counted again (Bayardo, Pehoushek: Counting models using connected components, AAAI 2000; Sang et al.: Combining
//! component caching and clause learning for effective model counting, SAT 2004; for projections Sharma et al.: GANAK,
//! IJCAI 2019). Nothing is learned from conflicts: what is learned in one component may come from another, and then
//! its count must not be kept.

mod cache;
mod components;

use super::enumerate::Completion;
use super::propagation::{self, Arena, ClauseRef, Code, Loaded, Trail, Watches};
use crate::cnf::{Cnf, Lit};
use cache::{Cache, Key};
use components::{Component, Splitter};
use num_bigint::BigUint;

/// A count in progress: see [`Counter::advance`].
#[derive(Debug)]
pub struct Counter {
    arena: Arena,
    watches: Watches,
    trail: Trail,
    splitter: Splitter,
    completion: Completion,
    cache: Cache,
    /// What the whole formula fell into.
    root: Product,
    /// The components that are being counted, each in a branch of the one before it. Each has a level of the trail.
    stack: Vec<Branching>,
    statistics: CounterStatistics,
}

/// How much work a counter has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CounterStatistics {
    /// Literals visited and propagated.
    pub work: u64,
    /// Components that were counted.
    pub components: u64,
    /// Components that had been counted before.
    pub known: u64,
    /// Decisions that led to a conflict.
    pub conflicts: u64,
}

/// The count of a branch.
#[derive(Debug)]
struct Product {
    /// The product of what was counted so far.
    factor: BigUint,
    /// The components that are still to be counted.
    waiting: Vec<Component>,
}

/// A component that is being counted: as many models as with either value of the decision.
#[derive(Debug)]
struct Branching {
    component: Component,
    key: Key,
    decision: Code,
    /// The models with the first value, if these are counted.
    first: Option<BigUint>,
    /// The models with the value at hand.
    branch: Product,
}

/// How many bytes the counts of components may take.
const CACHE: usize = 256 << 20;

impl Counter {
    /// A counter of the models of `cnf`, projected to the variables of `projection`, none of which may be listed twice.
    pub fn new(cnf: &Cnf, projection: &[Lit], completion: Completion) -> Counter {
        let last = projection.iter().map(|lit| lit.var().0).max();
        let variables = cnf.variables().max(last.unwrap_or(0)) as usize;
        let mut projected = vec![false; variables];
        projection.iter().for_each(|lit| projected[lit.var().index()] = true);
        let Loaded { arena, watches, trail, is_consistent } = propagation::load(cnf, variables);
        let clauses: Vec<ClauseRef> = arena.clauses().collect();
        let whole = Component { variables: (0..variables as u32).collect(), clauses, is_projected: true };
        let mut counter = Counter {
            arena,
            watches,
            trail,
            splitter: Splitter::new(projected),
            completion,
            cache: Cache::new(CACHE),
            root: Product::impossible(),
            stack: Vec::new(),
            statistics: CounterStatistics::default(),
        };
        if is_consistent {
            counter.root = counter.branch(&whole);
        }
        counter
    }

    /// Goes on for about so much work; the count, if it is known by then.
    pub fn advance(&mut self, work: u64) -> Option<BigUint> {
        let end = self.work().saturating_add(work);
        while self.work() < end {
            let top = self.stack.last_mut().map_or(&mut self.root, |branching| &mut branching.branch);
            match top.waiting.pop() {
                Some(component) => self.count(component),
                None if self.stack.is_empty() => return Some(self.root.factor.clone()),
                None => self.complete(),
            }
        }
        None
    }

    /// How much work was done so far.
    pub fn statistics(&self) -> CounterStatistics {
        CounterStatistics { work: self.work(), ..self.statistics }
    }

    fn work(&self) -> u64 {
        self.statistics.work + self.splitter.work
    }

    /// What is left of a component under the assignment, which is propagated first.
    fn branch(&mut self, component: &Component) -> Product {
        let before = self.trail.literals.len();
        let conflict = self.watches.propagate(&mut self.arena, &mut self.trail);
        self.statistics.work += (self.trail.literals.len() - before) as u64;
        if conflict.is_some() {
            self.statistics.conflicts += 1;
            return Product::impossible();
        }
        let parts = self.splitter.split(component, &self.arena, &self.trail);
        let mut waiting = parts.components;
        if self.completion == Completion::Propagation {
            // Gates alone: they have values.
            waiting.retain(|component| component.is_projected);
        }
        // The least component is counted first, because it may have no model.
        waiting.sort_by_key(|component| std::cmp::Reverse(component.variables.len()));
        Product { factor: BigUint::from(1u32) << parts.free, waiting }
    }

    /// Counts a component, or starts to.
    fn count(&mut self, component: Component) {
        let key = Key::of(&component);
        self.statistics.work += component.variables.len() as u64;
        if let Some(count) = self.cache.get(&key) {
            self.statistics.known += 1;
            return self.multiply(&count);
        }
        self.statistics.components += 1;
        let decision = Code(2 * self.splitter.choice(&component, &self.arena, &self.trail));
        self.trail.decide(decision);
        let branch = self.branch(&component);
        self.stack.push(Branching { component, key, decision, first: None, branch });
    }

    /// Goes on from a branch whose components are all counted: to the other one, or up.
    fn complete(&mut self) {
        let Some(mut branching) = self.stack.pop() else { return };
        self.trail.backtrack(self.trail.level() - 1, |_| {});
        let count = std::mem::take(&mut branching.branch.factor);
        // Outside the projection it only matters whether there is a model.
        let is_enough = !branching.component.is_projected && count != BigUint::ZERO;
        match branching.first.take() {
            None if !is_enough => {
                self.trail.decide(branching.decision.negated());
                branching.branch = self.branch(&branching.component);
                branching.first = Some(count);
                self.stack.push(branching);
            }
            first => {
                let count = first.unwrap_or_default() + count;
                self.multiply(&count);
                self.cache.insert(branching.key, count);
            }
        }
    }

    /// Takes the count of a component up in the branch that it is in.
    fn multiply(&mut self, count: &BigUint) {
        let top = self.stack.last_mut().map_or(&mut self.root, |branching| &mut branching.branch);
        if *count == BigUint::ZERO {
            *top = Product::impossible();
        } else {
            top.factor *= count;
        }
    }
}

impl Product {
    /// That of a branch without models.
    fn impossible() -> Product {
        Product { factor: BigUint::ZERO, waiting: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::dimacs;

    fn counter(text: &str, projection: &[i32]) -> Counter {
        let cnf = dimacs::parse(text).expect("the formula is DIMACS");
        let literal = |integer: &i32| Lit::from_dimacs(*integer).expect("a literal");
        let projection: Vec<Lit> = projection.iter().map(literal).collect();
        Counter::new(&cnf, &projection, Completion::Search)
    }

    /// The count, and how many components it took.
    fn counted(mut counter: Counter) -> (BigUint, u64) {
        let count = counter.advance(u64::MAX).expect("its work has no other end");
        (count, counter.statistics().components)
    }

    #[test]
    fn an_empty_projection_has_one_model_or_none() {
        assert_eq!(counted(counter("p cnf 2 1\n1 2 0\n", &[])).0, 1u32.into());
        assert_eq!(counted(counter("p cnf 1 2\n1 0\n-1 0\n", &[])).0, BigUint::ZERO);
        assert_eq!(counted(counter("p cnf 1 1\n0\n", &[1])).0, BigUint::ZERO);
    }

    #[test]
    fn variables_in_no_clause_have_either_value() {
        assert_eq!(counted(counter("p cnf 2 1\n1 2 0\n", &[1, 2, 90, 91])).0, 12u32.into());
    }

    /// The gate 3 implies 1 and 2, and nothing needs it.
    #[test]
    fn a_gate_that_nothing_needs_holds_nothing_together() {
        assert_eq!(counted(counter("p cnf 3 2\n-3 1 0\n-3 2 0\n", &[1, 2])), (4u32.into(), 0));
    }

    /// A row of cells of which no two neighbours are taken falls into the same shorter rows over and over.
    #[test]
    fn what_was_forgotten_is_counted_again() {
        let cells = 24;
        let mut text = format!("p cnf {cells} {}\n", cells - 1);
        (1..cells).for_each(|cell| text.push_str(&format!("-{cell} -{} 0\n", cell + 1)));
        let projection: Vec<i32> = (1..=cells).collect();
        let all = counted(counter(&text, &projection));
        let forgetful = Counter { cache: Cache::new(300), ..counter(&text, &projection) };
        let some = counted(forgetful);
        // Fibonacci numbers: F(3) = 2 for one cell.
        assert_eq!((&all.0, &some.0), (&121_393u32.into(), &121_393u32.into()));
        assert!(all.1 < some.1, "{} components, and {} with few kept", all.1, some.1);
    }
}
