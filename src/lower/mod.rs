//! Lowers a checked module, with a scope, to a relational problem.
//!
//! First the population is settled: how many objects each signature has, and which integers there are
//! (`population`, `integers`). Then every signature and field becomes a relation with bounds (`bounds`),
//! what their declarations say becomes constraints (`declarations`), and so does every conjunct of the
//! facts and invariants (`constraints`, with `expressions` for the terms), each under a name of its own
//! so that an unsatisfiable core can be explained.

mod bounds;
mod constraints;
mod declarations;
mod expressions;
mod formulas;
mod integers;
mod population;

use crate::diagnostic::{Diagnostic, Source};
use crate::relational::{Heap, Problem, RelationId};
use crate::resolve::{Generate, Module};
use std::collections::BTreeMap;

/// What a command line overrides in a `generate` paragraph.
#[derive(Debug, Clone, Default)]
pub struct Scopes {
    /// The scope, instead of the one that is written.
    pub overall: Option<u32>,
    /// The number of objects at most, per signature name.
    pub signatures: BTreeMap<String, u32>,
    /// The least and the greatest value of integer fields, per field name (`key` or `Node.key`).
    pub ranges: BTreeMap<String, (i64, i64)>,
    /// The texts of the specification, from which the lines in the origins of constraints are counted;
    /// where there are none, no lines are given.
    pub sources: Vec<Source>,
}

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

/// Lowers a module for one `generate` paragraph.
pub fn lower(module: &Module, generate: &Generate, options: &Scopes) -> Result<Lowered, Vec<Diagnostic>> {
    let scope = options.overall.unwrap_or(generate.scope);
    let population = population::settle(module, generate, options, scope)?;
    let integers = integers::settle(module, generate, options, scope, &population)?;
    let bounds = bounds::settle(module, generate, population, &integers)?;
    let mut lowering = expressions::Lowering::new(module, &options.sources, bounds);
    declarations::constrain(&mut lowering);
    constraints::constrain(&mut lowering, generate);
    if !lowering.errors.is_empty() {
        return Err(lowering.errors);
    }
    let expressions::Lowering { bounds, terms, constraints, .. } = lowering;
    let heap = Heap { sigs: bounds.sig_relation.clone(), ..bounds.heap };
    let problem = Problem { universe: bounds.universe, relations: bounds.relations, terms, constraints, heap };
    Ok(Lowered {
        problem,
        sig_relation: bounds.sig_relation,
        field_relation: bounds.field_relation,
        int_ranges: integers.values,
        scope,
    })
}
