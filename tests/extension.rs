//! Field extensions are what they are defined to be, whoever computes them, and suites cover them.

use crate::{brute_force, specification};
use fex::extension::{self, Encoded, Extension, Found, Search, SearchConfig};
use fex::relational::{Evaluator, Instance, Problem};
use fex::sat::{self, Backend, Interrupt};
use fex::solve::Status;
use fex::suite;
use fex::symmetry::Filter;
use fixedbitset::FixedBitSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The shipped specifications and their `generate` labels.
const SPECIFICATIONS: [(&str, &str); 16] = [
    ("array_heap", "arrayHeap"),
    ("avl_tree", "avlTree"),
    ("binary_tree", "upTo"),
    ("binomial_heap", "binomialHeap"),
    ("btree_node", "bTree"),
    ("circular_list", "circularList"),
    ("dag", "graph"),
    ("disjoint_sets", "disjointSets"),
    ("fibonacci_heap", "fibonacciHeap"),
    ("file_system", "fileSystem"),
    ("hash_table", "hashTable"),
    ("opaque_list", "list"),
    ("red_black_shape", "shapes"),
    ("red_black_tree", "redBlackTree"),
    ("search_tree", "searchTree"),
    ("sorted_list", "sortedList"),
];

fn search(encoded: &Encoded, config: &SearchConfig) -> Extension {
    extension::search(&mut Search::new(encoded, config), |_| ()).expect("evaluator and translation agree")
}

fn complete(encoded: &Encoded) -> Extension {
    let extension = search(encoded, &SearchConfig::default());
    assert_eq!(extension.status, Status::Complete);
    extension
}

/// The number of feasible pairs of a field.
fn size(encoded: &Encoded, extension: &Extension, field: &str) -> usize {
    let fields = &encoded.core.problem.heap.fields;
    extension.feasible.ones().filter(|pair| fields[encoded.pairs.pairs[*pair].field].name == field).count()
}

fn assert_valid(problem: &Problem, found: &[Found]) {
    let mut evaluator = Evaluator::new(problem);
    for found in found {
        assert_eq!(evaluator.violation(&found.instance), None);
    }
}

#[test]
fn extensions_of_search_trees_have_the_sizes_of_their_formulas() {
    for n in 3..=12 {
        let encoded = specification::encoded(&specification::shipped("search_tree", "searchTree", n));
        let extension = complete(&encoded);
        let n = n as usize;
        let left = n * (n + 4) / 4;
        let expected = [("left", left), ("right", left + (n - 1) / 2), ("key", n * n), ("size", n + 1), ("root", 2)];
        for (field, pairs) in expected {
            assert_eq!(size(&encoded, &extension, field), pairs, "{field} at scope {n}");
        }
    }
}

#[test]
fn extensions_are_the_union_over_all_instances() {
    for (name, label) in SPECIFICATIONS {
        for scope in 1..=3 {
            let encoded = specification::encoded(&specification::shipped(name, label, scope));
            let mut union = FixedBitSet::with_capacity(encoded.pairs.len());
            extension::enumerate(&encoded, &Interrupt::default(), |instance| {
                union.union_with(&encoded.pairs.covered(&encoded.core.problem, instance));
                true
            })
            .expect("evaluator and translation agree");
            assert_eq!(complete(&encoded).feasible, union, "{name} at scope {scope}");
        }
    }
}

#[test]
fn extensions_are_those_of_brute_force() {
    for (name, label) in SPECIFICATIONS {
        // Beyond these scopes there are millions of candidates.
        let greatest = match name {
            "avl_tree" | "binomial_heap" | "btree_node" | "fibonacci_heap" | "red_black_tree" | "search_tree" => 2,
            _ => 3,
        };
        for scope in 1..=greatest {
            let problem = specification::shipped(name, label, scope);
            let encoded = specification::encoded(&problem);
            let extension = complete(&encoded);
            let solutions = brute_force::solutions(&problem);
            let reachable = solutions.iter().filter(|instance| brute_force::is_reachable(&problem, instance));
            assert_eq!(
                brute_force::tuples_up_to_renaming(&problem, extension.found.iter().map(|found| &found.instance)),
                brute_force::tuples_up_to_renaming(&problem, reachable),
                "{name} at scope {scope}"
            );
            // A walk does not say which numbering of the graph is canonical: its edges are a set.
            if name == "dag" {
                continue;
            }
            let mut union = FixedBitSet::with_capacity(encoded.pairs.len());
            for instance in solutions.iter().filter(|instance| brute_force::is_canonical(&problem, instance)) {
                union.union_with(&encoded.pairs.covered(&encoded.core.problem, instance));
            }
            assert_eq!(extension.feasible, union, "{name} at scope {scope}");
        }
    }
}

