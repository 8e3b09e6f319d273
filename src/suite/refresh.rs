//! A suite that follows its problem: what is still valid stays, and only pairs that are no longer covered are searched for.

use super::allowance::Allowance;
use super::candidate::Candidate;
use super::completion::complete;
use super::coverage;
use super::minimise::without_superfluous;
use super::vary::vary;
use crate::extension::{Encoded, Extension, Found, Progress, Search, search_beyond};
use crate::relational::{Evaluator, Instance, Problem, Violation};
use crate::solve::{Contradiction, Status};
use crate::symmetry::{Labelling, canonical};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// What becomes of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is valid as it is.
    Kept,
    /// It is valid with these values for what was unknown.
    Completed(Instance),
    /// It violates the problem.
    Violates(Violation),
    /// No values for what is unknown make it valid, or none that are easily found.
    Incomplete,
    /// It is the same as an earlier one.
    Repeats(usize),
}

/// A suite for today's problem.
#[derive(Debug, Clone)]
pub struct Refreshed {
    /// What becomes of each structure.
    pub fates: Vec<Fate>,
    /// The structures that are new.
    pub added: Vec<Instance>,
    /// The pairs that the suite covers now.
    pub covered: FixedBitSet,
    /// With `Status::Complete`, these are all feasible ones.
    pub status: Status,
}

/// Judges structures by the evaluator alone: `None` for those whose unknown values decide.
pub fn judge(problem: &Problem, candidates: &[Candidate]) -> Vec<Option<Fate>> {
    let mut evaluator = Evaluator::new(problem);
    let labelling = Labelling::new(problem);
    let mut seen: FxHashMap<Instance, usize> = FxHashMap::default();
    let mut fates = Vec::with_capacity(candidates.len());
    for (index, candidate) in candidates.iter().enumerate() {
        fates.push(match evaluator.violation(&candidate.instance) {
            Some(_) if !candidate.unknown.is_empty() => None,
            Some(violation) => Some(Fate::Violates(violation)),
            None => match *seen.entry(canonical(problem, &labelling, &candidate.instance)).or_insert(index) {
                first if first < index => Some(Fate::Repeats(first)),
                _ => Some(Fate::Kept),
            },
        });
    }
    fates
}

/// Keeps what is valid, and searches for instances with the feasible pairs that it lacks. `problem` has the bounds as they
/// were lowered, `encoded` is made of it.
pub fn refresh(
    problem: &Problem,
    encoded: &Encoded,
    search: &mut Search<'_>,
    candidates: &[Candidate],
    seed: u64,
    progress: impl FnMut(Progress),
) -> Result<Refreshed, Contradiction> {
    let labelling = Labelling::new(problem);
    let judged = judge(problem, candidates);
    let found = |instance: Instance| {
        let covered = encoded.pairs.covered(&encoded.core.problem, &instance);
        Found { instance, covered }
    };
    let mut given: Vec<Found> = Vec::new();
    search.restart((0..encoded.pairs.len()).collect());
    for (candidate, fate) in candidates.iter().zip(&judged) {
        if *fate == Some(Fate::Kept) {
            given.push(found(canonical(problem, &labelling, &candidate.instance)));
            search.keep(given[given.len() - 1].clone());
        }
    }
    let mut fates = Vec::with_capacity(candidates.len());
    for (candidate, fate) in candidates.iter().zip(judged) {
        let fate = match fate {
            Some(fate) => fate,
            None => match complete(encoded, search, &canonical(problem, &labelling, &candidate.instance), candidate)? {
                Some(found) => {
                    search.keep(found.clone());
                    given.push(found);
                    Fate::Completed(given[given.len() - 1].instance.clone())
                }
                None => Fate::Incomplete,
            },
        };
        fates.push(fate);
    }
    let extension = search_beyond(search, &given, progress)?;
    let suite = without_superfluous(&extension.found, given.len(), encoded.pairs.len());
    let suite = match extension.status {
        Status::Complete => {
            let allowance = Allowance::to_vary(search);
            vary(encoded, search, &suite, given.len(), seed, allowance)?
        }
        Status::Enough | Status::Interrupted => suite,
    };
    // One that varied may have taken the pairs of another.
    let suite = without_superfluous(&suite, given.len(), encoded.pairs.len());
    let covered = coverage(&suite, encoded.pairs.len());
    let added = suite.into_iter().skip(given.len()).map(|found| found.instance).collect();
    Ok(Refreshed { fates, added, covered, status: extension.status })
}

/// How much of the feasible pairs a suite covers.
#[derive(Debug, Clone)]
pub struct Measured {
    /// What is to be said of each structure; structures with unknown values count as incomplete.
    pub fates: Vec<Fate>,
    /// The valid ones, each once, in canonical numbering and in their order.
    pub found: Vec<Found>,
    /// The pairs that these cover.
    pub covered: FixedBitSet,
    /// The pairs that occur in some instance; with `Status::Complete`, all of them.
    pub feasible: FixedBitSet,
    /// Whether all feasible pairs are known.
    pub status: Status,
}

/// What is to be said of each of some structures, and the valid ones in canonical numbering, each once; those with unknown values
/// count as incomplete.
pub fn valid(problem: &Problem, encoded: &Encoded, candidates: &[Candidate]) -> (Vec<Fate>, Vec<Found>) {
    let labelling = Labelling::new(problem);
    let fates = judge(problem, candidates).into_iter().map(|fate| fate.unwrap_or(Fate::Incomplete));
    let fates: Vec<Fate> = fates.collect();
    let kept = candidates.iter().zip(&fates).filter(|(_, fate)| **fate == Fate::Kept);
    let found = kept.map(|(candidate, _)| {
        let instance = canonical(problem, &labelling, &candidate.instance);
        let covered = encoded.pairs.covered(&encoded.core.problem, &instance);
        Found { instance, covered }
    });
    let found = found.collect();
    (fates, found)
}

/// What is left of an extension beside its first instances, which somebody else has: the other instances, and the pairs that
/// only they have. Whoever covers these completes what the first instances cover.
pub fn beside(extension: &Extension, given: usize) -> Extension {
    let mut rest = extension.clone();
    for found in rest.found.drain(..given) {
        rest.feasible.difference_with(&found.covered);
    }
    rest
}

/// Measures a suite: which pairs its valid structures cover, and which others are feasible.
pub fn measure(
    problem: &Problem,
    encoded: &Encoded,
    search: &mut Search<'_>,
    candidates: &[Candidate],
    progress: impl FnMut(Progress),
) -> Result<Measured, Contradiction> {
    let (fates, found) = valid(problem, encoded, candidates);
    let covered = coverage(&found, encoded.pairs.len());
    let extension = search_beyond(search, &found, progress)?;
    Ok(Measured { fates, found, covered, feasible: extension.feasible, status: extension.status })
}
