//! Alloy 6.2.0 as a judge of fex: on its own models, and on random modules.

use std::env;
use std::ops::Range;

use answers::Answers;
use compare::compare;

mod answers;
mod compare;
mod fex;
mod growth;
mod instances;
mod integers;
pub mod judge;
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

/// Which modules are compared: `FEX_SEEDS=1000..9000` asks for others than those of every run.
fn seeds() -> Range<u64> {
    let text = env::var("FEX_SEEDS").unwrap_or_else(|_| "0..2000".to_owned());
    let (first, last) = text.split_once("..").expect("FEX_SEEDS is a range: 1000..9000");
    let number = |text: &str| text.parse().expect("FEX_SEEDS is a range of numbers");
    number(first)..number(last)
}

#[test]
fn fex_agrees_with_alloy_on_random_modules() {
    let tally = compare(seeds(), &Answers::read());
    Answers::bless(&tally.asked);
    assert!(tally.disagreements.is_empty(), "{}", tally.disagreements.join("\n"));
    // The modules are worth comparing: most are accepted and counted, and not all are satisfiable.
    assert!(tally.rejected * 10 < tally.modules, "{tally:?}");
    assert!(tally.satisfiable * 5 > tally.modules && tally.unsatisfiable * 10 > tally.modules, "{tally:?}");
    assert!(tally.counted * 2 > tally.modules, "{tally:?}");
}
