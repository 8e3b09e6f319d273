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
use super::work::{Portion, Work};
use crate::session::{
    Baseline, Change, Files, LaunchId, RampUp, Section, Session, TestId, WorkerPool, Written, establish, in_threads,
    locked,
};
use crate::unit::{Chosen, Digest, UnitVerdict, merge};
use crate::worker::{Jars, Worker};
use std::collections::{BTreeMap, BTreeSet};
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

/// Verdicts on the units that were chosen, and what they are verdicts on.
#[derive(Debug)]
pub struct Outcome {
    /// The suite as it is.
    pub suite: Baseline,
    pub(super) work: Work,
    pub(super) verdicts: Vec<UnitVerdict<Judged>>,
    /// Tests that fail alone on the unchanged program, and were not believed.
    pub(super) dependent: BTreeSet<TestId>,
    /// Classes that could not be instrumented, by internal name, with the reason.
    pub(super) not_instrumented: BTreeMap<String, String>,
    /// How many verdicts are those of earlier runs, on classes that have changed since where it does not matter.
    pub held: usize,
    /// What became of files that changed while transformations were judged.
    pub written: Written,
}

impl Outcome {
    /// How many units there are, chosen or not.
    pub fn units(&self) -> usize {
        self.work.plan.units().count()
    }

    /// The findings, where all units of the subject were chosen.
    pub fn findings(self, subject: &Subject) -> Findings {
        let Outcome { suite, work, verdicts, dependent, not_instrumented, held, written } = self;
        let outcomes = merge(&work.plan, verdicts).expect("the queue has each part of each unit once");
        let (dependent, not_instrumented) = (dependent.into_iter().collect(), not_instrumented.into_iter().collect());
        let findings = Findings::assemble(&subject.methods, suite, &work, outcomes, dependent, not_instrumented);
        Findings { held, written, ..findings }
    }
}

/// A suite as it is, and what there is to judge.
#[derive(Debug)]
pub(super) struct Begun {
    /// The suite as it is.
    pub suite: Baseline,
    pub(super) work: Work,
    /// Workers that have run it.
    warm: Vec<(LaunchId, Worker)>,
}

/// Runs a suite as it is, unless the past did, and tells what there is to judge.
pub(super) fn begin(
    options: &Options,
    jars: &Jars,
    subject: &Subject,
    past: &mut Past,
    context: Digest,
    listener: Listener<'_>,
) -> Result<Begun, Failure> {
    let features = [&[subject.guard()][..], &options.with].concat();
    let session = Session { execution: &options.execution, jars, features: &features };
    let bodies = subject.guarded().map(|method| method.transformations.len()).sum();
    let (suite, warm) = match past.suite.take() {
        Some(suite) => (suite, Vec::new()),
        None => establish(session, bodies, &|section| listener(Event::Seen(section)))?,
    };
    let work = Work::of(&options.execution.launches, subject, &suite, context).map_err(Failure::Classes)?;
    Ok(Begun { suite, work, warm })
}

/// Judges a suite by what it says to the transformations of the methods under test, as far as these are chosen.
///
/// What is found is written to the journal as soon as it is known; what the past found is taken over.
pub fn judge(
    options: &Options,
    jars: &Jars,
    subject: &Subject,
    mut past: Past,
    journal: &Journal,
    chosen: &Chosen,
    listener: Listener<'_>,
) -> Result<Outcome, Failure> {
    let guard = [subject.guard()];
    let Begun { suite: baseline, work, warm } = begin(options, jars, subject, &mut past, journal.context(), listener)?;
    journal.suite(&baseline).and_then(|()| journal.plan(&work.plan)).map_err(Failure::Journal)?;
    let mut known = reuse::same(&work, &past);
    let earlier = reuse::held(&work, &past.earlier);
    let held = earlier.len();
    known.extend(earlier);
    let units = chosen.of(&work.plan, &work.costs(&baseline));
    let (here, elsewhere): (Vec<Portion>, Vec<Portion>) =
        work.portions().partition(|portion| units.contains(&portion.unit));
    let jobs = options.execution.jobs.clamp(1, here.len().max(1));
    let bodies: usize = here.iter().map(|portion| portion.bodies.len()).sum();
    let is_known = |change: Change| known.contains_key(&change);
    let queue = Queue::new(&baseline, here, is_known, jobs, options.deadline);
    listener(Event::Begin(queue.progress(), queue.expected()));
    let learned = Mutex::new(Learned::new(work.tests(&past.dependent)));
    let files = Files::now(&options.execution.launches);
    let shared =
        Shared { options, baseline: &baseline, work: &work, known: &known, journal, queue: &queue, learned: &learned };
    // A worker that has more features goes on without them.
    let session = Session { execution: &options.execution, jars, features: &guard };
    let ramp_up = RampUp::of(bodies.saturating_sub(known.len()));
    let judged = judge_all(&shared, session, jobs, warm, &ramp_up, listener);
    let written = files.written_again(session, &baseline);
    let mut verdicts = Vec::new();
    for part in judged {
        verdicts.extend(part?);
    }
    for portion in queue.rest() {
        verdicts.push(shared.left(portion, work.open(portion.unit))?);
    }
    // What an earlier run found of other units stays known to later ones.
    for portion in elsewhere {
        shared.left(&portion, work.open(portion.unit))?;
    }
    let Learned { dependent, mut not_instrumented, .. } = learned.into_inner().unwrap_or_else(PoisonError::into_inner);
    not_instrumented.extend(past.not_instrumented);
    journal.end(&not_instrumented).map_err(Failure::Journal)?;
    Ok(Outcome { suite: baseline, work, verdicts, dependent, not_instrumented, held, written })
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
