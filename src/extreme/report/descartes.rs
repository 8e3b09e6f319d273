//! The `methods.json` of Descartes: same keys, same words, as its listener `METHODS` writes them.
//!
//! Descartes counts the tests that it ran on a transformation. fex reorders tests as it goes, so that for a detected one the
//! number is that of the detecting test among the reaching ones. It has no time to report.

use crate::extreme::{Findings, How, MethodFinding, MethodVerdict, TestId, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) fn object(findings: &Findings) -> Value {
    let judged = findings.methods.iter().filter(|finding| finding.verdict() != MethodVerdict::Skipped);
    let methods: Vec<Value> = judged.map(|finding| method(findings, finding)).collect();
    let mutators: BTreeSet<&str> = findings
        .methods
        .iter()
        .flat_map(|finding| &finding.method.transformations)
        .map(|transformation| mutator(&transformation.name))
        .collect();
    json!({ "methods": methods, "analysis": { "time": 0, "mutators": mutators } })
}

/// A transformation in the words of Descartes.
fn mutator(name: &str) -> &str {
    if name == "' '" { "'\\40'" } else { name }
}

fn method(findings: &Findings, finding: &MethodFinding) -> Value {
    let method = &finding.method;
    let (package, class) = method.class.rsplit_once('/').unwrap_or(("", &method.class));
    let named = |wanted: fn(&Verdict) -> bool| -> Vec<&str> {
        let all = method.transformations.iter().zip(&finding.verdicts);
        let chosen = all.filter(|(_, verdict)| wanted(verdict));
        chosen.map(|(transformation, _)| mutator(&transformation.name)).collect()
    };
    let mutations: Vec<Value> = method
        .transformations
        .iter()
        .zip(finding.verdicts.iter().zip(&finding.also))
        .map(|(transformation, (verdict, also))| {
            let mut value = mutation(findings, finding, mutator(&transformation.name), verdict);
            let further: Vec<TestId> = also.iter().map(|detection| detection.test).collect();
            if let Some(killing) = value["killing-tests"].as_array_mut() {
                killing.extend(titles(findings, &further).into_iter().map(Value::from));
            }
            value
        })
        .collect();
    json!({
        "name": method.name,
        "description": method.descriptor,
        "class": class,
        "package": package,
        "file-name": method.source,
        "line-number": method.lines.map_or(0, |lines| lines.0),
        "classification": finding.verdict().name(),
        "detected": named(|verdict| matches!(verdict, Verdict::Detected(_))),
        "not-detected": named(|verdict| matches!(verdict, Verdict::Undetected | Verdict::NotCovered)),
        "tests": titles(findings, &finding.reaching),
        "mutations": mutations,
    })
}

fn mutation(findings: &Findings, finding: &MethodFinding, mutator: &str, verdict: &Verdict) -> Value {
    let (status, run, killing) = match verdict {
        Verdict::Detected(detection) => {
            let status = match detection.how {
                How::Assertion | How::Exception => "KILLED",
                How::Timeout => "TIMED_OUT",
                How::OutOfMemory => "MEMORY_ERROR",
                How::Exit | How::Crash => "RUN_ERROR",
            };
            let place = finding.reaching.iter().position(|test| *test == detection.test);
            (status, place.map_or(1, |place| place + 1), titles(findings, &[detection.test]))
        }
        Verdict::Undetected => ("SURVIVED", finding.reaching.len(), Vec::new()),
        Verdict::NotCovered => ("NO_COVERAGE", 0, Vec::new()),
        Verdict::NotJudged => ("NOT_STARTED", 0, Vec::new()),
    };
    json!({
        "status": status,
        "mutator": mutator,
        "tests-run": run,
        "tests": titles(findings, &finding.reaching),
        "killing-tests": killing,
        "succeeding-tests": [],
    })
}

fn titles(findings: &Findings, tests: &[TestId]) -> Vec<String> {
    tests.iter().map(|test| findings.suite.tests[test.0].title()).collect()
}
