//! An instance as objects that have names, in the order of their atoms.

use crate::relational::{AtomId, TupleSet, Universe};
use crate::resolve::{FieldId, Module, Mult, SigId, SigKind};
use crate::schema::classes;
use std::collections::BTreeMap;

/// The relations of an instance.
pub struct Relations<'a> {
    /// The module that they are of.
    pub module: &'a Module,
    /// The atoms.
    pub universe: &'a Universe,
    /// The atoms of each signature, by `SigId`.
    pub sigs: Vec<&'a TupleSet>,
    /// The tuples of each field, by `FieldId`.
    pub fields: Vec<&'a TupleSet>,
    /// For each signature, by `SigId`, the atoms that it may have, if these are told apart: then an atom has its name whether the
    /// others are there or not.
    pub fixed: &'a [Option<Vec<AtomId>>],
}

/// The objects of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objects(pub Vec<Object>);

/// An object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its atom.
    pub atom: AtomId,
    /// Its most specific signature.
    pub sig: SigId,
    /// Its name.
    pub name: String,
    /// The values of each field, in order.
    pub fields: Vec<(FieldId, Vec<Value>)>,
}

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A string.
    Text(String),
    /// An object: an index into [`Objects`].
    Object(usize),
}

impl Objects {
    /// Reads an instance.
    pub fn read(relations: &Relations) -> Objects {
        let Relations { module, universe, .. } = relations;
        let mut class: Vec<Option<SigId>> = vec![None; universe.len()];
        for sig in classes(module) {
            for key in relations.sigs[sig.index()].keys() {
                class[key.0 as usize] = Some(sig);
            }
        }
        let mut position = vec![None; universe.len()];
        let mut objects = Vec::new();
        let mut counts: BTreeMap<SigId, usize> = BTreeMap::new();
        for (atom, sig) in class.iter().enumerate() {
            let Some(sig) = *sig else { continue };
            let atom = AtomId(atom as u32);
            position[atom.index()] = Some(objects.len());
            let named = naming(module, sig);
            let count = counts.entry(named).or_default();
            let number =
                relations.fixed[named.index()].as_ref().and_then(|atoms| atoms.iter().position(|a| *a == atom));
            let name = name(module, named, number.unwrap_or(*count));
            *count += 1;
            objects.push(Object { atom, sig, name, fields: Vec::new() });
        }
        let value = |atom: AtomId| match (universe.atoms[atom.index()].int, position[atom.index()]) {
            (Some(int), _) => Value::Int(int),
            (None, Some(object)) => Value::Object(object),
            (None, None) => Value::Text(unquoted(&universe.atoms[atom.index()].name)),
        };
        for (index, tuples) in relations.fields.iter().enumerate() {
            let field = FieldId(index as u32);
            for key in tuples.keys() {
                // Keys ascend, so that tuples of one owner are neighbours, and those of a sequence are in its order.
                let tuple = universe.tuple(*key, tuples.arity());
                let (Some(owner), Some(last)) = (position[tuple[0].index()], tuple.last()) else { continue };
                let fields: &mut Vec<(FieldId, Vec<Value>)> = &mut objects[owner].fields;
                match fields.last_mut() {
                    Some((last_field, values)) if *last_field == field => values.push(value(*last)),
                    _ => fields.push((field, vec![value(*last)])),
                }
            }
        }
        Objects(objects)
    }

    /// The object of an atom.
    pub fn of_atom(&self, atom: AtomId) -> Option<usize> {
        self.0.iter().position(|object| object.atom == atom)
    }
}

/// The signature whose names the objects of a signature have.
fn naming(module: &Module, sig: SigId) -> SigId {
    let has_names = |sig: &SigId| module.sigs[sig.index()].text.as_ref().is_some_and(|text| !text.names.is_empty());
    module.lineage(sig).find(has_names).unwrap_or(sig)
}

/// The name of the object with a number: that of the list; further ones have these again, with a number behind them.
fn name(module: &Module, named: SigId, number: usize) -> String {
    let sig = &module.sigs[named.index()];
    let names = sig.text.as_ref().map(|text| text.names.as_slice()).unwrap_or_default();
    if let Some(name) = names.get(number) {
        return name.clone();
    }
    if !names.is_empty() {
        return format!("{}{}", names[number % names.len()], number / names.len());
    }
    let plain = sig.name.rsplit('/').next().unwrap_or(&sig.name);
    let is_member = matches!(sig.kind, SigKind::Extends(parent) if module.sigs[parent.index()].is_enum);
    if is_member || sig.mult == Mult::One { plain.to_owned() } else { format!("{plain}{number}") }
}

/// A string atom without the quotes that its name has.
fn unquoted(name: &str) -> String {
    name.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(name).to_owned()
}
