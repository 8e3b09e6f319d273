//! Runs the suite as it is, more than once, so that a test that passes at times is known before it is believed.

use super::judge::{Config, locked};
use super::launch::LaunchId;
use super::subject::Subject;
use super::suite::{Failure, Run, Suite};
use crate::worker::protocol::Report;
use crate::worker::{End, Jars, Worker};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What became of a run, by the number of its task; none if there are no tests.
type Numbered = (usize, Result<Option<Run>, Failure>);

/// The suite, and the workers that ran it, which are warm.
pub(super) fn run(
    config: &Config,
    jars: &Jars,
    subject: &Subject,
) -> Result<(Suite, Vec<(LaunchId, Worker)>), Failure> {
    let launches: Vec<LaunchId> =
        (0..config.launches.len()).filter(|one| !config.launches[*one].tests.suites.is_empty()).map(LaunchId).collect();
    let tasks: Vec<LaunchId> = launches.iter().flat_map(|one| [*one].repeat(config.suite_runs.max(1))).collect();
    let next = AtomicUsize::new(0);
    let workers = Mutex::new(Vec::new());
    let results: Mutex<Vec<Numbered>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..config.jobs.min(tasks.len()) {
            scope.spawn(|| {
                while let Some((number, launch)) = take(&next, &tasks) {
                    let mut result = once(config, jars, subject, launch);
                    if matches!(result, Err(Failure::Ended(End::Crash, _))) {
                        // Somebody may have killed it.
                        result = once(config, jars, subject, launch);
                    }
                    let result = result.map(|done| {
                        done.map(|(run, worker)| {
                            let mut workers = locked(&workers);
                            // More than one for each thread would only take memory.
                            if workers.len() < config.jobs {
                                workers.push((launch, worker));
                            }
                            run
                        })
                    });
                    let failed = result.is_err();
                    locked(&results).push((number, result));
                    if failed {
                        next.store(tasks.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    let mut runs: Vec<Vec<Run>> = config.launches.iter().map(|_| Vec::new()).collect();
    for (number, result) in results {
        runs[tasks[number].0].extend(result?);
    }
    let suite = Suite::assemble(&runs, config.set_aside)?;
    Ok((suite, workers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)))
}

fn take(next: &AtomicUsize, tasks: &[LaunchId]) -> Option<(usize, LaunchId)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    tasks.get(number).map(|launch| (number, *launch))
}

/// Runs all tests of a launch; none if there are none.
fn once(config: &Config, jars: &Jars, subject: &Subject, launch: LaunchId) -> Result<Option<(Run, Worker)>, Failure> {
    let launch = &config.launches[launch.0];
    let (mut worker, framework) = launch.worker(jars, subject)?;
    let mut ran = Vec::new();
    let units = launch.run_all(&mut worker, config.suite_limit, |_, report| {
        if let Report::Ran(one) = report {
            ran.push(one);
        }
    })?;
    Ok(if units.is_empty() { None } else { Some((Run { framework, units, ran }, worker)) })
}
