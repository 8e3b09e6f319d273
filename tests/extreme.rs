//! `fex extreme` on the classes of `jvm/targets`, whose comments state the verdict of each method.

use crate::java::compiler;
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The targets, compiled once.
pub struct Targets {
    folder: TempDir,
}

impl Targets {
    pub fn compiled() -> &'static Targets {
        static TARGETS: OnceLock<Targets> = OnceLock::new();
        TARGETS.get_or_init(|| {
            let targets = Targets { folder: tempfile::tempdir().expect("a temporary folder") };
            fs::create_dir(targets.path("project")).expect("it can be written");
            for (part, class_path) in [("main", PathBuf::new()), ("test", targets.path("main"))] {
                let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets").join(part));
                let class_path = std::env::join_paths([class_path, maven::jar(JUNIT)]).expect("plain paths");
                let output = compiler()
                    // The paper's example has an `equals` without `hashCode`.
                    .args(["-g", "-Xlint:all,-overrides", "-Werror", "-d"])
                    .arg(targets.path(part))
                    .arg("-cp")
                    .arg(class_path)
                    .args(sources)
                    .output()
                    .expect("javac can be run");
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            }
            targets
        })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `fex extreme` on the targets of one package.
    pub fn extreme(&self, package: &str, more: &[&str]) -> Output {
        let cache = tempfile::tempdir().expect("a temporary folder");
        let mut command = self.command(package, &self.path("project"), cache.path());
        command.args(["--test-names", &format!("{package}.*Test")]).args(more).output().expect("the binary starts")
    }

    /// `fex extreme` on the targets of one package, with tests that run in a folder, and verdicts that are kept in another.
    pub fn command(&self, package: &str, directory: &Path, cache: &Path) -> Command {
        self.fex("extreme", package, directory, cache)
    }

    /// The same with another command that judges first.
    pub fn fex(&self, command: &str, package: &str, directory: &Path, cache: &Path) -> Command {
        let mut fex = self.command_of(command, directory, cache);
        fex.args(["--only", &format!("{package}.*")]);
        fex
    }

    /// The same with any command that runs tests.
    pub fn command_of(&self, command: &str, directory: &Path, cache: &Path) -> Command {
        let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
        fex.arg(command)
            .arg("--cache")
            .arg(cache)
            .arg("--classes")
            .arg(self.path("main"))
            .arg("--tests")
            .arg(self.path("test"))
            .arg("--classpath")
            .arg(maven::jar(JUNIT))
            .arg("--directory")
            .arg(directory);
        fex
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(sources(&path)),
            path => found.push(path),
        }
    }
    found.sort();
    found
}

/// The verdict of a method, in the words of the targets' comments.
pub fn verdict(method: &Value) -> String {
    let verdict = method["verdict"].as_str().expect("a method has a verdict");
    let transformations = method["transformations"].as_array().expect("a list").iter().map(|one| {
        let (name, verdict) =
            (one["transformation"].as_str().expect("a name"), one["verdict"].as_str().expect("a word"));
        match one["by"].as_str() {
            Some(how) => format!("{name} {verdict} ({how})"),
            None => format!("{name} {verdict}"),
        }
    });
    match verdict {
        "skipped" => format!("skipped: {}", method["skippedAs"].as_str().expect("a reason")),
        "not-covered" => verdict.to_owned(),
        _ => format!("{verdict}: {}", transformations.collect::<Vec<_>>().join(", ")),
    }
}

/// The comments with verdicts in the sources of a package, by file and line.
fn stated(package: &str) -> BTreeMap<(String, u64), String> {
    let mut stated = BTreeMap::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main").join(package)) {
        let file = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a source can be read");
        for (index, line) in text.lines().enumerate() {
            if let Some(comment) = line.trim().strip_prefix("// ") {
                stated.insert((file.clone(), index as u64 + 1), comment.to_owned());
            }
        }
    }
    stated
}

