//! What the objects of a module look like: which fields they have, and of what shape.

use crate::resolve::{FieldId, Generate, Module, Mult, Prim, SigId, SigKind};

/// How the tuples of a field become the value of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldShape {
    /// At most one value: `lone` and `one` fields.
    One,
    /// Several values.
    Many,
    /// A value per index.
    Array,
    /// Anything wider.
    Table,
}

impl FieldShape {
    /// The shape of a field, as the declaration says it.
    pub fn of(module: &Module, field: FieldId) -> FieldShape {
        let field = &module.fields[field.index()];
        // A relation that is always empty has no columns to go by.
        let products = &field.ty.products;
        let indexed = !products.is_empty() && products.iter().all(|product| product.get(1) == Some(&Prim::Int));
        match (field.arity(), field.mult) {
            (2, Mult::Lone | Mult::One) => FieldShape::One,
            (2, _) => FieldShape::Many,
            (3, _) if field.sequence => FieldShape::Array,
            (3, _) if indexed && field.java.as_ref().is_none_or(|java| java.array.is_some()) => FieldShape::Array,
            _ => FieldShape::Table,
        }
    }
}

/// The fields of an object of a signature: those of its ancestors first.
pub fn fields_of(module: &Module, sig: SigId) -> Vec<FieldId> {
    let mut fields = match module.sigs[sig.index()].kind {
        SigKind::Extends(parent) => fields_of(module, parent),
        SigKind::Top | SigKind::In { .. } => Vec::new(),
    };
    fields.extend(&module.sigs[sig.index()].fields);
    fields
}

/// The top-level signature that a signature extends, directly or not; itself if it extends none.
pub fn top_of(module: &Module, sig: SigId) -> SigId {
    module.lineage(sig).last().unwrap_or(sig)
}

/// Whether a signature and all below it have no field.
fn is_bare(module: &Module, sig: SigId) -> bool {
    let sig = &module.sigs[sig.index()];
    sig.fields.is_empty() && sig.children.iter().all(|child| is_bare(module, *child))
}

/// Whether the atoms of a signature are constants: enum members and elements without fields, never the root.
pub fn is_constant(module: &Module, generate: &Generate, sig: SigId) -> bool {
    let top = top_of(module, sig);
    top != top_of(module, generate.root) && (module.sigs[top.index()].is_enum || is_bare(module, top))
}

/// The signatures that objects are of, parents before their children: the last that claims an atom is its class.
pub fn classes(module: &Module) -> Vec<SigId> {
    let ids = (0..module.sigs.len() as u32).map(SigId);
    let mut classes: Vec<SigId> =
        ids.filter(|sig| !matches!(module.sigs[sig.index()].kind, SigKind::In { .. })).collect();
    classes.sort_by_key(|sig| depth(module, *sig));
    classes
}

fn depth(module: &Module, sig: SigId) -> usize {
    match module.sigs[sig.index()].kind {
        SigKind::Extends(parent) => 1 + depth(module, parent),
        SigKind::Top | SigKind::In { .. } => 0,
    }
}
