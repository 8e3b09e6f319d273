//! The search itself: structures that were reached, and the calls that lead from one to the next.

use super::distance::{Measure, Traits};
use super::following::Following;
use super::offer::{Call, Offer};
use super::{Built, Limits};
use crate::relational::{Instance, Problem};
use crate::worker::Error;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// After how many structures that a method left as they were it is not tried on others.
const IDLE: u32 = 12;

/// How many structures are gone on from at least for the sake of one that is wanted.
const LEAST_PATIENCE: usize = 40;

/// After how many structures that were not found, and none that was, the class counts as one that builds none.
const HOPELESS: usize = 5;

/// A structure that was reached.
struct State {
    calls: Vec<Call>,
    traits: Traits,
    // Whether all calls were tried on it.
    is_expanded: bool,
}

/// A search; what one wanted structure led to serves the next.
pub(super) struct Search<'a> {
    problem: &'a Problem,
    offer: &'a Offer,
    following: Following<'a>,
    limits: Limits,
    states: Vec<State>,
    place: FxHashMap<Instance, usize>,
    // For each callable on how many structures it did nothing; gone once it did something.
    idle: BTreeMap<usize, Option<u32>>,
    is_exhausted: bool,
    // How many structures are gone on from for the next one: fewer after failures.
    patience: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &'a Problem, offer: &'a Offer, following: Following<'a>, limits: Limits) -> Self {
        Search {
            problem,
            offer,
            following,
            limits,
            states: Vec::new(),
            place: FxHashMap::default(),
            idle: BTreeMap::new(),
            is_exhausted: true,
            patience: limits.patience,
        }
    }

    /// For each structure the calls that lead to it, if some were found.
    pub(super) fn run(
        &mut self,
        targets: &[Instance],
        known: &[Option<Vec<Call>>],
    ) -> Result<Vec<Option<Vec<Call>>>, Error> {
        let mut kept = vec![None; targets.len()];
        for ((target, calls), kept) in targets.iter().zip(known).zip(&mut kept) {
            if let Some(calls) = calls
                && self.following.reach(calls)?.as_ref() == Some(target)
            {
                *kept = Some(calls.clone());
            }
        }
        if kept.iter().all(Option::is_some) {
            return Ok(kept);
        }
        for creation in &self.offer.creations {
            for reached in self.following.follow(&[], std::slice::from_ref(creation))?.into_iter().flatten() {
                self.note(reached, vec![creation.clone()]);
            }
        }
        let (mut found, mut missed) = (0, 0);
        for (target, kept) in targets.iter().zip(&mut kept).filter(|(_, kept)| kept.is_none()) {
            if found == 0 && missed == HOPELESS {
                break;
            }
            if let Some(state) = self.reach(target)? {
                let calls = self.states[state].calls.clone();
                *kept = Some(self.shortened(target, calls)?);
                found += 1;
            } else {
                missed += 1;
            }
        }
        Ok(kept)
    }

    /// What is to be said of the search.
    pub(super) fn into_built(self) -> Built {
        let name = |callable: &usize| {
            let call = Call { callable: *callable, arguments: Vec::new() };
            let name = &self.offer.callable(&call).name;
            if name.is_empty() { "a constructor".to_owned() } else { format!("`{name}`") }
        };
        Built {
            dangerous: self.following.dangerous.iter().map(name).collect(),
            tries: self.following.tries(),
            exhausted: self.is_exhausted,
            ..Built::default()
        }
    }

    /// The state of a structure, going on from the nearest states first; the measures of nearness take turns.
    fn reach(&mut self, target: &Instance) -> Result<Option<usize>, Error> {
        let wanted = Traits::of(self.problem, target);
        let mut queues = Measure::ALL.map(|measure| (measure, BinaryHeap::new()));
        let mut queued = 0;
        for turn in 0.. {
            if let Some(place) = self.place.get(target) {
                self.patience = (2 * self.patience).min(self.limits.patience);
                return Ok(Some(*place));
            }
            for (place, state) in self.states.iter().enumerate().skip(queued).filter(|(_, state)| !state.is_expanded) {
                for (measure, queue) in &mut queues {
                    queue.push(Reverse((state.traits.distance(&wanted, *measure), state.calls.len(), place)));
                }
            }
            queued = self.states.len();
            if turn >= self.patience || self.following.tries() >= self.limits.tries {
                self.is_exhausted = false;
                break;
            }
            let (_, queue) = &mut queues[turn % Measure::ALL.len()];
            let next = std::iter::from_fn(|| queue.pop()).map(|Reverse((_, _, place))| place);
            let Some(next) = next.into_iter().find(|place| !self.states[*place].is_expanded) else { break };
            self.expand(next)?;
        }
        self.patience = (self.patience / 2).max(LEAST_PATIENCE);
        Ok(None)
    }

    /// Tries all calls on a structure.
    fn expand(&mut self, place: usize) -> Result<(), Error> {
        self.states[place].is_expanded = true;
        let calls = self.states[place].calls.clone();
        let is_worth = |call: &&Call| {
            let idle = self.idle.get(&call.callable).copied().unwrap_or(Some(0));
            idle.is_none_or(|count| count < IDLE) && !self.following.dangerous.contains(&call.callable)
        };
        let next: Vec<Call> = self.offer.calls.iter().filter(is_worth).cloned().collect();
        let reached = self.following.follow(&calls, &next)?;
        let mut moved: BTreeMap<usize, bool> = BTreeMap::new();
        for (call, reached) in next.iter().zip(reached) {
            let moves = moved.entry(call.callable).or_default();
            if let Some(reached) = reached {
                *moves |= self.place.get(&reached) != Some(&place);
                self.note(reached, calls.iter().chain([call]).cloned().collect());
            }
        }
        for (callable, moves) in moved {
            let idle = self.idle.entry(callable).or_insert(Some(0));
            *idle = if moves { None } else { idle.map(|count| count + 1) };
        }
        Ok(())
    }

    fn note(&mut self, reached: Instance, calls: Vec<Call>) {
        if !self.place.contains_key(&reached) {
            let traits = Traits::of(self.problem, &reached);
            self.place.insert(reached, self.states.len());
            self.states.push(State { calls, traits, is_expanded: false });
        }
    }

    /// The same without calls that it can do without.
    fn shortened(&mut self, target: &Instance, mut calls: Vec<Call>) -> Result<Vec<Call>, Error> {
        let mut place = 1;
        while place < calls.len() {
            let mut fewer = calls.clone();
            fewer.remove(place);
            if self.following.reach(&fewer)?.as_ref() == Some(target) {
                calls = fewer;
            } else {
                place += 1;
            }
        }
        Ok(calls)
    }
}
