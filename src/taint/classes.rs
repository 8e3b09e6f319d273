//! Work on the tests of each class, in several threads with workers of their own.

use crate::journal::Steps;
use crate::session::{Baseline, Failure, LaunchId, Session, TestId, WorkerPool, in_threads, locked};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Does some work on the tests of each class, with what there is about each of them; what comes of it is kept as a step under a name.
pub(super) fn each_class<T, R>(
    (steps, session, suite): (&Steps, Session<'_>, &Baseline),
    name: &str,
    tests: Vec<(TestId, T)>,
    progress: &(dyn Fn(usize, usize) + Sync),
    work: impl Fn(&mut WorkerPool<'_>, &[(TestId, T)]) -> Result<R, Failure> + Sync,
) -> Result<Vec<R>, Failure>
where
    T: Send + Serialize,
    R: Send + Serialize + DeserializeOwned,
{
    let all = tests.len();
    let classes = by_class(suite, tests);
    let threads = session.execution.jobs.clamp(1, classes.len().max(1));
    let (queue, done) = (Mutex::new(classes.into_iter()), Mutex::new(0));
    progress(0, all);
    let results: Vec<Result<Vec<R>, Failure>> = in_threads(0..threads, |_| {
        let mut pool = WorkerPool::new(session, suite);
        let mut results = Vec::new();
        loop {
            let Some(tests) = locked(&queue).next() else { return Ok(results) };
            results.push(steps.step(&(name, &tests), || work(&mut pool, &tests))?);
            let mut done = locked(&done);
            *done += tests.len();
            progress(*done, all);
        }
    });
    let results: Result<Vec<Vec<R>>, Failure> = results.into_iter().collect();
    Ok(results?.into_iter().flatten().collect())
}

/// Tests by what starts them and by their class; the most of a class first, so that threads end at the same time.
fn by_class<T>(suite: &Baseline, tests: Vec<(TestId, T)>) -> Vec<Vec<(TestId, T)>> {
    let mut classes: BTreeMap<(LaunchId, &str), Vec<(TestId, T)>> = BTreeMap::new();
    for (test, of_test) in tests {
        let of = &suite.tests[test.0];
        classes.entry((of.launch, &of.unit.class)).or_default().push((test, of_test));
    }
    let mut classes: Vec<_> = classes.into_values().collect();
    classes.sort_by_key(|tests| Reverse(tests.len()));
    classes
}
