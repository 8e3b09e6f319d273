//! A caller and a callee, the call sites between them, and their coupled branches: definitions 3.2 to 3.4 and section 3.1.5.

use super::branch::Branch;
use super::classes::{Classes, is_of_jdk};
use super::counting::Counting;
use super::deciding::Deciding;
use super::graph::{ClassGraph, MethodNumber, Part, Unread};
use super::impossible::impossible;
use super::leading::leading;
use super::site::{Coupled, Site, called, is_exact};
use crate::classfile::{ClassName, Code, Invoke, InvokeKind, MethodRef, Offset};
use petgraph::graph::NodeIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How the two classes of a pair are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kinship {
    /// None of them is above the other one.
    Strangers,
    /// The callee extends the caller.
    CallerAbove,
    /// The caller extends the callee.
    CallerBelow,
    /// They are one class, whose own branches count: see [`Pair::is_alone`].
    Same,
}

/// Two classes of which one calls the other one.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The class that calls.
    pub caller: ClassName,
    /// The class that is called.
    pub callee: ClassName,
    /// How they are related.
    pub kinship: Kinship,
    /// The calls, in the order of the code.
    pub sites: Vec<Site>,
    /// The target branches of the caller, in the order of methods and code.
    pub caller_branches: Vec<Branch>,
    /// The target branches of the callee.
    pub callee_branches: Vec<Branch>,
    /// The coupled branches that no input can cover, each with the proof as a sentence.
    pub impossible: BTreeMap<Coupled, String>,
    /// The methods of the caller whose calls and branches count.
    pub caller_methods: Vec<MethodRef>,
    /// The methods of the callee whose branches count.
    pub callee_methods: Vec<MethodRef>,
    /// Methods whose branches cannot be told, with the reason.
    pub unread: Vec<Unread>,
}

/// The graphs of classes, each of which is made once.
pub(super) struct Graphs<'c> {
    pub(super) classes: &'c Classes,
    counting: Counting,
    whole: BTreeMap<ClassName, Rc<ClassGraph>>,
    /// The calls in whole graphs, by the classes that they may be calls of.
    calls: BTreeMap<ClassName, Rc<CallsByClass<'c>>>,
    branches: Numbered<'c>,
    /// The target branches of call sites in whole graphs.
    leading: BTreeMap<ClassName, FxHashMap<NodeIndex, Rc<[usize]>>>,
    /// The branches that are reached from methods in whole graphs.
    reached: BTreeMap<ClassName, FxHashMap<MethodNumber, Rc<[usize]>>>,
}

/// A call site with the numbers of the branches that lead to it, and of those that are reached from there.
type FoundSite = (Site, Rc<[usize]>, Rc<[usize]>);

/// What is called, with the points that calls of it end and their places.
type Calls<'c> = BTreeMap<&'c Invoke, Vec<(NodeIndex, usize)>>;

type CallsByClass<'c> = BTreeMap<ClassName, Calls<'c>>;

impl<'c> Graphs<'c> {
    /// None yet.
    pub(super) fn new(classes: &'c Classes, counting: Counting) -> Graphs<'c> {
        Graphs {
            classes,
            counting,
            whole: BTreeMap::new(),
            calls: BTreeMap::new(),
            branches: Numbered::new(classes),
            leading: BTreeMap::new(),
            reached: BTreeMap::new(),
        }
    }

    /// The graph of a class with all its methods.
    pub(super) fn whole(&mut self, class: &ClassName) -> Rc<ClassGraph> {
        let graph = || Rc::new(ClassGraph::of(self.classes, class, Part::Whole));
        Rc::clone(self.whole.entry(class.clone()).or_insert_with(graph))
    }

    /// The calls in the graph of a class, by the classes that they may be calls of.
    pub(super) fn calls(&mut self, class: &ClassName) -> Rc<CallsByClass<'c>> {
        if let Some(known) = self.calls.get(class) {
            return Rc::clone(known);
        }
        let graph = self.whole(class);
        let mut by_class = CallsByClass::new();
        for (call, points) in calls(self.classes, &graph) {
            for callee in callees(self.classes, call) {
                by_class.entry(callee).or_default().insert(call, points.clone());
            }
        }
        Rc::clone(self.calls.entry(class.clone()).or_insert(Rc::new(by_class)))
    }

