//! Which methods call which.

use super::code::ClassCode;
use super::hierarchy::Hierarchy;
use super::instruction::{Instruction, Invoke, Offset, Operation};
use super::names::MethodRef;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef};
use std::collections::{BTreeMap, BTreeSet};

/// How a method comes to run because of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// The instruction at an offset calls it.
    At(Offset),
    /// The instruction at an offset makes an object of which the method is the body: a lambda, or a method reference. When it
    /// runs is not known.
    Made(Offset),
}

/// The methods of some classes, and the calls between them.
///
/// Calls by reflection are not in it, and neither are those that the JVM makes by itself, such as class initialisers.
#[derive(Debug, Clone)]
pub struct CallGraph {
    graph: DiGraph<MethodRef, Call>,
    nodes: BTreeMap<MethodRef, NodeIndex>,
}

impl CallGraph {
    /// The calls of some classes; a call leads to every method that it may run by their hierarchy.
    pub fn of<'a>(classes: impl IntoIterator<Item = &'a ClassCode> + Clone, hierarchy: &Hierarchy) -> CallGraph {
        let mut graph = CallGraph { graph: DiGraph::new(), nodes: BTreeMap::new() };
        for class in classes.clone() {
            for method in &class.methods {
                graph.node(class.reference(method));
            }
        }
        // Most calls of a program are calls of few methods.
        let mut known: BTreeMap<Invoke, Vec<NodeIndex>> = BTreeMap::new();
        for class in classes {
            for method in &class.methods {
                let caller = graph.node(class.reference(method));
                let instructions = method.code.iter().flat_map(|code| &code.instructions);
                for (invoke, call) in instructions.flat_map(calls) {
                    if !known.contains_key(invoke) {
                        let targets = hierarchy.targets(invoke).methods;
                        let nodes = targets.into_iter().map(|target| graph.node(target)).collect();
                        known.insert(invoke.clone(), nodes);
                    }
                    for callee in &known[invoke] {
                        graph.graph.add_edge(caller, *callee, call);
                    }
                }
            }
        }
        graph
    }

    fn node(&mut self, method: MethodRef) -> NodeIndex {
        let CallGraph { graph, nodes } = self;
        *nodes.entry(method).or_insert_with_key(|method| graph.add_node(method.clone()))
    }

    /// What a method may call, with where; by name and offset.
    pub fn callees(&self, method: &MethodRef) -> BTreeSet<(&MethodRef, Call)> {
        self.neighbours(method, Direction::Outgoing)
    }

    /// What may call a method, with where; by name and offset.
    pub fn callers(&self, method: &MethodRef) -> BTreeSet<(&MethodRef, Call)> {
        self.neighbours(method, Direction::Incoming)
    }

    /// A method, what it may call, what that may call, and so on; nothing if it is not in the graph.
    pub fn reachable(&self, method: &MethodRef) -> BTreeSet<&MethodRef> {
        let Some(node) = self.nodes.get(method) else { return BTreeSet::new() };
        let mut search = Dfs::new(&self.graph, *node);
        std::iter::from_fn(|| search.next(&self.graph)).map(|node| &self.graph[node]).collect()
    }

    fn neighbours(&self, method: &MethodRef, direction: Direction) -> BTreeSet<(&MethodRef, Call)> {
        let edges = self.nodes.get(method).into_iter().flat_map(|node| self.graph.edges_directed(*node, direction));
        let other = |edge: petgraph::graph::EdgeReference<'_, Call>| match direction {
            Direction::Outgoing => edge.target(),
            Direction::Incoming => edge.source(),
        };
        edges.map(|edge| (&self.graph[other(edge)], *edge.weight())).collect()
    }
}

/// The methods that an instruction calls by name, or makes an object of.
fn calls(instruction: &Instruction) -> Vec<(&Invoke, Call)> {
    match &instruction.operation {
        Operation::Invoke(invoke) => vec![(invoke, Call::At(instruction.offset))],
        Operation::InvokeDynamic(call) => {
            call.handles.iter().map(|handle| (handle, Call::Made(instruction.offset))).collect()
        }
        _ => Vec::new(),
    }
}
