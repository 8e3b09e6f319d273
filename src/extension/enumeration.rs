//! All canonical instances: one after the other for bounded-exhaustive suites, or only how many there are.

use super::encoded::Encoded;
use crate::cnf::Lit;
use crate::relational::{Evaluator, Instance};
use crate::sat::Interrupt;
use crate::sat::count::Counter;
use crate::sat::enumerate::{Completion, Enumerator, EnumeratorConfig};
use crate::solve::{Contradiction, Status};
use crate::symmetry::Filter;
use num_bigint::BigUint;
use std::borrow::Borrow;

/// So many instances are all judged by the evaluator.
const JUDGED: u64 = 4096;

/// Of the instances after these, one in so many is judged: the evaluator takes ten times as long as the enumerator, and a
/// translation that is wrong is wrong about many of them.
const SAMPLED: u64 = 64;

/// How much the enumerator does, in conflicts and flips, before the counter has a turn. Where there are few instances,
/// it has found them all by then.
const LISTING: u64 = 20_000;

/// How much work the counter does in a turn: that takes about as long as the enumerator's.
const COUNTING: u64 = 2_000_000;

/// Calls `visit` with every canonical instance, each once, until it returns false; memory does not grow with their
/// number. Every instance is checked by the evaluator. Returns how many were visited, and how that ended.
pub fn enumerate(
    encoded: &Encoded,
    interrupt: &Interrupt,
    mut visit: impl FnMut(&Instance) -> bool,
) -> Result<(u64, Status), Contradiction> {
    let mut enumerator = enumerator(encoded, interrupt);
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

/// How many canonical instances there are, and whether that is all. `tell` hears now and then how many are known of. Nobody gets
/// to see them: the evaluator checks the first ones and a sample of the others.
///
/// The enumerator and the counter take turns, and whoever is first has the answer: the one is fast where there are few
/// instances, the other where parts of them are independent. Where the clauses do not say which instance is canonical, there is
/// only the enumerator.
pub fn count(
    encoded: &Encoded,
    interrupt: &Interrupt,
    mut tell: impl FnMut(u64),
) -> Result<(BigUint, Status), Contradiction> {
    if !encoded.labelling.is_exact() {
        return listed(encoded, interrupt, tell);
    }
    let mut enumerator = enumerator(encoded, interrupt);
    let mut judge = Judge::new(encoded);
    let mut counting = None;
    while !interrupt.is_requested() {
        enumerator.set_patience(Some(LISTING));
        let end = enumerator.effort() + LISTING;
        while enumerator.effort() < end
            && let Some(assignment) = enumerator.next()
        {
            judge.meet(|| encoded.core.instance(|variable| assignment.value(variable)))?;
        }
        tell(judge.seen);
        if enumerator.is_exhausted() {
            return Ok((judge.seen.into(), Status::Complete));
        }
        let counter = counting.get_or_insert_with(|| counter(encoded));
        if let Some(count) = counter.advance(COUNTING) {
            return Ok((count, Status::Complete));
        }
    }
    Ok((judge.seen.into(), Status::Interrupted))
}

/// The same where the clauses do not say which instance is canonical.
fn listed(
    encoded: &Encoded,
    interrupt: &Interrupt,
    mut tell: impl FnMut(u64),
) -> Result<(BigUint, Status), Contradiction> {
    let mut enumerator = enumerator(encoded, interrupt);
    let mut judge = Judge::new(encoded);
    let filter = Filter::new(&encoded.core.problem, &encoded.labelling);
    let mut count = 0u64;
    while let Some(assignment) = enumerator.next() {
        let instance = encoded.core.instance(|variable| assignment.value(variable));
        judge.meet(|| &instance)?;
        if filter.is_canonical(&instance) {
            count += 1;
            tell(count);
        }
    }
    let status = if enumerator.is_exhausted() { Status::Complete } else { Status::Interrupted };
    Ok((count.into(), status))
}

/// A counter of the instances whose numbering the clauses allow. These are the canonical ones if the labelling is exact.
pub fn counter(encoded: &Encoded) -> Counter {
    let (projection, completion) = projection(encoded);
    Counter::new(&encoded.core.cnf, &projection, completion)
}

pub(super) fn enumerator(encoded: &Encoded, interrupt: &Interrupt) -> Enumerator {
    let (projection, completion) = projection(encoded);
    let config = EnumeratorConfig { completion, interrupt: interrupt.clone() };
    Enumerator::new(&encoded.core.cnf, &projection, &config)
}

/// The variables that make up an instance, in the order in which they are decided: owners in canonical order, and for each
/// its fields in order of declaration. What comes first is what a walk reads first, and it determines or bounds what comes
/// later.
pub(super) fn projection(encoded: &Encoded) -> (Vec<Lit>, Completion) {
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
    (projection, if all { Completion::Propagation } else { Completion::Search })
}

/// Counts instances and has the evaluator look at some of them.
pub(super) struct Judge<'e> {
    encoded: &'e Encoded,
    evaluator: Evaluator<'e>,
    seen: u64,
}

impl<'e> Judge<'e> {
    pub(super) fn new(encoded: &'e Encoded) -> Self {
        Judge { encoded, evaluator: Evaluator::new(&encoded.core.problem), seen: 0 }
    }

    /// Counts one more instance; has the evaluator look at it if it is one of the first or of the sample.
    pub(super) fn meet<I: Borrow<Instance>>(&mut self, instance: impl FnOnce() -> I) -> Result<(), Contradiction> {
        self.seen += 1;
        match self.seen <= JUDGED || self.seen.is_multiple_of(SAMPLED) {
            true => self.encoded.core.check(&mut self.evaluator, instance().borrow()),
            false => Ok(()),
        }
    }
}
