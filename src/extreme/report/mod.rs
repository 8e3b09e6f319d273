//! Findings in the form that reports are written from, and the formats of these.

mod descartes;
mod json;

use super::eligibility::Skip;
use super::findings::{Findings, MethodFinding, MethodVerdict};
use super::subject::Method;
use super::verdict::Verdict;
use super::work;
use crate::classfile::ClassName;
use crate::report::{
    self, Analysis, Evidence, Finding, Kind, Member, MethodName, Outcome, Place, Report, RuleId, Severity, Sources,
    counted,
};
use crate::session::{TestId, Unheld};
use crate::worker::protocol::Frame;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What names this analysis in reports.
const ANALYSIS: Analysis = Analysis { name: work::ANALYSIS, title: "Extreme transformations", subject: "method" };

/// A format of reports on extreme transformations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// One that all reports have. The object of [`report::Format::Json`] is the one that `grammar/extreme.schema.json` describes.
    Report(report::Format),
    /// The `methods.json` of Descartes.
    Descartes,
}

impl Format {
    /// What people read: the format unless another one is asked for.
    pub const HUMAN: Format = Format::Report(report::Format::Human);

    /// All of them.
    pub const ALL: [Format; 7] = [
        Format::HUMAN,
        Format::Report(report::Format::Json),
        Format::Report(report::Format::Sarif),
        Format::Report(report::Format::Junit),
        Format::Report(report::Format::Github),
        Format::Descartes,
        Format::Report(report::Format::Html),
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Report(format) => format.name(),
            Format::Descartes => "descartes",
        }
    }

    /// The name of its file in a folder of reports.
    pub fn file_name(self) -> String {
        match self {
            Format::Report(format) => format.file_name(ANALYSIS),
            Format::Descartes => "methods.json".to_owned(),
        }
    }

    /// Findings with their report in this format, with a line break at the end.
    pub fn render(self, findings: &Findings, report: &Report, sources: &Sources) -> String {
        match self {
            Format::Report(format) => format.render(report, sources),
            Format::Descartes => format!("{}\n", descartes::object(findings)),
        }
    }
}

/// What there is to report of findings.
pub fn report(findings: &Findings) -> Report {
    Report {
        analysis: ANALYSIS,
        rules: MethodVerdict::ALL.map(rule).to_vec(),
        findings: findings.methods.iter().map(|method| finding(findings, method)).collect(),
        interactions: Vec::new(),
        remarks: remarks(findings),
        unfinished: unfinished(findings),
        headline: headline(findings),
        extent: extent(findings),
        summary: summary(findings),
        document: json::document(findings),
    }
}

/// What a verdict on a method asks of the reader.
fn rule(verdict: MethodVerdict) -> report::Rule {
    let (kind, cure) = match verdict {
        MethodVerdict::Tested => (Kind::Fine, ""),
        MethodVerdict::PartiallyTested => {
            (Kind::Problem(Severity::Note), "Add a test in which another result than the tested ones is right.")
        }
        MethodVerdict::PseudoTested => (
            Kind::Problem(Severity::Warning),
            "Assert what the method returns or changes in one of the tests that reach it.",
        ),
        MethodVerdict::NotCovered => (Kind::Gap, "Add a test that calls the method."),
        MethodVerdict::NotJudged => (Kind::Open, ""),
        MethodVerdict::Skipped => (Kind::LeftOut, ""),
    };
    report::Rule { name: verdict.name(), meaning: meaning(verdict), cure, kind }
}

/// What a verdict means, as half a sentence.
fn meaning(verdict: MethodVerdict) -> &'static str {
    match verdict {
        MethodVerdict::Tested => "every change of the body makes a test fail",
        MethodVerdict::PartiallyTested => "tests notice some results and not others",
        MethodVerdict::PseudoTested => "no test notices when the whole body is gone",
        MethodVerdict::NotCovered => "no test runs it",
        MethodVerdict::NotJudged => "the time was over",
        MethodVerdict::Skipped => "not judged",
    }
}

fn finding(findings: &Findings, finding: &MethodFinding) -> Finding {
    let (method, verdict) = (&finding.method, finding.verdict());
    let place = place(method);
    let title = |test: TestId| findings.suite.tests[test.0].title();
    let trials = method.transformations.iter().zip(&finding.verdicts).map(|(transformation, verdict)| {
        let outcome = match verdict {
            Verdict::Detected(detection) => {
                Outcome::Detected { test: title(detection.test), how: detection.how.name() }
            }
            Verdict::Undetected => Outcome::Undetected,
            Verdict::NotCovered => Outcome::NotCovered,
            Verdict::NotJudged => Outcome::NotJudged,
        };
        Evidence::Trial { change: transformation.describe(), outcome }
    });
    let reached = Evidence::Reached(finding.reaching.iter().map(|test| title(*test)).collect());
    // Where no test runs, there is nothing to say of each transformation.
    let evidence = if finding.reaching.is_empty() { Vec::new() } else { trials.chain([reached]).collect() };
    let rule = MethodVerdict::ALL.iter().position(|other| *other == verdict);
    Finding {
        rule: RuleId(rule.expect("all verdicts are listed")),
        message: message(finding, &place.title()),
        place,
        evidence,
        related: Vec::new(),
        suggestions: Vec::new(),
        identity: format!("{}{}", method.title(), method.descriptor),
    }
}

