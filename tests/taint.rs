//! `fex taint` on the classes of `jvm/targets`, whose comments state what assertions depend on and what none checks.

use crate::border::all_java;
use crate::extreme::Targets;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// The packages whose comments say what is found: the examples of Huo and Clause, and one test for each way of a mark.
const PACKAGES: [&str; 2] = ["payroll", "inputs"];

/// A folder to run in, and what is kept.
struct Project {
    work: TempDir,
    cache: TempDir,
}

impl Project {
    fn new() -> Project {
        let [work, cache] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
        Project { work, cache }
    }

    fn taint(&self, tests: &str, more: &[&str]) -> Output {
        let mut fex = Targets::compiled().command_of("taint", self.work.path(), self.cache.path());
        fex.args(["--test-names", tests, "--jobs", "1"]).args(more).output().expect("the binary starts")
    }

    fn report(&self, tests: &str) -> Value {
        self.report_with(tests, &[])
    }

    fn report_with(&self, tests: &str, more: &[&str]) -> Value {
        let output = self.taint(tests, &[&["--format", "json"], more].concat());
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        crate::report::validate_with(include_str!("../grammar/taint.schema.json"), &report);
        report
    }
}

/// What is said of a test: the fields on which assertions depend, and the values that none checks.
type Said = (BTreeSet<String>, Vec<String>);

/// What the comments before the tests of a package say, by class and method.
fn stated(package: &str) -> BTreeMap<String, Said> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/test").join(package);
    let mut stated = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a source can be read");
        let class = entry.file_name().to_string_lossy().trim_end_matches(".java").to_owned();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.ends_with("Test") && line.starts_with('@')) {
            let comment = lines[at - 1].strip_prefix("// ").expect("a comment stands before each test");
            let method = lines[at..].iter().find_map(|line| line.strip_prefix("void "));
            let method = method.and_then(|rest| rest.split('(').next()).expect("a method");
            let part = |name: &str| {
                let found = comment.split("; ").find_map(|part| part.strip_prefix(name));
                found.into_iter().flat_map(|list| list.split(", ")).map(str::to_owned)
            };
            let mut unused: Vec<String> = part("unused: ").collect();
            unused.sort();
            let said: Said = (part("brittle: ").collect(), unused);
            assert_eq!(said == Said::default(), comment == "sound", "{comment}");
            stated.insert(format!("{package}.{class}.{method}"), said);
        }
    }
    stated
}

/// The title of a test without its parameters.
fn plain(title: &Value) -> String {
    title.as_str().expect("a title").split('(').next().expect("there is a first part").to_owned()
}

fn list<'r>(report: &'r Value, key: &str) -> &'r Vec<Value> {
    report[key].as_array().expect("a list")
}

/// What a report says of the tests of a package.
fn told(report: &Value, tests: impl Iterator<Item = String>) -> BTreeMap<String, Said> {
    let mut told: BTreeMap<String, Said> = tests.map(|test| (test, Said::default())).collect();
    for one in list(report, "brittle") {
        let field = one["field"].as_str().expect("a name").to_owned();
        told.get_mut(&plain(&one["test"])).expect("a test").0.insert(field);
    }
    for one in list(report, "unused") {
        let value = match one["kind"].as_str() {
            Some("result") => format!("{}()", one["name"].as_str().expect("a name")),
            _ => one["value"].as_str().expect("a value").to_owned(),
        };
        told.get_mut(&plain(&one["test"])).expect("a test").1.push(value);
    }
    told.values_mut().for_each(|said| said.1.sort());
    told
}

/// The examples of the paper have the three brittle dependences and the unused inputs that it argues for; the other tests are written for
/// one way each on which a value gets to an assertion, or does not. Each JDK of this machine has classes of its own on these ways.
#[test]
fn assertions_depend_on_what_comments_say_and_leave_unused_what_they_say() {
    for (package, java) in
        PACKAGES.into_iter().flat_map(|package| all_java().into_iter().map(move |java| (package, java)))
    {
        let project = Project::new();
        let tests = format!("{package}.*Test");
        let more = ["--java", java.to_str().expect("a plain path")];
        let report = project.report_with(&tests, &more);
        assert_eq!(list(&report, "unmarked"), &Vec::<Value>::new());
        let stated = stated(package);
        assert_eq!(told(&report, stated.keys().cloned()), stated, "{}", java.display());
        // The same command knows all of it.
        assert_eq!(project.report_with(&tests, &more), report);
    }
}

