//! Every format says what a finding has: a made-up report of an analysis that fex does not have, with findings such as diagnosis,
//! taint and coverage have them, so that no format knows any analysis.

use fex::classfile::ClassName;
use fex::report::{
    Analysis, Document, Edit, Evidence, Finding, Format, Kind, Member, MethodName, Outcome, Place, Related, Report,
    Rule, RuleId, Severity, Sources, State, Suggestion,
};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// The test whose assertion is brittle, before and after the suggested edit: the third line goes, two others come.
const BEFORE: &str = "class LedgerTest {\n  void totals() {\n    assertEquals(\"1,5\", text());\n  }\n}\n";
const AFTER: &str =
    "class LedgerTest {\n  void totals() {\n    Locale.setDefault(ROOT);\n    assertEquals(\"1.5\", text());\n  }\n}\n";

fn place(class: &str, method: &str, descriptor: &str, line: u16) -> Place {
    let class = ClassName::internal(class);
    let source = format!("{}.java", class.as_str().rsplit('/').next().expect("a name"));
    let method = MethodName { name: method.to_owned(), descriptor: descriptor.to_owned() };
    Place { class, member: Some(Member::Method(method)), source: Some(source), lines: Some((line, line)) }
}

fn lines(text: &[&str]) -> Vec<String> {
    text.iter().map(|line| (*line).to_owned()).collect()
}

/// A brittle assertion with everything that a finding can have, one that is open, one that is fine and one that was left out.
fn report() -> Report {
    let rule = |name, meaning, cure, kind| Rule { name, meaning, cure, kind };
    let quiet = |rule, method: &str, message: &str| Finding {
        rule: RuleId(rule),
        place: place("shop/LedgerTest", method, "()V", 9),
        message: message.to_owned(),
        evidence: Vec::new(),
        related: Vec::new(),
        suggestions: Vec::new(),
        identity: format!("shop.LedgerTest.{method}"),
    };
    let state = |name: &str, text: &[&str]| State { name: name.to_owned(), lines: lines(text) };
    let brittle = Finding {
        evidence: vec![
            Evidence::Trial {
                change: "the locale is `de`".to_owned(),
                outcome: Outcome::Detected { test: "shop.LedgerTest.totals".to_owned(), how: "assertion" },
            },
            Evidence::States {
                of: "`text()`, first call".to_owned(),
                states: vec![state("here", &["1,5"]), state("elsewhere", &["1.5", "<none>"])],
            },
            Evidence::Reached(lines(&["shop.LedgerTest.totals"])),
        ],
        related: vec![Related {
            place: place("shop/Ledger", "text", "(I[Ljava/lang/String;)V", 30),
            role: "the locale is read here".to_owned(),
        }],
        suggestions: vec![
            Suggestion {
                words: "set the locale in the test".to_owned(),
                edits: vec![Edit {
                    file: PathBuf::from("src/test/shop/Ledger Test.java"),
                    line: 3,
                    removed: lines(&["    assertEquals(\"1,5\", text());"]),
                    added: lines(&["    Locale.setDefault(ROOT);", "    assertEquals(\"1.5\", text());"]),
                }],
            },
            Suggestion { words: "compare numbers".to_owned(), edits: Vec::new() },
        ],
        ..quiet(0, "totals", "`totals` depends on the locale, 100 %")
    };
    let object = json!({ "tests": 4 });
    Report {
        analysis: Analysis { name: "sample", title: "A sample", subject: "test" },
        rules: vec![
            rule("brittle", "it depends on what it does not set", "Set it.", Kind::Problem(Severity::Error)),
            rule("unasserted", "nothing looks at it", "Look at it.", Kind::Gap),
            rule("open", "the time was over", "", Kind::Open),
            rule("stable", "it says the same everywhere", "", Kind::Fine),
            rule("left-out", "not judged", "", Kind::LeftOut),
        ],
        findings: vec![
            quiet(3, "empty", ""),
            brittle,
            quiet(1, "prints", "nothing looks at `prints`"),
            quiet(2, "late", "the time was over"),
            quiet(4, "native", "native"),
        ],
        interactions: Vec::new(),
        remarks: lines(&["set aside: `shop.OtherTest.<odd>` is flaky"]),
        unfinished: Some("1 test".to_owned()),
        headline: "1 test depends on more than it sets".to_owned(),
        extent: "4 tests.".to_owned(),
        summary: "4 tests: 1 brittle\n".to_owned(),
        document: Document { version: 3, object: object.as_object().expect("an object").clone() },
    }
}

