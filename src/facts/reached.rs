//! Fields along which everything is reached.

use super::law::{self, Law};
use super::place::{Place, Ranges, mentions_objects, relation};
use super::tree::Premises;
use crate::relational::{Expr, ExprId, Formula, FormulaId, Problem};

/// Fields F along which the root reaches all objects.
///
/// *Theorem.* Let R be all that the root reaches along F. If for each field g outside F
///
/// 1. what g holds for any object of R and for the root is in R, or
/// 2. there is a field f in F that holds at most one object each, such that `n.f.g = n` for each n in R,
///
/// then R has all objects of every canonical instance.
///
/// *Proof.* In the second case, f leads from R into R, because f is in F, and two objects n and m of R for which it holds the same are
/// `n.f.g = m.f.g`, thus one. As R is finite, f leads to every object of R: each n is `m.f` for some m in R, so that `n.g = m.f.g = m` is
/// in R. So R is left by no field, and an object that is not in R is not reached from the root by any fields. A canonical instance
/// has no such object. ∎
#[derive(Debug, Clone)]
pub(super) struct Reached {
    /// Indices into `Heap::fields`, in ascending order.
    fields: Vec<usize>,
    /// For each other field that leads to objects, the one of `fields` that it leads back by, if it does.
    others: Vec<(usize, Option<usize>)>,
}

impl Reached {
    /// Fields for which a test of the premises passes, and whose closure the problem speaks of: only there is something gained.
    pub(super) fn guess(problem: &Problem, holds: impl Fn(Premises<'_>) -> bool) -> Option<Reached> {
        if !(0..problem.heap.fields.len()).all(|field| law::leads(problem, field) || !mentions_objects(problem, field))
        {
            return None;
        }
        let reaches = |fields: &[usize]| {
            let law = Law::Reaching(fields.to_vec());
            holds(&|problem: &mut Problem| vec![law.formula(problem)])
        };
        let candidates = law::fewest_that_reach(problem, reaches);
        let mut spoken_of = candidates.into_iter().filter(|fields| law::is_repeated(problem, fields));
        spoken_of.find_map(|fields| Reached::of(fields, problem, &holds))
    }

    fn of(fields: Vec<usize>, problem: &Problem, holds: impl Fn(Premises<'_>) -> bool) -> Option<Reached> {
        let all = (0..problem.heap.fields.len()).filter(|field| law::leads(problem, *field));
        let others = all.filter(|field| !fields.contains(field)).map(|field| {
            let back = |along: &&usize| {
                may_turn(problem, **along, field)
                    && holds(&|problem: &mut Problem| turns(&fields, **along, field, problem))
            };
            (field, fields.iter().find(back).copied())
        });
        let others = others.collect();
        Some(Reached { others, fields })
    }

    /// The premises of the theorem.
    pub(super) fn premises(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let premise = |(field, back): &(usize, Option<usize>)| match back {
            Some(along) => turns(&self.fields, *along, *field, problem),
            None => stays(&self.fields, *field, problem),
        };
        self.others.iter().flat_map(premise).collect()
    }

    /// What the theorem says.
    pub(super) fn law(self) -> Law {
        Law::Reaching(self.fields)
    }
}

/// That no object of R has something outside R in a field, for each object.
fn stays(fields: &[usize], field: usize, problem: &mut Problem) -> Vec<FormulaId> {
    let reached = law::reached(fields, problem);
    let place = Place::all(problem, field);
    let references = place.references(Ranges::Constants, problem);
    let stays = |owner: ExprId, problem: &mut Problem| {
        let held = problem.terms.expr(Expr::Join(owner, references));
        problem.terms.formula(Formula::In(held, reached))
    };
    if place.is_entry {
        let root = law::root(problem);
        return vec![stays(root, problem)];
    }
    each_reached(reached, problem, stays)
}

/// That a field leads from each object of R somewhere from where another one leads back.
fn turns(fields: &[usize], along: usize, field: usize, problem: &mut Problem) -> Vec<FormulaId> {
    let reached = law::reached(fields, problem);
    let [along, field] = [along, field].map(|field| relation(field, problem));
    each_reached(reached, problem, |object, problem| {
        let next = problem.terms.expr(Expr::Join(object, along));
        let turned = problem.terms.expr(Expr::Join(next, field));
        problem.terms.formula(Formula::Equal(turned, object))
    })
}

/// What is to hold of each object, if it is in R.
fn each_reached(
    reached: ExprId,
    problem: &mut Problem,
    mut holds: impl FnMut(ExprId, &mut Problem) -> FormulaId,
) -> Vec<FormulaId> {
    law::of_each(problem, |object, problem| {
        let is_reached = problem.terms.formula(Formula::In(object, reached));
        let holds = holds(object, problem);
        problem.terms.formula(Formula::Implies(is_reached, holds))
    })
}

/// Whether one field leads back by another one in some problem: one object each, and none by the constants of middle columns.
fn may_turn(problem: &Problem, along: usize, field: usize) -> bool {
    let is_plain = |field: usize| Place::all(problem, field).is_plain() && !Place::all(problem, field).is_entry;
    problem.heap.fields[along].functional && is_plain(along) && is_plain(field)
}
