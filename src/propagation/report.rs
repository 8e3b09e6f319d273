//! What is reported of diagnoses.

use super::diagnosis::{Diagnosis, Lost, Meeting, Outcomes};
use super::symptom::{Symptom, Undecided};
use crate::classfile::ClassName;
use crate::extreme::{Findings, place};
use crate::infection::{Counted, Difference, Evidence as Seen, ProgramState};
use crate::report::{
    Analysis, Document, Evidence, Finding, Kind, MethodName, Outcome, Place, Related, Report, Rule, RuleId, Severity,
    State, counted,
};
use crate::session::TestId;
use crate::worker::protocol::{Frame, Point};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What names this analysis in reports.
const ANALYSIS: Analysis = Analysis { name: "diagnose", title: "Diagnosis", subject: "transformation" };

/// The version of the JSON object; it changes when a key that was there is gone or means something else.
const VERSION: u32 = 1;

/// How many differences of one kind people are shown.
const SHOWN: usize = 3;

/// How many of them the JSON object has.
const LISTED: usize = 50;

/// How many values of a method are named.
const NAMED: usize = 3;

/// What there is to report.
pub fn report(findings: &Findings, diagnoses: &[Diagnosis], not_instrumented: &BTreeMap<String, String>) -> Report {
    let reporter = Reporter { findings };
    let count = |symptom| diagnoses.iter().filter(|one| one.symptom == Ok(symptom)).count();
    let counts: Vec<String> = Symptom::ALL.iter().map(|one| format!("{} {}", count(*one), one.name())).collect();
    let undecided = diagnoses.iter().filter(|one| one.symptom.is_err()).count();
    let remarks = not_instrumented
        .iter()
        .map(|(class, reason)| format!("not observed: `{}` ({reason})", class.replace('/', ".")));
    Report {
        analysis: ANALYSIS,
        rules: Symptom::ALL.iter().rev().map(|symptom| rule(*symptom)).chain([undecided_rule()]).collect(),
        findings: diagnoses.iter().map(|diagnosis| reporter.finding(diagnosis)).collect(),
        interactions: Vec::new(),
        remarks: remarks.chain(reporter.remarks(diagnoses)).collect(),
        unfinished: None,
        headline: match diagnoses.len() {
            0 => "Every transformation that tests reach is detected".to_owned(),
            1 => "1 transformation is undetected".to_owned(),
            more => format!("{more} transformations are undetected"),
        },
        extent: format!("{}; {}.", counted(findings.suite.tests.len(), "test"), counts.join(", ")),
        summary: match undecided {
            0 => format!("{}: {}\n", counted(diagnoses.len(), "undetected transformation"), counts.join(", ")),
            _ => format!(
                "{}: {}, {undecided} undecided\n",
                counted(diagnoses.len(), "undetected transformation"),
                counts.join(", ")
            ),
        },
        document: reporter.document(diagnoses, not_instrumented, &count),
    }
}

fn rule(symptom: Symptom) -> Rule {
    let cure = match symptom {
        Symptom::NoInfection => "Call the method in a test where it returns or changes something else.",
        Symptom::NoPropagation => "Call the method in a test that sees what it returns or changes.",
        Symptom::WeakOracle => "Assert what differs.",
    };
    Rule { name: symptom.name(), meaning: symptom.meaning(), cure, kind: Kind::Problem(Severity::Warning) }
}

/// What cannot be said.
fn undecided_rule() -> Rule {
    Rule { name: "undecided", meaning: "the tests could not be watched", cure: "", kind: Kind::Open }
}

/// What names tests.
struct Reporter<'f> {
    findings: &'f Findings,
}

