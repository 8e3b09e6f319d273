//! The search for tests that cover open coupled branches.
//!
//! Each coupled branch is an objective of its own, as section 3.2.1 of the paper says: how far a test is from the caller's branch, and where
//! it has led to a call, how far that call is from the callee's branch ([`distances`]). The algorithm is MIO (Arcuri, Many Independent
//! Objective Algorithm for Test Suite Generation, 2017): a small population for each objective, that are sampled where there was progress
//! ([`archive`]). Objectives become active in the order in which they can be covered, as DynaMOSA has it: those of a call when something has
//! led to it. What is found is made shorter ([`finishing`]) and given assertions ([`asserting`]). Mutants of the callee that these tests do not
//! detect get tests of their own ([`strengthening`]).

mod archive;
mod asserting;
mod distances;
mod finishing;
mod halves;
mod hunt;
mod hunting;
mod shortening;
mod strengthening;
mod suspects;
mod test;
mod trying;

pub use finishing::Suspected;
use hunting::Reading;
pub use hunting::{ELSEWHERE, Hunting, Stage};
pub use strengthening::Strengthened;
use suspects::Suspects;
pub use test::Test;

use super::probes::Probes;
use crate::sequence::{Member, Seeds};
use crate::session::in_turn;
use crate::worker::Error;
use crate::worker::protocol::Sequence;
use hunt::{Hunt, PARTS};
use std::collections::BTreeMap;
use std::time::Instant;

/// What a search came to.
#[derive(Debug, Clone, Default)]
pub struct Hunted {
    /// Tests, each of which covers something that none before it does.
    pub tests: Vec<Test>,
    /// Tests that end with a suspicious exception.
    pub suspected: Vec<Suspected>,
    /// What became of the mutants, if tests are to detect them.
    pub strengthened: Option<Strengthened>,
    /// How many sequences were performed in search of them.
    pub performed: usize,
    /// How long that took.
    pub micros: u64,
    /// How many of them ended a worker.
    pub ended: usize,
    /// Methods through which the caller is tested.
    pub targets: Vec<Member>,
    /// Classes with branches of the pair that could not be instrumented, by internal name, with the reason.
    pub not_instrumented: BTreeMap<String, String>,
}

/// Searches for tests.
pub fn hunt(hunting: &Hunting<'_>) -> Result<Hunted, Error> {
    let probes = Probes::of(hunting.classes, std::slice::from_ref(hunting.pair), true);
    let package = hunting.tested().package().to_owned();
    let targets = hunting.targets(&package);
    if targets.is_empty() {
        return Ok(Hunted::default());
    }
    let started = Instant::now();
    let parts: Vec<usize> = (0..PARTS).collect();
    let done = in_turn(hunting.jobs.max(1), parts, |part| {
        hunting.in_workers(&probes.feature(), Reading::Nothing, |performing| {
            let seeds = Seeds::of(hunting.program, &package, hunting.tests, &mut performing[0])?;
            let ingredients = hunting.ingredients(&package, &seeds);
            let tests: Vec<_> = hunting.tests.iter().cloned().collect();
            let first: Vec<Sequence> = seeds.of_tests(&tests).cloned().collect();
            let done = Hunt::new(hunting, &probes, &ingredients, &targets, part, PARTS).run(performing, first)?;
            Ok((done, performing[0].not_instrumented().to_vec()))
        })
    })?;
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    let (mut performed, mut ended, mut found, mut suspects) = (0, 0, Vec::new(), Suspects::default());
    let mut not_instrumented = BTreeMap::new();
    for (part, others) in done {
        not_instrumented.extend(others.into_iter().filter(|(class, _)| hunting.pair.has_methods_of(class)));
        performed += part.performed;
        ended += part.ended;
        found.extend(part.found);
        suspects.add(&part.suspects);
    }
    // What is written is told exactly, and nothing leads there any more.
    let probes = Probes::of(hunting.classes, std::slice::from_ref(hunting.pair), false);
    let finishing::Finished { tests, suspected, strengthened } =
        finishing::finished(hunting, &probes, &found, suspects)?;
    Ok(Hunted { tests, suspected, strengthened, performed, micros, ended, targets, not_instrumented })
}