#[test]
fn extensions_depend_neither_on_the_solver_nor_on_the_seed() {
    for (name, label) in SPECIFICATIONS {
        let encoded = specification::encoded(&specification::shipped(name, label, 3));
        let expected = complete(&encoded).feasible;
        for seed in [1, 7, 123_456] {
            for backend in [Backend::Cadical, Backend::Varisat] {
                let solver = sat::SolverConfig { backend, seed, ..sat::SolverConfig::default() };
                // Varisat knows no limits of conflicts, so it takes instances as they come.
                let growth_limit = (backend == Backend::Cadical).then_some(500);
                let extension = search(&encoded, &SearchConfig { solver, growth_limit, ..SearchConfig::default() });
                assert_eq!(extension.status, Status::Complete);
                assert_eq!(extension.feasible, expected, "{name} with {backend:?} and seed {seed}");
            }
        }
    }
}

#[test]
fn tighter_bounds_lose_no_instance_and_no_pair() {
    let mut tightened = 0;
    for (name, label) in SPECIFICATIONS {
        for scope in 1..=4 {
            let encoded = specification::encoded(&specification::shipped(name, label, scope));
            let Some(tight) = encoded.tightened() else { continue };
            tightened += 1;
            assert!(tight.core.inputs.len() < encoded.core.inputs.len(), "{name} at scope {scope}");
            assert!(tight.tightened().is_none(), "{name} at scope {scope}: more is refuted in the tighter bounds");
            let feasible = encoded.pairs.positions(&tight.pairs, &complete(&tight).feasible);
            assert_eq!(feasible, complete(&encoded).feasible, "{name} at scope {scope}");
            if scope <= 3 {
                let [tight, plain] = [&tight, &encoded].map(specification::instances);
                assert_eq!(tight, plain, "{name} at scope {scope}");
            }
        }
    }
    assert!(tightened > 30, "most specifications have tuples that propagation refutes: {tightened}");
}

#[test]
fn suites_cover_every_feasible_pair_and_are_not_smaller_than_the_bound() {
    for (name, label) in SPECIFICATIONS {
        let encoded = specification::encoded(&specification::shipped(name, label, 4));
        let mut search = Search::new(&encoded, &SearchConfig::default());
        let extension = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
        let minimised = suite::minimise(&encoded, &mut search, &extension, &suite::MinimiseConfig::brief(0))
            .expect("evaluator and translation agree");
        let mut covered = suite::coverage(&minimised.found, encoded.pairs.len());
        assert_eq!(covered, extension.feasible, "{name}");
        assert!(minimised.clique.pairs.len() <= minimised.found.len(), "{name}");
        assert_valid(&encoded.core.problem, &minimised.found);
        // What an instance is said to cover is what it has.
        covered.clear();
        for found in &minimised.found {
            assert_eq!(found.covered, encoded.pairs.covered(&encoded.core.problem, &found.instance), "{name}");
        }
    }
}

/// However little may be done to a suite, it covers what it did.
#[test]
fn suites_are_varied_as_far_as_they_may_be_and_cover_the_same() {
    let mut varied = 0;
    for (name, label) in SPECIFICATIONS {
        let encoded = specification::encoded(&specification::shipped(name, label, 4));
        let mut search = Search::new(&encoded, &SearchConfig::default());
        let extension = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
        for most in [0, 10_000, 100_000, 1_000_000_000] {
            let (suite, allowance) = (&extension.found, suite::Allowance::of(&search, most));
            let found =
                suite::vary(&encoded, &mut search, suite, 0, 0, allowance).expect("evaluator and translation agree");
            assert_eq!(found.len(), suite.len(), "{name} with {most}");
            assert_eq!(suite::coverage(&found, encoded.pairs.len()), extension.feasible, "{name} with {most}");
            assert_valid(&encoded.core.problem, &found);
            let is_same = found.iter().zip(suite).all(|(found, before)| found.instance == before.instance);
            assert!(most > 0 || is_same, "{name}: nothing may be asked");
            varied += usize::from(!is_same);
        }
    }
    assert!(varied > 16, "most suites can be varied: {varied}");
}

