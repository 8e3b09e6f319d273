//! Which blocks of a method lie on every way to, or from, another one, and which branches decide whether a block runs.

use super::flow::{self, BlockId, Flow, Outcome};
use petgraph::Direction;
use petgraph::algo::{dominators, tarjan_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet};

/// A tree of dominance.
#[derive(Debug, Clone)]
pub struct Dominance {
    /// The immediate dominator of each block but the root.
    parents: BTreeMap<BlockId, BlockId>,
}

impl Dominance {
    /// `a` dominates `b` if every way from the entry to `b` leads through `a`.
    ///
    /// Computed as Cooper, Harvey and Kennedy describe (A Simple, Fast Dominance Algorithm, 2001).
    pub fn dominators(flow: &Flow) -> Dominance {
        Dominance::in_graph(flow.graph(), flow::node(flow.entry()))
    }

    /// `a` post-dominates `b` if every way from `b` to the exit leads through `a`.
    ///
    /// A loop without end has no such way. So that its blocks have their place, it counts as if it could be left at its first
    /// block.
    pub fn post_dominators(flow: &Flow) -> Dominance {
        let mut graph = flow.graph().map(|_, _| (), |_, _| ());
        let exit = flow::node(flow.exit());
        for first in endless(&graph, exit) {
            graph.add_edge(first, exit, ());
        }
        graph.reverse();
        Dominance::in_graph(&graph, exit)
    }

    fn in_graph<N, E>(graph: &DiGraph<N, E>, root: NodeIndex) -> Dominance {
        let tree = dominators::simple_fast(graph, root);
        let parent = |node| tree.immediate_dominator(node).map(|parent| (flow::id(node), flow::id(parent)));
        Dominance { parents: graph.node_indices().filter_map(parent).collect() }
    }

    /// The nearest other block that dominates a block; none for the root.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.parents.get(&block).copied()
    }

    /// Whether one block dominates another; each dominates itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.up_from(below).any(|block| block == above)
    }

    /// A block and all that dominate it, the nearest first.
    pub fn up_from(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        std::iter::successors(Some(block), |block| self.immediate(*block))
    }
}

/// The first block, in the order of the code, of each strongly connected part that cannot be left and is not the exit.
fn endless(graph: &DiGraph<(), ()>, exit: NodeIndex) -> Vec<NodeIndex> {
    let stays = |part: &Vec<NodeIndex>| {
        let part: BTreeSet<NodeIndex> = part.iter().copied().collect();
        !part.contains(&exit)
            && part
                .iter()
                .all(|node| graph.neighbors_directed(*node, Direction::Outgoing).all(|next| part.contains(&next)))
    };
    tarjan_scc(graph).iter().filter(|part| stays(part)).filter_map(|part| part.iter().min().copied()).collect()
}

/// Which outcomes decide whether a block runs.
#[derive(Debug, Clone)]
pub struct ControlDependence {
    /// For each block the blocks whose last instruction decides, with the outcomes after which it runs for sure.
    deciding: BTreeMap<BlockId, BTreeSet<(BlockId, Outcome)>>,
}

impl ControlDependence {
    /// A block depends on an outcome of another one if it post-dominates where that outcome leads, and does not post-dominate the
    /// other block itself: Ferrante, Ottenstein and Warren, The Program Dependence Graph and Its Use in Optimization (1987),
    /// section 3.1.1.
    pub fn of(flow: &Flow, post_dominators: &Dominance) -> ControlDependence {
        let mut deciding: BTreeMap<BlockId, BTreeSet<(BlockId, Outcome)>> = BTreeMap::new();
        for edge in flow.graph().edge_references() {
            let (from, to) = (flow::id(edge.source()), flow::id(edge.target()));
            let end = post_dominators.immediate(from);
            // All on the way up from the target to, but without, what post-dominates the source anyway.
            for block in post_dominators.up_from(to).take_while(|block| Some(*block) != end) {
                deciding.entry(block).or_default().insert((from, edge.weight().clone()));
            }
        }
        ControlDependence { deciding }
    }

    /// The blocks whose last instruction decides whether a block runs, each with an outcome after which it does.
    pub fn deciding(&self, block: BlockId) -> impl Iterator<Item = &(BlockId, Outcome)> {
        self.deciding.get(&block).into_iter().flatten()
    }

    /// The outcomes on which a block depends, directly or because what decides depends on others.
    pub fn transitively_deciding(&self, block: BlockId) -> BTreeSet<(BlockId, Outcome)> {
        let mut found = BTreeSet::new();
        let mut open = vec![block];
        while let Some(block) = open.pop() {
            for one in self.deciding(block) {
                if found.insert(one.clone()) {
                    open.push(one.0);
                }
            }
        }
        found
    }
}
