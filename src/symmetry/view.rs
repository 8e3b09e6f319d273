//! What instances are compared by, and one instance as its permuted objects see it: what each has alone, and what with which other one.

use super::labelling::Labelling;
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

/// Numbers for kinds of tuples, by what one object sees of them.
type Kinds = FxHashMap<(RelationId, Vec<Column>), usize>;

/// The tuples that are compared, at the positions of their last permuted objects.
pub(super) struct Cells {
    /// The tuples of each position, in order of comparison.
    pub(super) at: Vec<Vec<Cell>>,
    /// The class of the permuted object at each position, and what says that it exists.
    objects: Vec<(usize, RelationId, TupleKey)>,
    /// For each relation, in ascending order, the tuples of it, the position of each and its place among those of the position.
    listed: Vec<Vec<(TupleKey, usize, usize)>>,
    /// The kinds of tuples with one permuted object.
    alone: Kinds,
    /// The kinds of tuples with two.
    together: Kinds,
    /// The position of each permuted object.
    position: FxHashMap<AtomId, usize>,
}

impl Cells {
    pub(super) fn new(problem: &Problem, labelling: &Labelling, order: &Order) -> Cells {
        let object = |atom: &AtomId| {
            let class = labelling.class_of(*atom).expect("permuted objects have a class");
            (class, problem.heap.classes[class].relation, problem.universe.key(&[*atom]))
        };
        let mut cells = Cells {
            at: Vec::new(),
            objects: order.objects.iter().map(object).collect(),
            listed: vec![Vec::new(); problem.relations.len()],
            alone: Kinds::default(),
            together: Kinds::default(),
            position: order.objects.iter().enumerate().map(|(position, atom)| (*atom, position)).collect(),
        };
        for (position, listed) in order.cells.iter().enumerate() {
            let mut at = Vec::with_capacity(listed.len());
            for (relation, key) in listed {
                cells.listed[relation.0 as usize].push((*key, position, at.len()));
                let tuple = problem.universe.tuple(*key, problem.relations[relation.0 as usize].upper.arity());
                let columns = tuple.iter().map(|atom| cells.position.get(atom).copied().ok_or(*atom)).collect();
                let extent = cells.extent(*relation, &tuple);
                at.push(Cell { relation: *relation, key: *key, columns, extent });
            }
            cells.at.push(at);
        }
        cells.listed.iter_mut().for_each(|listed| listed.sort_unstable());
        cells
    }

    fn extent(&mut self, relation: RelationId, tuple: &[AtomId]) -> Extent {
        match *self.permuted(tuple) {
            [one] => {
                let seen = self.seen(relation, tuple, one);
                Extent::One { kind: number(&mut self.alone, seen) }
            }
            [one, other] => {
                let (earlier, later) = if one < other { (one, other) } else { (other, one) };
                let kinds = [earlier, later].map(|own| {
                    let seen = self.seen(relation, tuple, own);
                    number(&mut self.together, seen)
                });
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
}

/// The number of a kind, a new one if it has none.
fn number(kinds: &mut Kinds, seen: (RelationId, Vec<Column>)) -> usize {
    let count = kinds.len();
    *kinds.entry(seen).or_insert(count)
}

/// An instance as the objects see it that are permuted in it, which are told by their places among those that exist.
pub(super) struct View<'f> {
    problem: &'f Problem,
    pub(super) instance: &'f Instance,
    order: &'f Order,
    cells: &'f Cells,
    /// The positions of the objects that exist, in ascending order.
    pub(super) existing: Vec<usize>,
    /// The place of the object at each position, if it exists.
    place: Vec<Option<usize>>,
    /// The objects of each class that has some, by class.
    of_class: Vec<(usize, Places)>,
    /// For each kind, the objects that have such a tuple alone.
    pub(super) alone: Vec<Places>,
    /// For each kind and each object, the other objects that are in such a tuple with it.
    together: Vec<Places>,
    /// The objects that are in tuples of more than two.
    crowded: Places,
}

impl<'f> View<'f> {
    pub(super) fn new(problem: &'f Problem, order: &'f Order, cells: &'f Cells, instance: &'f Instance) -> View<'f> {
        let mut existing = Vec::with_capacity(order.objects.len());
        let mut place = vec![None; order.objects.len()];
        for (position, (_, relation, key)) in cells.objects.iter().enumerate() {
            if instance.relations[relation.0 as usize].contains(*key) {
                place[position] = Some(existing.len());
                existing.push(position);
            }
        }
        let none = Places::none(existing.len());
        let mut of_class: Vec<(usize, Places)> = Vec::new();
        for (place, position) in existing.iter().enumerate() {
            let (class, ..) = cells.objects[*position];
            if of_class.last().is_none_or(|(last, _)| *last != class) {
                of_class.push((class, none.clone()));
            }
            of_class.last_mut().expect("one was added").1.insert(place);
        }
        let alone = vec![none.clone(); cells.alone.len()];
        let together = vec![none.clone(); cells.together.len() * existing.len()];
        let mut view =
            View { problem, instance, order, cells, existing, place, of_class, alone, together, crowded: none };
        for (value, listed) in instance.relations.iter().zip(&cells.listed) {
            let mut listed = listed.iter();
            for key in value.keys() {
                // Both are in ascending order, and what is not compared is passed over.
                let next = listed.as_slice().iter().position(|(listed, ..)| listed >= key);
                let Some((found, position, place)) = next.and_then(|next| listed.nth(next)) else { break };
                if found == key {
                    view.add(&cells.at[*position][*place], *position);
                }
            }
        }
        view
    }

    /// How many objects exist.
    pub(super) fn len(&self) -> usize {
        self.existing.len()
    }

    /// The class of the object at a place.
    pub(super) fn class(&self, place: usize) -> usize {
        self.cells.objects[self.existing[place]].0
    }

    /// The objects of the class of one.
    pub(super) fn of_class(&self, place: usize) -> &Places {
        let class = self.class(place);
        let own = self.of_class.iter().find(|(other, _)| *other == class);
        &own.expect("there is an object of the class").1
    }

    /// The tuples of which the object at a place is the last one, and that have only objects that exist, in order of comparison, each with its place among
    /// all those of the position.
    pub(super) fn cells(&self, place: usize) -> impl Iterator<Item = (usize, &'f Cell)> {
        let cells = self.cells.at[self.existing[place]].iter().enumerate();
        cells.filter(|(_, cell)| self.is_about_existing(cell))
    }

    /// For each object, the other objects that are in a tuple of a kind with it.
    pub(super) fn together(&self, kind: usize) -> &[Places] {
        &self.together[kind * self.len()..][..self.len()]
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
                    let count = self.len();
                    self.together[from_earlier * count + earlier].insert(last);
                    self.together[from_last * count + last].insert(earlier);
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
    fn is_about_existing(&self, cell: &Cell) -> bool {
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
                self.together(kind)[objects[self.place(earlier)]].contains(objects[last])
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
        let is_same = |of_kind: &[Places]| {
            of_kind[one].contains(other) == of_kind[other].contains(one)
                && of_kind[one].is_same_but_for(&of_kind[other], [one, other])
        };
        !self.crowded.contains(one)
            && !self.crowded.contains(other)
            && self.alone.iter().all(|of_kind| of_kind.contains(one) == of_kind.contains(other))
            && self.together.chunks(self.len()).all(is_same)
    }
}
