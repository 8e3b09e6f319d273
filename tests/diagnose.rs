//! `fex diagnose` on the classes of `jvm/targets`, whose comments state why no test notices a change.

use crate::extreme::Targets;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Runs `fex diagnose` on the targets of one package.
fn diagnose(package: &str, more: &[&str]) -> Output {
    let targets = Targets::compiled();
    let cache = tempfile::tempdir().expect("a temporary folder");
    let mut command = targets.fex("diagnose", package, &targets.path("project"), cache.path());
    command.args(["--test-names", &format!("{package}.*Test")]).args(more).output().expect("the binary starts")
}

pub fn json(package: &str, more: &[&str]) -> Value {
    let output = diagnose(package, &[&["--format", "json"], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    crate::report::validate_with(include_str!("../grammar/diagnose.schema.json"), &report);
    report
}

/// What is said of the paper's example.
fn versioned() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| json("versioned", &[]))
}

fn transformations(report: &Value) -> &[Value] {
    report["transformations"].as_array().expect("a list")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is a text: {value}"))
}

/// What there is to do about a transformation, in words, the best first.
fn suggestions(one: &Value) -> Vec<&str> {
    one["suggestions"].as_array().expect("a list").iter().map(|words| words.as_str().expect("a text")).collect()
}

/// What is said of one transformation.
fn of<'v>(report: &'v Value, method: &str, transformation: &str) -> &'v Value {
    let is_it = |one: &&Value| text(one, "method") == method && text(one, "transformation") == transformation;
    transformations(report).iter().find(is_it).expect("it is undetected")
}

#[test]
fn the_example_of_the_paper_has_the_symptoms_of_the_paper() {
    // Section 2.3: 2 (incrementVersion) is not asserted, 3 (equals, true) and 7 (isEmpty, false) infect nothing, and the infection of
    // 6 (isEmpty, true) does not propagate.
    let found: BTreeMap<(&str, &str), &str> = transformations(versioned())
        .iter()
        .map(|one| ((text(one, "method"), text(one, "transformation")), text(one, "symptom")))
        .collect();
    let expected = [
        (("equals", "true"), "no-infection"),
        (("incrementVersion", "void"), "weak-oracle"),
        (("isEmpty", "false"), "no-infection"),
        (("isEmpty", "true"), "no-propagation"),
    ];
    assert_eq!(found, BTreeMap::from(expected));
    for (symptom, count) in [("no-infection", 2), ("no-propagation", 1), ("weak-oracle", 1)] {
        assert_eq!(versioned()["summary"][symptom], count, "{symptom}");
    }
}

#[test]
fn evidence_names_the_test_the_invocation_and_both_values() {
    let increment = of(versioned(), "incrementVersion", "void");
    let state = &increment["infection"]["states"][0];
    // The version is 1 after the first element was added, and would be 0.
    assert_eq!((text(state, "path"), text(state, "was"), text(state, "wouldBe")), ("this.version", "1L", "0L"));
    assert_eq!((text(state, "test"), &state["occurrence"]), ("versioned.VersionedSetTest.testAdd", &Value::from(1)));
    let stack = state["stack"].as_array().expect("a list").iter();
    let methods: Vec<&str> = stack.map(|frame| text(frame, "method")).collect();
    assert_eq!(methods, ["incrementVersion", "add", "testAdd"]);
    let seen = &increment["propagation"]["states"][0];
    // Where the test asks for the size of `list`, in line 15 of its source.
    assert_eq!((text(seen, "path"), text(seen, "was"), text(seen, "wouldBe")), ("list.version", "1L", "0L"));
    assert_eq!(text(seen, "place"), "VersionedSetTest:15");
}

/// Each of 1,100 draws is one of sixteen numbers. In three runs of the original program, four draws are alike and differ from the constant
/// in place of them, on the average; in nine, none of a thousand times as many.
#[test]
fn what_is_alike_in_some_runs_by_chance_is_noise() {
    let report = json("chance", &["--words-only"]);
    let found: Vec<_> =
        transformations(&report).iter().map(|one| (text(one, "transformation"), text(one, "symptom"))).collect();
    assert_eq!(found, [("0", "no-infection"), ("1", "no-infection")], "{report:#}");
}

