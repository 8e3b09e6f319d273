//! Suggestions in words: Vera-Pérez et al., section 3.5, figures 1 to 3.

use super::advice::{Advice, Hidden};
use super::inquiry::Observed;
use super::observers::Target;
use crate::classfile::{ClassName, MethodRef};
use crate::extreme::{Findings, Method};
use crate::infection::Evidence as Seen;
use crate::propagation::{Diagnosis, Lost, Outcomes, Symptom, at, passed, path};
use crate::report::{Report, Suggestion, counted};
use crate::session::TestId;
use crate::worker::protocol::{Met, Shown, ShownKind};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many values of one thing are named.
const NAMED: usize = 3;

/// How many conditions people are shown, and how many observers.
const SHOWN: usize = 3;

/// What the agent calls something thrown that comes to the code of a test.
const EXCEPTION: &str = "an exception";

/// The longest text of an expected value that people are shown.
const LONGEST: usize = 60;

/// How much of what is the same in two long texts people are shown before what is not.
const CONTEXT: usize = 20;

/// Adds what there is to do to what is reported of diagnoses, in whose order its findings are.
pub fn explain(report: &mut Report, findings: &Findings, diagnoses: &[Diagnosis], advice: &[Advice]) {
    let words = Words { findings };
    let all = || diagnoses.iter().zip(advice);
    for (finding, (diagnosis, advice)) in report.findings.iter_mut().zip(all()) {
        let suggestion = |words| Suggestion { words, edits: Vec::new() };
        finding.suggestions.extend(words.of(diagnosis, advice).into_iter().map(suggestion));
    }
    if let Some(Value::Array(transformations)) = report.document.object.get_mut("transformations") {
        for (object, (diagnosis, advice)) in transformations.iter_mut().zip(all()) {
            object["suggestions"] = json!(words.of(diagnosis, advice));
            object["observers"] = advice.observed.iter().map(|one| words.observer(one)).collect();
            object["conditions"] = advice.one_sided.iter().map(condition).collect();
            object["targets"] = advice.targets.iter().map(target).collect();
            object["superfluous"] = json!(advice.is_superfluous);
            object["hidden"] = json!(advice.hidden.as_ref().map(|hidden| match hidden {
                Hidden::Field(name) => name.as_str(),
                Hidden::Method => "",
            }));
        }
    }
}

/// What names tests.
struct Words<'f> {
    findings: &'f Findings,
}

