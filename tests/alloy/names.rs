//! What names mean where several things have them: in fields, in appended facts, behind `@`, and in modules that are opened.

use super::fex;
use super::judge::{Judge, Options};
use super::minimal::disagreements;
use super::written;

/// Models with one command, in pairs that are alike where Alloy tells them apart.
const MODELS: &[&str] = &[
    // A field's bound prefers what is no field of another signature.
    "sig train {} sig t1 { train: lone train } sig t2 { train: lone train } run { some t1 some t2 }",
    "sig t1 { train: lone train } sig t2 { train: set train } sig train {} run { some t2.train }",
    "sig train {} sig t1 { train: lone train } sig t2 { t: set train } run {}",
    "sig train {} sig t1 { train: lone train } run { some train }",
    "sig B { f: B } sig A { f: set B, h: f } run {}",
    // An appended fact prefers the signature's own fields, and other signatures' to nothing.
    "sig T {} sig U { f: T } sig V { f: set T } { #f = 2 } run { some V }",
    "sig T {} sig U { f: T } sig V { f: set T } { f in T } run { some V }",
    "sig A { f: set A } sig B { f: set A } { some f.f } run { some B }",
    "sig A { f: set A } sig B { f: A -> A } { some A.f } run { some B }",
    "sig A { f: set A } sig B { f: set A } run { some f }",
    // What a set lies in has its fields, too, be it one of several; sets that overlap have no fields of one name.
    "sig A { f: lone A } sig S in A {} { no f } run { some S }",
    "sig A { f: lone A } sig S in A {} { some f } sig T in S { h: set f } { f in T } run { some T and some A - S }",
    "sig A { f: lone A } sig B {} sig S in A + B {} { no f } run { some S & A and some S & B }",
    "sig A { f: lone A } sig B { f: lone B } sig S in A + B {} { no f } run { some S & A and some S & B }",
    "sig A { f: lone A } sig S in A { f: lone A } run {}",
    "sig A {} sig S in A { f: lone A } sig T in A { f: lone A } run {}",
    "sig A { f: lone A } sig B {} sig S in A + B { f: lone A } run {}",
    "sig A {} sig B extends A {} sig C extends A {} sig S in B { f: lone A } sig T in C { f: lone A } run { some S.f + T.f }",
    // What a call gives is deduced from its arguments.
    "open util/relation sig A { f: lone A } sig B { f: lone B, g: A -> A } { all x: ran[g] | x.f = x } run { some g }",
    "sig A { f: lone A } sig B { f: lone B } fun same[x: univ]: set x { x } run { some same[A].f and no B.f }",
    "sig A { f: lone A } sig B { f: lone B } fun both[x, y: univ]: set x + y { x + y } run { some both[A, A].f }",
    "sig A { f: lone A } sig B { f: lone B } fun turned[r: univ -> univ]: ~r { ~r } run { some A.(turned[A <: f]).f }",
    "sig A { f: lone A } sig B { f: lone B } fun wrong[x: univ]: set x { univ } run { some wrong[A].f }",
    // An argument has to be able to be what its parameter asks for, unless it is nothing at all.
    "sig A {} sig B {} pred p[a: A] { some a } run { some b: B | p[b] }",
    "sig A {} sig B {} fun f[a: A]: A { a } run { some f[B] }",
    "sig A {} sig B {} pred p[a: set A] { some a } run { not p[A & B] }",
    "sig A {} sig B {} pred p[a: set A] { no a } run { p[none] }",
    "sig A {} sig B {} pred p[a, b: set A] { some a } run { p[A + B, A - B] }",
    "sig A {} sig B {} sig C { p: A } pred p[a: set B] { some a } run { some p[C] }",
    "sig A {} pred p[a: Int] { a > 0 } run { some a: A | p[a] }",
    // What is built in has predicates and functions, too.
    "sig A { n: String } fun String.same[o: String]: set String { this & o } fact { A.n in \"x\" + \"y\" } run { some a: A | some a.n.same[\"x\"] }",
    "pred Int.small { this < 2 } run { some i: Int | i.small } for 0 but 3 Int",
    "sig A { f: set A } pred univ.lonely { this not in A.f } run { some a: A | a.lonely }",
    "sig A { f: seq A } pred seq/Int.used { this in A.f.A } run { some i: seq/Int | i.used } for 2 but 3 Int",
    // In a bound and an appended fact, an own field is that of `this` only.
    "sig A { f: set A } { no ^f } run { some f }",
    "sig A { f: set A } { no f & ~f } run { some f }",
    "sig A { f: set A } { all a: A | a.f = f } run { some f }",
    "sig A { f: set A } { no ^@f & iden } run { some f }",
    "sig A { f: set A, g: set ~f } run { some g }",
    "sig A { f: set A } pred A.p { no ^f } run { some a: A | a.p }",
    // An `enum` may be extended.
    "enum E { P, Q } one sig X extends E {} sig A { e: E } run { some a: A | a.e = X }",
    "enum E { P, Q } one sig X extends E {} run { lt[P, X] and lt[Q, X] }",
    "enum E { P, Q } one sig X extends E {} run { lt[X, P] }",
    "enum E { P, Q } sig X extends E {} run { some X } for 3",
    // `@` leads to what is declared, never to a variable, and to no field of `this`.
    "sig A { f: lone A } { some @f and some @A } run { some A }",
    "sig A { f: lone A } { @f in f -> f } run { some A }",
    "sig A { f: lone A } sig B { f: set B } { some @f } run { some B }",
    "sig A { f: lone A } sig B { f: set B } run { some @f }",
    "sig A { f: lone A } fun g[a: A]: set A { a.f } run { some a: A | some @g[a] }",
    "sig A { f: lone A } pred g[a: A] { some a.f } run { some a: A | @g[a] }",
    "sig A { f: lone A } pred p[f: A] { no @f and f in A } run p",
    "sig A { f: lone A } run { some x: A | some @x }",
    "open util/ordering[A] sig A {} run { some x: A | some @prevs[x] }",
    // Of two modules with one name the first has it, unless a written alias does.
    "open util/ordering[A] open util/ordering[B] sig A {} sig B {} run { some A.next some B.prev }",
    "open util/ordering[A] open util/ordering[B] sig A {} sig B {} run { ordering/first = ordering/last }",
    "open util/ordering[A] open util/ordering[B] sig A {} sig B {} run { some first }",
    "open util/ordering[A] open util/ordering[B] open util/ordering[C] sig A {} sig B {} sig C {} run { some C.next }",
    "open util/ternary as ordering open util/ordering[A] sig A {} run { some first }",
    "open util/ternary as ordering open util/ordering[A] sig A {} run { some ordering/first }",
    "open util/ordering[A] as o open util/ordering[B] as o sig A {} sig B {} run {}",
    "open util/ordering[A] open util/ordering[A] sig A {} run { some ordering/first }",
    // A signature may stand before what it extends, and has the scope that is left for it all the same.
    "sig C extends A1 {} abstract sig A1 extends A {} sig A {} sig B extends A1 {} run { some C }",
    "sig C extends A1 {} abstract sig A1 extends A {} sig B extends A1 {} sig A {} run { some C and some B }",
    "sig C extends A1 {} abstract sig A {} abstract sig A1 extends A {} abstract sig A2 extends A {} sig B extends A1 {} run { some C }",
    // A predicate and a function, or functions with other results, may have one name where what stands around tells them apart.
    "sig A {} pred p { no A } fun p : set A { A } run { p and some p }",
    "sig A {} pred p[a: A] { some A } fun p[a: A] : A { a } run { some a: A | p[a] and some p[a] }",
    "sig A {} fun p : A -> A { A -> A } fun p : set A { A } run { some A & p }",
    "sig A {} fun p : A -> A { A -> A } fun p : set A { A } run { p = p }",
    // What is run has one meaning, of which its own file has the first choice.
    "sig A {} pred p { some A } fun p : set A { A } run p",
    "sig A {} sig B {} pred p[a: A] { some a } pred p[b: B] { some b } run p",
    "open util/ordering[A] sig A {} pred first { no A } run first",
    "open util/ordering[A] as o open util/ordering[B] as p sig A, B {} run first",
    "sig A {} pred gt[a: A] { some a } run gt",
    // A path that ends before the module with the name goes on into what is opened there.
    "open util/ordering[A] sig A {} run { some this/first }",
    "open util/ordering[A] sig A {} run { some a: A | this/lt[a, a.next] }",
    "open util/ordering[A] sig A {} fun first: set A { A } run { some this/first and no this/first & A.next }",
    "open util/ordering[A] sig A {} run { some this/Ord }",
    // The line that names the module may stand after those that open others.
    "open util/relation module late sig A { f: set A } run { acyclic[f, A] }",
    "open util/relation sig A {} module late run {}",
    "module early open util/relation module late run {}",
];

