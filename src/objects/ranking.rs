//! Integers that a specification only compares, brought into the range that its scope has.
//!
//! Other integers in the same order make a structure satisfy the specification exactly if these do
//! (`crate::resolve::compared`). So a price of 1,299 needs no scope of 1,299: what counts is which of two prices is the greater.

use super::{Layout, Misfit};
use crate::resolve::{FieldId, compared};
use crate::schema::{FieldShape, Schema};
use crate::worker::protocol::{Observed, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Which columns are ranked together, and into which range.
#[derive(Debug, Clone)]
pub struct Ranking {
    classes: Vec<Class>,
    /// The class of each column that is ranked.
    class_of: BTreeMap<(FieldId, usize), usize>,
    /// How the values of each field of a type are read.
    slots: Vec<Vec<(FieldId, FieldShape)>>,
}

#[derive(Debug, Clone)]
struct Class {
    fields: Vec<FieldId>,
    least: i64,
    greatest: i64,
}

/// What was ranked of some fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    /// The fields whose values are compared with one another.
    pub fields: Vec<FieldId>,
    /// The range of their values.
    pub range: (i64, i64),
    /// How many structures had values out of range, and got others in the same order.
    pub structures: usize,
    /// How many different values these structures had.
    pub distinct: usize,
    /// How many of these values are more than the range has.
    pub beyond: usize,
}

/// The objects of structures with integers in range, or why there is no room for them.
pub type Fitted = Vec<Result<Vec<Observed>, Misfit>>;

impl Ranking {
    /// The ranking of a problem. Has the layout read integers that are ranked whatever they are.
    ///
    /// Columns are ranked if all that are compared with one another are read from objects and have the same range.
    pub fn of(schema: &Schema, layout: &mut Layout) -> Ranking {
        let module = schema.module;
        let shape = |field: &FieldId| (*field, FieldShape::of(module, *field));
        let slots: Vec<Vec<_>> = layout.fields.iter().map(|fields| fields.iter().map(shape).collect()).collect();
        let mut ranking = Ranking { classes: Vec::new(), class_of: BTreeMap::new(), slots };
        for columns in compared(module, schema.generate) {
            let is_read = |(field, column): &(FieldId, usize)| {
                let read = ranking.slots.iter().flatten().find(|(read, _)| read == field);
                // The places of an array are no values.
                read.is_some_and(|(_, shape)| *shape != FieldShape::Array || *column == 2)
            };
            let mut ranges: Vec<_> = columns.iter().map(|column| range(schema, *column)).collect();
            ranges.dedup();
            let [Some((least, greatest))] = ranges[..] else { continue };
            if !columns.iter().all(is_read) {
                continue;
            }
            let mut fields: Vec<FieldId> = columns.iter().map(|(field, _)| *field).collect();
            fields.dedup();
            ranking.class_of.extend(columns.iter().map(|column| (*column, ranking.classes.len())));
            ranking.classes.push(Class { fields, least, greatest });
        }
        for (fields, ty) in layout.fields.iter().zip(&mut layout.request.types) {
            for (field, slot) in fields.iter().zip(&mut ty.slots) {
                let last = module.fields[field.index()].arity() - 1;
                if ranking.class_of.contains_key(&(*field, last)) {
                    slot.range = (i64::MIN, i64::MAX);
                }
            }
        }
        ranking
    }

