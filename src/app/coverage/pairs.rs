//! How much of the feasible pairs is covered, per field and in all, for people and programs.

use crate::extension::Encoded;
use crate::relational::TupleKey;
use crate::solve::Status;
use crate::suite::Measured;
use serde::Serialize;

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
    pub(super) fn of(encoded: &Encoded, measured: &Measured) -> Pairs {
        let pairs = &encoded.pairs.pairs;
        let mut fields = Vec::new();
        for (index, field) in encoded.core.problem.heap.fields.iter().enumerate() {
            let own: Vec<usize> = measured.feasible.ones().filter(|pair| pairs[*pair].field == index).collect();
            if own.is_empty() {
                continue;
            }
            let missing: Vec<usize> = own.iter().copied().filter(|pair| !measured.covered.contains(*pair)).collect();
            let arity = encoded.core.problem.relations[field.relation.0 as usize].upper.arity();
            fields.push(Field {
                field: field.name.clone(),
                covered: own.len() - missing.len(),
                feasible: own.len(),
                percent: percent(own.len() - missing.len(), own.len()),
                missing: missing.into_iter().map(|pair| in_words(encoded, pair, arity)).collect(),
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
