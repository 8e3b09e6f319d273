//! Laws of references and values: what may hold of them in all structures, as people say it.

use super::distinct;
use super::place::{Place, Ranges, is_value, objects, onward, relation};
use crate::diagnostic::listed;
use crate::relational::{AtomId, Constraint, Expr, ExprId, Formula, FormulaId, Problem, RelationId, TupleKey};
use itertools::Itertools;
use std::collections::BTreeSet;

/// What may hold of references and values in all structures. Fields are indices into `Heap::fields`, several of them in ascending order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Law {
    /// No two references in these fields lead to one object, and none leads to the root.
    Unshared(Vec<usize>),
    /// No object reaches itself along these fields.
    Acyclic(Vec<usize>),
    /// The root reaches all objects along these fields.
    Reaching(Vec<usize>),
    /// No reference in these fields leads to what the root has in a field of its own.
    First {
        /// The field of the root.
        held: usize,
        /// The other fields.
        along: Vec<usize>,
    },
    /// Where the one field leads from an object to another one, the other field leads back.
    Back {
        /// The one.
        from: usize,
        /// The other.
        by: usize,
    },
    /// An object and that to which a reference leads have the same in some field.
    Constant {
        /// The field of the reference.
        along: usize,
        /// The field that stays the same.
        field: usize,
    },
    /// No two objects have the same integer in this field.
    Distinct(usize),
    /// One field leads to where one comes by another field in some steps.
    Shortcut {
        /// The one.
        field: usize,
        /// The other.
        steps: usize,
    },
}

impl Law {
    /// All laws about one field or two.
    pub(super) fn simple(problem: &Problem) -> Vec<Law> {
        let inner: Vec<usize> = inner(problem);
        let mut laws = Vec::new();
        for from in &inner {
            laws.extend(inner.iter().map(|by| Law::Back { from: *from, by: *by }));
        }
        laws.extend(inner.iter().map(|field| Law::Unshared(vec![*field])));
        for along in inner.iter().filter(|along| is_value(problem, **along)) {
            let kept = (0..problem.heap.fields.len()).filter(|field| field != along && is_value(problem, *field));
            laws.extend(kept.map(|field| Law::Constant { along: *along, field }));
        }
        laws.extend(distinct::numbers(problem).into_iter().map(Law::Distinct));
        laws.extend(inner.iter().map(|field| Law::Acyclic(vec![*field])));
        for held in entries(problem) {
            laws.extend(inner.iter().map(|field| Law::First { held, along: vec![*field] }));
        }
        for field in &inner {
            let others = inner.iter().filter(|steps| *steps != field);
            laws.extend(others.map(|steps| Law::Shortcut { field: *field, steps: *steps }));
        }
        laws
    }

    /// Laws about as many fields as possible that pass a test, and about as few as possible from which all objects are reached. Fields
    /// are tried in the order of their declarations and in the reverse one.
    pub(super) fn wide(problem: &Problem, holds: impl Fn(&Law) -> bool) -> Vec<Law> {
        let mut laws: Vec<Law> = Vec::new();
        for kind in [Law::Unshared, Law::Acyclic] {
            let most = most_that_pass(problem, |fields| holds(&kind(fields.to_vec())));
            laws.extend(most.into_iter().filter(|fields| fields.len() > 1).map(kind));
        }
        laws.extend(fewest_that_reach(problem, |fields| holds(&Law::Reaching(fields.to_vec()))).map(Law::Reaching));
        laws
    }

    /// The law in the terms of a problem: what it says of each object, which can be proved one by one.
    pub(super) fn cases(&self, problem: &mut Problem) -> Vec<FormulaId> {
        match self {
            Law::Unshared(fields) => {
                objects(problem).into_iter().map(|object| unshared(fields, object, problem)).collect()
            }
            Law::Acyclic(fields) => match along(fields, Ranges::Classes, problem) {
                None => Vec::new(),
                Some(references) => of_each(problem, |object, problem| acyclic_at(object, references, problem)),
            },
            Law::Reaching(fields) => reaching(fields, problem),
            Law::First { held, along } => first(*held, along, problem),
            Law::Back { from, by } => {
                let [from, by] = [*from, *by].map(|field| references(field, problem));
                of_each(problem, |object, problem| {
                    let held = problem.terms.expr(Expr::Join(object, from));
                    let holders = problem.terms.expr(Expr::Join(by, object));
                    problem.terms.formula(Formula::In(held, holders))
                })
            }
            Law::Constant { along, field } => {
                let (along, field) = (references(*along, problem), relation(*field, problem));
                of_each(problem, |object, problem| constant(object, along, field, problem))
            }
            Law::Distinct(field) => distinct::cases(*field, problem),
            Law::Shortcut { field, steps } => {
                let (field, steps) = (references(*field, problem), steps_along(*steps, problem));
                let closure = problem.terms.expr(Expr::Closure(steps));
                of_each(problem, |object, problem| {
                    let [held, reached] = [field, closure].map(|along| problem.terms.expr(Expr::Join(object, along)));
                    problem.terms.formula(Formula::In(held, reached))
                })
            }
        }
    }

