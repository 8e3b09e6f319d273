//! What is reported of brittle assertions and unused inputs.

use super::elsewhere;
use super::findings::{Brittle, Findings, Refuted, Tally, Unmarked, Unused};
use super::kind::{InputKind, Problem};
use super::state::{NeverChecked, StateTally, UncheckedField};
use super::suspicion::is_of_environment;
use super::way::{self, code};
use crate::classfile::{ClassName, Type};
use crate::fixes;
use crate::report::{
    Analysis, Document, Evidence, Finding, Kind, Member, MethodName, Outcome, Place, Related, Report, Rule, RuleId,
    Severity, State, Suggestion, type_name,
};
use crate::session::TestId;
use crate::worker::protocol::{Checking, TaintStep, TaintWay, TaintedInput};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of this analysis.
pub const NAME: &str = "taint";

/// What names it in reports.
const ANALYSIS: Analysis = Analysis { name: NAME, title: "Taint", subject: "test" };

/// The version of the JSON object; it changes when a key that was there is gone or means something else.
const VERSION: u32 = 1;

/// The number of the rule for tests without problems.
const SOUND: usize = 3;

/// The number of the rule for tests that cannot be judged.
const UNMARKED: usize = 4;

/// What there is to report. Files are named by a function.
pub fn report(findings: &Findings, name: &dyn Fn(&Path) -> PathBuf) -> Report {
    let reporter = Reporter { findings, name };
    let brittle = findings.brittle.iter().map(|one| reporter.brittle(one));
    let unused = findings.unused.iter().map(|one| reporter.unused(one));
    let never_checked = findings.never_checked.iter().map(|one| reporter.never_checked(one));
    let unmarked = findings.unmarked.iter().map(|one| reporter.unmarked(one));
    let sound = findings.sound().map(|test| reporter.sound(test));
    Report {
        analysis: ANALYSIS,
        rules: rules(),
        findings: brittle.chain(unused).chain(never_checked).chain(unmarked).chain(sound).collect(),
        interactions: Vec::new(),
        remarks: reporter.remarks(),
        unfinished: None,
        headline: headline(findings),
        extent: format!("{} tests, each with marks on its inputs.", findings.judged.len()),
        summary: summary(findings),
        document: reporter.document(),
    }
}

fn rules() -> Vec<Rule> {
    let problem = |problem: Problem, severity| Rule {
        name: problem.name(),
        meaning: problem.meaning(),
        cure: problem.cure(),
        kind: Kind::Problem(severity),
    };
    vec![
        problem(Problem::BrittleAssertion, Severity::Warning),
        problem(Problem::UnusedInput, Severity::Note),
        problem(Problem::NeverChecked, Severity::Note),
        Rule {
            name: "sound",
            meaning: "assertions depend on what the test controls, and check all that it provides",
            cure: "",
            kind: Kind::Fine,
        },
        Rule { name: "unmarked", meaning: "the test cannot be judged", cure: "", kind: Kind::LeftOut },
    ]
}

fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

fn headline(findings: &Findings) -> String {
    match findings.count(None) {
        0 => "No assertion depends on what its test does not control, and all inputs and fields are checked".to_owned(),
        _ => format!(
            "{}, {} and {}",
            counted(findings.brittle.len(), "brittle dependence of assertions", "brittle dependences of assertions"),
            counted(findings.unused.len(), "unused input", "unused inputs"),
            counted(findings.state.unchecked, "field that is never checked", "fields that are never checked")
        ),
    }
}

