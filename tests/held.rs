//! What tests see where their surroundings are virtual: the assertions of `jvm/targets/test/held`, on each JDK of this machine. They say
//! that a sleep of an hour is over when nobody else has anything to do, so that each run that ends is one that did not wait.

use crate::border::all_java;
use crate::extreme::Targets;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The report of the targets whose tests run so, and the random numbers that they took.
fn judged(tests: &str, environment: &str, java: &Path) -> (Value, Vec<String>) {
    let targets = Targets::compiled();
    let [folder, cache] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let log = folder.path().join("numbers");
    let mut fex = targets.fex("extreme", "held", folder.path(), cache.path());
    fex.args([
        "--test-names",
        tests,
        "--environment",
        environment,
        "--format",
        "json",
        "--jobs",
        "1",
        "--suite-limit",
        "60",
    ]);
    fex.arg("--java").arg(java).arg("--jvm-arg").arg(format!("-Dheld.log={}", log.display()));
    let output = fex.env("TZ", "Asia/Kathmandu").env("LC_ALL", "C.UTF-8").output().expect("the binary starts");
    let report = serde_json::from_slice(&output.stdout);
    let report = report.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let numbers = fs::read_to_string(&log).unwrap_or_default();
    (report, numbers.lines().map(str::to_owned).collect())
}

/// How many tests there are, all of which pass whenever they run.
fn count(report: &Value) -> usize {
    for list in ["failingTests", "flakyTests", "fatalTests", "dependentTests"] {
        assert_eq!(report[list], Value::Array(Vec::new()), "{report}");
    }
    report["tests"].as_array().expect("a list").len()
}

#[test]
fn clocks_and_random_numbers_are_the_same_in_each_run_on_each_jdk() {
    let mut different = BTreeSet::new();
    for java in all_java() {
        let (report, numbers) = judged("held.*Test", "virtual", &java);
        assert_eq!(count(&report), 29, "{}: {report}", java.display());
        // The suite runs twice, each time in a JVM of its own, and then a test alone on a transformed program.
        assert!(numbers.len() >= 3, "{}: {numbers:?}", java.display());
        different.extend(numbers);
    }
    assert_eq!(different.len(), 1, "{different:#?}");
}

#[test]
fn random_numbers_of_the_machine_are_others_in_each_run() {
    let java = all_java().into_iter().next().expect("there is a JDK");
    let (report, numbers) = judged("held.NumbersTest", "real", &java);
    assert_eq!(count(&report), 1, "{report}");
    let different: BTreeSet<&String> = numbers.iter().collect();
    assert!(different.len() > 1 && different.len() == numbers.len(), "{numbers:#?}");
}
