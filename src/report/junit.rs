//! JUnit's XML as Surefire writes it: a suite for each class, a test case for each method.
//!
//! Pseudo-tested and partially-tested methods fail; methods that no test runs, and those that are skipped, are skipped.

use super::{message, signature};
use crate::extreme::{Findings, MethodFinding, MethodVerdict};
use crate::markup::escape;
use std::fmt::Write;

pub(super) fn report(findings: &Findings) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let (tests, failures, skipped) = counts(&findings.methods);
    let _ = writeln!(
        text,
        "<testsuites name=\"fex extreme\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
    );
    for methods in findings.methods.chunk_by(|one, next| one.method.class == next.method.class) {
        suite(&mut text, methods);
    }
    text.push_str("</testsuites>\n");
    text
}

/// How many test cases there are, how many fail and how many are skipped.
fn counts(methods: &[MethodFinding]) -> (usize, usize, usize) {
    let count = |wanted: &[MethodVerdict]| methods.iter().filter(|one| wanted.contains(&one.verdict())).count();
    let failures = count(&[MethodVerdict::PseudoTested, MethodVerdict::PartiallyTested]);
    (methods.len(), failures, count(&[MethodVerdict::NotCovered, MethodVerdict::NotJudged, MethodVerdict::Skipped]))
}

fn suite(text: &mut String, methods: &[MethodFinding]) {
    let class = escape(&methods[0].method.class.replace('/', "."));
    let (tests, failures, skipped) = counts(methods);
    let _ = writeln!(
        text,
        "  <testsuite name=\"{class}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" \
         time=\"0\">"
    );
    for finding in methods {
        let name = escape(&signature::without_class(&finding.method));
        let _ = write!(text, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"0\"");
        let verdict = finding.verdict();
        let said = escape(&message(finding));
        let _ = match verdict {
            MethodVerdict::Tested => writeln!(text, "/>"),
            MethodVerdict::PseudoTested | MethodVerdict::PartiallyTested => writeln!(
                text,
                ">\n      <failure type=\"{}\" message=\"{said}\">{}</failure>\n    </testcase>",
                verdict.name(),
                escape(&finding.method.place().unwrap_or_default())
            ),
            MethodVerdict::NotCovered | MethodVerdict::NotJudged => {
                writeln!(text, "><skipped message=\"{said}\"/></testcase>")
            }
            MethodVerdict::Skipped => {
                let reason = finding.method.skipped.map_or("", |reason| reason.name());
                writeln!(text, "><skipped message=\"{}\"/></testcase>", escape(reason))
            }
        };
    }
    text.push_str("  </testsuite>\n");
}