fn summary(findings: &Findings) -> String {
    let tests = |all: &mut dyn Iterator<Item = TestId>| {
        let mut all: Vec<TestId> = all.collect();
        all.dedup();
        all.len()
    };
    let brittle = tests(&mut findings.brittle.iter().map(|one| one.test));
    let unused = tests(&mut findings.unused.iter().map(|one| one.test));
    let mut lines = format!(
        "{}: {} sound, {brittle} with brittle assertions, {unused} with unused inputs, {} not judged\n",
        counted(findings.judged.len(), "test", "tests"),
        findings.sound().count(),
        findings.unmarked.len()
    );
    for (problem, tally) in &findings.tallies {
        let Tally { reports, confirmed, refuted, guarded, unchanged } = tally;
        let guarded = match problem {
            Problem::BrittleAssertion => String::new(),
            Problem::UnusedInput | Problem::NeverChecked => format!("{guarded} checked by not throwing, "),
        };
        lines.push_str(&format!(
            "{}: {confirmed} of {reports} suspicions confirmed, {guarded}{refuted} refuted, {unchanged} without another value to \
             try\n",
            problem.name()
        ));
    }
    let fixes = findings.brittle.iter().map(|one| &one.fixes).chain(findings.unused.iter().map(|one| &one.fixes));
    lines + &state(findings) + &fixes::summary(fixes)
}

/// The type of a field, as Java writes it.
fn java_type(field: &UncheckedField) -> String {
    Type::parse(&field.of).as_ref().map(type_name).unwrap_or_default()
}

/// How many fields of the program tests set and do not check, if all tests were judged.
fn state(findings: &Findings) -> String {
    let StateTally { fields, unchecked, guarded } = findings.state;
    match fields {
        0 => String::new(),
        _ => format!(
            "{}: {unchecked} of {} that tests set, {guarded} checked by not throwing\n",
            Problem::NeverChecked.name(),
            counted(fields, "field", "fields")
        ),
    }
}

/// What names tests and places.
struct Reporter<'f> {
    findings: &'f Findings,
    /// The name of a file.
    name: &'f dyn Fn(&Path) -> PathBuf,
}

