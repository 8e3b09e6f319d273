//! The control flow graph of a class: the flow of its methods, with the calls inside the class expanded.

use super::branch::{Branch, Way, ways};
use super::classes::{Classes, is_of_jdk};
use crate::classfile::{
    Access, BlockId, ClassCode, ClassName, Code, Flow, Invoke, MethodCode, MethodRef, Operation, Outcome,
};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The number of a method in its graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MethodNumber(pub(super) usize);

/// Which methods a graph has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'c> {
    /// Those that the class declares, and those that it inherits.
    Whole,
    /// The same, as far as a class below does not override them: section 3.1.5.
    NotOverriddenBy(&'c ClassName),
    /// Those that it declares: section 3.1.5.
    Declared,
}

/// A run of instructions that is entered at the first one and left after the last one, which is a call if there is one.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub(super) method: MethodNumber,
    /// The places of its instructions.
    pub(super) instructions: Range<usize>,
    /// What its call runs, if that is in the class; else none.
    pub(super) inner: Option<MethodNumber>,
}

/// Why control goes from one point to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Edge {
    /// There is no other way, or a call has returned.
    Next,
    /// That is decided.
    Decided(Way),
    /// Something was thrown.
    Throws,
    /// The method returns.
    Returns,
    /// The method throws what no handler of its own catches.
    Leaves,
}

/// A method in a graph.
#[derive(Debug, Clone)]
pub(super) struct Method {
    pub(super) reference: MethodRef,
    /// The places of its points in the graph.
    pub(super) points: Range<usize>,
    pub(super) entry: NodeIndex,
    /// What follows when it has returned.
    pub(super) returned: NodeIndex,
    /// What follows when it has thrown something.
    pub(super) left: NodeIndex,
    /// Whether it may be called from outside of the class.
    pub(super) is_entry: bool,
    /// The points in the class that call it.
    pub(super) callers: Vec<NodeIndex>,
    /// The methods of the class that it calls.
    pub(super) called: BTreeSet<MethodNumber>,
    /// The methods of the class of which it makes objects: bodies of lambdas.
    pub(super) made: BTreeSet<MethodNumber>,
}

/// The control flow graph of a class.
#[derive(Debug, Clone)]
pub struct ClassGraph {
    /// The class.
    pub class: ClassName,
    pub(super) graph: DiGraph<Point, Edge>,
    pub(super) methods: Vec<Method>,
    numbers: BTreeMap<MethodRef, MethodNumber>,
    /// Methods whose branches cannot be told, with the reason.
    pub unread: Vec<Unread>,
}