impl Reporter<'_> {
    fn finding(&self, diagnosis: &Diagnosis) -> Finding {
        let method = &self.findings.methods[diagnosis.case.finding].method;
        let transformation = &method.transformations[diagnosis.case.body as usize];
        let (change, place) = (transformation.describe(), place(method));
        let rule = match diagnosis.symptom {
            Ok(symptom) => Symptom::ALL.iter().rev().position(|other| *other == symptom),
            Err(_) => None,
        };
        let meaning = match &diagnosis.symptom {
            Ok(symptom) => symptom.meaning().to_owned(),
            Err(why) => why.reason(),
        };
        let mut evidence = vec![Evidence::Trial { change: change.clone(), outcome: Outcome::Undetected }];
        evidence.extend(self.told(&diagnosis.infection));
        if let Some(propagation) = &diagnosis.propagation {
            evidence.extend(self.told(propagation));
        }
        if let Some(Lost::In { outcomes, meetings, .. }) = &diagnosis.lost {
            evidence.push(Evidence::States { of: "where the difference is lost".to_owned(), states: alike(outcomes) });
            evidence.extend(meetings.iter().take(SHOWN).map(|one| Evidence::States {
                of: format!("what line {} compares there{}", one.line, asked(one)),
                states: sides(&met(&one.was), &met(&one.would_be)),
            }));
        }
        let stack = diagnosis.infection.evidence.first().map_or(&[][..], |seen| &seen.stack);
        evidence.push(Evidence::Reached(diagnosis.tests.iter().map(|test| self.test(*test)).collect()));
        Finding {
            rule: RuleId(rule.unwrap_or(Symptom::ALL.len())),
            message: format!("no test notices this change of `{}`: {change}; {meaning}", place.title()),
            suggestions: Vec::new(),
            place,
            evidence,
            related: way(diagnosis.lost.as_ref(), stack),
            identity: format!("{}{} {}", method.title(), method.descriptor, transformation.name),
        }
    }

    /// What could not be compared as it should have been; once for each method.
    fn remarks(&self, diagnoses: &[Diagnosis]) -> Vec<String> {
        let mut remarks = Vec::new();
        for diagnosis in diagnoses {
            let title = self.findings.methods[diagnosis.case.finding].method.title();
            let failing = diagnosis.failing.iter().map(|test| {
                format!("not compared: `{}` fails while the states of `{title}` are read", self.test(*test))
            });
            let unread = (diagnosis.unread > 0).then(|| {
                let (unread, all) = (diagnosis.unread, diagnosis.invocations.0);
                format!("not read: the states after {unread} of {all} invocations of `{title}`")
            });
            let undecided = diagnosis.symptom.err().map(|why| format!("undecided: `{title}`: {}", why.reason()));
            remarks.extend(failing.chain(unread).chain(undecided));
        }
        remarks.dedup();
        remarks
    }

    fn test(&self, test: TestId) -> String {
        self.findings.suite.tests[test.0].title()
    }

    /// The title of a test by its id; what comes between two tests is told apart.
    fn title(&self, id: &str) -> String {
        let suite = &self.findings.suite;
        match id.strip_prefix("after ") {
            _ if id.is_empty() => "before the first test".to_owned(),
            Some(id) => format!("after {}", suite.title_of_id(id)),
            None => suite.title_of_id(id),
        }
    }

    /// Where and when a state is read.
    fn when(&self, state: &ProgramState) -> String {
        let (test, occurrence) = (self.title(&state.series.test), state.occurrence);
        match state.series.point.number {
            0 => format!("after invocation {occurrence} in {test}"),
            _ if occurrence > 1 => format!("at {} in {test}, time {occurrence}", at(&state.series.point)),
            _ => format!("at {} in {test}", at(&state.series.point)),
        }
    }

    /// The first differences.
    fn told(&self, difference: &Difference) -> Vec<Evidence> {
        // The same of another test, or of the next line, says nothing new.
        let mut told = BTreeSet::new();
        let new = difference.evidence.iter().filter(|seen| told.insert((path(seen), &seen.was, &seen.would_be)));
        let new: Vec<&Seen> = new.take(SHOWN).collect();
        let states = new.into_iter().map(|seen| Evidence::States {
            of: format!("{} {}", path(seen), self.when(&seen.state)),
            states: sides(&seen.was, &seen.would_be),
        });
        let counts = difference.counts.iter().take(SHOWN).map(|counted| Evidence::States {
            of: format!(
                "the number of times that {} is passed in {}",
                passed(counted),
                self.title(&counted.series.test)
            ),
            states: sides(&counted.was.to_string(), &counted.would_be.to_string()),
        });
        states.chain(counts).collect()
    }

    fn document(
        &self,
        diagnoses: &[Diagnosis],
        not_instrumented: &BTreeMap<String, String>,
        count: &dyn Fn(Symptom) -> usize,
    ) -> Document {
        let summary: serde_json::Map<String, Value> =
            Symptom::ALL.iter().map(|symptom| (symptom.name().to_owned(), count(*symptom).into())).collect();
        let not_instrumented: Vec<Value> = not_instrumented
            .iter()
            .map(|(class, reason)| json!({ "class": class.replace('/', "."), "reason": reason }))
            .collect();
        let object = [
            ("framework", json!(self.findings.suite.framework)),
            ("summary", summary.into()),
            ("notObserved", not_instrumented.into()),
            ("transformations", diagnoses.iter().map(|one| self.object(one)).collect()),
        ];
        Document { version: VERSION, object: object.map(|(key, value)| (key.to_owned(), value)).into_iter().collect() }
    }

    fn object(&self, diagnosis: &Diagnosis) -> Value {
        let method = &self.findings.methods[diagnosis.case.finding].method;
        let transformation = &method.transformations[diagnosis.case.body as usize];
        let (invocations, in_tests) = diagnosis.invocations;
        json!({
            "class": method.class.replace('/', "."),
            "method": method.name,
            "descriptor": method.descriptor,
            "source": method.source,
            "lines": method.lines,
            "transformation": transformation.name,
            "symptom": diagnosis.symptom.map_or("undecided", Symptom::name),
            "undecided": diagnosis.symptom.err().map(Undecided::reason),
            "tests": diagnosis.tests.iter().map(|test| self.test(*test)).collect::<Vec<_>>(),
            "invocations": invocations,
            "invokingTests": in_tests,
            "failing": diagnosis.failing.iter().map(|test| self.test(*test)).collect::<Vec<_>>(),
            "unread": diagnosis.unread,
            "outcomes": diagnosis.outcomes.values,
            "arguments": diagnosis.outcomes.arguments,
            "infection": self.difference(&diagnosis.infection),
            "propagation": diagnosis.propagation.as_ref().map(|difference| self.difference(difference)),
            "lost": diagnosis.lost.as_ref().map(lost),
        })
    }

    fn difference(&self, difference: &Difference) -> Value {
        let states = difference.evidence.iter().take(LISTED).map(|seen| {
            json!({
                "test": self.title(&seen.state.series.test),
                "thread": seen.state.series.thread,
                "occurrence": seen.state.occurrence,
                "place": (seen.state.series.point.number > 0).then(|| at(&seen.state.series.point)),
                "path": path(seen),
                "was": seen.was,
                "wouldBe": seen.would_be,
                "stack": seen.stack.iter().map(frame).collect::<Vec<_>>(),
                "distance": seen.stack.len().checked_sub(1),
            })
        });
        let counts = difference.counts.iter().take(LISTED).map(|counted| {
            json!({
                "test": self.title(&counted.series.test),
                "thread": counted.series.thread,
                "place": (counted.series.point.number > 0).then(|| at(&counted.series.point)),
                "was": counted.was,
                "wouldBe": counted.would_be,
            })
        });
        json!({
            "states": states.collect::<Vec<_>>(),
            "counts": counts.collect::<Vec<_>>(),
            "noise": difference.noise,
            "unchecked": difference.unchecked,
        })
    }
}

