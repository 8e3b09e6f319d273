//! Objects of a JVM as instances of a problem.

use crate::fixture::Suite;
use crate::fixture::heap::FieldShape;
use crate::fixture::java::{FieldReading, Given, Reading};
use crate::relational::{AtomId, Instance, Problem, RelationId, TupleKey, TupleSet};
use crate::resolve::{Mult, SigId};
use crate::symmetry::{Plan, canonical};
use crate::worker::protocol::{Constant, Explore, Observed, Shape, Value};
use std::collections::BTreeSet;

/// Reads what a worker observed as instances of one problem, as far as live objects show them.
///
/// Two instances that differ only in what no object shows (fields without a counterpart in Java, signatures without a
/// class of their own) are one. Constants exist if something refers to them.
pub struct Observer<'a> {
    suite: Suite<'a>,
    reading: Reading,
    plan: Plan,
    // The relations that objects show.
    shown: Vec<bool>,
    // For each class, the signatures that an object of it is in.
    members: Vec<Vec<SigId>>,
    // For each field and each of its columns, the atoms that may stand there.
    columns: Vec<Vec<BTreeSet<AtomId>>>,
}

/// What came of a value: atoms, or why there are none.
type Atoms = Option<Vec<Vec<AtomId>>>;

impl<'a> Observer<'a> {
    /// Prepares the reading of objects as instances of a suite's problem.
    pub fn new(suite: &Suite<'a>, reading: Reading) -> Self {
        let problem = suite.problem;
        let mut shown = vec![false; problem.relations.len()];
        let members: Vec<Vec<SigId>> =
            reading.classes.iter().map(|class| suite.module.lineage(class.sig).collect()).collect();
        for sig in members.iter().flatten() {
            shown[suite.sig_relation[sig.index()].0 as usize] = true;
        }
        for field in reading.classes.iter().flat_map(|class| &class.fields) {
            shown[suite.field_relation[field.field.index()].0 as usize] = true;
        }
        let columns = suite.field_relation.iter().map(|relation| columns(problem, *relation)).collect();
        Observer { suite: *suite, reading, plan: Plan::new(problem), shown, members, columns }
    }

    /// What a worker is to be asked for.
    pub(super) fn request(&self, watched: &[String]) -> Explore {
        let shape = |class: &crate::fixture::java::ClassReading| Shape {
            class: class.class.clone(),
            fields: class.fields.iter().map(|field| field.name.clone()).collect(),
        };
        let constants = self.reading.constants.iter();
        Explore {
            root: self.reading.root.clone(),
            shapes: self.reading.classes.iter().map(shape).collect(),
            constants: constants
                .map(|constant| Constant { class: constant.class.clone(), field: constant.field.clone() })
                .collect(),
            watched: watched.to_vec(),
        }
    }

