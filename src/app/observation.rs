//! How much slower tests are while states are read.

use super::diagnose::{Job, cases};
use super::extreme::{Tools, found};
use super::{Caller, Failure};
use crate::infection::Comparison;
use crate::journal::Steps;
use crate::propagation::{How, point};
use crate::session::{Session, TestId};
use std::collections::BTreeSet;
use std::time::Duration;

/// How often everything is measured; the fastest time counts.
const TIMES: usize = 5;

/// How long the tests took that reach methods with undetected transformations, all methods together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Slowness {
    /// How many methods these are.
    pub methods: usize,
    /// As they are.
    pub plain: Duration,
    /// While the state after each invocation of the method is read.
    pub invocations: Duration,
    /// While the values in the code of the tests are read.
    pub expressions: Duration,
}

/// Measures how long tests take.
pub fn measure(job: &Job, tools: &Tools, caller: &Caller) -> Result<Slowness, Failure> {
    let Some(found) = found(&job.extreme, tools, caller)? else { return Ok(Slowness::default()) };
    let findings = &found.judged.findings;
    let methods: BTreeSet<usize> = cases(job, &found)?.iter().map(|case| case.finding).collect();
    let points = methods.iter().map(|method| point(&findings.methods[*method].method)).collect();
    let (features, steps) = ([found.subject.guard()], Steps::default());
    let session = Session { execution: &found.execution, jars: tools.jars(), features: &features };
    let how = How { sessions: [session; 2], settings: job.settings, steps: &steps, progress: &|_| {} };
    let mut plain = Comparison::new([session; 2], &findings.suite);
    let mut observing = [Comparison::new([session; 2], &findings.suite)];
    how.observe(&mut observing, job.settings.observe(points));
    let [observing] = &mut observing;
    let mut slowness = Slowness { methods: methods.len(), ..Slowness::default() };
    for (number, method) in (0..).zip(&methods) {
        let reaching = findings.methods[*method].reaching.iter().copied();
        let tests: Vec<TestId> = reaching.filter(|test| !findings.dependent.contains(test)).collect();
        // One after the other, so that whatever else the machine does slows all of them.
        let mut all = Vec::new();
        for _ in 0..TIMES {
            all.push([
                time(&mut plain, &tests, None)?,
                time(observing, &tests, Some(number))?,
                time(observing, &tests, None)?,
            ]);
        }
        let fastest = |kind: usize| all.iter().map(|times| times[kind]).min().unwrap_or_default();
        slowness.plain += fastest(0);
        slowness.invocations += fastest(1);
        slowness.expressions += fastest(2);
    }
    Ok(slowness)
}

/// How long tests take while a method or their own code is watched; nothing where a JVM ends.
fn time(comparison: &mut Comparison<'_>, tests: &[TestId], method: Option<u32>) -> Result<Duration, Failure> {
    Ok(comparison.original(tests, method, &[])?.map(|observation| observation.time).unwrap_or_default())
}
