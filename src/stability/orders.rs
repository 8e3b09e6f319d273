//! Tests that fail in another order, and which others make them fail or pass.
//!
//! Tests run one by one in the reverse of their usual order and shuffled: the reverse turns each pair of tests around. For a test that
//! fails then, the fewest tests are looked for that make the difference.

use super::findings::{Cause, Dependence, Failing, Left};
use super::judging::Judging;
use super::left;
use crate::session::{Baseline, Failed, Failure, LaunchId, Session, TestId, WorkerPool, fewest_of, in_turn};
use crate::surroundings::Factor;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The orders that are tried, in words that follow "the test fails", with the seeds of those that are random.
const ORDERS: [(&str, Option<u64>); 3] = [
    ("when tests run one by one in reverse", None),
    ("when tests run one by one, shuffled", Some(1)),
    ("when tests run one by one, shuffled otherwise", Some(2)),
];

/// A test that failed in an order, and what had run before it in the same JVM.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Red {
    test: TestId,
    failed: Failed,
    before: Vec<TestId>,
}

/// Looks for tests that depend on the order, and for what they depend on.
pub(super) fn judge(
    judging: &Judging<'_>,
    (suite, chosen): (&Baseline, &BTreeSet<TestId>),
    dependences: &mut Vec<Dependence>,
) -> Result<(), Failure> {
    let session = judging.session;
    let launches: BTreeSet<LaunchId> = chosen.iter().map(|test| suite.tests[test.0].launch).collect();
    let all: Vec<(LaunchId, usize)> =
        launches.into_iter().flat_map(|launch| (0..ORDERS.len()).map(move |order| (launch, order))).collect();
    let found = in_turn(session.execution.jobs, all, |(launch, order)| {
        let failures =
            judging.steps.step(&("order", launch, ORDERS[order].0), || in_order(session, suite, launch, order))?;
        Ok::<_, Failure>((order, failures))
    })?;
    let is_flaky = |test: TestId, dependences: &[Dependence]| {
        dependences.iter().any(|one| (one.test, one.factor) == (test, Factor::Chance))
    };
    let mut search = Search { pool: WorkerPool::new(session, suite), suite, known: Vec::new() };
    for (order, failures) in found {
        let (words, _) = ORDERS[order];
        for Red { test, failed, before } in failures.into_iter().filter(|red| chosen.contains(&red.test)) {
            let at = dependences.iter().position(|one| (one.test, one.factor) == (test, Factor::Order));
            if is_flaky(test, dependences) || at.is_some_and(|at| dependences[at].cause.is_some()) {
                continue;
            }
            let verdict = judging.steps.step(&("culprits", test, &before), || search.verdict(test, &before))?;
            let factor = if verdict == Verdict::Chance { Factor::Chance } else { Factor::Order };
            let words = if verdict == Verdict::Alone { "when it runs alone" } else { words };
            let failing = Failing { words: words.to_owned(), failed };
            let (cause, left) = match verdict {
                Verdict::Caused(cause, left) => (Some(cause), left),
                Verdict::Alone | Verdict::Chance => (None, Vec::new()),
            };
            match dependences.iter_mut().find(|one| (one.test, one.factor) == (test, factor)) {
                Some(one) => {
                    one.failing.push(failing);
                    (one.cause, one.left) = (cause, left);
                }
                None => {
                    let (failing, passing) = (vec![failing], Vec::new());
                    dependences.push(Dependence { test, factor, failing, passing, cause, left, fixes: None });
                }
            }
        }
    }
    // What failed where the framework shuffled tests, and in none of these orders.
    for one in dependences.iter_mut().filter(|one| one.factor == Factor::Order && one.cause.is_none()) {
        let verdict = judging.steps.step(&("culprits", one.test, &[0; 0]), || search.verdict(one.test, &[]))?;
        if let Verdict::Caused(cause, left) = verdict {
            (one.cause, one.left) = (Some(cause), left);
        }
    }
    Ok(())
}

/// Runs the tests of a launch one by one in an order.
fn in_order(session: Session<'_>, suite: &Baseline, launch: LaunchId, order: usize) -> Result<Vec<Red>, Failure> {
    let mut tests: Vec<TestId> = suite.of_launch(launch).map(|(id, _)| id).collect();
    match ORDERS[order].1 {
        None => tests.reverse(),
        Some(seed) => fastrand::Rng::with_seed(seed).shuffle(&mut tests),
    }
    let mut pool = WorkerPool::new(session, suite);
    let (mut failures, mut since) = (Vec::new(), 0);
    for (place, test) in tests.iter().enumerate() {
        if let Some(failed) = pool.run(*test, None, 1)? {
            failures.push(Red { test: *test, failed, before: tests[since..place].to_vec() });
        }
        if !pool.has(*test) {
            // What was left behind is gone with the JVM.
            since = place + 1;
        }
    }
    Ok(failures)
}

/// Why a test fails in another order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Verdict {
    /// For this reason, and what its tests leave behind.
    Caused(Cause, Vec<Left>),
    /// It fails when it runs alone, and nobody knows what it needs.
    Alone,
    /// For none: it passes in the same order again.
    Chance,
}

/// Looks for the tests that make the difference.
struct Search<'s> {
    pool: WorkerPool<'s>,
    suite: &'s Baseline,
    /// Those that did so for other tests.
    known: Vec<Vec<TestId>>,
}

impl Search<'_> {
    /// Why a test fails after some others.
    fn verdict(&mut self, test: TestId, before: &[TestId]) -> Result<Verdict, Failure> {
        let known = self.known.clone();
        self.pool.retire_all();
        let is_red_alone = self.pool.run(test, None, 1)?.is_some();
        let candidates: Vec<TestId> = match is_red_alone {
            // What usually runs before it is what it may need.
            true => self
                .suite
                .of_launch(self.suite.tests[test.0].launch)
                .map(|(id, _)| id)
                .take_while(|id| *id != test)
                .collect(),
            false => before.to_vec(),
        };
        if self.after(&candidates, test)? == is_red_alone {
            return Ok(if is_red_alone { Verdict::Alone } else { Verdict::Chance });
        }
        let mut makes_a_difference = |tests: &[TestId]| Ok::<_, Failure>(self.after(tests, test)? != is_red_alone);
        let mut fewest = None;
        for known in &known {
            if known.iter().all(|one| candidates.contains(one)) && makes_a_difference(known)? {
                fewest = Some(known.clone());
                break;
            }
        }
        let fewest = match fewest {
            Some(fewest) => fewest,
            None => fewest_of(candidates, &mut makes_a_difference)?,
        };
        if fewest.is_empty() {
            return Ok(Verdict::Chance);
        }
        if !self.known.contains(&fewest) {
            self.known.push(fewest.clone());
        }
        let left = left::behind(&mut self.pool, &fewest, test)?;
        Ok(Verdict::Caused(if is_red_alone { Cause::Without(fewest) } else { Cause::After(fewest) }, left))
    }

    /// Whether a test fails after some others, on classes without static state of earlier tests.
    fn after(&mut self, before: &[TestId], test: TestId) -> Result<bool, Failure> {
        self.pool.renew();
        for one in before {
            self.pool.run(*one, None, 1)?;
        }
        Ok(self.pool.run(test, None, 1)?.is_some())
    }
}
