//! What structures are instances of: a module, a paragraph of it, and its problem in a scope.
//!
//! Whoever reads, writes or compares structures is told the [`Schema`]; which structures a suite has is its own matter.

mod assembly;
mod reading;
mod shape;

pub use assembly::{Assembler, Part, Restored};
pub use reading::{ClassReading, ConstantReading, FieldReading, LiteralReading, Reading};
pub use shape::{FieldShape, classes, fields_of, is_constant, top_of};

use crate::relational::{AtomId, Problem, RelationId};
use crate::resolve::{Generate, Module, SigId, SigKind};

/// What structures are instances of.
#[derive(Debug, Clone, Copy)]
pub struct Schema<'a> {
    /// The checked module.
    pub module: &'a Module,
    /// The paragraph that says what the structures are.
    pub generate: &'a Generate,
    /// The problem whose instances they are.
    pub problem: &'a Problem,
    /// The relation of each field, by `FieldId`.
    pub field_relation: &'a [RelationId],
    /// The relation of each signature, by `SigId`.
    pub sig_relation: &'a [RelationId],
    /// The scope.
    pub scope: u32,
    /// The specification that the module comes from.
    pub spec: SpecText<'a>,
}

/// A specification's name and text.
#[derive(Debug, Clone, Copy)]
pub struct SpecText<'a> {
    /// The file's name without its folder: `search_tree.spec`.
    pub name: &'a str,
    /// Its text, into which the module's spans point.
    pub text: &'a str,
}

impl<'a> Schema<'a> {
    /// The atoms that a signature may have, in order.
    pub fn atoms_of(&self, sig: SigId) -> Vec<AtomId> {
        let relation = self.sig_relation.get(sig.index()).map(|id| &self.problem.relations[id.0 as usize]);
        let keys = relation.map(|relation| relation.upper.keys()).unwrap_or_default();
        keys.iter().map(|key| AtomId(key.0 as u32)).collect()
    }

    /// The value that an annotation at or above a signature gives to an atom, and the signature that has it.
    pub fn given_value(&self, sig: SigId, atom: AtomId) -> Option<(SigId, &'a str)> {
        let declared = &self.module.sigs[sig.index()];
        let values = declared.java.as_ref().map(|java| java.values.as_slice()).unwrap_or_default();
        let place = self.atoms_of(sig).iter().position(|other| *other == atom);
        match (place.and_then(|place| values.get(place)), &declared.kind) {
            (Some(value), _) => Some((sig, value)),
            (None, SigKind::Extends(parent)) => self.given_value(*parent, atom),
            (None, _) => None,
        }
    }

    /// The constants, whether or not an instance contains them, each with its most specific signature.
    pub fn constants(&self) -> Vec<(SigId, AtomId)> {
        let mut class = vec![None; self.problem.universe.len()];
        for sig in classes(self.module) {
            let Some(relation) = self.sig_relation.get(sig.index()) else { continue };
            for key in self.problem.relations[relation.0 as usize].upper.keys() {
                class[key.0 as usize] = Some(sig);
            }
        }
        let atoms = class.iter().enumerate();
        atoms
            .filter_map(|(atom, sig)| sig.map(|sig| (sig, AtomId(atom as u32))))
            .filter(|(sig, _)| is_constant(self.module, self.generate, *sig))
            .collect()
    }
}
