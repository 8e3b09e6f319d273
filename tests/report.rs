//! Reports of `fex extreme` on the example of the paper: each format, read as its readers read it.
//!
//! What they have to say is known from section 2.1 of the paper: `incrementVersion` and `isEmpty` are pseudo-tested, `equals`
//! is partially tested, `add` and `intersect` are tested, and the three others are skipped.

use crate::extreme::Targets;
use crate::formats::validate_sarif;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// The reports in all formats, made once.
fn reports() -> &'static Path {
    static REPORTS: OnceLock<TempDir> = OnceLock::new();
    let folder = REPORTS.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().join("new/reports");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main");
        let output = Targets::compiled()
            .extreme("versioned", &["--out", &out.to_string_lossy(), "--sources", &sources.to_string_lossy()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let summary = fs::read_to_string(out.join("summary.txt")).expect("it is written");
        assert_eq!(String::from_utf8_lossy(&output.stdout), summary, "the summary is printed, too");
        folder
    });
    Box::leak(folder.path().join("new/reports").into_boxed_path())
}

fn text(name: &str) -> String {
    fs::read_to_string(reports().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn json(name: &str) -> Value {
    serde_json::from_str(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn list<'v>(value: &'v Value, key: &str) -> &'v Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("`{key}` is a list"))
}

/// Checks a report on extreme transformations against the schema that is documented.
pub fn validate(report: &Value) {
    validate_with(include_str!("../grammar/extreme.schema.json"), report);
}

/// Checks a report against a schema.
pub fn validate_with(schema: &str, report: &Value) {
    let schema: Value = serde_json::from_str(schema).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let errors: Vec<String> =
        validator.iter_errors(report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn every_format_is_a_file_and_nothing_is_left_beside() {
    let mut names: Vec<String> = fs::read_dir(reports())
        .expect("it can be read")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["annotations.txt", "extreme.json", "extreme.sarif", "index.html", "junit.xml", "methods.json", "summary.txt"]
    );
}

#[test]
fn the_json_obeys_its_schema_and_the_schema_obeys_itself() {
    let report = json("extreme.json");
    validate(&report);
    let counts = &report["summary"]["methods"];
    let count = |name: &str| counts[name].as_u64().expect("a number");
    let found = (count("tested"), count("partially-tested"), count("pseudo-tested"), count("skipped"));
    assert_eq!(found, (2, 1, 2, 3));
    // The paper numbers seven transformations: three of them are detected.
    assert_eq!(report["summary"]["transformations"]["detected"], 3);
    assert_eq!(report["summary"]["transformations"]["undetected"], 4);
}

#[test]
#[should_panic(expected = "skippedAs")]
fn the_schema_refuses_a_reason_that_is_none() {
    let mut report = json("extreme.json");
    report["methods"][0]["skippedAs"] = "because".into();
    validate(&report);
}

#[test]
fn sarif_has_a_result_with_a_place_for_each_method_to_act_on() {
    let sarif = json("extreme.sarif");
    validate_sarif(&sarif);
    let run = &sarif["runs"][0];
    let rules = list(&run["tool"]["driver"], "rules");
    let mut found = BTreeMap::new();
    for result in list(run, "results") {
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        let location = &result["locations"][0]["physicalLocation"];
        let uri = location["artifactLocation"]["uri"].as_str().expect("a file");
        assert!(uri.ends_with("jvm/targets/main/versioned/VersionedSet.java"), "{uri}");
        let line = location["region"]["startLine"].as_u64().expect("a line");
        found.insert(line, (result["ruleId"].as_str().expect("a rule"), result["level"].as_str().expect("a level")));
    }
    let verdicts: Vec<(&str, &str)> = found.into_values().collect();
    // In the order of the source: incrementVersion, isEmpty, equals.
    assert_eq!(verdicts, [("pseudo-tested", "warning"), ("pseudo-tested", "warning"), ("partially-tested", "note")]);
}

#[test]
fn the_xml_has_a_test_case_for_each_method() {
    let xml = text("junit.xml");
    assert!(xml.contains("<testsuites name=\"fex extreme\" tests=\"8\" skipped=\"3\" failures=\"3\" errors=\"0\">"));
    assert_eq!(xml.matches("<testcase ").count(), 8);
    assert_eq!(xml.matches("type=\"pseudo-tested\"").count(), 2);
    assert_eq!(xml.matches("type=\"partially-tested\"").count(), 1);
    assert!(xml.contains("<skipped message=\"getter\"/>"), "the reason is told");
}

#[test]
fn annotations_are_commands_of_github() {
    let annotations = text("annotations.txt");
    let lines: Vec<&str> = annotations.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("::warning file="), "{}", lines[0]);
    assert!(lines[0].contains("VersionedSet.java,line=19,endLine=20,title=pseudo-tested::`versioned.VersionedSet."));
    assert!(lines[2].starts_with("::notice file="), "{}", lines[2]);
}

/// The keys and values that Descartes 1.2.6 wrote for the same classes and tests with PIT 1.6.8, but for times and the
/// frameworks' own names of tests.
#[test]
fn methods_json_says_what_descartes_says() {
    let report = json("methods.json");
    let descartes: Value = serde_json::from_str(include_str!("data/descartes/versioned.json")).expect("it is JSON");
    let keyed = |report: &Value| -> BTreeMap<String, Value> {
        let methods = list(report, "methods").iter().cloned();
        methods.map(|method| (method["name"].as_str().expect("a name").to_owned(), reduced(method))).collect()
    };
    assert_eq!(keyed(&report), keyed(&descartes));
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&report), keys(&descartes));
    assert_eq!(keys(&report["analysis"]), keys(&descartes["analysis"]));
}

/// A method of Descartes' report without the order of its lists. PIT takes tests for reaching that only share a class with one
/// that does, so that tests are not compared, but for how many killed.
fn reduced(mut method: Value) -> Value {
    for key in ["detected", "not-detected"] {
        let mut names = list(&method, key).clone();
        names.sort_by_key(Value::to_string);
        method[key] = names.into();
    }
    method["tests"] = method["tests"].is_array().into();
    let mut mutations = list(&method, "mutations").clone();
    for mutation in &mut mutations {
        for key in ["killing-tests", "succeeding-tests"] {
            mutation[key] = list(mutation, key).len().into();
        }
        mutation["tests"] = mutation["tests"].is_array().into();
        mutation["tests-run"] = mutation["tests-run"].is_u64().into();
    }
    mutations.sort_by_key(|mutation| mutation["mutator"].to_string());
    method["mutations"] = mutations.into();
    method
}

#[test]
fn the_page_shows_the_source_and_needs_nothing_else() {
    let page = text("index.html");
    assert!(page.contains("2 methods could vanish, and no test would notice"));
    let source = "<span class=\"l\" data-n=\"19\">    version++;</span>";
    assert!(page.contains(source), "the body of incrementVersion is shown");
    for outside in ["http:", "https:", "src=", "<link", "<script", "@import", "url("] {
        assert!(!page.contains(outside), "the page fetches something: {outside}");
    }
    let count = |what: &str| page.matches(what).count();
    for (opening, closing) in [
        ("<details", "</details>"),
        ("<article", "</article>"),
        ("<table", "</table>"),
        ("<ul", "</ul>"),
        ("<pre", "</pre>"),
    ] {
        assert_eq!(count(opening), count(closing), "{opening}");
    }
}

#[test]
fn several_formats_need_a_folder() {
    let output = Targets::compiled().extreme("versioned", &["--format", "json,sarif"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("help: `--out DIR`"));
}