impl Reporter<'_> {
    fn title(&self, test: TestId) -> String {
        self.findings.suite.tests[test.0].title()
    }

    fn place(&self, test: TestId) -> Place {
        let unit = &self.findings.suite.tests[test.0].unit;
        let unknown = || Place { class: ClassName::binary(&unit.class), member: None, source: None, lines: None };
        self.findings.places.get(&test).cloned().unwrap_or_else(unknown)
    }

    fn line(&self, class: &str, method: &str, descriptor: &str, line: u32) -> Place {
        let method = MethodName { name: method.to_owned(), descriptor: descriptor.to_owned() };
        let source = self.findings.sources.get(class).map_or("", String::as_str);
        Place::line_of(ClassName::internal(class), method, source, line)
    }

    /// Where a brittle assertion is: in the code of the test if it is known from which line of that it is called.
    fn assertion(&self, test: TestId, checking: &Checking) -> Place {
        let place = self.place(test);
        if let (true, Some(Member::Method(method))) = (checking.test_line > 0, &place.member)
            && checking.method != method.name
        {
            return self.line(&place.class.to_string(), &method.name, &method.descriptor, checking.test_line);
        }
        self.line(&checking.class, &checking.method, &checking.descriptor, checking.line)
    }

    fn brittle(&self, one: &Brittle) -> Finding {
        let (title, field) = (self.title(one.test), shown(&one.input));
        let first = one.assertions.first();
        let place = first.map_or_else(|| self.place(one.test), |checking| self.assertion(one.test, checking));
        let asserting = first.map_or_else(|| "an assertion".to_owned(), |checking| format!("`{}`", checking.name));
        let others = one.assertions.iter().skip(1).map(|checking| Related {
            place: self.assertion(one.test, checking),
            role: format!("{} depends on it, too", code(&checking.name)),
        });
        let more = one.assertions.len().saturating_sub(1);
        let also =
            if more > 0 { format!(", and so {} more", if more == 1 { "does 1" } else { "do" }) } else { String::new() };
        let also = if more > 1 { format!("{also} {more}") } else { also };
        Finding {
            rule: RuleId(0),
            message: format!("{asserting} in `{title}` depends on {field}, {}{also}", uncontrolled(&one.input)),
            evidence: vec![Evidence::Trial {
                change: changed(one),
                outcome: Outcome::Detected { test: title.clone(), how: one.failed.how.name() },
            }],
            related: self.steps(one.way.as_ref()).chain(others).collect(),
            suggestions: fixes::suggestions(one.fixes.as_deref(), cure(&one.input), self.name),
            identity: format!("{title} brittle {}", one.input.key),
            place,
        }
    }

    fn unused(&self, one: &Unused) -> Finding {
        let title = self.unused_in(one);
        let input = &one.input;
        let whose = if is_of_fixture(input) { "no test of" } else { "no assertion of" };
        let passes = if is_of_fixture(input) { "all tests of the class pass" } else { "the test passes" };
        let of = match InputKind::of(input) {
            Some(InputKind::Result) => format!("what `{}()` returns, which is {},", input.name, code(&input.value)),
            Some(InputKind::Fixture) => format!("{}, which `{}` has,", code(&input.value), input.method),
            Some(InputKind::Argument) => format!("the {} ({})", input.name, code(&input.value)),
            _ => code(&input.value),
        };
        let values = one.instead.iter().map(|value| code(value)).collect::<Vec<_>>().join(", ");
        Finding {
            rule: RuleId(1),
            place: self.line(&input.class, &input.method, &input.descriptor, input.line),
            message: format!("{whose} `{title}` checks what becomes of {of}"),
            evidence: vec![Evidence::States {
                of: format!("{passes} with {values} instead, too"),
                states: vec![State { name: "in the test".to_owned(), lines: vec![input.value.clone()] }],
            }],
            related: self.steps(one.way.as_ref()).collect(),
            suggestions: fixes::suggestions(one.fixes.as_deref(), Problem::UnusedInput.cure().to_owned(), self.name),
            identity: format!("{title} unused {}", input.key),
        }
    }

    fn never_checked(&self, one: &NeverChecked) -> Finding {
        let class = ClassName::internal(&one.class);
        let names: Vec<String> = one.fields.iter().map(|field| code(&field.name)).collect();
        let field = |field: &UncheckedField| {
            let tests = counted(field.tests.len(), "test", "tests");
            State { name: field.name.clone(), lines: vec![format!("{}, set in {tests}", java_type(field))] }
        };
        Finding {
            rule: RuleId(2),
            message: format!("no assertion of any test compares {} of `{}`", names.join(", "), class.to_binary()),
            evidence: vec![Evidence::States {
                of: "no assertion compares".to_owned(),
                states: one.fields.iter().map(field).collect(),
            }],
            related: Vec::new(),
            suggestions: vec![words(Problem::NeverChecked.cure().to_owned())],
            identity: format!("{} never checked", class.to_binary()),
            place: Place { class, member: None, source: self.findings.sources.get(&one.class).cloned(), lines: None },
        }
    }

    /// The test that leaves an input unused; for a constant of a fixture, the class.
    fn unused_in(&self, one: &Unused) -> String {
        match is_of_fixture(&one.input) {
            true => self.findings.suite.tests[one.test.0].unit.class.clone(),
            false => self.title(one.test),
        }
    }

    /// The steps of a way, first to last, and where else the value was read last.
    fn steps(&self, way: Option<&TaintWay>) -> impl Iterator<Item = Related> {
        let related = |step: &TaintStep, role| Related {
            place: self.line(&step.place.class, &step.place.method, &step.place.descriptor, step.place.line),
            role,
        };
        let steps = way.map_or_else(Vec::new, |way| way::told(&way.steps));
        let steps = steps.into_iter().map(move |step| related(step, way::words(step)));
        let others = way.into_iter().flat_map(|way| &way.others);
        steps.chain(others.map(move |step| related(step, format!("it gets here as well, where {}", way::words(step)))))
    }

    fn way_json(&self, way: &TaintWay) -> Value {
        let steps = |steps: &[TaintStep]| -> Vec<Value> {
            let step = |TaintStep { place, value }: &TaintStep| {
                json!({
                    "kind": place.kind,
                    "class": place.class.replace('/', "."),
                    "method": place.method,
                    "source": self.findings.sources.get(&place.class),
                    "line": Some(place.line).filter(|line| *line > 0),
                    "name": Some(&place.name).filter(|name| !name.is_empty()),
                    "value": Some(value).filter(|value| !value.is_empty()),
                })
            };
            steps.iter().map(step).collect()
        };
        json!({ "isChecked": way.is_checked, "steps": steps(&way.steps), "others": steps(&way.others) })
    }

    fn plain(&self, rule: usize, test: TestId, message: String) -> Finding {
        Finding {
            rule: RuleId(rule),
            place: self.place(test),
            message,
            evidence: Vec::new(),
            related: Vec::new(),
            suggestions: Vec::new(),
            identity: self.title(test),
        }
    }

    fn unmarked(&self, one: &Unmarked) -> Finding {
        self.plain(UNMARKED, one.test, format!("`{}` is not judged: {}", self.title(one.test), one.why))
    }

    fn sound(&self, test: TestId) -> Finding {
        let message = format!("`{}` depends on what it controls, and checks all that it provides", self.title(test));
        self.plain(SOUND, test, message)
    }

    /// What could not be judged.
    fn remarks(&self) -> Vec<String> {
        let suite = &self.findings.suite;
        let fatal = suite.fatal_titles();
        let flaky = suite.flaky.iter().map(|title| format!("set aside: `{title}` passes and fails as it is"));
        let failing = suite.failing.iter().map(|title| format!("set aside: `{title}` fails as it is"));
        let ending = fatal.iter().map(|title| format!("set aside: `{title}` ends the JVM or does not end, as it is"));
        let lost = self.findings.not_instrumented.iter();
        let lost = lost.map(|(class, why)| format!("marks are lost in `{}`: {why}", class.replace('/', ".")));
        flaky
            .chain(failing)
            .chain(ending)
            .chain(suite.excluded.remarks())
            .chain(lost)
            .chain(self.findings.remarks.iter().cloned())
            .collect()
    }

    fn document(&self) -> Document {
        let Findings { suite, judged, brittle, unused, refuted, tallies, unmarked, not_instrumented, remarks, .. } =
            self.findings;
        let Findings { never_checked, state, .. } = self.findings;
        let tallies: BTreeMap<&str, Value> = tallies
            .iter()
            .map(|(problem, tally)| {
                let Tally { reports, confirmed, refuted, guarded, unchanged } = tally;
                let counts = json!({
                    "reports": reports,
                    "confirmed": confirmed,
                    "refuted": refuted,
                    "guarded": guarded,
                    "unchanged": unchanged,
                });
                (problem.name(), counts)
            })
            .collect();
        let unmarked: Vec<Value> =
            unmarked.iter().map(|one| json!({ "test": self.title(one.test), "why": one.why })).collect();
        let object = json!({
            "framework": suite.framework,
            "tests": judged.len(),
            "sound": self.findings.sound().count(),
            "counts": tallies,
            "brittle": brittle.iter().map(|one| self.brittle_json(one)).collect::<Vec<_>>(),
            "unused": unused.iter().map(|one| self.unused_json(one)).collect::<Vec<_>>(),
            "refuted": refuted.iter().map(|one| self.refuted_json(one)).collect::<Vec<_>>(),
            "state": {
                "fields": state.fields,
                "unchecked": state.unchecked,
                "guarded": state.guarded,
                "neverChecked": never_checked.iter().map(|one| self.never_checked_json(one)).collect::<Vec<_>>(),
            },
            "suiteMicros": suite.micros,
            "marksMicros": self.findings.marks_micros,
            "witnessRuns": self.findings.witness_runs,
            "unmarked": unmarked,
            "notInstrumented": not_instrumented,
            "flaky": suite.flaky,
            "failing": suite.failing,
            "fatal": suite.fatal_titles(),
            "excluded": suite.excluded.titles(),
            "remarks": remarks,
        });
        let Value::Object(object) = object else { unreachable!("it was made as an object") };
        Document { version: VERSION, object }
    }

    fn brittle_json(&self, one: &Brittle) -> Value {
        let assertions: Vec<Value> = one
            .assertions
            .iter()
            .map(|checking| {
                let place = self.assertion(one.test, checking);
                json!({
                    "assertion": checking.name,
                    "class": place.class.to_binary(),
                    "source": place.source,
                    "line": place.lines.map(|lines| lines.0),
                })
            })
            .collect();
        json!({
            "test": self.title(one.test),
            "field": field(&one.input),
            "kind": one.input.kind,
            "value": one.input.value,
            "assertions": assertions,
            "witness": { "instead": one.instead, "how": one.failed.how.name(), "message": one.failed.message },
            "way": one.way.as_ref().map(|way| self.way_json(way)),
            "fixes": fixes::json(one.fixes.as_deref(), self.name),
        })
    }

    fn unused_json(&self, one: &Unused) -> Value {
        let input = &one.input;
        json!({
            "test": self.unused_in(one),
            "kind": input.kind,
            "value": input.value,
            "name": Some(&input.name).filter(|name| !name.is_empty()),
            "class": input.class.replace('/', "."),
            "method": input.method,
            "source": self.findings.sources.get(&input.class),
            "line": Some(input.line).filter(|line| *line > 0),
            "passesWith": one.instead,
            "way": one.way.as_ref().map(|way| self.way_json(way)),
            "fixes": fixes::json(one.fixes.as_deref(), self.name),
        })
    }

    fn never_checked_json(&self, one: &NeverChecked) -> Value {
        let fields: Vec<Value> = one
            .fields
            .iter()
            .map(|field| {
                json!({
                    "name": field.name,
                    "type": java_type(field),
                    "tests": field.tests.iter().map(|test| self.title(*test)).collect::<Vec<_>>(),
                })
            })
            .collect();
        json!({
            "class": one.class.replace('/', "."),
            "source": self.findings.sources.get(&one.class),
            "fields": fields,
        })
    }

    fn refuted_json(&self, one: &Refuted) -> Value {
        let input = &one.input;
        let is_controlled = InputKind::of(input).is_some_and(InputKind::is_controlled);
        let problem = if is_controlled { Problem::UnusedInput } else { Problem::BrittleAssertion };
        json!({
            "problem": problem.name(),
            "test": self.title(one.test),
            "kind": input.kind,
            "field": Some(field(input)).filter(|_| !is_controlled),
            "value": input.value,
            "line": Some(input.line).filter(|line| *line > 0),
            "instead": one.instead,
            "message": one.failed.as_ref().map(|failed| &failed.message),
        })
    }
}

