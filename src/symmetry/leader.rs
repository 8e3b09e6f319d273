//! Lexicographic-leader predicates for classes whose numbering no walk determines, and the reachability that a walk
//! would have given.

use super::labelling::{Labelling, Numbering};
use super::renumbering::Walk;
use crate::circuit::{Claim, Matrix, Translation, Wire};
use crate::relational::{AtomId, Problem, RelationId, TupleKey};
use rustc_hash::{FxHashMap, FxHashSet};

/// The order in which the tuples of an instance are compared to find the least numbering.
///
/// Only relations whose permuted columns belong to leader groups take part (columns of walks that come before them
/// are fixed); the objects of groups that depend on them are numbered afterwards.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// The objects that are permuted, by class and number; a position in this list is a label.
    pub(super) objects: Vec<AtomId>,
    /// For each position, the tuples in which it is the last permuted object to appear, in order of comparison.
    pub(super) cells: Vec<Vec<(RelationId, TupleKey)>>,
    /// The walks through groups that are numbered after the permuted objects, because these refer to them.
    pub(super) dependent: Vec<Walk>,
}

impl Order {
    pub(super) fn new(problem: &Problem, labelling: &Labelling) -> Order {
        let is_leader = |group: &usize| labelling.groups[*group].numbering == Numbering::Leader;
        let first = (0..labelling.groups.len()).find(is_leader).unwrap_or(labelling.groups.len());
        let mut group_of = FxHashMap::default();
        let mut objects = Vec::new();
        for (index, group) in labelling.groups.iter().enumerate() {
            for class in &group.classes {
                group_of.insert(*class, index);
                if is_leader(&index) {
                    objects.extend(&problem.heap.classes[*class].atoms);
                }
            }
        }
        let position: FxHashMap<AtomId, usize> = objects.iter().enumerate().map(|(p, atom)| (*atom, p)).collect();
        let mut cells = vec![Vec::new(); objects.len()];
        for (index, relation) in problem.relations.iter().enumerate() {
            for key in relation.upper.keys() {
                let tuple = problem.universe.tuple(*key, relation.upper.arity());
                let fixed = tuple.iter().all(|atom| match labelling.class_of(*atom).map(|class| group_of[&class]) {
                    Some(group) => is_leader(&group) || group < first,
                    None => true,
                });
                let last = tuple.iter().filter_map(|atom| position.get(atom)).max();
                if let (true, Some(last)) = (fixed, last) {
                    cells[*last].push((RelationId(index as u32), *key));
                }
            }
        }
        let dependent = (first..labelling.groups.len()).filter(|group| !is_leader(group));
        let dependent = dependent.map(|group| Walk::new(problem, labelling, group)).collect();
        Order { objects, cells, dependent }
    }
}

/// For every two objects of a leader group: the instance is not greater than the one with the two exchanged.
/// The least numbering satisfies all of these, so no class of instances is lost; what else remains is for the filter.
pub(super) fn predicate(problem: &Problem, labelling: &Labelling, translation: &mut Translation) -> Vec<Wire> {
    let order = Order::new(problem, labelling);
    let mut result = Vec::new();
    for (index, group) in labelling.groups.iter().enumerate() {
        if group.numbering == Numbering::Leader {
            for class in &group.classes {
                let atoms = &problem.heap.classes[*class].atoms;
                for (j, upper) in atoms.iter().enumerate() {
                    for lower in &atoms[..j] {
                        result.push(not_greater(problem, *class, (*lower, *upper), &order, translation));
                    }
                }
            }
            result.extend(reachable(problem, labelling, index, translation));
        }
    }
    result
}

fn not_greater(
    problem: &Problem,
    class: usize,
    (a, b): (AtomId, AtomId),
    order: &Order,
    translation: &mut Translation,
) -> Wire {
    let exists = translation.relations[problem.heap.classes[class].relation.0 as usize].get(TupleKey(u64::from(b.0)));
    let mut equal = Wire::TRUE;
    let mut parts = Vec::new();
    let mut compared: FxHashSet<(RelationId, TupleKey)> = FxHashSet::default();
    for (relation, key) in order.cells.iter().flatten() {
        let matrix = translation.relations[relation.0 as usize].clone();
        let tuple = problem.universe.tuple(*key, matrix.arity);
        let exchange = |atom: &AtomId| match *atom {
            atom if atom == a => b,
            atom if atom == b => a,
            atom => atom,
        };
        let exchanged = problem.universe.key(&tuple.iter().map(exchange).collect::<Vec<_>>());
        // Two tuples take each other's place: where the first one stays, so does the other.
        if exchanged == *key || compared.contains(&(*relation, *key)) {
            continue;
        }
        compared.insert((*relation, exchanged));
        let (here, there) = (matrix.get(*key), matrix.get(exchanged));
        let circuit = &mut translation.circuit;
        parts.push(circuit.or_all([!equal, !here, there]));
        // That what is here is there, too, was just said.
        let is_back = circuit.or(!there, here);
        equal = circuit.and(equal, is_back);
    }
    let least = translation.circuit.and_all(parts);
    // An object that does not exist is never exchanged: those that exist come first.
    translation.circuit.implies(exists, least)
}

/// Every object of the group is reachable from what a walk reads before it.
fn reachable(problem: &Problem, labelling: &Labelling, group: usize, translation: &mut Translation) -> Vec<Wire> {
    let base = problem.universe.len() as u64;
    let classes = &labelling.groups[group].classes;
    let inside = |atom: AtomId| labelling.class_of(atom).is_some_and(|class| classes.contains(&class));
    let mut entries: FxHashMap<TupleKey, Vec<Wire>> = FxHashMap::default();
    let mut steps: FxHashMap<TupleKey, Vec<Wire>> = FxHashMap::default();
    for field in &problem.heap.fields {
        let matrix = &translation.relations[field.relation.0 as usize];
        for (key, wire) in &matrix.cells {
            let tuple = problem.universe.tuple(*key, matrix.arity);
            for value in tuple[1..].iter().filter(|value| inside(**value)) {
                let pair = u64::from(tuple[0].0) * base + u64::from(value.0);
                if inside(tuple[0]) {
                    steps.entry(TupleKey(pair)).or_default().push(*wire);
                } else {
                    entries.entry(TupleKey(u64::from(value.0))).or_default().push(*wire);
                }
            }
        }
    }
    let circuit = &mut translation.circuit;
    let mut matrix = |arity, parts: FxHashMap<TupleKey, Vec<Wire>>| {
        let mut cells: Vec<_> = parts.into_iter().map(|(key, wires)| (key, circuit.or_all(wires))).collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        Matrix { arity, cells, claim: Claim::Nothing }
    };
    let (entries, steps) = (matrix(1, entries), matrix(2, steps));
    let paths = steps.closure(base, circuit);
    let further = entries.join(&paths, base, circuit);
    let all = entries.union(&further, circuit);
    let mut result = Vec::new();
    for class in classes {
        let exists = translation.relations[problem.heap.classes[*class].relation.0 as usize].clone();
        result.push(exists.subset(&all, circuit));
    }
    result
}
