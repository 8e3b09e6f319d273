//! The control flow of a method: basic blocks, and edges that say why they are taken.

use super::code::Code;
use super::instruction::{Offset, Operation};
use super::names::ClassName;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A block of a [`Flow`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(u32);

/// Why control goes from one block to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// There is no other way, or nothing was thrown.
    Next,
    /// The condition of a branch holds.
    Holds,
    /// The condition of a branch does not hold.
    Fails,
    /// A `switch` has this number.
    Case(i32),
    /// A `switch` has none of its numbers.
    Default,
    /// The last instruction of the block threw something of a class, or anything.
    Throws(Option<ClassName>),
    /// The method returns.
    Returns,
    /// The method throws what no handler of its own catches.
    Leaves,
}

/// The control flow of a method.
///
/// Invariants: every block but the exit can be reached from the entry; the exit has no instructions and no successors; a block
/// is entered at its first instruction only, and left after its last one only. So an instruction that may throw is the last one
/// of its block if a handler of the method covers it.
#[derive(Debug, Clone)]
pub struct Flow {
    /// Each block with the places of its instructions in [`Code::instructions`].
    graph: DiGraph<Range<usize>, Outcome>,
    exit: NodeIndex,
}

/// A method that jumps into subroutines, as compilers made them for `finally` before Java 6. Their flow is not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HasSubroutines;

impl Flow {
    /// The control flow of some code.
    ///
    /// Exceptions count where a handler of the method covers the instruction, and where the instruction is a `throw`. That any
    /// call may end the method by an exception is not an edge: else everything would depend on every call before it.
    pub fn of(code: &Code) -> Result<Flow, HasSubroutines> {
        let has_subroutine =
            |operation: &Operation| matches!(operation, Operation::CallSubroutine(_) | Operation::ReturnFromSubroutine);
        if code.instructions.iter().any(|one| has_subroutine(&one.operation)) {
            return Err(HasSubroutines);
        }
        let mut graph = DiGraph::new();
        let blocks: BTreeMap<usize, NodeIndex> =
            blocks(code).into_iter().map(|block| (block.start, graph.add_node(block))).collect();
        let exit = graph.add_node(code.instructions.len()..code.instructions.len());
        let builder = Builder { code, blocks: &blocks, exit };
        for &block in blocks.values() {
            let range: Range<usize> = graph[block].clone();
            for (outcome, target) in builder.edges(range.end - 1) {
                graph.add_edge(block, target, outcome);
            }
        }
        Ok(Flow { graph, exit }.reachable())
    }

    /// Without the blocks that cannot be reached.
    fn reachable(mut self) -> Flow {
        let mut reached = BTreeSet::from([self.exit]);
        let mut search = Dfs::new(&self.graph, NodeIndex::new(0));
        while let Some(block) = search.next(&self.graph) {
            reached.insert(block);
        }
        // Nodes keep their order, which is that of the code, and the exit stays last.
        self.graph = self.graph.filter_map(
            |block, instructions| reached.contains(&block).then(|| instructions.clone()),
            |_, outcome| Some(outcome.clone()),
        );
        self.exit = NodeIndex::new(self.graph.node_count() - 1);
        self
    }

    /// Where the method begins; the exit, if there is no code at all.
    pub fn entry(&self) -> BlockId {
        BlockId(0)
    }

    /// What follows every way to end the method.
    pub fn exit(&self) -> BlockId {
        id(self.exit)
    }

    /// All blocks, in the order of the code; the exit is the last one.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.graph.node_indices().map(id)
    }

    /// The places of a block's instructions in [`Code::instructions`]; none for the exit.
    pub fn instructions(&self, block: BlockId) -> Range<usize> {
        self.graph[node(block)].clone()
    }

    /// The block of the instruction at a place; none if it cannot be reached.
    pub fn block_of(&self, instruction: usize) -> Option<BlockId> {
        let after = self.graph.node_weights().take_while(|block| block.start <= instruction).count();
        let block = NodeIndex::new(after.checked_sub(1)?);
        self.graph[block].contains(&instruction).then(|| id(block))
    }

    /// Where control may go after a block, and why, in the order of the code's outcomes.
    pub fn successors(&self, block: BlockId) -> Vec<(&Outcome, BlockId)> {
        let mut edges: Vec<_> = self.graph.edges(node(block)).map(|edge| (edge.weight(), id(edge.target()))).collect();
        edges.sort();
        edges
    }

    /// The blocks from which control may come.
    pub fn predecessors(&self, block: BlockId) -> Vec<BlockId> {
        let found: BTreeSet<BlockId> =
            self.graph.neighbors_directed(node(block), Direction::Incoming).map(id).collect();
        found.into_iter().collect()
    }

    /// The blocks and edges as a graph.
    pub(super) fn graph(&self) -> &DiGraph<Range<usize>, Outcome> {
        &self.graph
    }
}

