//! How much of the feasible pairs is covered, per field and in all, for people and programs.

use crate::extension::{Encoded, Status};
use crate::relational::TupleKey;
use crate::suite::Measured;
use serde::Serialize;
use std::fmt::Write;

/// What is covered.
#[derive(Debug, Serialize)]
pub(super) struct Pairs {
    /// Whether all feasible pairs are known.
    pub(super) complete: bool,
    pub(super) covered: usize,
    pub(super) feasible: usize,
    pub(super) percent: f64,
    fields: Vec<Field>,
}

/// The pairs of a field.
#[derive(Debug, Serialize)]
struct Field {
    field: String,
    covered: usize,
    feasible: usize,
    percent: f64,
    missing: Vec<Missing>,
}

/// A feasible pair that no structure has.
#[derive(Debug, Serialize)]
struct Missing {
    /// The object, and what stands in middle columns.
    owner: Vec<String>,
    /// `null` where there is no value.
    value: Option<String>,
}

impl Pairs {
    /// The pairs of what was measured.
    pub(super) fn of(encoded: &Encoded, measured: &Measured) -> Pairs {
        let pairs = &encoded.pairs.pairs;
        let mut fields = Vec::new();
        for (index, field) in encoded.problem.heap.fields.iter().enumerate() {
            let own: Vec<usize> = measured.feasible.ones().filter(|pair| pairs[*pair].field == index).collect();
            if own.is_empty() {
                continue;
            }
            let missing: Vec<usize> = own.iter().copied().filter(|pair| !measured.covered.contains(*pair)).collect();
            let arity = encoded.problem.relations[field.relation.0 as usize].upper.arity();
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

    /// `25 of 40 feasible pairs (62.5 %)`.
    pub(super) fn share(&self) -> String {
        format!("{} of {} feasible pairs ({})", self.covered, self.feasible, rounded(self.percent))
    }

    /// `62.5 %`.
    pub(super) fn share_of_feasible(&self) -> String {
        rounded(self.percent)
    }

    /// A table of the fields, and what is missing of them.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        if !self.complete {
            text.push_str("  INCOMPLETE: the search was stopped; more pairs may be feasible\n");
        }
        let widest = self.fields.iter().map(|field| field.field.chars().count()).max().unwrap_or(0).max(5);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:widest$}  covered  feasible  share", "field");
        for field in &self.fields {
            let Field { field: name, covered, feasible, percent, .. } = field;
            let _ = writeln!(text, "  {name:widest$}  {covered:>7}  {feasible:>8}  {}", rounded(*percent));
        }
        for field in self.fields.iter().filter(|field| !field.missing.is_empty()) {
            let mut places: Vec<(&[String], Vec<&str>)> = Vec::new();
            for missing in &field.missing {
                let value = missing.value.as_deref().unwrap_or("null");
                match places.last_mut() {
                    Some((owner, values)) if *owner == missing.owner.as_slice() => values.push(value),
                    _ => places.push((&missing.owner, vec![value])),
                }
            }
            for (owner, values) in places {
                let index = if owner.len() > 1 { format!("[{}]", owner[1..].join(", ")) } else { String::new() };
                let _ = writeln!(text, "  missing  {}.{}{index}: {}", owner[0], field.field, values.join(", "));
            }
        }
        text
    }
}

fn percent(covered: usize, feasible: usize) -> f64 {
    if feasible == 0 { 100.0 } else { 100.0 * covered as f64 / feasible as f64 }
}

fn in_words(encoded: &Encoded, pair: usize, arity: usize) -> Missing {
    let universe = &encoded.problem.universe;
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
fn rounded(percent: f64) -> String {
    if percent >= 100.0 { "100 %".to_owned() } else { format!("{:.1} %", (percent * 10.0).floor() / 10.0) }
}
