//! What is still to be judged, in which order, and until when.

use super::forecast::{Forecast, guess};
use crate::session::{Baseline, is_little, locked};
use crate::worker::protocol::MethodId;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Into how many rounds the work is dealt out, so that a part of it is like the whole.
const ROUNDS: usize = 16;

/// What it takes to judge any transformation, in microseconds, where it is weighed how much it tells.
const ANY: u64 = 50_000;

/// Transformations of one method that one worker judges one after the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Portion {
    pub method: MethodId,
    pub bodies: Range<u32>,
    /// How many of the bodies have no verdict yet.
    open: usize,
    /// The guess for each of these.
    guess: f64,
}

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

/// The portions that nobody has taken yet.
#[derive(Debug)]
pub(super) struct Queue {
    portions: Vec<Portion>,
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
    /// What is to be judged of methods with so many bodies each, of which some are known. Methods that no test reaches are none
    /// of it.
    ///
    /// The work is dealt out like cards, the longest first, so that what was measured of the first rounds is true of the others.
    /// Where the time may not do, the first body of each method comes before all second ones, because it says most of the
    /// method; and of these, those come first at which most tests look for the time that they take.
    pub(super) fn new(
        suite: &Baseline,
        bodies: &[usize],
        is_known: impl Fn(MethodId, u32) -> bool,
        workers: usize,
        deadline: Option<Instant>,
    ) -> Queue {
        let reach = reach(suite);
        let mut portions = Vec::new();
        for (index, count) in bodies.iter().enumerate() {
            let (method, count) = (MethodId(index as u32), *count as u32);
            let Some(reach) = reach.get(&method) else { continue };
            let split = if deadline.is_some() { count.min(1) } else { 0 };
            for (bodies, is_first) in [(0..split, true), (split..count, false)] {
                let open = bodies.clone().filter(|body| !is_known(method, *body)).count();
                if !bodies.is_empty() {
                    let telling = reach.tests as f64 / (reach.micros + ANY) as f64;
                    let guess = guess(reach.micros);
                    portions.push((is_first, telling, Portion { method, bodies, open, guess }));
                }
            }
        }
        let work = |portion: &Portion| portion.open as f64 * portion.guess;
        let all: f64 = portions.iter().map(|(_, _, portion)| work(portion)).sum();
        let portions: Vec<Portion> = if deadline.is_some() {
            portions.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
            portions.into_iter().map(|(_, _, portion)| portion).collect()
        } else if is_little(bodies.iter().sum()) {
            portions.into_iter().map(|(_, _, portion)| portion).collect()
        } else {
            portions.sort_by(|one, other| work(&other.2).total_cmp(&work(&one.2)));
            let round = |round| portions.iter().skip(round).step_by(ROUNDS);
            (0..ROUNDS).flat_map(round).map(|(_, _, portion)| portion.clone()).collect()
        };
        Queue {
            all: portions.iter().map(|portion| portion.open).sum(),
            portions,
            next: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            deadline,
            done: AtomicUsize::new(0),
            tests: suite.tests.len(),
            forecast: Mutex::new(Forecast::new(all, workers)),
        }
    }

    /// The next portion; none if there is none, the time is over or a judge has failed.
    pub(super) fn take(&self) -> Option<&Portion> {
        if self.is_over() || self.failed.load(Ordering::Relaxed) {
            return None;
        }
        self.portions.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A judge has failed, so that nobody needs to go on.
    pub(super) fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// A transformation of a portion has been judged, which took so long.
    pub(super) fn judged(&self, portion: &Portion, took: Duration) {
        self.done.fetch_add(1, Ordering::Relaxed);
        locked(&self.forecast).learn(portion.guess, took);
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
    use crate::session::{Baseline, Cost, LaunchId, Test, TestId};
    use crate::worker::protocol::{MethodId, Unit};
    use std::collections::BTreeSet;
    use std::time::Instant;

    /// A suite of tests in containers, each with its time and that of its container in milliseconds, and what it reaches.
    fn suite(tests: &[(&str, u64, u64, &[u32])]) -> Baseline {
        let test = |(number, (container, own, around, reached)): (usize, &(&str, u64, u64, &[u32]))| {
            let cost = Cost { own: own * 1_000, around: around * 1_000 };
            let text = |text: &str| text.to_owned();
            let unit = Unit { id: number.to_string(), container: text(container), class: text("A"), name: text("t") };
            let reached = reached.iter().map(|method| MethodId(*method)).collect();
            Test {
                unit,
                launch: LaunchId(0),
                slowest: cost,
                usual: cost,
                work: 1,
                reached,
                initialising: BTreeSet::new(),
            }
        };
        Baseline {
            framework: String::new(),
            tests: tests.iter().enumerate().map(test).collect(),
            skipped: 0,
            failing: Vec::new(),
            flaky: Vec::new(),
            fatal: Vec::new(),
            work: 0,
            micros: 0,
        }
    }

    fn taken(queue: &Queue) -> Vec<(u32, u32)> {
        let portions = std::iter::from_fn(|| queue.take());
        portions.flat_map(|portion| portion.bodies.clone().map(|body| (portion.method.0, body))).collect()
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
        let queue = |until| Queue::new(&suite, &[2, 2, 2, 1], |_, _| false, 1, Some(until));
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
        let taken = taken(&Queue::new(&suite(&tests), &[1; 200], |_, _| false, 1, None));
        assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), 200, "each once");
        let first = &taken[..200 / ROUNDS];
        let mean = first.iter().map(|(method, _)| *method).sum::<u32>() / first.len() as u32;
        assert!((90..=120).contains(&mean), "the first round has all of them: {first:?}");
    }
}
