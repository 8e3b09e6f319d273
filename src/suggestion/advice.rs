//! What there is to do about transformations, as far as can be said without writing a test.

use super::inquiry::{Inquiry, Observed};
use super::observers::{Program, Target};
use crate::extreme::Findings;
use crate::infection::{Comparison, Evidence};
use crate::propagation::{Case, Diagnosis, How, Lost, StateOptions, Symptom, point};
use crate::session::{Failure, TestId, in_threads};
use crate::worker::protocol::{Met, Observe};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// In how many tests it is looked what conditions are about.
const MOST_TESTS: usize = 100;

/// How many accessible methods are named.
const MOST_TARGETS: usize = 3;

/// What there is to do about a transformation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    /// What tells of it on the objects that tests hold, the likeliest to assert first.
    pub observed: Vec<Observed>,
    /// Conditions of the method that go the same way in all its invocations, if none was infected.
    pub one_sided: Vec<Met>,
    /// The nearest methods that a test may call, if no test gets to see the difference: the method itself where that is one. If one
    /// does and has nothing to ask, the nearest that tell of the field that differs.
    pub targets: Vec<Target>,
    /// Whether nothing in any reaching test depends on what the method does, although it makes a difference: it may be superfluous.
    pub is_superfluous: bool,
    /// Whether the method reaches files, processes or the network, if no state differs.
    #[serde(default)]
    pub acts_outside: bool,
    /// What hides the difference from all tests, if something does.
    pub hidden: Option<Hidden>,
}

/// Why no test can tell without a change of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hidden {
    /// No member that a test may name reads this field, nor is it one.
    Field(String),
    /// No method that a test may name leads to the transformed one.
    Method,
}

/// What can be said of each diagnosis. All cases of a method are diagnosed together or one after the other.
pub fn advise(
    how: &How<'_>,
    comparisons: &mut [Comparison<'_>],
    findings: &Findings,
    program: &Program,
    diagnoses: &[Diagnosis],
) -> Result<Vec<Advice>, Failure> {
    let mut by_method: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, diagnosis) in diagnoses.iter().enumerate() {
        by_method.entry(diagnosis.case.finding).or_default().push(place);
    }
    let by_method: Vec<(usize, Vec<usize>)> = by_method.into_iter().collect();
    let methods = by_method.iter().map(|(finding, _)| point(&findings.methods[*finding].method)).collect();
    how.observe(comparisons, Observe { conditions: true, ..StateOptions { shallow: false }.observe(methods) });
    let next = AtomicUsize::new(0);
    let results = in_threads(comparisons.iter_mut(), |comparison| {
        let mut adviser = Adviser { findings, program, comparison };
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, places)) = by_method.get(number) else { break Ok::<_, Failure>(found) };
            let all: Vec<&Diagnosis> = places.iter().map(|place| &diagnoses[*place]).collect();
            let cases: Vec<Case> = all.iter().map(|diagnosis| diagnosis.case).collect();
            let advice = how.steps.step(&("advice", cases), || adviser.of_method(number as u32, &all))?;
            found.extend(places.iter().copied().zip(advice));
        }
    });
    let mut all = vec![Advice::default(); diagnoses.len()];
    for result in results {
        for (place, advice) in result? {
            all[place] = advice;
        }
    }
    Ok(all)
}

/// One thread with its workers.
struct Adviser<'a, 's> {
    findings: &'a Findings,
    program: &'a Program,
    comparison: &'a mut Comparison<'s>,
}