impl Words<'_> {
    fn of(&self, diagnosis: &Diagnosis, advice: &Advice) -> Vec<String> {
        let method = &self.findings.methods[diagnosis.case.finding].method;
        let (Ok(symptom), Some(nearest)) = (diagnosis.symptom, diagnosis.tests.first()) else { return Vec::new() };
        let nearest = self.test(*nearest);
        let mut words = match symptom {
            Symptom::NoInfection => no_infection(method, diagnosis, advice, &nearest),
            Symptom::NoPropagation => self.no_propagation(method, diagnosis, advice),
            Symptom::WeakOracle => self.weak_oracle(diagnosis, advice),
        };
        if let Some(hidden) = &advice.hidden {
            words.push(match hidden {
                Hidden::Field(name) => format!(
                    "no test can see it without a change of the program: `{name}` is private, and no member that a test may name \
                     reads it"
                ),
                Hidden::Method => format!(
                    "no test can see it without a change of the program: no method that a test may call leads to `{}`",
                    method.name
                ),
            });
        }
        words
    }

    fn no_propagation(&self, method: &Method, diagnosis: &Diagnosis, advice: &Advice) -> Vec<String> {
        let name = &method.name;
        let mut words = self.assertions(advice);
        let elsewhere = match &diagnosis.lost {
            Some(Lost::In { frame, .. }) => format!(", where `{}` does not do the same either way", frame.method),
            _ => String::new(),
        };
        match advice.targets.as_slice() {
            [one, ..] if one.calls == 0 => {
                let evidence = diagnosis.infection.evidence.iter();
                let stacks = evidence.filter(|seen| !seen.stack.is_empty() && !seen.state.series.test.is_empty());
                let away = stacks.min_by_key(|seen| seen.stack.len()).map(|seen| {
                    let (distance, test) = (seen.stack.len() - 1, self.title(&seen.state.series.test));
                    format!(": it is {} away from `{test}`", counted(distance, "call"))
                });
                let away = away.unwrap_or_default();
                words.push(format!("call `{name}` in a test of its own and assert what comes of it{away}"));
            }
            [] => {}
            targets => words
                .push(format!("call what leads to `{name}` and may be called by a test{elsewhere}: {}", near(targets))),
        }
        if advice.is_superfluous {
            words.push(format!("whatever `{name}` does, no test gets to see a difference: it may be superfluous"));
        }
        words
    }

    fn weak_oracle(&self, diagnosis: &Diagnosis, advice: &Advice) -> Vec<String> {
        let words = self.assertions(advice);
        if !words.is_empty() || advice.hidden.is_some() {
            return words;
        }
        if !advice.targets.is_empty() {
            return vec![format!("assert what comes of a method that reads what differs: {}", near(&advice.targets))];
        }
        let Some(propagation) = &diagnosis.propagation else { return words };
        // What is asserted most easily: the fewest steps from a value that has a name of its own.
        let steps = |seen: &&Seen| (seen.path.matches(['.', '[']).count(), seen.state.series.point.what == "this");
        if let Some(seen) = propagation.evidence.iter().min_by_key(steps) {
            let (place, test) = (at(&seen.state.series.point), self.within(&seen.state.series.test));
            let (was, would_be) = short_pair(&seen.was, &seen.would_be);
            return vec![format!("assert {} at {place} {test}: it is {was}, and would be {would_be}", named(seen))];
        }
        let counted = propagation.counts.first();
        let often = |counted: &crate::infection::Counted| {
            format!("assert how often `{}` passes {}", self.title(&counted.series.test), passed(counted))
        };
        counted.map(often).into_iter().collect()
    }

    /// The first answers of objects that differ, of each expression one.
    fn assertions(&self, advice: &Advice) -> Vec<String> {
        let mut expressions: Vec<String> = Vec::new();
        let mut words = Vec::new();
        for one in &advice.observed {
            let asked = expression(one);
            if words.len() < SHOWN && !expressions.contains(&asked) {
                let (place, test, sides) = (place(one), self.test(one.test), sides(&one.was, &one.would_be));
                words.push(format!("assert `{asked}` after {place} in `{test}`: {sides}"));
                expressions.push(asked);
            }
        }
        words
    }

    fn observer(&self, observed: &Observed) -> Value {
        json!({
            "test": self.test(observed.test),
            "class": observed.class.replace('/', "."),
            "method": observed.method,
            "line": observed.line,
            "expression": expression(observed),
            "was": value(&observed.was),
            "wouldBe": value(&observed.would_be),
        })
    }

    fn test(&self, test: TestId) -> String {
        self.findings.suite.tests[test.0].title()
    }

    /// The title of a test by its id.
    fn title(&self, id: &str) -> String {
        self.findings.suite.title_of_id(id.strip_prefix("after ").unwrap_or(id))
    }

    /// In which test something is seen, by the id of that; what is done once for many tests comes between two.
    fn within(&self, id: &str) -> String {
        match id.strip_prefix("after ") {
            _ if id.is_empty() => "before the first test".to_owned(),
            Some(before) => format!("after `{}`", self.title(before)),
            None => format!("of `{}`", self.title(id)),
        }
    }
}

fn no_infection(method: &Method, diagnosis: &Diagnosis, advice: &Advice, nearest: &str) -> Vec<String> {
    let does = match diagnosis.infection.noise {
        0 => does(&diagnosis.outcomes, diagnosis.invocations, advice.acts_outside) + &given(&diagnosis.outcomes),
        _ => "what differs also differs from run to run".to_owned(),
    };
    let name = &method.name;
    let start = format!("{does}; start from `{nearest}`, and call `{name}` where the change makes a difference");
    [start].into_iter().chain(advice.one_sided.iter().take(SHOWN).map(one_sided)).collect()
}

