//! Values for what is not known of a structure.

use super::candidate::Candidate;
use crate::cnf::Lit;
use crate::extension::{Encoded, Found, Search};
use crate::relational::{Instance, Problem, RelationId};
use crate::sat::{Outcome, Query};
use crate::solve::Contradiction;
use crate::symmetry::{Labelling, canonical};
use fixedbitset::FixedBitSet;

/// Conflicts per question for the missing values of a structure.
const CONFLICTS: u32 = 2_000;

/// Values for what is unknown of a structure, open pairs first.
pub(super) fn complete(
    encoded: &Encoded,
    search: &mut Search<'_>,
    partial: &Instance,
    candidate: &Candidate,
) -> Result<Option<Found>, Contradiction> {
    let relations = encoded.core.problem.relations.iter().zip(&partial.relations).enumerate();
    let is_known = |index: usize| !candidate.unknown.contains(&RelationId(index as u32));
    let mut known = relations.filter(|(index, _)| is_known(*index)).map(|(_, pair)| pair);
    if !known.all(|(relation, tuples)| tuples.is_subset(&relation.upper)) {
        return Ok(None);
    }
    let known = known_literals(encoded, partial, candidate);
    loop {
        let query = Query { assumptions: &known, one_of: None, conflict_limit: Some(CONFLICTS) };
        if search.solver.solve(query) != Outcome::Sat {
            return Ok(None);
        }
        // Numberings that are not canonical are blocked.
        if let Some(found) = search.accept()? {
            return Ok(Some(found));
        }
    }
}

/// The structures with values for what is unknown of them, where one choice alone makes them valid, as it is for fields that
/// exist only in the specification and are functions of the others. The other structures stay as they are.
pub fn determined(
    problem: &Problem,
    encoded: &Encoded,
    search: &mut Search<'_>,
    candidates: &[Candidate],
) -> Result<Vec<Candidate>, Contradiction> {
    let labelling = Labelling::new(problem);
    search.restart(FixedBitSet::with_capacity(encoded.pairs.len()));
    let mut result = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let found = match candidate.unknown.is_empty() {
            true => None,
            false => complete(encoded, search, &canonical(problem, &labelling, &candidate.instance), candidate)?,
        };
        result.push(match found {
            Some(found) if is_only(encoded, search, &found, candidate) => {
                Candidate { instance: found.instance, unknown: Vec::new() }
            }
            _ => candidate.clone(),
        });
    }
    Ok(result)
}

/// Whether no other values of fields make a structure valid. Others of what is no field, such as a witness, are of no account.
fn is_only(encoded: &Encoded, search: &mut Search<'_>, found: &Found, candidate: &Candidate) -> bool {
    let is_field = |relation| encoded.core.problem.heap.fields.iter().any(|field| field.relation == relation);
    let literals = encoded.core.literals_of(&found.instance).into_iter().zip(&encoded.core.inputs);
    let chosen = literals.filter(|(_, input)| candidate.unknown.contains(&input.relation) && is_field(input.relation));
    let others: Vec<Lit> = chosen.map(|(literal, _)| !literal).collect();
    if others.is_empty() {
        return true;
    }
    let known = known_literals(encoded, &found.instance, candidate);
    let query = Query { assumptions: &known, one_of: Some(&others), conflict_limit: Some(CONFLICTS) };
    search.solver.solve(query) == Outcome::Unsat
}

fn known_literals(encoded: &Encoded, instance: &Instance, candidate: &Candidate) -> Vec<Lit> {
    let literals = encoded.core.literals_of(instance).into_iter().zip(&encoded.core.inputs);
    literals.filter(|(_, input)| !candidate.unknown.contains(&input.relation)).map(|(literal, _)| literal).collect()
}