impl<'s> Adviser<'_, 's> {
    /// What can be said of the cases of one method, which workers know by a number.
    fn of_method(&mut self, number: u32, diagnoses: &[&Diagnosis]) -> Result<Vec<Advice>, Failure> {
        let is = |symptom| diagnoses.iter().any(|diagnosis| diagnosis.symptom == Ok(symptom));
        let one_sided = if is(Symptom::NoInfection) { self.one_sided(number, diagnoses[0])? } else { Vec::new() };
        let targets = if is(Symptom::NoPropagation) { self.targets(diagnoses[0]) } else { Vec::new() };
        let finding = &self.findings.methods[diagnoses[0].case.finding];
        let are_all =
            finding.undetected().count() == finding.verdicts.len() && diagnoses.len() == finding.verdicts.len();
        // What only the test does not look at may well be needed, and what goes into a file is elsewhere.
        let is_written = |one: &Diagnosis| {
            let frames = one.infection.evidence.iter().flat_map(|seen| &seen.stack);
            let mut frames = frames.into_iter();
            frames.any(|frame| self.program.reaches_outside(&frame.class, &frame.method, &frame.descriptor))
        };
        let is_lost = |one: &Diagnosis| match one.symptom {
            Ok(Symptom::NoInfection) => true,
            Ok(Symptom::NoPropagation) => matches!(one.lost, Some(Lost::In { .. })) && !is_written(one),
            _ => false,
        };
        let is_superfluous = are_all && diagnoses.iter().all(|one| is_lost(one));
        let mut all = Vec::new();
        for diagnosis in diagnoses {
            let mut advice = Advice::default();
            match diagnosis.symptom {
                Ok(Symptom::NoInfection) => {
                    let method = &finding.method;
                    advice.one_sided.clone_from(&one_sided);
                    advice.acts_outside = self.program.reaches_outside(&method.class, &method.name, &method.descriptor);
                }
                Ok(Symptom::NoPropagation) => {
                    advice.observed = self.inquiry().of(diagnosis)?;
                    advice.targets.clone_from(&targets);
                    advice.is_superfluous = is_superfluous;
                    advice.hidden = (targets.is_empty() && advice.observed.is_empty()).then_some(Hidden::Method);
                }
                Ok(Symptom::WeakOracle) => {
                    advice.observed = self.inquiry().of(diagnosis)?;
                    if advice.observed.is_empty()
                        && let Some((field, readers)) = self.readers(diagnosis)
                    {
                        advice.hidden = readers.is_empty().then_some(Hidden::Field(field));
                        advice.targets = readers;
                    }
                }
                Err(_) => {}
            }
            all.push(advice);
        }
        Ok(all)
    }

    fn inquiry(&mut self) -> Inquiry<'_, 's> {
        Inquiry { findings: self.findings, program: self.program, comparison: self.comparison }
    }

    /// The conditions that go the same way each time.
    fn one_sided(&mut self, number: u32, diagnosis: &Diagnosis) -> Result<Vec<Met>, Failure> {
        let usable = diagnosis.tests.iter().filter(|test| !diagnosis.failing.contains(test));
        let tests: Vec<TestId> = usable.copied().take(MOST_TESTS).collect();
        if tests.is_empty() {
            return Ok(Vec::new());
        }
        let met = self.comparison.conditions(&tests, number, None)?.unwrap_or_default();
        Ok(met.into_iter().filter(|one| (one.holds == 0) != (one.fails == 0)).collect())
    }

    /// The nearest methods that the tests may call.
    fn targets(&self, diagnosis: &Diagnosis) -> Vec<Target> {
        let method = &self.findings.methods[diagnosis.case.finding].method;
        self.program.nearest(method, &self.nearest_test(diagnosis), MOST_TARGETS)
    }

    /// The class of the nearest test, by its internal name.
    fn nearest_test(&self, diagnosis: &Diagnosis) -> String {
        let test = diagnosis.tests.first();
        test.map(|test| self.findings.suite.tests[test.0].unit.class.replace('.', "/")).unwrap_or_default()
    }

    /// A private field that differs and that no member without parameters reads, and the methods that tell of it.
    fn readers(&self, diagnosis: &Diagnosis) -> Option<(String, Vec<Target>)> {
        let seen: Vec<&Evidence> = diagnosis.propagation.iter().flat_map(|difference| &difference.evidence).collect();
        // What differs by itself needs no member.
        if seen.iter().any(|one| one.path == "value") {
            return None;
        }
        let (class, from) = (&self.findings.methods[diagnosis.case.finding].method.class, self.nearest_test(diagnosis));
        let mut fields = seen.iter().filter_map(|one| last_field(&one.path));
        fields.find_map(|field| Some((field.to_owned(), self.program.readers(field, class, &from, MOST_TARGETS)?)))
    }
}

/// The last field on the way to what differs: `log` for `value.log[0]`.
fn last_field(path: &str) -> Option<&str> {
    let steps = path.split(['.', '[']).skip(1);
    steps.filter(|step| !step.ends_with(']') && !["size", "text", "digest", "key", "value"].contains(step)).last()
}
