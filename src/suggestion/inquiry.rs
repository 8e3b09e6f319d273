//! Tries observers on the objects that tests hold, in both programs.

use super::observers::{Goal, Program};
use crate::classfile::{ClassName, Descriptor, MethodRef};
use crate::extreme::Findings;
use crate::infection::{Comparison, Evidence};
use crate::propagation::Diagnosis;
use crate::session::{Change, Failure, LaunchId, TestId};
use crate::worker::protocol::{Inquire, Member, Shown};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How many of the tests that reach a method are tried.
const MOST_TESTS: usize = 6;

/// How many method entries and loop turns an observer may take.
const FUEL: u64 = 100_000;

/// How often the rest is tried anew, once some members turn out to change something.
const MOST_ATTEMPTS: usize = 40;

/// How often each program runs again where answers differ.
const REPEATED: usize = 3;

/// How many answers are kept for one transformation.
const MOST: usize = 60;

/// An answer of an object that a test holds, which is another one in the transformed program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    /// The test.
    pub test: TestId,
    /// The internal name of the class whose code holds the object: that of the test, one above it, or one that it calls.
    pub class: String,
    /// The method of that class.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The line after which it holds it, the first time that it gets there.
    pub line: u32,
    /// The name that the code has for the object there: a variable or a field.
    pub expression: String,
    /// What is asked for, one after the other; nothing where the object itself is another one.
    pub chain: Vec<Member>,
    /// What the answer is.
    pub was: Shown,
    /// What it would be.
    pub would_be: Shown,
}

/// Where something was asked for: all but the answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    launch: LaunchId,
    test: String,
    class: String,
    method: String,
    descriptor: String,
    line: u32,
    expression: String,
    chain: Vec<Member>,
}

type Answered = BTreeMap<Question, Shown>;

/// Tries observers with the workers of one thread.
pub(super) struct Inquiry<'c, 's> {
    pub(super) findings: &'c Findings,
    pub(super) program: &'c Program,
    pub(super) comparison: &'c mut Comparison<'s>,
}

impl Inquiry<'_, '_> {
    /// What tells of a change on the objects that tests hold.
    pub(super) fn of(&mut self, diagnosis: &Diagnosis) -> Result<Vec<Observed>, Failure> {
        let tests = self.tests(diagnosis);
        let mut members = self.program.observers(&self.goal(diagnosis));
        let change = Some((diagnosis.case.method, diagnosis.case.body));
        for _ in 0..MOST_ATTEMPTS {
            let Some((was, changing)) = self.ask(0, &tests, None, &members)? else { break };
            if drop_all(&mut members, &changing) {
                continue;
            }
            let Some((would_be, changing)) = self.ask(0, &tests, change, &members)? else { break };
            if drop_all(&mut members, &changing) {
                continue;
            }
            let mut differing = differing(was, would_be);
            for run in 0..REPEATED {
                if differing.is_empty() {
                    break;
                }
                for (change, side) in [(None, 0), (change, 1)] {
                    let Some((again, _)) = self.ask(run, &tests, change, &members)? else { return Ok(Vec::new()) };
                    differing.retain(|question, sides| again.get(question) == Some(&sides[side]));
                }
            }
            return Ok(self.chosen(&tests, differing));
        }
        // A JVM ended because of what was asked for, or there is no end of members that change something.
        Ok(Vec::new())
    }

    /// What has to be read or run to tell of a change.
    fn goal(&self, diagnosis: &Diagnosis) -> Goal {
        let method = &self.findings.methods[diagnosis.case.finding].method;
        let method = Descriptor::parse(&method.descriptor).map(|descriptor| MethodRef {
            owner: ClassName::internal(&method.class),
            name: method.name.as_str().into(),
            descriptor,
        });
        let seen = diagnosis.propagation.iter().flat_map(|difference| &difference.evidence);
        Goal { fields: seen.flat_map(fields).collect(), method, ..Goal::default() }
    }

    /// The tests that are tried: those that get to see the difference, else the nearest ones.
    fn tests(&self, diagnosis: &Diagnosis) -> Vec<TestId> {
        let suite = &self.findings.suite;
        let mut found: Vec<TestId> = Vec::new();
        let propagation = diagnosis.propagation.iter();
        let seeing: BTreeSet<(LaunchId, &str)> = propagation
            .flat_map(|difference| &difference.evidence)
            .map(|seen| (seen.state.series.launch, seen.state.series.test.as_str()))
            .collect();
        let usable = || diagnosis.tests.iter().filter(|test| !diagnosis.failing.contains(test)).copied();
        found.extend(usable().filter(|test| {
            let test = &suite.tests[test.0];
            seeing.contains(&(test.launch, test.unit.id.as_str()))
        }));
        if found.is_empty() {
            found.extend(usable());
        }
        found.truncate(MOST_TESTS);
        found
    }