    /// The law in the terms of a problem, as a whole.
    pub(super) fn formula(&self, problem: &mut Problem) -> FormulaId {
        let cases = self.cases(problem);
        problem.terms.formula(Formula::And(cases))
    }

    /// Adds the law to what is known of a problem from which it follows, and what follows from it alone.
    pub fn assert(&self, problem: &mut Problem) {
        let mut parts = vec![self.formula(problem)];
        if let Law::Distinct(field) = self {
            parts.extend(distinct::counts(*field, problem));
        }
        let formula = problem.terms.formula(Formula::And(parts));
        let origin = format!("the fact that {}", self.words(problem));
        problem.constraints.push(Constraint { formula, origin, span: None, declared: true });
        if let Law::Reaching(fields) = self {
            problem.heap.reaching.push(fields.clone());
        }
    }

    /// The law in words.
    pub fn words(&self, problem: &Problem) -> String {
        let (said, exempt) = (self.said(problem), self.exempt(problem));
        match exempt.as_slice() {
            [] => said,
            exempt => format!("{said}, {} aside", listed(exempt.iter().map(String::as_str))),
        }
    }

    fn said(&self, problem: &Problem) -> String {
        let name = |field: &usize| problem.heap.fields[*field].name.as_str();
        let names = |fields: &[usize]| listed(fields.iter().map(name));
        match self {
            Law::Unshared(fields) => format!("no two references in {} lead to one object", names(fields)),
            Law::Acyclic(fields) => format!("no object reaches itself along {}", names(fields)),
            Law::Reaching(fields) => format!("all objects are reached along {}", names(fields)),
            Law::First { held, along } => {
                format!("no reference in {} leads to what `{}` holds", names(along), name(held))
            }
            Law::Back { from, by } if from == by => format!("where `{}` leads, it leads back, too", name(from)),
            Law::Back { from, by } => format!("where `{}` leads, `{}` leads back", name(from), name(by)),
            Law::Constant { along, field } => format!("`{}` stays the same along `{}`", name(field), name(along)),
            Law::Distinct(field) => format!("no two objects have the same `{}`", name(field)),
            Law::Shortcut { field, steps } => {
                format!("`{}` leads to where one comes along `{}`", name(field), name(steps))
            }
        }
    }

    /// The names of what its references lead to that are no objects of which it says something.
    fn exempt(&self, problem: &Problem) -> Vec<String> {
        let fields = match self {
            Law::Unshared(fields) => fields.clone(),
            Law::First { along, .. } => along.clone(),
            Law::Back { from: field, .. } | Law::Constant { along: field, .. } | Law::Shortcut { field, .. } => {
                vec![*field]
            }
            // What leads nowhere neither reaches itself nor anything else.
            Law::Acyclic(_) | Law::Reaching(_) | Law::Distinct(_) => Vec::new(),
        };
        let objects = objects(problem);
        let tuples =
            fields.into_iter().flat_map(|field| Place::all(problem, field).tuples(problem).collect::<Vec<_>>());
        let values: BTreeSet<AtomId> = tuples.filter_map(|tuple| tuple.last().copied()).collect();
        let others = values.difference(&objects);
        others.map(|atom| problem.universe.atoms[atom.index()].name.clone()).collect()
    }

    /// Whether it is about single references or values, so that unit propagation tightens bounds by it.
    pub(super) fn is_local(&self) -> bool {
        match self {
            Law::Unshared(_) | Law::First { .. } | Law::Back { .. } | Law::Constant { .. } | Law::Distinct(_) => true,
            Law::Acyclic(_) | Law::Reaching(_) | Law::Shortcut { .. } => false,
        }
    }

