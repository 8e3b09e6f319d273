//! A lower bound on the size of a suite: pairs of which no instance has two need an instance each.

use crate::extension::{Encoded, Found, Search};
use crate::sat::{Outcome, Query};
use crate::solve::Contradiction;
use fixedbitset::FixedBitSet;

/// Pairs that are pairwise incompatible, each proved so: a suite needs at least as many instances.
#[derive(Debug, Clone, Default)]
pub struct Clique {
    /// Positions in `Pairs`.
    pub pairs: Vec<usize>,
}

/// How many places a clique of places is started from.
const STARTS: usize = 4;

/// What is known of the compatibility of pairs.
// Invariant: both matrices are symmetric; `together` and `apart` are disjoint.
struct Knowledge {
    /// Some instance has both.
    together: Vec<FixedBitSet>,
    /// No instance has both: values of one place, or refuted by the solver.
    apart: Vec<FixedBitSet>,
}

/// Limits of the search for a clique.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Questions to the solver.
    pub calls: usize,
    /// Conflicts per question.
    pub conflicts: u32,
}

/// The interactions of the two places that have most of them: no two fit into one instance. That bounds suites whose pairs are covered two together.
pub fn clique_of_meetings(encoded: &Encoded, feasible: &FixedBitSet) -> Clique {
    let meetings = encoded.pairs.meetings().iter();
    let rivals = meetings.filter(|meeting| encoded.pairs.are_rivals(&encoded.core.problem, meeting));
    let most = rivals.max_by_key(|meeting| feasible.count_ones((*meeting).clone()));
    let pairs = most.into_iter().flat_map(|meeting| meeting.clone().filter(|position| feasible.contains(*position)));
    Clique { pairs: pairs.collect() }
}

/// A clique made of whole places: the values of one functional place exclude each other, and so do those of another
/// place whose values fit with none of the first. One question per value, until so much `work` is done; cheap enough for every run.
///
/// For the search tree that is what bounds it: the keys of the last node need an instance each, and so does every
/// size at which the last node does not exist.
pub fn clique_of_places(
    encoded: &Encoded,
    search: &mut Search<'_>,
    feasible: &FixedBitSet,
    pool: &[Found],
    effort: Effort,
    work: u64,
) -> Clique {
    let knowledge = Knowledge::new(encoded, feasible, pool);
    let places: Vec<Vec<usize>> = encoded
        .pairs
        .places()
        .into_iter()
        .filter(|place| encoded.pairs.are_rivals(&encoded.core.problem, place))
        .map(|place| place.filter(|pair| feasible.contains(*pair)).collect())
        .collect();
    // Where the walk ends there is most to exclude: starts are tried by what seems to fit with none of their values.
    let mut starts: Vec<(usize, &Vec<usize>)> = places
        .iter()
        .filter(|place| !place.is_empty())
        .map(|place| (place.len() + knowledge.excluded(place, feasible).count_ones(..), place))
        .collect();
    starts.sort_by_key(|start| std::cmp::Reverse(start.0));
    let mut best = places.iter().max_by_key(|place| place.len()).cloned().unwrap_or_default();
    let mut calls = effort.calls;
    for (most, start) in starts.into_iter().take(STARTS) {
        if most <= best.len() {
            break;
        }
        let mut proved = start.clone();
        let mut open = knowledge.excluded(start, feasible);
        while !open.is_clear() && calls > 0 {
            let count = |place: &&Vec<usize>| place.iter().filter(|pair| open.contains(**pair)).count();
            let Some(place) = places.iter().max_by_key(count).filter(|place| count(place) > 0) else { break };
            let candidates: Vec<usize> = place.iter().copied().filter(|pair| open.contains(*pair)).collect();
            let rivals: Vec<_> = proved.iter().filter_map(|pair| encoded.literals[*pair]).collect();
            let mut apart = Vec::new();
            for pair in candidates {
                open.remove(pair);
                let Some(literal) = encoded.literals[pair].filter(|_| calls > 0 && search.work() < work) else {
                    continue;
                };
                calls -= 1;
                let query =
                    Query { assumptions: &[literal], one_of: Some(&rivals), conflict_limit: Some(effort.conflicts) };
                match search.solver.solve(query) {
                    Outcome::Unsat => apart.push(pair),
                    // One value that fits is a bad sign for its neighbours; others may do better.
                    Outcome::Sat | Outcome::Unknown => break,
                }
            }
            for pair in &apart {
                open.difference_with(&knowledge.together[*pair]);
            }
            proved.extend(apart);
        }
        best = if proved.len() > best.len() { proved } else { best };
    }
    Clique { pairs: best }
}

