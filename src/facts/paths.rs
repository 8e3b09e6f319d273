//! That each path has a last step, of all closures that a problem speaks of.

use crate::relational::{Constraint, Expr, ExprId, Formula, Problem, Terms};
use rustc_hash::FxHashSet;

/// Adds to the constraints `^r = r + ^r.r` for each closure that does not hang on variables.
///
/// It is true of all relations, and the clauses of a closure imply it. They come of squaring `r + r.r` again and again, which has no gate for the
/// last step of a path, so that a solver has to find out for each path what these constraints tell it by unit propagation.
pub(super) fn assert_last_steps(problem: &mut Problem) {
    let mut known = FxHashSet::default();
    let count = problem.terms.counts().0 as u32;
    let steps: Vec<_> = (0..count).map(ExprId).filter_map(|id| stepped(&problem.terms, id)).collect();
    for step in steps {
        if !known.insert(step) || !is_closed(&problem.terms, step) {
            continue;
        }
        let terms = &mut problem.terms;
        let closure = terms.expr(Expr::Closure(step));
        let further = terms.expr(Expr::Join(closure, step));
        let either = terms.expr(Expr::Union(step, further));
        let formula = terms.formula(Formula::Equal(closure, either));
        let origin = "the fact that paths have a last step".to_owned();
        problem.constraints.push(Constraint { formula, origin, span: None, declared: true });
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
