//! Runs the reaching tests on each transformation, and believes no verdict that is not confirmed.
//!
//! Tests run in a worker that has run others before, under other transformations, which may have left something behind. So a
//! failure counts only if the same test passes on the unchanged program right before it, in the same worker; and a
//! transformation counts as undetected only if all reaching tests pass with it where no static state is left, too: on classes
//! that are loaded anew, which are initialised under the transformation. Where such classes and the unchanged program do not
//! get on, a fresh JVM decides.

use super::baseline;
use super::board::{Board, Portion, Progress};
use super::findings::{Detection, Findings, How, Verdict};
use super::head_start::HeadStart;
use super::journal::{Journal, Past};
use super::launch::{Launch, LaunchId};
use super::reuse::Basis;
use super::seats::{Failed, Seats, Together};
use super::subject::Subject;
use super::suite::{Failure, SetAside, Suite, TestId};
use super::written::{self, Files};
use crate::worker::protocol::MethodId;
use crate::worker::{Jars, Worker};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How many times the patience a test has on the unchanged program. It passed before, so that only a busy machine can make it
/// slow; and a test that is given up here would never be believed again.
const UNCHANGED: u32 = 20;

/// How many times the patience a test has when it missed its deadline before.
const AGAIN: u32 = 3;

/// How many times as many tests run together as before, where none of those has failed.
const GROWTH: usize = 4;

/// How many tests run together at most: all of them run, although one fails.
const TOGETHER: usize = 64;

/// How long they may take together, in microseconds, if there are several.
const TOGETHER_FOR: u64 = 1_000_000;

/// How long tests of a long suite are asked in a JVM that has run others before all of them run on new classes: by then most transformations
/// are detected that will ever be, and what is not has to pass on new classes anyway. In microseconds.
const SCOUTING: u64 = 500_000;

/// The same, as a part of the time of all tests that reach the method.
const SCOUTED: u64 = 4;

/// How the judging is done.
#[derive(Debug, Clone)]
pub struct Config {
    /// How the tests of each module are started.
    pub launches: Vec<Launch>,
    /// How many workers work at once.
    pub jobs: usize,
    /// The time that any test has, beyond the multiple of its usual time, before its worker is killed.
    pub patience: Duration,
    /// How often the suite runs on the unchanged program, to see whether it is flaky.
    pub suite_runs: usize,
    /// The time that one such run may take.
    pub suite_limit: Duration,
    /// Which tests to go on without.
    pub set_aside: SetAside,
    /// Whether to run all reaching tests, although one has detected the transformation.
    pub full_matrix: bool,
    /// When to stop, and leave without a verdict what has none then.
    pub deadline: Option<Instant>,
}

/// A verdict, with all tests that detected the transformation and not only the first, if that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// What the tests said.
    pub verdict: Verdict,
    /// Detections after the first.
    pub also: Vec<Detection>,
}

/// A transformation: the method, and the number of the body.
pub(super) type Change = (MethodId, u32);

/// Told what happens.
pub type Listener<'l> = &'l (dyn Fn(Event) + Sync);

/// Something that happens while a suite judges transformations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The suite has run, and the judging begins; it is expected to take so long, if nothing limits it.
    Begin(Progress, Duration),
    /// A transformation has been judged.
    Judged(Progress),
}

/// Why there is no verdict.
enum Stop {
    /// Something does not work.
    Failed(Failure),
    /// The time is over.
    OutOfTime,
}

impl<F: Into<Failure>> From<F> for Stop {
    fn from(failure: F) -> Stop {
        Stop::Failed(failure.into())
    }
}

