//! What the bounds of fields may name, and where multiplicities stand.

use super::fex;
use super::judge::{Judge, Options};
use super::minimal::disagreements;
use super::written;

/// Models with one command, in pairs that are alike where Alloy tells them apart.
const MODELS: &[&str] = &[
    // A bound names fields that its signature has, by itself or from above, and no functions.
    "sig B { g: B } sig A { h: B.g } run { some h }",
    "sig B { g: B } sig A { f: set B, h: f.g } run { some h }",
    "sig B { g: B } sig A { h: B.@g } run { some h }",
    "sig B { g: B } sig A { h: set { b: B | some b.g } } run { some h }",
    "sig B { g: B } sig A extends B { h: set g } run { some h }",
    "sig B { g: B } sig A in B { h: set g } run { some h }",
    "sig B { g: B } sig A { h: B -> one B.g } run { some h }",
    "sig B { g: B } let gg = B.g sig A { h: set gg } run { some h }",
    "open util/ordering[B] sig B {} sig A { h: set B.next } run { some h }",
    // A field that is `=` to something names all fields with bounds, earlier ones with `=`, and functions.
    "sig B { g: B } sig A { h = B.g } run { some h }",
    "sig A { h = B.g } sig B { g: B } run { some h }",
    "sig A { h = k, k: set A } run { some h }",
    "sig A { h = j, j = A } run { some h }",
    "sig A { j = A, h = j } run { some h }",
    "sig A { j = A } sig B { h = A.j } run { some h }",
    "sig B { h = A.j } sig A { j = A } run { some h }",
    "sig A { j = A, k: set j } run { some k }",
    "sig A { h = f[this], k: set A } fun f[a: A]: set A { a.k } run { some h }",
    "sig A { h = { a: A | p[a] }, k: set A } pred p[a: A] { some a.k } run { some h }",
    "sig A { h = f } fun A.f: set A { A - this } run { some h }",
    "open util/ordering[A] sig A { h = this.next } run { some h }",
    "open util/ordering[A] sig A { h = prevs[this] } run { some h }",
    // Headers name no functions, and no field that is `=` to something.
    "sig A { h = A } fun f[x: A.h]: set A { x.h } run { some f[A] }",
    "sig A { h = A } fun f[x: A]: A.h { x.h } run { some f[A] }",
    "sig A { h: set A } fun f[x: A.h]: set A.h { x.h } run { some f[A] }",
    "sig A {} fun f: set A { A } fun g[x: f]: set A { x } run { some g[A] }",
    "open util/ordering[A] sig A {} fun g[x: first]: set A { x } run { some g[A] }",
    // What is defined does not change.
    "sig A { var h = A } run { some h }",
    "sig A { var h: set A } run { some h }",
    // Multiplicities stand in bounds and on the right of `in`.
    "sig A { f: A -> A } run { some A -> one A }",
    "sig A { f: set A } run { f = A -> one A }",
    "sig A { f: set A } run { f = A set -> set A }",
    "sig A { f: set A } run { f in A -> one A }",
    "sig A { f: set A } run { not f in A -> one A }",
    "sig A { f: set A } run { f not in A -> one A }",
    "sig A { f: set A } run { f in f + (A -> one A) }",
    "sig A { f: set A } run { f in ~(A -> one A) }",
    "sig A { f: A -> A } run { f in A one -> one (A -> lone A) }",
    "sig A { f: set A } run { let r = A -> one A | f in r }",
    "sig A { f: set A } run { some r: A -> one A | r = f }",
    "sig A { f: set A } run { some r: f + (A -> one A) | r = f }",
    "sig A { f: set A } run { #(A -> lone A) > 0 }",
    "sig A { f: set A } pred p[r: A -> A] { some r } run { p[A -> one A] }",
    "sig A { f: set A } pred p[r: A -> one A] { some r and r = f } run p",
    "sig A { f: set A } fun g: A -> A { A -> one A } run { f = g }",
    "sig A { f: set A } fun g: A -> A { f + (A -> one A) } run { f = g }",
    "sig A { f: set A } fun g: A -> A { some A => A -> one A else f } run { f = g }",
    "sig A { f: set A } let m[x] = x -> one x run { some m[A] }",
    "sig A { h = A -> one A } run { some h }",
    "sig A { h = A -> A } run { some h }",
    "sig A { h = seq A } run { some h }",
    // How much something is stands in parentheses behind `in`, and nowhere behind `not in`.
    "sig A { f: set A } run { A in (one A) }",
    "sig A { f: set A } run { A in (lone A) }",
    "sig A { f: set A } run { A in (set A) }",
    "sig A { f: set A } run { A in (some f.A) }",
    "sig A { f: set A } run { A in (one A + A) }",
    "sig A { f: set A } run { all a: A | a.f in (lone A) }",
    "sig A { f: set A } run { some a: A | a.f in (one A) and a.f = A }",
    "sig A { f: set A } run { not (A in (one A)) }",
    "sig A { f: set A } run { A not in (one A) }",
    "sig A { f: set A } run { A not in (set A) }",
    "sig A { f: set A } run { A in (no A) }",
    "sig A { f: set A } run { A in one A }",
    "sig A { f: set A } run { f in (set f) }",
    "sig A { f: set A } run { f in (one f) }",
    "sig A { f: set A } run { f in (set (A -> one A)) }",
    "sig A { f: set A } run { f in (one A) -> A }",
    "sig A { f: set A } run { A = (set A) }",
    "sig A { f: Int } run { some a: A | plus[a.f, 1] in (one Int) } for 2 but 2 Int",
    "sig A { f: Int } run { some a: A | not plus[a.f, 1] in (one Int) } for 2 but 2 Int",
    // No function is known in bounds and headers, those on integers neither.
    "sig A { f: plus[1, 2] } run { some f } for 2 but 3 Int",
    "sig A { f: 1.plus[2] } run { some f } for 2 but 3 Int",
    "sig A { f: 1 fun/add 2 } run { some f } for 2 but 3 Int",
    "sig A { f = plus[1, 2] } run { some f } for 2 but 3 Int",
    "sig A { f: Int } pred p[x: plus[1, 2]] { some x } run p for 2 but 3 Int",
    "sig A { f: Int } fun p[x: Int]: plus[1, 2] { x } run { some p[1] } for 2 but 3 Int",
    "run { some x: plus[1, 2] | x = 3 } for 2 but 3 Int",
    // A path leads to no field.
    "sig A { f: set A } run { some this/f }",
    "sig A { f: set A } run { some @this/f }",
    "sig A { f: set A } { some this/f } run { some A }",
    "sig A { f: set A } run { some A.(this/f) }",
    "sig A { f: set A } run { some this/A <: f }",
    // What is `=` to something is no variable.
    "sig A {} pred p[x = A] { some x } run p",
    "sig A {} pred p[x = A] { some x } run { p[A] }",
    "sig A {} fun p[x = A]: set A { x } run p",
    "sig A {} fun p[x = A]: set A { x } run { some p[A] }",
    "sig A { f: set A } run { all x: A, y = A | some x.f & y }",
    "sig A { f: set A } run { all y = A | some y.f }",
    "sig A { f: set A } run { some { x: A, y = A | some x.f & y } }",
    // A field may have something.
    "sig A { s: none } run { some A }",
    "sig A { s: set none } run { some A }",
    "sig A { s: A -> none } run { some A }",
    "sig A { s = A & none } run { some A }",
    "sig B {} sig A { s: set A & B } run { some A }",
    "sig A { s: seq none } run { some A } for 1 but 1 seq, 2 Int",
    "sig A { s: A - A } run { some A }",
    "sig A {} run { some x: set none | x = x }",
    // Parts of the places of sequences.
    "sig A in seq/Int {} run { some A } for 3",
    "sig A in seq/Int {} run { some A } for 2 but 3 Int, 2 seq",
    "sig A in seq/Int + B {} sig B {} run { some A } for 2 but 3 Int, 2 seq",
    "sig A in B + seq/Int {} sig B {} run { some A } for 2 but 3 Int, 2 seq",
    "sig A = seq/Int {} run { some A } for 2 but 3 Int, 2 seq",
    "sig A = seq/Int + B {} sig B {} run { some A } for 2 but 3 Int, 2 seq",
    "sig A = seq/Int { f: A } run { some A } for 2 but 3 Int, 2 seq",
    "sig A in seq/Int { f: set A } { some f } run { some f } for 2 but 3 Int, 2 seq",
    "sig A in seq/Int {} sig B in A {} run { some B } for 2 but 3 Int, 2 seq",
    "sig A in seq/Int { f: set A } sig B in Int { f: set Int } run {} for 2 but 2 Int, 1 seq",
    "var sig A in seq/Int {} run { some A and eventually no A } for 2 but 3 Int, 2 seq, 3 steps",
    "var sig A in seq/Int {} run { eventually 1 in A } for 2 but 3 Int, 1 seq, 3 steps",
    "one sig A in seq/Int {} run { some A } for 2 but 3 Int, 2 seq",
    "abstract sig A in seq/Int {} run { some A } for 2 but 3 Int, 2 seq",
    "sig A extends seq/Int {} run { some A } for 2 but 3 Int, 2 seq",
    // What is a part of nothing else, and what extends everything.
    "sig A in B + none {} sig B {} run { some A }",
    "sig A in none {} run { no A }",
    "sig A extends univ {} run { some A }",
    "sig A extends Int {} run { some A }",
    "enum E { P, Q } sig A extends P {} run {}",
    "enum E { P, Q } sig A in P {} run { some A }",
    // The widths of integers and the lengths of sequences are always exact.
    "sig A { f: Int } run { some f } for 1 but exactly 3 Int",
    "sig A { f: Int } run { some f } for 1 but exactly 3 int",
    "sig A { f: seq A } run { some f } for 1 but exactly 2 seq, 3 Int",
    "sig A { f: seq A } run { some f } for 1 but 2 seq, 3 Int",
    "sig A { f: String } fact { A.f in \"x\" } run { some f } for 1 but exactly 1 String",
];

/// Both count all labellings of at most two atoms of each signature.
#[test]
fn bounds_name_what_alloy_lets_them_name() {
    let disagreements = disagreements(MODELS, "for 2");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

/// A signature that extends one of another file has its fields, whichever of the files comes first.
#[test]
fn bounds_name_fields_from_above_in_other_files() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    written(&folder, "above.als", "module above sig S { f: S } sig T { t: S }\n");
    let mut judge = Judge::default();
    for fields in ["X extends S { g: set f }", "X extends S { g = f }", "X { g = T.t }", "X { g = u }"] {
        let text = format!("open above fun u: set S {{ T.t }} sig {fields} run {{ some g }} for 2\n");
        let file = written(&folder, "below.als", &text);
        let options = Options { symmetry: 0, count: 50_000, ..Options::default() };
        let alloy = judge.solve(&file, 0, options);
        let (solved, complaints) = fex::solve(&file, &["--all", "--symmetry", "off"]);
        let fex = solved.first().map(|solved| (solved.verdict, solved.count));
        assert_eq!(Some((alloy.verdict, alloy.count)), fex, "{fields}: {complaints}");
        assert!(alloy.count > 0, "{fields}");
    }
}
