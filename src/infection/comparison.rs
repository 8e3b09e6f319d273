//! Runs tests on both programs, and repeats what differs.

use super::difference::Difference;
use super::observation::{Observation, ProgramState};
use crate::session::{Baseline, Change, Execution, Failure, LaunchId, Session, TestId, Watched, WorkerPool};
use crate::worker::End;
use crate::worker::protocol::{Answers, Feature, Inquire, Met, Point, Wanted, Watch};
use std::collections::BTreeMap;

/// How many states are told in words at once.
const AT_ONCE: usize = 64;

/// How many times states are told in words before the rest that differs is taken for noise.
const MOST_TIMES: usize = 16;

/// How many runs there are at most.
const MOST_RUNS: usize = 24;

/// The JVMs of the second pool deal out other identity hash codes than those of the first. What is no HotSpot goes on without.
pub const OTHER_HASH_CODES: [&str; 3] =
    ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"];

/// The second of the pools.
const ELSEWHERE: usize = 1;

/// In which of the pools both programs run once more at least: states that hang on the hash codes or the order of sets of one JVM are
/// others in another one.
const REPEATED_IN: [usize; 3] = [0, ELSEWHERE, ELSEWHERE];

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// What differs, if anything does.
    Told(Difference),
    /// The JVM ended, so that nothing can be said.
    Ended(End),
}

/// Runs tests on two programs. Both are changes of one: which body runs in place of which method.
#[derive(Debug)]
pub struct Comparison<'s> {
    pools: [WorkerPool<'s>; 2],
}

/// Why there is nothing to compare.
enum Stop {
    Failed(Failure),
    Ended(End),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failed(failure)
    }
}

/// How tests are run in the second of the pools.
pub fn elsewhere(execution: &Execution) -> Execution {
    execution.with_jvm_arguments(&OTHER_HASH_CODES)
}

impl<'s> Comparison<'s> {
    /// A comparison that has no workers yet; those of the second session run [`elsewhere`].
    pub fn new(sessions: [Session<'s>; 2], suite: &'s Baseline) -> Comparison<'s> {
        Comparison { pools: sessions.map(|session| WorkerPool::new(session, suite)) }
    }

    /// Has the workers observe something else from now on.
    pub fn configure(&mut self, features: &[Feature]) {
        self.pools.iter_mut().for_each(|pool| pool.configure(features));
    }

    /// Which classes the workers could not instrument, so far.
    pub fn not_instrumented(&self) -> BTreeMap<String, String> {
        self.pools.iter().flat_map(WorkerPool::not_instrumented).collect()
    }

    /// What is read on the original program of the invocations of a method, or of the code of tests; perhaps of some states only, and
    /// these in words.
    pub fn original(
        &mut self,
        tests: &[TestId],
        method: Option<u32>,
        wanted: &[ProgramState],
    ) -> Result<Result<Observation, End>, Failure> {
        resolved(self.observe(0, tests, None, method, wanted))
    }

    /// What differs where a change is made, from what was read on the original program.
    pub fn compare(
        &mut self,
        tests: &[TestId],
        method: Option<u32>,
        original: &Observation,
        change: Change,
    ) -> Result<Compared, Failure> {
        Ok(match resolved(self.differences(tests, method, original, change))? {
            Ok(difference) => Compared::Told(difference),
            Err(end) => Compared::Ended(end),
        })
    }

    /// What the objects that the code of tests of each launch holds say when they are asked, on the original program or on one with a
    /// change. Runs with another number may be in another JVM.
    pub fn inquire(
        &mut self,
        run: usize,
        tests: &[TestId],
        change: Option<Change>,
        inquire: &Inquire,
    ) -> Result<Result<Vec<(LaunchId, Answers)>, End>, Failure> {
        let pool = &mut self.pools[REPEATED_IN[run % REPEATED_IN.len()]];
        pool.renew();
        let mut all = Vec::new();
        for tests in by_launch(pool, tests) {
            let launch = pool.launch_of(tests[0]);
            match pool.inquire(&tests, change, inquire.clone())? {
                Ok(answers) => all.extend(answers.into_iter().map(|answers| (launch, answers))),
                Err(end) => return Ok(Err(end)),
            }
        }
        Ok(Ok(all))
    }

    /// What the conditions of a method are about on the original program, or on one with a change, by workers that tell of them.
    pub fn conditions(
        &mut self,
        tests: &[TestId],
        method: u32,
        change: Option<Change>,
    ) -> Result<Result<Vec<Met>, End>, Failure> {
        let pool = &mut self.pools[0];
        pool.renew();
        let mut all: BTreeMap<Point, Met> = BTreeMap::new();
        for tests in by_launch(pool, tests) {
            // Nothing is wanted in words, and nothing is digested where something is.
            let watched = match pool.watch(&tests, change, Watch { method: Some(method), wanted: vec![nowhere()] })? {
                Ok(watched) => watched,
                Err(end) => return Ok(Err(end)),
            };
            for met in watched.conditions {
                match all.get_mut(&met.point) {
                    Some(known) => {
                        known.holds += met.holds;
                        known.fails += met.fails;
                        for operand in met.operands {
                            if !known.operands.contains(&operand) {
                                known.operands.push(operand);
                            }
                        }
                    }
                    None => drop(all.insert(met.point.clone(), met)),
                }
            }
        }
        Ok(Ok(all.into_values().collect()))
    }

