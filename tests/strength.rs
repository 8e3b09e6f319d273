//! Suites of strength 2 have every two pairs that fit into one structure, and no more structures than that takes.

use crate::cli::Folder;
use crate::refresh::LIST;
use crate::specification;
use fex::extension::{self, Encoded, Extension, Search, SearchConfig, Strength};
use fex::solve::Status;
use fex::suite::{self, MinimiseConfig};
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use std::collections::BTreeSet;

/// Shipped specifications that have at most some ten thousand structures of three objects.
const SPECIFICATIONS: [(&str, &str); 9] = [
    ("array_heap", "arrayHeap"),
    ("binary_tree", "upTo"),
    ("binomial_heap", "binomialHeap"),
    ("circular_list", "circularList"),
    ("dag", "graph"),
    ("disjoint_sets", "disjointSets"),
    ("hash_table", "hashTable"),
    ("search_tree", "searchTree"),
    ("sorted_list", "sortedList"),
];

/// A problem whose pairs are covered two together.
fn together(problem: &fex::relational::Problem) -> Encoded {
    let fields: Vec<usize> = (0..problem.heap.fields.len()).collect();
    extension::encode(problem.clone(), &fields, Strength::Two).expect("the integers are few")
}

/// A suite, and the same after some work on its size.
fn suites(encoded: &Encoded, config: &MinimiseConfig) -> (Extension, suite::Minimised) {
    let mut search = Search::new(encoded, &SearchConfig::default());
    let extension = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
    assert_eq!(extension.status, Status::Complete);
    let minimised = suite::minimise(encoded, &mut search, &extension, config).expect("evaluator and translation agree");
    (extension, minimised)
}

/// Which two pairs meet: by what each instance has of the pairs alone, at the positions of a problem that knows nothing of interactions.
fn met<'i>(
    alone: &Encoded,
    instances: impl Iterator<Item = &'i fex::relational::Instance>,
) -> BTreeSet<(usize, usize)> {
    let of = |instance| alone.pairs.covered(&alone.core.problem, instance).ones().collect::<Vec<usize>>();
    instances.flat_map(|instance| of(instance).into_iter().tuple_combinations::<(usize, usize)>()).collect()
}

#[test]
fn every_two_pairs_that_some_structure_has_are_in_one_of_the_suite() {
    for (name, label) in SPECIFICATIONS {
        for scope in 1..=3 {
            let problem = specification::shipped(name, label, scope);
            let alone = specification::encoded(&problem);
            let all = specification::instances(&alone);
            let expected = met(&alone, all.iter());
            let plain = together(&problem);
            let tightened = plain.tightened();
            for encoded in tightened.iter().chain([&plain]) {
                let (extension, minimised) = suites(encoded, &MinimiseConfig::brief(0));
                for found in [&extension.found, &minimised.found] {
                    let found = met(&alone, found.iter().map(|found| &found.instance));
                    assert_eq!(found, expected, "{name} at scope {scope}");
                }
                // What the search calls feasible is what a certificate leaves out, in the positions of the plain problem.
                let feasible = plain.pairs.positions(&encoded.pairs, &extension.feasible);
                let mut union = FixedBitSet::with_capacity(plain.pairs.len());
                all.iter().for_each(|instance| union.union_with(&plain.pairs.covered(&plain.core.problem, instance)));
                assert_eq!(feasible, union, "{name} at scope {scope}");
                assert!(minimised.clique.pairs.len() <= minimised.found.len(), "{name} at scope {scope}");
            }
        }
    }
}

/// Three fields of three values each, which do not depend on each other: the suites are covering arrays CA(N; 2, 3, 3). The nine values of two fields
/// take nine structures, and a Latin square of order 3 has them with all values of the third.
#[test]
fn where_nothing_is_forbidden_suites_are_covering_arrays() {
    let text = "enum Value { Low, Middle, High }\n\
        one sig Setting { first, second, third: Value }\n\
        pred any[s: Setting] { some s.first }\n\
        generate Setting satisfying any for 1 {}\n";
    let encoded = together(&specification::problem("setting.spec", text, None, 1));
    let (extension, minimised) = suites(&encoded, &MinimiseConfig::thorough(0));
    // 9 pairs, and 9 interactions of each two fields.
    assert_eq!(extension.feasible.count_ones(..), 9 + 27);
    assert_eq!((minimised.clique.pairs.len(), minimised.found.len()), (9, 9));
}

#[test]
fn a_suite_keeps_its_strength() {
    let folder = Folder::new();
    folder.write("list.spec", LIST);
    let fex = |arguments: &[&str]| {
        let run = folder.fex(arguments);
        (run.code, run.said())
    };
    let (code, text) =
        fex(&["generate", "list.spec", "--out", "out", "--format", "json", "--strength", "2", "--certify"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("two together"), "{text}");
    let document = || folder.read("out/list.json");
    assert!(document().contains("\"strength\": 2"));
    // The certificate is about interactions: without these, another formula is expected.
    let (code, text) = fex(&["verify", "out"]);
    assert_eq!(code, Some(0), "{text}");
    // Nothing is said of the strength, and yet the structures that only interactions need are not forgotten, nor is what they are for.
    let before = document();
    let (code, text) = fex(&["refresh", "list.spec", "--out", "out", "--format", "json"]);
    assert_eq!((code, document()), (Some(0), before), "{text}");
    folder.write("list.spec", &LIST.replace("key in 0 .. 2", "key in 0 .. 3"));
    let (code, text) = fex(&["refresh", "list.spec", "--out", "out", "--format", "json", "--certify"]);
    assert_eq!(code, Some(0), "{text}");
    // The proof is that no structure has an interaction which the suite lacks.
    let (code, text) = fex(&["verify", "out"]);
    assert!(code == Some(0) && text.contains("right  proof"), "{text}");
    assert!(document().contains("\"strength\": 2"));
}

#[test]
fn other_strengths_are_refused() {
    let folder = Folder::new();
    folder.write("list.spec", LIST);
    let three = folder.fex(&["generate", "list.spec", "--strength", "3"]);
    assert_eq!(three.code, Some(2));
    assert!(
        three.err.contains("fex has no suites of strength 3") && three.err.contains("`2` every two pairs"),
        "{}",
        three.err
    );
    let all = folder.fex(&["generate", "list.spec", "--strength", "2", "--exhaustive"]);
    assert_eq!(all.code, Some(2));
    assert!(all.err.contains("`exhaustive` and `strength` exclude each other"), "{}", all.err);
}
