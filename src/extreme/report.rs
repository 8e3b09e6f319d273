//! Findings as text for people and as JSON.

use super::findings::{Detection, Findings, MethodFinding, MethodVerdict, Verdict};
use super::suite::TestId;
use serde_json::{Value, json};
use std::fmt::Write;

/// How many tests are named where a method is listed for people.
const NAMED: usize = 3;

/// The findings that a person acts on, and a summary.
pub fn human(findings: &Findings) -> String {
    let mut text = String::new();
    let of = |verdict| findings.methods.iter().filter(move |method| method.verdict() == verdict);
    for (verdict, meaning) in [
        (MethodVerdict::PseudoTested, "no test notices when the whole body is gone"),
        (MethodVerdict::PartiallyTested, "tests notice some results and not others"),
        (MethodVerdict::NotCovered, "no test runs them"),
    ] {
        let count = findings.count(verdict);
        if count == 0 {
            continue;
        }
        let _ = writeln!(text, "{}: {meaning}", verdict.name());
        for finding in of(verdict) {
            method(&mut text, findings, finding);
        }
        text.push('\n');
    }
    for (class, reason) in &findings.not_instrumented {
        let _ = writeln!(text, "not instrumented: `{}` ({reason})", class.replace('/', "."));
    }
    for test in &findings.dependent {
        let title = findings.suite.tests[test.0].title();
        let _ = writeln!(text, "not believed: `{title}` fails when it runs alone");
    }
    text.push_str(&summary(findings));
    text
}

fn method(text: &mut String, findings: &Findings, finding: &MethodFinding) {
    let place = finding.method.place().map(|place| format!("  ({place})")).unwrap_or_default();
    let _ = writeln!(text, "  {}{}{place}", finding.method.title(), parameters(&finding.method.descriptor));
    if finding.reaching.is_empty() {
        return;
    }
    for (transformation, verdict) in finding.method.transformations.iter().zip(&finding.verdicts) {
        let said = match verdict {
            Verdict::Detected(detection) => {
                let title = findings.suite.tests[detection.test.0].title();
                format!("detected by {title} ({})", detection.how.name())
            }
            Verdict::Undetected => "undetected".to_owned(),
            Verdict::NotCovered => "not covered".to_owned(),
        };
        let _ = writeln!(text, "    {}: {said}", transformation.describe());
    }
    let _ = writeln!(text, "    reached by {}", tests(findings, &finding.reaching));
}

/// The first few tests by name, and how many more there are.
fn tests(findings: &Findings, all: &[TestId]) -> String {
    let mut named: Vec<String> = all.iter().take(NAMED).map(|test| findings.suite.tests[test.0].title()).collect();
    if all.len() > NAMED {
        named.push(format!("{} more", all.len() - NAMED));
    }
    named.join(", ")
}

/// One line of numbers.
fn summary(findings: &Findings) -> String {
    let judged = findings.methods.iter().flat_map(|method| &method.verdicts);
    let (mut detected, mut undetected) = (0, 0);
    for verdict in judged {
        match verdict {
            Verdict::Detected(_) => detected += 1,
            Verdict::Undetected => undetected += 1,
            Verdict::NotCovered => {}
        }
    }
    format!(
        "{} tests; {} methods: {} tested, {} partially-tested, {} pseudo-tested, {} not-covered, {} skipped; \
         {} transformations: {detected} detected, {undetected} undetected",
        findings.suite.tests.len(),
        findings.methods.len(),
        findings.count(MethodVerdict::Tested),
        findings.count(MethodVerdict::PartiallyTested),
        findings.count(MethodVerdict::PseudoTested),
        findings.count(MethodVerdict::NotCovered),
        findings.count(MethodVerdict::Skipped),
        detected + undetected,
    )
}

/// The parameters of a descriptor with simple names: `(int, Object[])`.
fn parameters(descriptor: &str) -> String {
    let mut names = Vec::new();
    let mut rest = descriptor.trim_start_matches('(');
    let mut dimensions = 0;
    while let Some(first) = rest.chars().next().filter(|first| *first != ')') {
        let (name, length) = match first {
            '[' => {
                dimensions += 1;
                rest = &rest[1..];
                continue;
            }
            'L' => {
                let end = rest.find(';').unwrap_or(rest.len() - 1);
                (rest[1..end].rsplit(['/', '$']).next().unwrap_or_default(), end + 1)
            }
            'Z' => ("boolean", 1),
            'B' => ("byte", 1),
            'S' => ("short", 1),
            'C' => ("char", 1),
            'I' => ("int", 1),
            'J' => ("long", 1),
            'F' => ("float", 1),
            _ => ("double", 1),
        };
        names.push(format!("{name}{}", "[]".repeat(dimensions)));
        dimensions = 0;
        rest = &rest[length..];
    }
    format!("({})", names.join(", "))
}

/// Everything that was found, as one JSON object.
pub fn json(findings: &Findings) -> Value {
    let title = |test: &TestId| findings.suite.tests[test.0].title();
    let methods: Vec<Value> = findings.methods.iter().map(|method| method_json(method, &title)).collect();
    let tests: Vec<Value> = findings
        .suite
        .tests
        .iter()
        .map(|test| json!({ "id": test.unit.id, "title": test.title(), "micros": test.micros }))
        .collect();
    json!({
        "version": 1,
        "framework": findings.suite.framework,
        "tests": tests,
        "skippedTests": findings.suite.skipped,
        "flakyTests": findings.suite.flaky,
        "dependentTests": findings.dependent.iter().map(title).collect::<Vec<_>>(),
        "notInstrumented": findings
            .not_instrumented
            .iter()
            .map(|(class, reason)| json!({ "class": class.replace('/', "."), "reason": reason }))
            .collect::<Vec<_>>(),
        "methods": methods,
    })
}

fn method_json(finding: &MethodFinding, title: &impl Fn(&TestId) -> String) -> Value {
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
        "skippedAs": method.skipped.map(|rule| rule.name()),
        "tests": finding.reaching.iter().map(title).collect::<Vec<_>>(),
        "transformations": transformations,
    })
}
