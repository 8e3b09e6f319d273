//! A number by which two problems are told apart without comparing them.

use super::{Problem, Terms};
use fnv::FnvHasher;
use std::hash::{Hash, Hasher};

impl Problem {
    /// A number that equal problems share and different ones, for all practical purposes, do not: of everything that
    /// decides which instances there are, not of the words for it in messages.
    pub fn digest(&self) -> u64 {
        let mut state = FnvHasher::default();
        for atom in &self.universe.atoms {
            (&atom.name, atom.int).hash(&mut state);
        }
        self.universe.bit_width.hash(&mut state);
        for relation in &self.relations {
            (&relation.name, &relation.lower, &relation.upper, relation.shape).hash(&mut state);
        }
        self.terms.hash(&mut state);
        for constraint in &self.constraints {
            constraint.formula.hash(&mut state);
        }
        for class in &self.heap.classes {
            (class.relation, &class.atoms, class.permutable).hash(&mut state);
        }
        for field in &self.heap.fields {
            (field.relation, field.nullable, field.functional).hash(&mut state);
        }
        self.heap.root.hash(&mut state);
        state.finish()
    }
}

impl Hash for Terms {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items().hash(state);
    }
}
