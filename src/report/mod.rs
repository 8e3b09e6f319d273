//! Findings in the formats that people and other programs read.
//!
//! Each format is a function from findings to text. [`write()`] puts reports on disk.

mod descartes;
mod github;
mod highlight;
mod html;
mod human;
mod json;
mod junit;
mod sarif;
mod signature;
mod sources;
mod write;

pub use sources::Sources;
pub use write::write;

use crate::extreme::{Findings, MethodFinding, MethodVerdict};

/// A format of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// The methods to act on, and a summary.
    Human,
    /// Everything, as one JSON object that `grammar/extreme.schema.json` describes.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit's XML, for build servers: a test case for each method.
    Junit,
    /// Commands that annotate the lines of a pull request on GitHub.
    Github,
    /// The `methods.json` of Descartes.
    Descartes,
    /// One static page.
    Html,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 7] =
        [Format::Human, Format::Json, Format::Sarif, Format::Junit, Format::Github, Format::Descartes, Format::Html];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Human => "human",
            Format::Json => "json",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::Github => "github",
            Format::Descartes => "descartes",
            Format::Html => "html",
        }
    }

    /// The name of its file in a folder of reports.
    pub fn file_name(self) -> &'static str {
        match self {
            Format::Human => "summary.txt",
            Format::Json => "extreme.json",
            Format::Sarif => "extreme.sarif",
            Format::Junit => "junit.xml",
            Format::Github => "annotations.txt",
            Format::Descartes => "methods.json",
            Format::Html => "index.html",
        }
    }

    /// Findings in this format, with a line break at the end.
    pub fn render(self, findings: &Findings, sources: &Sources) -> String {
        match self {
            Format::Human => human::report(findings),
            Format::Json => format!("{}\n", json::report(findings)),
            Format::Sarif => format!("{}\n", sarif::report(findings, sources)),
            Format::Junit => junit::report(findings),
            Format::Github => github::report(findings, sources),
            Format::Descartes => format!("{}\n", descartes::report(findings)),
            Format::Html => html::report(findings, sources),
        }
    }
}

/// The verdicts that a person may want to act on, the gravest first.
const TO_ACT_ON: [MethodVerdict; 3] =
    [MethodVerdict::PseudoTested, MethodVerdict::PartiallyTested, MethodVerdict::NotCovered];

/// The methods with a verdict, in order.
fn of(findings: &Findings, verdict: MethodVerdict) -> impl Iterator<Item = &MethodFinding> {
    findings.methods.iter().filter(move |method| method.verdict() == verdict)
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

/// What the time was too short for, if anything.
fn left(findings: &Findings) -> Option<String> {
    let (transformations, methods) = (findings.not_judged(), findings.count(MethodVerdict::NotJudged));
    (transformations > 0).then(|| {
        format!(
            "{transformations} transformations, which leaves {methods} methods without a verdict: the time was over"
        )
    })
}

/// What tests miss of a method, as a sentence for the one who wrote it.
fn message(finding: &MethodFinding) -> String {
    let title = signature::of(&finding.method);
    let undetected: Vec<String> = finding.undetected().map(|one| one.describe()).collect();
    match (finding.verdict(), finding.reaching.len()) {
        (MethodVerdict::NotCovered, _) => format!("no test runs `{title}`"),
        (MethodVerdict::PseudoTested, 1) => {
            format!("`{title}` is pseudo-tested: the only test that reaches it passes without its body")
        }
        (MethodVerdict::PseudoTested, count) => {
            format!("`{title}` is pseudo-tested: all {count} tests that reach it pass without its body")
        }
        (MethodVerdict::PartiallyTested, _) => {
            format!("`{title}` is partially tested: no test notices these bodies: {}", undetected.join("; "))
        }
        (verdict, _) => format!("`{title}`: {}", meaning(verdict)),
    }
}
