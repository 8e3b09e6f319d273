//! Where a class broke its invariant while tests ran.

use crate::app::capture::Shown;
use crate::app::context::Context;
use crate::app::stored;
use crate::capture::Met;
use crate::classfile::ClassName;
use crate::fixture::heap::{HeapReader, Value};
use crate::fixture::page::Broken;
use crate::fixture::{ascii, svg};
use crate::relational::{self, Instance};
use crate::report::{Member, MethodName, Place, parameters};
use crate::suite::Fate;
use crate::symmetry::{Labelling, canonical};
use crate::worker::protocol::{Event, State};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// A structure that violates the invariant, and the call that it was met at.
#[derive(Debug, Serialize)]
pub struct Violation {
    /// What it violates, and where that stands.
    pub reason: String,
    /// Whose fault it is.
    pub blame: Blame,
    /// The method: its class, its name and its parameters.
    pub call: String,
    /// Whether the call ended by an exception.
    pub threw: bool,
    /// The test that made the call first.
    pub test: String,
    /// Where the call stands: class and method, and file and line if they are known.
    pub caller: String,
    /// The structure before the call, if there was one within the bound.
    pub before: Option<Picture>,
    /// The structure that violates the invariant.
    pub after: Picture,
    /// The method that was called.
    #[serde(skip)]
    pub called: Place,
    /// Where it was called, if that is known.
    #[serde(skip)]
    pub calling: Option<Place>,
}

/// Whose fault it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blame {
    /// The structure was valid before the call, or there was none.
    Call,
    /// The structure before the call is not known.
    Unknown,
    /// The structure was the same or another invalid one before the call: what happened between calls, or an earlier call.
    Earlier,
}

/// A structure as people see it.
#[derive(Debug, Serialize)]
pub struct Picture {
    /// Text: lines.
    pub text: Vec<String>,
    /// An SVG document.
    pub svg: String,
    #[serde(skip)]
    instance: Instance,
}

impl Violation {
    /// The call, and what it does.
    pub fn what(&self) -> String {
        format!("{} {}", self.call, self.how())
    }

    /// What the call does.
    pub(super) fn how(&self) -> &'static str {
        match (self.blame, self.threw) {
            (Blame::Call, false) => "breaks the invariant",
            (Blame::Call, true) => "throws, and breaks the invariant",
            (Blame::Unknown, _) => "leaves the invariant broken",
            (Blame::Earlier, _) => "meets the invariant broken",
        }
    }

    /// Where the call stands, as far as the test's name does not say it.
    pub fn place(&self) -> String {
        match self.caller.strip_prefix(self.test.as_str()) {
            Some(place) => place.replacen('(', " (", 1),
            None if self.caller.is_empty() => String::new(),
            None => format!(", at {}", self.caller),
        }
    }

    /// For a page.
    pub(super) fn broken(&self) -> Broken<'_> {
        Broken {
            call: self.what(),
            reason: &self.reason,
            place: format!("{}{}", self.test, self.place()),
            before: self.before.as_ref().map(|before| &before.instance),
            after: &self.after.instance,
        }
    }
}

/// What became of a captured structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// It is valid, or there is none.
    Fine,
    /// Nothing is known of it.
    Unknown,
    /// It violates the invariant: the candidate.
    Violates(usize),
}

/// The violations among captured structures, each structure once: those first that a call is to blame for, and small ones.
pub(super) fn of(context: &Context, shown: &Shown, fates: &[Fate]) -> Vec<Violation> {
    let verdict = |state: State| match state {
        State::Absent => Verdict::Fine,
        State::Beyond | State::Unread => Verdict::Unknown,
        State::Structure(number) => match &shown.abstracted[number as usize] {
            Err(_) => Verdict::Unknown,
            Ok(candidate) => match &fates[*candidate] {
                Fate::Violates(relational::Violation::Constraint(_)) => Verdict::Violates(*candidate),
                Fate::Kept | Fate::Repeats(_) | Fate::Completed(_) => Verdict::Fine,
                Fate::Violates(_) | Fate::Incomplete => Verdict::Unknown,
            },
        },
    };
    let mut blamed: Vec<(Blame, usize, usize, &Met)> = Vec::new();
    for (order, met) in shown.witnessed.steps.iter().enumerate() {
        let (before, after) = (verdict(met.step.before), verdict(met.step.after));
        if let Verdict::Violates(candidate) = before {
            blamed.push((Blame::Earlier, candidate, order, met));
        }
        if let Verdict::Violates(candidate) = after {
            let blame = match before {
                Verdict::Fine => Blame::Call,
                Verdict::Unknown => Blame::Unknown,
                Verdict::Violates(_) => Blame::Earlier,
            };
            blamed.push((blame, candidate, order, met));
        }
    }
    blamed.sort_by_key(|(blame, candidate, order, _)| (*blame, size(context, shown, *candidate), *order));
    let labelling = Labelling::of_any(&context.lowered.problem);
    let problem = &context.lowered.problem;
    let mut known: FxHashSet<Instance> = FxHashSet::default();
    let mut violations = Vec::new();
    for (blame, candidate, _, met) in blamed {
        let instance = canonical(problem, &labelling, &shown.candidates[candidate].instance);
        if !known.insert(instance.clone()) {
            continue;
        }
        let before = match (blame, met.step.before) {
            (Blame::Call, State::Structure(number)) => {
                let candidate = shown.abstracted[number as usize].as_ref().ok();
                candidate.map(|candidate| canonical(problem, &labelling, &shown.candidates[*candidate].instance))
            }
            _ => None,
        };
        violations.push(Violation {
            reason: stored::reason(context, &fates[candidate], &|_| String::new()),
            blame,
            call: call(met),
            threw: met.step.threw,
            test: met.test.clone(),
            caller: met.step.caller.clone(),
            before: before.map(|before| picture(context, &before)),
            after: picture(context, &instance),
            called: called(&met.step.event),
            calling: calling(&met.step.caller),
        });
    }
    violations
}

