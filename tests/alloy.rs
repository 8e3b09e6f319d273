//! Alloy 6.2.0 as a judge of fex: on its own models, and on random modules.

use std::env;
use std::ops::Range;
use std::path::PathBuf;

use answers::Answers;
use compare::compare;
use random::Kind;
use tempfile::TempDir;

mod answers;
mod bounds;
mod compare;
mod fex;
mod growth;
mod instances;
mod integers;
pub mod judge;
mod macros;
mod meta;
mod minimal;
mod models;
mod names;
mod random;
mod sequences;
mod shrink;
mod traces;
mod verdicts;
mod warnings;

/// Which modules are compared: `FEX_SEEDS=1000..9000` asks for others than the first so many, which are those of every run.
fn seeds(count: u64) -> Range<u64> {
    let text = env::var("FEX_SEEDS").unwrap_or_else(|_| format!("0..{count}"));
    let (first, last) = text.split_once("..").expect("FEX_SEEDS is a range: 1000..9000");
    let number = |text: &str| text.parse().expect("FEX_SEEDS is a range of numbers");
    number(first)..number(last)
}

/// A file of a folder with a text in it.
fn written(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("a temporary file can be written");
    file
}

/// Compares modules, which are worth it: most are accepted and counted, and not all are satisfiable.
fn agree(kind: Kind, count: u64) {
    let mut tally = compare(kind, seeds(count), &Answers::read(kind));
    Answers::bless(kind, &std::mem::take(&mut tally.asked));
    assert!(tally.disagreements.is_empty(), "{}", tally.disagreements.join("\n"));
    assert!(tally.rejected * 10 < tally.modules, "{tally:?}");
    assert!(tally.satisfiable * 5 > tally.modules && tally.unsatisfiable * 10 > tally.modules, "{tally:?}");
    assert!(tally.counted * 2 > tally.modules, "{tally:?}");
}

#[test]
fn fex_agrees_with_alloy_on_random_modules() {
    agree(Kind::Static, 2_000);
}

#[test]
fn fex_agrees_with_alloy_on_random_modules_about_traces() {
    agree(Kind::Temporal, 300);
}
