//! Integers that bounds of fields are restricted to.

use super::minimal::disagreements;

/// Models with one command.
const MODELS: &[&str] = &[
    // A comprehension as a bound has only the integers that its formula lets through, whichever side the literal is on.
    "sig A { f: one { i: Int | 0 <= i and i < 3 } } run { some A } for 2 but 3 Int",
    "sig A { f: set { i: Int | i > 1 or i = 0 } } run { some A } for 1 but 3 Int",
    "sig A { f: set { i, j: Int | 2 > i and i >= 1 and j = 0 } } run { some f } for 1 but 3 Int",
    "sig A { f: set { i: Int, a: A | -1 = i } } run { some f } for 2 but 3 Int",
    "sig A { f: set { i: Int | not i < 3 } } run { some f } for 1 but 3 Int",
    "sig A { f: set { i: Int | i < #A and i > 0 } } run { some f } for 2 but 3 Int",
    "let square = { i: Int, j: Int | 0 <= i && i <= 1 && 0 <= j && j <= 1 } sig Q {} \
     one sig Board { at: square one -> lone Q } run { #at = 2 } for 2 but 3 Int",
    // So has what a quantifier chooses of it.
    "sig A {} run { some i: { n: Int | n >= 2 and n <= 3 } | #A = i } for 3 but 3 Int",
];

/// Both count all labellings.
#[test]
fn bounds_have_the_integers_that_alloy_lets_through() {
    let disagreements = disagreements(MODELS, "");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}