/// What an object that a test holds says, and what it would say: the expressions of the first test with the line after which it does.
fn observers(one: &Value) -> Vec<(&str, &str, u64, &str, &str)> {
    let all = one["observers"].as_array().expect("a list").iter();
    let told = all.map(|one| {
        let line = one["line"].as_u64().expect("a number");
        (text(one, "method"), text(one, "expression"), line, text(one, "was"), text(one, "wouldBe"))
    });
    told.collect()
}

/// Figure 3 of the paper: the version is private, and `getVersion` reads it. After line 14 the test has added the element, and in line
/// 15 it asserts the size, which changes nothing. Figure 2: `isEmpty` itself is the nearest method that can be called.
#[test]
fn observers_are_the_members_that_differ_on_an_object_that_the_test_holds() {
    let increment = of(versioned(), "incrementVersion", "void");
    let expected = [("testAdd", "list.getVersion()", 14, "1L", "0L"), ("testAdd", "list.getVersion()", 15, "1L", "0L")];
    assert_eq!(observers(increment)[..2], expected, "{increment:#}");
    assert_eq!(
        suggestions(increment)[0],
        "assert `list.getVersion()` after VersionedSetTest:14 in `versioned.VersionedSetTest.testAdd`: it is 1L, and would be 0L"
    );
    let empty = observers(of(versioned(), "isEmpty", "true"));
    assert!(empty.contains(&("testIntersection", "one.isEmpty()", 28, "false", "true")), "{empty:?}");
    // What infects nothing tells nothing.
    assert_eq!(observers(of(versioned(), "equals", "true")), []);
}

/// Line 56 of `intersect` asks whether the set is empty; with an answer of yes it returns an empty set, and the test's sets have
/// nothing in common: empty both times.
#[test]
fn the_place_where_a_difference_is_lost_is_the_first_caller_that_ends_alike() {
    let lost = &of(versioned(), "isEmpty", "true")["lost"];
    assert_eq!(text(&lost["in"], "method"), "intersect");
    assert_eq!(lost["in"]["line"], 56);
    assert_eq!(lost["outcomes"], serde_json::json!({ "a versioned.VersionedSet": 1 }));
    let option = json("symptoms", &["--words-only", "--method", "symptoms.Symptoms.isLong,symptoms.Symptoms.sum"]);
    // As in section 2.3 of the paper, `isOption` is true both times, because the other condition is.
    let lost = &of(&option, "isLong", "true")["lost"];
    assert_eq!((text(&lost["in"], "method"), &lost["outcomes"]), ("isOption", &serde_json::json!({ "true": 1 })));
    let met = |lost: &Value| -> Vec<(String, Value, Value)> {
        let all = lost["conditions"].as_array().expect("a list").iter();
        all.map(|one| (text(one, "what").to_owned(), one["was"].clone(), one["wouldBe"].clone())).collect()
    };
    let (yes, no, unasked) = (serde_json::json!(["true"]), serde_json::json!(["false"]), serde_json::json!([]));
    let expected = [("isLong()".to_owned(), no, yes.clone()), ("isShort()".to_owned(), yes, unasked)];
    assert_eq!(met(lost), expected, "the second condition is asked for where the first one does not hold");
    let lost = &of(&option, "sum", "0")["lost"];
    assert_eq!((text(&lost["in"], "method"), &lost["outcomes"]), ("isPositive", &serde_json::json!({ "true": 1 })));
}

/// The message of an exception that a test catches is all that the method makes.
#[test]
fn what_an_exception_says_is_seen_by_the_test_that_it_comes_to() {
    let report = json("symptoms", &["--words-only", "--method", "symptoms.Symptoms.limit"]);
    let limit = of(&report, "limit", "null");
    let seen = &limit["propagation"]["states"][0];
    assert_eq!(
        (text(seen, "path"), text(seen, "was"), text(seen, "wouldBe")),
        ("an exception.message", "\"-1 is below 0\"", "null")
    );
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/test/symptoms/SymptomsTest.java");
    let source = fs::read_to_string(source).expect("a target can be read");
    let line = (1..).zip(source.lines()).find(|(_, text)| text.contains("catch (IllegalArgumentException expected)"));
    let place = format!("SymptomsTest:{}", line.expect("it is caught").0);
    assert_eq!(
        suggestions(limit),
        [format!(
            "assert the message of the exception at {place} of `symptoms.SymptomsTest.messages`: it is \"-1 is below 0\", and \
             would be null"
        )]
    );
}

