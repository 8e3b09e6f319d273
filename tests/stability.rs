//! `fex stability` on the classes of `jvm/targets`, whose comments state what each test depends on.

use crate::border::all_java;
use crate::extreme::Targets;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const PACKAGE: &str = "surroundings";

/// A project with the targets, in surroundings that are the same on every machine.
struct Project {
    work: TempDir,
    cache: TempDir,
}

impl Project {
    fn new() -> Project {
        let [work, cache] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
        fs::write(work.path().join("here.txt"), "").expect("it can be written");
        Project { work, cache }
    }

    fn stability(&self, tests: &str, more: &[&str]) -> Output {
        let mut fex = Targets::compiled().command_of("stability", self.work.path(), self.cache.path());
        fex.args(["--test-names", &format!("{PACKAGE}.{tests}"), "--jobs", "1"]).args(more);
        fex.env("TZ", "UTC").env("LC_ALL", "C.UTF-8").output().expect("the binary starts")
    }

    fn report(&self, tests: &str, more: &[&str]) -> Value {
        let output = self.stability(tests, &[&["--format", "json"], more].concat());
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// The comments before the tests of the targets, by class and method.
fn stated() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/test").join(PACKAGE);
    let mut stated = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a source can be read");
        let class = entry.file_name().to_string_lossy().trim_end_matches(".java").to_owned();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == "@Test") {
            let comment = lines[at - 1].strip_prefix("// ").expect("a comment stands before each test");
            let method = lines[at + 1].strip_prefix("void ").and_then(|rest| rest.split('(').next());
            stated.insert(format!("{PACKAGE}.{class}.{}", method.expect("a method")), comment.to_owned());
        }
    }
    stated
}

/// What a report says of each test, in the words of the comments.
fn told(report: &Value, tests: impl Iterator<Item = String>) -> BTreeMap<String, String> {
    let mut told: BTreeMap<String, String> = tests.map(|test| (test, "stable".to_owned())).collect();
    for title in report["flaky"].as_array().expect("a list") {
        told.insert(plain(title), "flaky".to_owned());
    }
    let mut of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in report["dependences"].as_array().expect("a list") {
        let factor = one["factor"].as_str().expect("a name");
        let cause = &one["cause"];
        let why = match cause["kind"].as_str() {
            None => String::new(),
            Some(kind @ ("after" | "without")) => {
                let tests: Vec<String> = cause["tests"].as_array().expect("a list").iter().map(plain).collect();
                let tests: Vec<&str> = tests.iter().filter_map(|test| test.strip_prefix("surroundings.")).collect();
                format!(": {kind} {}", tests.join(", "))
            }
            Some(kind) => format!(": {kind} {}", instant(cause)),
        };
        of.entry(plain(&one["test"])).or_default().push(format!("{factor}{why}"));
    }
    told.extend(of.into_iter().map(|(test, all)| (test, all.join("; "))));
    told
}

/// The title of a test without its parameters.
fn plain(title: &Value) -> String {
    title.as_str().expect("a title").split('(').next().expect("there is a first part").to_owned()
}

/// An instant, to the minute: a JVM takes some time from the moment at which its clock is set.
fn instant(cause: &Value) -> String {
    let text = cause["instant"].as_str().expect("an instant");
    let at: chrono::DateTime<chrono::Utc> = text.parse().expect("an instant");
    // Up to two seconds earlier or later: tests take time, and what is looked for ends within a second.
    let rounded = (at.timestamp() + 10).div_euclid(20) * 20;
    chrono::DateTime::from_timestamp(rounded, 0).expect("it exists").format("%Y-%m-%d %H:%M:%S").to_string()
}

/// The names of the factors on which tests depend.
fn factors(report: &Value) -> BTreeSet<&str> {
    let all = report["dependences"].as_array().expect("a list").iter();
    all.map(|one| one["factor"].as_str().expect("a name")).collect()
}

