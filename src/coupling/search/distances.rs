//! How far a test is from taking a branch: approach level and branch distance (McMinn, Search-based Software Test Data Generation, 2004).

use crate::classfile::ClassName;
use crate::coupling::branch::Branch;
use crate::coupling::classes::Classes;
use crate::coupling::deciding::Deciding;
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
        let mut deciding = Deciding::new(classes, graph);
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

/// The graph in which the calls of a class are looked up.
pub(super) fn graph(classes: &Classes, class: &ClassName) -> ClassGraph {
    ClassGraph::of(classes, class, Part::Whole)
}
