//! Integers that bounds of fields are restricted to, and integers that are compared with sets.

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

/// Models that compare by `=` what looks like one integer, and is so or not.
const EQUAL: &[&str] = &[
    "sig A { f: Int } sig B {} run { some x: A + B | x.f = 0 } for 1 but 2 Int",
    "sig A { f: Int } sig B {} run { some x: B | x.f = 0 } for 1 but 2 Int",
    "sig A {} sig B extends A { g: Int } run { some x: A | x.g = 0 } for 2 but 2 Int",
    "sig A {} sig B in A { g: Int } run { some x: A | x.g = 0 } for 2 but 2 Int",
    "sig A {} sig B in A { g: Int } run { some x: univ | x.g = 0 } for 1 but 2 Int",
    "sig A { f: Int } fun g: Int { A.f } run { g = 0 } for 2 but 2 Int",
    "sig A { f: Int } fun g: Int { A.f } run { 0 = g } for 2 but 2 Int",
    "sig A { f: Int } fun g: Int { A.f } run { g = g } for 2 but 2 Int",
    "sig A { f: Int } fun g: Int { A.f } run { g != 0 } for 2 but 2 Int",
    "sig A { f: Int } pred p[n: Int] { n = 0 } run { p[A.f] } for 2 but 2 Int",
    "sig A { f: Int } pred p[n: Int] { n = 0 } run { not p[A.f] } for 2 but 2 Int",
    "sig A { f: Int } pred p[n: one Int] { n = 0 } run { p[A.f] } for 2 but 2 Int",
    "sig A { f: Int } pred p[n: Int] { n = plus[0, 1] } run { p[A.f] } for 2 but 2 Int",
    "sig A { f: Int } pred p[n: Int] { q[n] } pred q[n: Int] { n = 0 } run { p[A.f] } for 2 but 2 Int",
    "sig A { f: Int } pred p[m, n: Int] { m = n } run { p[A.f, 0] } for 2 but 2 Int",
    "sig A { f: Int } pred p[m, n: Int] { m = n } run { some a: A | p[A.f, a.f] } for 2 but 2 Int",
    "sig A { f: Int } pred p[a: A] { a.f = 0 } run { p[A] } for 2 but 2 Int",
    "sig A { f: Int } pred p[a: A] { let n = a.f | n = 0 } run { p[A] } for 2 but 2 Int",
    "sig A { f: lone Int } pred p[n: Int] { n = 0 } run { all a: A | p[a.f] } for 2 but 2 Int",
    "sig A { f: lone Int } run { all a: A | a.f = 0 } for 2 but 2 Int",
    "sig A { f: lone Int } fun v[a: A]: Int { a.f } run { all a: A | v[a] = 0 } for 2 but 2 Int",
    "sig A { f: lone Int } fun v[a: A]: Int { a.f } run { all a: A | v[a] = plus[1, 1] } for 2 but 3 Int",
    "sig A { f: lone Int } run { all a: A | let n = a.f | n = 0 } for 2 but 2 Int",
    "one sig A { f: lone Int } run { A.f = 0 } for 2 but 2 Int",
    "one sig A { f: Int } run { A.f = 0 } for 2 but 2 Int",
    "lone sig A { f: Int } run { A.f = 0 } for 2 but 2 Int",
    "sig A { f: Int } run { A.f = 0 } for 2 but 2 Int",
    "var one sig A { f: Int } run { A.f = 0 } for 2 but 2 Int",
    "one sig A { var f: one Int } run { A.f = 0 and A.f' = 1 } for 2 but 2 Int",
    "open util/ordering[A] sig A { f: Int } run { first.f = 0 } for 2 but 2 Int",
    "open util/ordering[A] sig A { f: Int } run { all a: A | a.next.f = 0 } for 2 but 2 Int",
    "open util/ordering[A] sig A { f: Int } run { all a: A | a.next.f = plus[a.f, 1] } for 2 but 2 Int",
    "sig A { f: A -> one Int } run { all a, b: A | b.(a.f) = 0 } for 2 but 2 Int",
    "sig A { f: A -> Int } run { all a, b: A | b.(a.f) = 0 } for 1 but 2 Int",
    "sig A { f: Int } run { all a: A | a.f.next = 0 } for 1 but 2 Int",
    "sig A { f: Int } run { all a: A | a.f.next = plus[a.f, 1] } for 1 but 2 Int",
    "open util/integer sig A { f: Int } run { max[A.f] = 0 } for 2 but 2 Int",
    "open util/integer sig A { f: Int } run { max[A.f] = min[A.f] } for 2 but 2 Int",
    "open util/integer sig A { f: Int } run { larger[A.f, 0] = 0 } for 2 but 2 Int",
    "sig A { f: Int } run { all a: A | (some a.f => a.f else 0) = 0 } for 2 but 2 Int",
    "sig A { f: set Int } run { all a: A | (some a.f => a.f else 0) = 0 } for 1 but 2 Int",
    "sig A { f: set Int } run { all a: A | (some a.f => a.f else none) = plus[0, 0] } for 1 but 2 Int",
    "sig A { f: set Int } run { all a: A | (sum a.f) = 0 } for 1 but 2 Int",
    "sig A { f: set Int } run { all a: A | int[a.f] = 0 } for 1 but 2 Int",
    "sig A { f: set Int } run { all a: A | Int[a.f] = 0 } for 1 but 2 Int",
    "sig A { f: set Int } run { all a: A | int a.f = 0 } for 1 but 2 Int",
    "sig A { f: set Int } pred p[n: Int] { Int[n] = 0 } run { all a: A | p[a.f] } for 1 but 2 Int",
    "sig A { f: set Int } pred p[n: Int] { plus[n, 0] = 0 } run { all a: A | p[a.f] } for 1 but 2 Int",
    "sig A { f: set Int } pred p[n: Int] { n > 0 } run { all a: A | p[a.f] } for 1 but 2 Int",
    "sig A { f: set Int } pred p[n: Int] { n in 0 + 1 } run { all a: A | p[a.f] } for 1 but 2 Int",
    "sig A { f: set Int } pred p[n: Int] { #n = 2 } run { all a: A | p[a.f] } for 1 but 2 Int",
    "sig A { f: set Int } pred p[n: Int] { n = n.n } run { all a: A | p[a.f] } for 1 but 2 Int",
    "sig A { f: set Int } fun g[n: Int]: Int { n } run { all a: A | g[a.f] = 0 } for 1 but 2 Int",
    "sig A { f: set Int } fun g[n: Int]: Int { plus[n, n] } run { all a: A | g[a.f] = 0 } for 1 but 2 Int",
    "sig A { f: seq Int } run { all a: A | a.f[0] = 0 } for 1 but 2 Int, 1 seq",
    "sig A { f: seq Int } run { all a: A | a.f.first = 0 } for 1 but 2 Int, 1 seq",
    "sig A { f: seq Int } run { all a: A | a.f.first = plus[0, 0] } for 1 but 2 Int, 1 seq",
    "sig A { f: seq A } run { all a: A | a.f.lastIdx = 0 } for 1 but 2 Int, 1 seq",
    "sig A { f: seq A } run { all a: A | a.f.afterLastIdx = 0 } for 1 but 2 Int, 1 seq",
    "sig A { f: seq A } run { all a: A | a.f.idxOf[a] = 0 } for 1 but 2 Int, 1 seq",
    "sig A { f: seq A } run { all a: A | a.f.idxOf[a] = plus[0, 0] } for 1 but 2 Int, 1 seq",
    "sig A { f: Int } run { A.f.zero } for 2 but 3 Int",
    // Elements that surely have a field once, and elements that only look like it.
    "sig A { g: Int } sig C { c: A } run { all x: C | x.c.g = 0 } for 2 but 2 Int",
    "sig A {} sig B extends A { g: Int } sig C { c: A } run { all x: C | x.c.g = 0 } for 2 but 2 Int",
    "sig A {} sig B extends A { g: Int } pred p[b: B] { all m: b | m.g = 0 } run { p[A] } for 2 but 2 Int",
    "sig A {} sig B extends A { g: Int } pred p[b: B] { b.g = 0 } run { some a: A | p[a] } for 2 but 2 Int",
    "sig A {} sig B in A { g: Int } run { some x: A - B | x.g = 0 } for 2 but 2 Int",
    "sig A {} sig B in A { g: Int } run { all x: A & B | x.g = 0 } for 2 but 2 Int",
    "sig A {} sig B in A { g: Int } sig D in B {} run { all d: D | d.g = 0 } for 2 but 2 Int",
    "sig A {} sig B, D extends A {} sig E in B + D { g: Int } run { all x: B | x.g = 0 } for 2 but 2 Int",
    "sig A {} one sig B extends A { g: Int } run { one x: A | x.g = 0 } for 2 but 2 Int",
    "var sig A { g: Int } run { all x: A | always x.g = 0 } for 1 but 2 Int, 2 steps",
];

/// Both count all labellings. Where Alloy compares sets, a set with no integer, or with several, equals no single one.
#[test]
fn integers_equal_sets_that_have_nothing_else() {
    let disagreements = disagreements(EQUAL, "");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

/// Both count all labellings.
#[test]
fn bounds_have_the_integers_that_alloy_lets_through() {
    let disagreements = disagreements(MODELS, "");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}