/// The targets are written for what they depend on, which their comments say.
#[test]
fn tests_depend_on_what_their_comments_say() {
    let report = Project::new().report("*Test", &[]);
    crate::report::validate_with(include_str!("../grammar/stability.schema.json"), &report);
    let stated = stated();
    assert_eq!(told(&report, stated.keys().cloned()), stated);
}

/// The factors for which classes of the JDK are changed.
#[test]
fn each_jdk_can_be_changed() {
    let changed = "time,speed,listing,hash-order";
    let is_changed = |told: &String| changed.split(',').any(|factor| told.starts_with(factor));
    for java in all_java() {
        let more = ["--java", java.to_str().expect("a plain path"), "--vary", changed];
        let mut stated = stated();
        stated.retain(|test, told| is_changed(told) && !test.contains("Toggling"));
        let report = Project::new().report("*Test", &more);
        let mut told = told(&report, stated.keys().cloned());
        told.retain(|_, told| is_changed(told));
        assert_eq!(told, stated, "{}", java.display());
        // Newer JDKs do not tell descriptors of methods to everybody.
        let dependences = report["dependences"].as_array().expect("a list");
        let of_time = dependences.iter().find(|one| one["factor"] == "time").expect("there is one");
        assert_ne!(of_time["reads"], json!([]), "{}: {of_time}", java.display());
    }
}

/// A list with a name, and a field that says whether something is open: what the sources of the targets write.
#[test]
fn what_tests_leave_to_each_other_is_named() {
    let report = Project::new().report("*erTest", &["--vary", "order"]);
    let left: BTreeMap<&str, &Value> = report["dependences"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["method"].as_str().expect("a name"), &one["left"]))
        .collect();
    let one =
        |place: &str, part: &str, was: Value, is: &str| json!([{ "place": place, "part": part, "was": was, "is": is }]);
    let names = one("surroundings.Registry.NAMES", "NAMES.size", "0".into(), "1");
    let open = one("surroundings.Registry.isOpen", "isOpen", "false".into(), "true");
    assert_eq!(left, BTreeMap::from([("isEmpty", &names), ("isOpen", &open)]));
}

/// The places are those of the sources.
#[test]
fn whoever_asks_for_what_a_test_depends_on_is_named() {
    let report = Project::new().report("InvoiceTest", &["--vary", "time,locale"]);
    let reads = |test: &str| -> Vec<String> {
        let all = report["dependences"].as_array().expect("a list").iter();
        let one = all.filter(|one| one["method"] == test).flat_map(|one| one["reads"].as_array().expect("a list"));
        one.map(|read| format!("{} in {}", read["asked"].as_str().unwrap_or(""), read["method"].as_str().unwrap_or("")))
            .collect()
    };
    assert_eq!(reads("isOpen"), ["LocalDate.now in isOpen"]);
    assert_eq!(reads("year"), ["new GregorianCalendar in year"]);
    assert_eq!(reads("isOver"), ["System.currentTimeMillis in isOver"]);
    assert_eq!(reads("lower"), ["String.toLowerCase in lower"]);
}

#[test]
fn only_what_is_asked_for_is_varied() {
    let project = Project::new();
    assert_eq!(factors(&project.report("InvoiceTest", &["--vary", "zone"])), BTreeSet::from(["zone"]));
    // Clocks that change are those of a zone: what is due to the zone is not due to the time.
    assert_eq!(factors(&project.report("InvoiceTest", &["--vary", "time"])), BTreeSet::from(["time"]));
    let report = project.report("InvoiceTest", &["--vary", "time"]);
    let of_time: Vec<&Value> =
        report["dependences"].as_array().expect("a list").iter().map(|one| &one["method"]).collect();
    assert!(!of_time.contains(&&Value::from("hour")), "{of_time:?}");
    let kept = project.report("InvoiceTest", &["--vary", "zone,locale", "--keep", "zone"]);
    assert_eq!(factors(&kept), BTreeSet::from(["locale"]));
    let nothing = project.stability("InvoiceTest", &["--vary", "zone", "--keep", "zone"]);
    assert_eq!(nothing.status.code(), Some(2));
}

