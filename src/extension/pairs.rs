//! The (object, value) pairs of a problem's fields: what a field-exhaustive suite has to cover.

use crate::circuit::{Translation, Wire};
use crate::relational::{AtomId, Instance, Problem, TupleKey};
use fixedbitset::FixedBitSet;
use std::collections::BTreeMap;

/// A pair of a field: an owner (with the constants of middle columns, such as an index) and a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The field: an index into `Heap::fields`.
    pub field: usize,
    /// All columns but the last.
    pub place: TupleKey,
    /// The last column; `None` is `null` (or the empty set).
    pub value: Option<AtomId>,
}

/// All pairs that the bounds allow, with the wires that say whether an instance has them.
// Invariant: pairs of one place are consecutive, `null` last; wires are not constantly false.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// The pairs, by field, place and value.
    pub pairs: Vec<Pair>,
    /// Whether an instance has the pair, in the same order.
    pub wires: Vec<Wire>,
}

impl Pairs {
    /// The pairs of the chosen fields (indices into `Heap::fields`) within the bounds. An owner counts only where it
    /// exists; unreachable objects do not exist in canonical instances.
    pub fn new(problem: &Problem, translation: &mut Translation, fields: &[usize]) -> Pairs {
        let base = problem.universe.len() as u64;
        let mut result = Pairs::default();
        for field in fields {
            let heap_field = &problem.heap.fields[*field];
            let matrix = translation.relations[heap_field.relation.0 as usize].clone();
            let mut places: BTreeMap<TupleKey, Vec<(AtomId, Wire)>> = BTreeMap::new();
            for place in places_of(problem, *field) {
                places.insert(place, Vec::new());
            }
            for (key, wire) in &matrix.cells {
                let value = AtomId((key.0 % base) as u32);
                places.entry(TupleKey(key.0 / base)).or_default().push((value, *wire));
            }
            for (place, values) in places {
                for (value, wire) in &values {
                    result.push(Pair { field: *field, place, value: Some(*value) }, *wire);
                }
                if heap_field.nullable {
                    let owner = problem.universe.tuple(place, matrix.arity - 1)[0];
                    let circuit = &mut translation.circuit;
                    let any = circuit.or_all(values.iter().map(|value| value.1));
                    let exists = existence(problem, &translation.relations, owner);
                    let wire = circuit.and(exists, !any);
                    result.push(Pair { field: *field, place, value: None }, wire);
                }
            }
        }
        result
    }

    fn push(&mut self, pair: Pair, wire: Wire) {
        if wire != Wire::FALSE {
            self.pairs.push(pair);
            self.wires.push(wire);
        }
    }

    /// How many pairs the bounds allow.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The pairs that an instance has.
    pub fn covered(&self, problem: &Problem, instance: &Instance) -> FixedBitSet {
        let base = problem.universe.len() as u64;
        let mut result = FixedBitSet::with_capacity(self.len());
        for (index, pair) in self.pairs.iter().enumerate() {
            let field = &problem.heap.fields[pair.field];
            let value = &instance.relations[field.relation.0 as usize];
            let has = match pair.value {
                Some(atom) => value.contains(TupleKey(pair.place.0 * base + u64::from(atom.0))),
                None => {
                    let owner = problem.universe.tuple(pair.place, value.arity() - 1)[0];
                    let next = value.keys().partition_point(|key| key.0 < pair.place.0 * base);
                    let empty = value.keys().get(next).is_none_or(|key| key.0 / base != pair.place.0);
                    empty && exists_in(problem, instance, owner)
                }
            };
            result.set(index, has);
        }
        result
    }

    /// The positions of each place's pairs: of these an instance has at most one where the field is functional.
    pub fn places(&self) -> Vec<std::ops::Range<usize>> {
        let mut result = Vec::new();
        let mut start = 0;
        for index in 1..=self.len() {
            let ends = self
                .pairs
                .get(index)
                .is_none_or(|pair| (pair.field, pair.place) != (self.pairs[start].field, self.pairs[start].place));
            if ends {
                result.push(start..index);
                start = index;
            }
        }
        result
    }
}

/// The places of a field at which an instance may have a value: every owner, alone or with the constants of the middle
/// columns that the bounds mention for any owner.
fn places_of(problem: &Problem, field: usize) -> Vec<TupleKey> {
    let relation = &problem.relations[problem.heap.fields[field].relation.0 as usize];
    let base = problem.universe.len() as u64;
    if relation.upper.arity() > 2 {
        return relation.upper.keys().iter().map(|key| TupleKey(key.0 / base)).collect();
    }
    // An owner may have no possible value at all (the last node's `next`), and then its value is null.
    let owner_class = relation.upper.keys().first().map(|key| AtomId((key.0 / base) as u32));
    let class = problem.heap.classes.iter().find(|class| owner_class.is_some_and(|owner| class.atoms.contains(&owner)));
    let mut places: Vec<TupleKey> = relation.upper.keys().iter().map(|key| TupleKey(key.0 / base)).collect();
    if let Some(class) = class {
        places.extend(class.atoms.iter().map(|atom| TupleKey(u64::from(atom.0))));
    }
    places
}

/// The wire that says whether an object exists; constants always do.
fn existence(problem: &Problem, relations: &[std::rc::Rc<crate::circuit::Matrix>], owner: AtomId) -> Wire {
    match class_of(problem, owner) {
        Some(relation) => relations[relation].get(TupleKey(u64::from(owner.0))),
        None => Wire::TRUE,
    }
}

fn exists_in(problem: &Problem, instance: &Instance, owner: AtomId) -> bool {
    class_of(problem, owner).is_none_or(|relation| instance.relations[relation].contains(TupleKey(u64::from(owner.0))))
}

fn class_of(problem: &Problem, atom: AtomId) -> Option<usize> {
    problem.heap.classes.iter().find(|class| class.atoms.contains(&atom)).map(|class| class.relation.0 as usize)
}
