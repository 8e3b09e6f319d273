//! Symmetry breaking for any problem: an instance is not greater than the one with two neighbouring atoms exchanged.
//!
//! The least numbering of every class of isomorphic instances satisfies all of these comparisons, as they use one
//! order of tuples, and so does it satisfy comparisons that stop early. What is found interchangeable are bounds that
//! an exchange maps to themselves (Torlak and Jackson, Kodkod, 2007, section 3); the terms of a lowered problem
//! mention no object by itself.

use crate::circuit::{Translation, Wire};
use crate::relational::{AtomId, Problem, TupleKey, TupleSet};
use rustc_hash::FxHashSet;

/// The comparisons, each of at most `length` tuples.
pub fn exchanges(problem: &Problem, translation: &mut Translation, length: usize) -> Vec<Wire> {
    let pairs = interchangeable(problem);
    pairs.into_iter().map(|pair| not_greater(problem, pair, translation, length)).collect()
}

/// The pairs of neighbouring objects whose exchange maps all bounds to themselves.
fn interchangeable(problem: &Problem) -> Vec<(AtomId, AtomId)> {
    let atoms = &problem.universe.atoms;
    let objects = atoms.iter().position(|atom| atom.int.is_some()).unwrap_or(atoms.len());
    let mut distinct: FxHashSet<AtomId> = FxHashSet::default();
    for set in problem.relations.iter().flat_map(|relation| [&relation.lower, &relation.upper]) {
        for key in set.keys() {
            for atom in problem.universe.tuple(*key, set.arity()) {
                if atom.index() >= objects {
                    continue;
                }
                for (a, b) in [(atom, AtomId(atom.0 + 1)), (AtomId(atom.0.wrapping_sub(1)), atom)] {
                    let inside = a.index() < objects && b.index() < objects;
                    if inside && !distinct.contains(&a) && !set.contains(exchanged(problem, *key, set, (a, b))) {
                        distinct.insert(a);
                    }
                }
            }
        }
    }
    let last = objects.saturating_sub(1) as u32;
    (0..last).map(AtomId).filter(|atom| !distinct.contains(atom)).map(|atom| (atom, AtomId(atom.0 + 1))).collect()
}

/// A tuple with two atoms exchanged.
fn exchanged(problem: &Problem, key: TupleKey, set: &TupleSet, (a, b): (AtomId, AtomId)) -> TupleKey {
    let mut tuple = problem.universe.tuple(key, set.arity());
    for atom in &mut tuple {
        *atom = match *atom {
            atom if atom == a => b,
            atom if atom == b => a,
            atom => atom,
        };
    }
    problem.universe.key(&tuple)
}

/// Compares an instance with the one with two atoms exchanged: relations in order, and in each the tuples in order. In
/// sets a tuple that is present comes first, so that objects exist in the order of their numbers; elsewhere last.
fn not_greater(problem: &Problem, pair: (AtomId, AtomId), translation: &mut Translation, length: usize) -> Wire {
    let mut equal = Wire::TRUE;
    let mut parts = Vec::new();
    let mut order: Vec<usize> = (0..problem.relations.len()).collect();
    order.sort_by_key(|index| problem.relations[*index].upper.arity());
    'relations: for relation in order {
        let matrix = translation.relations[relation].clone();
        let upper = &problem.relations[relation].upper;
        for (key, here) in &matrix.cells {
            let mate = exchanged(problem, *key, upper, pair);
            if mate <= *key {
                continue;
            }
            if parts.len() == length {
                break 'relations;
            }
            let circuit = &mut translation.circuit;
            let (here, there) = (*here, matrix.get(mate));
            let (less, more) = if upper.arity() == 1 { (there, here) } else { (here, there) };
            parts.push(circuit.or_all([!equal, !less, more]));
            // Where the comparison so far is not violated, this is equality.
            let same = circuit.or(less, !more);
            equal = circuit.and(equal, same);
        }
    }
    translation.circuit.and_all(parts)
}
