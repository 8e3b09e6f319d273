//! Objects that a worker read as instances of the specification.

use super::Layout;
use crate::relational::AtomId;
use crate::resolve::{FieldId, Prim, SigId};
use crate::schema::{Assembler, FieldShape, Part, Restored, Schema, top_of};
use crate::worker::protocol::{Observed, Value};

/// Why objects are no instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// The scope has no room for them: for what, and, of values of a field, such a value.
    Beyond(String, Option<String>),
    /// No instance of any scope has such values; says which.
    Unfit(String),
}

/// Turns objects that a worker read into instances of one problem.
pub struct Abstraction<'a> {
    schema: Schema<'a>,
    layout: &'a Layout,
    assembler: Assembler<'a>,
    /// The atoms of the objects of each type, in their order.
    atoms: Vec<Vec<AtomId>>,
}

/// What stands for what in one structure.
struct Naming<'n> {
    /// The atom of each object.
    objects: Vec<AtomId>,
    /// The atom of each value that is an element, in the order in which they were met.
    elements: Vec<(&'n Value, AtomId)>,
}

/// The tuples of a field, without the object that has it.
type Rows = Vec<Vec<AtomId>>;

impl<'a> Abstraction<'a> {
    /// Prepares the reading.
    pub fn new(schema: &Schema<'a>, layout: &'a Layout) -> Self {
        let atoms = layout.sigs.iter().map(|sig| schema.atoms_of(*sig)).collect();
        Abstraction { schema: *schema, layout, assembler: Assembler::new(schema), atoms }
    }

    /// The instance of some objects, in the numbering in which they were met.
    pub fn instance(&self, objects: &[Observed]) -> Result<Restored, Misfit> {
        let parts = self.parts(objects)?;
        let restored = self.assembler.assemble(&parts);
        self.assembler.check(&parts, &restored).map_err(|reason| Misfit::Beyond(reason, None))?;
        Ok(restored)
    }

    /// The same, even where an object is missing that every structure has.
    pub fn fragment(&self, objects: &[Observed]) -> Result<Restored, Misfit> {
        Ok(self.assembler.assemble(&self.parts(objects)?))
    }

    fn parts(&self, objects: &[Observed]) -> Result<Vec<Part>, Misfit> {
        let mut naming = Naming { objects: Vec::new(), elements: Vec::new() };
        let mut parts = Vec::new();
        for object in objects {
            let class = object.class as usize;
            let sig = *self.layout.sigs.get(class).ok_or_else(|| unfit("an object is of no known class"))?;
            let free = self.atoms[class].iter().copied().find(|atom| !naming.objects.contains(atom));
            let more = || Misfit::Beyond(format!("more `{}` than there are", self.sig_name(sig)), None);
            let atom = free.ok_or_else(more)?;
            naming.objects.push(atom);
            parts.push(Part { atom, sig, fields: Vec::new() });
        }
        for (object, part) in objects.iter().zip(&mut parts) {
            for (field, value) in self.layout.fields[object.class as usize].iter().zip(&object.values) {
                part.fields.push((*field, self.rows(*field, value, &mut naming)?));
            }
        }
        Ok(parts)
    }

    /// What a field holds.
    fn rows<'n>(&self, field: FieldId, value: &'n Value, naming: &mut Naming<'n>) -> Result<Rows, Misfit> {
        let declared = &self.schema.module.fields[field.index()];
        let last = declared.arity() - 1;
        let misfit = |what: &str| unfit(&format!("`{}` {what}", declared.name));
        let many = || match value {
            Value::Many(values) => Ok(values.as_slice()),
            Value::Null => Err(misfit("is null")),
            _ => Err(misfit("holds one value instead of several")),
        };
        let mut rows = Vec::new();
        match (FieldShape::of(self.schema.module, field), value) {
            (FieldShape::One | FieldShape::Many, Value::Null) => {}
            (FieldShape::One, value) => rows.push(vec![self.single(field, last, value, naming)?]),
            (FieldShape::Many, _) => {
                for value in many()?.iter().filter(|value| **value != Value::Null) {
                    rows.push(vec![self.single(field, last, value, naming)?]);
                }
            }
            (FieldShape::Array, _) => {
                for (place, value) in many()?.iter().enumerate().filter(|(_, value)| **value != Value::Null) {
                    let beyond = || Misfit::Beyond(format!("`{}` has more places than there are", declared.name), None);
                    let place = self.schema.problem.universe.int_atom(place as i64).ok_or_else(beyond)?;
                    rows.push(vec![place, self.single(field, last, value, naming)?]);
                }
            }
            (FieldShape::Table, _) => {
                for entry in many()?.chunks(2).filter(|entry| !entry.contains(&Value::Null)) {
                    let [key, value] = entry else { return Err(misfit("has a key without a value")) };
                    let key = self.single(field, 1, key, naming)?;
                    rows.push(vec![key, self.single(field, last, value, naming)?]);
                }
            }
        }
        Ok(rows)
    }

    /// The atom of a value in a column of a field.
    fn single<'n>(
        &self,
        field: FieldId,
        column: usize,
        value: &'n Value,
        naming: &mut Naming<'n>,
    ) -> Result<AtomId, Misfit> {
        let declared = &self.schema.module.fields[field.index()];
        let products = &declared.ty.products;
        let ints = products.iter().any(|product| product.get(column) == Some(&Prim::Int));
        match value {
            Value::Int(number) if ints => self.int(&declared.name, *number, value),
            Value::Text(text) if ints => {
                let number: i64 = text.parse().map_err(|_| out_of_range(&declared.name, value))?;
                self.int(&declared.name, number, value)
            }
            Value::Object(number) => {
                let atom = naming.objects.get(*number as usize);
                Ok(*atom.ok_or_else(|| unfit("a reference leads nowhere"))?)
            }
            Value::Constant(number) => {
                let atom = self.layout.constants.get(*number as usize);
                Ok(*atom.ok_or_else(|| unfit("a constant is none"))?)
            }
            _ => self.constant(field, column, value, naming),
        }
    }

    fn int(&self, field: &str, number: i64, value: &Value) -> Result<AtomId, Misfit> {
        self.schema.problem.universe.int_atom(number).ok_or_else(|| out_of_range(field, value))
    }

    /// The constant that stands for a value: the one that has it as its literal, or an element that stands for no other value.
    fn constant<'n>(
        &self,
        field: FieldId,
        column: usize,
        value: &'n Value,
        naming: &mut Naming<'n>,
    ) -> Result<AtomId, Misfit> {
        let declared = &self.schema.module.fields[field.index()];
        let module = self.schema.module;
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

    fn sig_name(&self, sig: SigId) -> &str {
        &self.schema.module.sigs[sig.index()].name
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
