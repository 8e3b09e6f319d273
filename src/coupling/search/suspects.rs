//! Exceptions that a search meets and that may be suspicious: of each the smallest test.

use super::hunting::Hunting;
use crate::coupling::suspicious::{crossing, thrower};
use crate::worker::protocol::{Sequence, StackFrame, Statement, Trace};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;
use std::hash::BuildHasher;

/// What makes exceptions the same: the class, the call site through which they come, and who throws them.
pub(super) type Cause = (String, usize, StackFrame);

/// Those that were met, each with a test that ends with it.
#[derive(Default)]
pub(super) struct Suspects {
    /// What was made of traces, by hashes: two that have the same one are two of very many.
    known: FxHashMap<u64, Option<Cause>>,
    pub(super) found: BTreeMap<Cause, Sequence>,
}

impl Suspects {
    /// Keeps a test if its exception is suspicious and no better test has the same one.
    pub(super) fn meet(&mut self, hunting: &Hunting<'_>, sequence: &Sequence, trace: &Trace) {
        if trace.frames.is_empty() {
            return;
        }
        let hash = FxBuildHasher.hash_one((&trace.kinds, &trace.frames));
        let cause = self.known.entry(hash).or_insert_with(|| cause(hunting, trace));
        if let Some(cause) = cause.clone() {
            self.keep(cause, sequence);
        }
    }

    /// The best ones, of each exception that some method throws the best one first: the others differ in the call site through which they come.
    pub(super) fn best(&self, most: usize) -> Vec<(&Cause, &Sequence)> {
        let mut all: Vec<(&Cause, &Sequence)> = self.found.iter().collect();
        all.sort_by_key(|(_, sequence)| rank(sequence));
        let mut thrown: BTreeMap<(&str, &StackFrame), usize> = BTreeMap::new();
        let mut all: Vec<(usize, &Cause, &Sequence)> = all
            .into_iter()
            .map(|(cause, sequence)| {
                let (kind, _, thrower) = cause;
                let turn = thrown.entry((kind, thrower)).or_default();
                *turn += 1;
                (*turn, cause, sequence)
            })
            .collect();
        all.sort_by_key(|(turn, ..)| *turn);
        all.into_iter().take(most).map(|(_, cause, sequence)| (cause, sequence)).collect()
    }

    /// Adds what another search has met.
    pub(super) fn add(&mut self, found: &BTreeMap<Cause, Sequence>) {
        found.iter().for_each(|(cause, sequence)| self.keep(cause.clone(), sequence));
    }

    fn keep(&mut self, cause: Cause, sequence: &Sequence) {
        if self.found.get(&cause).is_none_or(|known| rank(sequence) < rank(known)) {
            self.found.insert(cause, sequence.clone());
        }
    }
}

/// What is better comes first: what hands over no `null`, and what is short.
fn rank(sequence: &Sequence) -> (bool, usize) {
    (sequence.statements.contains(&Statement::Null), sequence.statements.len())
}

/// What causes an exception that is suspicious; none if it is not.
pub(super) fn cause(hunting: &Hunting<'_>, trace: &Trace) -> Option<Cause> {
    let site = crossing(hunting.classes, hunting.pair, trace)?;
    let called = &hunting.pair.sites[site];
    let declared = [&called.method, &called.runs].map(|method| hunting.program.declared_exceptions(method)).concat();
    let thrower = &trace.frames[thrower(trace)?];
    let is_declared = declared.iter().any(|declared| trace.kinds.contains(declared));
    (!is_declared).then(|| (trace.kinds[0].clone(), site, thrower.clone()))
}
