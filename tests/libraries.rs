//! The specifications of library classes, on the class files that the libraries publish: every suite compiles, and what its
//! tests say of the classes is what `results/libraries` says.

use crate::java::{class_path, compiler, java_files, sorted, succeed};
use crate::maven::{self, JUNIT};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const COLLECTIONS: &str = "org.apache.commons:commons-collections4:4.5.0";

/// The packages of the classes, and the jar that has them: those of `results/libraries/run.sh`.
const LIBRARIES: [(&str, &str); 3] = [
    ("org.apache.commons.collections4.", COLLECTIONS),
    ("com.google.common.", "com.google.guava:guava:33.4.8-jre"),
    ("it.unimi.dsi.fastutil.", "it.unimi.dsi:fastutil-core:8.5.16"),
];

/// The jar with the class of a specification.
fn library(spec: &Path) -> PathBuf {
    let text = fs::read_to_string(spec).expect("the specification ships");
    let found = LIBRARIES.iter().find(|(package, _)| text.contains(&format!("@java(\"{package}")));
    maven::jar(found.unwrap_or_else(|| panic!("{} is bound to no library", spec.display())).1)
}

/// How many tests a suite has, and the methods under test that violate something.
#[derive(Debug, Default)]
struct Outcome {
    tests: usize,
    violating: BTreeSet<String>,
}

/// Reads JUnit's report: test cases by the class that they are in.
fn outcomes(report: &str) -> BTreeMap<String, Outcome> {
    let mut outcomes: BTreeMap<String, Outcome> = BTreeMap::new();
    for case in report.split("<testcase ").skip(1) {
        let attribute = |name: &str| case.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        let class = attribute("classname").expect("a test case has a class");
        let outcome = outcomes.entry(class.rsplit('.').next().unwrap_or(class).to_owned()).or_default();
        outcome.tests += 1;
        if case.contains("<failure") || case.contains("<error") {
            let method = attribute("name").expect("a test case has a name").split('(').next().unwrap_or_default();
            outcome.violating.insert(method.to_owned());
        }
    }
    outcomes
}

#[test]
fn published_classes_keep_their_invariants_and_contracts_but_for_two_methods() {
    let work = tempfile::tempdir().expect("a temporary folder can be made");
    let (emitted, suite, reports) =
        (work.path().join("emitted"), work.path().join("suite"), work.path().join("reports"));
    let specs = sorted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/libraries"));
    let mut entries = vec![maven::jar(JUNIT)];
    for spec in &specs {
        let jar = library(spec);
        let mut generate = Command::new(env!("CARGO_BIN_EXE_fex"));
        generate.arg("generate").arg(spec).args(["--scope", "3", "--quiet", "--classpath"]).arg(&jar);
        succeed(generate.arg("--out").arg(emitted.join(spec.file_stem().expect("it has a name"))));
        if !entries.contains(&jar) {
            entries.push(jar);
        }
    }
    // Without a warning, but for those about the libraries themselves.
    let mut javac = compiler();
    javac
        .args(["-Xlint:all,-classfile,-deprecation", "-Werror", "-d"])
        .arg(&suite)
        .arg("-cp")
        .arg(class_path(&entries));
    succeed(javac.args(java_files(&emitted)));
    entries.push(suite.clone());
    let mut junit = Command::new("java");
    junit.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar"]).arg(&entries[0]);
    junit.args(["execute", "--details=none", "--class-path"]).arg(class_path(&entries[1..]));
    junit.arg("--scan-class-path").arg(&suite).arg("--reports-dir").arg(&reports);
    junit.output().expect("a JDK is installed");
    let report = fs::read_to_string(reports.join("TEST-junit-jupiter.xml")).expect("JUnit writes a report");

    let (fixtures, outcomes): (BTreeMap<_, _>, BTreeMap<_, _>) =
        outcomes(&report).into_iter().partition(|(class, _)| class.ends_with("FixturesTest"));
    assert!(fixtures.len() > 3, "some fixtures are built by public methods: {fixtures:#?}");
    assert!(fixtures.values().all(|outcome| outcome.violating.is_empty()), "they have their structures: {fixtures:#?}");
    assert_eq!(outcomes.len(), specs.len(), "each specification has a suite: {outcomes:#?}");
    for (class, outcome) in &outcomes {
        assert!(outcome.tests > 50, "{class}: {} tests", outcome.tests);
        // The bugs that `results/libraries/README.md` argues for.
        let known: &[&str] = match class.as_str() {
            "TreeBidiMapTest" => &["put"],
            "PatriciaTrieTest" => &["remove"],
            _ => &[],
        };
        assert!(outcome.violating.iter().eq(known), "{class}: {:?}", outcome.violating);
    }
}

