//! The state of an evaluation: the loaded instance, the bindings of variables and the remembered values.

use super::analysis::{Memo, TermAnalysis};
use super::values::{AtomSet, Value, fill_rows};
use crate::relational::{Expr, ExprId, FormulaId, Instance, Problem, RelationId, Terms, TupleSet, VariableId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// For how many bindings terms of many variables are remembered at most.
const MOST_FOUND: usize = 1 << 20;

/// What an evaluator asks of a machine, whatever its width.
pub(super) trait Run {
    /// Makes an instance the current one.
    fn load(&mut self, instance: &Instance);
    /// Whether a closed formula holds in the current instance.
    fn holds(&mut self, formula: FormulaId) -> bool;
    /// The tuples of a closed expression in the current instance.
    fn value(&mut self, expr: ExprId) -> TupleSet;
    /// The first relation that leaves its bounds in the current instance.
    fn outside_bounds(&self) -> Option<RelationId>;
}

/// The value of an integer expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    /// An integer, exact.
    Is(i64),
    /// No integer: a division by zero, or a result outside the bit width.
    Undefined,
}

/// A machine whose bit sets have `W` words.
pub(super) struct Machine<'p, const W: usize> {
    pub(super) problem: &'p Problem,
    pub(super) terms: &'p Terms,
    pub(super) analysis: TermAnalysis,
    /// The number of atoms.
    pub(super) base: usize,
    /// The value of each integer atom; 0 for objects.
    pub(super) int_values: Vec<i64>,
    pub(super) int_atoms: AtomSet<W>,
    /// The atom of each variable that is bound at the moment.
    pub(super) bindings: Vec<u32>,
    pub(super) relations: Vec<Value<W>>,
    /// Values of constant expressions, by expression.
    pub(super) constants: Vec<Option<Value<W>>>,
    pub(super) expr_memo: Remembered<Value<W>>,
    pub(super) formula_memo: Remembered<bool>,
    pub(super) int_memo: Remembered<Number>,
    bounds: Vec<(Value<W>, Value<W>)>,
    /// The places of terms of many variables, for the atoms that the variables were bound to.
    found: RefCell<FxHashMap<(usize, Vec<u32>), usize>>,
    /// The number of the current instance; values remembered under another number are stale.
    epoch: u32,
}

/// Values at places, each with the instance that it belongs to.
pub(super) struct Remembered<T>(Vec<(u32, T)>);

impl<T: Clone> Remembered<T> {
    fn new(places: usize, filler: T) -> Self {
        Remembered(vec![(0, filler); places])
    }

    /// Puts a value at a place, which may lie beyond those that were known before.
    fn put(&mut self, place: usize, value: (u32, T)) {
        if place >= self.0.len() {
            self.0.resize(place + 1, (0, value.1.clone()));
        }
        self.0[place] = value;
    }
}

