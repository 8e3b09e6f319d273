//! Smaller suites: what is superfluous is left out, and with some effort instances change until fewer do.

use super::allowance::Allowance;
use super::bound::{self, Clique, Effort};
use super::repair::{Limits, with_one_fewer};
use crate::extension::{Encoded, Extension, Found, Search, Strength};
use crate::solve::{Contradiction, Status};
use fixedbitset::FixedBitSet;

/// How hard to try.
#[derive(Debug, Clone)]
pub struct MinimiseConfig {
    /// Attempts that may fail before the suite is left as it is.
    pub attempts: usize,
    /// Changes of instances per attempt.
    pub steps: usize,
    /// Questions to the solver, over all attempts.
    pub calls: usize,
    /// Whether it may take as long as it takes, and not only a part of what the search took.
    pub at_any_price: bool,
    /// Whether the lower bound looks at single pairs too, once the suite stops shrinking.
    pub single_pairs: bool,
    /// The seed of the choices.
    pub seed: u64,
    /// The limits of the lower bound.
    pub effort: Effort,
}

impl MinimiseConfig {
    /// What every run does: little beside the search, and enough for small scopes.
    pub fn brief(seed: u64) -> MinimiseConfig {
        let effort = Effort { calls: 400, conflicts: 50 };
        MinimiseConfig { attempts: 3, steps: 60, calls: 400, at_any_price: false, single_pairs: false, seed, effort }
    }

    /// What a run does that is asked for few instances.
    pub fn thorough(seed: u64) -> MinimiseConfig {
        let effort = Effort { calls: 20_000, conflicts: 2_000 };
        MinimiseConfig {
            attempts: 30,
            steps: 200,
            calls: usize::MAX,
            at_any_price: true,
            single_pairs: true,
            seed,
            effort,
        }
    }
}

/// A suite with what is known of its size.
#[derive(Debug, Clone)]
pub struct Minimised {
    /// The instances, in the order in which they were found.
    pub found: Vec<Found>,
    /// Pairs, or interactions, that need an instance each: no suite has fewer.
    pub clique: Clique,
}

/// Reduces a field-exhaustive suite: covers the same pairs with as few instances as it finds. Stops as soon as the lower
/// bound is met. Interrupting it gives the best suite so far; of an incomplete suite only what is superfluous is left out,
/// and nothing is known of its bound.
pub fn minimise(
    encoded: &Encoded,
    search: &mut Search<'_>,
    extension: &Extension,
    config: &MinimiseConfig,
) -> Result<Minimised, Contradiction> {
    let mut random = fastrand::Rng::with_seed(config.seed);
    let feasible = &extension.feasible;
    let mut best = without_superfluous(&extension.found, 0, encoded.pairs.len());
    let mut pool = extension.found.clone();
    if extension.status != Status::Complete {
        return Ok(Minimised { found: best, clique: Clique::default() });
    }
    let allowance = if config.at_any_price { Allowance::unlimited() } else { Allowance::beside(search) };
    // Half of the work is for the bound, and what it leaves for fewer instances, too.
    let (mut clique, mut searched) = match encoded.pairs.strength() {
        Strength::One => {
            let half = allowance.mark(1, 2);
            (bound::clique_of_places(encoded, search, feasible, &pool, config.effort, half), !config.single_pairs)
        }
        Strength::Two => (bound::clique_of_meetings(encoded, feasible), true),
    };
    let mut limits = Limits { steps: config.steps, calls: config.calls, work: allowance.mark(1, 1) };
    let mut failures = 0;
    while best.len() > clique.pairs.len() && failures < config.attempts {
        if limits.are_reached(search) || search.is_interrupted() {
            break;
        }
        match with_one_fewer(encoded, search, feasible, &best, &mut random, &mut limits)? {
            Some(fewer) => {
                pool.extend(fewer.iter().cloned());
                best = without_superfluous(&fewer, 0, encoded.pairs.len());
            }
            None => failures += 1,
        }
        if failures > 0 && !std::mem::replace(&mut searched, true) {
            // The suite stops shrinking: perhaps because it cannot.
            clique = bound::clique(encoded, search, feasible, &mut pool, clique, config.effort)?;
        }
    }
    Ok(Minimised { found: best, clique })
}

/// The suite without instances that the others make superfluous, in its order; earlier ones are kept first, and the first
/// `fixed` in any case.
pub fn without_superfluous(found: &[Found], fixed: usize, pairs: usize) -> Vec<Found> {
    let mut holders = vec![0u32; pairs];
    found.iter().flat_map(|found| found.covered.ones()).for_each(|pair| holders[pair] += 1);
    let mut kept = vec![true; found.len()];
    for (index, found) in found.iter().enumerate().skip(fixed).rev() {
        if found.covered.ones().all(|pair| holders[pair] > 1) {
            kept[index] = false;
            found.covered.ones().for_each(|pair| holders[pair] -= 1);
        }
    }
    found.iter().zip(kept).filter(|entry| entry.1).map(|entry| entry.0.clone()).collect()
}

/// The pairs that a suite has.
pub fn coverage(found: &[Found], pairs: usize) -> FixedBitSet {
    let mut covered = FixedBitSet::with_capacity(pairs);
    found.iter().for_each(|found| covered.union_with(&found.covered));
    covered
}
