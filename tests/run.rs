//! `fex run` on the four data structures: the suites that fex computes, held against the classes that they are for.

use crate::java::javac;
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What `fex run` prints about a class.
fn run(class: &str, spec: &str, scope: u32, more: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = tempfile::tempdir().expect("a temporary folder");
    let classes = work.path().join("classes");
    javac(&classes, &[], &[root.join(format!("tests/data/subjects/src/subjects/{class}.java"))]);
    let output = Command::new(env!("CARGO_BIN_EXE_fex"))
        .arg("run")
        .arg(root.join(format!("specs/{spec}.spec")))
        .arg("--classes")
        .arg(&classes)
        .arg("--classpath")
        .arg(maven::jar(JUNIT))
        .args(["--scope", &scope.to_string()])
        .args(more)
        .output()
        .expect("the binary starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is text")
}

/// The verdicts on the methods of a class, by name.
fn verdicts(class: &str, spec: &str, scope: u32) -> BTreeMap<String, String> {
    let report: Value =
        serde_json::from_str(&run(class, spec, scope, &["--format", "json"])).expect("the output is JSON");
    let methods = report["methods"].as_array().expect("a list").iter();
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    methods.map(|method| (word(&method["method"]), word(&method["verdict"]))).collect()
}

/// The specification says what `add`, `remove`, `contains` and their like return, and that the invariant holds afterwards; so
/// no body of a method under contract can be missed. A private helper is missed only if the structures never need it.
fn pinned_down(class: &str, spec: &str, scope: u32, methods: &[&str]) {
    let verdicts = verdicts(class, spec, scope);
    for method in methods {
        assert_eq!(verdicts.get(*method).map(String::as_str), Some("tested"), "{class}.{method} of {verdicts:#?}");
    }
    let pseudo: Vec<&String> = verdicts.iter().filter(|one| one.1 == "pseudo-tested").map(|one| one.0).collect();
    assert!(pseudo.is_empty(), "{class}: {pseudo:?}");
}

#[test]
fn the_suite_of_the_search_tree_pins_down_its_methods() {
    pinned_down("SearchTree", "search_tree", 3, &["add", "remove", "contains"]);
}

#[test]
fn the_suite_of_the_sorted_list_pins_down_its_methods() {
    pinned_down("SortedList", "sorted_list", 3, &["add", "remove", "contains"]);
}

#[test]
fn the_suite_of_the_red_black_tree_pins_down_its_methods() {
    pinned_down("RedBlackTree", "red_black_tree", 3, &["add", "remove", "contains"]);
}

#[test]
fn the_suite_of_the_binomial_heap_pins_down_its_methods() {
    pinned_down("BinomialHeap", "binomial_heap", 3, &["insert", "findMin", "extractMin"]);
}
