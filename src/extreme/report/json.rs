//! Everything that was found, for the JSON object that `grammar/extreme.schema.json` describes.

use crate::extreme::{Detection, Findings, MethodFinding, MethodVerdict, TestId, Verdict};
use crate::report::Document;
use crate::session::Unheld;
use crate::worker::protocol::Frame;
use serde_json::{Map, Value, json};

/// The version of the object; it changes when a key that was there is gone or means something else.
const VERSION: u32 = 1;

pub(super) fn document(findings: &Findings) -> Document {
    let title = |test: &TestId| findings.suite.tests[test.0].title();
    let methods: Vec<Value> = findings.methods.iter().map(|finding| method(finding, &title)).collect();
    let tests: Vec<Value> = findings
        .suite
        .tests
        .iter()
        .map(|test| json!({ "id": test.unit.id, "title": test.title(), "micros": test.slowest.alone() }))
        .collect();
    let not_instrumented: Vec<Value> = findings
        .not_instrumented
        .iter()
        .map(|(class, reason)| json!({ "class": class.replace('/', "."), "reason": reason }))
        .collect();
    let object = [
        ("framework", json!(findings.suite.framework)),
        ("summary", summary(findings)),
        ("suiteMicros", json!(findings.suite.micros)),
        ("tests", tests.into()),
        ("skippedTests", json!(findings.suite.skipped)),
        ("failingTests", json!(findings.suite.failing)),
        ("flakyTests", json!(findings.suite.flaky)),
        ("fatalTests", json!(findings.suite.fatal_titles())),
        ("excludedTests", json!(findings.suite.excluded.titles())),
        ("dependentTests", findings.dependent.iter().map(title).collect()),
        ("notInstrumented", not_instrumented.into()),
        ("notVirtual", findings.suite.unheld.iter().map(unheld).collect()),
        ("methods", methods.into()),
    ];
    Document { version: VERSION, object: object.map(|(key, value)| (key.to_owned(), value)).into_iter().collect() }
}

/// What tests use of the machine though the rest of what surrounds them is virtual.
fn unheld(unheld: &Unheld) -> Value {
    let call = |frame: &Frame| {
        json!({
            "class": frame.class.replace('/', "."),
            "method": frame.method,
            "source": Some(&frame.source).filter(|source| !source.is_empty()),
            "line": Some(frame.line).filter(|line| *line > 0),
        })
    };
    let stack: Value = unheld.first.stack.iter().map(call).collect();
    json!({ "what": unheld.first.what, "stack": stack, "tests": unheld.tests })
}

/// How many methods and transformations have which verdict.
fn summary(findings: &Findings) -> Value {
    let methods: Map<String, Value> = MethodVerdict::ALL
        .into_iter()
        .map(|verdict| (verdict.name().to_owned(), findings.count(verdict).into()))
        .collect();
    let (detected, undetected) = findings.transformations();
    let transformations =
        json!({ "detected": detected, "undetected": undetected, "not-judged": findings.not_judged() });
    json!({ "methods": methods, "transformations": transformations })
}

fn method(finding: &MethodFinding, title: &impl Fn(&TestId) -> String) -> Value {
    let method = &finding.method;
    let transformations: Vec<Value> = method
        .transformations
        .iter()
        .zip(finding.verdicts.iter().zip(&finding.also))
        .map(|(transformation, (verdict, also))| {
            let mut value = json!({ "transformation": transformation.name });
            match verdict {
                Verdict::Detected(Detection { test, how, message, fresh }) => {
                    value["verdict"] = json!("detected");
                    value["by"] = json!(how.name());
                    value["test"] = json!(title(test));
                    value["message"] = json!(message);
                    value["freshJvm"] = json!(fresh);
                    if !also.is_empty() {
                        value["alsoDetectedBy"] = also.iter().map(|one| title(&one.test)).collect();
                    }
                }
                Verdict::Undetected => value["verdict"] = json!("undetected"),
                Verdict::NotCovered => value["verdict"] = json!("not-covered"),
                Verdict::NotJudged => value["verdict"] = json!("not-judged"),
            }
            value
        })
        .collect();
    json!({
        "class": method.class.replace('/', "."),
        "method": method.name,
        "descriptor": method.descriptor,
        "source": method.source,
        "lines": method.lines,
        "verdict": finding.verdict().name(),
        "skippedAs": method.skipped.map(|reason| reason.name()),
        "tests": finding.reaching.iter().map(title).collect::<Vec<_>>(),
        "transformations": transformations,
    })
}
