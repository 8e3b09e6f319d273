//! Decides whether an instance is the canonical one of its class: exact where the predicates only help.

use super::descent::{Comparison, Depth, Difference, Renumbering, descend};
use super::labelling::Labelling;
use super::leader::Order;
use super::plain::is_least;
use super::view::{Cells, View};
use crate::relational::{Instance, Problem, RelationId, TupleKey};

/// The canonical-form filter of one problem.
pub struct Filter<'p> {
    pub(super) problem: &'p Problem,
    pub(super) labelling: &'p Labelling,
    pub(super) order: Order,
    /// What `Order::cells` names.
    pub(super) cells: Cells,
}

/// Why an instance is not canonical: neither is any other one that has some tuples and lacks others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reason {
    /// The tuples that it has.
    pub has: Vec<(RelationId, TupleKey)>,
    /// The tuples that it lacks.
    pub lacks: Vec<(RelationId, TupleKey)>,
}

impl<'p> Filter<'p> {
    /// Prepares the filter; `problem` is the one whose instances are asked about.
    pub fn new(problem: &'p Problem, labelling: &'p Labelling) -> Self {
        let order = Order::new(problem, labelling);
        let cells = Cells::new(problem, labelling, &order);
        Filter { problem, labelling, order, cells }
    }

    /// Whether no renumbering of the permuted objects gives a lesser instance. Instances that satisfy the predicate of a labelling with walks alone are
    /// canonical. Most instances are small, and a plain search knows about them before a descent would have begun. Takes time exponential in the
    /// number of objects of leader groups at worst.
    pub fn is_canonical(&self, instance: &Instance) -> bool {
        if self.labelling.is_exact() {
            return true;
        }
        let (comparison, view) = (self.comparison(), self.view(instance));
        is_least(comparison, &view).unwrap_or_else(|| descend(comparison, &view, Depth::First(1)).is_none())
    }

    /// Why an instance is not canonical, in as few tuples as the comparison takes (Kirchweger and Szeider, SAT modulo symmetries for
    /// graph generation, CP 2021, section 4): one reason for each tuple by which some renumbering gives a lesser one, up to so many,
    /// in the order of comparison, so that those that compare little come first. None if it is canonical.
    pub fn objections(&self, instance: &Instance, most: usize) -> Vec<Reason> {
        if self.labelling.is_exact() {
            return Vec::new();
        }
        let lesser = self.renumbering(instance, Depth::First(most));
        lesser.map(|lesser| self.reasons(instance, &lesser)).unwrap_or_default()
    }

    /// The canonical instance of the class of an instance in which walks have numbered what they number.
    pub fn canonical(&self, instance: &Instance) -> Instance {
        match self.renumbering(instance, Depth::Least) {
            Some(least) => self.renumbered(instance, &least),
            None => instance.clone(),
        }
    }

    /// A renumbering that gives a lesser instance, if there is one.
    fn renumbering(&self, instance: &Instance, depth: Depth) -> Option<Renumbering> {
        if self.labelling.is_walked() { None } else { descend(self.comparison(), &self.view(instance), depth) }
    }

    fn comparison(&self) -> Comparison<'_> {
        let Filter { problem, labelling, order, .. } = self;
        Comparison { problem, labelling, order }
    }

    fn view<'v>(&'v self, instance: &'v Instance) -> View<'v> {
        View::new(self.problem, &self.order, &self.cells, instance)
    }

    fn reasons(&self, instance: &Instance, lesser: &Renumbering) -> Vec<Reason> {
        match lesser.differences.as_slice() {
            [] => vec![self.whole(instance)],
            differences => differences.iter().map(|difference| self.reason(instance, difference)).collect(),
        }
    }

    /// Up to the cell in which they differ, the renumbered instance has no tuple that the original lacks. The same renumbering makes every
    /// instance less of which that is true, if it has the objects that change their numbers, and no object before these that this one lacks.
    fn reason(&self, instance: &Instance, difference: &Difference) -> Reason {
        let Difference { origin, decided: (position, last) } = difference;
        let (position, last) = (*position, *last);
        let mut reason = Reason::default();
        for label in &self.order.objects[..=position] {
            for object in [*label, origin[label.index()]] {
                let class = self.labelling.class_of(object).expect("permuted objects have a class");
                let relation = self.problem.heap.classes[class].relation;
                self.say(instance, relation, self.problem.universe.key(&[object]), &mut reason);
            }
        }
        for (index, cells) in self.cells.at[..=position].iter().enumerate() {
            let count = if index == position { last + 1 } else { cells.len() };
            for (place, cell) in cells[..count].iter().enumerate() {
                let source = cell.source(&self.order, &self.problem.universe, origin);
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
}
