//! Objects of a JVM as instances of a problem.

use crate::objects::{Abstraction, Layout};
use crate::relational::{AtomId, Instance, TupleSet};
use crate::resolve::Mult;
use crate::schema::{FieldReading, Reading, Schema};
use crate::symmetry::{Labelling, canonical};
use crate::worker::protocol::{Feature, Observed, Sequences, Value};
use std::collections::BTreeSet;

/// Reads what a worker observed as instances of one problem, as far as live objects show them.
///
/// Two instances that differ only in what no object shows (fields without a counterpart in Java, signatures without a
/// class of their own) are one. Constants exist if something refers to them.
pub struct Observer<'a> {
    schema: Schema<'a>,
    instances: &'a [Instance],
    reading: &'a Reading,
    layout: &'a Layout,
    abstraction: Abstraction<'a>,
    plan: Labelling,
    // The relations that objects show.
    shown: Vec<bool>,
}

impl<'a> Observer<'a> {
    /// Prepares the reading of objects as instances of a problem: of these, which are wanted, and of others on the way. The
    /// layout is that of the worker's own objects.
    pub fn new(schema: &Schema<'a>, instances: &'a [Instance], reading: &'a Reading, layout: &'a Layout) -> Self {
        let problem = schema.problem;
        let mut shown = vec![false; problem.relations.len()];
        for class in &reading.classes {
            for sig in schema.module.lineage(class.sig) {
                shown[schema.sig_relation[sig.index()].0 as usize] = true;
            }
            for field in &class.fields {
                shown[schema.field_relation[field.field.index()].0 as usize] = true;
            }
        }
        let abstraction = Abstraction::new(schema, layout);
        // What is met on the way to a structure need not be one, and what objects show of one is only a part.
        let plan = Labelling::of_any(problem);
        Observer { schema: *schema, instances, reading, layout, abstraction, plan, shown }
    }

    /// What a worker is to be asked for.
    pub(super) fn request(&self, watched: &[String]) -> Feature {
        let (objects, watched) = (vec![self.layout.request.clone()], watched.to_vec());
        // Structures are read, and no states.
        Feature::Sequences(Sequences {
            watched,
            objects,
            depth: 0,
            limit: 0,
            elements: 0,
            folder: String::new(),
            is_held: false,
        })
    }

    /// The Java side of the structures.
    pub(super) fn reading(&self) -> &'a Reading {
        self.reading
    }

    /// The structures that are wanted, those that are built already included.
    pub(super) fn instances(&self) -> &'a [Instance] {
        self.instances
    }

    /// The name of an atom.
    pub(super) fn name(&self, atom: AtomId) -> &'a str {
        &self.schema.problem.universe.atoms[atom.index()].name
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
        canonical(self.schema.problem, &self.plan, &Instance { relations })
    }

    /// Observed objects as an instance, numbered canonically; `None` if the bounds have no room for it, or if there is an
    /// object among them that nobody handed out. It need not satisfy the specification.
    pub fn instance(&self, objects: &[Observed]) -> Option<Instance> {
        if objects.is_empty() || objects.iter().flat_map(|object| &object.values).any(is_strange) {
            return None;
        }
        let instance = self.abstraction.fragment(objects).ok()?.instance;
        let mut bounded = instance.relations.iter().zip(&self.schema.problem.relations);
        let fits = bounded.all(|(tuples, bounds)| tuples.keys().iter().all(|key| bounds.upper.contains(*key)));
        fits.then(|| self.visible(&instance))
    }

    /// Whether a field of constants may be absent.
    pub(super) fn may_lack_a_constant(&self, field: &FieldReading) -> bool {
        let of_constants = self.reading.constants.iter().map(|constant| constant.atom);
        let mut constants = of_constants.chain(self.reading.literals.iter().map(|literal| literal.atom));
        let relation = self.schema.field_relation[field.field.index()];
        let universe = &self.schema.problem.universe;
        let upper = &self.schema.problem.relations[relation.0 as usize].upper;
        let held: BTreeSet<AtomId> =
            upper.keys().iter().filter_map(|key| universe.tuple(*key, upper.arity()).get(1).copied()).collect();
        let lone = self.schema.module.fields[field.field.index()].mult == Mult::Lone;
        lone && constants.any(|atom| held.contains(&atom))
    }
}

/// Whether a value is or has an object that the worker has nothing to say of.
fn is_strange(value: &Value) -> bool {
    match value {
        Value::Other(_) => true,
        Value::Many(values) => values.iter().any(is_strange),
        _ => false,
    }
}
