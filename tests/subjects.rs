//! Emitted suites on real Java: they compile without warnings, pass on correct classes and fail on seeded bugs.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::java::{class_path, java_files, javac, sorted, succeed};
use crate::maven::{self, JUNIT};

#[test]
fn the_suite_of_the_search_tree_passes_and_finds_every_bug() {
    check(&Subject { class: "SearchTree", spec: "search_tree", scope: 6, bugs: 13, in_jar: false });
}

#[test]
fn the_suite_of_the_sorted_list_passes_and_finds_every_bug() {
    check(&Subject { class: "SortedList", spec: "sorted_list", scope: 5, bugs: 14, in_jar: false });
}

#[test]
fn the_suite_of_the_red_black_tree_passes_and_finds_every_bug() {
    check(&Subject { class: "RedBlackTree", spec: "red_black_tree", scope: 5, bugs: 15, in_jar: false });
}

#[test]
fn the_suite_of_the_binomial_heap_passes_and_finds_every_bug() {
    check(&Subject { class: "BinomialHeap", spec: "binomial_heap", scope: 5, bugs: 15, in_jar: false });
}

#[test]
fn the_suite_of_the_array_heap_ignores_unused_places_and_finds_every_bug() {
    check(&Subject { class: "ArrayHeap", spec: "array_heap", scope: 5, bugs: 8, in_jar: false });
}

// One class for every way of binding: inner and private classes, a record, generics, a list, a set, a map, strings for
// integers, given values, a setter, constructors with arguments, a jar.
#[test]
fn the_suite_of_the_library_passes_and_finds_every_bug() {
    check(&Subject { class: "Library", spec: "library", scope: 3, bugs: 9, in_jar: true });
}

/// A Java class with seeded bugs and the specification of its inputs.
struct Subject {
    class: &'static str,
    spec: &'static str,
    /// The scope of the field-exhaustive suite, which must find every bug.
    scope: u32,
    /// How many bugs there are, so that none is left out unnoticed.
    bugs: usize,
    /// Whether fex finds the class in a jar instead of a folder.
    in_jar: bool,
}

/// What a suite said of the original class or of a bug.
#[derive(Debug)]
struct Outcome {
    variant: String,
    /// How many tests ran; -1 if the variant does not compile.
    tests: i64,
    failed: i64,
    first_failure: String,
}

/// Checks that the suite of a subject passes on the original class and finds every bug.
fn check(subject: &Subject) {
    let outcomes = run(subject);
    let (original, bugs) = outcomes.split_first().expect("the original class is always run");
    assert_eq!(original.variant, "original");
    assert!(original.tests > 0, "the suite has no tests");
    assert_eq!(original.failed, 0, "the suite fails on the correct class: {}", original.first_failure);

    assert_eq!(bugs.len(), subject.bugs);
    let broken: Vec<&Outcome> = bugs.iter().filter(|bug| bug.tests < 0).collect();
    assert!(broken.is_empty(), "bugs that do not compile: {broken:#?}");
    let missed: Vec<&str> = bugs.iter().filter(|bug| bug.failed == 0).map(|bug| bug.variant.as_str()).collect();
    assert!(missed.is_empty(), "bugs that the suite does not find: {missed:?}");
}

/// Generates, compiles and runs a suite against the original class and all bugs.
fn run(subject: &Subject) -> Vec<Outcome> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = root.join("tests/data/subjects");
    let work = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = |name: &str| work.path().join(name);
    let jar = maven::jar(JUNIT);

    let source = data.join(format!("src/subjects/{}.java", subject.class));
    javac(&folder("original"), &[], std::slice::from_ref(&source));
    let mut classes = folder("original");
    if subject.in_jar {
        let packed = folder("original.jar");
        succeed(Command::new("jar").arg("--create").arg("--file").arg(&packed).arg("-C").arg(&classes).arg("."));
        classes = packed;
    }
    succeed(
        Command::new(env!("CARGO_BIN_EXE_fex"))
            .arg("generate")
            .arg(root.join(format!("specs/{}.spec", subject.spec)))
            .args(["--scope", &subject.scope.to_string(), "--format", "junit5"])
            .arg("--classpath")
            .arg(classes)
            .arg("--out")
            .arg(folder("emitted")),
    );
    javac(&folder("suite"), &[jar.clone(), folder("original")], &java_files(&folder("emitted")));

    let harness = data.join("harness");
    javac(&folder("harness"), std::slice::from_ref(&jar), &java_files(&harness));
    seed(subject, &source, &data.join("bugs").join(subject.class), &folder("bugs"));
    let report = succeed(
        Command::new("java")
            .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
            .arg(class_path(&[jar, folder("harness"), harness]))
            .arg("RunBugs")
            .args([folder("suite"), folder("original"), folder("bugs")]),
    );
    report.lines().map(outcome).collect()
}

/// Reads a line of the harness's report.
fn outcome(line: &str) -> Outcome {
    let mut columns = line.splitn(4, '\t');
    let mut next = || columns.next().unwrap_or_else(|| panic!("not a line of the report: {line}")).to_string();
    let variant = next();
    let mut number = || next().parse().unwrap_or_else(|_| panic!("not a number in the report: {line}"));
    Outcome { variant, tests: number(), failed: number(), first_failure: next() }
}

/// Writes a source tree for every bug of a subject: `bugs/01-name/subjects/Class.java`.
fn seed(subject: &Subject, source: &Path, descriptions: &Path, bugs: &Path) {
    let original = fs::read_to_string(source).expect("the subject is readable");
    for description in sorted(descriptions) {
        let name = description.file_stem().expect("a bug has a name");
        let text = fs::read_to_string(&description).expect("the bug is readable");
        let package = bugs.join(name).join("subjects");
        fs::create_dir_all(&package).expect("the temporary folder is writable");
        let file = package.join(format!("{}.java", subject.class));
        fs::write(file, mutated(&original, &text, &description)).expect("the temporary folder is writable");
    }
}

/// Applies a bug: after a sentence on the first line, sections of `--- old` lines that give way to `+++ new` lines.
fn mutated(original: &str, bug: &str, path: &Path) -> String {
    let mut text = original.to_string();
    let mut sections = bug.split("--- old\n");
    let sentence = sections.next().unwrap_or_default();
    assert!(sentence.lines().count() == 1, "{} does not open with one sentence", path.display());
    for section in sections {
        let (old, new) = section.split_once("+++ new\n").expect("a section has new lines");
        assert_eq!(text.matches(old).count(), 1, "{} replaces lines that are not there once", path.display());
        text = text.replacen(old, new, 1);
    }
    assert_ne!(text, original, "{} changes nothing", path.display());
    text
}
