//! One static page: no script, no network, light and dark. `page.html` is its template.

use super::filters;
use super::highlight::Highlighter;
use super::{Evidence, Finding, Interaction, Kind, Outcome, Report, Rule, RuleId, Severity, Sources, State};
use askama::Template;
use std::collections::BTreeMap;

#[derive(Template)]
#[template(path = "report/page.html")]
struct Page<'r> {
    report: &'r Report,
    style: &'static str,
    sections: Vec<Section<'r>>,
    /// Two classes side by side, if the report is about two.
    interaction: Option<String>,
    /// Other pairs with how much of them is covered and the files of their pages.
    links: Vec<(String, String)>,
}

/// What is said of a rule under which something falls.
struct Section<'r> {
    rule: &'r Rule,
    /// The class that colours it.
    tone: &'static str,
    count: usize,
    /// Problems one by one.
    cards: Vec<Card<'r>>,
    /// Whether these are unfolded.
    is_open: bool,
    /// Everything else as a table.
    groups: Option<Groups>,
}

/// A problem with its source and what it rests on.
struct Card<'r> {
    finding: &'r Finding,
    place: String,
    excerpt: Option<Vec<Line>>,
    trials: Vec<(&'r str, Trial<'r>)>,
    states: Vec<(&'r str, &'r [State])>,
    reached: Option<&'r [String]>,
}

/// A line of source.
struct Line {
    number: usize,
    html: String,
}

/// What tests said to a change.
struct Trial<'r> {
    /// The class of the word, which is the word.
    class: &'static str,
    said: &'r str,
    how: Option<&'static str>,
}

/// Findings that share something.
struct Groups {
    by: &'static str,
    rows: BTreeMap<String, Vec<String>>,
}

/// A page of a report. Of several interactions each has a page of its own, to which this one leads if these are written, too.
pub(super) fn page(report: &Report, sources: &Sources, has_others: bool) -> String {
    let sections = report.rules().filter_map(|(id, rule)| section(report, sources, id, rule)).collect();
    let (interaction, links) = match report.interactions.as_slice() {
        [only] => (Some(only.html(sources)), Vec::new()),
        several if has_others => (None, several.iter().map(linked).collect()),
        _ => (None, Vec::new()),
    };
    let page = Page { report, style: include_str!("page.css"), sections, interaction, links };
    format!("{}\n", page.render().expect("a text takes whatever is written to it"))
}

/// What leads to the page of an interaction.
fn linked(interaction: &Interaction) -> (String, String) {
    let ([caller, callee], (all, covered)) = (&interaction.classes, interaction.counts());
    (interaction.file_name(), format!("`{caller}` calls `{callee}`: {covered} of {all} covered"))
}

#[derive(Template)]
#[template(path = "report/pair.html")]
struct PairPage<'r> {
    title: &'r str,
    /// The names of the two classes.
    classes: &'r [String; 2],
    style: &'static str,
    interaction: String,
}

/// A page of an interaction alone.
pub(super) fn pair_page(title: &str, interaction: &Interaction, sources: &Sources) -> String {
    let (style, classes) = (include_str!("page.css"), &interaction.classes);
    let page = PairPage { title, classes, style, interaction: interaction.html(sources) };
    format!("{}\n", page.render().expect("a text takes whatever is written to it"))
}

fn section<'r>(report: &'r Report, sources: &Sources, id: RuleId, rule: &'r Rule) -> Option<Section<'r>> {
    let count = report.of(id).count();
    let (cards, groups) = match rule.kind {
        Kind::Problem(_) => (report.of(id).map(|finding| card(finding, sources)).collect(), None),
        Kind::Gap | Kind::Open | Kind::Fine => {
            let class = |finding: &Finding| (finding.place.class.to_binary(), finding.place.within_class());
            (Vec::new(), Some(Groups::new("class", report.of(id).map(class))))
        }
        Kind::LeftOut => {
            let reason = |finding: &Finding| (finding.message.clone(), finding.place.title());
            (Vec::new(), Some(Groups::new("reason", report.of(id).map(reason))))
        }
    };
    let is_open = rule.kind.severity() > Some(Severity::Note);
    (count > 0).then(|| Section { rule, tone: tone(rule.kind), count, cards, is_open, groups })
}

impl Groups {
    fn new(by: &'static str, findings: impl Iterator<Item = (String, String)>) -> Groups {
        let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
        findings.for_each(|(head, title)| rows.entry(head).or_default().push(title));
        Groups { by, rows }
    }
}

fn card<'r>(finding: &'r Finding, sources: &Sources) -> Card<'r> {
    let place = match (sources.name(&finding.place), finding.place.lines) {
        (Some(file), Some((first, _))) => format!("{file}, line {first}"),
        (Some(file), None) => file,
        (None, _) => "no source".to_owned(),
    };
    let excerpt = sources.excerpt(&finding.place).map(|excerpt| {
        let mut highlighter = Highlighter::default();
        let numbered = (excerpt.first..).zip(&excerpt.lines);
        numbered.map(|(number, line)| Line { number, html: highlighter.line(line) }).collect()
    });
    let trials = finding.evidence.iter().filter_map(|evidence| match evidence {
        Evidence::Trial { change, outcome } => Some((change.as_str(), Trial::of(outcome))),
        _ => None,
    });
    let states = finding.evidence.iter().filter_map(|evidence| match evidence {
        Evidence::States { of, states } => Some((of.as_str(), states.as_slice())),
        _ => None,
    });
    let reached = finding.evidence.iter().find_map(Evidence::reached);
    Card { finding, place, excerpt, trials: trials.collect(), states: states.collect(), reached }
}

impl Trial<'_> {
    fn of(outcome: &Outcome) -> Trial<'_> {
        let (class, said, how) = match outcome {
            Outcome::Detected { test, how } => ("detected", test.as_str(), Some(*how)),
            Outcome::Undetected => ("undetected", "no test fails", None),
            Outcome::NotCovered => ("undetected", "no test runs it", None),
            Outcome::NotJudged => ("not-judged", "the time was over", None),
        };
        Trial { class, said, how }
    }
}

/// The class by which the style knows a kind.
fn tone(kind: Kind) -> &'static str {
    match kind {
        Kind::Problem(Severity::Warning | Severity::Error) => "problem",
        Kind::Problem(Severity::Note) => "doubt",
        Kind::Gap => "gap",
        Kind::Open => "open",
        Kind::Fine => "fine",
        Kind::LeftOut => "left-out",
    }
}
