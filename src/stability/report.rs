//! What is reported of tests that depend on what they do not control.

use super::findings::{Cause, Dependence, Failing, Findings, Left};
use crate::classfile::ClassName;
use crate::fixes;
use crate::report::{
    Analysis, Document, Evidence, Finding, Kind, Member, MethodName, Place, Related, Report, Rule, RuleId, State,
    Suggestion, counted,
};
use crate::session::TestId;
use crate::surroundings::Factor;
use crate::worker::protocol::{Frame, Reading, method_of};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of this analysis.
pub const NAME: &str = "stability";

/// What names it in reports.
const ANALYSIS: Analysis = Analysis { name: NAME, title: "Stability", subject: "test" };

/// The version of the JSON object; it changes when a key that was there is gone or means something else.
const VERSION: u32 = 1;

/// How many places are named that read something, and how many surroundings.
const NAMED: usize = 3;

/// How many lines of what a failure says are shown.
const LINES: usize = 4;

/// How an instant is written.
const INSTANT: &str = "%Y-%m-%d %H:%M:%S UTC";

/// What there is to report. Files are named by a function.
pub fn report(findings: &Findings, name: &dyn Fn(&Path) -> PathBuf) -> Report {
    let reporter = Reporter { findings, name };
    let rules: Vec<Rule> = Factor::ALL.into_iter().map(rule).chain([stable_rule()]).collect();
    let flaky = findings.suite.flaky.iter().map(|title| flaky(title));
    let dependent = findings.dependences.iter().map(|one| reporter.finding(one));
    let stable = findings.stable().map(|test| reporter.stable(test));
    let (tests, unstable) = (findings.judged.len() + findings.suite.flaky.len(), findings.count(None));
    Report {
        analysis: ANALYSIS,
        rules,
        findings: flaky.chain(dependent).chain(stable).collect(),
        interactions: Vec::new(),
        remarks: reporter.remarks(),
        unfinished: None,
        headline: match unstable {
            0 => "No test depends on what it does not control".to_owned(),
            1 => "1 test depends on what it does not control".to_owned(),
            more => format!("{more} tests depend on what they do not control"),
        },
        extent: format!(
            "{}, in {} other surroundings.",
            counted(tests, "test"),
            findings.tried.values().sum::<usize>()
        ),
        summary: summary(findings, tests, unstable),
        document: reporter.document(),
    }
}

fn summary(findings: &Findings, tests: usize, unstable: usize) -> String {
    let counts = Factor::ALL.into_iter().map(|factor| (factor, findings.count(Some(factor))));
    let counts: Vec<String> =
        counts.filter(|(_, count)| *count > 0).map(|(factor, count)| format!("{count} {}", factor.name())).collect();
    let (stable, tests) = (tests - unstable, counted(tests, "test"));
    let line = match counts.is_empty() {
        true => format!("{tests}: all stable\n"),
        false => format!("{tests}: {stable} stable; {unstable} not: {}\n", counts.join(", ")),
    };
    line + &fixes::summary(findings.dependences.iter().map(|one| &one.fixes))
}

fn rule(factor: Factor) -> Rule {
    Rule { name: factor.name(), meaning: factor.meaning(), cure: factor.cure(), kind: Kind::Problem(factor.severity()) }
}

fn stable_rule() -> Rule {
    Rule { name: "stable", meaning: "the test passes in all surroundings that were tried", cure: "", kind: Kind::Fine }
}

fn rule_of(factor: Factor) -> RuleId {
    RuleId(Factor::ALL.iter().position(|other| *other == factor).expect("all factors are listed"))
}

/// A test that passes and fails as it is, of which only the title is known.
fn flaky(title: &str) -> Finding {
    let (class, name) = title.rsplit_once('.').unwrap_or((title, ""));
    let name = method_of(name);
    let member =
        (!name.is_empty()).then(|| Member::Method(MethodName { name: name.to_owned(), descriptor: "()V".to_owned() }));
    Finding {
        rule: rule_of(Factor::Chance),
        place: Place { class: ClassName::binary(class), member, source: None, lines: None },
        message: format!("`{title}` passes and fails, and nothing has changed"),
        evidence: Vec::new(),
        related: Vec::new(),
        suggestions: vec![words(Factor::Chance.cure().to_owned())],
        identity: format!("{title} {}", Factor::Chance.name()),
    }
}

fn words(words: String) -> Suggestion {
    Suggestion { words, edits: Vec::new() }
}

