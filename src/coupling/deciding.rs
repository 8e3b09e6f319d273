//! On which branches it depends whether something runs: control dependence (Ferrante, Ottenstein and Warren, 1987), also through calls.

use super::branch::{Branch, Way, ways};
use super::classes::Classes;
use super::graph::ClassGraph;
use crate::classfile::{BlockId, ControlDependence, Dominance, Flow, MethodRef, Outcome};
use petgraph::graph::NodeIndex;
use std::collections::{BTreeMap, BTreeSet};

/// Finds what branches depend on.
pub(super) struct Deciding<'d> {
    classes: &'d Classes,
    graph: &'d ClassGraph,
    known: BTreeMap<MethodRef, Option<(Flow, ControlDependence)>>,
}

impl<'d> Deciding<'d> {
    /// What the methods of a graph depend on.
    pub(super) fn new(classes: &'d Classes, graph: &'d ClassGraph) -> Deciding<'d> {
        Deciding { classes, graph, known: BTreeMap::new() }
    }

    /// The branches on which it depends directly whether a branch is decided.
    pub(super) fn of(&mut self, branch: &Branch) -> BTreeSet<Branch> {
        let code = self.classes.method(&branch.method).and_then(|(_, method)| method.code.as_ref());
        let Some(place) = code.and_then(|code| code.index(branch.offset)) else { return BTreeSet::new() };
        self.at(&branch.method, place)
    }

    /// The branches on which it depends directly whether an instruction runs; those of calls of the method if none of its own do.
    fn at(&mut self, method: &MethodRef, place: usize) -> BTreeSet<Branch> {
        let own = self.within(method, place);
        if !own.is_empty() {
            return own;
        }
        self.by_callers(method)
    }

    /// The branches on which it depends whether an instruction runs, directly or not, also through the methods of the class that call the
    /// one that has it.
    pub(super) fn transitive(&mut self, method: &MethodRef, place: usize) -> BTreeSet<Branch> {
        let mut found = BTreeSet::new();
        let mut entered = BTreeSet::from([method.clone()]);
        let mut open: Vec<Branch> = self.within(method, place).into_iter().chain(self.by_callers(method)).collect();
        while let Some(branch) = open.pop() {
            if !found.insert(branch.clone()) {
                continue;
            }
            let code = self.classes.method(&branch.method).and_then(|(_, method)| method.code.as_ref());
            if let Some(place) = code.and_then(|code| code.index(branch.offset)) {
                open.extend(self.within(&branch.method, place));
            }
            if entered.insert(branch.method.clone()) {
                open.extend(self.by_callers(&branch.method));
            }
        }
        found
    }

    /// The branches on which calls of a method in its class depend directly, and those of these methods where nothing in them decides.
    fn by_callers(&mut self, method: &MethodRef) -> BTreeSet<Branch> {
        let mut found = BTreeSet::new();
        let (mut seen, mut open) = (BTreeSet::from([method.clone()]), vec![method.clone()]);
        while let Some(method) = open.pop() {
            for (caller, place) in self.callers(&method) {
                let own = self.within(&caller, place);
                if own.is_empty() && seen.insert(caller.clone()) {
                    open.push(caller);
                }
                found.extend(own);
            }
        }
        found
    }

    /// The calls of a method in its class.
    fn callers(&self, method: &MethodRef) -> Vec<(MethodRef, usize)> {
        let Some(number) = self.graph.number(method) else { return Vec::new() };
        let called = |caller: &NodeIndex| {
            let point = &self.graph.graph[*caller];
            (self.graph.methods[point.method.0].reference.clone(), point.instructions.end - 1)
        };
        self.graph.methods[number.0].callers.iter().map(called).collect()
    }

    fn within(&mut self, method: &MethodRef, place: usize) -> BTreeSet<Branch> {
        let Some(code) = self.classes.method(method).and_then(|(_, found)| found.code.as_ref()) else {
            return BTreeSet::new();
        };
        let known = self.known.entry(method.clone()).or_insert_with(|| {
            let flow = Flow::of(code).ok()?;
            let dependence = ControlDependence::of(&flow, &Dominance::post_dominators(&flow));
            Some((flow, dependence))
        });
        let Some((flow, dependence)) = known else { return BTreeSet::new() };
        let Some(block) = flow.block_of(place) else { return BTreeSet::new() };
        let mut found = BTreeSet::new();
        let (mut seen, mut open) = (BTreeSet::from([block]), vec![block]);
        while let Some(block) = open.pop() {
            for (decides, _) in dependence.deciding(block).filter(|(decides, _)| *decides != block) {
                let Some(last) = flow.instructions(*decides).last() else { continue };
                let offset = code.instructions[last].offset;
                let ways = ways(flow, *decides);
                // Where nothing is decided but whether something is thrown, it depends on what decides that this is tried.
                if ways.is_empty() && seen.insert(*decides) {
                    open.push(*decides);
                }
                // All ways of an instruction that lead there.
                let leading = ways.into_iter().filter(|(way, _)| leads(dependence, block, *decides, way));
                found.extend(leading.map(|(way, _)| Branch { method: method.clone(), offset, way }));
            }
        }
        found
    }
}

/// Whether a block depends on a way out of another one.
fn leads(dependence: &ControlDependence, block: BlockId, decides: BlockId, way: &Way) -> bool {
    dependence.deciding(block).filter(|(other, _)| *other == decides).any(|(_, outcome)| match (outcome, way) {
        (Outcome::Holds, Way::Holds) | (Outcome::Fails, Way::Fails) | (Outcome::Default, Way::Default(_)) => true,
        (Outcome::Case(number), Way::Cases(numbers) | Way::Default(numbers)) => numbers.contains(number),
        _ => false,
    })
}
