//! Evaluates terms in an instance, sharing no code with the translation so that it can contradict it.
//!
//! Unary relations are bit sets and binary relations are rows of bit sets, whose width is fixed when the
//! evaluator is made; relations of more columns are sorted tuple keys. Closed terms are evaluated once per
//! instance, and costly terms of one or two variables once per binding.

mod expressions;
mod formulas;
mod integers;
mod machine;
mod analysis;
mod values;

use super::{ExprId, FormulaId, Instance, Problem, RelationId, TupleSet};
use machine::{Machine, Run};

/// The greatest number of atoms in a universe that can be evaluated; lowering refuses larger ones.
pub const MAX_ATOMS: usize = 16_384;

/// Why an instance is not a solution of its problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// The tuples of this relation are not between its lower and its upper bound.
    Bounds(RelationId),
    /// The constraint at this position of `Problem::constraints` does not hold.
    Constraint(usize),
}

/// An evaluator of one problem, reusable for many instances.
pub struct Evaluator<'p> {
    problem: &'p Problem,
    machine: Box<dyn Run + 'p>,
}

impl<'p> Evaluator<'p> {
    /// Prepares the evaluation of a problem's terms.
    ///
    /// # Panics
    /// If the universe has more than [`MAX_ATOMS`] atoms, which no lowered problem has.
    pub fn new(problem: &'p Problem) -> Self {
        let words = problem.universe.len().div_ceil(64);
        let machine: Box<dyn Run + 'p> = match words {
            0..=1 => Box::new(Machine::<1>::new(problem)),
            2 => Box::new(Machine::<2>::new(problem)),
            3..=4 => Box::new(Machine::<4>::new(problem)),
            5..=16 => Box::new(Machine::<16>::new(problem)),
            17..=64 => Box::new(Machine::<64>::new(problem)),
            65..=256 => Box::new(Machine::<256>::new(problem)),
            _ => panic!("a lowered problem has at most {MAX_ATOMS} atoms"),
        };
        Evaluator { problem, machine }
    }

    /// Whether a closed formula holds in an instance.
    pub fn holds(&mut self, instance: &Instance, formula: FormulaId) -> bool {
        self.machine.load(instance);
        self.machine.holds(formula)
    }

    /// The first reason, bounds before constraints, why an instance is not a solution; `None` if it is one.
    pub fn violation(&mut self, instance: &Instance) -> Option<Violation> {
        self.machine.load(instance);
        if let Some(relation) = self.machine.outside_bounds() {
            return Some(Violation::Bounds(relation));
        }
        let constraints = &self.problem.constraints;
        let failed = constraints.iter().position(|constraint| !self.machine.holds(constraint.formula));
        failed.map(Violation::Constraint)
    }

    /// The position of the first constraint that an instance violates; the number of constraints if a
    /// relation leaves its bounds; `None` if the instance is a solution.
    pub fn violated(&mut self, instance: &Instance) -> Option<usize> {
        self.violation(instance).map(|violation| match violation {
            Violation::Bounds(_) => self.problem.constraints.len(),
            Violation::Constraint(index) => index,
        })
    }

    /// The tuples of a closed expression in an instance.
    pub fn value(&mut self, instance: &Instance, expr: ExprId) -> TupleSet {
        self.machine.load(instance);
        self.machine.value(expr)
    }
}
