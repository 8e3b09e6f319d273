//! Set cover: the fewest instances that have every feasible pair, out of those that are known.

use crate::cnf::{Cnf, Lit, Var};
use crate::sat::{self, Outcome, Query};
use fixedbitset::FixedBitSet;

/// How hard to try for one fewer set, in conflicts of the solver per attempt.
const CONFLICTS: u32 = 20_000;

/// The positions of sets that together cover `universe`, as few as are found. The greedy choice (Chvátal 1979) comes
/// first; then a solver is asked for one fewer set until it refuses, gives up, or `lower_bound` is reached.
///
/// Requires: the sets cover the universe.
pub fn cover(universe: &FixedBitSet, sets: &[FixedBitSet], lower_bound: usize, solver: &sat::Config) -> Vec<usize> {
    let candidates = undominated(universe, sets);
    let mut best = greedy(universe, sets, &candidates);
    while best.len() > lower_bound && best.len() > 1 {
        match at_most(universe, sets, &candidates, best.len() - 1, solver) {
            Some(fewer) => best = fewer,
            None => break,
        }
    }
    best.sort_unstable();
    best
}

/// The sets that are in no other set, as far as the universe goes; the first of equal ones.
fn undominated(universe: &FixedBitSet, sets: &[FixedBitSet]) -> Vec<usize> {
    let restricted: Vec<FixedBitSet> = sets.iter().map(|set| set & universe).collect();
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|set| std::cmp::Reverse(restricted[*set].count_ones(..)));
    let mut kept: Vec<usize> = Vec::new();
    for set in order {
        if !kept.iter().any(|larger| restricted[set].is_subset(&restricted[*larger])) {
            kept.push(set);
        }
    }
    kept.sort_unstable();
    kept
}

fn greedy(universe: &FixedBitSet, sets: &[FixedBitSet], candidates: &[usize]) -> Vec<usize> {
    let mut open = universe.clone();
    let mut chosen = Vec::new();
    while !open.is_clear() {
        let gain = |set: &usize| sets[*set].intersection_count(&open);
        let best = candidates.iter().copied().rev().max_by_key(gain).expect("the sets cover the universe");
        open.difference_with(&sets[best]);
        chosen.push(best);
    }
    // A set chosen early may have become superfluous.
    for index in (0..chosen.len()).rev() {
        let mut rest = FixedBitSet::with_capacity(universe.len());
        for (other, set) in chosen.iter().enumerate() {
            if other != index {
                rest.union_with(&sets[*set]);
            }
        }
        if universe.is_subset(&rest) {
            chosen.remove(index);
        }
    }
    chosen
}

/// A cover with at most `limit` sets, if the solver finds one in time.
fn at_most(
    universe: &FixedBitSet,
    sets: &[FixedBitSet],
    candidates: &[usize],
    limit: usize,
    config: &sat::Config,
) -> Option<Vec<usize>> {
    let mut cnf = Cnf::new(candidates.len() as u32);
    let chosen: Vec<Lit> = (0..candidates.len()).map(|index| Lit::positive(Var(index as u32 + 1))).collect();
    for element in universe.ones() {
        let holders: Vec<Lit> =
            candidates.iter().zip(&chosen).filter(|entry| sets[*entry.0].contains(element)).map(|entry| *entry.1).collect();
        cnf.push_clause(&holders);
    }
    // The sequential counter of Sinz (2005): counts[k] says that more than k of the sets so far are chosen.
    let mut counts: Vec<Lit> = Vec::new();
    for literal in &chosen {
        let next: Vec<Lit> = (0..limit).map(|_| Lit::positive(cnf.new_variable())).collect();
        cnf.push_clause(&[!*literal, next[0]]);
        for (k, count) in counts.iter().enumerate() {
            cnf.push_clause(&[!*count, next[k]]);
            match next.get(k + 1) {
                Some(more) => cnf.push_clause(&[!*count, !*literal, *more]),
                None => cnf.push_clause(&[!*count, !*literal]),
            }
        }
        counts = next;
    }
    let mut solver = sat::new(config);
    solver.add_cnf(&cnf);
    let query = Query { assumptions: &[], one_of: None, conflict_limit: Some(CONFLICTS) };
    match solver.solve(query) {
        Outcome::Sat => {
            Some(candidates.iter().zip(&chosen).filter(|entry| solver.satisfies(*entry.1)).map(|entry| *entry.0).collect())
        }
        Outcome::Unsat | Outcome::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(universe: usize, lists: &[&[usize]]) -> (FixedBitSet, Vec<FixedBitSet>) {
        let mut all = FixedBitSet::with_capacity(universe);
        all.insert_range(..);
        let sets = lists
            .iter()
            .map(|list| {
                let mut set = FixedBitSet::with_capacity(universe);
                set.extend(list.iter().copied());
                set
            })
            .collect();
        (all, sets)
    }

    #[test]
    fn the_textbook_case_where_greedy_fails_is_solved() {
        // Two rows cover; greedy takes the wide columns first (sizes 8, 4, 2) and needs three.
        let (universe, sets) = sets(
            14,
            &[&[0, 1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11, 12, 13], &[0, 1, 2, 3, 7, 8, 9, 10], &[4, 5, 11, 12], &[6, 13]],
        );
        assert_eq!(greedy(&universe, &sets, &[0, 1, 2, 3, 4]).len(), 3);
        assert_eq!(cover(&universe, &sets, 0, &sat::Config::default()), [0, 1]);
    }

    #[test]
    fn covers_are_as_small_as_brute_force_finds_them() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..50 {
            let lists: Vec<Vec<usize>> =
                (0..9).map(|_| (0..7).filter(|_| random.u8(..4) == 0).collect()).collect();
            let lists: Vec<&[usize]> = lists.iter().map(Vec::as_slice).collect();
            let (_, sets) = sets(7, &lists);
            let mut universe = FixedBitSet::with_capacity(7);
            sets.iter().for_each(|set| universe.union_with(set));
            let smallest = (0..1u32 << sets.len())
                .filter(|choice| {
                    let mut union = FixedBitSet::with_capacity(7);
                    (0..sets.len()).filter(|set| choice >> set & 1 == 1).for_each(|set| union.union_with(&sets[set]));
                    universe.is_subset(&union)
                })
                .map(u32::count_ones)
                .min();
            let found = cover(&universe, &sets, 0, &sat::Config::default());
            assert_eq!(Some(found.len() as u32), smallest);
        }
    }
}