    /// A pair; it has no call sites if the one does not call the other one.
    pub(super) fn pair(&mut self, caller: &ClassName, callee: &ClassName) -> Pair {
        let classes = self.classes;
        let kinship = match () {
            () if classes.is_above(caller, callee) => Kinship::CallerAbove,
            () if classes.is_above(callee, caller) => Kinship::CallerBelow,
            () => Kinship::Strangers,
        };
        let (from, to, found) = match kin_graphs(classes, caller, callee, kinship) {
            Some((from, to)) => {
                let calls = calls(classes, &from);
                let found = self.found(&from, &to, kinship, &calls);
                (Rc::new(from), Rc::new(to), found)
            }
            None => {
                let (from, to, calls) = (self.whole(caller), self.whole(callee), self.calls(caller));
                let found = calls.get(callee).map(|calls| self.found(&from, &to, kinship, calls));
                (from, to, found.unwrap_or_default())
            }
        };
        let [caller_numbers, callee_numbers] = [true, false].map(|is_caller| self.all_branches(&found, is_caller));
        let sites = sites(found, &caller_numbers, &callee_numbers);
        let named = |numbers: Vec<usize>| numbers.into_iter().map(|number| self.branches.all[number].clone()).collect();
        let (caller_branches, callee_branches): (Vec<Branch>, Vec<Branch>) =
            (named(caller_numbers), named(callee_numbers));
        Pair {
            caller: caller.clone(),
            callee: callee.clone(),
            kinship,
            impossible: impossible(classes, &sites, [&caller_branches, &callee_branches], self.counting),
            sites,
            caller_branches,
            callee_branches,
            caller_methods: from.methods().cloned().collect(),
            callee_methods: to.methods().cloned().collect(),
            unread: from.unread.iter().chain(&to.unread).cloned().collect(),
        }
    }

    /// A class by itself.
    pub(super) fn alone(&mut self, class: &ClassName) -> Pair {
        let graph = ClassGraph::of(self.classes, class, Part::Declared);
        let mut branches: Vec<Branch> = graph.all_branches(self.classes).into_iter().collect();
        branches.sort_by_cached_key(|branch| position(self.classes, branch));
        Pair {
            caller: class.clone(),
            callee: class.clone(),
            kinship: Kinship::Same,
            sites: Vec::new(),
            caller_branches: Vec::new(),
            callee_branches: branches,
            impossible: BTreeMap::new(),
            caller_methods: Vec::new(),
            callee_methods: graph.methods().cloned().collect(),
            unread: graph.unread,
        }
    }

    /// Those of some calls that are call sites, with their branches.
    fn found(&mut self, from: &ClassGraph, to: &ClassGraph, kinship: Kinship, calls: &Calls<'c>) -> Vec<FoundSite> {
        let mut found = Vec::new();
        for (call, points) in calls {
            let Some((runs, number)) = runs(self.classes, from, to, kinship, call) else { continue };
            let is_exact = is_exact(self.classes, call, &runs);
            for (point, place) in points {
                let method = &from.methods[from.graph[*point].method.0].reference;
                let site = Site::of(self.classes, method.clone(), *place, (call, runs.clone(), is_exact));
                let (leading, reached) = match kinship {
                    Kinship::Strangers => (self.known_leading(from, *point, *place), self.known_reached(to, number)),
                    _ => (self.leading(from, *point, *place), self.reached(to, number)),
                };
                found.push((site, leading, reached));
            }
        }
        found
    }

    fn known_leading(&mut self, from: &ClassGraph, point: NodeIndex, place: usize) -> Rc<[usize]> {
        if let Some(known) = self.leading.get(&from.class).and_then(|known| known.get(&point)) {
            return Rc::clone(known);
        }
        let leading = self.leading(from, point, place);
        self.leading.entry(from.class.clone()).or_default().insert(point, Rc::clone(&leading));
        leading
    }

    fn known_reached(&mut self, to: &ClassGraph, number: MethodNumber) -> Rc<[usize]> {
        if let Some(known) = self.reached.get(&to.class).and_then(|known| known.get(&number)) {
            return Rc::clone(known);
        }
        let reached = self.reached(to, number);
        self.reached.entry(to.class.clone()).or_default().insert(number, Rc::clone(&reached));
        reached
    }

