//! What coverage found, in the form that reports are written from: a finding for each field, and one for each violation.

use super::pairs::{Field, Missing, Pairs, rounded};
use super::violations::{Blame, Picture, Violation};
use super::{Covered, Shown};
use crate::app::Caller;
use crate::app::context::Target;
use crate::report::{
    Analysis, Document, Evidence, Finding, Kind, Place, Related, Report, Rule, RuleId, Severity, Sources, State,
};
use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;

/// What names this analysis in reports.
const ANALYSIS: Analysis = Analysis { name: "coverage", title: "Coverage of feasible pairs", subject: "field" };

/// The version of the JSON object, which `grammar/coverage.schema.json` describes.
const VERSION: u32 = 1;

/// How many owners of missing values a message names; the evidence has all of them.
const NAMED: usize = 5;

const BREAKS: Rule = Rule {
    name: "breaks-invariant",
    meaning: "a call finds a valid structure, or none, and leaves one that violates the invariant",
    cure: "Mend the method, or the specification if the structure is as it should be.",
    kind: Kind::Problem(Severity::Error),
};
const BROKEN: Rule = Rule {
    name: "broken-invariant",
    meaning: "a structure violates the invariant, and which call is to blame is not known",
    cure: "Find out what changes the object between calls of public methods.",
    kind: Kind::Problem(Severity::Warning),
};
const MISSING: Rule = Rule {
    name: "missing-pairs",
    meaning: "no structure has some of the values that objects can have in this field",
    cure: "Let tests work on such structures; `fex generate --complement` writes those that the tests lack.",
    kind: Kind::Problem(Severity::Note),
};
const COVERED: Rule = Rule {
    name: "covered",
    meaning: "some structure has each value that an object can have in this field",
    cure: "",
    kind: Kind::Fine,
};

/// The rules, the gravest first.
const RULES: [Rule; 4] = [BREAKS, BROKEN, MISSING, COVERED];

/// What was measured of one suite, or of the tests of a project and one class.
pub trait Measurement {
    /// The report of this measurement alone, with its JSON object.
    fn report(&self) -> Report;
}

impl Measurement for Covered {
    fn report(&self) -> Report {
        let Covered { spec, target, structures, invalid, pairs } = self;
        let remarks = invalid.iter().map(|invalid| format!("not counted: `{}`, {}", invalid.name, invalid.reason));
        let extent = format!("{}.", counted(*structures, "structure"));
        report(&Measured { spec, target, pairs, violations: &[], remarks: remarks.collect(), extent }, self)
    }
}

impl Measurement for Shown {
    fn report(&self) -> Report {
        let Shown { spec, target, tests, structures, pairs, violations, .. } = self;
        let remarks = self.remarks().into_iter().map(|(about, remark)| format!("{about}: {remark}")).collect();
        let extent = format!("{}, {}.", counted(*tests, "test"), counted(*structures, "structure"));
        report(&Measured { spec, target, pairs, violations, remarks, extent }, self)
    }
}

/// One report of several measurements: its findings are theirs, one after the other.
pub fn joined(reports: Vec<Report>) -> Option<Report> {
    reports.into_iter().reduce(|mut all, next| {
        all.findings.extend(next.findings);
        all.remarks.extend(next.remarks);
        all.unfinished = all.unfinished.or(next.unfinished);
        all.headline = format!("{}; {}", all.headline, next.headline);
        all.extent = format!("{} {}", all.extent, next.extent);
        all.summary.push_str(&next.summary);
        // What `--format json` prints is of one suite; there the other formats have no object of their own.
        all.document.object.clear();
        all
    })
}

/// Where specifications are, by the paths in places of findings; reports name them from the caller's folder.
pub fn sources(caller: &Caller) -> Sources {
    let base = if caller.folder.as_os_str().is_empty() { PathBuf::from(".") } else { caller.folder.to_owned() };
    Sources { roots: vec![PathBuf::new()], base }
}

/// What the two kinds of measurements have in common.
struct Measured<'m> {
    spec: &'m str,
    target: &'m Target,
    pairs: &'m Pairs,
    violations: &'m [Violation],
    remarks: Vec<String>,
    extent: String,
}