#[test]
fn what_a_method_does_in_all_invocations_is_said_where_nothing_differs() {
    let equals = of(versioned(), "equals", "true");
    assert_eq!(equals["outcomes"], serde_json::json!({ "true": 1 }));
    assert_eq!(
        suggestions(equals)[0],
        "it is true in its only invocation, where its argument is a versioned.VersionedSet; start from \
         `versioned.VersionedSetTest.testEquals`, and call `equals` where the change makes a difference"
    );
    let empty = suggestions(of(versioned(), "isEmpty", "false"))[0];
    assert!(empty.starts_with("it is always false in 2 invocations of 1 test; start from"), "{empty}");
}

/// Both sets of `testEquals` are empty: `equals` asks whether the other one is a set (it is), whether the sizes differ (0 and 0),
/// and whether there is one more element (there is none).
#[test]
fn conditions_that_go_one_way_only_are_named_with_their_operands() {
    let equals = of(versioned(), "equals", "true");
    let all = equals["conditions"].as_array().expect("a list").iter();
    let told: Vec<(&str, &Value)> = all.map(|one| (text(one, "what"), &one["operands"])).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[0], ("otr instanceof VersionedSet", &serde_json::json!(["true"])));
    assert_eq!(told[1].1, &serde_json::json!(["0 and 0"]));
    assert_eq!(told[2], ("hasNext()", &serde_json::json!(["false"])));
    let words = suggestions(equals);
    assert!(words[1].ends_with("goes one way, 1 time: `otr instanceof VersionedSet` is true"), "{words:?}");
}

/// Figure 2 of the paper: `isEmpty` can be called itself.
#[test]
fn the_nearest_method_that_a_test_may_call_is_named() {
    let targets = &of(versioned(), "isEmpty", "true")["targets"];
    assert_eq!((text(&targets[0], "method"), &targets[0]["calls"]), ("isEmpty", &Value::from(0)));
}

/// What the comments of the target state.
#[test]
fn each_transformation_has_the_advice_that_its_comment_states() {
    let report = json("advice", &[]);
    let observed = |method: &str| -> Vec<(&str, &str, &str)> {
        observers(of(&report, method, "void")).iter().map(|one| (one.1, one.3, one.4)).collect()
    };
    for (method, expected) in [
        ("deposit", ("account.summary()", "\"5 in all\"", "\"0 in all\"")),
        ("count", ("account.peek()", "1", "0")),
        ("move", ("account.moves().hasNext()", "true", "false")),
    ] {
        let found = observed(method);
        assert_eq!(found.first(), Some(&expected), "{method}: {found:?}");
        // What does not end, what throws either way and what changes the account tells nothing.
        let vain = |one: &&(&str, &str, &str)| ["spin", "fail", "next()"].iter().any(|name| one.0.contains(name));
        assert!(!found.iter().any(|one| vain(&one)), "{method}: {found:?}");
    }
    let warm = of(&report, "warm", "void");
    assert_eq!((&warm["hidden"], &warm["observers"]), (&Value::from("cache"), &Value::Array(Vec::new())), "{warm:#}");
    let note = of(&report, "note", "void");
    assert_eq!((&note["hidden"], &note["observers"]), (&Value::Null, &Value::Array(Vec::new())), "{note:#}");
    assert_eq!(
        suggestions(note),
        ["assert what comes of a method that reads what differs: `Account.noteOn(String)` (1 call)"]
    );
    for body in ["0", "1"] {
        let sign = of(&report, "sign", body);
        assert_eq!(
            (text(&sign["targets"][0], "method"), &sign["targets"][0]["calls"]),
            ("isOverdrawn", &Value::from(1))
        );
        assert_eq!(sign["superfluous"], true);
        assert!(suggestions(sign).iter().any(|words| words.contains("may be superfluous")), "{sign:#}");
    }
    let covers = &of(&report, "covers", "false")["conditions"];
    let told: Vec<(&str, &Value)> =
        covers.as_array().expect("a list").iter().map(|one| (text(one, "what"), &one["operands"])).collect();
    assert_eq!(told, [("strict", &serde_json::json!(["false"])), ("", &serde_json::json!(["0 and 1"]))]);
}

