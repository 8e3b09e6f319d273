//! JUnit's XML as build servers read it: a suite for each class, a test case for each finding.
//!
//! Problems fail; what no test runs, what the time was too short for and what was left out is skipped.

use super::{Finding, Kind, Report};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::fmt::Write;
use std::time::Duration;

pub(super) fn suites(report: &Report) -> String {
    let mut suites = quick_junit::Report::new(format!("fex {}", report.analysis.name));
    for findings in report.findings.chunk_by(|one, next| one.place.class == next.place.class) {
        let class = findings[0].place.class.to_binary();
        let mut suite = TestSuite::new(class.as_str());
        suite.set_time(Duration::ZERO);
        for finding in findings {
            let mut case = TestCase::new(finding.place.within_class(), status(report, finding));
            case.set_classname(class.as_str()).set_time(Duration::ZERO);
            suite.add_test_case(case);
        }
        suites.add_test_suite(suite);
    }
    suites.to_string().expect("a text takes whatever is written to it")
}

fn status(report: &Report, finding: &Finding) -> TestCaseStatus {
    let rule = report.rule(finding);
    let mut status = match rule.kind {
        Kind::Fine => return TestCaseStatus::success(),
        Kind::Problem(_) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Kind::Gap | Kind::Open | Kind::LeftOut => TestCaseStatus::skipped(),
    };
    status.set_message(finding.message.as_str());
    if let Kind::Problem(_) = rule.kind {
        status.set_type(rule.name).set_description(description(finding));
    }
    status
}

/// The place, and what would cure the finding.
fn description(finding: &Finding) -> String {
    let mut text = finding.place.line().unwrap_or_default();
    for suggestion in &finding.suggestions {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}", suggestion.words);
        for edit in &suggestion.edits {
            let _ = write!(text, "\n{}", edit.text());
        }
    }
    text
}
