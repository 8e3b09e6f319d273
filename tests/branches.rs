//! Tests that `fex integrate CLASS --write` searches for: those of the branches of one class, also where what surrounds it decides.

use crate::coupling::checked;
use crate::extreme::Targets;
use crate::java::{class_path, javac, junit_on};
use crate::maven::{self, JUNIT};
use crate::virtual_environment::{repository, with_agent};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Searches for tests of the branches of a target, not of its mutants, and writes them into a folder; what is reported.
fn searched(class: &str, folder: &Path, libraries: &[PathBuf], more: &[&str]) -> Value {
    searched_with_mutants(false, class, folder, libraries, more)
}

fn searched_with_mutants(mutants: bool, class: &str, folder: &Path, libraries: &[PathBuf], more: &[&str]) -> Value {
    let targets = Targets::compiled();
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["integrate", class, "--format", "json", "--quiet", "--test-names", "persons.PersonTest"]);
    fex.arg(format!("--mutants={mutants}")).arg(format!("--write={}", folder.display())).args(more);
    fex.arg("--classes").arg(targets.path("main")).arg("--tests").arg(targets.path("test"));
    fex.arg("--classpath").arg(class_path(&[&[maven::jar(JUNIT)], libraries].concat()));
    fex.arg("--directory").arg(folder).arg("--cache").arg(folder.join("cache"));
    checked(&fex.output().expect("the binary starts"))
}

/// The branches that no test takes, by their methods and conditions.
fn open(report: &Value) -> BTreeSet<(String, String)> {
    let branches = report["class"]["branches"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let untaken = branches.filter(|one| one["tests"].as_array().is_some_and(Vec::is_empty));
    untaken.map(|one| (text(&one["method"]), text(&one["condition"]))).collect()
}

/// What decides in `Till` are its arguments and what it was given before, so that its tests are plain although they could say what surrounds it.
#[test]
fn all_branches_of_a_class_by_itself_are_covered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_repository, junit) = repository();
    let report = searched("Till", folder.path(), &[junit], &["--budget", "8000"]);
    let text = fs::read_to_string(folder.path().join("coupled/TillBranchesTest.java")).expect("it was written");
    assert_eq!(open(&report), BTreeSet::new(), "{text}");
    let [all, covered] = ["all", "covered"].map(|key| report["class"][key].as_u64().expect("a number"));
    assert_eq!((all, covered), (4, 4), "{report}");
    assert!(report["pairs"].as_array().is_some_and(Vec::is_empty) && !text.contains("fex."), "{text}");
}

/// The type of a field is missing, as that of an optional library is, so that the JVM tells no fields of the class at all.
#[test]
fn classes_that_miss_another_one_are_searched() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let [program, tests] = [
        ("Rate.java", "package shop;\npublic class Rate { private Library library; private final int rate;\n\
         public Rate(int rate) { this.rate = rate; }\npublic boolean isReduced() { return rate < 10; } }\nclass Library {}\n"),
        ("NoTest.java", "class NoTest { @org.junit.jupiter.api.Test void no() {} }\n"),
    ]
    .map(|(name, text)| {
        fs::write(path(name), text).expect("it can be written");
        let classes = path(&format!("classes of {name}"));
        javac(&classes, &[maven::jar(JUNIT)], &[path(name)]);
        classes
    });
    fs::remove_file(program.join("shop/Library.class")).expect("it is there");
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["integrate", "shop.Rate", "--format", "json", "--quiet", "--budget", "500"]);
    fex.arg(format!("--write={}", folder.path().display())).arg("--classes").arg(program).arg("--tests").arg(tests);
    fex.arg("--classpath").arg(maven::jar(JUNIT)).arg("--directory").arg(folder.path());
    let report = checked(&fex.arg("--cache").arg(path("cache")).output().expect("the binary starts"));
    assert_eq!(open(&report), BTreeSet::new(), "{report}");
}