/// What names tests.
struct Reporter<'f> {
    findings: &'f Findings,
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

    fn finding(&self, one: &Dependence) -> Finding {
        let (title, factor) = (self.title(one.test), one.factor);
        let mut evidence = Vec::new();
        if let Some(first) = one.failing.first() {
            let states = vec![
                State { name: "as usual".to_owned(), lines: vec!["passes".to_owned()] },
                State { name: "then".to_owned(), lines: said(first) },
            ];
            evidence.push(Evidence::States { of: format!("fails {}", first.words), states });
        }
        let told = |of: String| Evidence::States { of, states: Vec::new() };
        if one.failing.len() > 1 {
            let also = one.failing.iter().skip(1).map(|failing| failing.words.as_str());
            evidence.push(told(format!("also fails {}", some(also))));
        }
        if !one.passing.is_empty() {
            evidence.push(told(format!("passes {}", some(one.passing.iter().map(String::as_str)))));
        }
        evidence.extend(self.cause(one).map(told));
        evidence.extend(one.left.iter().map(|left| Evidence::States {
            of: format!("{} is other then, in `{}`", left.place, left.part),
            states: vec![state("as usual", left.was.as_ref()), state("then", left.is.as_ref())],
        }));
        let readings = self.readings(one);
        let related = readings.iter().take(NAMED).map(|reading| Related {
            place: frame_place(&reading.by),
            role: format!("{} with `{}` in", factor.reading(), reading.asked),
        });
        let place = self.place(one.test);
        Finding {
            rule: rule_of(factor),
            message: self.message(one, &title),
            evidence,
            related: related.collect(),
            suggestions: fixes::suggestions(one.fixes.as_deref(), self.advice(one), self.name),
            identity: format!("{title} {}", factor.name()),
            place,
        }
    }

    /// What was found, as a sentence for the one who wrote the test.
    fn message(&self, one: &Dependence, title: &str) -> String {
        let first = one.failing.first();
        let fails = first.map(|first| format!(": it fails {}", first.words)).unwrap_or_default();
        let cause = self.cause(one).map(|cause| format!("; it {cause}")).unwrap_or_default();
        match one.factor {
            Factor::Chance => format!("`{title}` passes and fails, and nothing has changed{fails}, and not each time"),
            factor => format!("`{title}` depends on {}{fails}{cause}", factor.words()),
        }
    }

    /// The least change that makes the test fail, in words that follow "it".
    fn cause(&self, one: &Dependence) -> Option<String> {
        let names = |tests: &[TestId]| {
            let names: Vec<String> = tests.iter().map(|test| format!("`{}`", self.title(*test))).collect();
            names.join(", then ")
        };
        let fixed = if self.findings.ordered.contains(&one.test) {
            "; its class says in which order its tests run"
        } else {
            ""
        };
        let cause = match one.cause.as_ref()? {
            Cause::After(tests) => format!("fails after {}", names(tests)),
            Cause::Without(tests) => format!("passes only after {}", names(tests)),
            Cause::From(instant) => format!("fails from {} on", instant.format(INSTANT)),
            Cause::Until(instant) => format!("fails until {}", instant.format(INSTANT)),
        };
        Some(cause + fixed)
    }

    /// What to do, as a sentence.
    fn advice(&self, one: &Dependence) -> String {
        match &one.cause {
            Some(Cause::After(tests)) => format!(
                "Take back what `{}` changes when it ends, or set up what this test needs in `@BeforeEach`.",
                tests.last().map(|test| self.title(*test)).unwrap_or_default()
            ),
            Some(Cause::Without(tests)) => format!(
                "Set up in `@BeforeEach` what `{}` leaves behind, so that the test runs alone.",
                tests.last().map(|test| self.title(*test)).unwrap_or_default()
            ),
            _ => one.factor.cure().to_owned(),
        }
    }

    /// Where the test asks for what it depends on, in the order in which it does.
    fn readings(&self, one: &Dependence) -> Vec<&Reading> {
        let all = self.findings.readings.get(&one.test).into_iter().flatten();
        all.filter(|reading| reading.factor == one.factor.name()).collect()
    }

    fn stable(&self, test: TestId) -> Finding {
        let title = self.title(test);
        Finding {
            rule: RuleId(Factor::ALL.len()),
            place: self.place(test),
            message: format!("`{title}` passes in all surroundings that were tried"),
            evidence: Vec::new(),
            related: Vec::new(),
            suggestions: Vec::new(),
            identity: title,
        }
    }

    /// What could not be judged.
    fn remarks(&self) -> Vec<String> {
        let suite = &self.findings.suite;
        let fatal = suite.fatal_titles();
        let failing = suite.failing.iter().map(|title| format!("set aside: `{title}` fails as it is"));
        let ending = fatal.iter().map(|title| format!("set aside: `{title}` ends the JVM or does not end, as it is"));
        failing.chain(ending).chain(suite.excluded.remarks()).chain(self.findings.remarks.iter().cloned()).collect()
    }

    fn document(&self) -> Document {
        let Findings { suite, dependences, tried, remarks, .. } = self.findings;
        let tried: BTreeMap<&str, usize> = tried.iter().map(|(factor, count)| (factor.name(), *count)).collect();
        let counts: BTreeMap<&str, usize> =
            Factor::ALL.into_iter().map(|factor| (factor.name(), self.findings.count(Some(factor)))).collect();
        let object = json!({
            "framework": suite.framework,
            "tests": self.findings.judged.len() + suite.flaky.len(),
            "unstable": self.findings.count(None),
            "runs": tried,
            "counts": counts,
            "dependences": dependences.iter().map(|one| self.dependence(one)).collect::<Vec<_>>(),
            "flaky": suite.flaky,
            "failing": suite.failing,
            "fatal": suite.fatal_titles(),
            "excluded": suite.excluded.titles(),
            "readings": self.all_readings(),
            "remarks": remarks,
        });
        let Value::Object(object) = object else { unreachable!("it was made as an object") };
        Document { version: VERSION, object }
    }

    fn dependence(&self, one: &Dependence) -> Value {
        let unit = &self.findings.suite.tests[one.test.0].unit;
        let failing = |failing: &Failing| json!({ "where": failing.words, "how": failing.failed.how.name(), "message": failing.failed.message });
        let titles = |tests: &[TestId]| tests.iter().map(|test| self.title(*test)).collect::<Vec<_>>();
        let cause = one.cause.as_ref().map(|cause| match cause {
            Cause::After(tests) => json!({ "kind": "after", "tests": titles(tests) }),
            Cause::Without(tests) => json!({ "kind": "without", "tests": titles(tests) }),
            Cause::From(instant) => json!({ "kind": "from", "instant": instant.to_rfc3339() }),
            Cause::Until(instant) => json!({ "kind": "until", "instant": instant.to_rfc3339() }),
        });
        json!({
            "test": self.title(one.test),
            "class": unit.class,
            "method": unit.method(),
            "line": self.findings.places.get(&one.test).and_then(|place| place.lines).map(|lines| lines.0),
            "factor": one.factor.name(),
            "fails": one.failing.iter().map(failing).collect::<Vec<_>>(),
            "passes": one.passing,
            "cause": cause,
            "left": one.left.iter().map(left).collect::<Vec<_>>(),
            "classFixesOrder": self.findings.ordered.contains(&one.test),
            "fixes": fixes::json(one.fixes.as_deref(), self.name),
            "reads": self.readings(one).into_iter().map(reading).collect::<Vec<_>>(),
        })
    }

    /// What tests read, by test, whether it makes a difference or not.
    fn all_readings(&self) -> Value {
        let of = |(test, readings): (&TestId, &Vec<Reading>)| {
            let readings: Vec<Value> = readings
                .iter()
                .map(|one| {
                    let mut value = reading(one);
                    value["factor"] = one.factor.as_str().into();
                    value
                })
                .collect();
            (self.title(*test), Value::from(readings))
        };
        Value::Object(self.findings.readings.iter().map(of).collect())
    }
}