impl<'p, const W: usize> Machine<'p, W> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let analysis = TermAnalysis::new(problem);
        let terms = &problem.terms;
        let base = problem.universe.len();
        let value = |tuples: &TupleSet| Value::from_keys(tuples.arity(), tuples.keys(), base);
        let constant = |index| match terms.get(ExprId(index as u32)) {
            Expr::Constant(tuples) => Some(value(tuples)),
            _ => None,
        };
        let bounds: Vec<_> = problem.relations.iter().map(|of| (value(&of.lower), value(&of.upper))).collect();
        let mut int_atoms = AtomSet::EMPTY;
        let ints = problem.universe.atoms.iter().enumerate().filter(|(_, atom)| atom.int.is_some());
        ints.for_each(|(index, _)| int_atoms.insert(index));
        Machine {
            problem,
            terms,
            base,
            int_values: problem.universe.atoms.iter().map(|atom| atom.int.unwrap_or(0)).collect(),
            int_atoms,
            bindings: vec![0; terms.variable_count()],
            relations: bounds.iter().map(|(lower, _)| lower.clone()).collect(),
            constants: (0..terms.counts().0).map(constant).collect(),
            expr_memo: Remembered::new(analysis.places[0], Value::Atoms(AtomSet::EMPTY)),
            formula_memo: Remembered::new(analysis.places[1], false),
            int_memo: Remembered::new(analysis.places[2], Number::Undefined),
            analysis,
            bounds,
            found: RefCell::default(),
            epoch: 0,
        }
    }

    /// The place of a term's value under the current bindings, if it is to be remembered.
    pub(super) fn place(&self, memo: Memo) -> Option<usize> {
        let atom = |variable: VariableId| self.bindings[variable.0 as usize] as usize;
        match memo {
            Memo::Nowhere => None,
            Memo::Closed(place) => Some(place),
            Memo::One(start, one) => Some(start + atom(one)),
            Memo::Two(start, one, two) => Some(start + atom(one) * self.base + atom(two)),
            Memo::Many(index) => {
                let atoms =
                    self.analysis.many[index].iter().map(|variable| self.bindings[variable.0 as usize]).collect();
                let mut found = self.found.borrow_mut();
                let next = found.len();
                // Places of this kind come after all others, whatever is remembered there.
                let first = self.analysis.places.into_iter().max().unwrap_or(0);
                match found.entry((index, atoms)) {
                    Entry::Occupied(entry) => Some(*entry.get()),
                    Entry::Vacant(_) if next >= MOST_FOUND => None,
                    Entry::Vacant(entry) => Some(*entry.insert(first + next)),
                }
            }
        }
    }

    pub(super) fn recall<'a, T>(&self, memory: &'a Remembered<T>, place: usize) -> Option<&'a T> {
        let (epoch, value) = memory.0.get(place)?;
        (*epoch == self.epoch).then_some(value)
    }

    pub(super) fn remember_expr(&mut self, place: usize, value: &Value<W>) {
        self.expr_memo.put(place, (self.epoch, value.clone()));
    }

    pub(super) fn remember_formula(&mut self, place: usize, value: bool) {
        self.formula_memo.put(place, (self.epoch, value));
    }

    pub(super) fn remember_int(&mut self, place: usize, value: Number) {
        self.int_memo.put(place, (self.epoch, value));
    }

    fn forget_everything(&mut self) {
        self.expr_memo.0.iter_mut().for_each(|(epoch, _)| *epoch = 0);
        self.formula_memo.0.iter_mut().for_each(|(epoch, _)| *epoch = 0);
        self.int_memo.0.iter_mut().for_each(|(epoch, _)| *epoch = 0);
    }
}

impl<const W: usize> Run for Machine<'_, W> {
    fn load(&mut self, instance: &Instance) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.forget_everything();
            self.epoch = 1;
        }
        for (value, tuples) in self.relations.iter_mut().zip(&instance.relations) {
            // Rows that no remembered value shares are filled anew in place.
            if let Value::Pairs(rows) = value
                && let Some(rows) = Rc::get_mut(rows)
            {
                rows.fill(AtomSet::EMPTY);
                fill_rows(rows, tuples.keys());
            } else {
                *value = Value::from_keys(tuples.arity(), tuples.keys(), self.base);
            }
        }
    }

    fn holds(&mut self, formula: FormulaId) -> bool {
        self.formula(formula)
    }

    fn value(&mut self, expr: ExprId) -> TupleSet {
        let arity = self.analysis.expr(expr).arity;
        self.expr(expr).tuple_set(arity)
    }

    fn outside_bounds(&self) -> Option<RelationId> {
        let inside = |(value, (lower, upper)): (&Value<W>, &(Value<W>, Value<W>))| {
            lower.is_subset(value) && value.is_subset(upper)
        };
        let outside = self.relations.iter().zip(&self.bounds).position(|pair| !inside(pair));
        outside.map(|index| RelationId(index as u32))
    }
}
