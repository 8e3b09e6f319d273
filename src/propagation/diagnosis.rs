//! What is found out about an undetected transformation.

use super::symptom::{Symptom, Undecided};
use crate::extreme::Method;
use crate::infection::{Comparison, Difference, Observation};
use crate::session::{Failure, TestId};
use crate::worker::protocol::{Frame, MethodId, Observe, Point};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many references are followed one after the other.
const DEPTH: u32 = 8;

/// How many objects are read for one state.
const OBJECTS: u32 = 1_000;

/// How many elements of a collection or an array are read.
const ELEMENTS: u32 = 1_000;

/// How many invocations are told of where none was infected.
const TOLD: usize = 200;

/// How states are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateOptions {
    /// Whether states are those of definition 2 of Vera-Pérez et al.: one level of fields.
    pub shallow: bool,
}

impl StateOptions {
    /// What workers read, of the ends of some methods and of the values in the code of tests.
    pub fn observe(self, methods: Vec<Point>) -> Observe {
        Observe {
            methods,
            tests: Vec::new(),
            shallow: self.shallow,
            depth: DEPTH,
            objects: OBJECTS,
            elements: ELEMENTS,
            conditions: false,
        }
    }

    /// Whether another number of invocations is a difference by itself: the paper compares those that both programs have.
    fn counts_matter(self) -> bool {
        !self.shallow
    }

    /// Whether a difference of states is an infection.
    pub(super) fn infects(self, difference: &Difference) -> bool {
        !difference.evidence.is_empty() || self.counts_matter() && !difference.counts.is_empty()
    }
}

/// An undetected transformation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Case {
    /// The place of its method among those that were judged.
    pub finding: usize,
    /// The number of the method among those that are guarded.
    pub method: MethodId,
    /// The number of the body that runs in its place.
    pub body: u32,
}

/// The end of the invocations of a method.
pub fn point(method: &Method) -> Point {
    Point {
        class: method.class.clone(),
        method: method.name.clone(),
        descriptor: method.descriptor.clone(),
        line: 0,
        number: 0,
        what: String::new(),
    }
}

/// What the invocations of a method come to, of which none was infected.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    /// What each argument was afterwards, and how often; of objects, their class.
    pub arguments: Vec<BTreeMap<String, usize>>,
    /// What the method returned or threw, and how often; nothing if it has no result.
    pub values: BTreeMap<String, usize>,
    /// How many invocations these were.
    pub invocations: usize,
}

impl Outcomes {
    /// What a method, which workers know by a number, does in the first of its invocations.
    pub(super) fn told(
        comparison: &mut Comparison<'_>,
        method: u32,
        tests: &[TestId],
        original: &Observation,
    ) -> Result<Outcomes, Failure> {
        let wanted = original.first(TOLD);
        if wanted.is_empty() {
            return Ok(Outcomes::default());
        }
        let told = comparison.original(tests, Some(method), &wanted)?;
        Ok(told.map(|told| Outcomes::of(&told)).unwrap_or_default())
    }

    /// Those of all states in words.
    fn of(observation: &Observation) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for (_, detail) in observation.details() {
            outcomes.invocations += 1;
            for part in &detail.properties {
                let value = match part.path.as_str() {
                    "result" => part.value.clone(),
                    "thrown" => format!("throws {}", part.value),
                    path => {
                        outcomes.argument(path, &part.value);
                        continue;
                    }
                };
                *outcomes.values.entry(value).or_default() += 1;
            }
        }
        outcomes
    }

    fn argument(&mut self, path: &str, value: &str) {
        let number = path.strip_prefix("argument ").and_then(|number| number.parse::<usize>().ok());
        let Some(place) = number.and_then(|number| number.checked_sub(1)) else { return };
        if self.arguments.len() <= place {
            self.arguments.resize(place + 1, BTreeMap::new());
        }
        *self.arguments[place].entry(value.to_owned()).or_default() += 1;
    }
}

/// What a condition of the method in which a difference is lost is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    /// Its line.
    pub line: u32,
    /// What it asks for, as far as that has a name.
    pub what: String,
    /// What that is in the original program; nothing where the condition is not met.
    pub was: Vec<String>,
    /// What it is in the transformed one.
    pub would_be: Vec<String>,
}

/// Where on the way from the method to the test a difference is lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lost {
    /// In the nearest method on the stack whose invocations end alike in both programs.
    In {
        /// The method, and the line in which it calls the next one.
        frame: Frame,
        /// What its invocations come to, in both programs.
        outcomes: Outcomes,
        /// Its conditions that do not meet the same in both programs, and those of that line.
        meetings: Vec<Meeting>,
    },
    /// In none of them: the test itself uses nothing that differs.
    Test(Frame),
}

/// What is found out about an undetected transformation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// The transformation.
    pub case: Case,
    /// The tests that reach the method, the likeliest to tell of it first.
    pub tests: Vec<TestId>,
    /// Why no test noticed it, or why that cannot be said.
    pub symptom: Result<Symptom, Undecided>,
    /// How many invocations of the method there are in how many tests.
    pub invocations: (usize, usize),
    /// Those of the tests that fail while states are read, so that nothing was compared in them.
    pub failing: Vec<TestId>,
    /// How many states of invocations were not read.
    pub unread: u64,
    /// What differs after invocations of the method.
    pub infection: Difference,
    /// What differs in the code of the tests, if that was looked for.
    pub propagation: Option<Difference>,
    /// Where the difference is lost, if no test gets to see it and that can be said.
    pub lost: Option<Lost>,
    /// What the method does, if nothing differs.
    pub outcomes: Outcomes,
}
