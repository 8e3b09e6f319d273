//! Smaller suites: what is superfluous is left out, and with some effort instances change until fewer do.

use super::bound::{self, Clique, Effort};
use super::repair::with_one_fewer;
use crate::extension::{Contradiction, Encoded, Extension, Found, Search, Status};
use fixedbitset::FixedBitSet;

/// How hard to try.
#[derive(Debug, Clone)]
pub struct Config {
    /// Attempts that may fail before the suite is left as it is.
    pub attempts: usize,
    /// Changes of instances per attempt.
    pub steps: usize,
    /// The seed of the choices.
    pub seed: u64,
    /// The limits of the lower bound.
    pub effort: Effort,
}

/// A suite with what is known of its size.
#[derive(Debug, Clone)]
pub struct Minimised {
    /// The instances, in the order in which they were found.
    pub found: Vec<Found>,
    /// Pairs that need an instance each: no suite has fewer.
    pub clique: Clique,
}

/// Reduces a field-exhaustive suite: covers the same pairs with as few instances as it finds. Stops as soon as the lower
/// bound is met. Interrupting it gives the best suite so far.
pub fn minimise(
    encoded: &Encoded,
    search: &mut Search<'_>,
    extension: &Extension,
    config: &Config,
) -> Result<Minimised, Contradiction> {
    let mut random = fastrand::Rng::with_seed(config.seed);
    let feasible = &extension.feasible;
    let mut best = without_superfluous(&extension.found, encoded.pairs.len());
    let mut pool = extension.found.clone();
    let mut clique = bound::clique_of_places(encoded, search, feasible, &pool, config.effort);
    let mut searched = false;
    let mut failures = 0;
    while best.len() > clique.pairs.len() && failures < config.attempts && !search.is_interrupted() {
        match with_one_fewer(encoded, search, feasible, &best, &mut random, config.steps)? {
            Some(fewer) => {
                pool.extend(fewer.iter().cloned());
                best = without_superfluous(&fewer, encoded.pairs.len());
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

/// The suite without superfluous instances, and a lower bound within a small effort: what every run offers.
pub fn trim(encoded: &Encoded, search: &mut Search<'_>, extension: &Extension, effort: Effort) -> Minimised {
    let found = without_superfluous(&extension.found, encoded.pairs.len());
    let mut clique = Clique::default();
    if extension.status == Status::Complete {
        clique = bound::clique_of_places(encoded, search, &extension.feasible, &found, effort);
    }
    Minimised { found, clique }
}

/// The suite without instances that the others make superfluous, in its order; earlier ones are kept first.
fn without_superfluous(found: &[Found], pairs: usize) -> Vec<Found> {
    let mut holders = vec![0u32; pairs];
    found.iter().flat_map(|found| found.covered.ones()).for_each(|pair| holders[pair] += 1);
    let mut kept = vec![true; found.len()];
    for (index, found) in found.iter().enumerate().rev() {
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