/// `Desk` has a method for each part of what surrounds it. With `fex-junit` on the class path, tests say what the clock, the console, files, variables,
/// properties, processors and random numbers are, and expect the end of the JVM. They pass in a JVM that knows nothing of fex but the agent, where all of that is
/// otherwise; a test of what hangs on none of it is plain.
#[test]
fn tests_say_what_surrounds_a_class() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_repository, junit) = repository();
    let report = searched("Desk", folder.path(), std::slice::from_ref(&junit), &["--budget", "20000"]);
    let source = folder.path().join("errands/DeskBranchesTest.java");
    let text = fs::read_to_string(&source).expect("it was written");
    assert_eq!(open(&report), BTreeSet::new(), "{text}");
    for said in [
        "VirtualClock.set(Instant.parse(\"",
        "VirtualConsole.type(\"yes",
        "VirtualFiles.write(\"",
        "VirtualMachine.setVariable(\"DESK_DEBUG\", \"1\")",
        "System.setProperty(\"desk.mode\", \"fast\")",
        "VirtualMachine.setProcessors(",
        "VirtualProcesses.answer(\"roster\", ",
        "VirtualRandom.seed(",
        "assertEquals(OptionalInt.of(2), VirtualMachine.exitStatus());",
        "VirtualConsole.out()",
    ] {
        assert!(text.contains(said), "{said}:\n{text}");
    }
    let is_plain = |test: &&str| test.contains(".fee(") && !test.contains("Virtual");
    assert!(text.split("    }\n").any(|test| is_plain(&test)), "{text}");
    for zone in ["Asia/Kathmandu", "America/New_York"] {
        let zone = format!("-Duser.timezone={zone}");
        passes(&source, &junit, &[&zone, "-Duser.language=tr", "-XX:ActiveProcessorCount=1", "-Ddesk.mode=slow"]);
    }
}

/// `Registry` adds to a set in a static field and removes from it. Tests that do so find it empty, and leave it so, whatever their order is: JUnit takes ten.
#[test]
fn what_tests_leave_in_static_fields_is_gone_after_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_repository, junit) = repository();
    let report = searched("leftover.Registry", folder.path(), std::slice::from_ref(&junit), &["--budget", "4000"]);
    let source = folder.path().join("leftover/RegistryBranchesTest.java");
    let text = fs::read_to_string(&source).expect("it was written");
    assert_eq!(open(&report), BTreeSet::new(), "{text}");
    for seed in 0..10 {
        let random = "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random";
        passes(&source, &junit, &[random, &format!("-Djunit.jupiter.execution.order.random.seed={seed}")]);
    }
}

/// One part of what surrounds `Desk` can be held alone, which a property of the JVM says: what is held for tests is there, and the border is closed for the rest.
#[test]
fn one_part_of_what_surrounds_a_class_can_be_held() {
    let (_repository, junit) = repository();
    for (part, said) in [("files", "VirtualFiles.write(\""), ("console", "VirtualConsole.type(\"")] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let held = format!("--jvm-arg=-Dfex.held={part}");
        searched("Desk", folder.path(), std::slice::from_ref(&junit), &["--budget", "1500", &held]);
        let text = fs::read_to_string(folder.path().join("errands/DeskBranchesTest.java")).expect("it was written");
        assert!(text.contains(said), "{part}: {text}");
    }
}

/// Checks that all tests of a source pass in a JVM that knows nothing of fex but the agent of `fex-junit`, and is started with some options.
fn passes(source: &Path, junit: &Path, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let classes = folder.path().join("classes");
    let libraries = [Targets::compiled().path("main"), maven::jar(JUNIT), junit.to_owned()];
    javac(&classes, &libraries, &[source.to_owned()]);
    let mut java = with_agent(junit);
    java.args(options).env("DESK_DEBUG", "0").current_dir(folder.path()).stdin(Stdio::null());
    let (passed, printed) = junit_on(java, &[classes, libraries[0].clone(), junit.to_owned()]);
    assert!(passed && printed.contains("[         0 tests failed"), "{printed}");
}

/// A JVM initialises `Road` once, for one country. Tests initialise it once more for others, and say what that leaves in its fields; they pass in a JVM that is started for
/// another country than that of the search.
#[test]
fn tests_initialise_a_class_in_other_surroundings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_repository, junit) = repository();
    let report = searched("Road", folder.path(), std::slice::from_ref(&junit), &["--budget", "8000"]);
    let source = folder.path().join("rides/RoadBranchesTest.java");
    let text = fs::read_to_string(&source).expect("it was written");
    assert_eq!(open(&report), BTreeSet::new(), "{text}");
    let is_of = |test: &str, country: &str| {
        let said = format!("System.setProperty(\"rides.country\", \"{country}\")");
        test.contains(&said) && test.contains(", VirtualClasses.initial(Road.class, \"")
    };
    for country in ["GB", "JP"] {
        assert!(text.split("@Test").any(|test| is_of(test, country)), "{text}");
    }
    // To be on the right is what there is without an initialiser, too.
    assert!(!text.contains("assertEquals(false, ") && !text.contains("    VirtualClasses"), "{text}");
    passes(&source, &junit, &["-Drides.country=JP"]);
}

