//! New numbers for the objects of an instance.

use super::labelling::{Labelling, Slot};
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

/// The walk through a group of classes, made ready for many instances.
#[derive(Debug, Clone)]
pub(super) struct Walk {
    group: usize,
    /// Whose fields are read before it begins, in this order.
    before: Vec<AtomId>,
    /// The slots of these and of the objects of the group.
    slots: FxHashMap<AtomId, Vec<Slot>>,
}

impl Walk {
    pub(super) fn new(problem: &Problem, labelling: &Labelling, group: usize) -> Walk {
        let before = labelling.owners_before(group, problem);
        let own = labelling.groups[group].classes.iter().flat_map(|class| &problem.heap.classes[*class].atoms);
        let owners = before.iter().chain(own);
        let slots = owners.map(|owner| (*owner, labelling.slots(*owner, group, problem))).collect();
        Walk { group, before, slots }
    }

    /// Labels the objects of the group in the order in which the walk, with the labels so far, meets them.
    pub(super) fn label(
        &self,
        problem: &Problem,
        labelling: &Labelling,
        instance: &Instance,
        label: &mut FxHashMap<AtomId, AtomId>,
    ) {
        let mut next: FxHashMap<usize, usize> = FxHashMap::default();
        let original: FxHashMap<AtomId, AtomId> = label.iter().map(|(from, to)| (*to, *from)).collect();
        let mut queue: Vec<AtomId> = self.before.iter().map(|atom| *original.get(atom).unwrap_or(atom)).collect();
        let mut read = 0;
        while let Some(owner) = queue.get(read).copied() {
            read += 1;
            for slot in &self.slots[&owner] {
                let value = &instance.relations[slot.relation.0 as usize];
                let Some((object, _)) = slot.values.iter().find(|entry| value.contains(entry.1)) else { continue };
                let class = labelling.class_of(*object).expect("slots hold group objects");
                if labelling.groups[self.group].classes.contains(&class) && !label.contains_key(object) {
                    let number = next.entry(class).or_default();
                    label.insert(*object, problem.heap.classes[class].atoms[*number]);
                    *number += 1;
                    queue.push(*object);
                }
            }
        }
    }
}
