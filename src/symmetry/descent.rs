//! The least numbering of an instance, found in one descent.

use super::labelling::Labelling;
use super::leader::Order;
use super::matching::Matching;
use super::places::Places;
use super::renumbering::{renamed, walk};
use super::view::{Cells, View};
use crate::relational::{AtomId, Instance, Problem, TupleSet};
use rustc_hash::FxHashMap;

/// What the instances of a problem are compared by.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'f> {
    pub(super) problem: &'f Problem,
    pub(super) labelling: &'f Labelling,
    pub(super) order: &'f Order,
    pub(super) cells: &'f Cells,
}

/// How far to look for lesser numberings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// To the first one.
    Lesser,
    /// To the least one.
    Least,
    /// To one for each tuple in which one differs first.
    Every,
}

/// Renumberings that give lesser instances.
pub(super) struct Renumbering {
    /// For each atom, the object that gets its number in the last one that was found.
    pub(super) origin: Vec<AtomId>,
    /// Those that were found by comparing permuted objects with the instance itself.
    pub(super) differences: Vec<Difference>,
}

/// A renumbering by which permuted objects have lesser tuples.
pub(super) struct Difference {
    /// For each atom, the object that gets its number.
    pub(super) origin: Vec<AtomId>,
    /// The position and the cell in which the instances differ first.
    pub(super) decided: (usize, usize),
}

/// Decides about one tuple after the other, in the order of comparison, whether some numbering of which everything is true that was decided
/// lacks it: then the least numbering lacks it, too. What one numbering shows need not be asked, and the first one that shows is the one that
/// the instance has. So each question that is answered with yes improves the numbering, and the instance is the least one if none is.
pub(super) fn descend(comparison: Comparison<'_>, instance: &Instance, depth: Depth) -> Option<Renumbering> {
    let Comparison { problem, labelling, order, cells } = comparison;
    let existing = existing(problem, labelling, order, instance);
    let class = |position: &usize| labelling.class_of(order.objects[*position]);
    let classes: Vec<Option<usize>> = existing.iter().map(class).collect();
    let view = View::new(problem, instance, order, cells, existing);
    let mut matching = Matching::new(&view, &classes);
    let mut objects: Vec<usize> = (0..classes.len()).collect();
    let mut differences = Vec::new();
    for label in 0..classes.len() {
        let of_class = (0..classes.len()).filter(|object| classes[*object] == classes[label]);
        matching.add_label(Places::of(classes.len(), of_class));
        let position = view.existing[label];
        for (index, cell) in cells.at[position].iter().enumerate().filter(|(_, cell)| view.is_about_existing(cell)) {
            if view.has(cell, label, &objects)
                && let Some(found) = matching.without(cell)
            {
                let found = completed(found, &classes);
                let origin = origin(&view, problem, &found);
                if differences.is_empty() || depth == Depth::Every {
                    differences.push(Difference { origin: origin.clone(), decided: (position, index) });
                }
                match depth {
                    Depth::Lesser => return Some(Renumbering { origin, differences }),
                    Depth::Least => objects = found,
                    Depth::Every => {}
                }
            }
            matching.decide(cell, view.has(cell, label, &objects));
        }
    }
    let mut is_less = !differences.is_empty();
    if depth == Depth::Least || !is_less {
        is_less |= dependent(comparison, instance, (&view, &matching), depth, &mut objects);
    }
    is_less.then(|| Renumbering { origin: origin(&view, problem, &objects), differences })
}

/// The positions of the permuted objects that an instance has.
fn existing(problem: &Problem, labelling: &Labelling, order: &Order, instance: &Instance) -> Vec<usize> {
    let exists = |position: &usize| {
        let atom = order.objects[*position];
        let class = labelling.class_of(atom).expect("permuted objects have a class");
        let relation = problem.heap.classes[class].relation;
        instance.relations[relation.0 as usize].contains(problem.universe.key(&[atom]))
    };
    (0..order.objects.len()).filter(exists).collect()
}

/// Gives the further labels to the objects that are left, each class in its order.
fn completed(mut objects: Vec<usize>, classes: &[Option<usize>]) -> Vec<usize> {
    let used = Places::of(classes.len(), objects.iter().copied());
    let mut left: Vec<usize> = (0..classes.len()).filter(|object| !used.contains(*object)).collect();
    for class in &classes[objects.len()..] {
        let next = left.iter().position(|object| classes[*object] == *class);
        objects.push(left.remove(next.expect("there are as many labels as objects")));
    }
    objects
}

/// For each atom, the object that gets its number.
fn origin(view: &View<'_>, problem: &Problem, objects: &[usize]) -> Vec<AtomId> {
    let mut origin: Vec<AtomId> = (0..problem.universe.len() as u32).map(AtomId).collect();
    for (label, object) in objects.iter().enumerate() {
        origin[view.atom(label).index()] = view.atom(*object);
    }
    origin
}

/// Finds among the numberings that come to the same for the permuted objects the one that is the least where groups that depend on them are numbered
/// anew; whether it is less than the one given.
fn dependent(
    comparison: Comparison<'_>,
    instance: &Instance,
    (view, matching): (&View<'_>, &Matching<'_>),
    depth: Depth,
    objects: &mut Vec<usize>,
) -> bool {
    if comparison.order.dependent.is_empty() {
        return false;
    }
    let walked = |objects: &[usize]| -> Vec<TupleSet> {
        let mut label: FxHashMap<AtomId, AtomId> = FxHashMap::default();
        for (number, object) in objects.iter().enumerate() {
            label.insert(view.atom(*object), view.atom(number));
        }
        for group in &comparison.order.dependent {
            walk(comparison.problem, comparison.labelling, instance, *group, &mut label);
        }
        instance.relations.iter().map(|tuples| renamed(comparison.problem, tuples, &label)).collect()
    };
    let mut is_better = false;
    // With equal prefixes the set that has the lesser next tuple is the greater one: absent is less.
    let is_less = |one: &[TupleSet], other: &[TupleSet]| {
        let orders = one.iter().zip(other).map(|(one, other)| other.keys().cmp(one.keys()));
        orders.into_iter().find(|order| order.is_ne()).is_some_and(|order| order.is_lt())
    };
    let identity = objects.iter().enumerate().all(|(number, object)| number == *object);
    let mut least = if identity { instance.relations.clone() } else { walked(objects) };
    matching.each(&mut |found| {
        let other = walked(found);
        if is_less(&other, &least) {
            (least, is_better) = (other, true);
            *objects = found.to_vec();
        }
        is_better && depth == Depth::Lesser
    });
    is_better
}
