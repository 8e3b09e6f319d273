//! Decides whether an instance is the canonical one of its class: exact where the predicates only help.

use super::labelling::Labelling;
use super::leader::Order;
use super::renumbering::{renamed, walk};
use crate::relational::{AtomId, Instance, Problem};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The canonical-form filter of one problem.
pub struct Filter<'p> {
    problem: &'p Problem,
    labelling: &'p Labelling,
    order: Order,
}

impl<'p> Filter<'p> {
    /// Prepares the filter; `problem` is the one whose instances are asked about.
    pub fn new(problem: &'p Problem, labelling: &'p Labelling) -> Self {
        Filter { problem, labelling, order: Order::new(problem, labelling) }
    }

    /// Whether no renumbering of the permuted objects gives a lesser instance. Instances that satisfy the predicate
    /// of a labelling with walks alone are canonical; elsewhere renumberings are searched, with every prefix compared
    /// before it is extended. Takes time exponential in the number of alike objects of leader groups.
    pub fn is_canonical(&self, instance: &Instance) -> bool {
        self.lesser(instance).is_none()
    }

    /// A renumbering that gives a lesser instance, if there is one: for each atom, the object that gets its number.
    pub(super) fn lesser(&self, instance: &Instance) -> Option<Vec<AtomId>> {
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
            existing: objects,
            // The object that gets the label of each atom; atoms that are not permuted keep theirs.
            origin: (0..self.problem.universe.len() as u32).map(AtomId).collect(),
            used: vec![false; self.order.objects.len()],
        };
        search.finds_less(0).then_some(search.origin)
    }
}

struct Search<'f> {
    filter: &'f Filter<'f>,
    instance: &'f Instance,
    existing: Vec<usize>,
    origin: Vec<AtomId>,
    used: Vec<bool>,
}

impl Search<'_> {
    /// Whether some way to give the remaining labels makes the instance less.
    fn finds_less(&mut self, depth: usize) -> bool {
        let order = &self.filter.order;
        let Some(position) = self.existing.get(depth).copied() else {
            return self.compare_dependent() == Ordering::Less;
        };
        let label = order.objects[position];
        for candidate in 0..self.existing.len() {
            let from = self.existing[candidate];
            let object = order.objects[from];
            if self.used[from] || self.filter.labelling.class_of(object) != self.filter.labelling.class_of(label) {
                continue;
            }
            self.origin[label.index()] = object;
            self.used[from] = true;
            let found = match self.compare_prefix(position) {
                Ordering::Less => {
                    self.complete(depth + 1);
                    true
                }
                Ordering::Equal => self.finds_less(depth + 1),
                Ordering::Greater => false,
            };
            self.used[from] = false;
            if found {
                return true;
            }
        }
        false
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

    /// Compares the renumbered instance with the original in the tuples that a label completes; absent is less.
    fn compare_prefix(&self, position: usize) -> Ordering {
        let universe = &self.filter.problem.universe;
        for (relation, key) in &self.filter.order.cells[position] {
            let value = &self.instance.relations[relation.0 as usize];
            let tuple = universe.tuple(*key, value.arity());
            let source: Vec<AtomId> = tuple.iter().map(|atom| self.origin[atom.index()]).collect();
            let order = value.contains(universe.key(&source)).cmp(&value.contains(*key));
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
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