/// What the comments before the fields of a class say.
fn stated_of_fields(source: &str, of: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main").join(source);
    let text = fs::read_to_string(path).expect("a source can be read");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut class = "";
    let mut fields = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split([' ', '(', '{']).collect();
        if let Some(at) =
            words.iter().position(|word| ["class", "record"].contains(word)).filter(|_| line.starts_with("public"))
        {
            class = words[at + 1];
        } else if line.strip_prefix("// ") == Some(of) {
            let field = lines[at + 1]
                .split([';', '=', ',', ')'])
                .next()
                .map(str::trim)
                .and_then(|field| field.rsplit(' ').next());
            fields.insert(format!("{class}.{}", field.expect("a field comes next")));
        }
    }
    fields
}

/// Which fields assertions look at is argued in the comments of the tests: a sum, a size and a choice are compared that depend on them, records
/// compare all of their components, and reflection may hand a value to anybody. The owner is only returned, changes are only counted, warnings
/// are only written, and the capacity does nothing but decide whether the program throws; the limit decides whether money is paid, too.
#[test]
fn fields_that_tests_set_are_never_checked_if_no_assertion_looks_at_them() {
    let project = Project::new();
    let report = project.report("state.*Test");
    let told: BTreeSet<String> = list(&report["state"], "neverChecked")
        .iter()
        .flat_map(|one| {
            let class = one["class"].as_str().expect("a name").rsplit(['.', '$']).next().expect("a simple name");
            list(one, "fields").iter().map(move |field| format!("{class}.{}", field["name"].as_str().expect("a name")))
        })
        .collect();
    let stated = |of| stated_of_fields("state/Account.java", of);
    assert_eq!(told, stated("never checked"));
    let [never, checked, guarded] = ["never checked", "checked", "guarded"].map(|of| stated(of).len());
    assert_eq!(
        [never, guarded, never + checked + guarded],
        ["unchecked", "guarded", "fields"].map(|key| {
            report["state"][key].as_u64().and_then(|count| usize::try_from(count).ok()).expect("a number")
        })
    );
    // All four tests make an account with an owner.
    assert_eq!(list(&list(&list(&report["state"], "neverChecked")[0], "fields")[1], "tests").len(), 4);
    assert_eq!(project.taint("state.*Test", &["--fail-on", "never-checked=5", "--quiet"]).status.code(), Some(0));
    assert_eq!(project.taint("state.*Test", &["--fail-on", "never-checked=4", "--quiet"]).status.code(), Some(1));
}

/// The value without which the program throws is no input that marks lose: they say that the program might throw. A value that is looked
/// at in such a place, and that can be another one all the same, is unused.
#[test]
fn that_the_program_does_not_throw_checks_a_value() {
    let report = Project::new().report("inputs.TableTest");
    let counts = &report["counts"]["unused-input"];
    // `"wide"` of `valueWithoutWhichTheProgramThrows` and of `valueWithoutWhichAHandlerFails`, and the index 1 of `placeOfAnElement`.
    assert_eq!((&counts["guarded"], &counts["refuted"]), (&3.into(), &0.into()), "{}", report["refuted"]);
}

/// What is put in the place of a character is one, though the JVM has numbers for them.
#[test]
fn characters_are_told_as_characters() {
    let report = Project::new().report("inputs.TableTest");
    let of_bar = list(&report, "brittle").iter().find(|one| one["field"] == "Table.bar").expect("it is");
    let instead = of_bar["witness"]["instead"].as_str().expect("a text");
    assert!(instead.starts_with('\'') && instead.ends_with('\''), "{of_bar}");
}

/// Each of the two tests checks a constant that the other one leaves alone; the number, none of them does.
#[test]
fn constants_of_fixtures_are_unused_if_no_test_of_the_class_checks_them() {
    let project = Project::new();
    let report = project.report_with("inputs.FixtureTest", &["--fixtures"]);
    let said =
        |one: &Value| ["test", "kind", "value", "method"].map(|key| one[key].as_str().expect("a text").to_owned());
    let unused: Vec<[String; 4]> = list(&report, "unused").iter().map(said).collect();
    assert_eq!(unused, [["inputs.FixtureTest", "fixture", "1.0", "fill"].map(str::to_owned)]);
    assert_eq!(list(&project.report("inputs.FixtureTest"), "unused"), &Vec::<Value>::new());
}

