//! Instances of commands as a person or a program reads them: atoms named as Alloy names them, one table a relation.

mod dot;
mod json;
mod names;
mod svg;
mod table;

pub use dot::graph;
pub use json::document;
pub use names::Names;
pub use svg::picture;
pub use table::text;

use crate::lower::Run;
use crate::relational::{Evaluator, Instance, TupleSet};
use crate::resolve::{Module, SigId};

/// The values of everything that has a name, in one instance.
pub struct View<'v> {
    /// The module.
    pub module: &'v Module,
    /// The command's problem.
    pub run: &'v Run,
    /// The atoms of each signature, by `SigId`.
    pub sigs: Vec<TupleSet>,
    /// The instance.
    pub instance: &'v Instance,
    /// The names of atoms.
    pub names: Names,
}

impl<'v> View<'v> {
    /// Reads an instance.
    pub fn new(module: &'v Module, run: &'v Run, instance: &'v Instance) -> View<'v> {
        let mut evaluator = Evaluator::new(&run.problem);
        let sigs: Vec<TupleSet> = run.sigs.iter().map(|sig| evaluator.value(instance, *sig)).collect();
        let names = Names::new(module, run, &sigs, instance);
        View { module, run, sigs, instance, names }
    }

    /// Every named relation with its value: signatures, fields, witnesses.
    pub fn relations(&self) -> Vec<(Named, String, &TupleSet)> {
        let mut all = Vec::new();
        for (index, value) in self.sigs.iter().enumerate() {
            let sig = SigId(index as u32);
            all.push((Named::Sig(sig), self.module.sigs[index].name.clone(), value));
        }
        for (field, relation) in self.module.fields.iter().zip(&self.run.fields) {
            let name = format!("{}.{}", self.module.sigs[field.owner.index()].name, field.name);
            all.push((Named::Field, name, &self.instance.relations[relation.0 as usize]));
        }
        for relation in &self.run.witnesses {
            let name = self.run.problem.relations[relation.0 as usize].name.clone();
            all.push((Named::Witness, name, &self.instance.relations[relation.0 as usize]));
        }
        all
    }

    /// The tuples of a set as the names of their atoms.
    pub fn rows(&self, tuples: &TupleSet) -> Vec<Vec<&str>> {
        let universe = &self.run.problem.universe;
        let row = |key: &crate::relational::TupleKey| {
            universe.tuple(*key, tuples.arity()).into_iter().map(|atom| self.names.of(atom)).collect()
        };
        tuples.keys().iter().map(row).collect()
    }
}

/// What a named relation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A signature.
    Sig(SigId),
    /// A field.
    Field,
    /// What makes a `some` true.
    Witness,
}
