//! References that form a tree.

use crate::diagnostic::listed;
use crate::relational::{AtomId, Constraint, Decl, Expr, ExprId, Formula, FormulaId, Problem, RelationId, TupleKey};
use std::collections::BTreeSet;

/// The most places of one owner among which pairs are compared.
const MOST_PLACES: usize = 12;

/// Fields whose references form a tree that begins at the root object: each object has at most one reference to it.
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
pub struct Tree {
    /// Indices into `Heap::fields`, in ascending order.
    fields: Vec<usize>,
}

/// What is to hold, of the terms of a problem.
pub(super) type Premises<'p> = &'p dyn Fn(&mut Problem) -> Vec<FormulaId>;

/// A place that each object of some class has, a functional field at constant middle columns; or several of these.
struct Place {
    relation: RelationId,
    /// What the middle columns are, each one of several.
    middle: Vec<BTreeSet<AtomId>>,
    /// Whether the root object alone has it, which is no object of these classes.
    is_entry: bool,
}

/// What the variables of comprehensions range over.
#[derive(Clone, Copy)]
enum Ranges {
    /// The objects that there are in an instance, which is what people write.
    Classes,
    /// Those that there may be.
    Constants,
}

impl Tree {
    /// A tree of some fields for which a test of its premises passes, of as many as possible: the fields are taken in the order of their
    /// declarations, and in the reverse one, and those that lead back or are shortcuts are left out.
    pub(super) fn guess(problem: &Problem, holds: impl Fn(Premises<'_>) -> bool) -> Option<Tree> {
        let fields = 0..problem.heap.fields.len();
        let candidates: Vec<usize> = fields.filter(|field| leads_to_objects(problem, *field)).collect();
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
            (is_some && holds(&|problem: &mut Problem| tree.reach(problem))).then_some(tree)
        })
    }

    /// Whether the bounds allow a reference to an object that has the same number as its owner or an earlier one.
    pub(super) fn may_lead_back(&self, problem: &Problem) -> bool {
        self.fields.iter().map(|field| Place::all(problem, *field)).filter(|place| !place.is_entry).any(|place| {
            let mut tuples = place.tuples(problem);
            tuples.any(|tuple| tuple.last() <= tuple.first())
        })
    }

    /// The premises of the theorem.
    pub(super) fn premises(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let mut premises = self.reach(problem);
        premises.extend(self.shape(problem));
        premises
    }

    /// The first two premises: fewer fields satisfy them, too.
    fn shape(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let places = self.places(problem);
        let references: Vec<ExprId> = places.iter().map(|place| place.references(Ranges::Constants, problem)).collect();
        let inner = self.inner(Ranges::Classes, problem);
        let mut premises = Vec::new();
        if let Some(inner) = inner {
            let closure = problem.terms.expr(Expr::Closure(inner));
            let objects = objects(problem);
            let base = problem.universe.len() as u64;
            let same = objects.iter().map(|atom| TupleKey(u64::from(atom.0) * (base + 1))).collect();
            let same = problem.terms.constant(2, same);
            let back = problem.terms.expr(Expr::Intersection(same, closure));
            premises.push(problem.terms.formula(Formula::No(back)));
        }
        let reached: Vec<ExprId> = references.iter().map(|held| onward(*held, inner, problem)).collect();
        for (index, place) in places.iter().enumerate() {
            for other in (index + 1..places.len()).filter(|other| places[*other].is_entry == place.is_entry) {
                let common = problem.terms.expr(Expr::Intersection(reached[index], reached[other]));
                premises.push(problem.terms.formula(Formula::No(common)));
            }
        }
        premises
    }

    /// The third premise. Where the fields are all there are, it is known of all canonical instances, and the translation knows that.
    fn reach(&self, problem: &mut Problem) -> Vec<FormulaId> {
        let Some(root) = problem.heap.root else { return vec![problem.terms.truth(false)] };
        let places = self.places(problem);
        let references: Vec<ExprId> = places.iter().map(|place| place.references(Ranges::Constants, problem)).collect();
        let root = problem.terms.constant(1, vec![problem.universe.key(&[root])]);
        let mut from = None;
        for (_, entry) in places.iter().zip(&references).filter(|(place, _)| place.is_entry) {
            let held = problem.terms.expr(Expr::Join(root, *entry));
            from = Some(from.map_or(held, |from| problem.terms.expr(Expr::Union(from, held))));
        }
        let from = from.unwrap_or(root);
        let inner = self.inner(Ranges::Constants, problem);
        let reached = onward(from, inner, problem);
        let classes: Vec<RelationId> = problem.heap.permutable().map(|class| class.relation).collect();
        let all = classes.into_iter().map(|class| {
            let class = problem.terms.expr(Expr::Relation(class));
            problem.terms.formula(Formula::In(class, reached))
        });
        all.collect()
    }

    /// Adds to the constraints what the theorem says.
    pub fn assert(&self, problem: &mut Problem) {
        let relations: Vec<RelationId> = self.fields.iter().map(|field| problem.heap.fields[*field].relation).collect();
        let root = problem.heap.root;
        for object in objects(problem) {
            let object_itself = problem.terms.constant(1, vec![problem.universe.key(&[object])]);
            let mut holders = Vec::new();
            for relation in &relations {
                let relation = problem.terms.expr(Expr::Relation(*relation));
                holders.push(problem.terms.expr(Expr::Join(relation, object_itself)));
            }
            let none: Vec<FormulaId> = holders.iter().map(|held| problem.terms.formula(Formula::No(*held))).collect();
            let mut parts = Vec::new();
            for (index, held) in holders.iter().enumerate() {
                parts.push(match root == Some(object) {
                    true => none[index],
                    false => problem.terms.formula(Formula::Lone(*held)),
                });
                for other in &none[index + 1..] {
                    parts.push(problem.terms.formula(Formula::Or(vec![none[index], *other])));
                }
            }
            let formula = problem.terms.formula(Formula::And(parts));
            let origin = format!("the fact that {}", self.words(problem));
            problem.constraints.push(Constraint { formula, origin, span: None, declared: true });
        }
    }

    /// The fact in words.
    pub fn words(&self, problem: &Problem) -> String {
        let names = self.fields.iter().map(|field| problem.heap.fields[*field].name.as_str());
        format!("no two references in {} lead to one object", listed(names))
    }

    /// The references from objects to objects, if there are any. They are put together as people write that, field by field, so that their
    /// closure is the one that constraints speak of.
    fn inner(&self, ranges: Ranges, problem: &mut Problem) -> Option<ExprId> {
        let inner: Vec<Place> =
            self.fields.iter().map(|field| Place::all(problem, *field)).filter(|place| !place.is_entry).collect();
        let references: Vec<ExprId> = inner.iter().map(|place| place.references(ranges, problem)).collect();
        references.into_iter().reduce(|one, other| problem.terms.expr(Expr::Union(one, other)))
    }

    fn places(&self, problem: &Problem) -> Vec<Place> {
        self.fields.iter().flat_map(|field| Place::of(problem, *field)).collect()
    }
}

