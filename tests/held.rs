//! What tests see where their surroundings are virtual: the assertions of `jvm/targets/test/held`, on each JDK of this machine. They say
//! that a sleep of an hour is over when nobody else has anything to do, so that each run that ends is one that did not wait; and that the
//! same comes of operations on files as where they change files of the machine.

use crate::border::all_java;
use crate::extreme::Targets;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// What random numbers come to that are held, whatever the run and the JDK.
const NUMBERS: &str = "4485fbfc";

/// The number that an initialiser has drawn, and the first one of two tests, whichever of them ran the initialiser.
const FIRST: &str = "-2040693198 0.22907659112649958";
const SECOND: &str = "-2040693198 0.48131108640198417";

/// How many trees of files there are to do something to, and how many operations there are on each.
const TREES: u64 = 40;
const OPERATIONS: &str = "150";

/// The report of the targets whose tests run so, with some properties.
fn judged(tests: &str, environment: &str, java: &Path, folder: &Path, properties: &[(&str, &str)]) -> Value {
    judged_with(&[], tests, environment, java, folder, properties)
}

/// The same with further flags.
fn judged_with(
    flags: &[&str],
    tests: &str,
    environment: &str,
    java: &Path,
    folder: &Path,
    properties: &[(&str, &str)],
) -> Value {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let mut fex = Targets::compiled().fex("extreme", "held", folder, cache.path());
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
    fex.args(flags).arg("--java").arg(java);
    for (name, value) in properties {
        fex.arg("--jvm-arg").arg(format!("-D{name}={value}"));
    }
    let output = fex.env("TZ", "Asia/Kathmandu").env("LC_ALL", "C.UTF-8").output().expect("the binary starts");
    let report = serde_json::from_slice(&output.stdout);
    report.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// How many tests there are, all of which pass whenever they run.
fn count(report: &Value) -> usize {
    for list in ["failingTests", "flakyTests", "fatalTests", "dependentTests"] {
        assert_eq!(report[list], Value::Array(Vec::new()), "{report}");
    }
    report["tests"].as_array().expect("a list").len()
}

/// A folder with links to files, to folders and to nothing, from one folder into another, and back to its own path.
fn plant(tree: &Path) {
    for folder in ["a/b/c", "b/a", "c", "d/d"] {
        fs::create_dir_all(tree.join(folder)).expect("it can be written");
    }
    for (file, text) in [("a/a", "one"), ("a/b/a", "two"), ("a/b/c/d", "three"), ("b/a/b", "four"), ("d/c", "five")] {
        fs::write(tree.join(file), text).expect("it can be written");
    }
    let itself = tree.join("a/b");
    let links =
        [("a/to-folder", "../b"), ("a/link", "a"), ("to-folder", "a"), ("nowhere", "missing"), ("link", "a/b/a")];
    for (link, to) in links.iter().map(|(link, to)| (link, Path::new(to))).chain([(&"c/to-folder", itself.as_path())]) {
        symlink(to, tree.join(link)).expect("it can be written");
    }
    fs::set_permissions(tree.join("b/a/b"), Permissions::from_mode(0o444)).expect("it can be changed");
    fs::set_permissions(tree.join("d"), Permissions::from_mode(0o750)).expect("it can be changed");
}

/// Some of these, by number.
fn forest(folder: &Path) {
    for number in 0..TREES {
        plant(&folder.join(number.to_string()));
    }
}

/// A file or a folder with all that is in it, and what any change would change.
fn state(path: &Path, all: &mut Vec<String>) {
    let about = fs::symlink_metadata(path).expect("it can be read");
    let (modified, changed) = (about.mtime_nsec(), about.ctime_nsec());
    all.push(format!("{} {:o} {} {modified} {changed}", path.display(), about.mode(), about.len()));
    if about.is_dir() {
        for entry in fs::read_dir(path).expect("it can be read") {
            state(&entry.expect("it can be read").path(), all);
        }
    }
    all.sort();
}

/// What comes of operations on files of the machine.
fn recorded(java: &Path, trees: &Path) -> String {
    let targets = Targets::compiled();
    let mut command = Command::new(java);
    command.arg("-cp").arg(targets.path("test")).arg("held.Operations").arg(trees);
    let output = command.args([&TREES.to_string(), OPERATIONS]).output().expect("the JVM starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the names are plain")
}

#[test]
fn what_is_held_is_the_same_in_each_run_on_each_jdk() {
    for java in all_java() {
        let [real, held] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
        forest(real.path());
        forest(&held.path().join("trees"));
        plant(&held.path().join("trees/old"));
        let outcomes = held.path().join("outcomes");
        fs::write(&outcomes, recorded(&java, real.path())).expect("it can be written");
        let mut before = Vec::new();
        state(held.path(), &mut before);
        // Somebody listens on this machine.
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a port");
        let port = other.local_addr().expect("it has one").port().to_string();
        let properties = [
            ("held.port", port.as_str()),
            ("held.numbers", NUMBERS),
            ("held.first", FIRST),
            ("held.second", SECOND),
            ("held.trees", "trees"),
            ("held.count", OPERATIONS),
            ("held.outcomes", "outcomes"),
        ];
        let report = judged("held.*Test", "virtual", &java, held.path(), &properties);
        assert_eq!(count(&report), 101, "{}: {report}", java.display());
        let mut after = Vec::new();
        state(held.path(), &mut after);
        assert_eq!(before, after, "{}", java.display());
    }
}

#[test]
fn random_numbers_of_the_machine_are_others_in_each_run() {
    let java = all_java().into_iter().next().expect("there is a JDK");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("numbers");
    let report = judged("held.NumbersTest", "real", &java, folder.path(), &[("held.log", &log.display().to_string())]);
    assert_eq!(count(&report), 1, "{report}");
    let numbers = fs::read_to_string(&log).expect("it was written");
    let different: BTreeSet<&str> = numbers.lines().collect();
    // The suite runs twice, each time in a JVM of its own, and then a test alone on a transformed program.
    assert!(different.len() >= 3 && different.len() == numbers.lines().count(), "{numbers:#?}");
}

/// The same assertions about servers and clients of one JVM where nothing is held: `LoopbackTest` is among the tests above.
#[test]
fn a_jvm_talks_to_itself_as_on_the_machine() {
    for java in all_java() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let report = judged("held.LoopbackTest", "real", &java, folder.path(), &[]);
        assert_eq!(count(&report), 6, "{}: {report}", java.display());
        assert_eq!(report["notVirtual"], Value::Array(Vec::new()), "nothing is virtual: {report}");
    }
}

