//! What is still to be judged, in which order, and until when.

use super::forecast::{Forecast, guess};
use super::work::Portion;
use crate::session::{Baseline, Change, is_little, locked};
use crate::worker::protocol::MethodId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Into how many rounds the work is dealt out, so that a part of it is like the whole.
const ROUNDS: usize = 16;

/// How many of them, the last ones, have the long ones first, so that in the end no worker waits long for another one.
const LAST_ROUNDS: usize = 4;

/// The golden ratio less 1. However many of its multiples are taken, what is behind the point is spread evenly.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// What it takes to judge any transformation, in microseconds, where it is weighed how much it tells.
const ANY: u64 = 50_000;

/// What has been judged so far, and how long the rest is likely to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The transformations that have a verdict.
    pub done: usize,
    /// Those that are to get one.
    pub all: usize,
    /// The tests.
    pub tests: usize,
    /// The time that is left, as far as that can be said.
    pub left: Duration,
}

/// A portion of the work with what is guessed of it.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub portion: Portion,
    /// How many of the bodies have no verdict yet.
    open: usize,
    /// The guess for each of these.
    guess: f64,
    /// Whether it comes before all that are not first.
    is_first: bool,
    /// How much each body tells for the time that it takes.
    telling: f64,
}

impl Task {
    /// The guess for all that is open.
    fn work(&self) -> f64 {
        self.open as f64 * self.guess
    }
}

/// The portions of the work that nobody has taken yet.
#[derive(Debug)]
pub(super) struct Queue {
    tasks: Vec<Task>,
    next: AtomicUsize,
    failed: AtomicBool,
    deadline: Option<Instant>,
    /// How many transformations have been judged, and how many there are.
    done: AtomicUsize,
    all: usize,
    tests: usize,
    forecast: Mutex<Forecast>,
}

impl Queue {
    /// What is to be judged of some units, of which some is known.
    ///
    /// The work is dealt out like cards, the longest first, so that what was measured of the first rounds is true of the others;
    /// and rounds are shuffled, so that it is true of parts of them, too.
    /// Where the time may not do, the first body of each method comes before all second ones, because it says most of the
    /// method; and of these, those come first at which most tests look for the time that they take.
    pub(super) fn new(
        suite: &Baseline,
        portions: impl IntoIterator<Item = Portion>,
        is_known: impl Fn(Change) -> bool,
        workers: usize,
        deadline: Option<Instant>,
    ) -> Queue {
        let tasks = tasks(suite, portions, is_known, deadline.is_some());
        let guessed = tasks.iter().map(Task::work).sum();
        let tasks = in_order(tasks, deadline.is_some());
        let count = tasks.iter().map(|task| task.open).sum();
        Queue {
            all: count,
            tasks,
            next: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            deadline,
            done: AtomicUsize::new(0),
            tests: suite.tests.len(),
            forecast: Mutex::new(Forecast::new(guessed, count, workers)),
        }
    }

