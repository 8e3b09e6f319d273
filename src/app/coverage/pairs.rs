//! How much of the feasible pairs is covered, per field and in all, for people and programs.

use crate::app::context::Context;
use crate::classfile::ClassName;
use crate::diagnostic::Source;
use crate::extension::Encoded;
use crate::relational::{RelationId, TupleKey};
use crate::report::{Member, Place};
use crate::solve::Status;
use crate::suite::Measured;
use serde::Serialize;
use std::path::Path;

/// What is covered.
#[derive(Debug, Serialize)]
pub struct Pairs {
    /// Whether all feasible pairs are known.
    pub complete: bool,
    /// How many pairs are covered.
    pub covered: usize,
    /// How many are feasible.
    pub feasible: usize,
    /// What share of these is covered.
    pub percent: f64,
    /// The same for each field.
    pub fields: Vec<Field>,
}

/// The pairs of a field.
#[derive(Debug, Serialize)]
pub struct Field {
    /// Its name.
    pub field: String,
    /// How many of its pairs are covered.
    pub covered: usize,
    /// How many are feasible.
    pub feasible: usize,
    /// What share of these is covered.
    pub percent: f64,
    /// Those that are not.
    pub missing: Vec<Missing>,
    /// The field with its signature: `Node.left`.
    #[serde(skip)]
    pub name: String,
    /// Where the specification declares it.
    #[serde(skip)]
    pub place: Place,
}

/// A feasible pair that no structure has.
#[derive(Debug, Serialize)]
pub struct Missing {
    /// The object, and what stands in middle columns.
    pub owner: Vec<String>,
    /// `null` where there is no value.
    pub value: Option<String>,
}

impl Pairs {
    /// The pairs of what was measured.
    pub(super) fn of(context: &Context, encoded: &Encoded, measured: &Measured) -> Pairs {
        let pairs = &encoded.pairs.pairs;
        let mut fields = Vec::new();
        for (index, field) in encoded.core.problem.heap.fields.iter().enumerate() {
            let own: Vec<usize> = measured.feasible.ones().filter(|pair| pairs[*pair].field == index).collect();
            if own.is_empty() {
                continue;
            }
            let missing: Vec<usize> = own.iter().copied().filter(|pair| !measured.covered.contains(*pair)).collect();
            let arity = encoded.core.problem.relations[field.relation.0 as usize].upper.arity();
            let (name, place) = declared(context, field.relation);
            fields.push(Field {
                field: field.name.clone(),
                covered: own.len() - missing.len(),
                feasible: own.len(),
                percent: percent(own.len() - missing.len(), own.len()),
                missing: missing.into_iter().map(|pair| in_words(encoded, pair, arity)).collect(),
                name,
                place,
            });
        }
        let (covered, feasible) = (fields.iter().map(|f| f.covered).sum(), fields.iter().map(|f| f.feasible).sum());
        let complete = measured.status == Status::Complete;
        Pairs { complete, covered, feasible, percent: percent(covered, feasible), fields }
    }

    /// `62.5 %`.
    pub fn share(&self) -> String {
        rounded(self.percent)
    }
}

/// The field of a relation with its signature, and where it is declared: its class is that which the signature is bound to.
fn declared(context: &Context, relation: RelationId) -> (String, Place) {
    let specification = context.specification;
    let fields = context.lowered.field_relation.iter().zip(&specification.module.fields);
    let (_, field) =
        fields.into_iter().find(|(other, _)| **other == relation).expect("relations of the heap are fields");
    let owner = &specification.module.sigs[field.owner.index()];
    let class = owner.java.as_ref().map_or(&owner.name, |java| &java.class);
    let source = Source::of(&specification.sources, field.span);
    let line = u16::try_from(source.line(field.span.start)).ok();
    let place = Place {
        class: ClassName::binary(class),
        member: Some(Member::Field(field.name.clone())),
        // The standard modules are in no file.
        source: Path::new(&source.name).is_file().then(|| source.name.clone()),
        lines: line.map(|line| (line, line)),
    };
    (format!("{}.{}", owner.name, field.name), place)
}

fn percent(covered: usize, feasible: usize) -> f64 {
    if feasible == 0 { 100.0 } else { 100.0 * covered as f64 / feasible as f64 }
}

fn in_words(encoded: &Encoded, pair: usize, arity: usize) -> Missing {
    let universe = &encoded.core.problem.universe;
    let name = |key: TupleKey, arity: usize| {
        let tuple = universe.tuple(key, arity);
        tuple.iter().map(|atom| universe.atoms[atom.index()].name.clone()).collect::<Vec<String>>()
    };
    let pair = &encoded.pairs.pairs[pair];
    Missing {
        owner: name(pair.place, arity - 1),
        value: pair.value.map(|atom| universe.atoms[atom.index()].name.clone()),
    }
}

/// A share with one digit; never rounded up to all.
pub fn rounded(percent: f64) -> String {
    if percent >= 100.0 { "100 %".to_owned() } else { format!("{:.1} %", (percent * 10.0).floor() / 10.0) }
}
