//! References as relations: a field that objects or the root have, as a whole or in one of its places.

use crate::relational::{AtomId, Decl, Expr, ExprId, Formula, Problem, RelationId};
use std::collections::BTreeSet;

/// A place that each object of some class has, a functional field at constant middle columns; or several of these.
pub(super) struct Place {
    relation: RelationId,
    /// What the middle columns are, each one of several.
    middle: Vec<BTreeSet<AtomId>>,
    /// Whether the root object alone has it, which is no object of these classes.
    pub(super) is_entry: bool,
}

/// What the variables of comprehensions range over.
#[derive(Clone, Copy)]
pub(super) enum Ranges {
    /// The objects that there are in an instance, which is what people write.
    Classes,
    /// Those that there may be.
    Constants,
}

impl Place {
    /// Each place of a field.
    pub(super) fn of(problem: &Problem, field: usize) -> Vec<Place> {
        let whole = Place::all(problem, field);
        let middles: BTreeSet<Vec<AtomId>> =
            whole.tuples(problem).map(|tuple| tuple[1..tuple.len() - 1].to_vec()).collect();
        let one = |middle: Vec<AtomId>| Place {
            middle: middle.into_iter().map(|atom| BTreeSet::from([atom])).collect(),
            ..whole
        };
        middles.into_iter().map(one).collect()
    }

    /// All places of a field.
    pub(super) fn all(problem: &Problem, field: usize) -> Place {
        let relation = problem.heap.fields[field].relation;
        let arity = problem.relations[relation.0 as usize].upper.arity();
        let mut place = Place { relation, middle: vec![BTreeSet::new(); arity.saturating_sub(2)], is_entry: true };
        let objects = objects(problem);
        let tuples: Vec<Vec<AtomId>> = place.tuples(problem).collect();
        for tuple in tuples {
            place.is_entry &= !objects.contains(&tuple[0]);
            for (column, atom) in place.middle.iter_mut().zip(&tuple[1..]) {
                column.insert(*atom);
            }
        }
        place
    }

    /// Whether the field has no middle columns.
    pub(super) fn is_plain(&self) -> bool {
        self.middle.is_empty()
    }

    /// All tuples that the field may have.
    pub(super) fn tuples<'p>(&self, problem: &'p Problem) -> impl Iterator<Item = Vec<AtomId>> + use<'p> {
        tuples(problem, self.relation)
    }

    /// The references to objects in this place of all objects, as a relation of two columns.
    pub(super) fn references(&self, ranges: Ranges, problem: &mut Problem) -> ExprId {
        let steps = self.steps(ranges, problem);
        let objects = objects(problem);
        let (held, constants): (Vec<_>, Vec<_>) =
            self.tuples(problem).partition(|tuple| tuple.last().is_some_and(|value| objects.contains(value)));
        if constants.is_empty() {
            return steps;
        }
        let ends: BTreeSet<[AtomId; 2]> = held.into_iter().map(|tuple| [tuple[0], tuple[tuple.len() - 1]]).collect();
        let keys = ends.iter().map(|ends| problem.universe.key(ends)).collect();
        let held = problem.terms.constant(2, keys);
        problem.terms.expr(Expr::Intersection(steps, held))
    }

    /// All that this place of all objects leads to, as a relation of two columns, as people write it in closures: of several columns one is made by
    /// comprehension, whose variables range over the classes or over all objects that there may be. From what are no objects, no field leads on.
    pub(super) fn steps(&self, ranges: Ranges, problem: &mut Problem) -> ExprId {
        let relation = problem.terms.expr(Expr::Relation(self.relation));
        if self.middle.is_empty() {
            return relation;
        }
        let ends: Vec<[AtomId; 2]> = self.tuples(problem).map(|tuple| [tuple[0], tuple[tuple.len() - 1]]).collect();
        let variables = [0, 1].map(|end| {
            let atoms: BTreeSet<AtomId> = ends.iter().map(|ends| ends[end]).collect();
            let keys = atoms.iter().map(|atom| problem.universe.key(&[*atom])).collect();
            let constant = problem.terms.constant(1, keys);
            let bound = match ranges {
                Ranges::Constants => constant,
                Ranges::Classes => classes_of(&atoms, problem).unwrap_or(constant),
            };
            Decl { variable: problem.terms.fresh_variable(), bound }
        });
        let [owner, value] = variables.map(|decl| problem.terms.expr(Expr::Variable(decl.variable)));
        let mut held = problem.terms.expr(Expr::Join(owner, relation));
        for column in &self.middle {
            let keys = column.iter().map(|atom| problem.universe.key(&[*atom])).collect();
            let index = problem.terms.constant(1, keys);
            held = problem.terms.expr(Expr::Join(index, held));
        }
        let is_held = problem.terms.formula(Formula::In(value, held));
        problem.terms.expr(Expr::Comprehension(variables.to_vec(), is_held))
    }
}

/// What is reached from what an expression ends in, itself included, along references if there are any.
pub(super) fn onward(from: ExprId, references: Option<ExprId>, problem: &mut Problem) -> ExprId {
    let Some(references) = references else { return from };
    let closure = problem.terms.expr(Expr::ReflexiveClosure(references));
    problem.terms.expr(Expr::Join(from, closure))
}

/// The union of the classes that objects belong to; none if some belong to no such class.
fn classes_of(atoms: &BTreeSet<AtomId>, problem: &mut Problem) -> Option<ExprId> {
    let (relations, members): (Vec<RelationId>, Vec<&Vec<AtomId>>) = problem
        .heap
        .permutable()
        .filter(|class| class.atoms.iter().any(|atom| atoms.contains(atom)))
        .map(|class| (class.relation, &class.atoms))
        .unzip();
    if !atoms.iter().all(|atom| members.iter().any(|class| class.contains(atom))) {
        return None;
    }
    let terms = &mut problem.terms;
    let classes: Vec<ExprId> = relations.into_iter().map(|relation| terms.expr(Expr::Relation(relation))).collect();
    classes.into_iter().reduce(|one, other| terms.expr(Expr::Union(one, other)))
}

/// Whether objects have at most one value of a field.
pub(super) fn is_value(problem: &Problem, field: usize) -> bool {
    let place = Place::all(problem, field);
    problem.heap.fields[field].functional && !place.is_entry && place.is_plain()
}

/// Whether objects are among the values of a field, or in its middle columns.
pub(super) fn mentions_objects(problem: &Problem, field: usize) -> bool {
    let objects = objects(problem);
    Place::all(problem, field).tuples(problem).any(|tuple| tuple[1..].iter().any(|atom| objects.contains(atom)))
}

/// All references in a field, whatever its columns.
pub(super) fn relation(field: usize, problem: &mut Problem) -> ExprId {
    let relation = problem.heap.fields[field].relation;
    problem.terms.expr(Expr::Relation(relation))
}

/// All tuples that a relation may have.
pub(super) fn tuples(problem: &Problem, relation: RelationId) -> impl Iterator<Item = Vec<AtomId>> + use<'_> {
    let upper = &problem.relations[relation.0 as usize].upper;
    upper.keys().iter().map(|key| problem.universe.tuple(*key, upper.arity()))
}

/// The objects that have no names of their own.
pub(super) fn objects(problem: &Problem) -> BTreeSet<AtomId> {
    problem.heap.permutable().flat_map(|class| class.atoms.iter().copied()).collect()
}