/// Where a method is.
pub fn place(method: &Method) -> Place {
    Place {
        class: ClassName::internal(&method.class),
        member: Some(Member::Method(MethodName { name: method.name.clone(), descriptor: method.descriptor.clone() })),
        source: method.source.clone(),
        lines: method.lines,
    }
}

/// What tests miss of a method, as a sentence for the one who wrote it; of a skipped one, the reason.
fn message(finding: &MethodFinding, title: &str) -> String {
    match (finding.verdict(), finding.reaching.len()) {
        (MethodVerdict::NotCovered, _) => format!("no test runs `{title}`"),
        (MethodVerdict::PseudoTested, 1) => {
            format!("`{title}` is pseudo-tested: the only test that reaches it passes without its body")
        }
        (MethodVerdict::PseudoTested, count) => {
            format!("`{title}` is pseudo-tested: all {count} tests that reach it pass without its body")
        }
        (MethodVerdict::PartiallyTested, _) => {
            let undetected: Vec<String> = finding.undetected().map(|one| one.describe()).collect();
            format!("`{title}` is partially tested: no test notices these bodies: {}", undetected.join("; "))
        }
        (MethodVerdict::Skipped, _) => finding.method.skipped.map_or("", Skip::name).to_owned(),
        (verdict, _) => format!("`{title}`: {}", meaning(verdict)),
    }
}

/// What could not be judged as it should have been.
fn remarks(findings: &Findings) -> Vec<String> {
    let suite = &findings.suite;
    let fatal = suite.fatal_titles();
    let set_aside = [
        ("fails as it is", &suite.failing),
        ("is flaky", &suite.flaky),
        ("ends the JVM or does not end, as it is", &fatal),
    ];
    let not_instrumented = findings
        .not_instrumented
        .iter()
        .map(|(class, reason)| format!("not instrumented: `{}` ({reason})", class.replace('/', ".")));
    let dependent = findings.dependent.iter().map(|test| {
        let title = findings.suite.tests[test.0].title();
        format!("not believed: `{title}` fails when it runs alone")
    });
    let set_aside = set_aside
        .into_iter()
        .flat_map(|(why, tests)| tests.iter().map(move |title| format!("set aside: `{title}` {why}")));
    let unheld = suite.unheld.iter().map(not_virtual);
    not_instrumented.chain(dependent).chain(set_aside).chain(suite.excluded.remarks()).chain(unheld).collect()
}

/// What a test uses of the machine, and from where.
fn not_virtual(unheld: &Unheld) -> String {
    let place = |frame: &Frame| {
        let (class, method) = (frame.class.replace('/', "."), &frame.method);
        match frame.line {
            0 => format!("{class}.{method}"),
            line => format!("{class}.{method} ({}:{line})", frame.source),
        }
    };
    let test = unheld.tests.first().map_or("", String::as_str);
    let others = match unheld.tests.len() {
        0 | 1 => String::new(),
        more => format!(" (as do {} other tests)", more - 1),
    };
    let stack: Vec<String> = unheld.first.stack.iter().map(place).collect();
    format!("not virtual: `{test}`{others} {}, in {}", unheld.first.what, stack.join(" < "))
}

/// What the time was too short for, if anything.
fn unfinished(findings: &Findings) -> Option<String> {
    let (transformations, methods) = (findings.not_judged(), findings.count(MethodVerdict::NotJudged));
    (transformations > 0).then(|| {
        format!(
            "{transformations} transformations, which leaves {methods} methods without a verdict: the time was over"
        )
    })
}

fn headline(findings: &Findings) -> String {
    match findings.count(MethodVerdict::PseudoTested) {
        0 => "No method is pseudo-tested".to_owned(),
        1 => "1 method could vanish, and no test would notice".to_owned(),
        more => format!("{more} methods could vanish, and no test would notice"),
    }
}

fn extent(findings: &Findings) -> String {
    let (detected, undetected) = findings.transformations();
    format!(
        "{} tests, {} methods; {detected} of {} transformations were detected.",
        findings.suite.tests.len(),
        findings.methods.len(),
        detected + undetected
    )
}

/// The numbers: what was judged, and why the rest was not.
fn summary(findings: &Findings) -> String {
    let (detected, undetected) = findings.transformations();
    let mut text = format!(
        "{}; {}: {} tested, {} partially-tested, {} pseudo-tested, {} not-covered, {} skipped; {}: {detected} detected, \
         {undetected} undetected\n",
        counted(findings.suite.tests.len(), "test"),
        counted(findings.methods.len(), "method"),
        findings.count(MethodVerdict::Tested),
        findings.count(MethodVerdict::PartiallyTested),
        findings.count(MethodVerdict::PseudoTested),
        findings.count(MethodVerdict::NotCovered),
        findings.count(MethodVerdict::Skipped),
        counted(detected + undetected, "transformation"),
    );
    let mut reasons: BTreeMap<Skip, usize> = BTreeMap::new();
    for reason in findings.methods.iter().filter_map(|finding| finding.method.skipped) {
        *reasons.entry(reason).or_default() += 1;
    }
    if !reasons.is_empty() {
        let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "skipped: {}", reasons.join(", "));
    }
    text
}
