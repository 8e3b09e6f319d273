//! A caller and a callee, the call sites between them, and their coupled branches: definitions 3.2 to 3.4 and section 3.1.5.

use super::branch::Branch;
use super::classes::Classes;
use super::counting::Counting;
use super::deciding::Deciding;
use super::graph::{ClassGraph, MethodNumber, Part};
use super::impossible::impossible;
use super::leading::leading;
use super::site::{Coupled, Site};
use crate::classfile::{ClassName, Invoke, InvokeKind, MethodRef, Offset, Operation};
use petgraph::graph::NodeIndex;
use std::collections::{BTreeMap, BTreeSet};

/// How the two classes of a pair are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kinship {
    /// None of them is above the other one.
    Strangers,
    /// The callee extends the caller.
    CallerAbove,
    /// The caller extends the callee.
    CallerBelow,
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
    /// Methods whose flow is not computed, because they jump into subroutines.
    pub unread: Vec<MethodRef>,
}

/// The graphs of classes, each of which is made once.
pub(super) struct Graphs<'c> {
    pub(super) classes: &'c Classes,
    counting: Counting,
    whole: BTreeMap<ClassName, ClassGraph>,
    /// The target branches of call sites in whole graphs.
    leading: BTreeMap<(ClassName, NodeIndex), BTreeSet<Branch>>,
    /// The branches that are reached from methods in whole graphs.
    reached: BTreeMap<(ClassName, MethodNumber), BTreeSet<Branch>>,
}

/// A call site with the branches that lead to it, and those that are reached from there.
type FoundSite = (Site, BTreeSet<Branch>, BTreeSet<Branch>);

/// A call with the point that it ends.
type Call<'g> = (NodeIndex, usize, &'g Invoke);

impl<'c> Graphs<'c> {
    /// None yet.
    pub(super) fn new(classes: &'c Classes, counting: Counting) -> Graphs<'c> {
        Graphs { classes, counting, whole: BTreeMap::new(), leading: BTreeMap::new(), reached: BTreeMap::new() }
    }

    /// The graph of a class with all its methods.
    pub(super) fn whole(&mut self, class: &ClassName) -> &ClassGraph {
        self.whole.entry(class.clone()).or_insert_with(|| ClassGraph::of(self.classes, class, Part::Whole))
    }

    /// A pair; it has no call sites if the one does not call the other one.
    pub(super) fn pair(&mut self, caller: &ClassName, callee: &ClassName) -> Pair {
        let (classes, counting) = (self.classes, self.counting);
        let kinship = match () {
            () if classes.is_above(caller, callee) => Kinship::CallerAbove,
            () if classes.is_above(callee, caller) => Kinship::CallerBelow,
            () => Kinship::Strangers,
        };
        let graphs = kin_graphs(classes, caller, callee, kinship);
        if graphs.is_none() {
            self.whole(caller);
            self.whole(callee);
        }
        let (from, to) = match &graphs {
            Some((from, to)) => (from, to),
            None => (&self.whole[caller], &self.whole[callee]),
        };
        let mut found = Vec::new();
        for (point, place, call) in calls(classes, from) {
            let Some((runs, number)) = runs(classes, from, to, kinship, call) else { continue };
            let find_reached = || to.branches(classes, &to.reachable(number));
            let method = from.methods[from.graph[point].method.0].reference.clone();
            let find_leading = || match counting {
                Counting::Causal => leading(classes, from, point),
                Counting::Published => Deciding::new(classes, from).transitive(&method, place),
            };
            let (leading, reached) = match graphs {
                Some(_) => (find_leading(), find_reached()),
                None => {
                    let leading = self.leading.entry((caller.clone(), point)).or_insert_with(find_leading).clone();
                    let reached = self.reached.entry((callee.clone(), number)).or_insert_with(find_reached);
                    (leading, reached.clone())
                }
            };
            let site = Site::of(classes, method, place, (call, runs));
            found.push((site, leading, reached));
        }
        let [caller_branches, callee_branches] =
            [true, false].map(|is_caller| all_branches(classes, &found, is_caller));
        let sites = sites(&found, &caller_branches, &callee_branches);
        let impossible = impossible(classes, &sites, &callee_branches, counting);
        let unread = from.unread.iter().chain(&to.unread).cloned().collect();
        let (caller_methods, callee_methods) = (from.methods().cloned().collect(), to.methods().cloned().collect());
        let (caller, callee) = (caller.clone(), callee.clone());
        Pair {
            caller,
            callee,
            kinship,
            sites,
            caller_branches,
            callee_branches,
            impossible,
            caller_methods,
            callee_methods,
            unread,
        }
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
        Kinship::Strangers => None,
        Kinship::CallerAbove => Some((above(caller, callee), below(callee))),
        Kinship::CallerBelow => Some((below(caller), above(callee, caller))),
    }
}

/// The branches that lead to some sites, or those that are reached from there, in the order of the code.
fn all_branches(classes: &Classes, found: &[FoundSite], is_caller: bool) -> Vec<Branch> {
    let of = |one: &FoundSite| if is_caller { one.1.clone() } else { one.2.clone() };
    let all: BTreeSet<Branch> = found.iter().flat_map(of).collect();
    let mut all: Vec<Branch> = all.into_iter().collect();
    all.sort_by_cached_key(|branch| position(classes, branch));
    all
}

/// The sites with the places of their branches among those of the pair, in the order of the code.
fn sites(found: &[FoundSite], caller_branches: &[Branch], callee_branches: &[Branch]) -> Vec<Site> {
    let among = |(site, leading, reached): &FoundSite| {
        site.among(places(leading, caller_branches), places(reached, callee_branches))
    };
    let mut sites: Vec<Site> = found.iter().map(among).collect();
    sites.sort_by_key(|site| (site.line, site.method.clone(), site.offset));
    sites
}

/// The places of some branches among others.
fn places(of: &BTreeSet<Branch>, among: &[Branch]) -> Vec<usize> {
    (0..among.len()).filter(|place| of.contains(&among[*place])).collect()
}

impl Pair {
    /// The coupled branches of all call sites, without those of which it is proved that no input can cover them.
    pub fn coupled(&self) -> BTreeSet<Coupled> {
        let all = self.sites.iter().flat_map(Site::coupled);
        all.filter(|coupled| !self.impossible.contains_key(coupled)).collect()
    }
}

/// The calls in a graph, with the points that they end and their places in the code.
fn calls<'c>(classes: &'c Classes, graph: &ClassGraph) -> Vec<Call<'c>> {
    let mut calls = Vec::new();
    for point in graph.graph.node_indices() {
        let node = &graph.graph[point];
        let Some(place) = node.instructions.end.checked_sub(1).filter(|_| !node.instructions.is_empty()) else {
            continue;
        };
        let reference = &graph.methods[node.method.0].reference;
        let code = classes.method(reference).and_then(|(_, method)| method.code.as_ref());
        if let Some(Operation::Invoke(call)) = code.map(|code| &code.instructions[place].operation) {
            calls.push((point, place, call));
        }
    }
    calls
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

/// Where a branch is, for an order that people expect.
fn position(classes: &Classes, branch: &Branch) -> (ClassName, Option<u16>, MethodRef, Offset, Branch) {
    let code = classes.method(&branch.method).and_then(|(_, method)| method.code.as_ref());
    let line = code.and_then(|code| code.line(branch.offset));
    (branch.method.owner.clone(), line, branch.method.clone(), branch.offset, branch.clone())
}
