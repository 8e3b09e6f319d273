//! All canonical instances, one after the other: bounded-exhaustive suites and exact counts.

use super::encoded::Encoded;
use crate::cnf::Lit;
use crate::relational::{Evaluator, Instance};
use crate::sat::Interrupt;
use crate::sat::enumerate::{Completion, Enumerator, EnumeratorConfig};
use crate::solve::{Contradiction, Status};
use crate::symmetry::Filter;

/// Calls `visit` with every canonical instance, each once, until it returns false; memory does not grow with their
/// number. Every instance is checked by the evaluator. Returns how many were visited, and how that ended.
pub fn enumerate(
    encoded: &Encoded,
    interrupt: &Interrupt,
    mut visit: impl FnMut(&Instance) -> bool,
) -> Result<(u64, Status), Contradiction> {
    // Owners in canonical order, and for each its fields in order of declaration: what comes first is what a walk
    // reads first, and it determines or bounds what comes later.
    let heap = &encoded.core.problem.heap;
    // Witnesses of quantified sets are no part of an instance's identity.
    let counts = |index: &usize| {
        let relation = encoded.core.inputs[*index].relation;
        heap.sigs.contains(&relation) || heap.fields.iter().any(|field| field.relation == relation)
    };
    let mut order: Vec<usize> = (0..encoded.core.inputs.len()).filter(counts).collect();
    let base = encoded.core.problem.universe.len() as u64;
    order.sort_by_key(|index| {
        let input = &encoded.core.inputs[*index];
        let arity = encoded.core.problem.relations[input.relation.0 as usize].upper.arity();
        let owner = input.tuple.0 / base.pow(arity as u32 - 1);
        (owner, input.relation, input.tuple)
    });
    let projection: Vec<Lit> = order.iter().map(|index| Lit::positive(encoded.core.variable(*index))).collect();
    // Where the projection has all inputs of the circuit no gate needs a decision; a walk over several classes has
    // inputs of its own for the order of meeting.
    let single = encoded.labelling.groups.iter().all(|group| group.classes.len() == 1);
    let all = single && projection.len() == encoded.core.inputs.len();
    let completion = if all { Completion::Propagation } else { Completion::Search };
    let config = EnumeratorConfig { completion, interrupt: interrupt.clone() };
    let mut enumerator = Enumerator::new(&encoded.core.cnf, &projection, &config);
    let mut evaluator = Evaluator::new(&encoded.core.problem);
    let filter = Filter::new(&encoded.core.problem, &encoded.labelling);
    let mut count = 0;
    while let Some(assignment) = enumerator.next() {
        let instance = encoded.core.instance(|variable| assignment.value(variable));
        encoded.core.check(&mut evaluator, &instance)?;
        if !filter.is_canonical(&instance) {
            continue;
        }
        count += 1;
        if !visit(&instance) {
            return Ok((count, Status::Enough));
        }
    }
    let status = if enumerator.is_exhausted() { Status::Complete } else { Status::Interrupted };
    Ok((count, status))
}