    /// The next task; none if there is none, the time is over or a judge has failed.
    pub(super) fn take(&self) -> Option<&Task> {
        if self.is_over() || self.failed.load(Ordering::Relaxed) {
            return None;
        }
        self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// The portions that nobody has taken.
    pub(super) fn rest(&self) -> impl Iterator<Item = &Portion> {
        self.tasks.iter().skip(self.next.load(Ordering::Relaxed)).map(|task| &task.portion)
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A judge has failed, so that nobody needs to go on.
    pub(super) fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// The tests that are likely to detect a transformation have passed, and the others take so long.
    pub(super) fn survives(&self, task: &Task, change: Change, rest: Duration) {
        locked(&self.forecast).survives(change, task.guess, rest);
    }

    /// A transformation of a task has been judged, which took so long.
    pub(super) fn judged(&self, task: &Task, change: Change, took: Duration) {
        self.done.fetch_add(1, Ordering::Relaxed);
        locked(&self.forecast).learn(change, task.guess, took);
    }

    /// How far the judging is.
    pub(super) fn progress(&self) -> Progress {
        let left = locked(&self.forecast).left();
        let granted = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Progress {
            done: self.done.load(Ordering::Relaxed),
            all: self.all,
            tests: self.tests,
            left: granted.map_or(left, |granted| granted.min(left)),
        }
    }

    /// How long all of it takes, whatever time there is.
    pub(super) fn expected(&self) -> Duration {
        locked(&self.forecast).left()
    }
}

/// The portions of units: of each unit one, or two where the time may not do.
fn tasks(
    suite: &Baseline,
    units: impl IntoIterator<Item = Portion>,
    is_known: impl Fn(Change) -> bool,
    is_limited: bool,
) -> Vec<Task> {
    let reach = reach(suite);
    let initialising: BTreeSet<MethodId> = suite.tests.iter().flat_map(|test| &test.initialising).copied().collect();
    let mut tasks = Vec::new();
    for whole in units {
        let (reach, count) = (&reach[&whole.method], whole.bodies.end);
        let split = if is_limited { count.min(1) } else { 0 };
        for (bodies, is_first) in [(0..split, true), (split..count, false)] {
            if bodies.is_empty() {
                continue;
            }
            let open = bodies.clone().filter(|body| !is_known((whole.method, *body))).count();
            let telling = reach.tests as f64 / (reach.micros + ANY) as f64;
            let portion = Portion { bodies, ..whole.clone() };
            let guess = guess(reach.micros, initialising.contains(&whole.method));
            tasks.push(Task { portion, open, guess, is_first, telling });
        }
    }
    tasks
}

/// Portions in the order in which they are taken.
fn in_order(mut tasks: Vec<Task>, is_limited: bool) -> Vec<Task> {
    let bodies = tasks.iter().map(|task| task.portion.bodies.len()).sum();
    if is_limited {
        tasks.sort_by(|one, other| other.is_first.cmp(&one.is_first).then(other.telling.total_cmp(&one.telling)));
        tasks
    } else if is_little(bodies) {
        tasks
    } else {
        tasks.sort_by(|one, other| other.work().total_cmp(&one.work()));
        let round = |round| {
            let dealt: Vec<Task> = tasks.iter().skip(round).step_by(ROUNDS).cloned().collect();
            if round < ROUNDS - LAST_ROUNDS { shuffled(dealt) } else { dealt }
        };
        (0..ROUNDS).flat_map(round).collect()
    }
}

/// Tasks of which the long ones come first, in an order in which every part is like the whole.
fn shuffled(round: Vec<Task>) -> Vec<Task> {
    let mut placed: Vec<(f64, Task)> = (0..).map(|number| (f64::from(number) * GOLDEN).fract()).zip(round).collect();
    placed.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    placed.into_iter().map(|(_, task)| task).collect()
}

/// The tests that reach a method.
struct Reach {
    tests: usize,
    /// The time that they take together, in microseconds.
    micros: u64,
}

/// The tests that reach each method; methods that none reaches are not there.
fn reach(suite: &Baseline) -> BTreeMap<MethodId, Reach> {
    let mut tests: BTreeMap<MethodId, Vec<_>> = BTreeMap::new();
    for (id, test) in suite.ids() {
        for method in &test.reached {
            tests.entry(*method).or_default().push(id);
        }
    }
    let reach = |ids: Vec<_>| Reach { tests: ids.len(), micros: suite.time(&ids, |test| test.usual) };
    tests.into_iter().map(|(method, ids)| (method, reach(ids))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Queue, ROUNDS};
    use crate::extreme::samples::{suite, work};
    use crate::session::TestId;
    use crate::worker::protocol::MethodId;
    use std::cmp::Reverse;
    use std::collections::BTreeSet;
    use std::time::Instant;

    fn taken(queue: &Queue) -> Vec<(u32, u32)> {
        let tasks = std::iter::from_fn(|| queue.take());
        tasks
            .map(|task| &task.portion)
            .flat_map(|portion| portion.bodies.clone().map(|body| (portion.method.0, body)))
            .collect()
    }

    #[test]
    fn a_container_counts_once_for_all_tests_in_it() {
        let suite = suite(&[("a", 1, 10, &[0]), ("a", 2, 10, &[0]), ("b", 4, 100, &[0])]);
        let time = |tests: &[usize]| {
            suite.time(&tests.iter().map(|test| TestId(*test)).collect::<Vec<_>>(), |test| test.usual)
        };
        assert_eq!((time(&[0]), time(&[0, 1]), time(&[0, 1, 2])), (11_000, 13_000, 117_000));
    }

    #[test]
    fn slow_tests_are_asked_last_and_those_of_a_dear_container_together() {
        let all: &[u32] = &[0];
        let suite = suite(&[
            ("b", 19_000, 0, all),
            ("c", 1, 200, all),
            ("d", 1, 200, all),
            ("c", 2, 200, all),
            ("a", 5, 0, all),
        ]);
        assert_eq!(suite.reaching(MethodId(0)), [4, 1, 3, 2, 0].map(TestId));
    }

    #[test]
    fn with_a_limit_first_bodies_come_first_and_of_these_what_many_fast_tests_reach() {
        // Method 0 is reached by one slow test, 1 by two fast ones, 2 by none, 3 by one fast one.
        let suite = suite(&[("a", 900, 0, &[0]), ("a", 1, 0, &[1, 3]), ("a", 1, 0, &[1])]);
        let (long, now) = (std::time::Duration::from_secs(3600), Instant::now());
        let work = work(&suite, &[2, 2, 2, 1]);
        let queue = |until| Queue::new(&suite, work.portions(), |_| false, 1, Some(until));
        assert_eq!(taken(&queue(now + long)), [(1, 0), (3, 0), (0, 0), (1, 1), (0, 1)]);
        assert_eq!(taken(&queue(now)), [], "the time is over");
        assert_eq!(queue(now).progress().all, 5);
    }

    #[test]
    fn without_a_limit_every_round_is_like_the_whole() {
        // Two hundred methods, of which each is reached by a test that takes a little longer than the one before.
        let methods: Vec<[u32; 1]> = (0..200).map(|method| [method]).collect();
        let tests: Vec<(&str, u64, u64, &[u32])> =
            methods.iter().map(|method| ("a", 10 * u64::from(method[0]), 0, &method[..])).collect();
        let suite = suite(&tests);
        let taken = taken(&Queue::new(&suite, work(&suite, &[1; 200]).portions(), |_| false, 1, None));
        assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), 200, "each once");
        let first = &taken[..200 / ROUNDS];
        let mean = |some: &[(u32, u32)]| some.iter().map(|(method, _)| *method).sum::<u32>() / some.len() as u32;
        assert!((90..=120).contains(&mean(first)), "the first round has all of them: {first:?}");
        for half in first.chunks_exact(first.len() / 2) {
            assert!((70..=140).contains(&mean(half)), "so has each half of it: {half:?}");
        }
        let last = &taken[taken.len() - 200 / ROUNDS..];
        assert!(last.is_sorted_by_key(|(method, _)| Reverse(*method)), "in the end the long ones come first: {last:?}");
    }
}
