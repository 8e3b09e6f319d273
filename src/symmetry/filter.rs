//! Decides whether an instance is the canonical one of its class: exact where the predicates only help.

use super::alike::Alike;
use super::labelling::Labelling;
use super::leader::Order;
use super::renumbering::{renamed, walk};
use crate::relational::{AtomId, Instance, Problem, RelationId, TupleKey};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The canonical-form filter of one problem.
pub struct Filter<'p> {
    pub(super) problem: &'p Problem,
    pub(super) labelling: &'p Labelling,
    order: Order,
    /// What `Order::cells` names, with the atoms of the tuples.
    cells: Vec<Vec<Cell>>,
}

/// A tuple that is compared.
struct Cell {
    relation: RelationId,
    key: TupleKey,
    tuple: Vec<AtomId>,
}

/// Why an instance is not canonical: neither is any other one that has some tuples and lacks others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reason {
    /// The tuples that it has.
    pub has: Vec<(RelationId, TupleKey)>,
    /// The tuples that it lacks.
    pub lacks: Vec<(RelationId, TupleKey)>,
}

/// A renumbering that gives a lesser instance.
pub(super) struct Lesser {
    /// For each atom, the object that gets its number.
    pub(super) origin: Vec<AtomId>,
    /// The position and the cell in which the instances differ first; none if only dependent groups differ.
    decided: Option<(usize, usize)>,
}

impl<'p> Filter<'p> {
    /// Prepares the filter; `problem` is the one whose instances are asked about.
    pub fn new(problem: &'p Problem, labelling: &'p Labelling) -> Self {
        let order = Order::new(problem, labelling);
        let cell = |(relation, key): &(RelationId, TupleKey)| {
            let arity = problem.relations[relation.0 as usize].upper.arity();
            Cell { relation: *relation, key: *key, tuple: problem.universe.tuple(*key, arity) }
        };
        let cells = order.cells.iter().map(|cells| cells.iter().map(cell).collect()).collect();
        Filter { problem, labelling, order, cells }
    }

    /// Whether no renumbering of the permuted objects gives a lesser instance. Instances that satisfy the predicate
    /// of a labelling with walks alone are canonical; elsewhere renumberings are searched, with every prefix compared
    /// before it is extended, and objects that look alike tried once. Takes time exponential in the number of objects of leader groups at worst.
    pub fn is_canonical(&self, instance: &Instance) -> bool {
        self.lesser(instance).is_none()
    }

    /// Why an instance is not canonical, in as few tuples as the comparison takes (Kirchweger and Szeider, SAT modulo symmetries for
    /// graph generation, CP 2021, section 4); `None` if it is canonical.
    pub fn objection(&self, instance: &Instance) -> Option<Reason> {
        let lesser = self.lesser(instance)?;
        Some(match lesser.decided {
            Some(decided) => self.reason(instance, &lesser.origin, decided),
            None => self.whole(instance),
        })
    }

    /// Up to the cell in which they differ, the renumbered instance has no tuple that the original lacks. The same renumbering makes every
    /// instance less of which that is true, if it has the objects that change their numbers, and no object before these that this one lacks.
    fn reason(&self, instance: &Instance, origin: &[AtomId], (position, last): (usize, usize)) -> Reason {
        let mut reason = Reason::default();
        for label in &self.order.objects[..=position] {
            for object in [*label, origin[label.index()]] {
                let class = self.labelling.class_of(object).expect("permuted objects have a class");
                let relation = self.problem.heap.classes[class].relation;
                self.say(instance, relation, self.problem.universe.key(&[object]), &mut reason);
            }
        }
        for (index, cells) in self.cells[..=position].iter().enumerate() {
            let count = if index == position { last + 1 } else { cells.len() };
            for (place, cell) in cells[..count].iter().enumerate() {
                let source = self.source(cell, origin);
                if source == cell.key {
                    continue;
                }
                let value = &instance.relations[cell.relation.0 as usize];
                if value.contains(cell.key) {
                    reason.has.push((cell.relation, cell.key));
                }
                if (index, place) == (position, last) || !value.contains(cell.key) {
                    reason.lacks.push((cell.relation, source));
                }
            }
        }
        for tuples in [&mut reason.has, &mut reason.lacks] {
            tuples.sort_unstable();
            tuples.dedup();
        }
        reason
    }

    /// The whole instance as a reason, within the bounds.
    fn whole(&self, instance: &Instance) -> Reason {
        let mut reason = Reason::default();
        for (index, relation) in self.problem.relations.iter().enumerate() {
            for key in relation.upper.keys() {
                self.say(instance, RelationId(index as u32), *key, &mut reason);
            }
        }
        reason
    }

    /// Adds to a reason whether an instance has a tuple.
    fn say(&self, instance: &Instance, relation: RelationId, key: TupleKey, reason: &mut Reason) {
        match instance.relations[relation.0 as usize].contains(key) {
            true => reason.has.push((relation, key)),
            false => reason.lacks.push((relation, key)),
        }
    }

    /// The tuple that takes the place of another one in a renumbered instance.
    fn source(&self, cell: &Cell, origin: &[AtomId]) -> TupleKey {
        let base = self.problem.universe.len() as u64;
        TupleKey(cell.tuple.iter().fold(0, |key, atom| key * base + u64::from(origin[atom.index()].0)))
    }