/// Real, each of these tests ends the JVM, and so would be fatal.
#[test]
fn the_end_of_the_jvm_is_the_failure_of_a_test() {
    let java = all_java().into_iter().next().expect("there is a JDK");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = judged_with(&["--set-aside"], "held.Exiting", "virtual", &java, folder.path(), &[]);
    let failing = ["catchesWhatItGetsInPlaceOfTheEnd", "exits", "exitsInAThread", "halts"];
    let failing: Vec<String> = failing.iter().map(|test| format!("held.Exiting.{test}")).collect();
    assert_eq!(report["failingTests"], serde_json::json!(failing), "{report}");
    assert_eq!(report["fatalTests"], Value::Array(Vec::new()), "{report}");
}

/// Of two tests that want static fields as initialisers left them, and change them, the second one fails where they are left.
#[test]
fn static_fields_are_left_to_other_tests_if_that_is_asked_for() {
    let java = all_java().into_iter().next().expect("there is a JDK");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let properties = [("held.first", FIRST), ("held.second", SECOND), ("fex.held", "console,files,machine")];
    let report = judged_with(&["--set-aside"], "held.StaticsTest", "virtual", &java, folder.path(), &properties);
    let failing: Vec<&str> =
        report["failingTests"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    for pair in [
        ["fieldsHoldWhatInitialisersLeft", "fieldsHoldItAgain"],
        ["fieldsHoldNothingWhereNothingIsAssigned", "fieldsHoldNothingAgain"],
        ["whatAnInitialiserAddsElsewhereStays", "itStaysAgain"],
    ] {
        let count = failing.iter().filter(|test| pair.iter().any(|name| test.ends_with(name))).count();
        assert_eq!(count, 1, "{failing:?}");
    }
}

/// What `Peeking` asks for, by its comments.
#[test]
fn what_is_not_virtual_is_named_with_its_stack() {
    for java in all_java() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let report = judged("held.Peeking", "virtual", &java, folder.path(), &[]);
        let all = report["notVirtual"].as_array().expect("a list");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let uses = all.iter().map(|one| (text(&one["what"]), text(&one["stack"][0]["method"]), text(&one["tests"][0])));
        let expected = [
            ("asks for processes of the machine", "processes", "held.Peeking.processes"),
            ("asks for the network interfaces", "interfaces", "held.Peeking.interfaces"),
            ("asks how much room there is for files", "room", "held.Peeking.room"),
            ("loads native code: /no/such/library.so", "lambda$nativeCode$0", "held.Peeking.nativeCode"),
            ("names a file café, which a JVM in another locale may not be able to", "names", "held.Peeking.names"),
            ("opens /proc/self/status", "read", "held.Peeking.status"),
        ];
        let expected = expected.map(|(what, method, test)| (what.to_owned(), method.to_owned(), test.to_owned()));
        assert_eq!(uses.collect::<BTreeSet<_>>(), BTreeSet::from(expected), "{}: {report}", java.display());
        let status = all.iter().find(|one| one["what"] == "opens /proc/self/status");
        let stack = &status.expect("it is there")["stack"];
        assert_eq!((&stack[1]["method"], &stack[1]["source"]), (&"status".into(), &"Peeking.java".into()), "{stack}");
    }
}
