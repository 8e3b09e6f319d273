//! What a run of `fex generate` says when it is done.

use crate::extension::Encoded;
use fixedbitset::FixedBitSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The stages of a run and the time that each took.
#[derive(Debug)]
pub(super) struct Stopwatch {
    started: Instant,
    last: Instant,
    stages: Vec<(&'static str, Duration)>,
}

impl Stopwatch {
    pub(super) fn start() -> Stopwatch {
        let now = Instant::now();
        Stopwatch { started: now, last: now, stages: Vec::new() }
    }

    /// Ends a stage.
    pub(super) fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.stages.push((stage, now - self.last));
        self.last = now;
    }

    /// `0.123 s (read 0.001, …)`.
    pub(super) fn line(&self) -> String {
        let stages: Vec<String> =
            self.stages.iter().map(|(stage, time)| format!("{stage} {:.3}", time.as_secs_f64())).collect();
        format!("{:.3} s ({})", self.started.elapsed().as_secs_f64(), stages.join(", "))
    }
}

/// A table of the pairs of each field: covered, and refuted or open.
pub(super) fn fields(encoded: &Encoded, covered: &FixedBitSet, complete: bool) -> String {
    let mut rows: Vec<[String; 4]> = Vec::new();
    let (mut all_covered, mut all_other) = (0, 0);
    for (index, field) in encoded.problem.heap.fields.iter().enumerate() {
        let pairs: Vec<usize> =
            (0..encoded.pairs.len()).filter(|pair| encoded.pairs.pairs[*pair].field == index).collect();
        if pairs.is_empty() {
            continue;
        }
        let has = pairs.iter().filter(|pair| covered.contains(**pair)).count();
        let other = pairs.len() - has;
        all_covered += has;
        all_other += other;
        rows.push([field.name.clone(), has.to_string(), other.to_string(), percent(has, other, complete)]);
    }
    let total = percent(all_covered, all_other, complete);
    rows.push(["all fields".to_owned(), all_covered.to_string(), all_other.to_string(), total]);
    let other = if complete { "infeasible" } else { "open" };
    rows.insert(0, ["field", "covered", other, "of feasible"].map(str::to_owned));
    let widths: Vec<usize> = (0..4).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for [name, has, other, percent] in &rows {
        let _ = writeln!(
            text,
            "  {name:<w0$}  {has:>w1$}  {other:>w2$}  {percent:>w3$}",
            w0 = widths[0],
            w1 = widths[1],
            w2 = widths[2],
            w3 = widths[3]
        );
    }
    text
}

/// What share of the feasible pairs is covered: all of them once the others are refuted, else at least the share among
/// those that may be feasible.
fn percent(covered: usize, other: usize, complete: bool) -> String {
    if complete {
        return "100 %".to_owned();
    }
    let share = 100.0 * covered as f64 / (covered + other).max(1) as f64;
    format!(">= {share:.1} %")
}
