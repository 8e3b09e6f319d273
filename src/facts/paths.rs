//! What is true of paths, for all closures that a problem speaks of: how they end.

use crate::relational::{Constraint, Expr, ExprId, Formula, Problem, Terms};
use rustc_hash::FxHashSet;

/// Adds to the constraints, for each closure that does not hang on variables,
///
/// - `^r = r + ^r.r`: each path has a last step, and
/// - `^(r + s) = ^s + *(r + s).(r.*s)`, where there is a closure of `s`, too: each path has a last step of `r`, or none.
///
/// It is true of all relations, and the clauses of a closure imply it. They come of squaring `r + r.r` again and again, which has no gate for the
/// last step of a path, so that a solver has to find out for each path what these constraints tell it by unit propagation.
pub(super) fn assert_paths(problem: &mut Problem) {
    let count = problem.terms.counts().0 as u32;
    let steps = (0..count).map(ExprId).filter_map(|id| stepped(&problem.terms, id));
    let repeated: FxHashSet<ExprId> = steps.filter(|step| is_closed(&problem.terms, *step)).collect();
    let mut ordered: Vec<ExprId> = repeated.iter().copied().collect();
    ordered.sort_unstable();
    for step in ordered {
        assert_last_step(step, problem);
        let parts = parts(&problem.terms, step);
        for last in parts.iter().filter(|part| parts.len() > 1 && repeated.contains(part)) {
            let others = parts.iter().copied().filter(|part| part != last);
            let others = others.reduce(|one, other| problem.terms.expr(Expr::Union(one, other)));
            if let Some(others) = others {
                assert_last_of(others, *last, step, problem);
            }
        }
    }
}

fn assert_last_step(step: ExprId, problem: &mut Problem) {
    let terms = &mut problem.terms;
    let closure = terms.expr(Expr::Closure(step));
    let further = terms.expr(Expr::Join(closure, step));
    let either = terms.expr(Expr::Union(step, further));
    assert_equal(closure, either, problem);
}

/// A step is one of two; a path has a last one of the first kind, or none.
fn assert_last_of(first: ExprId, last: ExprId, step: ExprId, problem: &mut Problem) {
    let terms = &mut problem.terms;
    let [closure, ends] = [step, last].map(|step| terms.expr(Expr::Closure(step)));
    let [before, behind] = [step, last].map(|step| terms.expr(Expr::ReflexiveClosure(step)));
    let onward = terms.expr(Expr::Join(first, behind));
    let through = terms.expr(Expr::Join(before, onward));
    let either = terms.expr(Expr::Union(ends, through));
    assert_equal(closure, either, problem);
}

fn assert_equal(closure: ExprId, either: ExprId, problem: &mut Problem) {
    let formula = problem.terms.formula(Formula::Equal(closure, either));
    let origin = "the fact that paths have a last step".to_owned();
    problem.constraints.push(Constraint { formula, origin, span: None, declared: true });
}

/// What an expression is the union of: itself, if it is no union.
fn parts(terms: &Terms, id: ExprId) -> Vec<ExprId> {
    match terms.get(id) {
        Expr::Union(a, b) => [parts(terms, *a), parts(terms, *b)].concat(),
        _ => vec![id],
    }
}

/// What is repeated in a closure.
fn stepped(terms: &Terms, id: ExprId) -> Option<ExprId> {
    match terms.get(id) {
        Expr::Closure(step) | Expr::ReflexiveClosure(step) => Some(*step),
        _ => None,
    }
}

/// Whether an expression is made of relations and constants by operators, so that no variable occurs in it.
fn is_closed(terms: &Terms, id: ExprId) -> bool {
    match terms.get(id) {
        Expr::Relation(_) | Expr::Constant(_) => true,
        Expr::Union(a, b)
        | Expr::Difference(a, b)
        | Expr::Intersection(a, b)
        | Expr::Override(a, b)
        | Expr::Join(a, b)
        | Expr::Product(a, b) => is_closed(terms, *a) && is_closed(terms, *b),
        Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => is_closed(terms, *a),
        Expr::Variable(_) | Expr::Comprehension(..) | Expr::If(..) | Expr::Atom(_) => false,
    }
}
