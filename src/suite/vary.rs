//! Variety: instances that differ where they may, because pairs alone do not make two values meet.

use super::coverage;
use crate::cnf::Lit;
use crate::extension::{Contradiction, Encoded, Found, Search};
use crate::sat::{Outcome, Query};
use fixedbitset::FixedBitSet;

/// Conflicts per question; an instance that needs more stays as it is.
const CONFLICTS: u32 = 50;

/// Questions per instance.
const ROUNDS: usize = 30;

/// A suite of the same size and coverage whose instances, from the position `fixed` on, have random values wherever no pair
/// depends on them.
///
/// The loop leaves values alike that it need not change: a suite of lists in which every value is 0 covers as much as one
/// of different values, and finds fewer bugs. Each instance in turn is asked for again, with the pairs that only it has
/// and a random value at every other place, as far as these fit together.
pub fn vary(
    encoded: &Encoded,
    search: &mut Search<'_>,
    found: &[Found],
    fixed: usize,
    seed: u64,
) -> Result<Vec<Found>, Contradiction> {
    let mut random = fastrand::Rng::with_seed(seed);
    let feasible = coverage(found, encoded.pairs.len());
    let mut holders = vec![0u32; encoded.pairs.len()];
    found.iter().flat_map(|found| found.covered.ones()).for_each(|pair| holders[pair] += 1);
    let mut suite = found.to_vec();
    for instance in suite.iter_mut().skip(fixed) {
        if search.is_interrupted() {
            break;
        }
        let kept: FixedBitSet = instance.covered.ones().filter(|pair| holders[*pair] == 1).collect();
        let kept: Vec<Lit> = kept.ones().filter_map(|pair| encoded.literals[pair]).collect();
        let wishes = wishes(encoded, instance, &feasible, &mut random);
        if let Some(other) = ask(search, &kept, wishes, &mut random)? {
            instance.covered.ones().for_each(|pair| holders[pair] -= 1);
            other.covered.ones().for_each(|pair| holders[pair] += 1);
            *instance = other;
        }
    }
    Ok(suite)
}

/// A random value for every place of an instance that holds a constant (an integer, an enum member); shapes are varied
/// enough by the pairs themselves, and cost more.
fn wishes(encoded: &Encoded, instance: &Found, feasible: &FixedBitSet, random: &mut fastrand::Rng) -> Vec<Lit> {
    let mut wishes = Vec::new();
    for place in encoded.pairs.places() {
        if instance.covered.count_ones(place.clone()) == 0 {
            continue;
        }
        let present: Vec<usize> =
            place.filter(|pair| feasible.contains(*pair) && is_constant(encoded, *pair)).collect();
        wishes.extend(random.choice(&present).and_then(|pair| encoded.literals[*pair]));
    }
    wishes
}

fn is_constant(encoded: &Encoded, pair: usize) -> bool {
    encoded.pairs.pairs[pair].value.is_some_and(|value| encoded.plan.class_of(value).is_none())
}

/// An instance with all of `kept` and as many of the wishes as do not exclude each other: those that the solver blames
/// are dropped, some at a time.
fn ask(
    search: &mut Search<'_>,
    kept: &[Lit],
    mut wishes: Vec<Lit>,
    random: &mut fastrand::Rng,
) -> Result<Option<Found>, Contradiction> {
    for _ in 0..ROUNDS {
        let assumptions: Vec<Lit> = kept.iter().chain(&wishes).copied().collect();
        let query = Query { assumptions: &assumptions, one_of: None, conflict_limit: Some(CONFLICTS) };
        match search.solver.solve(query) {
            Outcome::Sat => return search.accept(),
            Outcome::Unknown => return Ok(None),
            Outcome::Unsat => {
                let mut blamed: Vec<Lit> = wishes.iter().copied().filter(|wish| search.solver.failed(*wish)).collect();
                random.shuffle(&mut blamed);
                blamed.truncate(blamed.len().div_ceil(2));
                if blamed.is_empty() {
                    return Ok(None);
                }
                wishes.retain(|wish| !blamed.contains(wish));
            }
        }
    }
    Ok(None)
}