/// Looks for a clique larger than a proved one among the feasible pairs: the largest in the graph where everything
/// that no known instance has together is taken for incompatible, proved edge by edge; an edge that the solver refutes
/// brings an instance, which goes to `pool`, and the search starts again.
pub fn clique(
    encoded: &Encoded,
    search: &mut Search<'_>,
    feasible: &FixedBitSet,
    pool: &mut Vec<Found>,
    proved: Clique,
    effort: Effort,
) -> Result<Clique, Contradiction> {
    let mut knowledge = Knowledge::new(encoded, feasible, pool);
    let mut calls = effort.calls;
    let mut proved = proved.pairs;
    loop {
        let candidate = knowledge.candidate(feasible, &proved);
        if candidate.len() <= proved.len() {
            return Ok(Clique { pairs: proved });
        }
        let mut intact = true;
        'edges: for (index, a) in candidate.iter().enumerate() {
            for b in &candidate[..index] {
                if knowledge.apart[*a].contains(*b) {
                    continue;
                }
                if calls == 0 {
                    return Ok(Clique { pairs: proved });
                }
                calls -= 1;
                let assumptions: Vec<_> = [*a, *b].iter().filter_map(|pair| encoded.literals[*pair]).collect();
                let query = Query { assumptions: &assumptions, one_of: None, conflict_limit: Some(effort.conflicts) };
                match search.solver.solve(query) {
                    Outcome::Unsat => knowledge.separate(*a, *b),
                    Outcome::Sat => {
                        let Some(found) = search.accept()? else {
                            // Not canonical, and blocked by now: the question stays open.
                            intact = false;
                            break 'edges;
                        };
                        knowledge.join(&found.covered, feasible);
                        pool.push(found);
                        intact = false;
                        break 'edges;
                    }
                    Outcome::Unknown => {
                        // Neither is known; treat as compatible, which only weakens the bound.
                        knowledge.together[*a].insert(*b);
                        knowledge.together[*b].insert(*a);
                        intact = false;
                        break 'edges;
                    }
                }
            }
        }
        if intact {
            proved = candidate;
        }
    }
}

impl Knowledge {
    fn new(encoded: &Encoded, feasible: &FixedBitSet, pool: &[Found]) -> Knowledge {
        let count = encoded.pairs.len();
        let empty = vec![FixedBitSet::with_capacity(count); count];
        let mut knowledge = Knowledge { together: empty.clone(), apart: empty };
        for found in pool {
            knowledge.join(&found.covered, feasible);
        }
        for place in encoded.pairs.places() {
            if encoded.pairs.are_rivals(&encoded.core.problem, &place) {
                for a in place.clone() {
                    place.clone().filter(|b| *b != a).for_each(|b| knowledge.apart[a].insert(b));
                }
            }
        }
        knowledge
    }

    fn join(&mut self, covered: &FixedBitSet, feasible: &FixedBitSet) {
        for pair in covered.intersection(feasible) {
            self.together[pair].union_with(covered);
        }
    }

    fn separate(&mut self, a: usize, b: usize) {
        self.apart[a].insert(b);
        self.apart[b].insert(a);
    }

    /// The feasible pairs that no known instance has together with any of these.
    fn excluded(&self, pairs: &[usize], feasible: &FixedBitSet) -> FixedBitSet {
        let mut open = feasible.clone();
        for pair in pairs {
            open.difference_with(&self.together[*pair]);
            open.remove(*pair);
        }
        open
    }

    /// A large clique of the optimistic graph: from every pair, pairs are added that leave the most candidates, those
    /// known to be apart first.
    fn candidate(&self, feasible: &FixedBitSet, proved: &[usize]) -> Vec<usize> {
        let mut best = proved.to_vec();
        for start in feasible.ones() {
            let mut clique = vec![start];
            let mut open = feasible.clone();
            open.difference_with(&self.together[start]);
            open.remove(start);
            while !open.is_clear() && clique.len() + open.count_ones(..) > best.len() {
                let score = |pair: &usize| {
                    let mut left = open.clone();
                    left.difference_with(&self.together[*pair]);
                    (left.count_ones(..), self.apart[*pair].intersection_count(&open))
                };
                let next = open.ones().max_by_key(score).expect("there are candidates");
                clique.push(next);
                open.difference_with(&self.together[next]);
                open.remove(next);
            }
            if clique.len() > best.len() {
                best = clique;
            }
        }
        best
    }
}
