//! What came of all variations, put together: a test depends on a factor if it fails each time, and passes as it is.

use super::findings::{Dependence, Failing};
use super::judging::Judging;
use super::run::{Came, run};
use crate::session::{Baseline, Failed, Failure, LaunchId, TestId};
use crate::surroundings::Factor;
use crate::surroundings::Variation;
use std::collections::{BTreeMap, BTreeSet};

/// How often a test has to pass once more as it is.
const CONTROLS: usize = 2;

/// A failure in other surroundings, and what else was other there than what they are about.
type Beside = (Failing, Option<Factor>);

/// What came of all variations, as it is put together.
#[derive(Default)]
pub(super) struct Sorting {
    /// Where each test fails that depends on a factor, and what else was other there.
    failing: BTreeMap<(TestId, Factor), Vec<Beside>>,
    /// The variations of each factor whose runs came to their end.
    ran: Vec<(LaunchId, Factor, String)>,
    /// The tests that failed at times in the same surroundings.
    flaky: BTreeMap<TestId, Vec<Failing>>,
    /// How often the suite ran for each factor.
    pub tried: BTreeMap<Factor, usize>,
    /// What could not be judged.
    pub remarks: Vec<String>,
}

impl Sorting {
    /// Adds what came of a variation each time.
    pub fn add(&mut self, judging: &Judging<'_>, launch: LaunchId, variation: &Variation, all: &[Came]) {
        let Variation { factor, words, .. } = variation;
        if let Some(why) = all.iter().find_map(|came| came.cut.as_ref()) {
            let name = &judging.session.execution.launches[launch.0].name;
            let of = if name.is_empty() { String::new() } else { format!(" of `{name}`") };
            self.remarks.push(format!("not judged: the tests{of} {words}: {why}"));
        } else {
            self.ran.push((launch, *factor, words.clone()));
        }
        let failures: BTreeMap<TestId, &Failed> =
            all.iter().rev().flat_map(|came| &came.failing).map(|(test, failed)| (*test, failed)).collect();
        // Tests of several JVMs at once may get in each other's way, by files or ports.
        let alone = if judging.session.execution.jobs > 1 { &all[1..] } else { all };
        for (test, failed) in failures {
            let failing = Failing { words: words.clone(), failed: failed.clone() };
            let fails = |came: &Came| came.failing.contains_key(&test);
            if all.iter().all(fails) {
                self.failing.entry((test, *factor)).or_default().push((failing, variation.beside()));
            } else if alone.iter().any(fails) {
                self.flaky.entry(test).or_default().push(failing);
            }
        }
    }

    /// Runs the suite as it is once more, if there are tests that depend on something: they have to pass then.
    pub fn control(
        &mut self,
        judging: &Judging<'_>,
        (suite, chosen): (&Baseline, &BTreeSet<TestId>),
    ) -> Result<(), Failure> {
        let launches: BTreeSet<LaunchId> = self.failing.keys().map(|(test, _)| suite.tests[test.0].launch).collect();
        for (launch, time) in launches.into_iter().flat_map(|launch| (0..CONTROLS).map(move |time| (launch, time))) {
            let came: Came = judging.steps.step(&("control", launch, time), || run(judging, suite, launch, None))?;
            for (test, failed) in came.failing.into_iter().filter(|(test, _)| chosen.contains(test)) {
                let failing = Failing { words: "as it is".to_owned(), failed };
                self.flaky.entry(test).or_default().push(failing);
                self.failing.retain(|(other, _), _| *other != test);
            }
        }
        Ok(())
    }

    /// Which tests depend on what.
    pub fn dependences(&mut self, suite: &Baseline, judging: &Judging<'_>) -> Vec<Dependence> {
        let settled = judging.variations.iter().filter(|one| {
            let launches = &judging.session.execution.launches;
            launches.iter().any(|launch| !launch.tests.suites.is_empty() && one.change.is_settled(launch))
        });
        let settled: BTreeSet<Factor> = settled.map(|one| one.factor).filter(|one| *one != Factor::Time).collect();
        self.remarks
            .extend(settled.into_iter().map(|factor| format!("not varied: {}, which the build sets", factor.words())));
        let mut all = Vec::new();
        for ((test, factor), failing) in &self.failing {
            let is_due =
                |beside: &Option<Factor>| beside.is_none_or(|beside| !self.failing.contains_key(&(*test, beside)));
            let failing: Vec<Failing> =
                failing.iter().filter(|(_, beside)| is_due(beside)).map(|(failing, _)| failing.clone()).collect();
            if failing.is_empty() || !judging.factors.contains(factor) {
                continue;
            }
            let launch = suite.tests[test.0].launch;
            let ran = self.ran.iter().filter(|(of, other, _)| *of == launch && other == factor);
            let passing = ran.map(|(_, _, words)| words.clone());
            let passing = passing.filter(|words| failing.iter().all(|one| one.words != *words)).collect();
            all.push(Dependence {
                test: *test,
                factor: *factor,
                failing,
                passing,
                cause: None,
                left: Vec::new(),
                fixes: None,
            });
        }
        all.extend(self.flaky.iter().map(|(test, failing)| Dependence {
            test: *test,
            factor: Factor::Chance,
            failing: failing.clone(),
            passing: Vec::new(),
            cause: None,
            left: Vec::new(),
            fixes: None,
        }));
        all
    }
}
