//! Finds out where differences are lost that no test gets to see.

use super::diagnosis::{Case, Diagnosis, Lost, Outcomes, StateOptions, point};
use super::symptom::Symptom;
use crate::extreme::{Findings, Method};
use crate::infection::{Compared, Comparison, Evidence};
use crate::session::{Execution, Failure, Session, Test, WorkerPool, in_threads};
use crate::worker::Jars;
use crate::worker::protocol::{Feature, Frame};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What names a method: its class, its own name and its descriptor.
type Name<'f> = (&'f str, &'f str, &'f str);

fn name(frame: &Frame) -> Name<'_> {
    (&frame.class, &frame.method, &frame.descriptor)
}

/// Says of each diagnosis without propagation where the difference is lost, as far as that can be said. Workers watch the methods
/// that were on the stack of the first evidence, and no others.
pub(super) fn find(
    execution: &Execution,
    jars: &Jars,
    guard: Feature,
    findings: &Findings,
    settings: StateOptions,
    diagnoses: &mut [Diagnosis],
) -> Result<(), Failure> {
    let is_lost = |diagnosis: &&mut Diagnosis| diagnosis.symptom == Ok(Symptom::NoPropagation);
    let open: Vec<&mut Diagnosis> = diagnoses.iter_mut().filter(is_lost).collect();
    if open.is_empty() {
        return Ok(());
    }
    let cases: Vec<(Case, Option<Evidence>)> =
        open.iter().map(|diagnosis| (diagnosis.case, diagnosis.infection.evidence.first().cloned())).collect();
    let stacks = cases.iter().flat_map(|(_, seen)| seen).flat_map(|seen| &seen.stack);
    let called: BTreeSet<Name<'_>> = stacks.map(name).collect();
    let methods = findings.methods.iter().map(|finding| &finding.method);
    let on_stacks: Vec<&Method> =
        methods.filter(|one| called.contains(&(&*one.class, &*one.name, &*one.descriptor))).collect();
    let numbered = on_stacks.iter().zip(0..);
    let numbers: BTreeMap<Name<'_>, u32> =
        numbered.map(|(one, number)| ((&*one.class, &*one.name, &*one.descriptor), number)).collect();
    let points = on_stacks.iter().map(|method| point(method)).collect();
    let features = [guard, Feature::Observe(settings.observe(points))];
    let session = Session { execution, jars, features: &features };
    let next = AtomicUsize::new(0);
    let results = in_threads(0..execution.jobs.clamp(1, cases.len().max(1)), |_| {
        let pools = [(); 2].map(|()| WorkerPool::new(session, &findings.suite));
        let mut search = Search { findings, settings, numbers: &numbers, comparison: Comparison::new(pools) };
        let mut found = Vec::new();
        let result = loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((case, seen)) = cases.get(place) else { break Ok(found) };
            let Some(seen) = seen else { continue };
            match search.of(*case, seen) {
                Ok(lost) => found.push((place, lost)),
                Err(failure) => break Err(failure),
            }
        };
        search.comparison.close();
        result
    });
    let mut lost = vec![None; open.len()];
    for result in results {
        for (place, found) in result? {
            lost[place] = found;
        }
    }
    for (diagnosis, lost) in open.into_iter().zip(lost) {
        diagnosis.lost = lost;
    }
    Ok(())
}

/// One thread with its workers.
struct Search<'s> {
    findings: &'s Findings,
    settings: StateOptions,
    /// The numbers by which workers know methods.
    numbers: &'s BTreeMap<Name<'s>, u32>,
    comparison: Comparison<'s>,
}

impl Search<'_> {
    /// The first method on the way to the test whose invocations end alike in both programs.
    fn of(&mut self, case: Case, seen: &Evidence) -> Result<Option<Lost>, Failure> {
        let series = &seen.state.series;
        let is_it = |test: &Test| test.launch == series.launch && test.unit.id == series.test;
        let test = self.findings.suite.ids().find(|(_, test)| is_it(test));
        let Some((test, _)) = test else { return Ok(None) };
        for frame in seen.stack.iter().skip(1) {
            let Some(number) = self.numbers.get(&name(frame)).copied() else { continue };
            let Ok(original) = self.comparison.original(&[test], Some(number), &[])? else { return Ok(None) };
            match self.comparison.compare(&[test], Some(number), &original, (case.method, case.body))? {
                Compared::Ended(_) => return Ok(None),
                Compared::Told(difference) if !self.settings.infects(&difference) => {
                    let outcomes = Outcomes::told(&mut self.comparison, number, &[test], &original)?;
                    return Ok(Some(Lost::In { frame: frame.clone(), outcomes }));
                }
                Compared::Told(_) => {}
            }
        }
        Ok(seen.stack.last().cloned().map(Lost::Test))
    }
}