fn report(measured: &Measured, object: &impl Serialize) -> Report {
    let Measured { spec, target, pairs, violations, remarks, extent } = measured;
    let identity = |of: &str| format!("{spec}: {target}: {of}");
    let violations = violations.iter().map(|violation| self::violation(violation, identity(&violation.what())));
    let fields = pairs.fields.iter().map(|field| self::field(field, identity(&field.name)));
    let share = format!("{} of {} feasible pairs ({})", pairs.covered, pairs.feasible, pairs.share());
    let object = match serde_json::to_value(object) {
        Ok(Value::Object(object)) => object,
        _ => unreachable!("a measurement is an object of numbers, texts and lists"),
    };
    Report {
        analysis: ANALYSIS,
        rules: RULES.to_vec(),
        findings: violations.chain(fields).collect(),
        interactions: Vec::new(),
        remarks: remarks.clone(),
        unfinished: (!pairs.complete).then(|| "the search was stopped; more pairs may be feasible".to_owned()),
        headline: format!("{target}: {} of the feasible pairs are covered", pairs.share()),
        extent: extent.clone(),
        summary: format!("{target}: {share}\n"),
        document: Document { version: VERSION, object },
    }
}

fn rule(wanted: &Rule) -> RuleId {
    RuleId(RULES.iter().position(|rule| rule == wanted).expect("all rules are listed"))
}

/// A field with its pairs.
fn field(field: &Field, identity: String) -> Finding {
    let Field { name, covered, feasible, percent, place, .. } = field;
    let missing = missing(field);
    let (rule, message, evidence) = if missing.is_empty() {
        (rule(&COVERED), format!("all {feasible} feasible pairs of `{name}` are covered"), Vec::new())
    } else {
        let mut some: Vec<String> = missing.iter().take(NAMED).cloned().collect();
        if missing.len() > NAMED {
            some.push(format!("and of {} more", missing.len() - NAMED));
        }
        let count = feasible - covered;
        let message = format!(
            "`{name}` lacks {count} of its {feasible} feasible pairs ({} are covered): {}",
            rounded(*percent),
            some.join("; ")
        );
        let states = vec![State { name: "missing".to_owned(), lines: missing }];
        (rule(&MISSING), message, vec![Evidence::States { of: "Feasible, and in no structure.".to_owned(), states }])
    };
    let (related, suggestions) = (Vec::new(), Vec::new());
    Finding { rule, place: place.clone(), message, evidence, related, suggestions, identity }
}

/// The missing values of a field, those of an owner together: `Node0.next: Node1, null`.
pub fn missing(field: &Field) -> Vec<String> {
    let places = field.missing.chunk_by(|one, next| one.owner == next.owner);
    let place = |missing: &[Missing]| {
        let owner = &missing[0].owner;
        let index = if owner.len() > 1 { format!("[{}]", owner[1..].join(", ")) } else { String::new() };
        let values = missing.iter().map(|missing| missing.value.as_deref().unwrap_or("null")).join(", ");
        format!("{}.{}{index}: {values}", owner[0], field.field)
    };
    places.map(place).collect()
}

/// A call that a violation was met at.
fn violation(violation: &Violation, identity: String) -> Finding {
    let state = |name: &str, picture: &Picture| State { name: name.to_owned(), lines: picture.text.clone() };
    let before = violation.before.as_ref().map(|before| state("before", before));
    let states = before.into_iter().chain([state("after", &violation.after)]).collect();
    let of = format!("In {}{}.", violation.test, violation.place());
    let called = |place: &Place| Related { place: place.clone(), role: "called here".to_owned() };
    Finding {
        rule: rule(if violation.blame == Blame::Call { &BREAKS } else { &BROKEN }),
        place: violation.called.clone(),
        message: format!("`{}` {}: {}", violation.call, violation.how(), violation.reason),
        evidence: vec![Evidence::States { of, states }, Evidence::Reached(vec![violation.test.clone()])],
        related: violation.calling.iter().map(called).collect(),
        suggestions: Vec::new(),
        identity,
    }
}

/// `1 test`, `2 tests`.
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
