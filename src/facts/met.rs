//! Objects that a walk along references meets, whatever else refers to them.

use super::law;
use super::place::{Place, Ranges};
use crate::relational::{AtomId, Expr, ExprId, Formula, FormulaId, Problem};
use crate::symmetry::Labelling;
use std::collections::BTreeSet;

/// Classes that are numbered together, and the fields whose references a walk follows to them: functional ones, chosen by constants
/// alone.
///
/// *Theorem.* If no object of these classes reaches itself along these references, and each one that exists is held by one, then a walk meets
/// all of them: one that begins with the references of the root, of constants, and of the objects that are numbered before.
///
/// *Proof.* Go from any of these objects to one that holds it, and on from that one while it is of these classes. No object comes twice, and there are
/// finitely many, so that this ends: with an owner of another class, which the walk has read before it begins, because the fields of later classes
/// hold none of these objects. Backwards, the walk meets each object on the way. ∎
pub(super) struct Met {
    /// Indices into `Heap::classes`.
    pub(super) classes: Vec<usize>,
    /// Indices into `Heap::fields`.
    fields: Vec<usize>,
}

impl Met {
    /// The fields that hold objects of some classes, if there are any for each class.
    pub(super) fn of(classes: &[usize], labelling: &Labelling, problem: &Problem) -> Option<Met> {
        let is_followed = |field: &usize| {
            let place = Place::all(problem, *field);
            let is_permuted = |atom: &AtomId| labelling.class_of(*atom).is_some();
            let mut tuples = place.tuples(problem).filter(|tuple| tuple.len() > 1);
            problem.heap.fields[*field].functional
                && tuples.all(|tuple| !tuple[1..tuple.len() - 1].iter().any(is_permuted))
        };
        let followed = (0..problem.heap.fields.len()).filter(is_followed);
        let holds = |field: &usize, class: usize| {
            let mut tuples = Place::all(problem, *field).tuples(problem);
            tuples.any(|tuple| tuple.len() > 1 && labelling.class_of(tuple[tuple.len() - 1]) == Some(class))
        };
        let fields: Vec<usize> = followed.filter(|field| classes.iter().any(|class| holds(field, *class))).collect();
        let are_held = classes.iter().all(|class| fields.iter().any(|field| holds(field, *class)));
        are_held.then(|| Met { classes: classes.to_vec(), fields })
    }

    /// The premises of the theorem.
    pub(super) fn premises(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let objects: BTreeSet<AtomId> =
            self.classes.iter().flat_map(|class| problem.heap.classes[*class].atoms.iter().copied()).collect();
        let is_inner =
            |field: &&usize| Place::all(problem, **field).tuples(problem).any(|tuple| objects.contains(&tuple[0]));
        let inner: Vec<usize> = self.fields.iter().filter(is_inner).copied().collect();
        let along = inner.into_iter().map(|field| Place::all(problem, field).steps(Ranges::Classes, problem));
        let along: Vec<ExprId> = along.collect();
        let along = along.into_iter().reduce(|one, other| problem.terms.expr(Expr::Union(one, other)));
        let mut premises = vec![law::acyclic(along, problem)];
        premises.extend(self.are_held(problem));
        premises
    }

    /// That each object that exists is held, object by object.
    fn are_held(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let held: Vec<ExprId> = self.fields.iter().map(|field| held(*field, problem)).collect();
        let Some(held) = held.into_iter().reduce(|one, other| problem.terms.expr(Expr::Union(one, other))) else {
            return vec![problem.terms.truth(false)];
        };
        let classes = self.classes.iter().map(|class| &problem.heap.classes[*class]);
        let classes: Vec<_> = classes.map(|class| (class.relation, class.atoms.clone())).collect();
        let mut cases = Vec::new();
        for (relation, atoms) in classes {
            let class = problem.terms.expr(Expr::Relation(relation));
            for atom in atoms {
                let object = problem.terms.constant(1, vec![problem.universe.key(&[atom])]);
                let existing = problem.terms.expr(Expr::Intersection(object, class));
                cases.push(problem.terms.formula(Formula::In(existing, held)));
            }
        }
        cases
    }
}

/// All that a field holds for any owner.
fn held(field: usize, problem: &mut Problem) -> ExprId {
    let place = Place::all(problem, field);
    let owners: BTreeSet<AtomId> = place.tuples(problem).map(|tuple| tuple[0]).collect();
    let keys = owners.into_iter().map(|owner| problem.universe.key(&[owner])).collect();
    let owners = problem.terms.constant(1, keys);
    let steps = place.steps(Ranges::Constants, problem);
    problem.terms.expr(Expr::Join(owners, steps))
}