    fn leading(&mut self, from: &ClassGraph, point: NodeIndex, place: usize) -> Rc<[usize]> {
        let leading = match self.counting {
            Counting::Causal => leading(self.classes, from, point),
            Counting::Published => {
                let method = &from.methods[from.graph[point].method.0].reference;
                Deciding::new(self.classes, from).transitive(method, place)
            }
        };
        self.branches.numbers(leading)
    }

    fn reached(&mut self, to: &ClassGraph, number: MethodNumber) -> Rc<[usize]> {
        self.branches.numbers(to.branches(self.classes, &to.reachable(number)))
    }

    /// The branches that lead to some sites, or those that are reached from there, in the order of the code.
    fn all_branches(&self, found: &[FoundSite], is_caller: bool) -> Vec<usize> {
        let of = |one: &FoundSite| Rc::clone(if is_caller { &one.1 } else { &one.2 });
        let mut seen: FxHashSet<*const usize> = FxHashSet::default();
        // Many sites share the same ones.
        let lists = found.iter().map(of).filter(|list| seen.insert(list.as_ptr())).collect::<Vec<_>>();
        let all: BTreeSet<usize> = lists.iter().flat_map(|list| list.iter().copied()).collect();
        let mut all: Vec<usize> = all.into_iter().collect();
        all.sort_by(|one, other| self.branches.positions[*one].cmp(&self.branches.positions[*other]));
        all
    }
}

/// Branches with numbers and the order in which they are shown.
struct Numbered<'c> {
    classes: &'c Classes,
    numbers: FxHashMap<Branch, usize>,
    all: Vec<Branch>,
    positions: Vec<Position>,
}

/// Where a branch is, for an order that people expect.
type Position = (ClassName, Option<u16>, MethodRef, Offset, Branch);

impl<'c> Numbered<'c> {
    fn new(classes: &'c Classes) -> Numbered<'c> {
        Numbered { classes, numbers: FxHashMap::default(), all: Vec::new(), positions: Vec::new() }
    }

    fn numbers(&mut self, branches: BTreeSet<Branch>) -> Rc<[usize]> {
        branches.into_iter().map(|branch| self.number(branch)).collect()
    }

    fn number(&mut self, branch: Branch) -> usize {
        if let Some(known) = self.numbers.get(&branch) {
            return *known;
        }
        let number = self.all.len();
        self.positions.push(position(self.classes, &branch));
        self.all.push(branch.clone());
        self.numbers.insert(branch, number);
        number
    }
}

/// The graphs of two classes of which one is above the other one: section 3.1.5.
fn kin_graphs(
    classes: &Classes,
    caller: &ClassName,
    callee: &ClassName,
    kinship: Kinship,
) -> Option<(ClassGraph, ClassGraph)> {
    let above = |class, below| ClassGraph::of(classes, class, Part::NotOverriddenBy(below));
    let below = |class| ClassGraph::of(classes, class, Part::Declared);
    match kinship {
        Kinship::Strangers | Kinship::Same => None,
        Kinship::CallerAbove => Some((above(caller, callee), below(callee))),
        Kinship::CallerBelow => Some((below(caller), above(callee, caller))),
    }
}

/// The sites with the places of their branches among those of the pair, in the order of the code.
fn sites(found: Vec<FoundSite>, caller_branches: &[usize], callee_branches: &[usize]) -> Vec<Site> {
    let places = |among: &[usize]| -> FxHashMap<usize, usize> {
        among.iter().enumerate().map(|(place, number)| (*number, place)).collect()
    };
    let (callers, callees) = (places(caller_branches), places(callee_branches));
    let of = |numbers: &[usize], places: &FxHashMap<usize, usize>| {
        let mut found: Vec<usize> = numbers.iter().map(|number| places[number]).collect();
        found.sort_unstable();
        found
    };
    let among = |(site, leading, reached): FoundSite| site.among(of(&leading, &callers), of(&reached, &callees));
    let mut sites: Vec<Site> = found.into_iter().map(among).collect();
    sites.sort_by_key(|site| (site.line, site.method.clone(), site.offset));
    sites
}

impl Pair {
    /// Whether this is a class by itself. Its branches are those of the callee; whatever takes them covers them, so that there are no call sites
    /// and no branches of a caller.
    pub fn is_alone(&self) -> bool {
        self.kinship == Kinship::Same
    }