fn text(format: Format) -> String {
    format.render(&report(), &Sources::default())
}

/// Checks a log against the schema of SARIF 2.1.0, as OASIS publishes it, but for the pattern of a language: there it has a bracket
/// too many, which JavaScript takes for itself and no strict reader of patterns does.
pub fn validate_sarif(log: &Value) {
    let schema = include_str!("data/sarif/sarif-schema-2.1.0.json");
    let schema = schema.replace("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).expect("it is a schema");
    let errors: Vec<String> =
        validator.iter_errors(log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn people_read_evidence_related_places_and_edits_below_a_finding() {
    // Written by hand, from what a reader needs in this order: what it is, what was tried, seen and reached, where, and the cure.
    let expected = "\
brittle: it depends on what it does not set
  shop.LedgerTest.totals()  (LedgerTest.java:9)
    the locale is `de`: detected by shop.LedgerTest.totals (assertion)
    `text()`, first call
      here       1,5
      elsewhere  1.5
                 <none>
    reached by shop.LedgerTest.totals
    the locale is read here: shop.Ledger.text(int, String[])  (Ledger.java:30)
    help: set the locale in the test
      src/test/shop/Ledger Test.java:3
      -    assertEquals(\"1,5\", text());
      +    Locale.setDefault(ROOT);
      +    assertEquals(\"1.5\", text());
    help: compare numbers

unasserted: nothing looks at it
  shop.LedgerTest.prints()  (LedgerTest.java:9)

set aside: `shop.OtherTest.<odd>` is flaky
not judged: 1 test
4 tests: 1 brittle
";
    assert_eq!(text(Format::Human), expected);
}

#[test]
fn json_is_the_object_of_the_analysis_with_version_and_tool() {
    let object: Value = serde_json::from_str(&text(Format::Json)).expect("it is JSON");
    let tool = json!({ "name": "fex", "version": env!("CARGO_PKG_VERSION") });
    assert_eq!(object, json!({ "version": 3, "tool": tool, "tests": 4 }));
}

#[test]
fn sarif_obeys_the_schema_and_has_related_places() {
    let log: Value = serde_json::from_str(&text(Format::Sarif)).expect("it is JSON");
    validate_sarif(&log);
    let results = log["runs"][0]["results"].as_array().expect("a list");
    // What is open, fine or left out is no result.
    let found: Vec<_> = results.iter().map(|result| (&result["ruleId"], &result["level"])).collect();
    assert_eq!(found, [(&json!("brittle"), &json!("error")), (&json!("unasserted"), &json!("note"))]);
    let related = &results[0]["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "the locale is read here");
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 30);
    assert_eq!(results[0]["partialFingerprints"], json!({ "test/v1": "shop.LedgerTest.totals" }));
    let said = results[0]["message"]["text"].as_str().expect("a text");
    for part in ["depends on the locale", "here: 1,5", "elsewhere: 1.5\n  <none>", "compare numbers"] {
        assert!(said.contains(part), "`{part}` is missing in: {said}");
    }
}

#[test]
#[should_panic(expected = "is not one of")]
fn the_schema_of_sarif_refuses_a_level_that_there_is_not() {
    let mut log: Value = serde_json::from_str(&text(Format::Sarif)).expect("it is JSON");
    log["runs"][0]["results"][0]["level"] = "fatal".into();
    validate_sarif(&log);
}

/// The text without a region and with another text in its place, as section 3.30 of SARIF says: lines and columns count from 1,
/// and the end column is that of the first character that stays.
fn applied(text: &str, region: &Value, inserted: &str) -> String {
    let number = |key: &str| region[key].as_u64().expect("a number") as usize;
    let offset = |line: usize, column: usize| {
        let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        before + column - 1
    };
    let (start, end) =
        (offset(number("startLine"), number("startColumn")), offset(number("endLine"), number("endColumn")));
    format!("{}{inserted}{}", &text[..start], &text[end..])
}

#[test]
fn a_fix_of_sarif_makes_the_suggested_text() {
    let log: Value = serde_json::from_str(&text(Format::Sarif)).expect("it is JSON");
    let fixes = log["runs"][0]["results"][0]["fixes"].as_array().expect("a list");
    assert_eq!(fixes.len(), 1, "words alone are no fix");
    let change = &fixes[0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "src/test/shop/Ledger%20Test.java");
    let replacement = &change["replacements"][0];
    let inserted = replacement["insertedContent"]["text"].as_str().expect("a text");
    assert_eq!(applied(BEFORE, &replacement["deletedRegion"], inserted), AFTER);
}

#[test]
fn annotations_have_the_level_of_the_rule_and_the_cure() {
    let text = text(Format::Github);
    let lines: Vec<&str> = text.lines().collect();
    let start = "::error file=shop/LedgerTest.java,line=9,endLine=9,title=brittle::`totals` depends on the locale, 100 %25\
                 %0Aset the locale in the test%0Asrc/test/shop/Ledger Test.java:3%0A-    assertEquals(";
    assert!(lines[0].starts_with(start), "{}", lines[0]);
    assert!(lines[1].starts_with("::notice file="), "{}", lines[1]);
    assert_eq!(lines[2], "::notice title=not-judged::1 test");
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_build_server_sees_problems_fail_and_what_was_not_judged_skipped() {
    let xml = text(Format::Junit);
    for part in [
        "<testsuites name=\"fex sample\" tests=\"5\" skipped=\"3\" failures=\"1\" errors=\"0\">",
        "<testcase name=\"empty()\" classname=\"shop.LedgerTest\" time=\"0.000\"/>",
        "<failure message=\"`totals` depends on the locale, 100 %\" type=\"brittle\">LedgerTest.java:9",
        "<skipped message=\"native\"/>",
    ] {
        assert!(xml.contains(part), "`{part}` is missing in:\n{xml}");
    }
}

#[test]
fn the_page_shows_states_side_by_side_and_escapes_what_it_shows() {
    let page = text(Format::Html);
    for part in [
        "<title>A sample</title>",
        "<p class=\"quiet\">4 tests. Not judged: 1 test.</p>",
        "<tr><th>here</th><th>elsewhere</th></tr>",
        "<td><pre>1.5\n&lt;none&gt;</pre></td>",
        "<li>the locale is read here: <code>shop.Ledger.text(int, String[])</code> <small>Ledger.java:30</small></li>",
        "+    Locale.setDefault(ROOT);",
        "<li>set aside: <code>shop.OtherTest.&lt;odd&gt;</code> is flaky</li>",
        "<details><summary>by reason</summary>",
    ] {
        assert!(page.contains(part), "`{part}` is missing in:\n{page}");
    }
}

#[test]
fn reports_are_files_named_after_format_and_analysis() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formats = [Format::Human, Format::Json, Format::Sarif, Format::Junit, Format::Github, Format::Html];
    let report = report();
    let texts = formats.map(|format| (format.file_name(report.analysis), format.name().to_owned()));
    let written = fex::report::write(texts, &folder.path().join("new")).expect("it can be written");
    let names: Vec<String> =
        written.iter().map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(names, ["summary.txt", "sample.json", "sample.sarif", "junit.xml", "annotations.txt", "index.html"]);
    assert_eq!(fs::read_to_string(&written[3]).expect("it is there"), "junit");
}