    /// Whether the constraints speak of what it is about: it costs little to add a closure that they have, and values that
    /// differ are counted by remainders that they have.
    pub(super) fn is_spoken_of(&self, problem: &Problem) -> bool {
        match self {
            Law::Unshared(_) | Law::First { .. } | Law::Back { .. } | Law::Constant { .. } => true,
            Law::Distinct(_) => distinct::are_counted(problem),
            Law::Acyclic(fields) | Law::Reaching(fields) => is_repeated(problem, fields),
            Law::Shortcut { steps, .. } => is_repeated(problem, &[*steps]),
        }
    }

    /// Whether this says no more than another law.
    pub(super) fn is_part_of(&self, other: &Law) -> bool {
        let part = |fields: &[usize], all: &[usize]| fields.iter().all(|field| all.contains(field));
        match (self, other) {
            (Law::Unshared(fields), Law::Unshared(all)) | (Law::Acyclic(fields), Law::Acyclic(all)) => {
                part(fields, all)
            }
            (Law::Reaching(all), Law::Reaching(fields)) => part(fields, all),
            (Law::First { held, along }, Law::Unshared(all)) => all.contains(held) && part(along, all),
            _ => self == other,
        }
    }

    /// Has this law say what another one says, too, if they are of one kind and about the same objects; whether they are.
    pub(super) fn absorb(&mut self, other: &Law) -> bool {
        match (self, other) {
            (Law::First { held, along }, Law::First { held: same, along: more }) if held == same => {
                along.extend(more);
                along.sort_unstable();
                along.dedup();
                true
            }
            _ => false,
        }
    }
}

/// The references in fields that objects have, put together as people write that, field by field, so that their closure is the one that
/// constraints speak of; none if objects have none of these fields.
pub(super) fn along(fields: &[usize], ranges: Ranges, problem: &mut Problem) -> Option<ExprId> {
    let places: Vec<Place> = fields.iter().map(|field| Place::all(problem, *field)).collect();
    let inner = places.iter().filter(|place| !place.is_entry);
    let steps: Vec<ExprId> = inner.map(|place| place.steps(ranges, problem)).collect();
    steps.into_iter().reduce(|one, other| problem.terms.expr(Expr::Union(one, other)))
}

/// That no object reaches itself along references.
pub(super) fn acyclic(references: Option<ExprId>, problem: &mut Problem) -> FormulaId {
    let Some(references) = references else { return problem.terms.truth(true) };
    let closure = problem.terms.expr(Expr::Closure(references));
    let base = problem.universe.len() as u64;
    let same = objects(problem).iter().map(|atom| TupleKey(u64::from(atom.0) * (base + 1))).collect();
    let same = problem.terms.constant(2, same);
    let back = problem.terms.expr(Expr::Intersection(same, closure));
    problem.terms.formula(Formula::No(back))
}

fn acyclic_at(object: ExprId, references: ExprId, problem: &mut Problem) -> FormulaId {
    let closure = problem.terms.expr(Expr::Closure(references));
    let reached = problem.terms.expr(Expr::Join(object, closure));
    let back = problem.terms.expr(Expr::Intersection(object, reached));
    problem.terms.formula(Formula::No(back))
}

/// That an object is held by one reference at most; by none, if it is the root.
fn unshared(fields: &[usize], object: AtomId, problem: &mut Problem) -> FormulaId {
    let relations: Vec<ExprId> = fields.iter().map(|field| relation(*field, problem)).collect();
    let itself = itself(object, problem);
    let join = |relation: &ExprId| Expr::Join(*relation, itself);
    let holders: Vec<ExprId> = relations.iter().map(join).map(|join| problem.terms.expr(join)).collect();
    let none: Vec<FormulaId> = holders.iter().map(|held| problem.terms.formula(Formula::No(*held))).collect();
    let mut parts = Vec::new();
    for (index, held) in holders.iter().enumerate() {
        parts.push(match problem.heap.root == Some(object) {
            true => none[index],
            false => problem.terms.formula(Formula::Lone(*held)),
        });
        for other in &none[index + 1..] {
            parts.push(problem.terms.formula(Formula::Or(vec![none[index], *other])));
        }
    }
    problem.terms.formula(Formula::And(parts))
}

