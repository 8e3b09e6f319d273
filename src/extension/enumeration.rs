//! All canonical instances, one after the other: bounded-exhaustive suites and exact counts.

use super::encoded::Encoded;
use super::search::{Contradiction, Status};
use crate::cnf::Lit;
use crate::relational::{Evaluator, Instance};
use crate::sat::Interrupt;
use crate::sat::enumerate::{Completion, Config, Enumerator};
use crate::symmetry::Filter;

/// Calls `visit` with every canonical instance, each once, until it returns false; memory does not grow with their
/// number. Every instance is checked by the evaluator. Returns how many were visited, and whether these are all.
pub fn enumerate(
    encoded: &Encoded,
    interrupt: &Interrupt,
    mut visit: impl FnMut(&Instance) -> bool,
) -> Result<(u64, Status), Contradiction> {
    // Owners in canonical order, and for each its fields in order of declaration: what comes first is what a walk
    // reads first, and it determines or bounds what comes later.
    let mut order: Vec<usize> = (0..encoded.inputs.len()).collect();
    let base = encoded.problem.universe.len() as u64;
    order.sort_by_key(|index| {
        let input = &encoded.inputs[*index];
        let arity = encoded.problem.relations[input.relation.0 as usize].upper.arity();
        let owner = input.tuple.0 / base.pow(arity as u32 - 1);
        (owner, input.relation, input.tuple)
    });
    let projection: Vec<Lit> = order.iter().map(|index| Lit::positive(encoded.input_variable(*index))).collect();
    // The clauses are a circuit's encoding and the projection has all of its inputs: no gate needs a decision.
    let config = Config { completion: Completion::Propagation, interrupt: interrupt.clone() };
    let mut enumerator = Enumerator::new(&encoded.cnf, &projection, &config);
    let mut evaluator = Evaluator::new(&encoded.problem);
    let filter = Filter::new(&encoded.problem, &encoded.plan);
    let mut count = 0;
    while let Some(assignment) = enumerator.next() {
        let instance = encoded.instance(|variable| assignment.value(variable));
        Contradiction::check(encoded, &mut evaluator, &instance)?;
        if !filter.is_canonical(&instance) {
            continue;
        }
        count += 1;
        if !visit(&instance) {
            return Ok((count, Status::Interrupted));
        }
    }
    let status = if enumerator.is_exhausted() { Status::Complete } else { Status::Interrupted };
    Ok((count, status))
}
