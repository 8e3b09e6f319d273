//! References that form a tree.

use super::law::{self, Law};
use super::place::{Place, Ranges, objects, onward};
use crate::relational::{Expr, ExprId, Formula, FormulaId, Problem};

/// The most places of one owner among which pairs are compared.
const MOST_PLACES: usize = 12;

/// Fields whose references to objects form a tree that begins at the root object: each object has at most one reference to it.
///
/// *Theorem.* Let the places of objects hold at most one object each; let E be all references in them, and E\* their reflexive transitive closure. If
///
/// 1. no object reaches itself along E,
/// 2. what two different places of one object reach, their objects included, has nothing in common, and
/// 3. the root reaches all objects,
///
/// then at most one place of one object holds any object x, and none holds the root.
///
/// *Proof.* Let two places hold x. They belong to different objects p and q, else 2 is violated. The set S of objects that reach both p and q
/// is not empty, by 3. As there are finitely many objects, 1 gives a d in S none of whose successors is in S. If d is neither p nor q, it
/// reaches p by one of its places and q by another one, and x by both, which violates 2. If d is p, it reaches q by some place; if that is the one
/// that holds x, then x reaches q, which holds x, and 1 is violated; if not, both reach x, and 2 is violated. The same with p and q exchanged.
/// What holds the root is reached by it, by 3, and 1 is violated. ∎
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tree {
    /// Indices into `Heap::fields`, in ascending order.
    fields: Vec<usize>,
}

/// What is to hold, of the terms of a problem.
pub(super) type Premises<'p> = &'p dyn Fn(&mut Problem) -> Vec<FormulaId>;

impl Tree {
    /// A tree of some fields for which a test of its premises passes, of as many as possible: the fields are taken in the order of their
    /// declarations, and in the reverse one, and those that lead back or are shortcuts are left out.
    pub(super) fn guess(problem: &Problem, holds: impl Fn(Premises<'_>) -> bool) -> Option<Tree> {
        let fields = 0..problem.heap.fields.len();
        let candidates: Vec<usize> = fields.filter(|field| is_candidate(problem, *field)).collect();
        let backwards = candidates.iter().rev().copied().collect();
        [candidates, backwards].into_iter().find_map(|order| {
            let mut tree = Tree { fields: Vec::new() };
            for field in order {
                let mut more = tree.clone();
                more.fields.push(field);
                more.fields.sort_unstable();
                if more.places(problem).len() <= MOST_PLACES && holds(&|problem: &mut Problem| more.shape(problem)) {
                    tree = more;
                }
            }
            let is_some = tree.places(problem).len() > 1;
            (is_some && holds(&|problem: &mut Problem| vec![tree.reach(problem)])).then_some(tree)
        })
    }

    /// Whether the bounds allow a reference to an object that has the same number as its owner or an earlier one.
    pub(super) fn may_lead_back(&self, problem: &Problem) -> bool {
        let objects = objects(problem);
        self.fields.iter().map(|field| Place::all(problem, *field)).filter(|place| !place.is_entry).any(|place| {
            let mut tuples = place.tuples(problem).filter(|tuple| tuple.last().is_some_and(|to| objects.contains(to)));
            tuples.any(|tuple| tuple.last() <= tuple.first())
        })
    }

    /// The premises of the theorem.
    pub(super) fn premises(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let mut premises = vec![self.reach(problem)];
        premises.extend(self.shape(problem));
        premises
    }

    /// The first two premises, the second one object by object, as many short proofs are done sooner than a long one. Fewer fields satisfy them, too.
    fn shape(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let places = self.places(problem);
        let references: Vec<ExprId> = places.iter().map(|place| place.references(Ranges::Constants, problem)).collect();
        let inner = law::along(&self.fields, Ranges::Classes, problem);
        let mut premises = vec![law::acyclic(inner, problem)];
        for (index, place) in places.iter().enumerate() {
            for other in (index + 1..places.len()).filter(|other| places[*other].is_entry == place.is_entry) {
                let held = [references[index], references[other]];
                let parts = match place.is_entry {
                    true => {
                        let root = law::root(problem);
                        vec![are_apart(root, held, inner, problem)]
                    }
                    false => law::of_each(problem, |owner, problem| are_apart(owner, held, inner, problem)),
                };
                premises.extend(parts);
            }
        }
        premises
    }

    /// The third premise.
    fn reach(&self, problem: &mut Problem) -> FormulaId {
        Law::Reaching(self.fields.clone()).formula(problem)
    }

    /// What the theorem says.
    pub(super) fn law(self) -> Law {
        Law::Unshared(self.fields)
    }

    fn places(&self, problem: &Problem) -> Vec<Place> {
        self.fields.iter().flat_map(|field| Place::of(problem, *field)).collect()
    }
}

/// That what two places of an owner reach has nothing in common, if both hold something. Nothing is lost by that condition, and where people state it, a proof without
/// it tries for each object what a place may hold.
fn are_apart(owner: ExprId, places: [ExprId; 2], inner: Option<ExprId>, problem: &mut Problem) -> FormulaId {
    let held = places.map(|references| problem.terms.expr(Expr::Join(owner, references)));
    let some = held.map(|held| problem.terms.formula(Formula::Some(held)));
    let [one, other] = held.map(|held| onward(held, inner, problem));
    let common = problem.terms.expr(Expr::Intersection(one, other));
    let none = problem.terms.formula(Formula::No(common));
    let both = problem.terms.formula(Formula::And(some.to_vec()));
    problem.terms.formula(Formula::Implies(both, none))
}

/// Whether a field leads to objects, and to at most one in each place.
fn is_candidate(problem: &Problem, field: usize) -> bool {
    problem.heap.fields[field].functional && law::leads(problem, field)
}
