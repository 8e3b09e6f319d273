//! The least numbering of an instance, found in one descent.

use super::labelling::Labelling;
use super::leader::Order;
use super::matching::Matching;
use super::places::Places;
use super::renumbering::renamed;
use super::view::View;
use crate::relational::{AtomId, Problem, TupleSet};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// What the instances of a problem are compared by.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'f> {
    pub(super) problem: &'f Problem,
    pub(super) labelling: &'f Labelling,
    pub(super) order: &'f Order,
}

impl Comparison<'_> {
    /// The relations of an instance where permuted objects have other numbers and what depends on them is numbered anew.
    pub(super) fn walked(&self, view: &View<'_>, objects: &[usize]) -> Vec<TupleSet> {
        let numbered = objects.iter().enumerate();
        let mut label: FxHashMap<AtomId, AtomId> =
            numbered.map(|(number, object)| (view.atom(*object), view.atom(number))).collect();
        for walk in &self.order.dependent {
            walk.label(self.problem, self.labelling, view.instance, &mut label);
        }
        view.instance.relations.iter().map(|tuples| renamed(self.problem, tuples, &label)).collect()
    }
}

/// Which of two instances is less.
pub(super) fn compare(one: &[TupleSet], other: &[TupleSet]) -> Ordering {
    // With equal prefixes the set that has the lesser next tuple is the greater one: absent is less.
    let mut orders = one.iter().zip(other).map(|(one, other)| other.keys().cmp(one.keys()));
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// How far to look for lesser numberings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// To the least one.
    Least,
    /// To one for each tuple in which one differs first, until there are so many.
    First(usize),
}

/// Renumberings that give lesser instances.
pub(super) struct Renumbering {
    /// For each atom, the object that gets its number in the last one that was found.
    pub(super) origin: Vec<AtomId>,
    /// Those that were found by comparing permuted objects with the instance itself, in the order of comparison.
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
pub(super) fn descend(comparison: Comparison<'_>, view: &View<'_>, depth: Depth) -> Option<Renumbering> {
    let mut matching = Matching::new(view);
    let mut objects: Vec<usize> = (0..view.len()).collect();
    let mut differences = Vec::new();
    for label in 0..view.len() {
        matching.add_label();
        for (index, cell) in view.cells(label) {
            if view.has(cell, label, &objects)
                && let Some(found) = matching.without(cell)
            {
                let found = completed(found, view);
                let origin = origin(view, comparison.problem, &found);
                if depth != Depth::Least || differences.is_empty() {
                    differences.push(Difference { origin: origin.clone(), decided: (view.existing[label], index) });
                }
                match depth {
                    Depth::First(most) if differences.len() >= most => {
                        return Some(Renumbering { origin, differences });
                    }
                    Depth::First(_) => {}
                    Depth::Least => objects = found,
                }
            }
            matching.decide(cell, view.has(cell, label, &objects));
        }
    }
    let mut is_less = !differences.is_empty();
    if depth == Depth::Least || !is_less {
        is_less |= dependent(comparison, (view, &matching), depth, &mut objects);
    }
    is_less.then(|| Renumbering { origin: origin(view, comparison.problem, &objects), differences })
}

/// Gives the further labels to the objects that are left, each class in its order.
fn completed(mut objects: Vec<usize>, view: &View<'_>) -> Vec<usize> {
    let used = Places::of(view.len(), objects.iter().copied());
    let mut left: Vec<usize> = (0..view.len()).filter(|object| !used.contains(*object)).collect();
    for label in objects.len()..view.len() {
        let next = left.iter().position(|object| view.class(*object) == view.class(label));
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
    (view, matching): (&View<'_>, &Matching<'_>),
    depth: Depth,
    objects: &mut Vec<usize>,
) -> bool {
    if comparison.order.dependent.is_empty() {
        return false;
    }
    let mut is_better = false;
    let identity = objects.iter().enumerate().all(|(number, object)| number == *object);
    let mut least = match identity {
        true => view.instance.relations.clone(),
        false => comparison.walked(view, objects),
    };
    matching.each(&mut |found| {
        let other = comparison.walked(view, found);
        if compare(&other, &least).is_lt() {
            (least, is_better) = (other, true);
            *objects = found.to_vec();
        }
        is_better && depth != Depth::Least
    });
    is_better
}