    /// Whether a class, by internal name, has methods whose branches may be those of the pair.
    pub fn has_methods_of(&self, class: &str) -> bool {
        self.caller_methods.iter().chain(&self.callee_methods).any(|method| method.owner.as_str() == class)
    }

    /// The coupled branches of all call sites, without those of which it is proved that no input can cover them.
    pub fn coupled(&self) -> BTreeSet<Coupled> {
        if self.is_alone() {
            return (0..self.callee_branches.len()).map(Coupled::alone).collect();
        }
        let all = self.sites.iter().flat_map(Site::coupled);
        all.filter(|coupled| !self.impossible.contains_key(coupled)).collect()
    }
}

/// The calls and method references in a graph, with the points that they end and their places in the code. What a class inherits from the JDK
/// makes none.
fn calls<'c>(classes: &'c Classes, graph: &ClassGraph) -> Calls<'c> {
    let mut calls = Calls::new();
    let own = |method: &MethodRef| classes.method(method).filter(|_| !is_of_jdk(&method.owner));
    let codes: Vec<Option<&Code>> = graph.methods().map(|method| own(method)?.1.code.as_ref()).collect();
    for point in graph.graph.node_indices() {
        let node = &graph.graph[point];
        let Some(place) = node.instructions.end.checked_sub(1).filter(|_| !node.instructions.is_empty()) else {
            continue;
        };
        if let Some(call) = codes[node.method.0].and_then(|code| called(&code.instructions[place].operation)) {
            calls.entry(call).or_default().push((point, place));
        }
    }
    calls
}

/// The classes that a call may be a call of, if they are no kin of the class that calls: the one that it names, and all above and below that.
fn callees(classes: &Classes, call: &Invoke) -> BTreeSet<ClassName> {
    let mut found = classes.hierarchy().descendants(&call.method.owner);
    found.extend(classes.hierarchy().ancestors(&call.method.owner));
    // A call by a type of the JDK says nothing of the classes of the project that extend it.
    found.retain(|class| is_of_jdk(class) || !is_of_jdk(&call.method.owner));
    found
}

/// The method of the callee that a call of the caller runs, if it is a call site.
fn runs(
    classes: &Classes,
    from: &ClassGraph,
    to: &ClassGraph,
    kinship: Kinship,
    call: &Invoke,
) -> Option<(MethodRef, MethodNumber)> {
    let numbered = |method: MethodRef| to.number(&method).map(|number| (method, number));
    let is_virtual = matches!(call.kind, InvokeKind::Virtual | InvokeKind::Interface);
    let is_constructor = &*call.method.name == "<init>";
    match kinship {
        // Calls of a class of itself are none.
        Kinship::Same => None,
        Kinship::Strangers => {
            let method = classes.called(call, &to.class)?;
            let is_named = is_virtual || call.method.owner == to.class || method.owner == to.class;
            numbered(method).filter(|_| is_named)
        }
        // Calls of methods that the class below has redefined.
        Kinship::CallerAbove => {
            let meant = classes.called(call, &from.class).filter(|_| is_virtual)?;
            let redefined = classes.declaration(&to.class, &meant).filter(|method| method.owner == to.class)?;
            numbered(redefined)
        }
        // Calls of methods that the class below inherits and has not redefined.
        Kinship::CallerBelow => {
            let method = classes.called(call, &from.class).filter(|_| !is_constructor)?;
            let is_super = call.kind == InvokeKind::Special;
            let inherits = || classes.declaration(&from.class, &method).as_ref() == Some(&method);
            numbered(method.clone()).filter(|_| !is_super || inherits())
        }
    }
}

fn position(classes: &Classes, branch: &Branch) -> Position {
    let code = classes.method(&branch.method).and_then(|(_, method)| method.code.as_ref());
    let line = code.and_then(|code| code.line(branch.offset));
    (branch.method.owner.clone(), line, branch.method.clone(), branch.offset, branch.clone())
}