    /// The suite's structures.
    pub(super) fn instances(&self) -> &'a [Instance] {
        self.suite.instances
    }

    /// The name of an atom.
    pub(super) fn name(&self, atom: AtomId) -> &'a str {
        &self.suite.problem.universe.atoms[atom.index()].name
    }

    /// What objects show of an instance, numbered canonically.
    pub fn visible(&self, instance: &Instance) -> Instance {
        let relations = instance.relations.iter().enumerate();
        let relations = relations
            .map(|(index, tuples)| match self.shown[index] {
                true => tuples.clone(),
                false => TupleSet::empty(tuples.arity()),
            })
            .collect();
        canonical(self.suite.problem, &self.plan, &Instance { relations })
    }

    /// Observed objects as an instance, numbered canonically; `None` if the bounds have no room for it. It need not
    /// satisfy the specification.
    pub fn instance(&self, objects: &[Observed]) -> Option<Instance> {
        let problem = self.suite.problem;
        let mut relations: Vec<Vec<TupleKey>> = vec![Vec::new(); problem.relations.len()];
        let atoms = self.numbered(objects)?;
        for (object, atom) in objects.iter().zip(&atoms) {
            let class = object.class as usize;
            for sig in self.members.get(class)? {
                self.put(&mut relations, self.suite.sig_relation[sig.index()], &[*atom])?;
            }
            let fields = &self.reading.classes[class].fields;
            for (field, value) in fields.iter().zip(&object.values) {
                let used = field.used.and_then(|counter| {
                    let place = fields.iter().position(|other| other.field == counter)?;
                    if let Some(Value::Int(count)) = object.values.get(place) { Some(*count) } else { None }
                });
                for row in self.rows(field, value, used, &atoms)? {
                    let tuple: Vec<AtomId> = std::iter::once(*atom).chain(row).collect();
                    self.put(&mut relations, self.suite.field_relation[field.field.index()], &tuple)?;
                }
            }
        }
        let sets = relations.into_iter().zip(&problem.relations);
        let relations = sets.map(|(keys, relation)| TupleSet::from_keys(relation.upper.arity(), keys)).collect();
        Some(canonical(problem, &self.plan, &Instance { relations }))
    }

    fn put(&self, relations: &mut [Vec<TupleKey>], relation: RelationId, tuple: &[AtomId]) -> Option<()> {
        let key = self.suite.problem.universe.key(tuple);
        let fits = self.suite.problem.relations[relation.0 as usize].upper.contains(key);
        fits.then(|| relations[relation.0 as usize].push(key))
    }

    /// An atom for each object; `None` if there are more than the scope has.
    fn numbered(&self, objects: &[Observed]) -> Option<Vec<AtomId>> {
        let mut taken: Vec<AtomId> = Vec::new();
        for object in objects {
            let sig = self.reading.classes.get(object.class as usize)?.sig;
            let atom = self.suite.atoms_of(sig).into_iter().find(|atom| !taken.contains(atom))?;
            taken.push(atom);
        }
        Some(taken)
    }

    /// The tuples of a value, without the owner.
    fn rows(&self, field: &FieldReading, value: &Value, used: Option<i64>, objects: &[AtomId]) -> Atoms {
        let column = self.suite.module.fields[field.field.index()].arity() - 1;
        let single = |value: &Value, column: usize| self.single(field, value, column, objects);
        let many = || if let Value::Many(values) = value { Some(values) } else { None };
        match (field.shape, value) {
            (FieldShape::One, Value::Null) => Some(Vec::new()),
            (FieldShape::One, value) => Some(vec![vec![single(value, column)?]]),
            (FieldShape::Many, Value::Null) => Some(Vec::new()),
            (FieldShape::Many, _) => {
                let values = many()?.iter().filter(|value| **value != Value::Null);
                values.map(|value| Some(vec![single(value, column)?])).collect()
            }
            (FieldShape::Array, _) => {
                let end = used.map_or(usize::MAX, |used| usize::try_from(used).unwrap_or(0));
                let places = many()?.iter().enumerate().take(end).filter(|(_, value)| **value != Value::Null);
                let universe = &self.suite.problem.universe;
                places
                    .map(|(index, value)| Some(vec![universe.int_atom(index as i64)?, single(value, column)?]))
                    .collect()
            }
            (FieldShape::Table, _) => {
                // Keys and values take turns; other tables have no counterpart in Java.
                let cells = many().filter(|_| column == 2)?;
                let entries = cells.chunks(2).filter(|entry| !entry.contains(&Value::Null));
                entries.map(|entry| Some(vec![single(&entry[0], 1)?, single(entry.get(1)?, 2)?])).collect()
            }
        }
    }

    /// The atom of a value in a column of a field.
    fn single(&self, field: &FieldReading, value: &Value, column: usize, objects: &[AtomId]) -> Option<AtomId> {
        let universe = &self.suite.problem.universe;
        let given = |wanted: &Given| {
            let fits = |atom: AtomId| self.column(field, column).contains(&atom);
            self.reading.given.iter().find(|given| given.value == *wanted && fits(given.atom)).map(|given| given.atom)
        };
        match value {
            Value::Object(index) => objects.get(*index as usize).copied(),
            Value::Constant(index) => self.reading.constants.get(*index as usize).map(|constant| constant.atom),
            Value::Int(int) => {
                universe.int_atom(*int).filter(|_| field.digits.is_none()).or_else(|| given(&Given::Int(*int)))
            }
            Value::Text(text) => match field.digits {
                Some(_) => text.parse().ok().and_then(|int| universe.int_atom(int)),
                None => given(&Given::Text(text.clone())),
            },
            Value::Null | Value::Many(_) | Value::Other(_) => None,
        }
    }

    /// Whether a field of constants may be absent.
    pub(super) fn may_lack_a_constant(&self, field: &FieldReading) -> bool {
        let of_constants = self.reading.constants.iter().map(|constant| constant.atom);
        let mut constants = of_constants.chain(self.reading.given.iter().map(|given| given.atom));
        let column = self.column(field, 1);
        let lone = self.suite.module.fields[field.field.index()].mult == Mult::Lone;
        lone && constants.any(|atom| column.contains(&atom))
    }

    /// The atoms that a column of a field may hold.
    fn column(&self, field: &FieldReading, column: usize) -> &BTreeSet<AtomId> {
        &self.columns[field.field.index()][column]
    }
}

/// The atoms in each column of what a relation may hold.
fn columns(problem: &Problem, relation: RelationId) -> Vec<BTreeSet<AtomId>> {
    let upper = &problem.relations[relation.0 as usize].upper;
    let mut columns = vec![BTreeSet::new(); upper.arity()];
    for key in upper.keys() {
        let tuple = problem.universe.tuple(*key, upper.arity());
        columns.iter_mut().zip(tuple).for_each(|(column, atom)| {
            column.insert(atom);
        });
    }
    columns
}