    fn differences(
        &mut self,
        tests: &[TestId],
        method: Option<u32>,
        original: &Observation,
        change: Change,
    ) -> Result<Difference, Stop> {
        let transformed = self.observe(0, tests, Some(change), method, &[])?;
        let states = original.differing(&transformed);
        if states.is_empty() && original.counts(&transformed).is_empty() {
            return Ok(Difference::default());
        }
        let mut difference = Difference::default();
        let mut chunks = states.chunks(AT_ONCE);
        for wanted in chunks.by_ref().take(MOST_TIMES) {
            let seen = self.repeated(tests, method, change, wanted)?;
            difference.noise += seen.noise;
            if !seen.is_none() {
                (difference.evidence, difference.counts) = (seen.evidence, seen.counts);
                break;
            }
        }
        if states.is_empty() {
            difference = self.repeated(tests, method, change, &[])?;
        }
        difference.unchecked = chunks.map(<[ProgramState]>::len).sum();
        Ok(difference)
    }

    /// Runs both programs again until nothing more turns out to be noise, and says what is the same in all runs of each and differs
    /// between them.
    fn repeated(
        &mut self,
        tests: &[TestId],
        method: Option<u32>,
        change: Change,
        wanted: &[ProgramState],
    ) -> Result<Difference, Stop> {
        let (mut original, mut transformed) = (Vec::new(), Vec::new());
        let mut seen = Difference::default();
        // After how many runs something was seen to be noise last.
        let mut last = 0;
        for runs in 1..=MOST_RUNS {
            let pool = REPEATED_IN.get(runs - 1).copied().unwrap_or(ELSEWHERE);
            original.push(self.observe(pool, tests, None, method, wanted)?);
            transformed.push(self.observe(pool, tests, Some(change), method, wanted)?);
            let before = std::mem::replace(&mut seen, Difference::stable(wanted, &original, &transformed));
            if runs > 1 && seen.parts() < before.parts() {
                last = runs;
            }
            if seen.is_none() || runs >= REPEATED_IN.len().max(last + seen.quiet_runs(last > 0)) {
                break;
            }
        }
        Ok(seen)
    }

    /// Runs tests on classes without static state, all of them in the same order each time.
    fn observe(
        &mut self,
        pool: usize,
        tests: &[TestId],
        change: Option<Change>,
        method: Option<u32>,
        wanted: &[ProgramState],
    ) -> Result<Observation, Stop> {
        let pool = &mut self.pools[pool];
        let mut observation = Observation::default();
        pool.renew();
        for tests in by_launch(pool, tests) {
            let launch = pool.launch_of(tests[0]);
            let of_launch = wanted.iter().filter(|state| state.series.launch == launch);
            let mut of_launch: Vec<Wanted> = of_launch.map(ProgramState::wanted).collect();
            if of_launch.is_empty() && !wanted.is_empty() {
                of_launch.push(nowhere());
            }
            let watch = Watch { method, wanted: of_launch };
            let Watched { states, failed, time, .. } = pool.watch(&tests, change, watch)?.map_err(Stop::Ended)?;
            states.into_iter().for_each(|states| observation.add(launch, states));
            observation.failed.extend(failed.into_iter().map(|test| (launch, test)));
            observation.time += time;
        }
        Ok(observation)
    }
}

/// A state that there is not.
fn nowhere() -> Wanted {
    let none = String::new;
    let point = Point { class: none(), method: none(), descriptor: none(), line: 0, number: 0, what: none() };
    Wanted { test: none(), thread: 0, point, occurrence: 0 }
}

/// Tests of one launch run together.
fn by_launch(pool: &WorkerPool<'_>, tests: &[TestId]) -> Vec<Vec<TestId>> {
    let mut launches: BTreeMap<LaunchId, Vec<TestId>> = BTreeMap::new();
    for test in tests {
        launches.entry(pool.launch_of(*test)).or_default().push(*test);
    }
    launches.into_values().collect()
}

fn resolved<T>(result: Result<T, Stop>) -> Result<Result<T, End>, Failure> {
    match result {
        Ok(found) => Ok(Ok(found)),
        Err(Stop::Ended(end)) => Ok(Err(end)),
        Err(Stop::Failed(failure)) => Err(failure),
    }
}