    /// Brings the integers of structures into range. Those that are in range stay. Others keep their order: among all structures
    /// that have others, if the range has room for so many different values, else in each structure by itself.
    pub fn fit(&self, structures: &[&[Observed]]) -> (Fitted, Vec<Ranked>) {
        let mut fitted: Fitted = structures.iter().map(|objects| Ok(objects.to_vec())).collect();
        let mut told = Vec::new();
        for (number, class) in self.classes.iter().enumerate() {
            let values: Vec<BTreeSet<i64>> = structures.iter().map(|objects| self.values(objects, number)).collect();
            let in_range = |value: &i64| (class.least..=class.greatest).contains(value);
            let strange: Vec<usize> = (0..values.len()).filter(|index| !values[*index].iter().all(in_range)).collect();
            if strange.is_empty() {
                continue;
            }
            let all: BTreeSet<i64> = strange.iter().flat_map(|index| values[*index].iter().copied()).collect();
            let room = usize::try_from(class.greatest - class.least).map_or(usize::MAX, |room| room.saturating_add(1));
            for index in &strange {
                let among = if all.len() <= room { &all } else { &values[*index] };
                if among.len() > room {
                    let reason = format!("more different values than {} .. {} has", class.least, class.greatest);
                    fitted[*index] = Err(Misfit::Beyond(reason, None));
                } else if let Ok(objects) = &mut fitted[*index] {
                    let ranks = among.iter().copied().zip(class.least..).collect();
                    self.exchange(objects, number, &ranks);
                }
            }
            told.push(Ranked {
                fields: class.fields.clone(),
                range: (class.least, class.greatest),
                structures: strange.len(),
                distinct: all.len(),
                beyond: all.len().saturating_sub(room),
            });
        }
        (fitted, told)
    }

    /// The integers of a class in a structure.
    fn values(&self, objects: &[Observed], class: usize) -> BTreeSet<i64> {
        let mut values = BTreeSet::new();
        let mut objects = objects.to_vec();
        self.visit(&mut objects, class, |value| {
            values.extend(integer(value));
        });
        values
    }

    fn exchange(&self, objects: &mut [Observed], class: usize, ranks: &BTreeMap<i64, i64>) {
        self.visit(objects, class, |value| {
            if let Some(rank) = integer(value).and_then(|integer| ranks.get(&integer)) {
                *value = Value::Int(*rank);
            }
        });
    }

    /// Does something with each value of a class in a structure.
    fn visit(&self, objects: &mut [Observed], class: usize, mut work: impl FnMut(&mut Value)) {
        for object in objects {
            let slots = self.slots.get(object.class as usize).into_iter().flatten();
            for ((field, shape), value) in slots.zip(&mut object.values) {
                let is_of_class = |column: usize| self.class_of.get(&(*field, column)) == Some(&class);
                match (shape, value) {
                    (FieldShape::One, value) if is_of_class(1) => work(value),
                    (FieldShape::Many, Value::Many(values)) if is_of_class(1) => values.iter_mut().for_each(&mut work),
                    (FieldShape::Array, Value::Many(values)) if is_of_class(2) => values.iter_mut().for_each(&mut work),
                    (FieldShape::Table, Value::Many(values)) => {
                        let columns = [is_of_class(1), is_of_class(2)];
                        let values = values.iter_mut().enumerate();
                        values.filter(|(place, _)| columns[place % 2]).for_each(|(_, value)| work(value));
                    }
                    _ => {}
                }
            }
        }
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// The range of a column; `None` where it has gaps, or not the same values for every owner.
fn range(schema: &Schema, (field, column): (FieldId, usize)) -> Option<(i64, i64)> {
    let problem = schema.problem;
    let upper = &problem.relations[schema.field_relation[field.index()].0 as usize].upper;
    let mut values: BTreeMap<_, BTreeSet<i64>> = BTreeMap::new();
    for key in upper.keys() {
        let mut tuple = problem.universe.tuple(*key, upper.arity());
        let value = problem.universe.atoms[tuple.remove(column).index()].int?;
        values.entry(tuple).or_default().insert(value);
    }
    let mut sets = values.into_values();
    let first = sets.next()?;
    let (least, greatest) = (*first.first()?, *first.last()?);
    let is_whole = i64::try_from(first.len()).is_ok_and(|count| greatest - least + 1 == count);
    (is_whole && sets.all(|other| other == first)).then_some((least, greatest))
}
