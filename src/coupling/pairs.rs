//! All pairs of a project: each class with each class that it calls.

use super::classes::Classes;
use super::counting::Counting;
use super::pair::{Graphs, Pair};
use crate::classfile::{ClassName, Invoke, MethodRef};
use std::collections::BTreeSet;

/// The pairs of classes under test that have call sites, by their names.
pub fn pairs(classes: &Classes, counting: Counting) -> Vec<Pair> {
    let mut graphs = Graphs::new(classes, counting);
    let own: BTreeSet<&ClassName> = classes.own().map(|class| &class.name).collect();
    let mut pairs = Vec::new();
    for caller in &own {
        let calls = graphs.calls(caller);
        let invokes: BTreeSet<&Invoke> = calls.values().flat_map(|calls| calls.keys().copied()).collect();
        let called: BTreeSet<ClassName> = invokes.into_iter().flat_map(|call| named(classes, call)).collect();
        let is_wanted = |callee: &&ClassName| *callee != *caller && own.contains(callee) && calls.contains_key(*callee);
        for callee in called.iter().filter(is_wanted) {
            let pair = graphs.pair(caller, callee);
            if !pair.sites.is_empty() {
                pairs.push(pair);
            }
        }
    }
    pairs
}

/// The classes that a call may be a call of: the one that it names, those below that, and the one that declares what is called.
fn named(classes: &Classes, call: &Invoke) -> BTreeSet<ClassName> {
    let mut found = classes.hierarchy().descendants(&call.method.owner);
    found.extend(classes.hierarchy().resolve(&call.method).map(|MethodRef { owner, .. }| owner));
    found
}
