//! Which objects of a program a specification is about, and what of them.

use crate::fixture::heap::{FieldShape, HeapReader, top_of};
use crate::fixture::java::constant_literal;
use crate::fixture::java::plan::Plan;
use crate::fixture::{Options, Suite};
use crate::relational::AtomId;
use crate::resolve::{FieldId, Prim, SigId};
use crate::worker::protocol::{Capture, Container, Slot, Static, Type};

/// What workers are asked to read, and what that means.
#[derive(Debug, Clone)]
pub struct Layout {
    /// What workers are asked.
    pub request: Capture,
    /// The internal name of the class that holds the structures of a suite that fex wrote. Tests that use it are not somebody's
    /// own: they would cover whatever fex has found to be missing.
    pub structures: String,
    /// The signature of each type of the request.
    pub(super) sigs: Vec<SigId>,
    /// The fields of each type, in the order of its slots.
    pub(super) fields: Vec<Vec<FieldId>>,
    /// The top-level signature of each group.
    pub(super) groups: Vec<SigId>,
    /// The atom of each static of the request.
    pub(super) statics: Vec<AtomId>,
    /// The atoms that stand for values with a literal: signature, atom, literal.
    pub(super) literals: Vec<(SigId, AtomId, String)>,
    /// The other constants, which stand for objects of which nothing is read.
    pub(super) elements: Vec<(SigId, AtomId)>,
}

impl Layout {
    /// The layout of a suite's problem; the suite's instances do not matter. The classes are those of the options' class path.
    pub fn of(suite: &Suite, options: &Options) -> Layout {
        let plan = Plan::new(suite, options);
        let root = &plan.classes[suite.generate.root.index()].binary;
        let lineage = options.class_path.as_ref().map(|path| path.lineage(root)).unwrap_or_default();
        let structures = match plan.package.as_str() {
            "" => format!("{}Structures", plan.stem),
            package => format!("{}/{}Structures", package.replace('.', "/"), plan.stem),
        };
        let mut layout = Layout {
            structures,
            request: Capture {
                above: lineage.iter().skip(1).map(|class| class.name.replace('.', "/")).collect(),
                root: root.clone(),
                limits: Vec::new(),
                width: u32::try_from(suite.problem.universe.len()).unwrap_or(u32::MAX),
                types: Vec::new(),
                constants: Vec::new(),
            },
            sigs: Vec::new(),
            fields: Vec::new(),
            groups: Vec::new(),
            statics: Vec::new(),
            literals: Vec::new(),
            elements: Vec::new(),
        };
        for index in 0..suite.module.sigs.len() as u32 {
            layout.add_type(&plan, SigId(index));
        }
        for (sig, atom) in HeapReader::new(suite).constants() {
            layout.add_constant(&plan, sig, atom);
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

    fn add_type(&mut self, plan: &Plan, sig: SigId) {
        let class = &plan.classes[sig.index()];
        let known = |ty: &Type| ty.class == class.binary;
        if class.constant
            || !class.distinguishable
            || class.binary == "java.lang.Object"
            || self.request.types.iter().any(known)
        {
            return;
        }
        let top = top_of(plan.module(), sig);
        let group = self.groups.iter().position(|known| *known == top).unwrap_or_else(|| {
            self.groups.push(top);
            self.request.limits.push(plan.atoms_of(top).len() as u32);
            self.groups.len() - 1
        });
        let fields = plan.fields_of(sig);
        let slots = fields.iter().map(|field| slot(plan, *field, &fields)).collect();
        self.request.types.push(Type { class: class.binary.clone(), group: group as u32, slots });
        self.sigs.push(sig);
        self.fields.push(fields);
    }

    fn add_constant(&mut self, plan: &Plan, sig: SigId, atom: AtomId) {
        let named = match plan.suite.given_value(sig, atom) {
            Some((of, value)) => {
                let class = &plan.classes[of.index()].binary;
                match constant_literal(class, "", value) {
                    // A name of a constant comes back with a dot, a literal as it is.
                    Some(text) if text.starts_with('.') => Some((class.clone(), value.to_owned())),
                    _ => {
                        self.literals.push((sig, atom, value.to_owned()));
                        return;
                    }
                }
            }
            None if plan.is_enum_member(sig) => {
                Some((plan.classes[sig.index()].binary.clone(), plan.module().sigs[sig.index()].name.clone()))
            }
            None => None,
        };
        match named {
            Some((class, field)) => {
                self.request.constants.push(Static { class, field });
                self.statics.push(atom);
            }
            None => self.elements.push((sig, atom)),
        }
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

fn slot(plan: &Plan, field: FieldId, fields: &[FieldId]) -> Slot {
    let planned = &plan.fields[field.index()];
    let container = match planned.shape {
        FieldShape::One => Container::None,
        FieldShape::Many => Container::Elements,
        FieldShape::Array => Container::Places,
        FieldShape::Table => Container::Entries,
    };
    let used = planned.used.and_then(|used| fields.iter().position(|field| *field == used));
    Slot {
        field: planned.java_name.clone(),
        container,
        used: used.map(|place| place as u32),
        range: range(plan, field),
    }
}

/// The least and the greatest integer that the bounds allow; of a table, whose keys may be integers too, any.
fn range(plan: &Plan, field: FieldId) -> (i64, i64) {
    let declared = &plan.module().fields[field.index()];
    let ints = declared.ty.products.iter().all(|product| product.last() == Some(&Prim::Int));
    if !ints || plan.fields[field.index()].shape == FieldShape::Table {
        return (i64::MIN, i64::MAX);
    }
    let problem = plan.suite.problem;
    let upper = &problem.relations[plan.suite.field_relation[field.index()].0 as usize].upper;
    let tuples = upper.keys().iter().map(|key| problem.universe.tuple(*key, upper.arity()));
    let values = tuples.filter_map(|tuple| tuple.last().and_then(|atom| problem.universe.atoms[atom.index()].int));
    let (mut least, mut greatest) = (i64::MAX, i64::MIN);
    for value in values {
        (least, greatest) = (least.min(value), greatest.max(value));
    }
    (least, greatest)
}