impl Place {
    /// Each place of a field.
    fn of(problem: &Problem, field: usize) -> Vec<Place> {
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
    fn all(problem: &Problem, field: usize) -> Place {
        let relation = problem.heap.fields[field].relation;
        let arity = problem.relations[relation.0 as usize].upper.arity();
        let mut place = Place { relation, middle: vec![BTreeSet::new(); arity - 2], is_entry: true };
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

    /// All tuples that the field may have.
    fn tuples<'p>(&self, problem: &'p Problem) -> impl Iterator<Item = Vec<AtomId>> + use<'p> {
        tuples(problem, self.relation)
    }

    /// The references in this place of all objects, as a relation of two columns: of several columns one is made by comprehension, whose
    /// variables range over the classes or over all objects that there may be.
    fn references(&self, ranges: Ranges, problem: &mut Problem) -> ExprId {
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
fn onward(from: ExprId, references: Option<ExprId>, problem: &mut Problem) -> ExprId {
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

/// All tuples that a relation may have.
fn tuples(problem: &Problem, relation: RelationId) -> impl Iterator<Item = Vec<AtomId>> + use<'_> {
    let upper = &problem.relations[relation.0 as usize].upper;
    upper.keys().iter().map(|key| problem.universe.tuple(*key, upper.arity()))
}

/// The objects that have no names of their own.
fn objects(problem: &Problem) -> BTreeSet<AtomId> {
    problem.heap.permutable().flat_map(|class| class.atoms.iter().copied()).collect()
}

/// Whether a field holds at most one object in each place, and belongs to objects or to the root alone.
fn leads_to_objects(problem: &Problem, field: usize) -> bool {
    let field = &problem.heap.fields[field];
    let objects = objects(problem);
    let tuples: Vec<Vec<AtomId>> = tuples(problem, field.relation).collect();
    let is_ours = |tuple: &[AtomId]| match tuple {
        [_, middle @ .., value] => objects.contains(value) && !middle.iter().any(|atom| objects.contains(atom)),
        _ => false,
    };
    let of_objects = tuples.iter().all(|tuple| objects.contains(&tuple[0]));
    let of_root = tuples.iter().all(|tuple| Some(tuple[0]) == problem.heap.root && !objects.contains(&tuple[0]));
    field.functional && !tuples.is_empty() && tuples.iter().all(|tuple| is_ours(tuple)) && (of_objects || of_root)
}