/// `Shift` hangs on a clock that is put back between two calls, on a static field that a static method assigns to, on a folder, and on what an argument
/// declared as `Object` is. No constructor or argument of another type leads to these branches.
#[test]
fn what_surrounds_a_class_changes_between_calls() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_repository, junit) = repository();
    let report = searched("Shift", folder.path(), &[junit], &["--budget", "12000"]);
    let text = fs::read_to_string(folder.path().join("errands/ShiftBranchesTest.java")).expect("it was written");
    assert_eq!(open(&report), BTreeSet::new(), "{text}");
    let put_back =
        text.split("    }\n").find(|test| test.contains("isPutBack()") && test.contains("VirtualClock.set("));
    let put_back = put_back.unwrap_or_else(|| panic!("no clock is set: {text}"));
    let place = |of: &str| put_back.rfind(of).expect("it is there");
    assert!(
        place("new Shift()") < place("VirtualClock.set(") && place("VirtualClock.set(") < place("isPutBack()"),
        "{put_back}"
    );
    assert!(text.contains("Shift.setLevel("), "{text}");
    // What a test has asked last is not asked again.
    for test in text.split("    }\n") {
        let asserted = test.lines().filter(|line| line.trim_start().starts_with("assert"));
        let asserted: Vec<&str> = asserted.collect();
        assert!(asserted.windows(2).all(|two| two[0] != two[1]), "{test}");
    }
}

/// What takes from an empty `Tray`, or reads from a pipe that nobody writes to, waits for ever, as most of the first sequences do. Each costs itself, and
/// neither the JVM nor the search: that goes on until its budget is spent, as one branch asks for a queue of less than no elements, and covers all others
/// but that which leads to the wait, which a test cannot take and come back.
#[test]
fn waits_for_what_never_comes_are_ended() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = searched("Tray", folder.path(), &[], &["--budget", "2000"]);
    assert_eq!(report["search"]["executions"], 2000, "{report}");
    let left = ["letters.isEmpty()", "letters.size() < 0"].map(|condition| ("take()".to_owned(), condition.to_owned()));
    assert_eq!(open(&report), BTreeSet::from(left), "{report}");
}

/// The source of `Ticket` has its letters as numbers, in the cases of a `switch`, and no text that has one of them.
#[test]
fn letters_that_a_class_asks_for_one_by_one_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = searched("Ticket", folder.path(), &[], &["--budget", "8000"]);
    assert_eq!(open(&report), BTreeSet::new(), "{report}");
}

/// Whether a `Courier` that was sent off has arrived when a test asks hangs on which thread comes first, and takes 60 ms where that is the test's: nothing of
/// it is asserted. Nor is anything of the version of Java, or of what a JVM says of `null`. The path that is empty leads to a folder since JDK 25, and before
/// that to nothing: no test has it, those for mutants included.
#[test]
fn nothing_is_asserted_that_another_thread_or_jdk_decides() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = searched_with_mutants(true, "Courier", folder.path(), &[], &["--budget", "2000"]);
    let text = fs::read_to_string(folder.path().join("rides/CourierBranchesTest.java")).expect("it was written");
    assert!(text.contains("assertEquals(0, ") && text.contains("fee("), "{text}");
    let asserts = |test: &str, what: &str| test.lines().any(|line| line.contains("assert") && line.contains(what));
    let is_chance = |test: &str| {
        ["isDated()", "Cannot invoke"].iter().any(|what| asserts(test, what))
            || test.contains("sent()") && asserts(test, "hasArrived()")
    };
    assert!(!text.split("@Test").any(is_chance) && !text.contains("new File(\"\")"), "{text}");
    assert_eq!(report["search"]["refused"], json!({}), "{text}");
}

/// A JVM that was started with `LANG=C` has no name for the file of `Cafe`, whatever the virtual surroundings: a test that asks for it would fail there.
#[test]
fn no_test_names_a_file_that_other_machines_cannot() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_repository, junit) = repository();
    let report = searched("Cafe", folder.path(), &[junit], &["--budget", "500"]);
    assert_eq!(open(&report).len(), 2, "{report}");
    assert_eq!(report["search"]["tests"], Value::Array(Vec::new()), "{report}");
}

/// Without `fex-junit`, also if the tests that are there run virtually, or if what surrounds the tests shall be real, they are plain, and what depends on the rest is
/// left open.
#[test]
fn tests_are_plain_where_nothing_is_held() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_repository, junit) = repository();
    let cases = [(vec![], None), (vec![], Some("virtual")), (vec![junit], Some("real"))];
    for (number, (libraries, environment)) in cases.into_iter().enumerate() {
        let more = environment.map_or(vec![], |environment| vec!["--environment", environment]);
        let out = folder.path().join(number.to_string());
        fs::create_dir(&out).expect("it can be made");
        let report = searched("Desk", &out, &libraries, &[&["--budget", "2000"][..], &more].concat());
        let text = fs::read_to_string(out.join("errands/DeskBranchesTest.java")).expect("it was written");
        assert!(!text.contains("Virtual"), "{text}");
        let left = open(&report);
        assert!(left.contains(&("main(String[])".to_owned(), "arguments.length == 0".to_owned())), "{left:?}");
    }
}
