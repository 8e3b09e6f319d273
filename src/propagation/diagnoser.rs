//! Finds out about undetected transformations, in several threads.

use super::diagnosis::{Case, Diagnosis, Outcomes, point};
use super::how::How;
use super::lost;
use super::symptom::{Symptom, Undecided};
use crate::extreme::Findings;
use crate::infection::{Compared, Comparison, Difference, Observation};
use crate::session::{Failure, TestId, in_threads};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the threads share.
struct Shared<'s> {
    findings: &'s Findings,
    /// The cases of each method. Workers know these methods, and no others, by their places here.
    methods: Vec<Vec<Case>>,
    next: AtomicUsize,
    done: AtomicUsize,
    how: &'s How<'s>,
}

/// What is found of some cases, and the classes that could not be instrumented, by internal name, with the reason.
pub type Found = (Vec<Diagnosis>, BTreeMap<String, String>);

/// Finds out about some cases.
pub fn diagnose(
    how: &How<'_>,
    comparisons: &mut [Comparison<'_>],
    findings: &Findings,
    cases: &[Case],
) -> Result<Found, Failure> {
    let mut by_method: BTreeMap<usize, Vec<Case>> = BTreeMap::new();
    for case in cases {
        by_method.entry(case.finding).or_default().push(*case);
    }
    let points = by_method.keys().map(|finding| point(&findings.methods[*finding].method)).collect();
    how.observe(comparisons, how.settings.observe(points));
    let methods = by_method.into_values().collect();
    let shared = Shared { findings, methods, next: AtomicUsize::new(0), done: AtomicUsize::new(0), how };
    let results: Vec<Result<Found, Failure>> =
        in_threads(comparisons.iter_mut(), |comparison| Diagnoser { shared: &shared, comparison }.take_all());
    let (mut diagnoses, mut not_instrumented) = Found::default();
    for found in results {
        let found = found?;
        diagnoses.extend(found.0);
        not_instrumented.extend(found.1);
    }
    diagnoses.sort_by_key(|diagnosis| diagnosis.case);
    lost::find(how, comparisons, findings, &mut diagnoses)?;
    Ok((diagnoses, not_instrumented))
}

/// One thread with its workers.
struct Diagnoser<'d, 's> {
    shared: &'d Shared<'d>,
    comparison: &'d mut Comparison<'s>,
}

impl Diagnoser<'_, '_> {
    fn take_all(&mut self) -> Result<Found, Failure> {
        let (shared, mut found) = (self.shared, Found::default());
        loop {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(cases) = shared.methods.get(number) else { return Ok(found) };
            let diagnosed = shared.how.steps.step(&("symptom", cases), || {
                let found = self.method(number as u32, cases)?;
                Ok::<Found, Failure>((found, self.comparison.not_instrumented()))
            });
            if diagnosed.is_err() {
                // Nobody needs to go on.
                shared.next.store(shared.methods.len(), Ordering::Relaxed);
            }
            let (diagnoses, not_instrumented) = diagnosed?;
            found.0.extend(diagnoses);
            found.1.extend(not_instrumented);
            (shared.how.progress)(shared.done.fetch_add(cases.len(), Ordering::Relaxed) + cases.len());
        }
    }

    /// The cases of one method, which workers know by a number.
    fn method(&mut self, number: u32, cases: &[Case]) -> Result<Vec<Diagnosis>, Failure> {
        let findings = self.shared.findings;
        let reaching = &findings.methods[cases[0].finding].reaching;
        let tests: Vec<TestId> = reaching.iter().copied().filter(|test| !findings.dependent.contains(test)).collect();
        let undecided = |why| cases.iter().map(|case| nothing(*case, &tests, Err(why))).collect();
        let original = match self.comparison.original(&tests, Some(number), &[])? {
            Ok(original) => original,
            Err(end) => return Ok(undecided(Undecided::Ended(end))),
        };
        let fails = |test: &&TestId| {
            let test = &findings.suite.tests[test.0];
            original.failed.contains(&(test.launch, test.unit.id.clone()))
        };
        let failing: Vec<TestId> = tests.iter().filter(fails).copied().collect();
        if failing.len() == tests.len() {
            return Ok(undecided(Undecided::Failing));
        }
        // What the tests compute on the original program, once that is needed.
        let mut computed = None;
        let mut found = Vec::new();
        for case in cases {
            let mut diagnosis = nothing(*case, &tests, Ok(Symptom::NoInfection));
            diagnosis.invocations = (original.states(), original.tests());
            diagnosis.unread = original.unread;
            diagnosis.failing.clone_from(&failing);
            match self.comparison.compare(&tests, Some(number), &original, (case.method, case.body))? {
                Compared::Ended(end) => diagnosis.symptom = Err(Undecided::Ended(end)),
                Compared::Told(difference) if !self.infects(&difference) => {
                    diagnosis.infection = difference;
                    diagnosis.outcomes = Outcomes::told(self.comparison, number, &tests, &original)?;
                }
                Compared::Told(difference) => {
                    diagnosis.infection = difference;
                    match self.propagation(*case, &tests, &mut computed)? {
                        Compared::Ended(end) => diagnosis.symptom = Err(Undecided::Ended(end)),
                        Compared::Told(difference) => {
                            let is_seen = self.infects(&difference);
                            diagnosis.symptom = Ok(if is_seen { Symptom::WeakOracle } else { Symptom::NoPropagation });
                            diagnosis.propagation = Some(difference);
                        }
                    }
                }
            }
            found.push(diagnosis);
        }
        Ok(found)
    }

    fn infects(&self, difference: &Difference) -> bool {
        self.shared.how.settings.infects(difference)
    }

    /// What differs in the code of the tests.
    fn propagation(
        &mut self,
        case: Case,
        tests: &[TestId],
        computed: &mut Option<Observation>,
    ) -> Result<Compared, Failure> {
        let computed = match computed {
            Some(computed) => computed,
            None => match self.comparison.original(tests, None, &[])? {
                Ok(observation) => computed.insert(observation),
                Err(end) => return Ok(Compared::Ended(end)),
            },
        };
        self.comparison.compare(tests, None, computed, (case.method, case.body))
    }
}

/// A diagnosis before anything was compared.
fn nothing(case: Case, tests: &[TestId], symptom: Result<Symptom, Undecided>) -> Diagnosis {
    Diagnosis {
        case,
        tests: tests.to_vec(),
        symptom,
        invocations: (0, 0),
        failing: Vec::new(),
        unread: 0,
        infection: Difference::default(),
        propagation: None,
        lost: None,
        outcomes: Outcomes::default(),
    }
}
