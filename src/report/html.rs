//! One static page: no script, no network, light and dark.

use super::highlight::Highlighter;
use super::{Sources, left, meaning, of, signature};
use crate::extreme::{Findings, MethodFinding, MethodVerdict, Skip, Verdict};
use crate::markup::escape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The style of the page.
const STYLE: &str = include_str!("page.css");

pub(super) fn report(findings: &Findings, sources: &Sources) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Extreme transformations</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    head(&mut page, findings);
    for verdict in [MethodVerdict::PseudoTested, MethodVerdict::PartiallyTested] {
        if !section(&mut page, findings, verdict) {
            continue;
        }
        for finding in of(findings, verdict) {
            card(&mut page, findings, sources, finding);
        }
    }
    for verdict in [MethodVerdict::NotCovered, MethodVerdict::NotJudged, MethodVerdict::Tested] {
        if section(&mut page, findings, verdict) {
            list(&mut page, findings, verdict);
        }
    }
    skipped(&mut page, findings);
    doubts(&mut page, findings);
    let _ = writeln!(page, "<footer>fex {}</footer>\n</body>\n</html>", env!("CARGO_PKG_VERSION"));
    page
}

/// The numbers, and a bar in which each verdict has its share.
fn head(page: &mut String, findings: &Findings) {
    let (detected, undetected) = findings.transformations();
    let transformations = detected + undetected;
    let pseudo = findings.count(MethodVerdict::PseudoTested);
    let title = match pseudo {
        0 => "No method is pseudo-tested".to_owned(),
        1 => "1 method could vanish, and no test would notice".to_owned(),
        more => format!("{more} methods could vanish, and no test would notice"),
    };
    let _ = writeln!(
        page,
        "<header>\n<h1>{title}</h1>\n<p class=\"quiet\">{} tests, {} methods; {detected} of {transformations} \
         transformations were detected.{}</p>",
        findings.suite.tests.len(),
        findings.methods.len(),
        left(findings).map(|left| format!(" Not judged: {left}.")).unwrap_or_default(),
    );
    page.push_str("<div class=\"bar\" aria-hidden=\"true\">");
    let shown = || MethodVerdict::ALL.into_iter().filter(|verdict| findings.count(*verdict) > 0);
    for verdict in shown() {
        let (name, count) = (verdict.name(), findings.count(verdict));
        let _ = write!(page, "<span class=\"{name}\" style=\"flex:{count}\"></span>");
    }
    page.push_str("</div>\n<ul class=\"legend\">\n");
    for verdict in shown() {
        let (name, count) = (verdict.name(), findings.count(verdict));
        let _ = writeln!(page, "<li><a href=\"#{name}\"><span class=\"dot {name}\"></span>{count} {name}</a></li>");
    }
    page.push_str("</ul>\n</header>\n");
}

/// The heading of a verdict, if some methods have it.
fn section(page: &mut String, findings: &Findings, verdict: MethodVerdict) -> bool {
    let (name, count) = (verdict.name(), findings.count(verdict));
    if count > 0 {
        let _ = writeln!(
            page,
            "<h2 id=\"{name}\"><span class=\"dot {name}\"></span>{name} <span class=\"count\">{count}</span></h2>\n\
             <p class=\"quiet\">{}</p>",
            meaning(verdict)
        );
    }
    count > 0
}

