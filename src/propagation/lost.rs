//! Finds out where differences are lost that no test gets to see.

use super::diagnosis::{Case, Diagnosis, Lost, Meeting, Outcomes, StateOptions, point};
use super::how::How;
use super::symptom::Symptom;
use crate::extreme::{Findings, Method};
use crate::infection::{Compared, Comparison, Evidence};
use crate::session::{Failure, Test, TestId, in_threads};
use crate::worker::protocol::{Frame, Met, Observe, Point};
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
    how: &How<'_>,
    comparisons: &mut [Comparison<'_>],
    findings: &Findings,
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
    how.observe(comparisons, Observe { conditions: true, ..how.settings.observe(points) });
    let next = AtomicUsize::new(0);
    let results = in_threads(comparisons.iter_mut(), |comparison| {
        let mut search = Search { findings, settings: how.settings, numbers: &numbers, comparison };
        let mut found = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((case, seen)) = cases.get(place) else { break Ok::<_, Failure>(found) };
            let Some(seen) = seen else { continue };
            found.push((place, how.steps.step(&("lost", case), || search.of(*case, seen))?));
        }
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
struct Search<'l, 's> {
    findings: &'l Findings,
    settings: StateOptions,
    /// The numbers by which workers know methods.
    numbers: &'l BTreeMap<Name<'l>, u32>,
    comparison: &'l mut Comparison<'s>,
}

impl Search<'_, '_> {
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
                    let outcomes = Outcomes::told(self.comparison, number, &[test], &original)?;
                    let meetings = self.meetings(case, test, number, frame.line)?;
                    return Ok(Some(Lost::In { frame: frame.clone(), outcomes, meetings }));
                }
                Compared::Told(_) => {}
            }
        }
        Ok(seen.stack.last().cloned().map(Lost::Test))
    }

    /// What the conditions of a method meet in both programs, as far as that differs or they are in some line.
    fn meetings(&mut self, case: Case, test: TestId, method: u32, line: u32) -> Result<Vec<Meeting>, Failure> {
        let mut sides = Vec::new();
        for change in [None, Some((case.method, case.body))] {
            let Ok(all) = self.comparison.conditions(&[test], method, change)? else { return Ok(Vec::new()) };
            sides.push(all.into_iter().map(|met| (met.point.clone(), met)).collect::<BTreeMap<Point, Met>>());
        }
        let points: BTreeSet<&Point> = sides.iter().flat_map(BTreeMap::keys).collect();
        let counts = |met: &Met| (met.holds, met.fails, met.operands.clone());
        let is_told = |point: &&Point| {
            let mut all = sides.iter().map(|side| side.get(*point).map(counts));
            point.line == line || all.next() != all.next()
        };
        let operands = |side: &BTreeMap<Point, Met>, point: &Point| {
            side.get(point).map(|met| met.operands.clone()).unwrap_or_default()
        };
        let meeting = |point: &Point| Meeting {
            line: point.line,
            what: point.what.clone(),
            was: operands(&sides[0], point),
            would_be: operands(&sides[1], point),
        };
        Ok(points.into_iter().filter(is_told).map(meeting).collect())
    }
}
