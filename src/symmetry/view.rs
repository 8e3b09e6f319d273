//! What instances are compared by, and one instance as its permuted objects see it: what each has alone, and what with which other one.

use super::leader::Order;
use super::places::Places;
use crate::relational::{AtomId, Instance, Problem, RelationId, TupleKey, Universe};
use rustc_hash::FxHashMap;

/// A column of a tuple, as one of its objects sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Column {
    /// An atom that keeps its number.
    Fixed(AtomId),
    /// The object itself.
    Own,
    /// The other object.
    Other,
}

/// A tuple that is compared.
pub(super) struct Cell {
    pub(super) relation: RelationId,
    pub(super) key: TupleKey,
    /// The positions of permuted objects, and atoms that keep their numbers.
    columns: Vec<Result<usize, AtomId>>,
    pub(super) extent: Extent,
}

/// Which permuted objects a tuple has, and what kind of tuple it is to them: tuples are of one kind that differ in these objects only.
pub(super) enum Extent {
    /// The one at whose position it is compared.
    One {
        /// Its kind.
        kind: usize,
    },
    /// That one and an earlier one.
    Two {
        /// The position of the earlier one.
        earlier: usize,
        /// The kinds as the earlier one sees it and as the later one does.
        kinds: [usize; 2],
    },
    /// More than two.
    Many,
}

impl Cell {
    /// The tuple that takes the place of this one, given the object that gets the number of each atom.
    pub(super) fn source(&self, order: &Order, universe: &Universe, origin: &[AtomId]) -> TupleKey {
        self.with_objects(universe, |position| origin[order.objects[position].index()])
    }

    fn with_objects(&self, universe: &Universe, object: impl Fn(usize) -> AtomId) -> TupleKey {
        let atom = |column: &Result<usize, AtomId>| column.map_or_else(|atom| atom, &object);
        universe.key(&self.columns.iter().map(atom).collect::<Vec<_>>())
    }
}

/// The tuples that are compared, at the positions of their last permuted objects.
pub(super) struct Cells {
    /// The tuples of each position, in order of comparison.
    pub(super) at: Vec<Vec<Cell>>,
    /// The position of each tuple, and its place among those of the position.
    listed: FxHashMap<(RelationId, TupleKey), (usize, usize)>,
    kinds: FxHashMap<(RelationId, Vec<Column>), usize>,
    /// The position of each permuted object.
    position: FxHashMap<AtomId, usize>,
}

impl Cells {
    pub(super) fn new(problem: &Problem, order: &Order) -> Cells {
        let position = order.objects.iter().enumerate().map(|(position, atom)| (*atom, position)).collect();
        let (listed, kinds) = (FxHashMap::default(), FxHashMap::default());
        let mut cells = Cells { at: Vec::new(), listed, kinds, position };
        for (position, listed) in order.cells.iter().enumerate() {
            let mut at = Vec::with_capacity(listed.len());
            for (relation, key) in listed {
                cells.listed.insert((*relation, *key), (position, at.len()));
                let tuple = problem.universe.tuple(*key, problem.relations[relation.0 as usize].upper.arity());
                let columns = tuple.iter().map(|atom| cells.position.get(atom).copied().ok_or(*atom)).collect();
                let extent = cells.extent(*relation, &tuple);
                at.push(Cell { relation: *relation, key: *key, columns, extent });
            }
            cells.at.push(at);
        }
        cells
    }

    fn extent(&mut self, relation: RelationId, tuple: &[AtomId]) -> Extent {
        match *self.permuted(tuple) {
            [one] => Extent::One { kind: self.new_kind(relation, tuple, one) },
            [one, other] => {
                let (earlier, later) = if one < other { (one, other) } else { (other, one) };
                let kinds = [earlier, later].map(|own| self.new_kind(relation, tuple, own));
                Extent::Two { earlier, kinds }
            }
            _ => Extent::Many,
        }
    }

    /// The positions of the permuted objects in a tuple, each once.
    fn permuted(&self, tuple: &[AtomId]) -> Box<[usize]> {
        let mut found = Vec::with_capacity(tuple.len());
        for position in tuple.iter().filter_map(|atom| self.position.get(atom)) {
            if !found.contains(position) {
                found.push(*position);
            }
        }
        found.into()
    }

    fn seen(&self, relation: RelationId, tuple: &[AtomId], own: usize) -> (RelationId, Vec<Column>) {
        let column = |atom: &AtomId| match self.position.get(atom) {
            Some(position) if *position == own => Column::Own,
            Some(_) => Column::Other,
            None => Column::Fixed(*atom),
        };
        (relation, tuple.iter().map(column).collect())
    }

