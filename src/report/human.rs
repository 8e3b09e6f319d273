//! Findings for the person at the terminal: what to act on, and one line of numbers.

use super::{TO_ACT_ON, left, meaning, of, signature};
use crate::extreme::{Findings, MethodFinding, MethodVerdict, Skip, TestId, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many tests are named where a method is listed.
const NAMED: usize = 3;

/// The methods that a person acts on, and a summary.
pub(super) fn report(findings: &Findings) -> String {
    let mut text = String::new();
    for verdict in TO_ACT_ON {
        if findings.count(verdict) == 0 {
            continue;
        }
        let _ = writeln!(text, "{}: {}", verdict.name(), meaning(verdict));
        for finding in of(findings, verdict) {
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
    let suite = &findings.suite;
    let set_aside = [
        ("fails as it is", &suite.failing),
        ("is flaky", &suite.flaky),
        ("ends the JVM or does not end, as it is", &suite.fatal),
    ];
    for (why, tests) in set_aside {
        for title in tests {
            let _ = writeln!(text, "set aside: `{title}` {why}");
        }
    }
    if let Some(left) = left(findings) {
        let _ = writeln!(text, "not judged: {left}");
    }
    text.push_str(&summary(findings));
    text
}

fn method(text: &mut String, findings: &Findings, finding: &MethodFinding) {
    let place = finding.method.place().map(|place| format!("  ({place})")).unwrap_or_default();
    let _ = writeln!(text, "  {}{place}", signature::of(&finding.method));
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
            Verdict::NotJudged => "not judged".to_owned(),
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

/// The numbers: what was judged, and why the rest was not.
fn summary(findings: &Findings) -> String {
    let (detected, undetected) = findings.transformations();
    let mut text = format!(
        "{} tests; {} methods: {} tested, {} partially-tested, {} pseudo-tested, {} not-covered, {} skipped; \
         {} transformations: {detected} detected, {undetected} undetected\n",
        findings.suite.tests.len(),
        findings.methods.len(),
        findings.count(MethodVerdict::Tested),
        findings.count(MethodVerdict::PartiallyTested),
        findings.count(MethodVerdict::PseudoTested),
        findings.count(MethodVerdict::NotCovered),
        findings.count(MethodVerdict::Skipped),
        detected + undetected,
    );
    let mut reasons: BTreeMap<Skip, usize> = BTreeMap::new();
    for reason in findings.methods.iter().filter_map(|finding| finding.method.skipped) {
        *reasons.entry(reason).or_default() += 1;
    }
    if !reasons.is_empty() {
        let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
        let _ = writeln!(text, "skipped: {}", reasons.join(", "));
    }
    text
}
