//! What lowering gives: problems, and how they relate to the module.

use crate::relational::{AtomId, ExprId, FormulaId, Instance, Problem, RelationId};
use std::collections::BTreeMap;

/// A relational problem, and how it relates to the module.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The problem.
    pub problem: Problem,
    /// The relation of each signature, by `SigId`.
    pub sig_relation: Vec<RelationId>,
    /// The relation of each field, by `FieldId`; `problem.heap.fields` has the same order.
    pub field_relation: Vec<RelationId>,
    /// The least and the greatest value of each field whose last column is `Int`, by `FieldId`.
    pub int_ranges: Vec<Option<(i64, i64)>>,
    /// The overall scope.
    pub scope: u32,
}

/// A relational problem whose instances are those of a command, and how it relates to the module.
#[derive(Debug, Clone)]
pub struct Run {
    /// The problem.
    pub problem: Problem,
    /// The states of a trace; one where nothing changes.
    pub states: Vec<State>,
    /// Whether something changes, so that an instance is a trace.
    pub is_trace: bool,
    /// For each state the relation that has a tuple where the last state leads back to it; none where there is one state.
    pub loops: Vec<RelationId>,
    /// The relations of witnesses, which are free variables beside signatures and fields.
    pub witnesses: Vec<RelationId>,
    /// The atoms of string literals.
    pub texts: BTreeMap<String, AtomId>,
    /// What the questions ask for, in order.
    pub questions: Vec<Question>,
}

impl Run {
    /// The state to which the last one leads back in an instance.
    pub fn back(&self, instance: &Instance) -> usize {
        let leads = |relation: &RelationId| !instance.relations[relation.0 as usize].is_empty();
        self.loops.iter().position(leads).unwrap_or(self.states.len() - 1)
    }
}

/// What stands for the names of a module in a state.
#[derive(Debug, Clone)]
pub struct State {
    /// What stands for each signature, by `SigId`.
    pub sigs: Vec<ExprId>,
    /// The relation of each field, by `FieldId`.
    pub fields: Vec<RelationId>,
}

/// What a question asks for.
#[derive(Debug, Clone, Copy)]
pub enum Question {
    /// Whether a formula holds.
    Formula(FormulaId),
    /// The tuples of an expression.
    Expr(ExprId),
}
