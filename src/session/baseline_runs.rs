//! Runs the suite as it is, more than once, so that a test that passes at times is known before it is believed.
//!
//! Each thread has a JVM of its own. One that gets the same tests twice runs them again in the same JVM, which takes a
//! fraction of the time. Where they say something else then, a fresh JVM decides.

use super::baseline::{Baseline, Fatal, Run, tell_apart};
use super::excluded::Excluded;
use super::execution::Session;
use super::failure::Failure;
use super::launch::{LaunchId, Selection};
use super::lock::locked;
use super::ramp_up::RampUp;
use super::section::{Section, Sections};
use super::titles::{title, title_of};
use crate::worker::protocol::{Kind, Ran, Report, Unit};
use crate::worker::{End, Worker};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much longer than the first time the tests may take in a JVM that has run them before.
const LONGER: u32 = 10;

/// The suite as it is, and the workers that ran it, which are warm. So many changes of the program are to be tried later: where
/// they are few, it does with fewer workers. What features see is told as it comes.
pub fn establish(
    session: Session<'_>,
    changes: usize,
    sections: Sections<'_>,
) -> Result<(Baseline, Vec<(LaunchId, Worker)>), Failure> {
    let launches = &session.execution.launches;
    let runs = launches.iter().map(|launch| match launch.tests.suites.is_empty() {
        true => 0,
        false => session.execution.suite_runs.max(1),
    });
    let left: Vec<usize> = runs.collect();
    let threads = session.execution.jobs.min(left.iter().sum());
    let all = Runs {
        session,
        sections,
        left: Mutex::new(left),
        results: Mutex::new(Vec::new()),
        workers: Mutex::new(Vec::new()),
        fatal: Mutex::new(vec![Fatal::new(); launches.len()]),
    };
    let ramp_up = RampUp::of(changes);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (all, ramp_up) = (&all, &ramp_up);
            scope.spawn(move || {
                if thread > 0 {
                    ramp_up.wait();
                }
                all.work();
                ramp_up.end();
            });
        }
    });
    let mut results = all.results.into_inner().unwrap_or_else(PoisonError::into_inner);
    // The first run comes first.
    results.sort_by_key(|(launch, left, _)| (*launch, std::cmp::Reverse(*left)));
    let mut runs: Vec<Vec<Run>> = launches.iter().map(|_| Vec::new()).collect();
    for (launch, _, result) in results {
        runs[launch.0].extend(result?);
    }
    tell_apart(launches, &mut runs);
    let baseline = Baseline::assemble(&runs, &locked(&all.fatal), session.execution.set_aside)?;
    Ok((baseline, all.workers.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// What became of a run, and how many runs of its launch were left before it; no run if there are no tests.
type Numbered = (LaunchId, usize, Result<Option<Run>, Failure>);

/// What the threads share.
struct Runs<'s> {
    session: Session<'s>,
    sections: Sections<'s>,
    /// How many runs of each launch nobody has begun.
    left: Mutex<Vec<usize>>,
    results: Mutex<Vec<Numbered>>,
    workers: Mutex<Vec<(LaunchId, Worker)>>,
    /// The tests of each launch that are set aside because they end the JVM or do not end.
    fatal: Mutex<Vec<Fatal>>,
}

/// A JVM that has run the tests of a launch, and what became of them.
struct Used {
    launch: LaunchId,
    worker: Worker,
    framework: String,
    outcomes: BTreeMap<String, Kind>,
    took: Duration,
}

impl Runs<'_> {
    /// Runs what is left, until nothing is.
    fn work(&self) {
        let mut used: Option<Used> = None;
        while let Some((launch, left)) = self.take(used.as_ref().map(|used| used.launch)) {
            let mut result = Ok(None);
            match used.take() {
                Some(same) if same.launch == launch => result = Ok(self.again(same)),
                other => self.keep(other),
            }
            if matches!(result, Ok(None)) {
                result = self.once(launch);
            }
            if matches!(result, Err(Failure::Ended(End::Crash, _))) {
                // Somebody may have killed it.
                result = self.once(launch);
            }
            let result = result.map(|done| {
                done.map(|(run, worker)| {
                    used = Some(worker);
                    run
                })
            });
            if result.is_err() {
                locked(&self.left).fill(0);
            }
            locked(&self.results).push((launch, left, result));
        }
        self.keep(used);
    }

    /// The launch to run next, that of the thread's own worker if there is a choice, and how many of its runs were left.
    fn take(&self, own: Option<LaunchId>) -> Option<(LaunchId, usize)> {
        let mut left = locked(&self.left);
        let most = (0..left.len()).max_by_key(|one| (left[*one], std::cmp::Reverse(*one))).map(LaunchId);
        let launch = own.filter(|own| left[own.0] > 0).or(most).filter(|launch| left[launch.0] > 0)?;
        left[launch.0] -= 1;
        Some((launch, left[launch.0] + 1))
    }

    /// Keeps a worker for later; more than one for each thread would only take memory.
    fn keep(&self, used: Option<Used>) {
        let mut workers = locked(&self.workers);
        if workers.len() < self.session.execution.jobs {
            workers.extend(used.map(|used| (used.launch, used.worker)));
        }
    }

    /// Runs all tests of a launch in a fresh JVM, but for those that are set aside; none if there are none.
    fn once(&self, launch: LaunchId) -> Result<Option<(Run, Used)>, Failure> {
        loop {
            let (worker, framework) = self.session.worker(launch)?;
            let fresh = Used { launch, worker, framework, outcomes: BTreeMap::new(), took: Duration::ZERO };
            let mut ran = Vec::new();
            match self.run(fresh, self.session.execution.suite_limit, &mut ran) {
                Err(Failure::Ended(end, Some(unit))) if self.session.execution.set_aside.fatal => {
                    let finished = ran.into_iter().map(|one| one.test).collect();
                    self.set_aside(launch, (end, unit), finished)?;
                }
                result => return result,
            }
        }
    }

    /// Sets aside a test that ended its JVM or was ended with it, and all others like it among those that did not run then.
    fn set_aside(
        &self,
        launch: LaunchId,
        mut blamed: (End, Unit),
        mut finished: BTreeSet<String>,
    ) -> Result<(), Failure> {
        let Session { jars, features, .. } = self.session;
        let (of_launch, limit) = (self.session.launch(launch), self.session.execution.suite_limit);
        loop {
            let (end, unit) = blamed;
            of_launch.blame(jars, features, limit, end, &unit)?;
            finished.insert(unit.id.clone());
            locked(&self.fatal)[launch.0].insert(unit.id.clone(), title(&unit));
            let mut worker = self.session.worker(launch)?.0;
            let mut more = Vec::new();
            let tell = |_: &[Unit], report| {
                if let Report::Ran(one) = report {
                    more.push(one.test);
                }
            };
            match of_launch.run_all(&mut worker, limit, &finished, tell) {
                Err(Failure::Ended(end, Some(unit))) => blamed = (end, unit),
                result => return result.map(drop),
            }
            finished.extend(more);
        }
    }

    /// Runs all tests once more in a JVM that has run them before; none if that does not say the same.
    fn again(&self, mut used: Used) -> Option<(Run, Used)> {
        let before = std::mem::take(&mut used.outcomes);
        // A test may wait for what happens once in a JVM.
        let execution = self.session.execution;
        let limit = execution.suite_limit.min(execution.patience + LONGER * used.took);
        let (run, used) = self.run(used, limit, &mut Vec::new()).ok()??;
        (used.outcomes == before).then_some((run, used))
    }

    /// Runs all tests but those that are set aside; what is known of them is in a list, also where not all run.
    fn run(&self, mut used: Used, limit: Duration, ran: &mut Vec<Ran>) -> Result<Option<(Run, Used)>, Failure> {
        let since = Instant::now();
        let launch = self.session.launch(used.launch);
        let fatal = locked(&self.fatal)[used.launch.0].keys().cloned().collect();
        let (worker, mut captured, mut used_now) = (used.worker.number(), Vec::new(), Vec::new());
        let mut unheld = Vec::new();
        let Selection { units, excluded } =
            launch.run_all(&mut used.worker, limit, &fatal, |units, report| match report {
                Report::Captured(one) => captured.push(one),
                Report::Uses(uses) => used_now.extend(uses),
                Report::Ran(one) => {
                    let section = |captured| Section { worker, test: title_of(units, &one), captured };
                    captured.drain(..).map(section).for_each(self.sections);
                    unheld.extend(used_now.drain(..).map(|one_use| (one_use, title_of(units, &one))));
                    ran.push(one);
                }
                _ => {}
            })?;
        used.took = since.elapsed();
        used.outcomes = ran.iter().map(|one| (one.test.clone(), one.kind)).collect();
        let is_empty = units.is_empty() && excluded == Excluded::default();
        let run = Run { framework: used.framework.clone(), units, excluded, ran: std::mem::take(ran), unheld };
        Ok((!is_empty).then_some((run, used)))
    }
}
