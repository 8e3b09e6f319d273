//! The (object, value) pairs of a problem's fields, and what two of them have together: what a field-exhaustive suite has to cover.

use super::strength::Strength;
use crate::circuit::{Translation, Wire};
use crate::relational::{AtomId, Instance, Problem, TupleKey};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;
use std::ops::Range;

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

/// All pairs that the bounds allow and, where a suite is to have them, the interactions of two of these, with the wires that say whether an instance has them.
/// A position is that of a pair, or behind all pairs that of an interaction.
// Invariant: pairs of one place are consecutive, `null` last; so are interactions of the same two places; wires are not constantly false.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// The pairs, by field, place and value.
    pub pairs: Vec<Pair>,
    /// Two pairs each that an instance may have together, by their positions, the lesser one first.
    interactions: Vec<[u32; 2]>,
    /// The positions of the interactions of each two places.
    meetings: Vec<Range<usize>>,
    /// Whether an instance has the pair or interaction, by position.
    pub wires: Vec<Wire>,
}

impl Pairs {
    /// The pairs of some places within the bounds. An owner counts only where it exists; unreachable objects do not
    /// exist in canonical instances. A place without any value in the bounds may still be null.
    pub fn new(problem: &Problem, translation: &mut Translation, places: &[Place], strength: Strength) -> Pairs {
        let base = problem.universe.len() as u64;
        let mut result = Pairs::default();
        for (field, place) in places.iter().copied() {
            let heap_field = &problem.heap.fields[field];
            let matrix = translation.relations[heap_field.relation.0 as usize].clone();
            let start = matrix.cells.partition_point(|cell| cell.0.0 / base < place.0);
            let values = matrix.cells[start..].iter().take_while(|cell| cell.0.0 / base == place.0);
            let values: Vec<(AtomId, Wire)> =
                values.map(|(key, wire)| (AtomId((key.0 % base) as u32), *wire)).collect();
            for (value, wire) in &values {
                result.push(Pair { field, place, value: Some(*value) }, *wire);
            }
            if heap_field.nullable {
                let owner = problem.universe.tuple(place, matrix.arity - 1)[0];
                let circuit = &mut translation.circuit;
                let any = circuit.or_all(values.iter().map(|value| value.1));
                let exists = existence(problem, &translation.relations, owner);
                let wire = circuit.and(exists, !any);
                result.push(Pair { field, place, value: None }, wire);
            }
        }
        if strength == Strength::Two {
            result.interact(problem, translation);
        }
        result
    }

    /// Adds what any two pairs have together: of two places, or of one that may have several values.
    fn interact(&mut self, problem: &Problem, translation: &mut Translation) {
        let places = self.places();
        let mut found = Vec::new();
        for (index, first) in places.iter().enumerate() {
            let from = if self.are_rivals(problem, first) { index + 1 } else { index };
            found.extend(places[from..].iter().map(|second| (first.clone(), second.clone())));
        }
        for (first, second) in found {
            let start = self.len();
            for (a, b) in first.flat_map(|a| second.clone().filter(move |b| a < *b).map(move |b| (a, b))) {
                let wire = translation.circuit.and(self.wires[a], self.wires[b]);
                if wire != Wire::FALSE {
                    self.interactions.push([a as u32, b as u32]);
                    self.wires.push(wire);
                }
            }
            if self.len() > start {
                self.meetings.push(start..self.len());
            }
        }
    }

    fn push(&mut self, pair: Pair, wire: Wire) {
        if wire != Wire::FALSE {
            self.pairs.push(pair);
            self.wires.push(wire);
        }
    }

    /// How many pairs and interactions the bounds allow.
    pub fn len(&self) -> usize {
        self.pairs.len() + self.interactions.len()
    }

    /// Whether a suite is to have interactions, too.
    pub fn strength(&self) -> Strength {
        if self.interactions.is_empty() { Strength::One } else { Strength::Two }
    }

    /// The field of a pair, or of the first pair of an interaction.
    pub(super) fn field(&self, position: usize) -> usize {
        let pair = match position.checked_sub(self.pairs.len()) {
            Some(interaction) => self.interactions[interaction][0] as usize,
            None => position,
        };
        self.pairs[pair].field
    }