/// The steps of a way: what becomes of the value, the line, the name and the value.
fn steps(way: &Value) -> Vec<String> {
    let text = |step: &Value, key: &str| step[key].as_str().unwrap_or("-").to_owned();
    let step = |step: &Value| {
        let place = format!("{}:{}", text(step, "source"), step["line"]);
        [text(step, "kind"), place, text(step, "name"), text(step, "value")].join(" ")
    };
    list(way, "steps").iter().map(step).collect()
}

/// What is in the sources: the constructor of the test's class hands the field on, the program keeps it in a field of its own, and
/// `toString` makes a text of that, which is asserted. The first name that the test sets is stored, and read by nobody.
#[test]
fn the_way_of_a_value_leads_from_line_to_line_to_the_assertion_or_as_far_as_it_gets() {
    let project = Project::new();
    let report = project.report_with("payroll.EmployeeTest", &["--explain"]);
    let brittle = list(&report, "brittle").iter().find(|one| one["field"] == "EmployeeTest.lastName").expect("it is");
    assert_eq!(brittle["way"]["isChecked"], true);
    assert_eq!(
        steps(&brittle["way"]),
        [
            "read EmployeeTest.java:16 EmployeeTest.lastName null",
            "parameter Employee.java:15 lastName null",
            "field Employee.java:17 Employee.lastName null",
            "read Employee.java:52 Employee.lastName null",
            "call Employee.java:53 + \"employee: null null\\nsocial security number: null\\ntotal salar…\"",
            "result Employee.java:52 toString \"employee: null null\\nsocial security number: null\\ntotal salar…\"",
            "assertion EmployeeTest.java:25 assertEquals -",
        ]
    );
    let unused = &list(&report, "unused")[0];
    assert_eq!((&unused["value"], &unused["way"]["isChecked"]), (&"\"John\"".into(), &false.into()));
    assert_eq!(
        steps(&unused["way"]),
        ["parameter Employee.java:25 name \"John\"", "field Employee.java:25 Employee.firstName \"John\""]
    );
    // Without it, nothing is followed, and verdicts are the same.
    let plain = project.report("payroll.EmployeeTest");
    assert_eq!(list(&plain, "brittle")[0]["way"], Value::Null);
    assert_eq!(plain["counts"], report["counts"]);
}

#[test]
fn a_build_fails_on_what_it_does_not_put_up_with() {
    let project = Project::new();
    let run = |fail_on: &str| project.taint("payroll.EmployeeTest", &["--fail-on", fail_on]).status.code();
    assert_eq!(run("brittle-assertion"), Some(1));
    assert_eq!(run("brittle-assertion=3,unused-input=1"), Some(0));
}

/// These tests do with arrays, boxes, collections and reflection what programs do; with marks, they pass as they do without.
#[test]
fn marks_do_not_change_what_tests_say() {
    let report = Project::new().report("values.*Test");
    assert_eq!(list(&report, "unmarked"), &Vec::<Value>::new());
    assert!(report["tests"].as_u64().is_some_and(|tests| tests > 0));
}

/// One value more, and the test asks for memory without end. That is an outcome, and the JVM has a heap that ends soon. Whoever says how
/// large the heap is, is heard.
#[test]
fn a_change_that_fills_the_heap_is_refuted_in_a_small_heap() {
    let run = |more: &[&str]| {
        let project = Project::new();
        let report = project.report_with("hungry.HungryTest", more);
        let refuted: Vec<&Value> = list(&report, "refuted").iter().filter(|one| one["value"] == "4").collect();
        assert_eq!(refuted.len(), 1, "{report}");
        let message = refuted[0]["message"].as_str().expect("a text");
        assert!(message.contains("OutOfMemoryError") || message.contains("memory"), "{message}");
        let heaps = fs::read_to_string(project.work.path().join("heaps.txt")).expect("the test has written it");
        let heaps: BTreeSet<u64> = heaps.lines().map(|line| line.parse().expect("a number")).collect();
        (*heaps.first().expect("it ran"), *heaps.last().expect("it ran"))
    };
    let (least, most) = run(&[]);
    assert!(least < most && least < 512 << 20, "{least} {most}");
    let (least, most) = run(&["--jvm-arg=-Xmx300m"]);
    assert_eq!(least, most);
}