    /// What the objects say in one run, and the numbers of the members that changed something; none if the JVM ended.
    fn ask(
        &mut self,
        run: usize,
        tests: &[TestId],
        change: Option<Change>,
        members: &[Member],
    ) -> Result<Option<(Answered, BTreeSet<u32>)>, Failure> {
        let inquire = Inquire { members: members.to_vec(), fuel: FUEL };
        let Ok(all) = self.comparison.inquire(run, tests, change, &inquire)? else { return Ok(None) };
        let (mut answered, mut changing) = (Answered::new(), BTreeSet::new());
        for (launch, of_test) in all {
            changing.extend(of_test.changing);
            for place in of_test.places {
                for answer in place.answers {
                    let chain = answer.chain.iter().filter_map(|number| members.get(*number as usize).cloned());
                    let question = Question {
                        launch,
                        test: of_test.test.clone(),
                        class: place.class.clone(),
                        method: place.method.clone(),
                        descriptor: place.descriptor.clone(),
                        line: place.line,
                        expression: answer.root,
                        chain: chain.collect(),
                    };
                    answered.entry(question).or_insert(answer.value);
                }
            }
        }
        Ok(Some((answered, changing)))
    }

    /// The answers that say most: of each question of a test, where it differs first and last; the shortest ones first.
    fn chosen(&self, tests: &[TestId], differing: BTreeMap<Question, [Shown; 2]>) -> Vec<Observed> {
        let key = |test: &TestId| {
            let known = &self.findings.suite.tests[test.0];
            ((known.launch, known.unit.id.as_str()), *test)
        };
        let by_id: BTreeMap<(LaunchId, &str), TestId> = tests.iter().map(key).collect();
        let mut observed = Vec::new();
        // By the question at whatever line: the places of its first and of its last answer.
        let mut places: BTreeMap<Question, (usize, usize)> = BTreeMap::new();
        // Questions are in the order of their lines.
        for (question, [was, would_be]) in differing {
            let Some(test) = by_id.get(&(question.launch, question.test.as_str())) else { continue };
            let key = Question { line: 0, ..question.clone() };
            let Question { class, method, descriptor, line, expression, chain, .. } = question;
            let one = Observed { test: *test, class, method, descriptor, line, expression, chain, was, would_be };
            match places.get_mut(&key) {
                Some((first, last)) if first != last => observed[*last] = one,
                Some((_, last)) => {
                    *last = observed.len();
                    observed.push(one);
                }
                None => {
                    places.insert(key, (observed.len(), observed.len()));
                    observed.push(one);
                }
            }
        }
        let rank = |one: &Observed| {
            let nth = tests.iter().position(|test| *test == one.test);
            let is_text = one.chain.last().is_some_and(|member| member.name == "toString");
            (is_text, one.chain.len(), nth, one.line)
        };
        observed.sort_by_key(rank);
        observed.truncate(MOST);
        observed
    }
}

/// Takes out members by their numbers; whether there were any.
fn drop_all(members: &mut Vec<Member>, numbers: &BTreeSet<u32>) -> bool {
    let mut number = 0;
    members.retain(|_| {
        number += 1;
        !numbers.contains(&(number - 1))
    });
    !numbers.is_empty()
}

/// What both programs answer, and not in the same way.
fn differing(was: Answered, mut would_be: Answered) -> BTreeMap<Question, [Shown; 2]> {
    let both = was.into_iter().filter_map(|(question, was)| {
        let would_be = would_be.remove(&question)?;
        Some((question, [was, would_be]))
    });
    both.filter(|(_, [was, would_be])| was != would_be).collect()
}

/// The names of the fields on the way to what differs.
fn fields(seen: &Evidence) -> Vec<String> {
    let what = &seen.state.series.point.what;
    let steps = seen.path.split(['.', '[']).skip(1).chain([what.as_str()]);
    steps.map(|step| step.trim_end_matches("()").trim_end_matches("(…)").to_owned()).collect()
}