/// Judges a suite by what it says to the transformations of the methods under test.
///
/// What is found is written to the journal as soon as it is known; what the past found is taken over.
pub fn judge(
    config: &Config,
    jars: &Jars,
    subject: &Subject,
    past: Past,
    journal: &Journal,
    listener: Listener<'_>,
) -> Result<Findings, Failure> {
    let (suite, workers) = match past.suite {
        Some(suite) => (suite, Vec::new()),
        None => baseline::run(config, jars, subject)?,
    };
    journal.suite(&suite).map_err(Failure::Journal)?;
    let (mut known, mut held) = (past.judged, 0);
    if journal.is_kept() {
        let basis = Basis::of(config, subject, &suite).map_err(Failure::Journal)?;
        journal.basis(&basis).map_err(Failure::Journal)?;
        let earlier = basis.known(&suite, &past.earlier);
        held = earlier.len();
        known.extend(earlier);
    }
    let bodies: Vec<usize> = subject.guarded().map(|method| method.transformations.len()).collect();
    let open = bodies.iter().sum::<usize>().saturating_sub(known.len());
    let head_start = HeadStart::of(open);
    let jobs = config.jobs.clamp(1, bodies.len().max(1));
    let is_known = |method, body| known.contains_key(&(method, body));
    let board = Board::new(&suite, &bodies, is_known, jobs, config.deadline);
    listener(Event::Begin(board.progress(), board.expected()));
    let stage = Stage { config, suite: &suite, known: &known, journal, board: &board };
    let shared = Shared(Mutex::new(Learned { dependent: past.dependent, ..Learned::default() }));
    let files = Files::now(&config.launches);
    // They are warm.
    let mut workers = workers.into_iter();
    let work = |thread, warm: Option<(LaunchId, Worker)>| {
        if warm.is_none() && thread > 0 {
            head_start.wait();
        }
        let mut judge = Judge { stage: &stage, shared: &shared, seats: Seats::new(config, jars, subject, &suite) };
        if let Some((launch, worker)) = warm {
            judge.seats.seat(launch, worker);
        }
        let verdicts = judge.take_all(listener);
        if verdicts.is_err() {
            board.fail();
        }
        head_start.end();
        let not_instrumented = judge.seats.leave();
        locked(&shared.0).not_instrumented.extend(not_instrumented);
        verdicts
    };
    let judged: Vec<Result<BTreeMap<Change, Judged>, Failure>> = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..jobs)
            .map(|thread| (thread, workers.next()))
            .map(|(thread, warm)| scope.spawn(move || work(thread, warm)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let written = written::again(config, jars, subject, &files);
    let mut verdicts = BTreeMap::new();
    for part in judged {
        verdicts.extend(part?);
    }
    let Learned { dependent, mut not_instrumented, .. } =
        shared.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    not_instrumented.extend(past.not_instrumented);
    journal.end(&not_instrumented).map_err(Failure::Journal)?;
    let findings = Findings::assemble(
        subject,
        suite,
        &verdicts,
        dependent.into_iter().collect(),
        not_instrumented.into_iter().collect(),
    );
    Ok(Findings { held, written, ..findings })
}

/// What all judges learn.
#[derive(Debug, Default)]
struct Learned {
    /// Tests that fail alone on the unchanged program.
    dependent: BTreeSet<TestId>,
    not_instrumented: BTreeMap<String, String>,
    /// The test that last detected a transformation of a method.
    detecting: BTreeMap<MethodId, TestId>,
}

struct Shared(Mutex<Learned>);

pub(super) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What does not change while methods are judged.
struct Stage<'s> {
    config: &'s Config,
    suite: &'s Suite,
    known: &'s BTreeMap<Change, Judged>,
    journal: &'s Journal,
    board: &'s Board,
}

/// One thread with its workers.
struct Judge<'s> {
    stage: &'s Stage<'s>,
    shared: &'s Shared,
    seats: Seats<'s>,
}

/// The detections of one transformation, the first one first.
struct Found {
    detections: Vec<Detection>,
    all: bool,
}

impl Found {
    /// Adds a detection, and says whether that is enough.
    fn add(&mut self, detection: Detection) -> bool {
        self.detections.push(detection);
        !self.all
    }

    fn judged(self) -> Option<Judged> {
        let mut detections = self.detections.into_iter();
        let verdict = Verdict::Detected(detections.next()?);
        Some(Judged { verdict, also: detections.collect() })
    }

    /// The verdict after the last test.
    fn verdict(self) -> Judged {
        self.judged().unwrap_or(Judged { verdict: Verdict::Undetected, also: Vec::new() })
    }
}