#[test]
fn what_the_build_sets_is_not_varied() {
    let report = Project::new().report("InvoiceTest", &["--vary", "zone", "--jvm-arg=-Duser.timezone=UTC"]);
    assert_eq!(report["dependences"].as_array().map(Vec::len), Some(0));
    assert_eq!(report["remarks"][0], "not varied: the time zone, which the build sets");
}

#[test]
fn a_threshold_fails_the_build() {
    let project = Project::new();
    let exit =
        |threshold: &str| project.stability("InvoiceTest", &["--vary", "zone", "--fail-on", threshold]).status.code();
    assert_eq!(["zone", "any", "zone=1", "locale"].map(exit), [1, 1, 0, 0].map(Some));
}

/// A test writes a line wherever it runs, so that the lines tell how often it did.
#[test]
fn what_was_found_is_found_again_without_running_tests() {
    let project = Project::new();
    let lines = || fs::read_to_string(project.work.path().join("ran")).map_or(0, |text| text.lines().count());
    let first = project.stability("CountedTest", &["--vary", "order,speed"]);
    let ran = lines();
    assert!(ran > 2, "{}", String::from_utf8_lossy(&first.stderr));
    let again = project.stability("CountedTest", &["--vary", "order,speed"]);
    assert_eq!(lines(), ran);
    assert_eq!(String::from_utf8_lossy(&first.stdout), String::from_utf8_lossy(&again.stdout));
}

/// Lines of one test differ from the commit: `hour` depends on the zone, and so does no other test that is reported. The classes are
/// those of the sources as they are, so that the change leaves lines where they were.
#[test]
fn only_tests_that_have_changed_are_judged() {
    let project = Project::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/test/surroundings/InvoiceTest.java");
    let text = fs::read_to_string(source).expect("it can be read");
    let copy = project.work.path().join(PACKAGE).join("InvoiceTest.java");
    fs::create_dir_all(copy.parent().expect("it is in a folder")).expect("it can be made");
    fs::write(&copy, &text).expect("it can be written");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments).current_dir(project.work.path());
        assert!(git.status().expect("git can be run").success());
    };
    git(&["init", "--quiet"]);
    git(&["add", PACKAGE]);
    git(&["commit", "--quiet", "--message", "as it is"]);
    let options = ["--vary", "zone,locale", "--since", "HEAD"];
    let found = |changed: &str| {
        fs::write(&copy, changed).expect("it can be written");
        let mut command = Targets::compiled().command_of("stability", Path::new("."), project.cache.path());
        command.args(["--test-names", "surroundings.InvoiceTest", "--jobs", "1"]).args(options);
        command.current_dir(project.work.path()).env("TZ", "UTC").env("LC_ALL", "C.UTF-8");
        command.output().expect("the binary starts")
    };
    let hour = found(&text.replace("Invoice.hour(0)", "Invoice.hour(1)"));
    let printed = String::from_utf8_lossy(&hour.stdout).into_owned();
    assert!(
        printed.contains("InvoiceTest.hour()") && printed.ends_with("1 test: 0 stable; 1 not: 1 zone, 1 locale\n"),
        "{printed}"
    );
    let negative = found(&text.replace("new Invoice(-1)", "new Invoice(-2)"));
    assert_eq!(String::from_utf8_lossy(&negative.stdout), "1 test: all stable\n");
    let none = found(&text);
    assert_eq!((none.status.code(), none.stdout.len()), (Some(0), 0));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no test has changed"));
}

#[test]
fn reports_have_all_formats() {
    let project = Project::new();
    let out = project.work.path().join("reports");
    let output = project.stability("EarlierTest", &["--vary", "zone", "--out", out.to_str().expect("a plain path")]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 tests: all stable\n");
    let files = ["annotations.txt", "index.html", "junit.xml", "stability.json", "stability.sarif", "summary.txt"];
    assert!(files.iter().all(|file| out.join(file).is_file()), "{files:?}");
}
