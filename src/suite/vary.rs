//! Variety: instances that differ where they may, because a suite that has every value may still have few of them
//! together.

use super::allowance::Allowance;
use super::coverage;
use super::meetings::{Meetings, Variety};
use crate::cnf::Lit;
use crate::extension::{Encoded, Found, Search, Strength};
use crate::sat::{Outcome, Query};
use crate::solve::Contradiction;
use fixedbitset::FixedBitSet;

/// Conflicts per question; a value that needs more is left.
const CONFLICTS: u32 = 50;

/// Questions per attempt.
const QUESTIONS: usize = 15;

/// Attempts for all instances together; each gets at least one, and at most [`ATTEMPTS_PER_INSTANCE`].
const ATTEMPTS: usize = 80;

/// The most attempts for one instance: more of them fit the instances to each other, and find no more bugs.
const ATTEMPTS_PER_INSTANCE: usize = 3;

/// Rounds over the whole suite, of which the most varied one counts: as many as are quick, which the square of the size
/// tells roughly.
const ROUNDS: usize = 1000;

/// The most rounds.
const MOST_ROUNDS: usize = 10;

/// How often the pairs that only one instance has are concentrated.
const CONCENTRATIONS: usize = 2;

/// A suite of the same size and coverage in which more values meet, as far as that may be looked for; the instances before the position `fixed` stay.
///
/// The loop leaves values alike that it need not change: a suite of lists in which every value is 0 covers as much as one
/// of different values, and finds fewer bugs, since most bugs take two values to show. So a few instances take over, as
/// far as they can, the pairs that only one instance has; then each instance in turn is asked for again, with the pairs
/// that only it has and random values elsewhere. Of the answers the one is taken that adds most to the others: greedily,
/// as Cohen, Dalal, Fredman and Patton (The AETG system, IEEE TSE 1997) choose tests for combinations of two parameters.
pub fn vary(
    encoded: &Encoded,
    search: &mut Search<'_>,
    found: &[Found],
    fixed: usize,
    seed: u64,
    whole: Allowance,
) -> Result<Vec<Found>, Contradiction> {
    if encoded.pairs.strength() == Strength::Two {
        // Every two values that fit into one instance meet in some already.
        return Ok(found.to_vec());
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let feasible = coverage(found, encoded.pairs.len());
    let rounds = (ROUNDS / found.len().pow(2).max(1)).clamp(1, MOST_ROUNDS);
    let mut best = (Variety::of(encoded, &feasible, found), found.to_vec());
    let mut allowance = whole;
    for round in 1..=rounds {
        let mut suite = found.to_vec();
        vary_each(encoded, search, &mut suite, fixed, &feasible, allowance, &mut random)?;
        let variety = Variety::of(encoded, &feasible, &suite);
        if variety > best.0 {
            best = (variety, suite);
        }
        match whole.another_round(search, round) {
            Some(left) => allowance = left,
            None => break,
        }
    }
    Ok(best.1)
}

/// Lets every instance of a suite, from the position `fixed` on, differ from the others as far as it finds.
fn vary_each(
    encoded: &Encoded,
    search: &mut Search<'_>,
    suite: &mut [Found],
    fixed: usize,
    feasible: &FixedBitSet,
    allowance: Allowance,
    random: &mut fastrand::Rng,
) -> Result<(), Contradiction> {
    // Half of the work is for this, the other half for what follows.
    let steps = 2 * CONCENTRATIONS * suite.len();
    for time in 0..CONCENTRATIONS {
        let before = time * suite.len();
        let mark = |done: usize| allowance.mark(before + done, steps);
        concentrate(encoded, search, suite, fixed, &mark, random)?;
    }
    let mut holders = holders(suite, encoded.pairs.len());
    let mut meetings = Meetings::new(encoded, feasible);
    suite.iter().for_each(|found| meetings.add(&found.covered));
    let attempts = (ATTEMPTS / suite.len().max(1)).clamp(1, ATTEMPTS_PER_INSTANCE);
    let count = suite.len();
    for (index, instance) in suite.iter_mut().enumerate().skip(fixed) {
        if search.is_interrupted() {
            break;
        }
        let mark = allowance.mark(count + index + 1, 2 * count);
        let mut kept = instance.covered.clone();
        instance.covered.ones().filter(|pair| holders[*pair] > 1).for_each(|pair| kept.remove(pair));
        instance.covered.ones().for_each(|pair| holders[pair] -= 1);
        meetings.remove(&instance.covered);
        let mut most = meetings.novelty(&instance.covered);
        for _ in 0..attempts {
            for answer in answers(encoded, search, &kept, feasible, mark, random)? {
                let novelty = meetings.novelty(&answer.covered);
                if novelty > most {
                    most = novelty;
                    *instance = answer;
                }
            }
        }
        meetings.add(&instance.covered);
        instance.covered.ones().for_each(|pair| holders[pair] += 1);
    }
    Ok(())
}

/// How many instances have each pair.
fn holders(suite: &[Found], pairs: usize) -> Vec<u32> {
    let mut holders = vec![0; pairs];
    suite.iter().flat_map(|found| found.covered.ones()).for_each(|pair| holders[pair] += 1);
    holders
}

/// Makes few instances have the pairs that only one has: the others are free. Each instance in turn, those with most
/// pairs first, takes over as many of these as it can.
fn concentrate(
    encoded: &Encoded,
    search: &mut Search<'_>,
    suite: &mut [Found],
    fixed: usize,
    mark: &dyn Fn(usize) -> u64,
    random: &mut fastrand::Rng,
) -> Result<(), Contradiction> {
    let mut order: Vec<usize> = (fixed..suite.len()).collect();
    random.shuffle(&mut order);
    order.sort_by_key(|index| std::cmp::Reverse(suite[*index].covered.count_ones(..)));
    let mut holders = holders(suite, encoded.pairs.len());
    for (done, index) in order.into_iter().enumerate() {
        if search.is_interrupted() {
            break;
        }
        let instance = &mut suite[index];
        search.restart((0..encoded.pairs.len()).filter(|pair| holders[*pair] == 1).collect());
        instance.covered.ones().for_each(|pair| holders[pair] -= 1);
        *instance = search.grow(instance.clone(), mark(done + 1))?;
        instance.covered.ones().for_each(|pair| holders[pair] += 1);
    }
    Ok(())
}

/// Instances with all of `kept`, and more and more random values elsewhere, as far as these fit together.
fn answers(
    encoded: &Encoded,
    search: &mut Search<'_>,
    kept: &FixedBitSet,
    feasible: &FixedBitSet,
    mark: u64,
    random: &mut fastrand::Rng,
) -> Result<Vec<Found>, Contradiction> {
    let mut places = encoded.pairs.places();
    random.shuffle(&mut places);
    let mut wishes: Vec<usize> = Vec::new();
    for place in places {
        let values: Vec<usize> = place.clone().filter(|pair| feasible.contains(*pair)).collect();
        let wish = random.choice(&values).copied();
        for pair in place.clone() {
            let Some(literal) = encoded.literals[pair] else { continue };
            search.solver.set_phase(if Some(pair) == wish { literal } else { !literal });
        }
        if kept.count_ones(place) == 0 && values.len() > 1 {
            wishes.extend(wish);
        }
    }
    let mut chosen: Vec<Lit> = kept.ones().filter_map(|pair| encoded.literals[pair]).collect();
    let mut answers: Vec<Found> = Vec::new();
    let mut questions = 0;
    for wish in wishes {
        let Some(literal) = encoded.literals[wish] else { continue };
        chosen.push(literal);
        if answers.last().is_some_and(|answer| answer.covered.contains(wish)) {
            continue;
        }
        if questions == QUESTIONS || search.work() >= mark {
            break;
        }
        questions += 1;
        let query = Query { assumptions: &chosen, one_of: None, conflict_limit: Some(CONFLICTS) };
        let answer = match search.solver.solve(query) {
            Outcome::Sat => search.accept()?,
            Outcome::Unsat | Outcome::Unknown => None,
        };
        match answer {
            Some(answer) => answers.push(answer),
            None => drop(chosen.pop()),
        }
    }
    Ok(answers)
}
