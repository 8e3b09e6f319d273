//! A pair as a page shows it: both sources side by side, the call sites between them, and what there is of each two branches.

use super::branch::Branch;
use super::classes::Classes;
use super::condition::condition;
use super::measure::Measured;
use super::naming::{member, title};
use super::pair::Pair;
use super::site::{Coupled, Site};
use crate::classfile::MethodRef;
use crate::report::{Call, Cell, Condition, Interaction, Member, Place};
use std::collections::{BTreeMap, BTreeSet};

/// One of the pairs that were looked at.
pub(super) fn interaction(classes: &Classes, pair: &Pair, measured: &Measured, number: usize) -> Interaction {
    let covered = &measured.covered[number];
    let called: BTreeSet<&MethodRef> = pair.sites.iter().map(|site| &site.runs).collect();
    let calling = pair.sites.iter().map(|site| &site.method);
    let of_caller = calling.chain(pair.caller_branches.iter().map(|branch| &branch.method));
    let of_callee = called.into_iter().chain(pair.callee_branches.iter().map(|branch| &branch.method));
    let methods = |all: BTreeSet<&MethodRef>| all.into_iter().map(|method| whole(classes, method)).collect();
    let mut tests = BTreeMap::new();
    for test in covered.values().flatten() {
        let next = tests.len();
        tests.entry(*test).or_insert(next);
    }
    let coupled = pair.coupled().into_iter().map(|coupled| {
        let cell = covered.get(&coupled).map(|by| Cell::Covered(by.iter().map(|test| tests[test]).collect()));
        (coupled, cell.unwrap_or(Cell::Open))
    });
    let impossible = pair.impossible.iter().map(|(coupled, proof)| (*coupled, Cell::Impossible(proof.clone())));
    let cells = coupled.chain(impossible).map(|(coupled, cell)| ((coupled.caller, coupled.callee), cell)).collect();
    let counts = |coupled: &Coupled| !pair.impossible.contains_key(coupled);
    let call = |site: &Site| Call {
        from: Place { lines: site.line.map(|line| (line, line)), ..whole(classes, &site.method) },
        to: first(classes, &site.runs),
        words: format!("{} `{}`", if site.is_reference { "a reference to" } else { "a call of" }, title(&site.runs)),
        is_covered: site.coupled().filter(counts).map(|coupled| covered.contains_key(&coupled)).max(),
    };
    let mut named: Vec<(usize, usize)> = tests.into_iter().map(|(test, place)| (place, test)).collect();
    named.sort_unstable();
    Interaction {
        classes: [pair.caller.to_binary(), pair.callee.to_binary()],
        methods: [methods(of_caller.collect()), methods(of_callee.collect())],
        branches: [conditions(classes, &pair.caller_branches), conditions(classes, &pair.callee_branches)],
        calls: pair.sites.iter().map(call).collect(),
        cells,
        tests: named.into_iter().map(|(_, test)| measured.tests[test].clone()).collect(),
    }
}

fn conditions(classes: &Classes, branches: &[Branch]) -> Vec<Condition> {
    let one = |branch: &Branch| {
        let (line, words) = condition(classes, branch);
        Condition { place: Place { lines: line.map(|line| (line, line)), ..whole(classes, &branch.method) }, words }
    };
    branches.iter().map(one).collect()
}

/// A method with all its lines.
fn whole(classes: &Classes, method: &MethodRef) -> Place {
    let found = classes.method(method);
    Place {
        class: method.owner.clone(),
        member: Some(Member::Method(member(method))),
        source: found.and_then(|(class, _)| class.source.clone()),
        lines: found.and_then(|(_, method)| method.lines),
    }
}

/// Where the code of a method begins.
fn first(classes: &Classes, method: &MethodRef) -> Place {
    let all = whole(classes, method);
    Place { lines: all.lines.map(|(first, _)| (first, first)), ..all }
}
