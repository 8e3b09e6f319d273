//! A report for the person at the terminal: what to act on, and the numbers.

use super::{Edit, Evidence, Finding, Outcome, Report};
use std::fmt::Write;

/// How many tests are named where a finding is told.
const NAMED: usize = 3;

/// The findings to act on, and a summary.
pub(super) fn text(report: &Report) -> String {
    let (mut text, mut told) = (String::new(), Vec::new());
    for (id, rule) in report.rules().filter(|(_, rule)| rule.kind.severity().is_some()) {
        let mut findings = report.of(id).peekable();
        if findings.peek().is_none() {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}: {}", rule.name, rule.meaning);
        findings.for_each(|one| finding(&mut text, one, &mut told));
        text.push('\n');
    }
    for remark in &report.remarks {
        let _ = writeln!(text, "{remark}");
    }
    if let Some(unfinished) = &report.unfinished {
        let _ = writeln!(text, "not judged: {unfinished}");
    }
    text.push_str(&report.summary);
    text
}

/// Tells of a finding; edits that were told before are only mentioned.
fn finding<'r>(text: &mut String, finding: &'r Finding, told: &mut Vec<&'r [Edit]>) {
    let _ = writeln!(text, "  {}{}", finding.place.title(), in_brackets("  ", finding.place.line()));
    for evidence in &finding.evidence {
        match evidence {
            Evidence::Trial { change, outcome } => {
                let said = match outcome {
                    Outcome::Detected { test, how } => format!("detected by {test} ({how})"),
                    Outcome::Undetected => "undetected".to_owned(),
                    Outcome::NotCovered => "not covered".to_owned(),
                    Outcome::NotJudged => "not judged".to_owned(),
                };
                let _ = writeln!(text, "    {change}: {said}");
            }
            Evidence::States { of, states } => {
                let _ = writeln!(text, "    {of}");
                let width = states.iter().map(|state| state.name.chars().count()).max().unwrap_or(0);
                for state in states {
                    for (index, line) in state.lines.iter().enumerate() {
                        let name = if index == 0 { state.name.as_str() } else { "" };
                        let _ = writeln!(text, "{}", format!("      {name:width$}  {line}").trim_end());
                    }
                }
            }
            Evidence::Reached(tests) => {
                let _ = writeln!(text, "    reached by {}", some(tests));
            }
        }
    }
    for related in &finding.related {
        let _ = writeln!(
            text,
            "    {}: {}{}",
            related.role,
            related.place.title(),
            in_brackets("  ", related.place.line())
        );
    }
    for suggestion in &finding.suggestions {
        let is_told = !suggestion.edits.is_empty() && told.contains(&suggestion.edits.as_slice());
        let _ = writeln!(text, "    help: {}{}", suggestion.words, if is_told { " (see above)" } else { "" });
        if is_told {
            continue;
        }
        told.push(&suggestion.edits);
        for edit in &suggestion.edits {
            let _ = writeln!(text, "      {}", edit.text().replace('\n', "\n      "));
        }
    }
}

fn in_brackets(before: &str, what: Option<String>) -> String {
    what.map(|what| format!("{before}({what})")).unwrap_or_default()
}

/// The first few tests by name, and how many more there are.
fn some(tests: &[String]) -> String {
    let mut named: Vec<String> = tests.iter().take(NAMED).cloned().collect();
    if tests.len() > NAMED {
        named.push(format!("{} more", tests.len() - NAMED));
    }
    named.join(", ")
}
