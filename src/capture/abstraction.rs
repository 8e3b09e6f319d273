//! Captured objects as instances of the specification.

use super::Layout;
use crate::fixture::Suite;
use crate::fixture::heap::{FieldShape, top_of};
use crate::fixture::stored::{Restored, Restorer, StoredObject, Structure};
use crate::relational::AtomId;
use crate::resolve::{FieldId, Prim, SigId};
use crate::worker::protocol::{Observed, Value};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Why objects are no instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// The scope has no room for them: for what, and, of values of a field, such a value.
    Beyond(String, Option<String>),
    /// No instance of any scope has such values; says which.
    Unfit(String),
}

/// Turns captured objects into instances of one suite's problem.
pub struct Abstraction<'a> {
    suite: Suite<'a>,
    layout: &'a Layout,
    restorer: Restorer<'a>,
}

/// What stands for what in one structure.
struct Naming<'n> {
    /// The atom of each object.
    objects: Vec<AtomId>,
    /// The atom of each value that is an element, in the order in which they were met.
    elements: Vec<(&'n Value, AtomId)>,
}

impl<'a> Abstraction<'a> {
    /// Prepares the reading; the suite's own instances do not matter.
    pub fn new(suite: &Suite<'a>, layout: &'a Layout) -> Self {
        Abstraction { suite: *suite, layout, restorer: Restorer::new(suite) }
    }

    /// The instance of captured objects, in the numbering in which they were met.
    pub fn instance(&self, objects: &[Observed]) -> Result<Restored, Misfit> {
        let structure = self.structure(objects)?;
        self.restorer.restore(&structure).map_err(|reason| Misfit::Beyond(reason, None))
    }

    fn structure(&self, objects: &[Observed]) -> Result<Structure, Misfit> {
        let mut naming = Naming { objects: Vec::new(), elements: Vec::new() };
        let mut sigs = Vec::new();
        for object in objects {
            let sig =
                *self.layout.sigs.get(object.class as usize).ok_or_else(|| unfit("an object is of no known class"))?;
            let free = self.suite.atoms_of(sig).into_iter().find(|atom| !naming.objects.contains(atom));
            let more = || Misfit::Beyond(format!("more `{}` than there are", self.sig_name(sig)), None);
            naming.objects.push(free.ok_or_else(more)?);
            sigs.push(sig);
        }
        let mut stored = Vec::new();
        for (index, (object, sig)) in objects.iter().zip(sigs).enumerate() {
            let mut fields = BTreeMap::new();
            for (field, value) in self.layout.fields[object.class as usize].iter().zip(&object.values) {
                let name = self.suite.module.fields[field.index()].name.clone();
                fields.insert(name, self.value(*field, value, &mut naming)?);
            }
            stored.push(StoredObject {
                id: self.atom_name(naming.objects[index]),
                class: self.sig_name(sig).to_owned(),
                fields,
            });
        }
        Ok(Structure { name: String::new(), calls: None, objects: stored })
    }