/// The original program's side and that of the transformed one.
fn sides(was: &str, would_be: &str) -> Vec<State> {
    let side = |name: &str, line: &str| State { name: name.to_owned(), lines: vec![line.to_owned()] };
    vec![side("is", was), side("would be", would_be)]
}

/// The way to what differs, from what is evaluated where that is known.
pub fn path(seen: &Seen) -> String {
    match (seen.path.strip_prefix("value"), seen.state.series.point.what.as_str()) {
        (Some(rest), what) if seen.state.series.point.number > 0 => format!("{what}{rest}"),
        _ => seen.path.clone(),
    }
}

/// The place of an expression: `VersionedSetTest:16`.
pub fn at(point: &Point) -> String {
    let class = ClassName::internal(&point.class).to_binary();
    format!("{}:{}", class.rsplit('.').next().unwrap_or(&class), point.line)
}

/// A place that is passed, or a method that is called.
pub fn passed(counted: &Counted) -> String {
    let point = &counted.series.point;
    match point.number {
        0 => format!("`{}`", point.method),
        _ => format!("`{}` at {}", point.what, at(point)),
    }
}

/// What both programs do where a difference is lost.
fn alike(outcomes: &Outcomes) -> Vec<State> {
    let values: Vec<String> = outcomes.values.keys().take(NAMED).cloned().collect();
    let values = if values.is_empty() { vec!["the same state".to_owned()] } else { values };
    vec![State { name: "both".to_owned(), lines: values }]
}

/// What a condition asks for, where that has a name.
fn asked(meeting: &Meeting) -> String {
    if meeting.what.is_empty() { String::new() } else { format!(", `{}`", meeting.what) }
}

/// What a condition meets in one of the programs.
fn met(operands: &[String]) -> String {
    if operands.is_empty() { "not asked for".to_owned() } else { operands.join(", ") }
}

/// The way from the method to the test, by where the difference is lost if it is.
fn way(lost: Option<&Lost>, stack: &[Frame]) -> Vec<Related> {
    let at = lost.map(|lost| match lost {
        Lost::In { frame, .. } | Lost::Test(frame) => frame,
    });
    let role = |frame: &Frame| if Some(frame) == at { "the difference is lost in" } else { "called by" };
    let frames = stack.iter().skip(1);
    frames.map(|frame| Related { place: frame_place(frame), role: role(frame).to_owned() }).collect()
}

fn frame_place(frame: &Frame) -> Place {
    let method = MethodName { name: frame.method.clone(), descriptor: frame.descriptor.clone() };
    Place::line_of(ClassName::internal(&frame.class), method, &frame.source, frame.line)
}

fn frame(frame: &Frame) -> Value {
    json!({
        "class": frame.class.replace('/', "."),
        "method": frame.method,
        "descriptor": frame.descriptor,
        "source": Some(&frame.source).filter(|source| !source.is_empty()),
        "line": Some(frame.line).filter(|line| *line > 0),
    })
}

fn meeting(meeting: &Meeting) -> Value {
    json!({ "line": meeting.line, "what": meeting.what, "was": meeting.was, "wouldBe": meeting.would_be })
}

fn lost(lost: &Lost) -> Value {
    match lost {
        Lost::In { frame: at, outcomes, meetings } => json!({
            "in": frame(at),
            "outcomes": outcomes.values,
            "conditions": meetings.iter().map(meeting).collect::<Vec<_>>(),
        }),
        Lost::Test(at) => json!({ "in": frame(at), "outcomes": null, "conditions": [] }),
    }
}
