//! Canonical numbering by a breadth-first walk: tighter bounds, and the predicate that holds of exactly one numbering
//! of every reachable structure.

use super::labelling::{Labelling, Numbering, Slot};
use crate::circuit::{Circuit, Translation, Wire};
use crate::relational::{AtomId, Problem, TupleKey, TupleSet};
use rustc_hash::FxHashSet;

/// Removes from the upper bounds the tuples that no canonical instance has: the q-th slot (from 0) of a walk holds
/// at most the q-th object of a class, because each earlier slot has met at most one.
pub fn tighten(problem: &mut Problem, labelling: &Labelling) {
    for (index, group) in labelling.groups.iter().enumerate() {
        let [class] = group.classes.as_slice() else { continue };
        if group.numbering != Numbering::Walk {
            continue;
        }
        let atoms = problem.heap.classes[*class].atoms.clone();
        let mut owners = labelling.owners_before(index, problem);
        owners.extend(&atoms);
        let mut removed: Vec<FxHashSet<TupleKey>> = vec![FxHashSet::default(); problem.relations.len()];
        let mut position = 0;
        for owner in owners {
            for slot in labelling.slots(owner, index, problem) {
                let cut = slot.values.iter().filter(|value| value.0.index() - atoms[0].index() > position);
                removed[slot.relation.0 as usize].extend(cut.map(|value| value.1));
                position += 1;
            }
        }
        for (relation, removed) in problem.relations.iter_mut().zip(removed) {
            if !removed.is_empty() {
                let keep = relation.upper.keys().iter().copied().filter(|key| !removed.contains(key)).collect();
                relation.upper = TupleSet::from_keys(relation.upper.arity(), keep);
            }
        }
    }
}

/// The conditions under which a numbering of a group is the walk's.
///
/// For one class: (a) every object but those not there is met in a slot of an owner that comes before it, and
/// (b) a slot holds object j+1 only if an earlier slot holds object j. By (b) objects are first met in ascending
/// order, and by (a) each before its own slots are read, which is what a breadth-first walk does.
pub(super) fn predicate(
    problem: &Problem,
    labelling: &Labelling,
    group: usize,
    translation: &mut Translation,
) -> Vec<Wire> {
    match labelling.groups[group].classes.as_slice() {
        [class] => single(problem, labelling, group, *class, translation),
        classes => interleaved(problem, labelling, group, classes, translation),
    }
}

fn single(
    problem: &Problem,
    labelling: &Labelling,
    group: usize,
    class: usize,
    translation: &mut Translation,
) -> Vec<Wire> {
    let class = &problem.heap.classes[class];
    let place = |atom: AtomId| atom.index() - class.atoms[0].index();
    let mut seen = vec![Wire::FALSE; class.atoms.len()];
    let mut result = Vec::new();
    for owner in labelling.owners_before(group, problem) {
        read(labelling.slots(owner, group, problem), &place, &mut seen, translation, &mut result);
    }
    for atom in &class.atoms {
        let exists = translation.relations[class.relation.0 as usize].get(TupleKey(u64::from(atom.0)));
        result.push(translation.circuit.implies(exists, seen[place(*atom)]));
        read(labelling.slots(*atom, group, problem), &place, &mut seen, translation, &mut result);
    }
    result
}

/// Reads slots in order: what they hold must be met already or be the next object, and is met from then on.
fn read(
    slots: Vec<Slot>,
    place: &dyn Fn(AtomId) -> usize,
    seen: &mut [Wire],
    translation: &mut Translation,
    result: &mut Vec<Wire>,
) {
    for slot in slots {
        let wires: Vec<(usize, Wire)> = slot
            .values
            .iter()
            .map(|(value, key)| (place(*value), translation.relations[slot.relation.0 as usize].get(*key)))
            .collect();
        for (value, wire) in &wires {
            if *value > 0 {
                result.push(translation.circuit.implies(*wire, seen[value - 1]));
            }
        }
        for (value, wire) in wires {
            seen[value] = translation.circuit.or(seen[value], wire);
        }
    }
}