impl Judge<'_> {
    /// Judges what nobody else does, until nothing is left or the time is over.
    fn take_all(&mut self, listener: Listener<'_>) -> Result<BTreeMap<Change, Judged>, Failure> {
        let (board, mut verdicts) = (self.stage.board, BTreeMap::new());
        while let Some(portion) = board.take() {
            match self.portion(portion, &mut verdicts, listener) {
                Ok(()) => {}
                Err(Stop::OutOfTime) => break,
                Err(Stop::Failed(failure)) => return Err(failure),
            }
        }
        Ok(verdicts)
    }

    /// Judges some transformations of a method. A test that detected one is the first to be asked about the next.
    fn portion(
        &mut self,
        portion: &Portion,
        verdicts: &mut BTreeMap<Change, Judged>,
        listener: Listener<'_>,
    ) -> Result<(), Stop> {
        let (stage, method) = (self.stage, portion.method);
        let mut order = stage.suite.reaching(method);
        if let Some(detecting) = locked(&self.shared.0).detecting.get(&method) {
            order.sort_by_key(|test| test != detecting);
        }
        for change in portion.bodies.clone().map(|body| (method, body)) {
            let judged = match stage.known.get(&change) {
                Some(known) => known.clone(),
                None => {
                    let since = Instant::now();
                    let judged = self.transformation(change, &order)?;
                    stage.board.judged(portion, since.elapsed());
                    listener(Event::Judged(stage.board.progress()));
                    judged
                }
            };
            stage.journal.judged(change, &judged).map_err(Failure::Journal)?;
            if let Verdict::Detected(detection) = &judged.verdict {
                order.sort_by_key(|test| *test != detection.test);
                locked(&self.shared.0).detecting.insert(method, detection.test);
            }
            verdicts.insert(change, judged);
        }
        Ok(())
    }

    /// Goes on only while there is time.
    fn in_time(&self) -> Result<(), Stop> {
        if self.stage.board.is_over() { Err(Stop::OutOfTime) } else { Ok(()) }
    }

    fn transformation(&mut self, change: Change, order: &[TestId]) -> Result<Judged, Stop> {
        // A used JVM never calls again what initialises classes.
        if self.stage.suite.initialises(change.0) {
            return self.renewed(change, order, 1);
        }
        match self.used(change, order)? {
            Some(judged) => Ok(judged),
            None => self.renewed(change, order, TOGETHER),
        }
    }

    /// The tests in their order in groups that run together: small ones first, because the first tests are the likeliest to
    /// detect something, and none that takes long.
    fn batches(&self, order: &[TestId], first: usize) -> Vec<Vec<TestId>> {
        let suite = self.stage.suite;
        let launch = |test: &TestId| suite.tests[test.0].launch;
        // With all detections asked for, each test is to fail by itself.
        let (mut size, most) = if self.stage.config.full_matrix { (1, 1) } else { (first, TOGETHER) };
        let mut batches: Vec<Vec<TestId>> = Vec::new();
        for test in order.iter().filter(|test| !self.is_dependent(**test)) {
            if let Some(last) = batches.last_mut() {
                let is_full = last.len() >= size;
                let fits = || suite.time(last.iter().chain([test]), |test| test.usual) <= TOGETHER_FOR;
                if !is_full && launch(&last[0]) == launch(test) && fits() {
                    last.push(*test);
                    continue;
                }
                size = most.min(GROWTH * size);
            }
            batches.push(vec![*test]);
        }
        batches
    }

    fn found(&self) -> Found {
        Found { detections: Vec::new(), all: self.stage.config.full_matrix }
    }

    /// Runs tests in workers that have run others before, those that are likely to detect something; none if they do not.
    fn used(&mut self, change: Change, order: &[TestId]) -> Result<Option<Judged>, Stop> {
        self.seats.go_back();
        let mut found = self.found();
        let suite = self.stage.suite;
        let enough = match suite.is_long() {
            true => SCOUTING.max(suite.time(order, |test| test.usual) / SCOUTED),
            false => u64::MAX,
        };
        let mut spent = 0;
        for batch in self.batches(order, 1) {
            self.in_time()?;
            spent += suite.time(&batch, |test| test.usual);
            if spent > enough && !found.all {
                break;
            }
            if batch.len() > 1 {
                match self.seats.together(&batch, change)? {
                    Together::Passed => continue,
                    Together::Failed(test) if !self.is_dependent(test) => {
                        if let Some(failed) = self.detects(test, change)? {
                            found.add(failed.by(test, false));
                            break;
                        }
                    }
                    // What each of them does alone says more.
                    Together::Failed(_) | Together::Unclear => {}
                }
            }
            if self.one_by_one(&batch, change, &mut found)? {
                break;
            }
        }
        Ok(found.judged())
    }

    /// Runs tests one after the other, each alone, and says whether the detections are enough.
    fn one_by_one(&mut self, tests: &[TestId], change: Change, found: &mut Found) -> Result<bool, Stop> {
        for test in tests {
            self.in_time()?;
            if self.is_dependent(*test) {
                continue;
            }
            // The first one to ask is likely to detect it, the others are not.
            let is_likely = tests.len() == 1 && !found.all;
            if !is_likely && self.seats.run(*test, Some(change), 1)?.is_none() {
                continue;
            }
            if let Some(failed) = self.detects(*test, change)?
                && found.add(failed.by(*test, false))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How a test fails on a transformation, if nothing else is to blame: it passes on the unchanged program right before that in
    /// the same worker, or nothing has run before it.
    fn detects(&mut self, test: TestId, change: Change) -> Result<Option<Failed>, Failure> {
        if self.seats.has(test) && self.passes(test)? {
            let failed = self.seats.run(test, Some(change), 1)?;
            if failed.is_none() || self.seats.has(test) {
                return Ok(failed);
            }
            // What ended a worker ends this one, too, unless the machine was busy or somebody killed it.
            return self.seats.run(test, Some(change), AGAIN);
        }
        // There is no worker, or something that ran in it has an effect on this test.
        self.seats.retire(test);
        let Some(failed) = self.seats.run(test, Some(change), AGAIN)? else { return Ok(None) };
        if self.seats.has(test) && self.passes(test)? {
            return Ok(Some(failed));
        }
        // It may be the test itself that leaves something behind.
        self.seats.retire(test);
        if self.passes(test)? {
            return Ok(Some(failed));
        }
        self.distrust(test)?;
        Ok(None)
    }

    /// Runs all tests once more on classes that are loaded anew, and so are initialised under the transformation; so many of
    /// them together at first.
    fn renewed(&mut self, change: Change, order: &[TestId], first: usize) -> Result<Judged, Stop> {
        let mut found = self.found();
        self.seats.renew();
        let mut untouched = true;
        for mut batch in self.batches(order, first) {
            self.in_time()?;
            if batch.len() > 1 {
                match self.seats.together(&batch, change)? {
                    Together::Passed => {
                        untouched = false;
                        continue;
                    }
                    Together::Failed(test) => batch.sort_by_key(|other| *other != test),
                    Together::Unclear => {}
                }
                // Each by itself, where none of the others has been before.
                self.seats.renew();
                untouched = true;
            }
            for test in batch {
                self.in_time()?;
                if self.is_dependent(test) {
                    continue;
                }
                let (is_first, fuel) = (std::mem::replace(&mut untouched, false), self.seats.fuel(test));
                let Some(failed) = self.seats.run(test, Some(change), 1)? else { continue };
                // That has to happen where this test is the first, too, and must not happen on the unchanged program.
                let again = match failed.how {
                    How::Assertion | How::Exception if is_first => Some(failed),
                    _ => {
                        self.seats.renew();
                        self.seats.run(test, Some(change), AGAIN)?
                    }
                };
                self.seats.renew();
                let unchanged = self.passes(test)?;
                // A test that has turned out to do more on new classes may have been cut too early.
                let is_valid = |failed: &Failed| failed.how != How::Timeout || self.seats.fuel(test) == fuel;
                let Some(failed) = again.filter(|failed| unchanged && is_valid(failed)) else {
                    let mut suspected_first = order.to_vec();
                    suspected_first.sort_by_key(|other| *other != test);
                    return self.fresh(change, &suspected_first);
                };
                if found.add(failed.by(test, true)) {
                    return Ok(found.verdict());
                }
                self.seats.renew();
                untouched = true;
            }
        }
        Ok(found.verdict())
    }

    /// Runs all tests once more in fresh JVMs.
    fn fresh(&mut self, change: Change, order: &[TestId]) -> Result<Judged, Stop> {
        let mut found = self.found();
        self.seats.retire_all();
        for test in order {
            self.in_time()?;
            if self.is_dependent(*test) {
                continue;
            }
            let fuel = self.seats.fuel(*test);
            let first = self.seats.run(*test, Some(change), 1)?;
            let again = match first {
                Some(Failed { how: How::Timeout | How::Crash, .. }) => {
                    self.seats.retire(*test);
                    self.seats.run(*test, Some(change), AGAIN)?
                }
                other => other,
            };
            let Some(failed) = again else { continue };
            self.seats.retire(*test);
            let unchanged = self.passes(*test)?;
            self.seats.retire(*test);
            let failed = match failed.how {
                How::Timeout if self.seats.fuel(*test) > fuel => self.seats.run(*test, Some(change), AGAIN)?,
                _ => Some(failed),
            };
            if !unchanged {
                self.distrust(*test)?;
            } else if let Some(failed) = failed
                && found.add(failed.by(*test, true))
            {
                break;
            }
            self.seats.retire(*test);
        }
        Ok(found.verdict())
    }

    fn is_dependent(&self, test: TestId) -> bool {
        locked(&self.shared.0).dependent.contains(&test)
    }

    /// Believes a test no more: it fails alone on the unchanged program.
    fn distrust(&mut self, test: TestId) -> Result<(), Failure> {
        locked(&self.shared.0).dependent.insert(test);
        self.seats.retire(test);
        self.stage.journal.dependent(test).map_err(Failure::Journal)
    }

    /// Whether a test passes on the unchanged program.
    fn passes(&mut self, test: TestId) -> Result<bool, Failure> {
        match self.seats.run(test, None, UNCHANGED)? {
            // Tests that passed before do not crash JVMs; somebody may have killed it.
            Some(Failed { how: How::Crash, .. }) => Ok(self.seats.run(test, None, UNCHANGED)?.is_none()),
            other => Ok(other.is_none()),
        }
    }
}
