//! `fex coverage` of tests that people wrote, on the lists of `tests/data/numbers`.

use crate::java::java_files;
use crate::maven::{self, JUNIT};
use crate::numbers::{Pair, Project, SETS, SHOWN, all_pairs, json, pairs};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a report says of numbers out of range.
fn ranked(structures: u32, distinct: u32, beyond: u32) -> Value {
    serde_json::json!([{
        "fields": ["value"], "least": 0, "greatest": 2, "structures": structures, "distinct": distinct, "beyond": beyond
    }])
}

/// The pairs that a report says are missing.
fn missing(report: &Value) -> BTreeSet<Pair> {
    let text = |value: &Value| value.as_str().unwrap_or("null").to_owned();
    let fields = report["fields"].as_array().expect("a list").iter();
    fields
        .flat_map(|field| {
            let missing = field["missing"].as_array().expect("a list").iter();
            missing.map(|pair| (text(&field["field"]), text(&pair["owner"][0]), text(&pair["value"])))
        })
        .collect()
}

#[test]
fn tests_cover_the_pairs_of_the_structures_that_they_show() {
    let report = Project::with(str::to_owned).coverage(&[]);
    let (all, shown) = (all_pairs(SETS), all_pairs(SHOWN));
    assert_eq!(report["structures"], SHOWN.len());
    assert_eq!(report["feasible"], all.len());
    assert_eq!(report["covered"], shown.len());
    assert_eq!(missing(&report), all.difference(&shown).cloned().collect());
    assert_eq!(report["complete"], true);
    assert_eq!((&report["tests"], &report["failed"]), (&Value::from(5), &Value::Array(Vec::new())));
    // No valid list of three numbers, and calls on lists of ten numbers.
    assert_eq!(report["largest"], serde_json::json!([{ "signature": "Node", "most": 2, "bound": 3 }]));
    let beyond = report["beyond"].as_array().expect("a list").iter();
    let beyond: Vec<String> =
        beyond.map(|one| format!("{}: {} {}", one["reason"], one["times"], one["counted"])).collect();
    // Both ends of `size`, and the end of the constructor.
    assert_eq!(beyond, [r#""`size` is not in 0 .. 3": 3 "captures""#]);
    assert_eq!(report["ranked"], ranked(1, 1, 0));
    assert_eq!((&report["disturbed"], &report["unread"]), (&Value::from(0), &Value::from(0)));
}

/// The lists of the comments in `NumberListTest` that are within the scope, as they are: {}, {1}, {0, 1}, {2}, the empty list of
/// size 1, and {7}. What the methods get in place of their bodies shows nothing, and changes no verdict on them.
#[test]
fn one_run_of_the_tests_judges_and_captures() {
    let project = Project::with(str::to_owned);
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/numbers/numbers.spec");
    let extreme = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.args(["extreme", "--format", "json", "--classpath"]).arg(maven::jar(JUNIT));
        for (flag, folder) in [("--classes", "main"), ("--tests", "test"), ("--cache", "cache")] {
            command.arg(flag).arg(project.path(folder));
        }
        command.args(more).current_dir(project.path("")).output().expect("the binary starts")
    };
    let with = format!("capture={}", spec.display());
    let (alone, both) = (extreme(&[]), extreme(&["--with", &with]));
    let said = String::from_utf8_lossy(&both.stderr);
    assert!(said.contains("note: the tests work on 6 structures of `numbers.NumberList` within the scope"), "{said}");
    let (alone, both) = (json(&alone), json(&both));
    assert!(alone["methods"].as_array().is_some_and(|methods| methods.len() > 3), "{alone}");
    assert_eq!(alone["methods"], both["methods"]);
}

/// With 100 to 190 in the place of 0 to 9, the tests show the same, as far as the range has room for so many numbers.
#[test]
fn numbers_that_are_only_compared_are_ranked() {
    let large = |text: &str| {
        text.replace("insert(number);", "insert(100 + 10 * number);")
            .replace("node.value == number", "node.value == 100 + 10 * number")
            .replace("return least;", "return (least - 100) / 10;")
    };
    let report = Project::with(|text| large(text).replace("list.add(7);", "")).coverage(&[]);
    let shown = all_pairs(SHOWN);
    assert_eq!(report["failed"], Value::Array(Vec::new()));
    // {1}, {0, 1} and {2}.
    assert_eq!((&report["structures"], &report["ranked"]), (&Value::from(4), &ranked(3, 3, 0)));
    assert_eq!(missing(&report), all_pairs(SETS).difference(&shown).cloned().collect());
    assert_eq!(report["violations"].as_array().map(Vec::len), Some(1));
    // With 170 there is one too many, so each list counts by itself: {}, {0}, {0, 1}.
    let report = Project::with(large).coverage(&[]);
    assert_eq!((&report["structures"], &report["ranked"]), (&Value::from(3), &ranked(4, 4, 1)));
    let shown = all_pairs([&[][..], &[0], &[0, 1]]);
    assert_eq!(missing(&report), all_pairs(SETS).difference(&shown).cloned().collect());
    assert_eq!(report["violations"].as_array().map(Vec::len), Some(1));
}

/// One of the tests asks whether it is the second after the noon of 1 July 2026, in UTC, which it was only once.
#[test]
fn the_clock_of_the_tests_is_held_where_that_is_asked_for() {
    let dated = |text: &str| {
        text.replace(
            "assertThrows(NullPointerException.class, list::removeLeast);",
            "if (System.currentTimeMillis() / 1000 != 1782907200L) throw new AssertionError();",
        )
    };
    let failed = |environment| {
        let report = Project::with(dated).coverage(&["--environment", environment]);
        report["failed"].as_array().map(Vec::len)
    };
    assert_eq!((failed("real"), failed("virtual")), (Some(1), Some(0)));
}

/// The other tests show everything that this one shows.
#[test]
fn a_test_that_ends_the_jvm_counts_as_failed_and_the_others_still_show_what_they_show() {
    let ended =
        |text: &str| text.replace("assertThrows(NullPointerException.class, list::removeLeast);", "System.exit(3);");
    let (usual, ended) = (Project::with(str::to_owned).coverage(&[]), Project::with(ended).coverage(&[]));
    assert_eq!(
        ended["failed"],
        serde_json::json!([{
            "test": "numbers.NumberListTest.removesNothingFromAnEmptyList",
            "message": "the JVM exited with code 3",
        }])
    );
    for key in ["tests", "structures", "fields"] {
        assert_eq!(ended[key], usual[key], "{key}");
    }
}

#[test]
fn a_test_that_breaks_the_invariant_is_named_with_the_call_and_pictures() {
    let project = Project::with(str::to_owned);
    let output = project.fex("coverage", &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    insta::assert_snapshot!(text.replace(env!("CARGO_MANIFEST_DIR"), "."), @"
    numberList at scope 3: 5 tests show 5 structures, which cover 12 of 17 feasible pairs (70.5 %)
      field  covered  feasible  share
      head         2         2  100 %
      size         3         4  75.0 %
      value        4         6  66.6 %
      next         3         5  60.0 %
      missing  NumberList0.size: 3
      missing  Node1.value: 2
      missing  Node2.value: 2
      missing  Node1.next: Node2
      missing  Node2.next: null
      never seen  with more than 2 `Node`, of 3
      beyond the bound  `size` is not in 0 .. 3: 3 of 30 captures
      ranked  `value` of 1 structure, because only their order counts: 1 value
      violation  numbers.NumberList.removeLeast() breaks the invariant: violates predicate repOk, line 14 (./tests/data/numbers/numbers.spec:14)
        in numbers.NumberListTest.removesTheOnly (NumberListTest.java:35)
          before  2
                  size = 1
          after   (empty)
                  size = 1
    ");
    let report = project.coverage(&[]);
    let violations = report["violations"].as_array().expect("a list");
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0]["blame"], "call");
    assert_eq!(violations[0]["call"], "numbers.NumberList.removeLeast()");
    assert_eq!(violations[0]["test"], "numbers.NumberListTest.removesTheOnly");
    assert!(violations[0]["after"]["svg"].as_str().is_some_and(|svg| svg.contains("<svg")));
}

#[test]
fn the_page_tells_pairs_that_are_seen_from_those_that_are_missing() {
    let project = Project::with(str::to_owned);
    let output = project.fex("coverage", &["--page", "--quiet", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(project.path("out/numberList-coverage.html")).expect("the page is there");
    let (all, shown) = (all_pairs(SETS), all_pairs(SHOWN));
    let titles = |start: &str, end: &str| -> BTreeSet<Pair> {
        let places = page.split(start).skip(1).map(|rest| rest.split(end).next().expect("it ends"));
        let titles = places.map(|place| place.rsplit("title=\"").next().expect("it has a title"));
        let pair = |title: &str| {
            let (owner, rest) = title.split_once('.').expect("an owner");
            let (field, value) = rest.split_once(" = ").expect("a value");
            (field.to_owned(), owner.to_owned(), value.to_owned())
        };
        titles.map(pair).collect()
    };
    assert_eq!(titles("<button data-cell=", "\" style="), shown);
    assert_eq!(titles("<td class=\"missing\"", ": missing\""), all.difference(&shown).cloned().collect());
    // A picture of each valid structure, which is in as many cells as it has pairs.
    assert_eq!(page.matches("<figure class=\"structure\">").count(), SHOWN.len());
    let covers = page.split("const covers = ").nth(1).and_then(|rest| rest.split(";\n").next()).expect("a list");
    let covers: Vec<Vec<usize>> = serde_json::from_str(covers).expect("lists of numbers");
    let sizes = |lists: Vec<usize>| lists.into_iter().collect::<BTreeSet<usize>>();
    let pictured = sizes(covers.iter().map(Vec::len).collect());
    assert_eq!(pictured, sizes(SHOWN.into_iter().map(|set| pairs(set).len()).collect()));
    assert_eq!(covers.iter().flatten().collect::<BTreeSet<_>>().len(), shown.len());
    // The violation with the structures before and after the call.
    assert_eq!(page.matches("<section class=\"violation\">").count(), 1);
    assert!(page.contains("numbers.NumberList.removeLeast() breaks the invariant"), "{page}");
    assert!(page.contains("in <code>numbers.NumberListTest.removesTheOnly (NumberListTest.java:35)</code>"), "{page}");
    assert!(page.contains("<dt>never seen</dt><dd>with more than 2 <code>Node</code>, of 3</dd>"), "{page}");
    assert_eq!(page.matches("<svg xmlns").count(), SHOWN.len() + 2);
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"), "the page needs no network");
}

/// The report with the specification of `tests/data/numbers` and a field more that no object has.
fn with_ghost(declared: &str, defined: &str, range: &str) -> Value {
    let project = Project::with(str::to_owned);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/numbers/numbers.spec");
    let text = fs::read_to_string(data).expect("the specification is there");
    let text = text
        .replace("size: Int }", &format!("size: Int, @java(\"\", ghost) {declared} }}"))
        .replace("  l.size = ", &format!("  {defined}\n  l.size = "))
        .replace("  size in ", &format!("  {range}\n  size in "));
    fs::write(project.path("ghost.spec"), text).expect("it can be written");
    json(&project.fex_on(Path::new("ghost.spec"), "coverage", &["--format", "json"]))
}

#[test]
fn ghost_fields_are_worked_out_where_there_is_one_choice() {
    let report = with_ghost("twice: Int", "l.twice = plus[l.size, l.size]", "twice in 0 .. 6");
    // A pair more for each size: 0, 1 and 2 of 0 to 3.
    assert_eq!(report["structures"], SHOWN.len());
    assert_eq!(report["covered"], all_pairs(SHOWN).len() + 3);
    assert_eq!(report["feasible"], all_pairs(SETS).len() + 4);
    // Nothing makes the one valid that violates the invariant.
    assert_eq!(report["undetermined"], 1);
    // Either value would do for each structure.
    let report = with_ghost("either: Int", "l.either >= 0", "either in 0 .. 1");
    assert_eq!((&report["structures"], &report["undetermined"]), (&Value::from(0), &Value::from(SHOWN.len() + 1)));
}

#[test]
fn a_root_class_of_the_jdk_is_refused_with_a_cure() {
    let project = Project::with(str::to_owned);
    let spec = "@java(\"java.util.LinkedList\", arguments(\"Object\"))\none sig List { size: Int }\npred ok[l: List] {}\n\
                generate List satisfying ok for 3 { size in 0 .. 2 }\n";
    fs::write(project.path("list.spec"), spec).expect("it can be written");
    let output = project.fex_on(Path::new("list.spec"), "coverage", &[]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @r#"
    error: what tests do with `java.util.LinkedList` cannot be told from what others do
     --> list.spec:1:7
      |
    1 | @java("java.util.LinkedList", arguments("Object"))
      |       ^^^^^^^^^^^^^^^^^^^^^^ a class of the JDK, which the JVM and the test framework use, too
      |
      = help: bind the root signature to a class of the project, such as one that holds such an object in a field

    1 error in `list.spec`
    "#);
}

/// The fields with pairs that no test shows, as the sets of numbers say it, and where the specification declares them.
fn fields_with_missing_pairs() -> BTreeSet<(String, u64)> {
    let missing = all_pairs(SETS).difference(&all_pairs(SHOWN)).cloned().collect::<BTreeSet<Pair>>();
    let declared = |field: &str| match field {
        "head" | "size" => ("numbers.NumberList", 4),
        _ => ("numbers.NumberList$Node", 7),
    };
    let named = missing.into_iter().map(|(field, ..)| {
        let (class, line) = declared(&field);
        (format!("{class}.{field}"), line)
    });
    named.collect()
}

#[test]
fn every_format_reports_fields_with_missing_pairs_where_they_are_declared_and_violations_at_their_methods() {
    let project = Project::with(str::to_owned);
    let print = |format: &str| {
        let output = project.fex("coverage", &["--quiet", "--format", format]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("it is text")
    };
    let missing = fields_with_missing_pairs();
    assert!(missing.len() > 1 && missing.len() < 4, "some fields lack pairs, and some do not: {missing:?}");
    let call = "numbers.NumberList.removeLeast()";

    let log: Value = serde_json::from_str(&print("sarif")).expect("it is JSON");
    crate::formats::validate_sarif(&log);
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let of = |rule: &str| results.iter().filter(|result| result["ruleId"] == rule).collect::<Vec<_>>();
    let logical =
        |place: &Value| place["logicalLocations"][0]["fullyQualifiedName"].as_str().expect("a name").to_owned();
    let place = |result: &Value| {
        let physical = &result["locations"][0]["physicalLocation"];
        assert!(physical["artifactLocation"]["uri"].as_str().is_some_and(|uri| uri.ends_with("/numbers.spec")));
        (logical(&result["locations"][0]), physical["region"]["startLine"].as_u64().expect("a line"))
    };
    assert_eq!(of("missing-pairs").into_iter().map(place).collect::<BTreeSet<_>>(), missing);
    let broken = of("breaks-invariant");
    assert_eq!(broken.len(), 1);
    assert_eq!((&broken[0]["level"], logical(&broken[0]["locations"][0])), (&Value::from("error"), call.to_owned()));
    let called = &broken[0]["relatedLocations"][0];
    assert_eq!(called["physicalLocation"]["region"]["startLine"], 35);
    assert_eq!(logical(called), "numbers.NumberListTest.removesTheOnly()");
    assert_eq!(results.len(), missing.len() + 1);

    // A test case for each of the four fields and for the violation; what needs no look passes.
    let xml = print("junit");
    assert_eq!(xml.matches("<testcase").count(), 4 + 1, "{xml}");
    assert_eq!(xml.matches("<failure").count(), missing.len() + 1, "{xml}");

    let annotations = print("github");
    let at = |line: u64| format!("/numbers.spec,line={line},endLine={line},title=missing-pairs::");
    for (field, line) in &missing {
        let name = field.rsplit(['.', '$']).take(2).collect::<Vec<_>>();
        let told = format!("::`{}.{}` lacks ", name[1], name[0]);
        let is_it = |annotation: &str| annotation.contains(&at(*line)) && annotation.contains(&told);
        assert!(annotations.lines().any(is_it), "{told}: {annotations}");
    }
    let first = format!("::error title=breaks-invariant::`{call}` breaks the invariant: ");
    assert!(annotations.starts_with(&first), "{annotations}");
    assert_eq!(annotations.lines().count(), missing.len() + 1);

    let page = print("html");
    for (field, _) in &missing {
        assert!(page.contains(&format!("<h3>{field}</h3>")), "{page}");
    }
    assert!(page.contains("Node1.next: Node2") && page.contains(&format!("<h3>{call}</h3>")), "{page}");
}

#[test]
fn several_suites_are_one_report_in_formats_that_have_one_document() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let mut settings = "format = \"json\"\nscope = 2\n".to_owned();
    for name in ["sorted_list", "binary_tree"] {
        fs::copy(specs.join(format!("{name}.spec")), path(&format!("{name}.spec"))).expect("it can be copied");
        settings.push_str(&format!("\n[[suite]]\nspec = \"{name}.spec\"\nout = \"{name}\"\n"));
    }
    fs::write(path("fex.toml"), settings).expect("it can be written");
    let fex = |arguments: &[&str]| {
        let command = Command::new(env!("CARGO_BIN_EXE_fex")).args(arguments).current_dir(folder.path()).output();
        let output = command.expect("the binary starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("it is text")
    };
    fex(&["generate", "--quiet"]);
    let results = |log: String| {
        let log: Value = serde_json::from_str(&log).expect("it is one document");
        crate::formats::validate_sarif(&log);
        let results = log["runs"][0]["results"].as_array().expect("a list").clone();
        let file = |result: &Value| {
            let file = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            file.as_str().expect("a file").to_owned()
        };
        results.iter().map(file).collect::<BTreeSet<_>>()
    };
    assert_eq!(results(fex(&["coverage", "--format", "sarif"])), BTreeSet::new(), "each suite is complete");
    for name in ["sorted_list", "binary_tree"] {
        let written = fs::read_dir(path(name)).expect("it is there").flatten().map(|entry| entry.path());
        let document = written.into_iter().find(|file| file.extension().is_some_and(|end| end == "json"));
        let document = document.expect("the suite has a document");
        let mut suite: Value =
            serde_json::from_str(&fs::read_to_string(&document).expect("it can be read")).expect("it is JSON");
        // Each structure of a suite has a pair that no other has.
        suite["instances"].as_array_mut().expect("a list").pop();
        fs::write(&document, suite.to_string()).expect("it can be written");
    }
    let both = ["binary_tree.spec", "sorted_list.spec"].map(str::to_owned);
    assert_eq!(results(fex(&["coverage", "--format", "sarif"])), BTreeSet::from(both));
    // JSON has an object for each suite, on a line.
    let objects: Vec<Value> = fex(&["coverage", "--format", "json"])
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect();
    assert_eq!(objects.iter().map(|object| &object["version"]).collect::<Vec<_>>(), [1, 1]);
    let lacks = |object: &Value| object["covered"].as_u64() < object["feasible"].as_u64();
    assert!(objects.iter().all(lacks), "{objects:?}");
}

#[test]
fn a_class_without_the_defect_has_no_violation() {
    // The list becomes empty properly, which the tests show elsewhere, too; so the pairs stay the same.
    let project = Project::with(|text| text.replace("if (head != null) {\n            size--;\n        }", "size--;"));
    let output = project.fex("coverage", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let report = json(&output);
    assert_eq!(report["violations"], Value::Array(Vec::new()));
    assert_eq!(report["covered"], all_pairs(SHOWN).len());
}

#[test]
fn a_maven_project_is_measured_as_it_is_built() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/numbers");
    for file in [vec![data.join("pom.xml"), data.join("numbers.spec")], java_files(&data.join("src"))].concat() {
        let copy = folder.path().join(file.strip_prefix(&data).expect("it is inside"));
        fs::create_dir_all(copy.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::copy(file, copy).expect("a file can be copied");
    }
    fs::write(
        folder.path().join("fex.toml"),
        "[[suite]]\nspec = \"numbers.spec\"\n\n[extreme]\ntest-names = [\"NumberListTest\"]\ncache = \"cache\"\n",
    )
    .expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_fex"))
        .args(["coverage", "--junit", "--format", "json"])
        .current_dir(folder.path())
        .output()
        .expect("the binary starts");
    let report = json(&output);
    assert_eq!(report["covered"], all_pairs(SHOWN).len());
    assert_eq!(report["violations"].as_array().map(Vec::len), Some(1));
}
