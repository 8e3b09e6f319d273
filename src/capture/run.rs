//! Runs the tests of a project once, and collects what was captured.

use crate::session::{self, Failure, Launch};
use crate::worker::protocol::{CallStep, Capture, Captured, Kind, Observed, Ran, Report, Request, State, Unit};
use crate::worker::{Error, Jars};
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

/// A structure, and the test that showed it first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its objects, the root first, in the order in which they were met.
    pub objects: Vec<Observed>,
    /// The title of the test.
    pub test: String,
}

/// A step from one structure to another, and the test that made it first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    /// The call; its structures are places in [`Witnessed::structures`].
    pub step: CallStep,
    /// The title of the test.
    pub test: String,
}

/// All that was captured while tests ran.
#[derive(Debug, Clone, Default)]
pub struct Witnessed {
    /// The frameworks that ran the tests, without repeats.
    pub frameworks: Vec<String>,
    /// How many tests passed or failed.
    pub tests: usize,
    /// The tests that failed, and what they say.
    pub failed: Vec<(String, String)>,
    /// How long the tests took, in microseconds.
    pub micros: u64,
    /// The structures, each once.
    pub structures: Vec<Seen>,
    /// The steps between them; each once for every module whose tests made it.
    pub steps: Vec<Met>,
    /// How often a structure was looked at.
    pub captures: u64,
    /// For each group and then for each slot of what is captured, how often it was what made a structure too large.
    pub beyond: Vec<u64>,
    /// How often another thread was at work on the object.
    pub disturbed: u64,
    /// How often reading failed.
    pub unread: u64,
    /// Why it failed the last time.
    pub problem: String,
    /// Classes that ran as they are, by internal name, with the reason.
    pub not_instrumented: Vec<(String, String)>,
    /// The places of what was captured.
    known: HashMap<Vec<Observed>, u32>,
}

/// Runs all tests of some launches, each launch within a time limit. Tests that fail are no reason to stop.
pub fn run(launches: &[Launch], jars: &Jars, capture: &Capture, limit: Duration) -> Result<Witnessed, Failure> {
    let places = capture.objects.limits.len() + capture.objects.types.iter().map(|ty| ty.slots.len()).sum::<usize>();
    let mut witnessed = Witnessed { beyond: vec![0; places], ..Witnessed::default() };
    for launch in launches.iter().filter(|launch| !launch.tests.suites.is_empty()) {
        let request = Request::Capture(capture.clone());
        let mut finished = BTreeSet::new();
        // Once, unless tests end the JVM or do not end: then another one goes on with those after them.
        loop {
            let (mut worker, framework) = launch.start(jars, &request)?;
            if !witnessed.frameworks.contains(&framework) {
                witnessed.frameworks.push(framework);
            }
            let mut captured = Vec::new();
            let mut of_worker = Vec::new();
            let mut more = Vec::new();
            let ran = launch.run_all(&mut worker, limit, &finished, |units, report| match report {
                Report::Captured(one) => captured.push(one),
                Report::Ran(ran) => {
                    let title = title(units, &ran);
                    captured.drain(..).for_each(|one| witnessed.keep(one, &title, &mut of_worker));
                    more.push(ran.test.clone());
                    witnessed.count(units, ran, title);
                }
                _ => {}
            });
            for class in worker.not_instrumented.drain(..) {
                if !witnessed.not_instrumented.contains(&class) {
                    witnessed.not_instrumented.push(class);
                }
            }
            match ran {
                Ok(_) => break,
                Err(Failure::Ended(end, Some(unit))) => {
                    launch.blame(jars, &request, limit, end, &unit)?;
                    witnessed.tests += 1;
                    witnessed.failed.push((session::title(&unit), Error::Ended(end).to_string()));
                    finished.extend(more);
                    finished.insert(unit.id);
                }
                Err(failure) => return Err(failure),
            }
        }
    }
    if witnessed.tests == 0 { Err(Failure::NoTests) } else { Ok(witnessed) }
}

impl Witnessed {
    fn count(&mut self, units: &[Unit], ran: Ran, title: String) {
        if (ran.kind == Kind::Passed || ran.kind.is_failure()) && units.iter().any(|unit| unit.id == ran.test) {
            self.tests += 1;
        }
        self.micros += ran.micros;
        if ran.kind.is_failure() {
            self.failed.push((title, format!("{}: {}", ran.thrown, ran.message)));
        }
    }

    /// Takes over what a worker captured in a test; `of_worker` has the places of its structures by their number there.
    fn keep(&mut self, captured: Captured, test: &str, of_worker: &mut Vec<u32>) {
        for objects in captured.structures {
            let next = self.structures.len() as u32;
            let place = *self.known.entry(objects.clone()).or_insert(next);
            if place == next {
                self.structures.push(Seen { objects, test: test.to_owned() });
            }
            of_worker.push(place);
        }
        let place = |state: State| match state {
            State::Structure(number) => {
                of_worker.get(number as usize).map_or(State::Unread, |place| State::Structure(*place))
            }
            other => other,
        };
        for step in captured.steps {
            let step = CallStep { before: place(step.before), after: place(step.after), ..step };
            self.steps.push(Met { step, test: test.to_owned() });
        }
        self.captures += captured.captures;
        self.beyond.iter_mut().zip(captured.beyond).for_each(|(sum, more)| *sum += more);
        self.disturbed += captured.disturbed;
        self.unread += captured.unread;
        if !captured.problem.is_empty() {
            self.problem = captured.problem;
        }
    }
}

/// The test, or the class of the tests that are prepared together.
fn title(units: &[Unit], ran: &Ran) -> String {
    if let Some(unit) = units.iter().find(|unit| unit.id == ran.test) {
        return session::title(unit);
    }
    let inside = units.iter().find(|unit| unit.container == ran.test);
    inside.map_or_else(|| ran.test.clone(), |unit| unit.class.clone())
}