/// How many objects a structure has.
fn size(context: &Context, shown: &Shown, candidate: usize) -> usize {
    let instance = &shown.candidates[candidate].instance;
    context.lowered.sig_relation.iter().map(|relation| instance.relations[relation.0 as usize].len()).sum()
}

/// `subjects.SortedList.remove(int)`.
fn call(met: &Met) -> String {
    let step = &met.step;
    let event = &step.event;
    let class = event.class.replace('/', ".");
    let parameters = parameters(&event.descriptor);
    if event.method == "<init>" {
        format!("new {class}({parameters})")
    } else {
        format!("{class}.{}({parameters})", event.method)
    }
}

fn called(event: &Event) -> Place {
    let method = MethodName { name: event.method.clone(), descriptor: event.descriptor.clone() };
    Place { class: ClassName::internal(&event.class), member: Some(Member::Method(method)), source: None, lines: None }
}

/// The place of a call as stack traces have it: `app//p.TreeTest.adds(TreeTest.java:7)`.
fn calling(caller: &str) -> Option<Place> {
    let (method, place) = caller.strip_suffix(')')?.rsplit_once('(')?;
    let (class, method) = method.rsplit('/').next()?.rsplit_once('.')?;
    let (source, line) = match place.split_once(':') {
        Some((source, line)) => (source, line.parse().ok()),
        None => (place, None),
    };
    Some(Place {
        class: ClassName::binary(class),
        member: Some(Member::Method(MethodName { name: method.to_owned(), descriptor: String::new() })),
        source: Some(source.to_owned()),
        lines: line.map(|line| (line, line)),
    })
}

fn picture(context: &Context, instance: &Instance) -> Picture {
    let reader = HeapReader::new(&context.schema());
    let heap = reader.read(instance);
    let mut text = ascii::picture(&reader, &heap);
    // A tree or a chain shows nothing of the root object.
    let root = heap.objects.first().into_iter().flat_map(|root| &root.fields);
    let plain = root.filter_map(|(field, value)| {
        let name = &context.specification.module.fields[field.index()].name;
        match value {
            Value::Int(number) => Some(format!("{name} = {number}")),
            Value::Constant(atom) => Some(format!("{name} = {}", reader.constant_text(*atom))),
            _ => None,
        }
    });
    let plain: Vec<String> = plain.collect();
    if !plain.is_empty() && !text.iter().any(|line| plain.iter().all(|one| line.contains(one.as_str()))) {
        text.push(plain.join(", "));
    }
    Picture { text, svg: svg::picture(&reader, &heap, context.spec_name()), instance: instance.clone() }
}

#[cfg(test)]
mod tests {
    use super::calling;

    #[test]
    fn the_place_of_a_call_is_read_as_stack_traces_have_it() {
        let place = |caller| calling(caller).map(|place| (place.title(), place.source, place.lines));
        let known = |title: &str, line: Option<u16>| {
            let source = Some("TreeTest.java".to_owned());
            Some((title.to_owned(), source, line.map(|line| (line, line))))
        };
        assert_eq!(place("p.TreeTest.adds(TreeTest.java:7)"), known("p.TreeTest.adds()", Some(7)));
        assert_eq!(place("app//p.TreeTest.<init>(TreeTest.java)"), known("p.TreeTest.<init>()", None));
        assert_eq!(place("p.TreeTest.adds"), None);
        assert_eq!(place(""), None);
    }
}
