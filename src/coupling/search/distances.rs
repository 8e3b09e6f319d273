//! How far a test is from taking a branch: approach level and branch distance (McMinn, Search-based Software Test Data Generation, 2004).

use crate::classfile::{BlockId, ClassName, ControlDependence, Dominance, Flow, MethodRef, Outcome};
use crate::coupling::branch::{Branch, Way, ways};
use crate::coupling::classes::Classes;
use crate::coupling::graph::{ClassGraph, Part};
use crate::coupling::probes::Probes;
use std::collections::{BTreeMap, BTreeSet};

/// How many levels are looked at.
const LEVELS: usize = 12;

/// For each branch those on which it depends, by their numbers: first itself, then those that decide whether it is decided, and so on, also
/// in the methods of the class that call the one that has it.
pub(super) struct Levels(BTreeMap<u32, Vec<Vec<u32>>>);

impl Levels {
    /// Those of some branches of a class.
    pub(super) fn of(classes: &Classes, probes: &Probes, graph: &ClassGraph, branches: &[Branch]) -> Levels {
        let mut deciding = Deciding { classes, graph, known: BTreeMap::new() };
        let numbers = probes.branches();
        let levels = branches.iter().filter_map(|branch| {
            let mut levels = vec![vec![*numbers.get(branch)?]];
            let mut seen = BTreeSet::from([branch.clone()]);
            let mut level = vec![branch.clone()];
            while levels.len() < LEVELS {
                let next: BTreeSet<Branch> = level.iter().flat_map(|one| deciding.of(one)).collect();
                level = next.into_iter().filter(|one| seen.insert(one.clone())).collect();
                if level.is_empty() {
                    break;
                }
                levels.push(level.iter().filter_map(|one| numbers.get(one).copied()).collect());
            }
            Some((numbers[branch], levels))
        });
        Levels(levels.collect())
    }

    /// How far something is from a branch, given how far it is from branches that were decided: 0 if it is taken, and less than 1 if it was
    /// decided otherwise.
    pub(super) fn distance(&self, branch: u32, missed: impl Fn(u32) -> Option<f64>) -> f64 {
        let Some(levels) = self.0.get(&branch) else { return LEVELS as f64 };
        for (level, branches) in levels.iter().enumerate() {
            let nearest = branches.iter().filter_map(|branch| missed(*branch)).min_by(f64::total_cmp);
            if let Some(nearest) = nearest {
                return level as f64 + nearest;
            }
        }
        levels.len() as f64
    }
}

/// Finds what branches depend on.
struct Deciding<'d> {
    classes: &'d Classes,
    graph: &'d ClassGraph,
    known: BTreeMap<MethodRef, Option<(Flow, ControlDependence)>>,
}

impl Deciding<'_> {
    /// The branches on which it depends directly whether a branch is decided.
    fn of(&mut self, branch: &Branch) -> BTreeSet<Branch> {
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
        let Some(number) = self.graph.number(method) else { return BTreeSet::new() };
        let callers: Vec<(MethodRef, usize)> = self.graph.methods[number.0]
            .callers
            .iter()
            .map(|caller| {
                let point = &self.graph.graph[*caller];
                (self.graph.methods[point.method.0].reference.clone(), point.instructions.end - 1)
            })
            .collect();
        callers.iter().flat_map(|(method, place)| self.within(method, *place)).collect()
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
        for (decides, _) in dependence.deciding(block).filter(|(decides, _)| *decides != block) {
            let Some(last) = flow.instructions(*decides).last() else { continue };
            let offset = code.instructions[last].offset;
            // All ways of an instruction that lead there.
            for (way, _) in ways(flow, *decides).into_iter().filter(|(way, _)| leads(dependence, block, *decides, way))
            {
                found.insert(Branch { method: method.clone(), offset, way });
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

/// The graph in which the calls of a class are looked up.
pub(super) fn graph(classes: &Classes, class: &ClassName) -> ClassGraph {
    ClassGraph::of(classes, class, Part::Whole)
}
