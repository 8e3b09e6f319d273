//! Atoms are named after the least signature that they are in, and numbered in the order of a total order if the
//! instance has one (as Alloy's `A4Solution.rename`).

use crate::lower::Run;
use crate::relational::{AtomId, Instance, TupleSet};
use crate::resolve::{Module, SigId, SigKind};

/// The name of every atom in one instance.
#[derive(Debug, Clone)]
pub struct Names(Vec<String>);

impl Names {
    /// The name of an atom.
    pub fn of(&self, atom: AtomId) -> &str {
        &self.0[atom.index()]
    }

    /// The atom of a name, in this instance.
    pub fn find(&self, name: &str) -> Option<AtomId> {
        self.0.iter().position(|other| other == name).map(|index| AtomId(index as u32))
    }

    pub(super) fn new(module: &Module, run: &Run, sigs: &[TupleSet], instance: &Instance) -> Names {
        let atoms = &run.problem.universe.atoms;
        let objects = atoms.iter().position(|atom| atom.int.is_some()).unwrap_or(atoms.len() - run.texts.len());
        let mut naming = Naming { module, run, sigs, instance, names: vec![None; atoms.len()] };
        for (index, sig) in module.sigs.iter().enumerate() {
            if sig.kind == SigKind::Top {
                naming.name(SigId(index as u32));
            }
        }
        let mut unused = 0;
        let names = naming.names.into_iter().enumerate().map(|(index, name)| match name {
            Some(name) => name,
            None if index >= objects => atoms[index].name.clone(),
            None => {
                unused += 1;
                format!("unused{}", unused - 1)
            }
        });
        Names(names.collect())
    }
}

struct Naming<'n> {
    module: &'n Module,
    run: &'n Run,
    sigs: &'n [TupleSet],
    instance: &'n Instance,
    names: Vec<Option<String>>,
}

impl Naming<'_> {
    fn name(&mut self, sig: SigId) {
        for child in &self.module.sigs[sig.index()].children {
            self.name(*child);
        }
        let mut number = 0;
        for atom in self.ordered(sig) {
            if self.names[atom.index()].is_none() {
                self.names[atom.index()] = Some(format!("{}${number}", self.module.sigs[sig.index()].name));
                number += 1;
            }
        }
    }

    /// The atoms of a signature, in the order of a field `next` of a `one` signature that orders them in a line.
    fn ordered(&self, sig: SigId) -> Vec<AtomId> {
        let atoms: Vec<AtomId> = self.sigs[sig.index()].keys().iter().map(|key| AtomId(key.0 as u32)).collect();
        for (field, relation) in self.module.fields.iter().zip(&self.run.states[0].fields) {
            if !field.name.eq_ignore_ascii_case("next") || field.arity() != 3 || atoms.len() < 2 {
                continue;
            }
            let universe = &self.run.problem.universe;
            let steps: Vec<Vec<AtomId>> = self.instance.relations[relation.0 as usize]
                .keys()
                .iter()
                .map(|key| universe.tuple(*key, 3)[1..].to_vec())
                .collect();
            let after = |atom: AtomId| steps.iter().find(|step| step[0] == atom).map(|step| step[1]);
            let first = atoms.iter().find(|atom| !steps.iter().any(|step| step[1] == **atom));
            let Some(first) = first.filter(|_| steps.len() + 1 == atoms.len()) else { continue };
            let line: Vec<AtomId> =
                std::iter::successors(Some(*first), |atom| after(*atom)).take(atoms.len()).collect();
            if line.len() == atoms.len() && atoms.iter().all(|atom| line.contains(atom)) {
                return line;
            }
        }
        atoms
    }
}