/// The symptoms that the comments of a target state, by line: `weak-oracle: void; no-infection: 0 1; why`.
fn stated(file: &str) -> BTreeMap<u64, BTreeMap<String, String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main").join(file);
    let source = fs::read_to_string(path).expect("a target can be read");
    let mut stated = BTreeMap::new();
    for (line, text) in (1..).zip(source.lines()) {
        let Some(comment) = text.trim().strip_prefix("// ") else { continue };
        let symptoms = comment.split("; ").filter_map(|part| part.split_once(": "));
        let of_names = |(symptom, names): (&str, &str)| -> Vec<(String, String)> {
            names.split(' ').map(|name| (name.to_owned(), symptom.to_owned())).collect()
        };
        stated.insert(line, symptoms.flat_map(of_names).collect());
    }
    stated
}

/// The symptoms that fex finds, by the line of the comment before the method.
fn found(report: &Value, lines: &[u64]) -> BTreeMap<u64, BTreeMap<String, String>> {
    let mut found: BTreeMap<u64, BTreeMap<String, String>> = BTreeMap::new();
    for one in transformations(report) {
        let line = one["lines"][0].as_u64().expect("the targets have lines");
        let comment = lines.iter().rev().find(|comment| **comment < line).expect("a comment is before the method");
        let symptoms = found.entry(*comment).or_default();
        symptoms.insert(text(one, "transformation").to_owned(), text(one, "symptom").to_owned());
    }
    found
}

#[test]
fn each_transformation_has_the_symptom_that_its_comment_states() {
    let stated = stated("symptoms/Symptoms.java");
    let lines: Vec<u64> = stated.keys().copied().collect();
    let report = json("symptoms", &["--words-only"]);
    assert_eq!(found(&report, &lines), stated, "{report:#}");
}

/// Definition 2 reads one level of fields: what is behind two references and what is in a collection does not show.
#[test]
fn shallow_states_are_those_of_the_paper() {
    let methods = "symptoms.Symptoms.warm,symptoms.Symptoms.replaceLast";
    let report = json("symptoms", &["--words-only", "--state", "shallow", "--method", methods]);
    let symptoms: Vec<(&str, &str)> =
        transformations(&report).iter().map(|one| (text(one, "method"), text(one, "symptom"))).collect();
    assert_eq!(symptoms, [("replaceLast", "no-infection"), ("warm", "no-infection")]);
}

