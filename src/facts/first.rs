//! The object from which all others are reached, and to which nothing leads back.

use super::law::{self, Law};
use super::place::{Place, mentions_objects, objects};
use super::tree::Premises;
use crate::relational::{FormulaId, Problem};
use std::iter;

/// A place in which the root holds an object, and fields F that objects have.
///
/// *Theorem.* If no object reaches itself along F, and the root reaches all objects by that place and along F, then no reference in F leads to what
/// it holds there.
///
/// *Proof.* Let a reference in F lead from y to x, which the root holds. The root reaches y, and as the place has no other object, x reaches y along F, and
/// by the reference itself. ∎
#[derive(Debug, Clone)]
pub(super) struct First {
    /// Index into `Heap::fields`.
    held: usize,
    /// Indices into `Heap::fields`, in ascending order.
    along: Vec<usize>,
}

impl First {
    /// Each place of the root, with as many fields as possible for which a test of the premises passes.
    pub(super) fn guess(problem: &Problem, holds: impl Fn(Premises<'_>) -> bool) -> Vec<First> {
        let is_one = |held: &usize| problem.heap.fields[*held].functional && Place::all(problem, *held).is_plain();
        let held: Vec<usize> = law::entries(problem).into_iter().filter(is_one).collect();
        if held.is_empty() {
            return Vec::new();
        }
        let passes = |law: Law| holds(&|problem: &mut Problem| law.cases(problem));
        let acyclic = law::most_that_pass(problem, |along| passes(Law::Acyclic(along.to_vec())));
        let first = |held: usize| {
            let mut candidates = acyclic.iter().map(|along| First { held, along: along.clone() });
            candidates.find(|first| first.have_all(problem) || passes(first.reaching()))
        };
        held.into_iter().filter_map(first).collect()
    }

    /// The premises of the theorem.
    pub(super) fn premises(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let mut premises = Law::Acyclic(self.along.clone()).cases(problem);
        if !self.have_all(problem) {
            premises.extend(self.reaching().cases(problem));
        }
        premises
    }

    /// What the theorem says.
    pub(super) fn law(self) -> Law {
        Law::First { held: self.held, along: self.along }
    }

    fn reaching(&self) -> Law {
        let mut fields: Vec<usize> = iter::once(self.held).chain(self.along.iter().copied()).collect();
        fields.sort_unstable();
        Law::Reaching(fields)
    }

    /// Whether no other field leads to objects, so that all objects of canonical instances are reached along these.
    fn have_all(&self, problem: &Problem) -> bool {
        let mut others =
            (0..problem.heap.fields.len()).filter(|field| *field != self.held && !self.along.contains(field));
        !others.any(|field| mentions_objects(problem, field))
    }

    /// Whether the bounds allow a reference to what the root holds.
    pub(super) fn may_lead_back(&self, problem: &Problem) -> bool {
        let objects = objects(problem);
        let values =
            |field: usize| Place::all(problem, field).tuples(problem).filter_map(|tuple| tuple.last().copied());
        let first: Vec<_> = values(self.held).filter(|value| objects.contains(value)).collect();
        self.along.iter().any(|field| values(*field).any(|value| first.contains(&value)))
    }
}