    /// What a field holds, as the document of a suite has it.
    fn value<'n>(&self, field: FieldId, value: &'n Value, naming: &mut Naming<'n>) -> Result<Json, Misfit> {
        let declared = &self.suite.module.fields[field.index()];
        let last = declared.arity() - 1;
        let misfit = |what: &str| unfit(&format!("`{}` {what}", declared.name));
        let many = |value: &'n Value| match value {
            Value::Many(values) => Ok(values.as_slice()),
            Value::Null => Err(misfit("is null")),
            _ => Err(misfit("holds one value instead of several")),
        };
        Ok(match FieldShape::of(self.suite.module, field) {
            FieldShape::One => self.single(field, last, value, naming)?,
            FieldShape::Many if *value == Value::Null => json!([]),
            FieldShape::Many => {
                let values = many(value)?.iter().filter(|value| **value != Value::Null);
                Json::Array(values.map(|value| self.single(field, last, value, naming)).collect::<Result<_, _>>()?)
            }
            FieldShape::Array => {
                let values = many(value)?.iter();
                Json::Array(values.map(|value| self.single(field, last, value, naming)).collect::<Result<_, _>>()?)
            }
            FieldShape::Table => {
                let mut rows = Vec::new();
                for entry in many(value)?.chunks(2).filter(|entry| !entry.contains(&Value::Null)) {
                    let [key, value] = entry else { return Err(misfit("has a key without a value")) };
                    rows.push(json!([self.single(field, 1, key, naming)?, self.single(field, last, value, naming)?]));
                }
                Json::Array(rows)
            }
        })
    }

    /// A value in a column of a field.
    fn single<'n>(
        &self,
        field: FieldId,
        column: usize,
        value: &'n Value,
        naming: &mut Naming<'n>,
    ) -> Result<Json, Misfit> {
        let declared = &self.suite.module.fields[field.index()];
        let products = &declared.ty.products;
        let ints = products.iter().any(|product| product.get(column) == Some(&Prim::Int));
        let atom = match value {
            Value::Null => return Ok(Json::Null),
            Value::Int(number) if ints => return Ok(json!(number)),
            Value::Text(text) if ints => {
                let number: Result<i64, _> = text.parse();
                return number.map(|number| json!(number)).map_err(|_| out_of_range(&declared.name, value));
            }
            Value::Object(number) => {
                let atom = naming.objects.get(*number as usize);
                let atom = *atom.ok_or_else(|| unfit("a reference leads nowhere"))?;
                return Ok(json!({ "ref": self.atom_name(atom) }));
            }
            Value::Constant(number) => self.layout.statics.get(*number as usize).copied(),
            _ => None,
        };
        let atom = match atom {
            Some(atom) => atom,
            None => self.constant(field, column, value, naming)?,
        };
        Ok(json!({ "constant": self.atom_name(atom) }))
    }

    /// The constant that stands for a value: the one that has it as its literal, or an element that stands for no other value.
    fn constant<'n>(
        &self,
        field: FieldId,
        column: usize,
        value: &'n Value,
        naming: &mut Naming<'n>,
    ) -> Result<AtomId, Misfit> {
        let declared = &self.suite.module.fields[field.index()];
        let module = self.suite.module;
        let holds = |sig: SigId| {
            declared.ty.products.iter().any(|product| match product.get(column) {
                Some(Prim::Sig(other)) => top_of(module, *other) == top_of(module, sig),
                _ => false,
            })
        };
        let mut literals = self.layout.literals.iter().filter(|(sig, ..)| holds(*sig));
        if let Some((_, atom, _)) = literals.find(|(_, _, literal)| is_literal(literal, value)) {
            return Ok(*atom);
        }
        if let Some((_, atom)) = naming.elements.iter().find(|(known, _)| *known == value) {
            return Ok(*atom);
        }
        let mut elements = self.layout.elements.iter().filter(|(sig, _)| holds(*sig));
        let free = elements.find(|(_, atom)| naming.elements.iter().all(|(_, taken)| taken != atom));
        match free {
            Some((_, atom)) => {
                naming.elements.push((value, *atom));
                Ok(*atom)
            }
            None => Err(out_of_range(&declared.name, value)),
        }
    }

    fn atom_name(&self, atom: AtomId) -> String {
        self.suite.problem.universe.atoms[atom.index()].name.clone()
    }

    fn sig_name(&self, sig: SigId) -> &str {
        &self.suite.module.sigs[sig.index()].name
    }
}

fn unfit(what: &str) -> Misfit {
    Misfit::Unfit(what.to_owned())
}

fn out_of_range(field: &str, value: &Value) -> Misfit {
    let example = match value {
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
        _ => "another object".to_owned(),
    };
    Misfit::Beyond(format!("a value of `{field}` is none of the scope"), Some(example))
}

/// Whether a literal of a binding is how a value is written: characters and truth values come as numbers.
fn is_literal(literal: &str, value: &Value) -> bool {
    match value {
        Value::Text(text) => text == literal || same_number(text, literal),
        Value::Int(number) => {
            let mut characters = literal.chars();
            let character =
                characters.next().filter(|_| characters.as_str().is_empty()).map(|c| i64::from(u32::from(c)));
            let truth = literal.parse::<bool>().ok().map(i64::from);
            same_number(&number.to_string(), literal) || character == Some(*number) || truth == Some(*number)
        }
        _ => false,
    }
}

fn same_number(one: &str, other: &str) -> bool {
    matches!((one.parse::<f64>(), other.parse::<f64>()), (Ok(one), Ok(other)) if one == other)
}