pub(super) fn id(node: NodeIndex) -> BlockId {
    BlockId(u32::try_from(node.index()).expect("a method has at most 65,535 instructions"))
}

pub(super) fn node(block: BlockId) -> NodeIndex {
    NodeIndex::from(block.0)
}

/// The maximal runs of instructions that are entered at the first and left at the last one only.
fn blocks(code: &Code) -> Vec<Range<usize>> {
    let instructions = &code.instructions;
    let mut starts = BTreeSet::from([0]);
    let mut start_at = |offset: Offset| starts.extend(code.index(offset));
    for handler in &code.handlers {
        [handler.start, handler.end, handler.target].into_iter().for_each(&mut start_at);
    }
    for one in instructions {
        match &one.operation {
            Operation::Branch(_, target) | Operation::Jump(target) => start_at(*target),
            Operation::Switch(switch) => {
                switch.cases.iter().for_each(|(_, target)| start_at(*target));
                start_at(switch.default);
            }
            _ => {}
        }
    }
    for (place, one) in instructions.iter().enumerate() {
        let is_branch = matches!(one.operation, Operation::Branch(..)) || !one.operation.falls_through();
        let is_caught = one.operation.can_throw() && handlers(code, one.offset).next().is_some();
        if is_branch || is_caught {
            starts.insert(place + 1);
        }
    }
    starts.retain(|start| *start < instructions.len());
    let ends = starts.iter().copied().skip(1).chain([instructions.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).filter(|block| !block.is_empty()).collect()
}

/// What may catch an exception of the instruction at an offset: each class once, up to the first handler that takes anything.
fn handlers(code: &Code, offset: Offset) -> impl Iterator<Item = (Option<&ClassName>, Offset)> {
    let mut caught = BTreeSet::new();
    let mut is_over = false;
    let covering = code.handlers.iter().filter(move |handler| (handler.start..handler.end).contains(&offset));
    covering.filter_map(move |handler| {
        let class = handler.caught.as_ref();
        let is_new = !is_over && caught.insert(class);
        is_over |= class.is_none();
        is_new.then_some((class, handler.target))
    })
}

/// Finds where blocks lead.
struct Builder<'a> {
    code: &'a Code,
    /// The blocks by the places of their first instructions.
    blocks: &'a BTreeMap<usize, NodeIndex>,
    exit: NodeIndex,
}

impl Builder<'_> {
    /// Where the instruction at a place, the last one of its block, leads.
    fn edges(&self, last: usize) -> Vec<(Outcome, NodeIndex)> {
        let one = &self.code.instructions[last];
        let mut edges = match &one.operation {
            Operation::Branch(_, target) => {
                let mut edges = vec![(Outcome::Holds, self.block_at(*target))];
                edges.extend(self.next(last).map(|next| (Outcome::Fails, next)));
                edges
            }
            Operation::Jump(target) => vec![(Outcome::Next, self.block_at(*target))],
            Operation::Switch(switch) => {
                let cases = switch.cases.iter().map(|(value, target)| (Outcome::Case(*value), self.block_at(*target)));
                cases.chain([(Outcome::Default, self.block_at(switch.default))]).collect()
            }
            Operation::Return | Operation::ReturnValue => vec![(Outcome::Returns, self.exit)],
            Operation::Throw => Vec::new(),
            _ => self.next(last).map(|next| (Outcome::Next, next)).into_iter().collect(),
        };
        let mut catches_anything = false;
        if one.operation.can_throw() {
            for (class, target) in handlers(self.code, one.offset) {
                catches_anything |= class.is_none();
                edges.push((Outcome::Throws(class.cloned()), self.block_at(target)));
            }
        }
        if matches!(one.operation, Operation::Throw) && !catches_anything {
            edges.push((Outcome::Leaves, self.exit));
        }
        edges
    }

    /// The block after a place; none at the end of the code, where no verified code ends.
    fn next(&self, last: usize) -> Option<NodeIndex> {
        self.blocks.get(&(last + 1)).copied()
    }

    fn block_at(&self, offset: Offset) -> NodeIndex {
        let place = self.code.index(offset).expect("a target is an instruction");
        self.blocks[&place]
    }
}
