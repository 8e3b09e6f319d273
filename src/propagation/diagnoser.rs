//! Finds out about undetected transformations, in several threads.

use super::diagnosis::{Case, Diagnosis, Outcomes, StateOptions, point};
use super::lost;
use super::symptom::{Symptom, Undecided};
use crate::extreme::Findings;
use crate::infection::{Compared, Comparison, Difference, Observation};
use crate::session::{Execution, Failure, Session, TestId, WorkerPool, in_threads, locked};
use crate::worker::Jars;
use crate::worker::protocol::Feature;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the threads share.
struct Shared<'s> {
    findings: &'s Findings,
    settings: StateOptions,
    /// The cases of each method. Workers know these methods, and no others, by their places here.
    methods: Vec<Vec<Case>>,
    next: AtomicUsize,
    done: AtomicUsize,
    /// Told how many cases are done.
    progress: &'s (dyn Fn(usize) + Sync),
}

/// What is found so far.
type Found = Result<Vec<Diagnosis>, Failure>;

/// Finds out about some cases; also returns the classes that could not be instrumented, by internal name, with the reason.
pub fn diagnose(
    execution: &Execution,
    jars: &Jars,
    guard: Feature,
    findings: &Findings,
    cases: &[Case],
    settings: StateOptions,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<(Vec<Diagnosis>, BTreeMap<String, String>), Failure> {
    let mut by_method: BTreeMap<usize, Vec<Case>> = BTreeMap::new();
    for case in cases {
        by_method.entry(case.finding).or_default().push(*case);
    }
    let points = by_method.keys().map(|finding| point(&findings.methods[*finding].method)).collect();
    let features = [guard.clone(), Feature::Observe(settings.observe(points))];
    let session = Session { execution, jars, features: &features };
    let threads = execution.jobs.clamp(1, by_method.len().max(1));
    let shared = Shared {
        findings,
        settings,
        methods: by_method.into_values().collect(),
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        progress,
    };
    let not_instrumented = Mutex::new(BTreeMap::new());
    let results: Vec<Found> = in_threads(0..threads, |_| {
        let pools = [(); 2].map(|()| WorkerPool::new(session, &findings.suite));
        let mut diagnoser = Diagnoser { shared: &shared, comparison: Comparison::new(pools) };
        let found = diagnoser.take_all();
        locked(&not_instrumented).extend(diagnoser.comparison.close());
        found
    });
    let mut diagnoses = Vec::new();
    for found in results {
        diagnoses.extend(found?);
    }
    diagnoses.sort_by_key(|diagnosis| diagnosis.case);
    lost::find(execution, jars, guard, findings, settings, &mut diagnoses)?;
    let not_instrumented = std::mem::take(&mut *locked(&not_instrumented));
    Ok((diagnoses, not_instrumented))
}

/// One thread with its workers.
struct Diagnoser<'s> {
    shared: &'s Shared<'s>,
    comparison: Comparison<'s>,
}

impl Diagnoser<'_> {
    fn take_all(&mut self) -> Found {
        let (shared, mut found) = (self.shared, Vec::new());
        loop {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(cases) = shared.methods.get(number) else { return Ok(found) };
            let diagnosed = self.method(number as u32, cases);
            if diagnosed.is_err() {
                // Nobody needs to go on.
                shared.next.store(shared.methods.len(), Ordering::Relaxed);
            }
            found.extend(diagnosed?);
            (shared.progress)(shared.done.fetch_add(cases.len(), Ordering::Relaxed) + cases.len());
        }
    }

    /// The cases of one method, which workers know by a number.
    fn method(&mut self, number: u32, cases: &[Case]) -> Found {
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
                    diagnosis.outcomes = Outcomes::told(&mut self.comparison, number, &tests, &original)?;
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
        self.shared.settings.infects(difference)
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
