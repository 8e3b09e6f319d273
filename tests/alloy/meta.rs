//! What stands for signatures and fields (`A$`, `A$f`, `sig$`, `field$`) means what it means in Alloy.

use super::minimal::disagreements;

/// Models with one command; those of one signature `A` with the fields `f` and `g`, and others.
const MODELS: &[&str] = &[
    // How many there are, and what they stand for.
    "sig A { f: set A } sig B extends A {} run { #sig$ = 2 and #field$ = 1 }",
    "sig A { f: set A } run { #univ = 4 } for exactly 2 A",
    "sig A { f: set A } run { #univ = 4 and some sig$ } for exactly 2 A",
    "sig A { f: set A } run { A$.value = A and A$f.value = f and some f }",
    "sig A { f: set A } run { some A and no A$.value }",
    "run { no sig$ }",
    "run { some field$ }",
    "sig A {} run { no field$ and some A$ }",
    "enum E { P, Q } run { P$.parent = E$ and no E$.parent and E$.value = P$.value + Q$.value }",
    // The fields of a signature, and of what extends it.
    "sig A { f: set A } sig B extends A { g: lone A } run { A$.fields = A$f and A$.subfields = A$f + B$g }",
    "sig A { f: set A } sig B extends A { g: lone A } sig C in A {} run { B$.parent = A$ and no A$.parent and no C$.parent }",
    "sig A { f: set A } sig B extends A { g: lone A } sig C in A { h: A } run { no A$.subfields & field$ - A$f - B$g and some C$h.value }",
    "sig A { f: set A } sig B {} run { no B$.subfields and some B$.value and no f }",
    // Quantifiers say what they say of each by itself.
    "sig A { f: set A, g: lone Int } run { all disj a, b: A | all x: A$.subfields | a.(x.value) != b.(x.value) }",
    "sig A { f: set A, g: A -> A } run { all x: field$ | some x.value }",
    "sig A { f: set A, g: A -> A } run { some x: A$.fields & A$f | no x.value }",
    "sig A { f: set A } sig B {} run { { x: sig$ | no x.value } = B$ and some f }",
    "sig A { f: set A } sig B {} run { some x: sig$ + A$.fields | no x.value }",
    "sig A { f: set A } run { all x: one sig$ | some x.value }",
    "sig A { f: set A } sig B {} run { one x: sig$ | no x.value }",
    "sig A { f: set A } run { all x: sig$ | no x.parent } ",
    "sig A { f: set A } check { all a: A | a.f = a.(A$f.value) }",
    // Names that Alloy does not know, or not here.
    "sig A { f: set A } run { some A$g }",
    "sig A { f: set A } run { all a: A | some a$ }",
    "sig A { f: set A$ } run { some f }",
    "sig A { f$: set A } run { some A }",
    "sig A$ {} run { some A$ }",
    "sig A { f: set A } pred p[x: sig$] { some x } run { p[A$] }",
    "sig A { f: set A } pred p { some A$.fields } run { p }",
    "open util/ordering[A] as o sig A { f: set A } run { some o/Ord$ }",
    "open util/ordering[A] as o sig A { f: set A } run { #sig$ = 2 and some field$ - A$f }",
    // Fields of the same names as theirs.
    "sig A { value: set A, fields: lone A } run { A$.fields = A$value + A$fields and some A.value and A$value.value = value }",
    // What changes over time.
    "var sig A {} sig B { var f: set A } run { var$ = A$ + B$f and static$ = B$ and eventually some f }",
    "var sig A {} run { always A$.value = A and eventually some A }",
    "var sig A {} run { A$.value = A and after A$.value != A }",
    "sig A {} run { no var$ and static$ = sig$ }",
];

#[test]
fn signatures_and_fields_as_elements_are_those_of_alloy() {
    let disagreements = disagreements(MODELS, "for 2");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}