/// The walk over several classes that refer to each other. Objects of one class are met in ascending order; for
/// objects of two classes a fresh input says which is met first, and the slots are ordered by their owners.
fn interleaved(
    problem: &Problem,
    labelling: &Labelling,
    group: usize,
    classes: &[usize],
    translation: &mut Translation,
) -> Vec<Wire> {
    let objects: Vec<(AtomId, usize, Wire)> = classes
        .iter()
        .flat_map(|class| {
            let exists = translation.relations[problem.heap.classes[*class].relation.0 as usize].clone();
            let atoms = &problem.heap.classes[*class].atoms;
            atoms.iter().map(move |atom| (*atom, *class, exists.get(TupleKey(u64::from(atom.0))))).collect::<Vec<_>>()
        })
        .collect();
    let count = objects.len();
    let circuit = &mut translation.circuit;
    let before = meeting_order(&objects, circuit);
    let mut result = total_order(&objects, &before, circuit);

    let slots = owned_slots(problem, labelling, group, &objects, translation);
    let circuit = &mut translation.circuit;
    let met = met_earlier(&slots, &before, circuit);
    for (x, object) in objects.iter().enumerate() {
        // (a) Every object is met in a slot of an owner that is met before it.
        let ways: Vec<Wire> = slots
            .iter()
            .map(|slot| {
                let known = slot.owner.map_or(Wire::TRUE, |owner| before[owner][x]);
                circuit.and(known, slot.held[x])
            })
            .collect();
        let met_in_time = circuit.or_all(ways);
        result.push(circuit.implies(object.2, met_in_time));
        // (b) Where x is met before y, a slot that holds y comes after one that holds x.
        for y in (0..count).filter(|y| *y != x) {
            for (slot, met) in slots.iter().zip(&met) {
                result.push(circuit.or_all([!before[x][y], !object.2, !slot.held[y], met[x]]));
            }
        }
    }
    result
}

/// A slot of the walk: what it may hold, by object.
struct OwnedSlot {
    /// The index of the object that the slot belongs to; none for entry slots, which come before all others.
    owner: Option<usize>,
    held: Vec<Wire>,
}

fn owned_slots(
    problem: &Problem,
    labelling: &Labelling,
    group: usize,
    objects: &[(AtomId, usize, Wire)],
    translation: &Translation,
) -> Vec<OwnedSlot> {
    let mut slots = Vec::new();
    let owners = labelling.owners_before(group, problem).into_iter().map(|atom| (None, atom));
    for (owner, atom) in owners.chain(objects.iter().enumerate().map(|(index, object)| (Some(index), object.0))) {
        for slot in labelling.slots(atom, group, problem) {
            let mut held = vec![Wire::FALSE; objects.len()];
            for (value, key) in &slot.values {
                let index = objects.iter().position(|object| object.0 == *value).expect("slots hold group objects");
                held[index] = translation.relations[slot.relation.0 as usize].get(*key);
            }
            slots.push(OwnedSlot { owner, held });
        }
    }
    slots
}

/// `met[s][x]`: some slot before slot s holds x.
fn met_earlier(slots: &[OwnedSlot], before: &[Vec<Wire>], circuit: &mut Circuit) -> Vec<Vec<Wire>> {
    let mut met = Vec::with_capacity(slots.len());
    for (later, slot) in slots.iter().enumerate() {
        let row: Vec<Wire> = (0..before.len())
            .map(|x| {
                let ways: Vec<Wire> = slots
                    .iter()
                    .enumerate()
                    .map(|(earlier, other)| {
                        let precedes = match (other.owner, slot.owner) {
                            (None, Some(_)) => Wire::TRUE,
                            (Some(_), None) => Wire::FALSE,
                            (Some(a), Some(b)) if a != b => before[a][b],
                            _ if earlier < later => Wire::TRUE,
                            _ => Wire::FALSE,
                        };
                        circuit.and(precedes, other.held[x])
                    })
                    .collect();
                circuit.or_all(ways)
            })
            .collect();
        met.push(row);
    }
    met
}

/// `order[x][y]`: x is met before y. Within a class that is the order of atoms; between classes an input decides.
fn meeting_order(objects: &[(AtomId, usize, Wire)], circuit: &mut Circuit) -> Vec<Vec<Wire>> {
    let count = objects.len();
    let mut before = vec![vec![Wire::FALSE; count]; count];
    for x in 0..count {
        for y in x + 1..count {
            let wire = if objects[x].1 == objects[y].1 { Wire::TRUE } else { circuit.input() };
            before[x][y] = wire;
            before[y][x] = !wire;
        }
    }
    before
}

/// The order is transitive, and objects that do not exist come last, in the order of their atoms, so that the
/// inputs are determined by the instance.
fn total_order(objects: &[(AtomId, usize, Wire)], before: &[Vec<Wire>], circuit: &mut Circuit) -> Vec<Wire> {
    let count = objects.len();
    let mut result = Vec::new();
    for x in 0..count {
        for y in (0..count).filter(|y| *y != x && objects[x].1 != objects[*y].1) {
            result.push(circuit.or_all([!objects[x].2, objects[y].2, before[x][y]]));
            if x < y {
                result.push(circuit.or_all([objects[x].2, objects[y].2, before[x][y]]));
            }
            for z in (0..count).filter(|z| *z != x && *z != y) {
                result.push(circuit.or_all([!before[x][y], !before[y][z], before[x][z]]));
            }
        }
    }
    result
}