/// That no object has a reference in these fields to an object that the root has in its field.
fn first(held: usize, along: &[usize], problem: &mut Problem) -> Vec<FormulaId> {
    let root = root(problem);
    let entry = references(held, problem);
    let first = problem.terms.expr(Expr::Join(root, entry));
    let along: Vec<ExprId> = along.iter().map(|field| references(*field, problem)).collect();
    of_each(problem, |object, problem| {
        let is_first = problem.terms.formula(Formula::In(object, first));
        let holders: Vec<_> = along.iter().map(|along| problem.terms.expr(Expr::Join(*along, object))).collect();
        let none = holders.into_iter().map(|holders| problem.terms.formula(Formula::No(holders))).collect();
        let none = problem.terms.formula(Formula::And(none));
        problem.terms.formula(Formula::Implies(is_first, none))
    })
}

/// As many of the fields that lead from objects to objects as pass a test together, tried in the order of their declarations and in the reverse
/// one.
pub(super) fn most_that_pass(problem: &Problem, passes: impl Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
    let inner = inner(problem);
    let backwards = inner.iter().rev().copied().collect();
    let most = |order: Vec<usize>| {
        order.into_iter().fold(Vec::new(), |most, field| {
            let mut more = most.clone();
            more.push(field);
            more.sort_unstable();
            if passes(&more) { more } else { most }
        })
    };
    [inner, backwards].into_iter().map(most).unique().collect()
}

/// The fewest fields along which all objects are reached, as a test says, where these are not all fields: that all fields reach
/// all objects is known of canonical instances. Fields are left out in the order of their declarations and in the reverse one.
pub(super) fn fewest_that_reach(
    problem: &Problem,
    reach: impl Fn(&[usize]) -> bool,
) -> impl Iterator<Item = Vec<usize>> {
    let all: Vec<usize> = (0..problem.heap.fields.len()).filter(|field| leads(problem, *field)).collect();
    let inner = inner(problem);
    let backwards = inner.iter().rev().copied().collect();
    let fewest = |order: Vec<usize>| {
        order.into_iter().fold(all.clone(), |fewest, field| {
            let fewer: Vec<usize> = fewest.iter().copied().filter(|other| *other != field).collect();
            if reach(&fewer) { fewer } else { fewest }
        })
    };
    let found: Vec<Vec<usize>> =
        [inner, backwards].into_iter().map(fewest).filter(|found| found.len() < all.len()).collect();
    found.into_iter().unique()
}

/// Where the fields are all there are, this is known of all canonical instances, and the translation knows that.
fn reaching(fields: &[usize], problem: &mut Problem) -> Vec<FormulaId> {
    if problem.heap.root.is_none() {
        return vec![problem.terms.truth(false)];
    }
    let from = entered(fields, problem);
    let references = along(fields, Ranges::Constants, problem);
    // Not by the reflexive closure: that is what the translation takes for everything where it is known to be.
    let reached = match references {
        None => from,
        Some(references) => {
            let closure = problem.terms.expr(Expr::Closure(references));
            let further = problem.terms.expr(Expr::Join(from, closure));
            problem.terms.expr(Expr::Union(from, further))
        }
    };
    let classes: Vec<_> = problem.heap.permutable().map(|class| (class.relation, class.atoms.clone())).collect();
    let mut cases = Vec::new();
    for (class, atoms) in classes {
        let class = problem.terms.expr(Expr::Relation(class));
        for atom in atoms {
            let object = itself(atom, problem);
            let existing = problem.terms.expr(Expr::Intersection(object, class));
            cases.push(problem.terms.formula(Formula::In(existing, reached)));
        }
    }
    cases
}

/// What the root reaches along fields, as people write that.
pub(super) fn reached(fields: &[usize], problem: &mut Problem) -> ExprId {
    let from = entered(fields, problem);
    let references = along(fields, Ranges::Constants, problem);
    onward(from, references, problem)
}

/// The root object, of a problem that has one.
pub(super) fn root(problem: &mut Problem) -> ExprId {
    itself(problem.heap.root.expect("what is reached is reached from a root"), problem)
}

/// The set of one object.
fn itself(object: AtomId, problem: &mut Problem) -> ExprId {
    problem.terms.constant(1, vec![problem.universe.key(&[object])])
}

/// What is to hold of each object, one by one.
pub(super) fn of_each(
    problem: &mut Problem,
    mut case: impl FnMut(ExprId, &mut Problem) -> FormulaId,
) -> Vec<FormulaId> {
    let all = objects(problem);
    let one = |atom: AtomId| {
        let object = itself(atom, problem);
        case(object, problem)
    };
    all.into_iter().map(one).collect()
}

