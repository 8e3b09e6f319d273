//! What was captured by several workers in several tests, put together.

use crate::session::{Excluded, Section};
use crate::worker::protocol::{CallStep, Capture, Observed, State};
use std::collections::HashMap;

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
    /// The tests that were left out because somebody names them.
    pub excluded: Excluded,
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
}

/// Puts together what workers capture.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    witnessed: Witnessed,
    /// The places of structures.
    known: HashMap<Vec<Observed>, u32>,
    /// The places of a worker's structures by their number there.
    of_workers: HashMap<u64, Vec<u32>>,
}

impl Collection {
    /// Nothing yet.
    pub fn new(capture: &Capture) -> Collection {
        let slots = capture.objects.types.iter().map(|ty| ty.slots.len()).sum::<usize>();
        let beyond = vec![0; capture.objects.limits.len() + slots];
        Collection { witnessed: Witnessed { beyond, ..Witnessed::default() }, ..Collection::default() }
    }

    /// Takes over what a worker captured in a test.
    pub fn add(&mut self, section: Section) {
        let Section { worker, test, captured } = section;
        let (witnessed, of_worker) = (&mut self.witnessed, self.of_workers.entry(worker).or_default());
        for objects in captured.structures {
            let next = witnessed.structures.len() as u32;
            let place = *self.known.entry(objects.clone()).or_insert(next);
            if place == next {
                witnessed.structures.push(Seen { objects, test: test.clone() });
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
            witnessed.steps.push(Met { step, test: test.clone() });
        }
        witnessed.captures += captured.captures;
        witnessed.beyond.iter_mut().zip(captured.beyond).for_each(|(sum, more)| *sum += more);
        witnessed.disturbed += captured.disturbed;
        witnessed.unread += captured.unread;
        if !captured.problem.is_empty() {
            witnessed.problem = captured.problem;
        }
    }

    /// What was said of the tests themselves goes here.
    pub(super) fn witnessed(&mut self) -> &mut Witnessed {
        &mut self.witnessed
    }

    /// All of it.
    pub fn finish(self) -> Witnessed {
        self.witnessed
    }
}
