//! What two problems are told apart by without comparing them.

use super::{Overflow, Problem};
use crate::unit::{Digest, Digester};

impl Problem {
    /// A digest of everything that decides which instances there are, not of the words for it in messages.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::new();
        for atom in &self.universe.atoms {
            digester.value(&(&atom.name, atom.int));
        }
        digester.value(&self.universe.bit_width);
        if self.universe.overflow != Overflow::Sound {
            digester.value(&(self.universe.overflow == Overflow::Alloy));
        }
        for relation in &self.relations {
            digester.value(&(&relation.name, &relation.lower, &relation.upper, relation.shape));
        }
        digester.value(&self.terms.items());
        for constraint in &self.constraints {
            digester.value(&constraint.formula);
        }
        for class in &self.heap.classes {
            digester.value(&(class.relation, &class.atoms, class.permutable));
        }
        for field in &self.heap.fields {
            digester.value(&(field.relation, field.nullable, field.functional));
        }
        digester.value(&self.heap.root).digest()
    }
}
