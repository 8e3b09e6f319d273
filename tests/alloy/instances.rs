//! Instances of random modules, without Alloy: symmetry breaking loses none that differs by more than names, and the
//! evaluator and the translation agree on what is no instance, too.

use std::collections::BTreeSet;

use fastrand::Rng;
use fex::circuit;
use fex::lower::{self, CommandOptions, Run};
use fex::relational::{Evaluator, Instance, Problem, TupleKey, TupleSet};
use fex::resolve::Module;
use fex::sat;
use fex::solve::{self, Status};

use super::fex as our;
use super::random::{self, Kind, Source};
use crate::circuit::simulated;
use crate::commands::{canonical, renamings};

/// How many modules are looked at.
const MODULES: u64 = 400;

/// Instances are renamed in every way, so that no more than these are compared, and in no more ways.
const MOST: u64 = 100;
const MOST_RENAMINGS: usize = 50;

/// The module of a seed and its command in a tiny scope, if they have a meaning.
fn tiny(seed: u64, ordered: bool) -> Option<(Source, Module, Run)> {
    let mut source = random::module(Kind::Static, seed);
    source.main = source.main.replace("for 3 but 4 Int", "for 2 but 3 Int").replace("for 3 but", "for 2 but");
    let module = our::resolved(&source).ok()?;
    let settings = CommandOptions { ordered, ..CommandOptions::default() };
    let run = lower::lower_command(&module, module.commands.first()?, settings).ok()?;
    Some((source, module, run))
}

/// So many instances at most, and whether there are no others.
fn instances(problem: &Problem, symmetry: usize, most: u64) -> (Vec<Instance>, bool) {
    let encoded = solve::encode(problem.clone(), symmetry).expect("integers are small");
    let mut found = Vec::new();
    let result =
        solve::instances(&encoded, &sat::SolverConfig::default(), most, |instance| found.push(instance.clone()));
    let (_, status) = result.expect("evaluator and translation agree");
    (found, status == Status::Complete)
}

#[test]
fn symmetry_breaking_loses_no_class_of_a_random_module() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..MODULES {
        let Some((source, module, plain)) = tiny(seed, false) else { continue };
        let (all, complete) = instances(&plain.problem, 0, MOST);
        if !complete || all.is_empty() {
            continue;
        }
        let renamings = renamings(&plain, &module);
        if renamings.len() > MOST_RENAMINGS {
            continue;
        }
        let (_, _, ordered) = tiny(seed, true).expect("symmetry does not change what has a meaning");
        let (some, complete) = instances(&ordered.problem, 20, MOST);
        let classes = |problem: &Problem, found: &[Instance]| -> BTreeSet<Vec<Vec<TupleKey>>> {
            found.iter().map(|instance| canonical(problem, &renamings, instance)).collect()
        };
        assert!(complete, "seed {seed}: there are more instances with symmetry breaking\n{}", source.main);
        let (without, with) = (classes(&plain.problem, &all), classes(&ordered.problem, &some));
        assert_eq!(with, without, "seed {seed}\n{}", source.main);
        compared += 1;
        fewer += usize::from(some.len() < all.len());
    }
    assert!(compared > 50 && fewer * 4 > compared, "{fewer} of {compared} have symmetries");
}

/// Any tuples between the bounds.
fn arbitrary(problem: &Problem, rng: &mut Rng) -> Instance {
    let relations = problem.relations.iter().map(|relation| {
        let keys = relation.upper.keys().iter().copied();
        TupleSet::from_keys(
            relation.upper.arity(),
            keys.filter(|key| relation.lower.contains(*key) || rng.bool()).collect(),
        )
    });
    Instance { relations: relations.collect() }
}

/// An instance in which a few tuples are exchanged for others.
fn changed(problem: &Problem, instance: &Instance, rng: &mut Rng) -> Instance {
    let mut changed = instance.clone();
    for _ in 0..1 + rng.usize(..3) {
        let at = rng.usize(..problem.relations.len());
        let relation = &problem.relations[at];
        let open: Vec<TupleKey> =
            relation.upper.keys().iter().copied().filter(|key| !relation.lower.contains(*key)).collect();
        let Some(key) = rng.choice(&open) else { continue };
        let mut keys: BTreeSet<TupleKey> = changed.relations[at].keys().iter().copied().collect();
        if !keys.remove(key) {
            keys.insert(*key);
        }
        changed.relations[at] = TupleSet::from_keys(relation.upper.arity(), keys.into_iter().collect());
    }
    changed
}

#[test]
fn evaluator_and_translation_agree_on_what_is_no_instance_of_a_random_module() {
    let (mut compared, mut refuted) = (0, 0);
    for seed in 0..MODULES {
        let Some((source, _, run)) = tiny(seed, seed % 2 == 0) else { continue };
        let problem = &run.problem;
        let mut rng = Rng::with_seed(seed);
        let mut candidates: Vec<Instance> = (0..4).map(|_| arbitrary(problem, &mut rng)).collect();
        for instance in instances(problem, 0, 3).0 {
            candidates.extend((0..4).map(|_| changed(problem, &instance, &mut rng)));
        }
        let mut evaluator = Evaluator::new(problem);
        for binary_above in [None, Some(0)] {
            let config = circuit::TranslationConfig { binary_above, ..circuit::TranslationConfig::default() };
            // Without two's complement, sums over too many values are refused.
            let Ok(translation) = circuit::translate(problem, config) else { continue };
            for candidate in &candidates {
                let circuit = simulated(&translation, candidate);
                let holds: Vec<bool> =
                    problem.constraints.iter().map(|part| evaluator.holds(candidate, part.formula)).collect();
                // The translation relies on what is declared; where that is violated, other constraints may differ.
                let declared = problem.constraints.iter().zip(&holds).all(|(part, holds)| !part.declared || *holds);
                let agree = if declared { circuit == holds } else { circuit.contains(&false) };
                assert!(agree, "seed {seed}: {circuit:?} instead of {holds:?} in {candidate:?}\n{}", source.main);
                compared += 1;
                refuted += usize::from(declared && holds.contains(&false));
            }
        }
    }
    assert!(compared > 5_000 && refuted > 400, "{refuted} of {compared} violate what is written");
}
