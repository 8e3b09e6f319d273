//! Fields of integers that differ from object to object, and what a solver does not see in that: how many objects have
//! one of some values.

use super::place::{Place, is_value, objects, relation, tuples};
use crate::relational::{Arithmetic, AtomId, Expr, Formula, FormulaId, IntExpr, IntId, Problem, TupleKey};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// The fields in which objects without names of their own have an integer each.
pub(super) fn numbers(problem: &Problem) -> Vec<usize> {
    let fields = 0..problem.heap.fields.len();
    fields.filter(|field| is_value(problem, *field) && !values(problem, *field).is_empty()).collect()
}

/// That two objects differ in a field, for each two: as people write that, so that a proof is a few steps where they
/// did.
pub(super) fn cases(field: usize, problem: &mut Problem) -> Vec<FormulaId> {
    let owners = owners(problem, field);
    let relation = relation(field, problem);
    let held: Vec<_> = owners
        .into_iter()
        .map(|owner| {
            let owner = problem.terms.constant(1, vec![problem.universe.key(&[owner])]);
            problem.terms.expr(Expr::Join(owner, relation))
        })
        .collect();
    let differ = |(one, other): (_, _)| {
        let has_value = problem.terms.formula(Formula::Some(one));
        let equal = problem.terms.formula(Formula::Equal(one, other));
        let same = problem.terms.formula(Formula::And(vec![has_value, equal]));
        problem.terms.formula(Formula::Not(same))
    };
    held.into_iter().tuple_combinations().map(differ).collect()
}

/// What follows where no two objects have the same value: one of k values is had by at most k objects. It is said of the
/// values of each remainder that the constraints speak of, for these are what objects of one part have in common, as
/// those in one bucket of a hash table.
///
/// This is the pigeonhole principle, whose proofs by resolution are exponentially long (Haken, "The intractability of
/// resolution", 1985). A counter makes it a matter of unit propagation.
pub(super) fn counts(field: usize, problem: &mut Problem) -> Vec<FormulaId> {
    let owners = owners(problem, field).len();
    let values = values(problem, field);
    let mut counts = Vec::new();
    for divisor in divisors(problem) {
        let mut parts: BTreeMap<i64, Vec<AtomId>> = BTreeMap::new();
        values.iter().for_each(|(value, atom)| parts.entry(value % divisor).or_default().push(*atom));
        for part in parts.into_values().filter(|part| part.len() < owners) {
            counts.push(at_most(part.len() as u32, field, &part, problem));
        }
    }
    counts
}

/// Whether the constraints speak of remainders, so that something is to be counted.
pub(super) fn are_counted(problem: &Problem) -> bool {
    !divisors(problem).is_empty()
}

/// That so many objects at most have one of some values.
fn at_most(count: u32, field: usize, values: &[AtomId], problem: &mut Problem) -> FormulaId {
    let keys: Vec<TupleKey> = values.iter().map(|value| problem.universe.key(&[*value])).collect();
    let values = problem.terms.constant(1, keys);
    let field = relation(field, problem);
    let owners = problem.terms.expr(Expr::Join(field, values));
    problem.terms.formula(Formula::AtMost(owners, count))
}

/// The objects that may have the field.
fn owners(problem: &Problem, field: usize) -> BTreeSet<AtomId> {
    let tuples = tuples(problem, problem.heap.fields[field].relation);
    tuples.map(|tuple| tuple[0]).collect()
}

/// The values that a field may have, if all are integers and no owner has a name of its own; else none.
fn values(problem: &Problem, field: usize) -> Vec<(i64, AtomId)> {
    let objects = objects(problem);
    let tuples: Vec<Vec<AtomId>> = Place::all(problem, field).tuples(problem).collect();
    let held: BTreeSet<AtomId> = tuples.iter().filter_map(|tuple| tuple.last().copied()).collect();
    let (least, greatest) = problem.universe.int_range();
    let integers = (least..=greatest).filter_map(|value| Some((value, problem.universe.int_atom(value)?)));
    let values: Vec<(i64, AtomId)> = integers.filter(|(_, atom)| held.contains(atom)).collect();
    let is_ours = tuples.iter().all(|tuple| objects.contains(&tuple[0]));
    if is_ours && values.len() == held.len() { values } else { Vec::new() }
}

/// The constants by which remainders are taken.
fn divisors(problem: &Problem) -> BTreeSet<i64> {
    let count = problem.terms.counts().2 as u32;
    let divisor = |id: u32| match problem.terms.get_int(IntId(id)) {
        IntExpr::Arithmetic(Arithmetic::Remainder, _, divisor) => match problem.terms.get_int(*divisor) {
            IntExpr::Constant(divisor) if *divisor > 1 => Some(*divisor),
            _ => None,
        },
        _ => None,
    };
    (0..count).filter_map(divisor).collect()
}