/// Compares what fex says about the methods of a package with what their comments state: the comment of a method is the
/// last one before its first line, and each is about one method.
fn check(package: &str, more: &[&str]) -> Value {
    let output = Targets::compiled().extreme(package, &[&["--format", "json"], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    crate::report::validate(&report);
    let stated = stated(package);
    let mut found = BTreeMap::new();
    for method in report["methods"].as_array().expect("a list") {
        let file = method["source"].as_str().expect("the targets have sources").to_owned();
        let line = method["lines"][0].as_u64().expect("the targets have lines");
        let (place, _) = stated
            .range((file.clone(), 0)..(file.clone(), line))
            .next_back()
            .unwrap_or_else(|| panic!("{file} says nothing about `{}`", method["method"]));
        let before = found.insert(place.clone(), verdict(method));
        assert_eq!(before, None, "two methods at {place:?}");
    }
    assert_eq!(found, stated);
    report
}

#[test]
fn the_example_of_the_paper_has_the_verdicts_of_the_paper() {
    // Section 2.1: 1 (add), 4 (equals, false) and 5 (intersect) are detected, 2 (incrementVersion), 3 (equals, true), 6
    // and 7 (isEmpty) are not; size, contains and getVersion are skipped.
    check("versioned", &[]);
}

#[test]
fn each_result_type_has_the_values_of_table_i() {
    check("values", &[]);
}

#[test]
fn each_rule_skips_its_methods() {
    let report = check("rules", &[]);
    let never = report["methods"].as_array().expect("a list").iter().find(|method| method["method"] == "never");
    let tried: Vec<&Value> =
        never.expect("it is eligible")["transformations"].as_array().expect("a list").iter().collect();
    let names: Vec<&Value> = tried.iter().map(|one| &one["transformation"]).collect();
    assert_eq!(names, ["\"\"", "\"A\""], "`@NotNull` leaves out null");
}

#[test]
fn a_test_that_ends_the_jvm_costs_its_own_verdict_only() {
    check("endings", &["--jvm-arg=-Xmx64m", "--patience=3"]);
    let left = fs::read_dir(Targets::compiled().path("project")).expect("it can be read").count();
    assert_eq!(left, 0, "nothing is written into the project");
}

/// The description is the next to be judged after `remove`, in the same JVM, by a test that fails for what that has left.
#[test]
fn what_a_transformation_leaves_behind_is_not_held_against_the_next_one() {
    check("leftover", &[]);
}

/// As the tests of `ColognePhonetic` in commons-codec do, whose transformations all counted as undetected: its class fails
/// after any of its tests that runs alone.
#[test]
fn a_class_that_fails_after_one_of_its_tests_alone_is_asked_as_a_whole() {
    let report = check("whole", &[]);
    assert_eq!(report["dependentTests"].as_array().map(Vec::len), Some(0));
}

#[test]
fn bodies_that_return_objects_are_tried_on_request() {
    check("objects", &["--also", "new,single,optional,parameter,this"]);
}

/// The verdicts on a package by class and method, without its transformations.
fn by_name(package: &str, more: &[&str]) -> BTreeMap<String, String> {
    let output = Targets::compiled().extreme(package, &[&["--format", "json"], more].concat());
    let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let word = |method: &Value, key: &str| method[key].as_str().expect("a word").to_owned();
    let methods = report["methods"].as_array().expect("a list").iter();
    let named = |method: &Value| {
        let class = word(method, "class").replace(&format!("{package}."), "").replace("Kinds$", "");
        let descriptor = if method["method"] == "compareTo" { word(method, "descriptor") } else { String::new() };
        (format!("{class}.{}{descriptor}", word(method, "method")), verdict(method))
    };
    methods.map(named).collect()
}

#[test]
fn enums_records_interfaces_and_lambdas_are_judged_without_what_the_compiler_adds() {
    let int = "tested: 0 detected (assertion), 1 detected (assertion)";
    let text = "tested: null detected (assertion), \"\" detected (assertion), \"A\" detected (assertion)";
    let expected = [
        ("Ignored$Inner.two", "skipped: ignored"),
        ("Ignored.one", "skipped: ignored"),
        ("Methods.deep", "tested: null detected (exception), empty detected (assertion)"),
        ("Methods.marked", "skipped: ignored"),
        ("Methods.nothingElse", "skipped: no-other-result"),
        ("Named.constant", "tested: null detected (exception)"),
        ("Named.greeting", text),
        ("Named.lambda$constant$0", text),
        ("Point.compareTo(Ljava/lang/Object;)I", "skipped: synthetic"),
        ("Point.compareTo(Lkinds/Kinds$Point;)I", int),
        ("Point.equals", "skipped: generated"),
        ("Point.hashCode", "skipped: hash-code"),
        ("Point.toString", "skipped: to-string"),
        ("Point.x", "skipped: getter"),
        ("Point.y", "skipped: getter"),
        ("Suit.$values", "skipped: enum"),
        ("Suit.<clinit>", "skipped: initialiser"),
        ("Suit.isRed", "tested: true detected (assertion), false detected (assertion)"),
        ("Suit.valueOf", "skipped: enum"),
        ("Suit.values", "skipped: enum"),
    ];
    let expected: BTreeMap<String, String> =
        expected.into_iter().map(|(name, verdict)| (name.to_owned(), verdict.to_owned())).collect();
    assert_eq!(by_name("kinds", &[]), expected);
}

#[test]
fn every_rule_can_be_switched_off() {
    let report = by_name("rules", &["--keep", RULES]);
    let still: Vec<&String> =
        report.iter().filter(|(_, verdict)| verdict.starts_with("skipped")).map(|one| one.0).collect();
    // Nothing is left to try on a method without effect, and `return null` has null as its only other result.
    assert_eq!(still, ["Rules.empty", "Rules.none"]);
    let kinds = by_name("kinds", &["--keep", RULES]);
    let still: Vec<&String> =
        kinds.iter().filter(|(_, verdict)| verdict.starts_with("skipped")).map(|one| one.0).collect();
    assert_eq!(still, ["Methods.nothingElse"]);
}

/// All rules.
const RULES: &str = "ignored,initialiser,enum,synthetic,generated,deprecated,to-string,hash-code,empty,constant,empty-array,\
                     this,parameter,getter,setter,delegate";

#[test]
fn a_pattern_ignores_classes_and_methods() {
    let verdicts = by_name("versioned", &["--ignore", "versioned.*.isEmpty", "--ignore", "*.VersionedSet.equals"]);
    let ignored: Vec<&String> =
        verdicts.iter().filter(|(_, verdict)| *verdict == "skipped: ignored").map(|one| one.0).collect();
    assert_eq!(ignored, ["VersionedSet.equals", "VersionedSet.isEmpty"]);
}

#[test]
fn a_rule_can_be_switched_off() {
    let output = Targets::compiled().extreme("versioned", &["--keep", "getter,delegate", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let verdicts: BTreeMap<&str, String> = report["methods"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|method| (method["method"].as_str().expect("a name"), verdict(method)))
        .collect();
    // `testAdd` wants a size of 1, which is what the second body returns; `testIntersection` wants two elements not to be
    // contained, and `add` asks `contains` of the list and not of the set; nothing calls `getVersion`.
    assert_eq!(verdicts["size"], "partially-tested: 0 detected (assertion), 1 undetected");
    assert_eq!(verdicts["contains"], "partially-tested: true detected (assertion), false undetected");
    assert_eq!(verdicts["getVersion"], "not-covered");
}

#[test]
fn the_project_says_what_is_judged_and_a_flag_wins() {
    let targets = Targets::compiled();
    let project = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(project.path().join("inner")).expect("it can be made");
    fs::write(project.path().join("libraries.txt"), maven::jar(JUNIT).display().to_string())
        .expect("it can be written");
    let settings = format!(
        "[extreme]\nclasses = {:?}\ntests = {:?}\nclasspath = '@libraries.txt'\ntest-names = 'versioned.*Test'\n\
         only = 'versioned.*'\ncache = 'cache'\nkeep = ['getter', 'delegate']\nformat = 'json'\n",
        targets.path("main"),
        targets.path("test"),
    );
    fs::write(project.path().join("fex.toml"), settings).expect("it can be written");
    let skipped = |more: &[&str]| -> Vec<String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        let command = command.arg("extreme").args(more).current_dir(project.path().join("inner"));
        let output = command.output().expect("the binary starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        let methods = report["methods"].as_array().expect("a list").iter();
        let skipped = methods.filter(|method| method["verdict"] == "skipped" && method["skippedAs"] != "initialiser");
        skipped.map(|method| method["method"].as_str().expect("a name").to_owned()).collect()
    };
    // The paper's example has two methods that pass on to a list, and one getter.
    assert_eq!(skipped(&[]), [] as [&str; 0]);
    assert_eq!(skipped(&["--keep", "delegate"]), ["getVersion"]);
    assert!(project.path().join("cache/extreme").is_dir(), "paths count from the file");
}

#[test]
fn a_build_can_refuse_verdicts() {
    let targets = Targets::compiled();
    let code = |verdict: &str| targets.extreme("versioned", &["--fail-on", verdict]).status.code();
    assert_eq!((code("pseudo-tested"), code("not-covered")), (Some(1), Some(0)));
    // There are two, of five methods that were judged.
    assert_eq!((code("pseudo-tested=1"), code("pseudo-tested=2")), (Some(1), Some(0)));
    assert_eq!((code("pseudo-tested=39%"), code("pseudo-tested=40%")), (Some(1), Some(0)));
    assert_eq!(code("tested"), Some(2), "a verdict that nobody refuses");
}

#[test]
fn no_tests_are_not_taken_for_tests_that_pass() {
    let output = Targets::compiled().extreme("nowhere", &["--only", "versioned.*"]);
    assert_eq!(output.status.code(), Some(5), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_class_path_without_a_framework_is_named() {
    let targets = Targets::compiled();
    let output = Command::new(env!("CARGO_BIN_EXE_fex"))
        .arg("extreme")
        .arg("--classes")
        .arg(targets.path("main"))
        .arg("--tests")
        .arg(targets.path("test"))
        .args(["--classpath", "", "--fresh"])
        .output()
        .expect("the binary starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("neither the JUnit Platform's launcher nor JUnit 4 nor TestNG\n"), "{message}");
}