fn is_of_fixture(input: &TaintedInput) -> bool {
    InputKind::of(input) == Some(InputKind::Fixture)
}

fn words(words: String) -> Suggestion {
    Suggestion { words, edits: Vec::new() }
}

/// Why a test does not control an input, as half a sentence.
fn uncontrolled(input: &TaintedInput) -> String {
    match is_of_environment(input) {
        true => "which surrounds the test and which the test does not set".to_owned(),
        false => format!("which is {} when the test begins and which the test does not set", code(&input.value)),
    }
}

/// What made a test fail.
fn changed(one: &Brittle) -> String {
    match is_of_environment(&one.input) {
        true => format!("the test runs {}", one.instead),
        false => format!("{} is {} instead of {}", shown(&one.input), code(&one.instead), code(&one.input.value)),
    }
}

/// What cures it that assertions depend on an input, as a sentence.
fn cure(input: &TaintedInput) -> String {
    if is_of_environment(input) {
        return elsewhere::cure(&input.name);
    }
    format!("Set {} in the test, or make it final if nothing is ever to change it.", shown(input))
}

/// Whether an input is not one call that reads the environment, but what several read together: the clock, random numbers.
fn is_many(input: &TaintedInput) -> bool {
    is_of_environment(input) && !input.name.contains('(')
}

/// An input that a test does not control, in a sentence.
fn shown(input: &TaintedInput) -> String {
    match is_many(input) {
        true => input.name.clone(),
        false => code(&field(input)),
    }
}

/// A field with its class, by simple names; what a call is that reads the environment.
fn field(input: &TaintedInput) -> String {
    if is_of_environment(input) {
        return input.name.clone();
    }
    let class = input.class.rsplit(['/', '$']).next().unwrap_or_default();
    format!("{class}.{}", input.name)
}