    /// The interactions among some positions that have one of some pairs.
    pub(super) fn interactions_of(&self, among: &FixedBitSet, pairs: &FixedBitSet) -> Vec<usize> {
        let positions = self.pairs.len()..;
        let open = positions.zip(&self.interactions).filter(|(position, _)| among.contains(*position));
        let has = |both: &[u32; 2]| both.iter().any(|pair| pairs.contains(*pair as usize));
        open.filter(|(_, both)| has(both)).map(|(position, _)| position).collect()
    }

    /// The positions that are enough to demand, where these are demanded: an instance with two pairs has what they have together.
    pub fn demanded(&self, positions: &FixedBitSet) -> FixedBitSet {
        let from = self.pairs.len();
        let mut result = FixedBitSet::with_capacity(self.len());
        for position in positions.ones() {
            match position.checked_sub(from) {
                Some(interaction) => {
                    self.interactions[interaction].iter().for_each(|pair| result.insert(*pair as usize))
                }
                None => result.insert(position),
            }
        }
        result
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// What an instance has of them.
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
        for (index, both) in self.interactions.iter().enumerate() {
            let has = both.iter().all(|pair| result.contains(*pair as usize));
            result.set(self.pairs.len() + index, has);
        }
        result
    }

    /// The positions here of a set of the pairs and interactions of a tightened problem, which are some of these in the same order.
    pub fn positions(&self, tightened: &Pairs, set: &FixedBitSet) -> FixedBitSet {
        let mut result = FixedBitSet::with_capacity(self.len());
        let mut places = Vec::with_capacity(tightened.pairs.len());
        let mut position = 0;
        for (index, pair) in tightened.pairs.iter().enumerate() {
            while self.pairs[position] != *pair {
                position += 1;
            }
            places.push(position as u32);
            result.set(position, set.contains(index));
        }
        let mut position = 0;
        for (index, both) in tightened.interactions.iter().enumerate() {
            let both = both.map(|pair| places[pair as usize]);
            while self.interactions[position] != both {
                position += 1;
            }
            result.set(self.pairs.len() + position, set.contains(tightened.pairs.len() + index));
        }
        result
    }

    /// The positions of each place's pairs: of these an instance has at most one where the field is functional.
    pub fn places(&self) -> Vec<Range<usize>> {
        let mut result = Vec::new();
        let mut start = 0;
        for index in 1..=self.pairs.len() {
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

    /// The positions of the interactions of each two places: of these an instance has at most one where both fields are functional.
    pub fn meetings(&self) -> &[Range<usize>] {
        &self.meetings
    }

    /// Whether an instance has at most one of the positions of a place, or of two places that meet.
    pub fn are_rivals(&self, problem: &Problem, positions: &Range<usize>) -> bool {
        let functional = |pair: usize| problem.heap.fields[self.pairs[pair].field].functional;
        match positions.start.checked_sub(self.pairs.len()) {
            Some(interaction) => self.interactions[interaction].iter().all(|pair| functional(*pair as usize)),
            None => functional(positions.start),
        }
    }
}

/// A field, as an index into `Heap::fields`, and all columns of its relation but the last.
pub(super) type Place = (usize, TupleKey);

/// The places of a field at which an instance may have a value, ascending: every owner, alone or with the constants of the middle
/// columns that the bounds mention for any owner.
pub(super) fn places_of(problem: &Problem, field: usize) -> BTreeSet<TupleKey> {
    let relation = &problem.relations[problem.heap.fields[field].relation.0 as usize];
    let base = problem.universe.len() as u64;
    if relation.upper.arity() > 2 {
        return relation.upper.keys().iter().map(|key| TupleKey(key.0 / base)).collect();
    }
    // An owner may have no possible value at all (the last node's `next`), and then its value is null.
    let owner_class = relation.upper.keys().first().map(|key| AtomId((key.0 / base) as u32));
    let class = problem.heap.classes.iter().find(|class| owner_class.is_some_and(|owner| class.atoms.contains(&owner)));
    let mut places: BTreeSet<TupleKey> = relation.upper.keys().iter().map(|key| TupleKey(key.0 / base)).collect();
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
