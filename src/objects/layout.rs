//! Which objects of a program a specification is about, and what of them.

use crate::relational::AtomId;
use crate::resolve::{FieldId, Prim, SigId};
use crate::schema::{ClassReading, FieldReading, FieldShape, Reading, Schema, top_of};
use crate::worker::protocol::{Constant, Container, Objects, Slot, Type};

/// What workers are asked to read, and what that means.
#[derive(Debug, Clone)]
pub struct Layout {
    /// What workers are asked.
    pub request: Objects,
    /// The signature of each type of the request.
    pub(super) sigs: Vec<SigId>,
    /// The fields of each type, in the order of its slots.
    pub(super) fields: Vec<Vec<FieldId>>,
    /// The top-level signature of each group.
    pub(super) groups: Vec<SigId>,
    /// The atom of each constant of the request.
    pub(super) constants: Vec<AtomId>,
    /// The atoms that stand for values with a literal: signature, atom, literal.
    pub(super) literals: Vec<(SigId, AtomId, String)>,
    /// The other constants, which stand for objects of which nothing is read.
    pub(super) elements: Vec<(SigId, AtomId)>,
}

impl Layout {
    /// The layout of objects that come from elsewhere: which of the elements one of them is, only its place tells.
    pub fn of_strangers(schema: &Schema, reading: &Reading) -> Layout {
        Layout::new(schema, reading, false)
    }

    /// The layout of objects that are made from what fex hands out: each element is an object of the worker's own. The
    /// constants of the request are those of the reading.
    pub fn of_own(schema: &Schema, reading: &Reading) -> Layout {
        Layout::new(schema, reading, true)
    }

    fn new(schema: &Schema, reading: &Reading, with_elements: bool) -> Layout {
        let mut layout = Layout {
            request: Objects {
                root: reading.root.clone(),
                limits: Vec::new(),
                width: u32::try_from(schema.problem.universe.len()).unwrap_or(u32::MAX),
                types: Vec::new(),
                constants: Vec::new(),
            },
            sigs: Vec::new(),
            fields: Vec::new(),
            groups: Vec::new(),
            constants: Vec::new(),
            literals: reading.literals.iter().map(|known| (known.sig, known.atom, known.text.clone())).collect(),
            elements: Vec::new(),
        };
        for class in &reading.classes {
            layout.add_type(schema, class);
        }
        for constant in &reading.constants {
            if constant.field.is_empty() && !with_elements {
                layout.elements.push((constant.sig, constant.atom));
            } else {
                let (class, field) = (constant.class.clone(), constant.field.clone());
                layout.request.constants.push(Constant { class, field });
                layout.constants.push(constant.atom);
            }
        }
        layout
    }

    /// The signature of a group, or the field of a slot: what the places of `Captured::beyond` are, in their order.
    pub fn places(&self) -> Vec<Place> {
        let groups = self.groups.iter().zip(&self.request.limits).map(|(sig, limit)| Place::Group(*sig, *limit));
        let slots = self.request.types.iter().zip(&self.fields).flat_map(|(ty, fields)| {
            let fields = fields.iter().zip(&ty.slots);
            fields.map(|(field, slot)| Place::Slot(*field, slot.range)).collect::<Vec<_>>()
        });
        groups.chain(slots).collect()
    }

    fn add_type(&mut self, schema: &Schema, class: &ClassReading) {
        let top = top_of(schema.module, class.sig);
        let group = self.groups.iter().position(|known| *known == top).unwrap_or_else(|| {
            self.groups.push(top);
            self.request.limits.push(schema.atoms_of(top).len() as u32);
            self.groups.len() - 1
        });
        let slots = class.fields.iter().map(|field| slot(schema, field, &class.fields)).collect();
        self.request.types.push(Type { class: class.class.clone(), group: group as u32, slots });
        self.sigs.push(class.sig);
        self.fields.push(class.fields.iter().map(|field| field.field).collect());
    }
}

/// What can make a structure too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// More objects of a signature than this.
    Group(SigId, u32),
    /// A value of a field out of this range, or too many of them.
    Slot(FieldId, (i64, i64)),
}

fn slot(schema: &Schema, field: &FieldReading, fields: &[FieldReading]) -> Slot {
    let container = match field.shape {
        FieldShape::One => Container::None,
        FieldShape::Many => Container::Elements,
        FieldShape::Array => Container::Places,
        FieldShape::Table => Container::Entries,
    };
    let used = field.used.and_then(|used| fields.iter().position(|other| other.field == used));
    Slot { field: field.name.clone(), container, used: used.map(|place| place as u32), range: range(schema, field) }
}

/// The least and the greatest integer that the bounds allow; of a table, whose keys may be integers too, any.
fn range(schema: &Schema, field: &FieldReading) -> (i64, i64) {
    let declared = &schema.module.fields[field.field.index()];
    let ints = declared.ty.products.iter().all(|product| product.last() == Some(&Prim::Int));
    if !ints || field.shape == FieldShape::Table {
        return (i64::MIN, i64::MAX);
    }
    let problem = schema.problem;
    let upper = &problem.relations[schema.field_relation[field.field.index()].0 as usize].upper;
    let tuples = upper.keys().iter().map(|key| problem.universe.tuple(*key, upper.arity()));
    let values = tuples.filter_map(|tuple| tuple.last().and_then(|atom| problem.universe.atoms[atom.index()].int));
    let (mut least, mut greatest) = (i64::MAX, i64::MIN);
    for value in values {
        (least, greatest) = (least.min(value), greatest.max(value));
    }
    (least, greatest)
}
