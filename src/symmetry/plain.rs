//! A plain search for a numbering by which an instance is less: number by number, for a few steps.

use super::descent::{Comparison, compare};
use super::places::Places;
use super::view::{Cell, Extent, View};
use std::cmp::Ordering;

/// After how many steps the search is given up.
const STEPS: u32 = 300;

/// Whether no numbering makes an instance less, if that is known after a few steps.
///
/// Each number is given to each object with which the instance stays the same up to there, and all these objects are found by one look at the tuples
/// that the number completes.
pub(super) fn is_least(comparison: Comparison<'_>, view: &View<'_>) -> Option<bool> {
    let all: Vec<usize> = (0..view.len()).collect();
    let left = Places::of(view.len(), 0..view.len());
    let mut search = Plain { comparison, view, objects: all.clone(), left, orbits: all, steps: STEPS };
    search.descend(0, true).map(|found| found != Found::Less)
}

struct Plain<'v> {
    comparison: Comparison<'v>,
    view: &'v View<'v>,
    /// The object that gets each number, as far as numbers are given.
    objects: Vec<usize>,
    /// The objects that have no number.
    left: Places,
    /// For each object, another one to which some renumbering gives its number and the instance stays the same; the last one stands for all.
    orbits: Vec<usize>,
    steps: u32,
}

/// What some ways to give the remaining numbers come to.
#[derive(PartialEq, Eq)]
enum Found {
    /// One makes the instance less.
    Less,
    /// One leaves the instance as it is.
    Same,
    /// None is known to do either.
    Nothing,
}

impl Plain<'_> {
    /// Tries the ways to give the numbers from one on; those before are left as they are if it is `as_it_is`. Nothing if there are too many ways.
    ///
    /// Numbers are left as they are first. So when another object is tried for a number, the renumberings that were found to leave the instance as
    /// it is keep all objects before, and what they exchange comes to the same (McKay, Practical graph isomorphism, 1981, section 2).
    fn descend(&mut self, number: usize, as_it_is: bool) -> Option<Found> {
        if number == self.view.len() {
            return Some(self.end(as_it_is));
        }
        self.steps = self.steps.checked_sub(1)?;
        let Some(mut equal) = self.equal(number, as_it_is) else { return Some(Found::Less) };
        let mut tried = Places::none(self.view.len());
        while let Some(object) = if equal.contains(number) { Some(number) } else { equal.first() } {
            equal.remove(object);
            if as_it_is && tried.iter().any(|earlier| self.orbit(earlier) == self.orbit(object)) {
                continue;
            }
            tried.insert(object);
            self.objects[number] = object;
            self.left.remove(object);
            let found = self.descend(number + 1, as_it_is && object == number)?;
            self.left.insert(object);
            match found {
                Found::Less => return Some(Found::Less),
                Found::Same if !as_it_is => return Some(Found::Same),
                Found::Same | Found::Nothing => {}
            }
        }
        Some(Found::Nothing)
    }

    /// The objects that may get a number so that the instance stays the same in the tuples that the number completes; nothing if one makes it less.
    fn equal(&mut self, number: usize, as_it_is: bool) -> Option<Places> {
        let mut equal = self.view.of_class(number).clone();
        equal.intersect_with(&self.left);
        for (_, cell) in self.view.cells(number) {
            // The number left as it is makes no difference.
            if equal.is_empty() || as_it_is && equal.len() == 1 {
                break;
            }
            let (having, holds) = self.having(cell, number, &equal);
            match holds {
                true if !equal.is_subset(&having) => return None,
                true => {}
                false => equal.difference_with(&having),
            }
        }
        Some(equal)
    }

    /// Those of some objects, and perhaps others, with which a tuple is there where the last number is given to them, and whether it is there as it is.
    fn having(&mut self, cell: &Cell, number: usize, objects: &Places) -> (Places, bool) {
        match cell.extent {
            Extent::One { kind } => {
                let having = &self.view.alone[kind];
                (having.clone(), having.contains(number))
            }
            Extent::Two { earlier, kinds: [kind, _] } => {
                let (together, earlier) = (self.view.together(kind), self.view.place(earlier));
                (together[self.objects[earlier]].clone(), together[earlier].contains(number))
            }
            Extent::Many => {
                let having = objects.iter().filter(|object| {
                    self.objects[number] = *object;
                    self.view.has(cell, number, &self.objects)
                });
                let having = Places::of(self.view.len(), having);
                (having, self.view.instance.relations[cell.relation.0 as usize].contains(cell.key))
            }
        }
    }

    /// Every number is given.
    fn end(&mut self, as_it_is: bool) -> Found {
        if as_it_is {
            return Found::Nothing;
        }
        let order = match self.comparison.order.dependent.as_slice() {
            [] => Ordering::Equal,
            _ => compare(&self.comparison.walked(self.view, &self.objects), &self.view.instance.relations),
        };
        match order {
            Ordering::Less => Found::Less,
            Ordering::Greater => Found::Nothing,
            Ordering::Equal => {
                for (number, object) in self.objects.iter().enumerate() {
                    let [one, other] = [self.orbit(number), self.orbit(*object)];
                    self.orbits[one] = other;
                }
                Found::Same
            }
        }
    }

    fn orbit(&self, mut object: usize) -> usize {
        while self.orbits[object] != object {
            object = self.orbits[object];
        }
        object
    }
}