/// A method whose branches cannot be told, and why, as half a sentence.
pub type Unread = (MethodRef, &'static str);

impl ClassGraph {
    /// The graph of a class, of which some methods count.
    pub fn of(classes: &Classes, class: &ClassName, part: Part<'_>) -> ClassGraph {
        let mut graph = ClassGraph {
            class: class.clone(),
            graph: DiGraph::new(),
            methods: Vec::new(),
            numbers: BTreeMap::new(),
            unread: Vec::new(),
        };
        let members = members(classes, class, part);
        for (code, method) in &members {
            graph.add(code, method);
        }
        let declared: Vec<(MethodRef, &MethodCode)> =
            members.iter().map(|(code, method)| (code.reference(method), *method)).collect();
        for (reference, method) in declared {
            let (Some(number), Some(code)) = (graph.numbers.get(&reference).copied(), &method.code) else { continue };
            graph.expand(classes, number, code);
        }
        for number in 0..graph.methods.len() {
            let method = &graph.methods[number];
            let is_called = !method.callers.is_empty();
            // What nobody calls is called by the JVM or by reflection.
            graph.methods[number].is_entry |= !is_called;
        }
        graph
    }

    /// Adds the points and edges of a method.
    fn add(&mut self, class: &ClassCode, method: &MethodCode) {
        let Some(code) = &method.code else { return };
        let reference = class.reference(method);
        if is_of_jdk(&class.name) && method.annotations.iter().any(|name| name.ends_with("IntrinsicCandidate")) {
            self.unread.push((reference, "the JVM may run code of its own in its place"));
            return;
        }
        let Ok(flow) = Flow::of(code) else {
            self.unread.push((reference, "it jumps into subroutines, as compilers wrote them before Java 6"));
            return;
        };
        let number = MethodNumber(self.methods.len());
        let first = self.graph.node_count();
        let end = code.instructions.len()..code.instructions.len();
        let mut point = |instructions| self.graph.add_node(Point { method: number, instructions, inner: None });
        let mut points: BTreeMap<BlockId, (NodeIndex, NodeIndex)> = BTreeMap::new();
        let mut joined = Vec::new();
        for block in flow.blocks().filter(|block| *block != flow.exit()) {
            let parts = parts(code, flow.instructions(block));
            let nodes: Vec<NodeIndex> = parts.into_iter().map(&mut point).collect();
            joined.extend(nodes.windows(2).map(|pair| (pair[0], pair[1])));
            let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { continue };
            points.insert(block, (*first, *last));
        }
        let (returned, left) = (point(end.clone()), point(end));
        for (from, to) in joined {
            self.graph.add_edge(from, to, Edge::Next);
        }
        for (block, (_, last)) in &points {
            let decided = ways(&flow, *block);
            for (way, target) in &decided {
                self.graph.add_edge(*last, points[target].0, Edge::Decided(way.clone()));
            }
            for (outcome, target) in flow.successors(*block) {
                let edge = match outcome {
                    Outcome::Returns => Some((returned, Edge::Returns)),
                    Outcome::Leaves => Some((left, Edge::Leaves)),
                    Outcome::Throws(caught) if throws(code, flow.instructions(*block), caught.as_ref()) => {
                        points.get(&target).map(|(first, _)| (*first, Edge::Throws))
                    }
                    Outcome::Throws(_) => None,
                    _ if decided.is_empty() => points.get(&target).map(|(first, _)| (*first, Edge::Next)),
                    _ => None,
                };
                if let Some((to, edge)) = edge {
                    self.graph.add_edge(*last, to, edge);
                }
            }
        }
        let entry = points.get(&flow.entry()).map_or(returned, |(first, _)| *first);
        let is_entry = method.access != Access::Private || is_called_by_jvm(method);
        let (callers, called, made) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        self.numbers.insert(reference.clone(), number);
        let points = first..self.graph.node_count();
        self.methods.push(Method { reference, points, entry, returned, left, is_entry, callers, called, made });
    }

    /// Finds what a method calls in the class.
    fn expand(&mut self, classes: &Classes, number: MethodNumber, code: &Code) {
        for node in self.methods[number.0].points.clone().map(NodeIndex::new) {
            for place in self.graph[node].instructions.clone() {
                match &code.instructions[place].operation {
                    Operation::Invoke(invoke) => {
                        let inner = self.inner(classes, invoke);
                        self.graph[node].inner = inner;
                        if let Some(inner) = inner {
                            self.methods[inner.0].callers.push(node);
                            self.methods[number.0].called.insert(inner);
                        }
                    }
                    Operation::InvokeDynamic(call) => {
                        let made: Vec<MethodNumber> =
                            call.handles.iter().filter_map(|handle| self.inner(classes, handle)).collect();
                        for inner in &made {
                            self.methods[inner.0].is_entry = true;
                        }
                        self.methods[number.0].made.extend(made);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The method of the graph that a call runs, if it does.
    fn inner(&self, classes: &Classes, call: &Invoke) -> Option<MethodNumber> {
        classes.called(call, &self.class).and_then(|method| self.number(&method))
    }

    /// The number of a method; none if it is not in the graph.
    pub(super) fn number(&self, method: &MethodRef) -> Option<MethodNumber> {
        self.numbers.get(method).copied()
    }

    /// The methods whose flow the graph has.
    pub fn methods(&self) -> impl Iterator<Item = &MethodRef> {
        self.methods.iter().map(|method| &method.reference)
    }

    /// Where control may go after a point.
    pub(super) fn after(&self, point: NodeIndex) -> impl Iterator<Item = (&Edge, NodeIndex)> {
        self.graph.edges_directed(point, Direction::Outgoing).map(|edge| (edge.weight(), edge.target()))
    }

    /// The points after which something is decided, each with its branches and where they lead.
    pub(super) fn decisions(&self) -> impl Iterator<Item = (NodeIndex, Vec<(&Way, NodeIndex)>)> {
        self.graph.node_indices().filter_map(|point| {
            let ways: Vec<(&Way, NodeIndex)> = self
                .after(point)
                .filter_map(|(edge, to)| match edge {
                    Edge::Decided(way) => Some((way, to)),
                    _ => None,
                })
                .collect();
            (!ways.is_empty()).then_some((point, ways))
        })
    }

    /// A method, and the methods of the class that it calls or makes objects of, directly or not.
    pub(super) fn reachable(&self, from: MethodNumber) -> BTreeSet<MethodNumber> {
        let mut found = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(method) = open.pop() {
            let next = self.methods[method.0].called.iter().chain(&self.methods[method.0].made);
            open.extend(next.copied().filter(|next| found.insert(*next)).collect::<Vec<_>>());
        }
        found
    }

    /// The branch that is one way out of a point.
    pub(super) fn branch(&self, classes: &Classes, point: NodeIndex, way: &Way) -> Option<Branch> {
        let Point { method, instructions, .. } = &self.graph[point];
        let reference = &self.methods[method.0].reference;
        let code = classes.method(reference)?.1.code.as_ref()?;
        let offset = code.instructions[instructions.end - 1].offset;
        Some(Branch { method: reference.clone(), offset, way: way.clone() })
    }

    /// The branches of some of its methods: definition 3.2, for what these are reached from.
    pub(super) fn branches(&self, classes: &Classes, methods: &BTreeSet<MethodNumber>) -> BTreeSet<Branch> {
        let within = self.decisions().filter(|(point, _)| methods.contains(&self.graph[*point].method));
        let branches = within
            .flat_map(|(point, ways)| ways.into_iter().filter_map(move |(way, _)| self.branch(classes, point, way)));
        branches.collect()
    }

    /// The branches of all methods.
    pub(super) fn all_branches(&self, classes: &Classes) -> BTreeSet<Branch> {
        self.branches(classes, &(0..self.methods.len()).map(MethodNumber).collect())
    }
}

/// The instructions of a block, split after each call, those of what a bootstrap method made included.
fn parts(code: &Code, block: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = block.start;
    for place in block.clone() {
        let operation = &code.instructions[place].operation;
        if matches!(operation, Operation::Invoke(_) | Operation::InvokeDynamic(_)) || place + 1 == block.end {
            parts.push(start..place + 1);
            start = place + 1;
        }
    }
    parts
}

/// Whether the last instruction of a block may throw what a handler catches. What calls nothing throws only what the JVM itself throws then:
/// else every field that is read in a `try` would be a way around all that follows.
fn throws(code: &Code, block: Range<usize>, caught: Option<&ClassName>) -> bool {
    let Some(last) = block.last().map(|place| &code.instructions[place].operation) else { return true };
    let Some(caught) = caught else { return true };
    let is_any =
        ["java/lang/Throwable", "java/lang/Exception", "java/lang/RuntimeException"].contains(&caught.as_str());
    let own: &[&str] = match last {
        Operation::Invoke(_) | Operation::InvokeDynamic(_) | Operation::Throw => return true,
        Operation::Arithmetic(..) => &["java/lang/ArithmeticException"],
        Operation::LoadElement(_) | Operation::StoreElement => &[
            "java/lang/NullPointerException",
            "java/lang/IndexOutOfBoundsException",
            "java/lang/ArrayIndexOutOfBoundsException",
            "java/lang/ArrayStoreException",
        ],
        Operation::CheckCast(_) => &["java/lang/ClassCastException"],
        Operation::NewArray(..) => &["java/lang/NegativeArraySizeException"],
        Operation::GetField(_)
        | Operation::PutField(_)
        | Operation::ArrayLength
        | Operation::MonitorEnter
        | Operation::MonitorExit => &["java/lang/NullPointerException"],
        _ => &[],
    };
    is_any || caught.as_str().ends_with("Error") || own.contains(&caught.as_str())
}

/// Whether the JVM calls a method by itself, or as the body of a lambda.
fn is_called_by_jvm(method: &MethodCode) -> bool {
    method.name == "<clinit>" || (method.is_synthetic && method.name.starts_with("lambda$"))
}

/// The methods of a class that count, with the classes that declare them.
fn members<'c>(classes: &'c Classes, class: &ClassName, part: Part<'_>) -> Vec<(&'c ClassCode, &'c MethodCode)> {
    let Some(code) = classes.code(class) else { return Vec::new() };
    let own = code.methods.iter().map(|method| (code, method));
    if part == Part::Declared {
        return own.collect();
    }
    let above = classes.hierarchy().ancestors(class);
    let lineage = classes.lineage(class).into_iter().skip(1);
    let interfaces =
        above.iter().filter_map(|name| classes.code(name)).filter(|code| code.is_interface && code.name != *class);
    let is_never_inherited = |method: &MethodCode| matches!(method.name.as_str(), "<init>" | "<clinit>");
    let inherited = lineage.chain(interfaces).flat_map(|code| code.methods.iter().map(move |method| (code, method)));
    let counts = |declaring: &ClassCode, method: &MethodCode| {
        let reference = declaring.reference(method);
        // What is private runs on objects of the class where inherited methods call it.
        let runs =
            method.access == Access::Private || classes.declaration(class, &reference).as_ref() == Some(&reference);
        !is_never_inherited(method) && runs
    };
    let all = own.chain(inherited.filter(|(declaring, method)| counts(declaring, method)));
    match part {
        Part::NotOverriddenBy(below) => {
            let is_overridden = |declaring: &ClassCode, method: &MethodCode| {
                let reference = declaring.reference(method);
                let stays = method.is_static || method.access == Access::Private || method.name.starts_with('<');
                !stays && classes.declaration(below, &reference).is_some_and(|found| found != reference)
            };
            all.filter(|(declaring, method)| !is_overridden(declaring, method)).collect()
        }
        _ => all.collect(),
    }
}