/// What a method does in all invocations: `it is always false in 3 invocations of 2 tests`.
fn does(outcomes: &Outcomes, (invocations, tests): (usize, usize), acts_outside: bool) -> String {
    if let (1, Some(value), 1) = (outcomes.values.len(), outcomes.values.keys().next(), invocations) {
        return format!("it is {} in its only invocation", short(value));
    }
    let mut text = match outcomes.values.len() {
        0 if acts_outside => "it changes nothing, or something outside of the JVM,".to_owned(),
        0 => "it leaves everything as it is".to_owned(),
        _ => format!("it is {}", often(&outcomes.values)),
    };
    // Writing to a string cannot fail.
    let _ = match outcomes.invocations < invocations {
        true => write!(text, " in the first {} of {invocations} invocations", outcomes.invocations),
        false => write!(text, " in {} of {}", counted(invocations, "invocation"), counted(tests, "test")),
    };
    text
}

/// What it is given: `, given "a", "b"`.
fn given(outcomes: &Outcomes) -> String {
    let told = outcomes.arguments.iter().map(often).collect::<Vec<_>>();
    match told.as_slice() {
        [] => String::new(),
        [one] => format!(", where its argument is {one}"),
        [others @ .., last] => {
            let numbered = others.iter().zip(1..).map(|(one, number)| format!("argument {number} is {one}, "));
            format!(", where {}and argument {} is {last}", numbered.collect::<String>(), told.len())
        }
    }
}

/// The most frequent values: `always false`; `1 or 2`; `1, 2, 3, …`.
fn often(values: &BTreeMap<String, usize>) -> String {
    let mut values: Vec<(&String, &usize)> = values.iter().collect();
    values.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    match values.as_slice() {
        [(value, count)] if **count > 1 => format!("always {}", short(value)),
        all => {
            let named: Vec<String> = all.iter().take(NAMED).map(|(value, _)| short(value)).collect();
            match named.as_slice() {
                [others @ .., last] if all.len() <= NAMED && !others.is_empty() => {
                    format!("{} or {last}", others.join(", "))
                }
                _ if all.len() > NAMED => format!("{}, …", named.join(", ")),
                _ => named.concat(),
            }
        }
    }
}

/// A condition that goes one way only, with its operands.
fn one_sided(met: &Met) -> String {
    let Met { point, kind, holds, .. } = met;
    let times = counted(usize::try_from(met.holds + met.fails).unwrap_or(usize::MAX), "time");
    let what = if point.what.is_empty() { "what it asks for".to_owned() } else { format!("`{}`", point.what) };
    let met = &met.operands;
    let is = match kind.as_str() {
        "truth" => format!("{what} is {}", met.join(", ")),
        "null" if *holds == 0 => format!("{what} is never null"),
        "null" => format!("{what} is null"),
        _ if met.iter().any(|one| one.contains(" and ")) => format!("it compares {}", met.join("; ")),
        _ => format!("{what} is {}", met.join(", ")),
    };
    format!("the condition in line {} goes one way, {times}: {is}", point.line)
}

fn condition(met: &Met) -> Value {
    json!({
        "line": met.point.line,
        "what": met.point.what,
        "kind": met.kind,
        "holds": met.holds,
        "fails": met.fails,
        "operands": met.operands,
    })
}

fn target(target: &Target) -> Value {
    let MethodRef { owner, name, descriptor } = &target.method;
    json!({
        "class": owner.to_binary(),
        "method": &**name,
        "descriptor": descriptor.as_str(),
        "calls": target.calls,
    })
}

/// A part of a state that differs, as one would say it.
fn named(seen: &Seen) -> String {
    let path = path(seen);
    if let Some(part) = path.strip_prefix(EXCEPTION) {
        return match part.strip_prefix('.') {
            Some("message") => "the message of the exception".to_owned(),
            Some(part) => format!("`{part}` of the exception"),
            None => "the exception".to_owned(),
        };
    }
    match path.strip_suffix(".message") {
        Some(thrown) => format!("the message of `{thrown}`"),
        None => format!("`{path}`"),
    }
}