    /// A renumbering that gives a lesser instance, if there is one.
    pub(super) fn lesser(&self, instance: &Instance) -> Option<Lesser> {
        if self.labelling.is_exact() {
            return None;
        }
        let exists = |atom: &AtomId| {
            let class = self.labelling.class_of(*atom).expect("permuted objects have a class");
            let relation = self.problem.heap.classes[class].relation;
            instance.relations[relation.0 as usize].contains(self.problem.universe.key(&[*atom]))
        };
        let objects: Vec<usize> =
            (0..self.order.objects.len()).filter(|position| exists(&self.order.objects[*position])).collect();
        let mut search = Search {
            filter: self,
            instance,
            alike: Alike::new(self.problem, self.labelling, &self.order, instance),
            existing: objects,
            // The object that gets the label of each atom; atoms that are not permuted keep theirs.
            origin: (0..self.problem.universe.len() as u32).map(AtomId).collect(),
            used: vec![false; self.order.objects.len()],
            decided: None,
        };
        let found = search.descend(0, true);
        (found == Found::Less).then_some(Lesser { origin: search.origin, decided: search.decided })
    }
}

struct Search<'f> {
    filter: &'f Filter<'f>,
    instance: &'f Instance,
    existing: Vec<usize>,
    origin: Vec<AtomId>,
    used: Vec<bool>,
    alike: Alike,
    decided: Option<(usize, usize)>,
}

/// What some ways to give the remaining labels come to.
#[derive(PartialEq, Eq)]
enum Found {
    /// One makes the instance less.
    Less,
    /// One leaves the instance as it is.
    Same,
    /// None is known to do either.
    Nothing,
}

impl Search<'_> {
    /// Tries the ways to give the remaining labels; those before keep their objects if it is `as_it_is`.
    ///
    /// Numbers are left as they are first. So when another object is tried for a label, the renumberings that were found to leave the instance as
    /// it is keep all objects before, and what they exchange comes to the same (McKay, Practical graph isomorphism, 1981, section 2).
    fn descend(&mut self, depth: usize, as_it_is: bool) -> Found {
        let order = &self.filter.order;
        let Some(position) = self.existing.get(depth).copied() else { return self.end(as_it_is) };
        let label = order.objects[position];
        let mut tried: Vec<usize> = Vec::new();
        for candidate in 0..self.existing.len() {
            let from = self.existing[candidate];
            let object = order.objects[from];
            if self.used[from]
                || self.filter.labelling.class_of(object) != self.filter.labelling.class_of(label)
                || self.alike.is_any(from, &tried, as_it_is)
            {
                continue;
            }
            tried.push(from);
            self.origin[label.index()] = object;
            self.used[from] = true;
            let found = match self.compare_prefix(position) {
                (Ordering::Less, cell) => {
                    self.decided = Some((position, cell));
                    self.complete(depth + 1);
                    Found::Less
                }
                (Ordering::Equal, _) => self.descend(depth + 1, as_it_is && from == position),
                (Ordering::Greater, _) => Found::Nothing,
            };
            self.used[from] = false;
            match found {
                Found::Less => return Found::Less,
                Found::Same if !as_it_is => return Found::Same,
                Found::Same | Found::Nothing => {}
            }
        }
        Found::Nothing
    }

    /// Every label is given.
    fn end(&mut self, as_it_is: bool) -> Found {
        if as_it_is {
            return Found::Nothing;
        }
        match self.compare_dependent() {
            Ordering::Less => Found::Less,
            Ordering::Greater => Found::Nothing,
            Ordering::Equal => {
                let objects = &self.filter.order.objects;
                let index: FxHashMap<AtomId, usize> = objects.iter().enumerate().map(|(i, atom)| (*atom, i)).collect();
                for position in &self.existing {
                    self.alike.merge(*position, index[&self.origin[objects[*position].index()]]);
                }
                Found::Same
            }
        }
    }

    /// Gives the remaining labels to the remaining objects, each class in its order: what decided is decided.
    fn complete(&mut self, depth: usize) {
        let order = &self.filter.order;
        let class_of = |position: usize| self.filter.labelling.class_of(order.objects[position]);
        for label in &self.existing[depth..] {
            let rest = self.existing.iter().find(|from| !self.used[**from] && class_of(**from) == class_of(*label));
            let from = *rest.expect("there are as many labels as objects");
            self.origin[order.objects[*label].index()] = order.objects[from];
            self.used[from] = true;
        }
    }

    /// Compares the renumbered instance with the original in the tuples that a label completes; absent is less. Says in which they differ, too.
    fn compare_prefix(&self, position: usize) -> (Ordering, usize) {
        let cells = &self.filter.cells[position];
        for (index, cell) in cells.iter().enumerate() {
            let value = &self.instance.relations[cell.relation.0 as usize];
            let source = self.filter.source(cell, &self.origin);
            let order = value.contains(source).cmp(&value.contains(cell.key));
            if order != Ordering::Equal {
                return (order, index);
            }
        }
        (Ordering::Equal, cells.len())
    }

    /// Compares the whole renumbered instance, with the dependent groups walked anew, with the original.
    fn compare_dependent(&self) -> Ordering {
        let (problem, order) = (self.filter.problem, &self.filter.order);
        if order.dependent.is_empty() {
            return Ordering::Equal;
        }
        let mut label: FxHashMap<AtomId, AtomId> = FxHashMap::default();
        for position in &self.existing {
            let atom = order.objects[*position];
            label.insert(self.origin[atom.index()], atom);
        }
        for group in &order.dependent {
            walk(problem, self.filter.labelling, self.instance, *group, &mut label);
        }
        for original in &self.instance.relations {
            let renamed = renamed(problem, original, &label);
            // With equal prefixes the set that has the lesser next tuple is the greater one: absent is less.
            let order = original.keys().cmp(renamed.keys());
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
}
