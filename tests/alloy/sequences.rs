//! Sequences wherever they can be written, `util/time`, and signatures below abstract ones that extend others.

use super::minimal::disagreements;

/// Models with one command.
const MODELS: &[&str] = &[
    // `seq` in arrows, in bounds of variables, and on the right of `in`: without gaps in all of them.
    "sig P {} sig L {} sig B { c: P -> (seq L) } run { some c } for 1",
    "sig L {} one sig A { s: L -> (seq L) } { #s = 1 } run {} for 1 but 3 seq",
    "sig L {} one sig A { s: (seq L) } { #s = 1 } run {} for 1 but 3 seq",
    "sig A { s: (seq A) -> (seq A) } run { some s } for 1 but 1 seq, 2 Int",
    "sig L {} run { some s: seq L | #s = 1 } for 1 but 3 seq",
    "sig L {} pred p[s: seq L] { #s = 1 } run p for 1 but 3 seq",
    "sig L {} fun f[s: seq L]: seq L { s } run f for 1 but 2 seq, 3 Int",
    "sig L {} one sig A { s: Int -> L } run { #A.s = 1 and A.s in (seq L) } for 1 but 2 seq",
    "sig L {} one sig A { s: Int -> L } run { #A.s = 1 and A.s in seq L } for 1 but 2 seq",
    "sig L {} run { some seq L } for 1",
    "sig L {} pred p[s: set (seq L)] { some s } run p for 1 but 1 seq",
    // A word of it anywhere opens the module of sequences.
    "sig L {} run { some s: seq L { some s.inds } } for 2 but 2 seq, 3 Int",
    "sig L {} run { some { l: L | some s: Int -> L | s in (seq L) and l in s.elems } } for 1 but 1 seq, 2 Int",
    "sig L { s: set Int } run { some x: L | #seq/Int > 2 and some x.s.inds } for 1",
    // Moments. Where a macro stands for a bound, as `dynamic[A]`, Alloy does not ask for the `one` in it; fex does.
    "open util/time sig A { v: A one -> Time } run { some a: A, t: Time | a.v.t != a.v.(t.next) } for 2",
    "open util/time sig A { v: dynamicSet[A] } run { some v } for 2 but 1 A",
    "open util/time one sig A { v: Int one -> Time } pred step[s, e: Time] { A.v.e = plus[A.v.s, 1] } \
     pred more[t: Time] { A.v.t < 1 } run { some s, e: Time | A.v.s = 0 and while[more, step, s, e] } for 4 but 3 Int",
    "open util/time one sig A { v: Int one -> Time } pred step[s, e: Time] { A.v.e = plus[A.v.s, 1] } \
     run { then[step, step, first, last] } for exactly 3 Time, 3 Int",
    // What extends an abstract signature that extends another is in that one, too.
    "sig E {} abstract sig C extends E {} sig S, R extends C {} run { not S in E } for 2",
    "sig E {} abstract sig C extends E {} sig S, R extends C {} run { some S and some E - C } for 3",
    "sig E {} abstract sig B extends E {} abstract sig C extends B {} sig S, R extends C {} run { some S } for 2",
    "abstract sig E {} abstract sig C extends E {} sig S, R extends C {} sig F extends E {} run { some F } for 2",
];

#[test]
fn sequences_mean_in_every_place_what_alloy_takes_them_for() {
    let disagreements = disagreements(MODELS, "for 2");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}
