//! Fewer instances by repair: one is taken out, and the others change until they have its pairs too.

use crate::extension::{Encoded, Found, Search};
use crate::sat::{Outcome, Query};
use crate::solve::Contradiction;
use fixedbitset::FixedBitSet;

/// Conflicts per question; a step that needs more is not worth it.
const CONFLICTS: u32 = 300;

/// What an attempt may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Changes of instances, in each attempt.
    pub steps: usize,
    /// Questions to the solver that are left for all attempts together.
    pub calls: usize,
    /// The work at which no further question is asked, as [`Search::work`] counts it.
    pub work: u64,
}

/// Tries to cover `feasible` with one instance fewer than `suite`, within the limits.
///
/// A change takes a missing pair and an instance, and asks for one that has the pair and everything that only this
/// instance has. Where none exists, an instance that has the pair and most of the rest takes its place, as in local
/// search for satisfiability; the instance that just changed is left alone, so that changes do not undo each other.
pub fn with_one_fewer(
    encoded: &Encoded,
    search: &mut Search<'_>,
    feasible: &FixedBitSet,
    suite: &[Found],
    random: &mut fastrand::Rng,
    limits: &mut Limits,
) -> Result<Option<Vec<Found>>, Contradiction> {
    let mut suite = suite.to_vec();
    let weakest = (0..suite.len()).min_by_key(|index| alone(&suite, *index, feasible).count_ones(..));
    let Some(weakest) = weakest.filter(|_| suite.len() > 1) else { return Ok(None) };
    suite.remove(weakest);
    let mut last = usize::MAX;
    for _ in 0..limits.steps {
        let missing = missing(&suite, feasible);
        let wanted: Vec<usize> = missing.ones().collect();
        let Some(pair) = random.choice(&wanted).copied() else { return Ok(Some(suite)) };
        if search.is_interrupted() {
            return Ok(None);
        }
        let mut order: Vec<usize> = (0..suite.len()).filter(|index| *index != last).collect();
        random.shuffle(&mut order);
        let mut changed = false;
        for index in &order {
            if !limits.spend(search) {
                return Ok(None);
            }
            let kept = alone(&suite, *index, feasible);
            if let Some(found) = ask(encoded, search, pair, &kept)? {
                let mut open = missing.clone();
                open.union_with(&kept);
                search.restart(open);
                suite[*index] = search.grow(found, limits.work)?;
                changed = true;
                break;
            }
        }
        if changed {
            continue;
        }
        // No instance takes the pair for free: the first that can take it at all does, and gives up what it must.
        for index in order {
            if !limits.spend(search) {
                return Ok(None);
            }
            let mut open = missing.clone();
            open.union_with(&alone(&suite, index, feasible));
            search.restart(open);
            if let Some(found) = ask_near(encoded, search, pair)? {
                suite[index] = search.grow(found, limits.work)?;
                last = index;
                break;
            }
        }
    }
    Ok(None)
}

impl Limits {
    /// Takes a question off what is left; false if nothing is.
    fn spend(&mut self, search: &Search<'_>) -> bool {
        let any = !self.are_reached(search);
        self.calls = self.calls.saturating_sub(1);
        any
    }

    /// Whether nothing is left.
    pub fn are_reached(&self, search: &Search<'_>) -> bool {
        self.calls == 0 || search.work() >= self.work
    }
}

/// The pairs that only this instance of the suite has.
fn alone(suite: &[Found], index: usize, feasible: &FixedBitSet) -> FixedBitSet {
    let mut result = suite[index].covered.clone();
    result.intersect_with(feasible);
    for (other, found) in suite.iter().enumerate() {
        if other != index {
            result.difference_with(&found.covered);
        }
    }
    result
}

fn missing(suite: &[Found], feasible: &FixedBitSet) -> FixedBitSet {
    let mut result = feasible.clone();
    suite.iter().for_each(|found| result.difference_with(&found.covered));
    result
}

/// An instance with a pair and all of `kept`.
fn ask(
    encoded: &Encoded,
    search: &mut Search<'_>,
    pair: usize,
    kept: &FixedBitSet,
) -> Result<Option<Found>, Contradiction> {
    let mut assumptions: Vec<_> = encoded.literals[pair].into_iter().collect();
    assumptions.extend(encoded.pairs.demanded(kept).ones().filter_map(|pair| encoded.literals[pair]));
    let query = Query { assumptions: &assumptions, one_of: None, conflict_limit: Some(CONFLICTS) };
    if search.solver.solve(query) == Outcome::Sat { search.accept() } else { Ok(None) }
}

/// An instance with a pair, with the solver aimed at the open ones.
fn ask_near(encoded: &Encoded, search: &mut Search<'_>, pair: usize) -> Result<Option<Found>, Contradiction> {
    ask(encoded, search, pair, &FixedBitSet::with_capacity(encoded.pairs.len()))
}