/// What is asked for, as source has it: `list.getVersion()`.
pub(super) fn expression(observed: &Observed) -> String {
    observed.chain.iter().fold(observed.expression.clone(), |before, member| {
        let call = if member.descriptor.is_empty() { "" } else { "()" };
        format!("{before}.{}{call}", member.name)
    })
}

/// What the answer is and would be.
fn sides(was: &Shown, would_be: &Shown) -> String {
    let thrown = |shown: &Shown| (shown.kind == ShownKind::Thrown).then(|| simple(&shown.class).to_owned());
    let was = match thrown(was) {
        Some(class) => format!("it throws {class}"),
        None => format!("it is {}", short(&value(was))),
    };
    match thrown(would_be) {
        Some(class) => format!("{was}, and would throw {class}"),
        None => format!("{was}, and would be {}", short(&value(would_be))),
    }
}

/// The place after which it is asked for: `VersionedSetTest:14`.
fn place(observed: &Observed) -> String {
    let class = ClassName::internal(&observed.class).to_binary();
    format!("{}:{}", class.rsplit('.').next().unwrap_or(&class), observed.line)
}

/// Methods with how many calls lead from them to what is meant.
fn near(targets: &[Target]) -> String {
    let named = targets.iter().map(|one| match one.calls {
        0 => format!("`{}`", title(&one.method)),
        calls => format!("`{}` ({})", title(&one.method), counted(calls, "call")),
    });
    named.collect::<Vec<_>>().join(", ")
}

/// A method by its simple class and its types: `VersionedSet.add(Object)`.
fn title(method: &MethodRef) -> String {
    let class = method.owner.to_binary();
    let parameters: Vec<String> =
        method.descriptor.parameters().iter().map(|ty| simple(&ty.to_string()).to_owned()).collect();
    let parameters = parameters.join(", ");
    match &*method.name {
        "<init>" => format!("new {}({parameters})", simple(&class)),
        name => format!("{}.{name}({parameters})", simple(&class)),
    }
}

/// A value as Java writes it, as far as it does.
fn value(shown: &Shown) -> String {
    let parts = || shown.parts.iter().map(value).collect::<Vec<_>>().join(", ");
    match (shown.kind, shown.class.as_str()) {
        (ShownKind::Null, _) => "null".to_owned(),
        (ShownKind::Number, "long") => format!("{}L", shown.text),
        (ShownKind::Number, "float") => format!("{}f", shown.text),
        (ShownKind::Number, "char") => format!("{:?}", shown.text.chars().next().unwrap_or_default()),
        (ShownKind::Number, ty @ ("byte" | "short")) => format!("({ty}) {}", shown.text),
        (ShownKind::Truth | ShownKind::Number, _) => shown.text.clone(),
        (ShownKind::Text, _) => format!("{:?}", shown.text),
        (ShownKind::Constant, class) => format!("{}.{}", simple(class), shown.text),
        (ShownKind::Array, element) => format!("{element}[] {{{}}}", parts()),
        (ShownKind::List, _) => format!("[{}]", parts()),
        (ShownKind::Thrown, class) => format!("throws {}", simple(class)),
        (ShownKind::Object, _) => "an object".to_owned(),
    }
}

/// A value in words, cut where it is long.
fn short(value: &str) -> String {
    match value.char_indices().nth(LONGEST) {
        // What is left of a text is one.
        Some((cut, _)) => format!("{}…{}", &value[..cut], if value.starts_with('"') { "\"" } else { "" }),
        None => value.to_owned(),
    }
}

/// Two values, of long ones what is around the place where they begin to differ.
fn short_pair(was: &str, would_be: &str) -> (String, String) {
    let alike = was.chars().zip(would_be.chars()).take_while(|(one, other)| one == other).count();
    if alike + CONTEXT <= LONGEST {
        return (short(was), short(would_be));
    }
    let from = |value: &str| match value.char_indices().nth(alike - CONTEXT) {
        Some((cut, _)) => short(&format!("{}…{}", if value.starts_with('"') { "\"" } else { "" }, &value[cut..])),
        None => short(value),
    };
    (from(was), from(would_be))
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}