/// Where the root leads along fields that it alone has; the root itself, if it has none of them.
fn entered(fields: &[usize], problem: &mut Problem) -> ExprId {
    let entries: Vec<usize> = fields.iter().copied().filter(|field| Place::all(problem, *field).is_entry).collect();
    let root = root(problem);
    let mut from = None;
    for entry in entries {
        for place in Place::of(problem, entry) {
            let steps = place.steps(Ranges::Constants, problem);
            let held = problem.terms.expr(Expr::Join(root, steps));
            from = Some(from.map_or(held, |from| problem.terms.expr(Expr::Union(from, held))));
        }
    }
    from.unwrap_or(root)
}

fn constant(object: ExprId, along: ExprId, field: ExprId, problem: &mut Problem) -> FormulaId {
    let next = problem.terms.expr(Expr::Join(object, along));
    let [here, there] = [object, next].map(|owner| problem.terms.expr(Expr::Join(owner, field)));
    let has_next = problem.terms.formula(Formula::Some(next));
    let are_equal = problem.terms.formula(Formula::Equal(here, there));
    problem.terms.formula(Formula::Implies(has_next, are_equal))
}

fn references(field: usize, problem: &mut Problem) -> ExprId {
    Place::all(problem, field).references(Ranges::Constants, problem)
}

fn steps_along(field: usize, problem: &mut Problem) -> ExprId {
    Place::all(problem, field).steps(Ranges::Constants, problem)
}

/// Whether a field leads to objects, from objects or from the root alone. It may also lead to objects with names of their own, as a sentinel is
/// one, but not to the root.
pub(super) fn leads(problem: &Problem, field: usize) -> bool {
    let objects = objects(problem);
    let tuples: Vec<Vec<AtomId>> = Place::all(problem, field).tuples(problem).collect();
    let is_other_root = |value: &AtomId| problem.heap.root == Some(*value) && !objects.contains(value);
    let is_ours = |tuple: &[AtomId]| match tuple {
        [_, middle @ .., value] => !is_other_root(value) && !middle.iter().any(|atom| objects.contains(atom)),
        _ => false,
    };
    let are_led_to = tuples.iter().any(|tuple| tuple.last().is_some_and(|value| objects.contains(value)));
    let of_objects = tuples.iter().all(|tuple| objects.contains(&tuple[0]));
    let of_root = tuples.iter().all(|tuple| Some(tuple[0]) == problem.heap.root && !objects.contains(&tuple[0]));
    are_led_to && tuples.iter().all(|tuple| is_ours(tuple)) && (of_objects || of_root)
}

/// The fields that lead from objects to objects.
fn inner(problem: &Problem) -> Vec<usize> {
    let fields = 0..problem.heap.fields.len();
    fields.filter(|field| leads(problem, *field) && !Place::all(problem, *field).is_entry).collect()
}

/// The fields that lead from the root alone to objects.
pub(super) fn entries(problem: &Problem) -> Vec<usize> {
    let fields = 0..problem.heap.fields.len();
    fields.filter(|field| leads(problem, *field) && Place::all(problem, *field).is_entry).collect()
}

/// Whether some constraint has the closure of just these references, whatever their order.
pub(super) fn is_repeated(problem: &Problem, fields: &[usize]) -> bool {
    let places = fields.iter().map(|field| (Place::all(problem, *field), problem.heap.fields[*field].relation));
    let inner: Vec<(Place, RelationId)> = places.filter(|(place, _)| !place.is_entry).collect();
    if inner.iter().any(|(place, _)| !place.is_plain()) {
        return false;
    }
    let steps: BTreeSet<RelationId> = inner.into_iter().map(|(_, relation)| relation).collect();
    let count = problem.terms.counts().0 as u32;
    (0..count).any(|id| match problem.terms.get(ExprId(id)) {
        Expr::Closure(step) | Expr::ReflexiveClosure(step) => united(problem, *step).is_some_and(|of| of == steps),
        _ => false,
    })
}

/// The relations whose union an expression is, if it is one.
fn united(problem: &Problem, id: ExprId) -> Option<BTreeSet<RelationId>> {
    match problem.terms.get(id) {
        Expr::Relation(relation) => Some(BTreeSet::from([*relation])),
        Expr::Union(a, b) => {
            let (mut all, more) = (united(problem, *a)?, united(problem, *b)?);
            all.extend(more);
            Some(all)
        }
        _ => None,
    }
}
