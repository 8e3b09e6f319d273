//! The instances of commands as texts: these have no root, so that a text begins with whatever no other text contains.

use super::objects::{Objects, Relations};
use super::writer::{Unwritable, Written, write};
use crate::instance::View;
use crate::resolve::{Module, Piece, Prim, SigId};
use std::collections::BTreeSet;

/// The texts of an instance, one for each object that a text begins with: those of the root of the first `generate` paragraph, or of the
/// signatures with a template that no template leads to.
pub fn instance(view: &View) -> Result<Vec<Written>, Unwritable> {
    let (module, run) = (view.module, view.run);
    let objects = Objects::read(&Relations {
        module,
        universe: &run.problem.universe,
        sigs: view.sigs.iter().collect(),
        fields: run.states[view.state]
            .fields
            .iter()
            .map(|relation| &view.instance.relations[relation.0 as usize])
            .collect(),
        fixed: &vec![None; module.sigs.len()],
    });
    let beginnings = beginnings(module);
    let begins = |index: &usize| module.lineage(objects.0[*index].sig).any(|sig| beginnings.contains(&sig));
    (0..objects.0.len()).filter(begins).map(|index| write(module, &objects, index)).collect()
}

/// The signatures that texts begin with.
fn beginnings(module: &Module) -> BTreeSet<SigId> {
    if let Some(generate) = module.generates.first() {
        return BTreeSet::from([generate.root]);
    }
    let ids = || (0..module.sigs.len() as u32).map(SigId);
    let of_sigs = module.sigs.iter().filter_map(|sig| sig.text.as_ref()?.template.as_ref());
    let of_fields = module.fields.iter().filter_map(|field| field.text.as_ref()?.template.as_ref());
    let mut inside: BTreeSet<SigId> = BTreeSet::new();
    for piece in of_sigs.chain(of_fields).flat_map(|template| template.pieces()) {
        let Piece::Field(fields, _) = piece else { continue };
        for field in fields.iter().map(|field| &module.fields[field.index()]) {
            let values = field.ty.products.iter().filter_map(|product| product.last());
            inside.extend(values.filter_map(|prim| match prim {
                Prim::Sig(sig) => Some(*sig),
                _ => None,
            }));
        }
    }
    let is_inside = |sig: &SigId| module.lineage(*sig).any(|above| inside.contains(&above));
    let has_template = |sig: &SigId| module.sigs[sig.index()].text.as_ref().is_some_and(|text| text.template.is_some());
    ids().filter(|sig| has_template(sig) && !is_inside(sig)).collect()
}