#[test]
fn people_read_the_change_the_values_and_the_way_to_the_test() {
    let output = diagnose("versioned", &["--method", "versioned.VersionedSet.i*"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout);
    for part in [
        "weak-oracle: a test gets to see the difference and does not assert it\n",
        "  versioned.VersionedSet.incrementVersion()  (VersionedSet.java:19)\n    remove the body: undetected\n",
        "    this.version after invocation 1 in versioned.VersionedSetTest.testAdd\n      is        1L\n      would be  0L\n",
        "    what line 56 compares there, `isEmpty()`\n      is        false\n      would be  true\n",
        "    the difference is lost in: versioned.VersionedSet.intersect(VersionedSet)  (VersionedSet.java:56)\n",
        "3 undetected transformations: 1 no-infection, 1 no-propagation, 1 weak-oracle\n",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let output = diagnose("versioned", &["--method", "versioned.VersionedSet.none"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no method is called `versioned.VersionedSet.none`"));
}

/// A JDK that writes down whenever a JVM is started.
struct Jdk(tempfile::TempDir);

impl Jdk {
    fn new() -> Jdk {
        let jdk = Jdk(tempfile::tempdir().expect("a temporary folder"));
        fs::create_dir(jdk.0.path().join("bin")).expect("there is room");
        let java = jdk.0.path().join("bin/java");
        let script = format!("#!/bin/sh\necho JVM >> '{}'\nexec java \"$@\"\n", jdk.log().display());
        fs::write(&java, script).expect("there is room");
        let runs = fs::Permissions::from_mode(0o755);
        fs::set_permissions(java, runs).expect("it is ours");
        jdk
    }

    fn log(&self) -> PathBuf {
        self.0.path().join("log")
    }

    /// What a command says, and how many JVMs it started.
    fn run(&self, command: &mut Command) -> (Value, usize) {
        let _ = fs::remove_file(self.log());
        let output = command.env("JAVA_HOME", self.0.path()).output().expect("the binary starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        (said, fs::read_to_string(self.log()).unwrap_or_default().lines().count())
    }
}

/// One thread compares in two JVMs; these find symptoms, where differences are lost, and what there is to do. A finished run is known.
#[test]
fn all_stages_of_a_diagnosis_share_their_jvms() {
    let (targets, jdk) = (Targets::compiled(), Jdk::new());
    let cache = tempfile::tempdir().expect("a temporary folder");
    let run = |command: &str, more: &[&str]| {
        let mut command = targets.fex(command, "versioned", &targets.path("project"), cache.path());
        command.args(["--test-names", "versioned.*Test", "--jobs", "1", "--format", "json"]).args(more);
        jdk.run(&mut command)
    };
    run("extreme", &[]);
    let (report, jvms) = run("diagnose", &["--words-only"]);
    assert_eq!(jvms, 2);
    let symptoms = &report["summary"];
    assert!(["no-infection", "no-propagation", "weak-oracle"].iter().all(|one| symptoms[one] != 0), "{symptoms}");
    assert_eq!(run("diagnose", &["--words-only"]), (report, 0));
}

/// The file of a run that was killed has the first lines of what the whole run has written.
#[test]
fn a_diagnosis_that_was_killed_comes_to_the_same_when_it_continues() {
    let (targets, jdk) = (Targets::compiled(), Jdk::new());
    let cache = tempfile::tempdir().expect("a temporary folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/test");
    let run = |more: &[&str]| {
        let mut command = targets.fex("diagnose", "versioned", &targets.path("project"), cache.path());
        command.args(["--test-names", "versioned.*Test", "--format", "json", "--sources"]).arg(&sources).args(more);
        jdk.run(&mut command)
    };
    let (whole, all) = run(&[]);
    let tests = whole["transformations"].as_array().expect("a list").iter().filter(|one| !one["test"].is_null());
    assert_eq!(tests.count(), 4, "{whole:#}");
    let folders = fs::read_dir(cache.path()).expect("it is there").flatten();
    let kept = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
    let kept = kept.map(|entry| entry.path());
    let steps = kept.filter(|path| path.extension().is_some_and(|kind| kind == "steps")).collect::<Vec<_>>();
    let [steps] = steps.as_slice() else { panic!("one file keeps the steps: {steps:?}") };
    let text = fs::read_to_string(steps).expect("it is a text");
    let lines: Vec<&str> = text.lines().collect();
    let mut before = all;
    for kept in [lines.len() / 2, lines.len() - 1] {
        fs::remove_file(steps).expect("it is ours");
        let killed = steps.with_extension("1-00000000.part");
        fs::write(&killed, lines[..kept].join("\n") + "\n").expect("there is room");
        let (report, jvms) = run(&["--resume"]);
        assert_eq!(report, whole, "after {kept} of {} steps", lines.len());
        assert!(jvms < before, "{jvms} JVMs for what {before} did before");
        assert!(steps.exists() && !killed.exists(), "the run is whole");
        before = jvms;
    }
}

/// The example of the paper reads nothing of what surrounds it: what is found and written is the same as for real.
#[test]
fn what_reads_nothing_of_the_machine_is_diagnosed_alike_in_virtual_surroundings() {
    let held = json("versioned", &["--environment", "virtual"]);
    assert_eq!(transformations(&held).len(), transformations(versioned()).len());
    for (one, other) in transformations(&held).iter().zip(transformations(versioned())) {
        for key in ["method", "transformation", "symptom", "suggestions"] {
            assert_eq!(one[key], other[key], "{key} of {one}");
        }
    }
}

/// `InvoiceTest.hour` expects the hour of UTC, and fails in any other zone; that of the virtual surroundings is UTC.
#[test]
fn a_test_that_fails_here_only_is_diagnosed_in_virtual_surroundings() {
    let targets = Targets::compiled();
    let diagnosed = |more: &[&str]| {
        let cache = tempfile::tempdir().expect("a temporary folder");
        let mut fex = targets.fex("diagnose", "surroundings", &targets.path("project"), cache.path());
        fex.args(["--test-names", "surroundings.InvoiceTest", "--words-only", "--quiet"]).args(more);
        fex.env("TZ", "Asia/Kathmandu").output().expect("the binary starts")
    };
    let real = diagnosed(&[]);
    let said = String::from_utf8_lossy(&real.stderr);
    assert!(!real.status.success() && said.contains("surroundings.InvoiceTest.hour"), "{said}");
    let held = diagnosed(&["--environment", "virtual"]);
    assert!(held.status.success(), "{}", String::from_utf8_lossy(&held.stderr));
}