/// The numbering of a graph is the least one, and a solver finds others: those of the same graphs, in their canonical numbers, cover the same.
#[test]
fn instances_that_are_renumbered_are_canonical_and_cover_the_same() {
    let mut refused = 0;
    for (name, label, greatest) in [("dag", "graph", 7), ("library", "library", 3)] {
        for scope in 1..=greatest {
            let encoded = specification::encoded(&specification::shipped(name, label, scope));
            let config = SearchConfig { most_refused: 0, ..SearchConfig::default() };
            let mut search = Search::new(&encoded, &config);
            let extension = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
            assert_eq!(extension.feasible, complete(&encoded).feasible, "{name} at scope {scope}");
            assert_valid(&encoded.core.problem, &extension.found);
            let filter = Filter::new(&encoded.core.problem, &encoded.labelling);
            assert!(
                extension.found.iter().all(|found| filter.is_canonical(&found.instance)),
                "{name} at scope {scope}"
            );
            refused += search.refused();
        }
    }
    assert!(refused > 0, "a solver finds numberings that are not canonical");
}

#[test]
fn minimised_suites_of_search_trees_are_optimal() {
    // Small scopes need no effort, which is what users see first.
    let (brief, thorough) =
        (suite::MinimiseConfig::brief(0), suite::MinimiseConfig { attempts: 12, ..suite::MinimiseConfig::thorough(0) });
    for (scope, optimum, config) in [(3, 6, &brief), (4, 8, &brief), (5, 10, &brief), (10, 20, &thorough)] {
        let encoded = specification::encoded(&specification::shipped("search_tree", "searchTree", scope));
        let encoded = encoded.tightened().expect("no edge of a tree leads back");
        let mut search = Search::new(&encoded, &SearchConfig::default());
        let extension = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
        let minimised =
            suite::minimise(&encoded, &mut search, &extension, config).expect("evaluator and translation agree");
        assert_eq!(minimised.found.len(), optimum, "at scope {scope}");
        assert!(minimised.clique.pairs.len() <= optimum, "the bound is below the optimum at scope {scope}");
        assert_eq!(suite::coverage(&minimised.found, encoded.pairs.len()), extension.feasible, "at scope {scope}");
        assert_valid(&encoded.core.problem, &minimised.found);
    }
}

#[test]
fn a_deadline_in_the_past_ends_the_search_at_once() {
    let encoded = specification::encoded(&specification::shipped("search_tree", "searchTree", 8));
    let interrupt = Interrupt { deadline: Some(Instant::now()), ..Interrupt::default() };
    let solver = sat::SolverConfig { interrupt, ..sat::SolverConfig::default() };
    let extension = search(&encoded, &SearchConfig { solver, ..SearchConfig::default() });
    assert_eq!(extension.status, Status::Interrupted);
    assert!(extension.found.is_empty());
}

/// How many conflicts a search may take at a time changes nothing of what it finds out.
#[test]
fn a_search_that_goes_on_in_small_steps_finds_the_same_extension() {
    let encoded = specification::encoded(&specification::shipped("red_black_tree", "redBlackTree", 6));
    let mut search = Search::new(&encoded, &SearchConfig::default());
    let mut steps = 0;
    let extension = loop {
        search.allow(Some(20));
        let extension = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
        if !search.is_exhausted() {
            break extension;
        }
        assert_eq!(extension.status, Status::Interrupted);
        let found: Vec<Instance> = extension.found.into_iter().map(|found| found.instance).collect();
        search.remember(found);
        steps += 1;
    };
    assert!(steps > 1, "{steps} steps");
    assert_eq!(extension.status, Status::Complete);
    assert_eq!(extension.feasible, complete(&encoded).feasible);
    assert_valid(&encoded.core.problem, &extension.found);
}

#[test]
fn what_an_interrupted_search_found_is_valid() {
    let encoded = specification::encoded(&specification::shipped("search_tree", "searchTree", 8));
    let config = SearchConfig::default();
    let stop = config.solver.interrupt.stop.clone();
    let extension = extension::search(&mut Search::new(&encoded, &config), |progress| {
        if progress.instances == 3 {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .expect("evaluator and translation agree");
    assert_eq!(extension.status, Status::Interrupted);
    assert_eq!(extension.found.len(), 3);
    assert_valid(&encoded.core.problem, &extension.found);
    assert_eq!(suite::coverage(&extension.found, encoded.pairs.len()), extension.feasible);
    let all = complete(&encoded).feasible;
    assert!(extension.feasible.is_subset(&all) && extension.feasible != all);
}
