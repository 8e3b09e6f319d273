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

use crate::lower::{Run, State};
use crate::relational::{Evaluator, Instance, TupleSet};
use crate::resolve::{Module, SigId};

/// The values of everything that has a name, in one instance, or in one state of a trace.
#[derive(Clone)]
pub struct View<'v> {
    /// The module.
    pub module: &'v Module,
    /// The command's problem.
    pub run: &'v Run,
    /// Which state it is; the first one where nothing changes.
    pub state: usize,
    /// The atoms of each signature, by `SigId`.
    pub sigs: Vec<TupleSet>,
    /// The instance.
    pub instance: &'v Instance,
    /// The names of atoms.
    pub names: Names,
}

impl<'v> View<'v> {
    /// Reads an instance; of a trace, its first state.
    pub fn new(module: &'v Module, run: &'v Run, instance: &'v Instance) -> View<'v> {
        let mut evaluator = Evaluator::new(&run.problem);
        let mut states: Vec<Vec<TupleSet>> = Vec::new();
        for state in &run.states {
            states.push(state.sigs.iter().map(|sig| evaluator.value(instance, *sig)).collect());
        }
        // An atom that exists in a later state only has a name, too.
        let ever: Vec<TupleSet> = (0..module.sigs.len())
            .map(|sig| {
                let keys = states.iter().flat_map(|state| state[sig].keys().iter().copied());
                TupleSet::from_keys(1, keys.collect())
            })
            .collect();
        let names = Names::new(module, run, &ever, instance);
        View { module, run, state: 0, sigs: states.swap_remove(0), instance, names }
    }

    /// The states of a trace, in their order, each with the same names for the same atoms.
    pub fn states(&self) -> Vec<View<'v>> {
        let mut evaluator = Evaluator::new(&self.run.problem);
        let states = self.run.states.iter().enumerate();
        let view = |(index, state): (usize, &State)| {
            let sigs = state.sigs.iter().map(|sig| evaluator.value(self.instance, *sig)).collect();
            View { state: index, sigs, ..self.clone() }
        };
        states.map(view).collect()
    }

    /// Every named relation with its value: signatures, fields, witnesses.
    pub fn relations(&self) -> Vec<(Named, String, &TupleSet)> {
        let mut all = Vec::new();
        for (index, value) in self.sigs.iter().enumerate() {
            let sig = SigId(index as u32);
            all.push((Named::Sig(sig), self.module.sigs[index].name.clone(), value));
        }
        for (field, relation) in self.module.fields.iter().zip(&self.run.states[self.state].fields) {
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

/// The title of a state of a trace.
fn title(view: &View, title: &str) -> String {
    let last = view.state + 1 == view.run.states.len();
    let back = if last { format!(", back to {}", view.run.back(view.instance)) } else { String::new() };
    format!("{title}, state {}{back}", view.state)
}
