//! New numbers for the objects of an instance.

use super::labelling::Labelling;
use crate::relational::{AtomId, Instance, Problem, TupleSet};
use rustc_hash::FxHashMap;

/// Tuples with the new numbers of their objects; objects without one keep theirs.
pub(super) fn renamed(problem: &Problem, tuples: &TupleSet, label: &FxHashMap<AtomId, AtomId>) -> TupleSet {
    let keys = tuples.keys().iter().map(|key| {
        let tuple = problem.universe.tuple(*key, tuples.arity());
        let tuple: Vec<AtomId> = tuple.iter().map(|atom| *label.get(atom).unwrap_or(atom)).collect();
        problem.universe.key(&tuple)
    });
    TupleSet::from_keys(tuples.arity(), keys.collect())
}

/// Labels the objects of a group in the order in which a walk with the labels so far meets them.
pub(super) fn walk(
    problem: &Problem,
    labelling: &Labelling,
    instance: &Instance,
    group: usize,
    label: &mut FxHashMap<AtomId, AtomId>,
) {
    let mut next: FxHashMap<usize, usize> = FxHashMap::default();
    let original: FxHashMap<AtomId, AtomId> = label.iter().map(|(from, to)| (*to, *from)).collect();
    let owners = labelling.owners_before(group, problem);
    let mut queue: Vec<AtomId> = owners.iter().map(|atom| *original.get(atom).unwrap_or(atom)).collect();
    let mut read = 0;
    while let Some(owner) = queue.get(read).copied() {
        read += 1;
        for slot in labelling.slots(owner, group, problem) {
            let value = &instance.relations[slot.relation.0 as usize];
            let Some((object, _)) = slot.values.iter().find(|entry| value.contains(entry.1)) else { continue };
            let class = labelling.class_of(*object).expect("slots hold group objects");
            if labelling.groups[group].classes.contains(&class) && !label.contains_key(object) {
                let number = next.entry(class).or_default();
                label.insert(*object, problem.heap.classes[class].atoms[*number]);
                *number += 1;
                queue.push(*object);
            }
        }
    }
}
