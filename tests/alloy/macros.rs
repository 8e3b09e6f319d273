//! What macros stand for: names, arguments, and arrows whose multiplicities a macro hides.

use super::minimal::disagreements;

/// Models with one command, in pairs that are alike where Alloy tells them apart.
const MODELS: &[&str] = &[
    // The multiplicities of an arrow behind a macro bound a variable, and nothing else.
    "sig A { f: set A } let m = A -> one A run { f in m }",
    "sig A { f: set A } let m = A -> one A run { not f in m }",
    "sig A { f: set A } let m = A one -> A run { f in (m) }",
    "sig A { f: set A } let m[x] = x -> one x run { f in m[A] }",
    "sig A { f: set A } let m[x] = x run { f in m[A -> one A] }",
    "sig A { f: set A } let m[x, y] = x in y run { m[f, A -> one A] }",
    "sig A { f: set A } let m = A -> one A let k = m run { f in k }",
    "sig A { f: set A } let m = A -> one A run { some g: m | g = f }",
    "sig A { f: set A } let m = A -> one A run { some g: set m | g = f }",
    "sig A { f: set A } let m = A -> one A let k = m run { some g: k | g = f }",
    "sig A { f: set A } let m = A -> one A pred p[g: m] { g = f } run p",
    "sig A { f: set A } let m = A -> one A fun h: m { f } run h",
    "sig A { f: set A } let m = A -> one A run { let x = m | f in x }",
    "sig A { f: set A } let m = A -> one A run { f = m }",
    "sig A {} let m = A -> one A sig B { g: m } run { some B }",
    "sig A {} let m = A -> one A let k = m sig B { g: k } run { some B } for 1",
    "sig A { f: A -> A } let m = A -> one A run { f in A -> m }",
    "sig A { f: A -> A } let m = A -> one A run { f in A -> one m }",
    "sig A {} let m = A -> one A sig B { g: A -> m } run { some B } for 1",
    "sig A { f: A -> A } let m = A -> one A run { some r: A -> m | r = f }",
    "sig A { f: Int -> A } let s = seq A run { all a: A | a.f in s } for 1 but 2 seq, 3 Int",
    "sig A {} let s = seq A sig B { f: s } run {} for 1 but 2 seq, 3 Int",
    "sig A {} let s = seq A run { some x: s | some x } for 1 but 2 seq, 3 Int",
    // `set e` is `e` in a macro.
    "sig A { f: set A } let m = set A run { A in m }",
    "sig A { f: set A } let m { set A } run { some m + A }",
    "sig A { f: set A } let m[x] = set x run { some m[A] }",
    "sig A {} let m = set A sig B { g: m } run {} for 1",
    "sig A {} let m = set A sig B { g: A -> m } run {} for 1",
    "sig A {} let m = set A sig B { g: lone m } run {} for 1",
    "sig A {} let m = set A run { some x: m | x = A }",
    "sig A { f: set A } let m = one A run { A in m }",
    "sig A {} let m = one A sig B { g: m } run { some B }",
    // A macro may be a receiver, as a field may, and its parameters have different names.
    "sig A { f: A } let A2 = A pred A2.p { some this.f } run { some a: A | a.p }",
    "sig A { f: A } let A2 = A sig B in A2 {} run { some B }",
    "sig A { f: A } pred f.p { some this } run p",
    "sig A { f: A } pred f.p { some this } run { p[f] }",
    "sig A { f: A } fun f.p: A { A.this } run { some p[f] }",
    "sig A { f: A } let m[x, x] = some x run { m[f, A] }",
    "sig A { f: A } let m[x] = let x = A | some x run { m[f] }",
];

/// Both count all labellings of at most two atoms of each signature.
#[test]
fn macros_stand_for_what_alloy_puts_in_their_place() {
    let disagreements = disagreements(MODELS, "for 2");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}
