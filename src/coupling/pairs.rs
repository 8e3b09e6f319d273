//! All pairs of a project: each class with each class that it calls.

use super::classes::Classes;
use super::counting::Counting;
use super::graph::ClassGraph;
use super::pair::{Graphs, Pair};
use crate::classfile::{ClassName, Invoke, MethodRef, Operation};
use std::collections::BTreeSet;

/// The pairs of classes under test that have call sites, by their names.
pub fn pairs(classes: &Classes, counting: Counting) -> Vec<Pair> {
    let mut graphs = Graphs::new(classes, counting);
    let own: BTreeSet<&ClassName> = classes.own().map(|class| &class.name).collect();
    let mut pairs = Vec::new();
    for caller in &own {
        let graph = graphs.whole(caller);
        let called: BTreeSet<ClassName> =
            invokes(classes, graph).into_iter().flat_map(|call| named(classes, call)).collect();
        for callee in called.iter().filter(|callee| *callee != *caller && own.contains(callee)) {
            let pair = graphs.pair(caller, callee);
            if !pair.sites.is_empty() {
                pairs.push(pair);
            }
        }
    }
    pairs
}

/// The calls in the methods of a graph.
fn invokes<'c>(classes: &'c Classes, graph: &ClassGraph) -> BTreeSet<&'c Invoke> {
    let methods = graph.methods().filter_map(|method| classes.method(method)?.1.code.as_ref());
    let operations = methods.flat_map(|code| &code.instructions).map(|one| &one.operation);
    operations
        .filter_map(|operation| match operation {
            Operation::Invoke(invoke) => Some(invoke),
            _ => None,
        })
        .collect()
}

/// The classes that a call may be a call of: the one that it names, those below that, and the one that declares what is called.
fn named(classes: &Classes, call: &Invoke) -> BTreeSet<ClassName> {
    let mut found = classes.hierarchy().descendants(&call.method.owner);
    found.extend(classes.hierarchy().resolve(&call.method).map(|MethodRef { owner, .. }| owner));
    found
}