/// A method with its source, what was tried, and which tests ran.
fn card(page: &mut String, findings: &Findings, sources: &Sources, finding: &MethodFinding) {
    let method = &finding.method;
    let open = if finding.verdict() == MethodVerdict::PseudoTested { " open" } else { "" };
    let _ = writeln!(
        page,
        "<article style=\"--edge:var(--{})\">\n<details{open}><summary><h3>{}</h3></summary>\n<p class=\"quiet\">{}</p>",
        finding.verdict().name(),
        escape(&signature::of(method)),
        escape(&place(sources, finding))
    );
    if let Some(excerpt) = sources.excerpt(method) {
        let mut highlighter = Highlighter::default();
        page.push_str("<pre>");
        for (index, line) in excerpt.lines.iter().enumerate() {
            let _ = write!(
                page,
                "<span class=\"l\" data-n=\"{}\">{}</span>",
                excerpt.first + index,
                highlighter.line(line)
            );
        }
        page.push_str("</pre>\n");
    }
    page.push_str("<table>\n");
    for (transformation, verdict) in method.transformations.iter().zip(&finding.verdicts) {
        let (class, said) = match verdict {
            Verdict::Detected(detection) => {
                let test = escape(&findings.suite.tests[detection.test.0].title());
                ("detected", format!("{test} <small>{}</small>", detection.how.name()))
            }
            Verdict::Undetected => ("undetected", "no test fails".to_owned()),
            Verdict::NotCovered => ("undetected", "no test runs it".to_owned()),
            Verdict::NotJudged => ("not-judged", "the time was over".to_owned()),
        };
        let _ = writeln!(
            page,
            "<tr><td><code>{}</code></td><td class=\"{class}\">{class}</td><td>{said}</td></tr>",
            escape(&transformation.describe())
        );
    }
    page.push_str("</table>\n");
    let count = finding.reaching.len();
    let _ = writeln!(
        page,
        "<details><summary>reached by {count} {}</summary><ul class=\"tests\">",
        if count == 1 { "test" } else { "tests" }
    );
    for test in &finding.reaching {
        let _ = writeln!(page, "<li>{}</li>", escape(&findings.suite.tests[test.0].title()));
    }
    page.push_str("</ul></details>\n</details>\n</article>\n");
}

fn place(sources: &Sources, finding: &MethodFinding) -> String {
    match (sources.name(&finding.method), finding.method.lines) {
        (Some(file), Some((first, _))) => format!("{file}, line {first}"),
        (Some(file), None) => file,
        (None, _) => "no source".to_owned(),
    }
}

/// Methods by class, folded.
fn list(page: &mut String, findings: &Findings, verdict: MethodVerdict) {
    let mut by_class: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for finding in of(findings, verdict) {
        let class = finding.method.class.replace('/', ".");
        by_class.entry(class).or_default().push(signature::without_class(&finding.method));
    }
    page.push_str("<details><summary>by class</summary>\n");
    table(page, ["class", "methods"], by_class);
    page.push_str("</details>\n");
}

/// What was not judged, and why.
fn skipped(page: &mut String, findings: &Findings) {
    if !section(page, findings, MethodVerdict::Skipped) {
        return;
    }
    let mut by_reason: BTreeMap<Skip, Vec<String>> = BTreeMap::new();
    for finding in of(findings, MethodVerdict::Skipped) {
        if let Some(reason) = finding.method.skipped {
            by_reason.entry(reason).or_default().push(signature::of(&finding.method));
        }
    }
    page.push_str("<details><summary>by reason</summary>\n");
    table(
        page,
        ["reason", "methods"],
        by_reason.into_iter().map(|(reason, methods)| (reason.name().to_owned(), methods)),
    );
    page.push_str("</details>\n");
}

fn table(page: &mut String, heads: [&str; 2], rows: impl IntoIterator<Item = (String, Vec<String>)>) {
    let _ = writeln!(page, "<table><tr><th>{}</th><th>{}</th></tr>", heads[0], heads[1]);
    for (head, methods) in rows {
        let methods: Vec<String> = methods.iter().map(|method| format!("<code>{}</code>", escape(method))).collect();
        let _ = writeln!(page, "<tr><td>{}</td><td>{}</td></tr>", escape(&head), methods.join("<br>"));
    }
    page.push_str("</table>\n");
}

/// What could not be judged as it should have been.
fn doubts(page: &mut String, findings: &Findings) {
    let set_aside = [
        ("fails on the unchanged program", &findings.suite.failing),
        ("is flaky", &findings.suite.flaky),
        ("ends the JVM on the unchanged program, or does not end", &findings.suite.fatal),
    ];
    let is_empty = set_aside.iter().all(|(_, tests)| tests.is_empty());
    if findings.not_instrumented.is_empty() && findings.dependent.is_empty() && is_empty {
        return;
    }
    page.push_str("<h2>Not believed</h2>\n<ul>\n");
    for (class, reason) in &findings.not_instrumented {
        let class = escape(&class.replace('/', "."));
        let _ = writeln!(page, "<li><code>{class}</code> was not instrumented: {}</li>", escape(reason));
    }
    for test in &findings.dependent {
        let title = escape(&findings.suite.tests[test.0].title());
        let _ = writeln!(page, "<li>{title} fails when it runs alone</li>");
    }
    for (why, tests) in set_aside {
        for title in tests {
            let _ = writeln!(page, "<li>{} {why}</li>", escape(title));
        }
    }
    page.push_str("</ul>\n");
}