/// What the public methods alone show of the two bugs: no fixture, no invariant.
#[test]
fn the_bugs_in_libraries_show_without_fex() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/libraries/reproductions");
    let run = |class: &str| {
        let mut java = Command::new("java");
        succeed(java.arg("-cp").arg(maven::jar(COLLECTIONS)).arg(folder.join(class).with_extension("java")))
    };
    let printed = run("TreeBidiMapIsNotBalanced");
    assert!(
        printed.contains("800 keys: a look-up takes up to 800 comparisons, in java.util.TreeMap 17\n"),
        "{printed}"
    );
    let printed = run("PatriciaTrieLosesEntries");
    assert!(printed.contains("has lost \"a\": size 2, contains \"\" true and \"ab\" true, keys []"), "{printed}");
}

/// The structures of a specification at a scope, as `fex generate --count` has them.
fn count(spec: &str, scope: usize) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/libraries").join(spec).with_extension("spec");
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    let printed = succeed(
        fex.arg("generate").arg(path).args(["--exhaustive", "--count", "--quiet", "--scope"]).arg(scope.to_string()),
    );
    printed.trim().parse().unwrap_or_else(|_| panic!("{spec}: {printed}"))
}

/// What the specifications say of their numbers of structures, by formulas that know nothing of fields: an invariant that is too
/// weak has more structures, one that is too strong has fewer.
#[test]
fn there_are_as_many_structures_as_combinatorics_says() {
    const AVL: [usize; 5] = [1, 1, 2, 1, 4];
    const RED_BLACK: [usize; 5] = [1, 1, 2, 2, 4];
    const BELL: [usize; 6] = [1, 1, 2, 5, 15, 52];
    // Arrays of at most n elements out of 0..n-1, n from 1, that are min-max heaps.
    const MIN_MAX_HEAPS: [usize; 4] = [2, 6, 24, 110];
    let factorial = |n: usize| (1..=n).product::<usize>();
    let choose = |n: usize, k: usize| factorial(n) / factorial(k) / factorial(n - k);
    let sum = |n: usize, term: &dyn Fn(usize) -> usize| (0..=n).map(term).sum::<usize>();
    for (n, heaps) in (1..).zip(MIN_MAX_HEAPS) {
        assert_eq!(count("tree_list", n), sum(n, &|k| AVL[k] * BELL[k + 1]), "lists of {n}");
        let maps = sum(n, &|k| choose(n, k) * AVL[k] * 2usize.pow(k as u32));
        assert_eq!((count("tree_multiset", n), count("int_to_int_avl_tree_map", n)), (maps, maps), "maps of {n}");
        let twofold = sum(n, &|k| choose(n, k).pow(2) * factorial(k) * RED_BLACK[k].pow(2));
        assert_eq!(count("tree_bidi_map", n), twofold, "bijections of {n}");
        assert_eq!(count("min_max_priority_queue", n), 2 * heaps, "queues of {n}");
    }
    for n in 1..=3 {
        assert_eq!(count("linked_list_multimap", n), sum(n, &|k| BELL[k] * BELL[k + 1]), "multimaps of {n}");
        let cached = |k: usize| sum(n - k, &|c| BELL[k + 1] * (n + 1 - c));
        assert_eq!(count("node_caching_linked_list", n), sum(n, &cached), "lists of {n} with a cache");
    }
}