/// Both count all labellings of at most two atoms of each signature.
#[test]
fn names_mean_what_alloy_takes_them_for() {
    let disagreements = disagreements(MODELS, "for 2");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

/// A module with a private signature and a private field, and what another file says of it.
#[test]
fn what_is_private_has_a_name_in_its_own_file_only() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    written(&folder, "closed.als", "module closed private sig B { g: B } sig A { private f: A, h: A }\n");
    let mut judge = Judge::default();
    let mut accepted = Vec::new();
    for formula in ["some B", "some g", "some f", "some h"] {
        let file = written(&folder, "opening.als", &format!("open closed run {{ {formula} }} for 2\n"));
        let alloy = judge.read(&file).error.is_none();
        let fex = !fex::solve(&file, &[]).0.is_empty();
        assert_eq!(alloy, fex, "{formula}");
        accepted.push(alloy);
    }
    assert_eq!(accepted, [false, false, false, true]);
}

/// `L/first`, where what is opened as `L` opens `util/ordering` and has no `first` itself; be that private to it or not.
#[test]
fn a_path_may_stop_before_the_module_that_has_the_name() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut judge = Judge::default();
    let mut found = Vec::new();
    for open in ["open", "private open"] {
        written(&folder, "states.als", &format!("module states {open} util/ordering[S] sig S {{}} pred last {{}}\n"));
        for formula in
            ["some L/first", "L/first != L/last", "L/last", "some L/ordering/first", "some s: L/S | some s.(L/next)"]
        {
            let file =
                written(&folder, "opening.als", &format!("open states as L run {{ {formula} }} for exactly 2 L/S\n"));
            let alloy = judge.read(&file).error.is_none().then(|| judge.solve(&file, 0, Options::default()).verdict);
            let fex = fex::solve(&file, &[]).0.first().map(|solved| solved.verdict);
            assert_eq!(alloy, fex, "{open}: {formula}");
            found.push(alloy.is_some());
        }
    }
    assert_eq!(found, [true, false, true, true, true, true, false, true, false, true]);
}