/// The first few of some surroundings, and how many more there are.
fn some<'w>(all: impl ExactSizeIterator<Item = &'w str>) -> String {
    let more = all.len().saturating_sub(NAMED);
    let mut named: Vec<String> = all.take(NAMED).map(str::to_owned).collect();
    if more > 0 {
        named.push(format!("and in {more} other ways"));
    }
    named.join(", ")
}

/// What something is like, which may not be there.
fn state(name: &str, value: Option<&String>) -> State {
    State { name: name.to_owned(), lines: vec![value.map_or("not there".to_owned(), Clone::clone)] }
}

/// How a test fails, in lines.
fn said(failing: &Failing) -> Vec<String> {
    let lines: Vec<&str> = failing.failed.message.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return vec![format!("fails ({})", failing.failed.how.name())];
    }
    lines.into_iter().take(LINES).map(str::to_owned).collect()
}

fn left(left: &Left) -> Value {
    json!({ "place": left.place, "part": left.part, "was": left.was, "is": left.is })
}

fn reading(reading: &Reading) -> Value {
    let by = &reading.by;
    json!({
        "asked": reading.asked,
        "class": by.class.replace('/', "."),
        "method": by.method,
        "source": Some(&by.source).filter(|source| !source.is_empty()),
        "line": Some(by.line).filter(|line| *line > 0),
    })
}

fn frame_place(frame: &Frame) -> Place {
    let method = MethodName { name: frame.method.clone(), descriptor: frame.descriptor.clone() };
    Place::line_of(ClassName::internal(&frame.class), method, &frame.source, frame.line)
}