    fn new_kind(&mut self, relation: RelationId, tuple: &[AtomId], own: usize) -> usize {
        let count = self.kinds.len();
        let seen = self.seen(relation, tuple, own);
        *self.kinds.entry(seen).or_insert(count)
    }
}

/// An instance as the objects see it that are permuted in it, which are told by their places among those that exist.
pub(super) struct View<'f> {
    problem: &'f Problem,
    instance: &'f Instance,
    order: &'f Order,
    /// The positions of the objects that exist, in ascending order.
    pub(super) existing: Vec<usize>,
    /// The place of the object at each position, if it exists.
    place: Vec<Option<usize>>,
    /// For each kind, the objects that have such a tuple alone.
    pub(super) alone: Vec<Places>,
    /// For each kind and each object, the other objects that are in such a tuple with it.
    pub(super) together: Vec<Vec<Places>>,
    /// The objects that are in tuples of more than two.
    crowded: Places,
}

impl<'f> View<'f> {
    pub(super) fn new(
        problem: &'f Problem,
        instance: &'f Instance,
        order: &'f Order,
        cells: &Cells,
        existing: Vec<usize>,
    ) -> View<'f> {
        let count = existing.len();
        let mut place = vec![None; order.objects.len()];
        existing.iter().enumerate().for_each(|(index, position)| place[*position] = Some(index));
        let none = Places::none(count);
        let kinds = cells.kinds.len();
        let (alone, together) = (vec![none.clone(); kinds], vec![vec![none.clone(); count]; kinds]);
        let mut view = View { problem, instance, order, existing, place, alone, together, crowded: none };
        for (index, value) in instance.relations.iter().enumerate() {
            for key in value.keys() {
                if let Some((position, place)) = cells.listed.get(&(RelationId(index as u32), *key)) {
                    view.add(&cells.at[*position][*place], *position);
                }
            }
        }
        view
    }

    fn add(&mut self, cell: &Cell, position: usize) {
        match cell.extent {
            Extent::One { kind } => {
                if let Some(object) = self.place[position] {
                    self.alone[kind].insert(object);
                }
            }
            Extent::Two { earlier, kinds: [from_earlier, from_last] } => {
                if let (Some(earlier), Some(last)) = (self.place[earlier], self.place[position]) {
                    self.together[from_earlier][earlier].insert(last);
                    self.together[from_last][last].insert(earlier);
                }
            }
            Extent::Many if self.is_about_existing(cell) => {
                let places: Vec<usize> = self.places(cell).collect();
                places.into_iter().for_each(|place| self.crowded.insert(place));
            }
            Extent::Many => {}
        }
    }

    /// Whether a tuple has only objects that exist.
    pub(super) fn is_about_existing(&self, cell: &Cell) -> bool {
        cell.columns.iter().flatten().all(|position| self.place[*position].is_some())
    }

    /// The places of the objects in a tuple that has only objects that exist.
    pub(super) fn places<'c>(&'c self, cell: &'c Cell) -> impl Iterator<Item = usize> + 'c {
        cell.columns.iter().flatten().map(|position| self.place[*position].expect("the object exists"))
    }

    /// The place of an object that exists.
    pub(super) fn place(&self, position: usize) -> usize {
        self.place[position].expect("the object exists")
    }

    /// Whether the instance has the tuple that takes the place of another one where objects get other numbers, given which object gets each. That of
    /// the last object in the tuple is at the place `last`.
    pub(super) fn has(&self, cell: &Cell, last: usize, objects: &[usize]) -> bool {
        match cell.extent {
            Extent::One { kind } => self.alone[kind].contains(objects[last]),
            Extent::Two { earlier, kinds: [kind, _] } => {
                self.together[kind][objects[self.place(earlier)]].contains(objects[last])
            }
            Extent::Many => {
                let object = |position: usize| self.atom(objects[self.place(position)]);
                let source = cell.with_objects(&self.problem.universe, object);
                self.instance.relations[cell.relation.0 as usize].contains(source)
            }
        }
    }

    /// The object at a place.
    pub(super) fn atom(&self, place: usize) -> AtomId {
        self.order.objects[self.existing[place]]
    }

    /// Whether the instance stays the same when two objects of one class are exchanged; that is not known where tuples have more than
    /// two objects.
    pub(super) fn are_twins(&self, one: usize, other: usize) -> bool {
        let is_same = |of_kind: &Vec<Places>| {
            of_kind[one].contains(other) == of_kind[other].contains(one)
                && of_kind[one].is_same_but_for(&of_kind[other], [one, other])
        };
        !self.crowded.contains(one)
            && !self.crowded.contains(other)
            && self.alone.iter().all(|of_kind| of_kind.contains(one) == of_kind.contains(other))
            && self.together.iter().all(is_same)
    }
}
