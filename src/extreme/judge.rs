//! Judges a suite by what it says to transformations, in several threads.

use super::confirmation::{Judge, Learned, Shared};
use super::failure::Failure;
use super::findings::Findings;
use super::journal::{Journal, Past};
use super::options::Options;
use super::queue::{Progress, Queue};
use super::reuse;
use super::subject::Subject;
use super::verdict::Judged;
use super::work::Work;
use crate::session::{Files, LaunchId, RampUp, Section, Session, WorkerPool, establish, in_threads, locked};
use crate::unit::{UnitVerdict, merge};
use crate::worker::{Jars, Worker};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Told what happens.
pub type Listener<'l> = &'l (dyn Fn(Event) + Sync);

/// Something that happens while a suite judges transformations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A feature has seen something while the tests ran on the unchanged program.
    Seen(Section),
    /// The suite has run, and the judging begins; it is expected to take so long, if nothing limits it.
    Begin(Progress, Duration),
    /// A transformation has been judged, or more is known of how long it takes.
    Judging(Progress),
}

/// Judges a suite by what it says to the transformations of the methods under test.
///
/// What is found is written to the journal as soon as it is known; what the past found is taken over.
pub fn judge(
    options: &Options,
    jars: &Jars,
    subject: &Subject,
    mut past: Past,
    journal: &Journal,
    listener: Listener<'_>,
) -> Result<Findings, Failure> {
    let guard = [subject.guard()];
    let features = [&guard[..], &options.with].concat();
    let session = |features| Session { execution: &options.execution, jars, features };
    let bodies: Vec<usize> = subject.guarded().map(|method| method.transformations.len()).collect();
    let (baseline, warm) = match past.suite.take() {
        Some(baseline) => (baseline, Vec::new()),
        None => establish(session(&features), bodies.iter().sum(), &|section| listener(Event::Seen(section)))?,
    };
    let work =
        Work::of(&options.execution.launches, subject, &baseline, journal.context()).map_err(Failure::Classes)?;
    journal.suite(&baseline).and_then(|()| journal.plan(&work.plan)).map_err(Failure::Journal)?;
    let mut known = reuse::same(&work, &past);
    let earlier = reuse::held(&work, &past.earlier);
    let held = earlier.len();
    known.extend(earlier);
    let jobs = options.execution.jobs.clamp(1, bodies.len().max(1));
    let queue = Queue::new(&baseline, &work, |change| known.contains_key(&change), jobs, options.deadline);
    listener(Event::Begin(queue.progress(), queue.expected()));
    let learned = Mutex::new(Learned::new(work.tests(&past.dependent)));
    let files = Files::now(&options.execution.launches);
    let shared =
        Shared { options, baseline: &baseline, work: &work, known: &known, journal, queue: &queue, learned: &learned };
    // A worker that has more features goes on without them.
    let session = session(&guard);
    let ramp_up = RampUp::of(bodies.iter().sum::<usize>().saturating_sub(known.len()));
    let judged = judge_all(&shared, session, jobs, warm, &ramp_up, listener);
    let written = files.written_again(session, &baseline);
    let mut verdicts = Vec::new();
    for part in judged {
        verdicts.extend(part?);
    }
    for portion in queue.rest() {
        verdicts.push(shared.left(portion, work.open(portion.unit))?);
    }
    let outcomes = merge(&work.plan, verdicts).expect("the queue has each part of each unit once");
    let Learned { dependent, mut not_instrumented, .. } = learned.into_inner().unwrap_or_else(PoisonError::into_inner);
    not_instrumented.extend(past.not_instrumented);
    journal.end(&not_instrumented).map_err(Failure::Journal)?;
    let findings = Findings::assemble(
        subject,
        baseline,
        &work,
        outcomes,
        dependent.into_iter().collect(),
        not_instrumented.into_iter().collect(),
    );
    Ok(Findings { held, written, ..findings })
}

/// The verdicts of one thread.
type Part = Result<Vec<UnitVerdict<Judged>>, Failure>;

/// Has several threads judge what is in the queue. Those without a warm worker wait until a fresh one is worth its start.
fn judge_all(
    shared: &Shared<'_>,
    session: Session<'_>,
    jobs: usize,
    warm: Vec<(LaunchId, Worker)>,
    ramp_up: &RampUp,
    listener: Listener<'_>,
) -> Vec<Part> {
    let work = |(thread, warm): (usize, Option<(LaunchId, Worker)>)| {
        if warm.is_none() && thread > 0 {
            ramp_up.wait();
        }
        let listener = |progress| listener(Event::Judging(progress));
        let mut judge = Judge { shared, pool: WorkerPool::new(session, shared.baseline), listener: &listener };
        if let Some((launch, worker)) = warm {
            judge.pool.adopt(launch, worker);
        }
        let verdicts = judge.take_all();
        if verdicts.is_err() {
            shared.queue.fail();
        }
        ramp_up.end();
        let not_instrumented = judge.pool.close();
        locked(shared.learned).not_instrumented.extend(not_instrumented);
        verdicts
    };
    let mut warm = warm.into_iter();
    in_threads((0..jobs).map(|thread| (thread, warm.next())), work)
}
