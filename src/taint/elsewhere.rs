//! Tries out whether assertions depend on what surrounds their tests: the tests run where it is other than usual, in JVMs of their own.
//!
//! A clock or a property that is changed where one method reads it is as it was for all others, for the JDK and for what was initialised
//! before, so that tests would fail that no machine makes fail.

use super::findings::{Brittle, Refuted};
use super::judging::Judging;
use super::kind::Problem;
use super::suspicion::{is_of_environment, looking, suspects};
use super::witnessed::{Witnessed, WitnessedClass};
use crate::session::{Baseline, Failed, Failure, LaunchId, Session, TestId, WorkerPool, in_turn, locked};
use crate::surroundings::{Change, Factor, Supplies, variations};
use crate::worker::protocol::Tainted;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// What a property or an environment variable is given: texts that programs read as they are, as truth values and as numbers.
const TEXTS: [&str; 4] = ["other", "true", "false", "7"];

/// The first parts of the names of properties that JVMs set themselves, and rely on.
const OF_JVM: [&str; 8] = ["awt", "file", "java", "jdk", "os", "path", "sun", "user"];

/// What reads an environment variable.
const VARIABLE: &str = "System.getenv";

/// What cures it that assertions depend on what is read by a name, as a sentence or two.
pub(super) fn cure(name: &str) -> String {
    match factor(name) {
        Some(factor) => format!("{} `fex stability --suggest` tries out how.", factor.cure()),
        None if name.starts_with(VARIABLE) => {
            "Hand the program the value, and do not have it ask the machine.".to_owned()
        }
        None => "Have the test set the property, and take it back when it is over.".to_owned(),
    }
}

/// Tries out the suspicions of a suite that are about what surrounds tests: those about the same together.
pub(super) fn witness(
    judging: &Judging<'_>,
    suite: &Baseline,
    tests: &BTreeMap<TestId, Tainted>,
) -> Result<Vec<WitnessedClass>, Failure> {
    let mut open: BTreeMap<(LaunchId, &str), Vec<(TestId, &Tainted)>> = BTreeMap::new();
    for (test, tainted) in tests {
        for input in suspects(Problem::BrittleAssertion, tainted).into_iter().filter(|input| is_of_environment(input)) {
            open.entry((suite.tests[test.0].launch, &input.name)).or_default().push((*test, tainted));
        }
    }
    let usual = Mutex::new(BTreeMap::new());
    in_turn(judging.session.execution.jobs, open.into_iter().collect(), |((launch, name), tests)| {
        let mut changes = changes(name, judging.now);
        changes.retain(|(_, change)| !change.is_settled(&judging.session.execution.launches[launch.0]));
        let words: Vec<&String> = changes.iter().map(|(words, _)| words).collect();
        let key = ("elsewhere", launch, name, &tests, words);
        judging.steps.step(&key, || Place { judging, suite, launch, usual: &usual }.try_out(name, &tests, &changes))
    })
}

/// What it is that is read by a name; none for properties, environment variables and what cannot be made other.
fn factor(name: &str) -> Option<Factor> {
    match name {
        "the clock" => Some(Factor::Time),
        "random numbers" => Some(Factor::Random),
        "Charset.defaultCharset()" => Some(Factor::Encoding),
        "Locale.getDefault()" => Some(Factor::Locale),
        "Runtime.availableProcessors()" => Some(Factor::Processors),
        "System.lineSeparator()" => Some(Factor::LineSeparator),
        "TimeZone.getDefault()" => Some(Factor::Zone),
        _ => None,
    }
}

/// How what is read by a name is made other, in words that follow "the test fails"; nothing if it cannot be.
fn changes(name: &str, now: DateTime<Utc>) -> Vec<(String, Change)> {
    let Some(factor) = factor(name) else { return texts(name) };
    let all = variations(&[factor], now).into_iter();
    all.filter(|one| one.factor == factor && one.beside().is_none()).map(|one| (one.words, one.change)).collect()
}

/// How a property or an environment variable is made other that a call reads.
fn texts(name: &str) -> Vec<(String, Change)> {
    let Some((call, key)) = name.strip_suffix("\")").and_then(|rest| rest.split_once("(\"")) else {
        return Vec::new();
    };
    let is_variable = call == VARIABLE;
    if !is_variable && key.split('.').next().is_some_and(|first| OF_JVM.contains(&first)) {
        return Vec::new();
    }
    let change = |text: &str| match is_variable {
        true => Change::Variable(key.to_owned(), text.to_owned()),
        false => Change::Arguments(vec![format!("-D{key}={text}")]),
    };
    let what = if is_variable { "the environment variable" } else { "the property" };
    TEXTS.into_iter().map(|text| (format!("where {what} `{key}` is `{text}`"), change(text))).collect()
}

/// Where tests usually run.
struct Place<'p> {
    judging: &'p Judging<'p>,
    suite: &'p Baseline,
    launch: LaunchId,
    /// Why tests fail alone, on fresh classes, where nothing is other; none for those that pass.
    usual: &'p Mutex<BTreeMap<TestId, Option<String>>>,
}

impl Place<'_> {
    /// Tries out whether tests depend on what is read by a name.
    fn try_out(
        &self,
        name: &str,
        tests: &[(TestId, &Tainted)],
        changes: &[(String, Change)],
    ) -> Result<WitnessedClass, Failure> {
        let of = |tainted: &'_ Tainted| {
            tainted
                .inputs
                .iter()
                .find(|input| is_of_environment(input) && input.name == name)
                .expect("it is among them")
                .clone()
        };
        let mut open: BTreeMap<TestId, &Tainted> = tests.iter().copied().collect();
        let mut witnessed: BTreeMap<TestId, Witnessed> = BTreeMap::new();
        for test in open.keys() {
            witnessed.entry(*test).or_default().brittle_tally.reports = 1;
        }
        let (mut tried, mut usual) = (Vec::new(), WorkerPool::new(self.judging.session, self.suite));
        for (words, change) in changes {
            let ids: Vec<TestId> = open.keys().copied().collect();
            let Some(failing) = self.failing(&ids, change)? else { continue };
            for (test, failed) in failing {
                let (tainted, one) = (open.remove(&test).expect("it is open"), witnessed.entry(test).or_default());
                one.unclear = self.fails_usually(&mut usual, test)?;
                if one.unclear.is_some() {
                    continue;
                }
                let input = of(tainted);
                let assertions = looking(tainted, &input);
                one.brittle_tally.confirmed = 1;
                let instead = words.clone();
                one.brittle.push(Brittle { test, input, assertions, instead, failed, way: None, fixes: None });
            }
            tried.push(words.clone());
        }
        for (test, tainted) in open {
            let one = witnessed.entry(test).or_default();
            if tried.is_empty() {
                one.brittle_tally.unchanged = 1;
            } else {
                one.brittle_tally.refuted = 1;
                one.refuted.push(Refuted { test, input: of(tainted), instead: tried.clone(), failed: None });
            }
        }
        Ok(WitnessedClass { tests: witnessed, runs: tried.len() })
    }

    /// Why a test fails alone, on fresh classes, where nothing is other, if it does.
    fn fails_usually(&self, pool: &mut WorkerPool<'_>, test: TestId) -> Result<Option<String>, Failure> {
        if let Some(known) = locked(self.usual).get(&test) {
            return Ok(known.clone());
        }
        pool.renew();
        let why = pool.run(test, None, 1)?.map(|failed| format!("alone, it fails: {}", failed.message));
        locked(self.usual).insert(test, why.clone());
        Ok(why)
    }

    /// The tests that fail where something is other, twice, the second time on classes that are loaded anew; none if no JVM starts so.
    fn failing(&self, tests: &[TestId], change: &Change) -> Result<Option<Vec<(TestId, Failed)>>, Failure> {
        let mut failing = Vec::new();
        if tests.is_empty() {
            return Ok(None);
        }
        let usual = self.judging.session.execution.clone();
        let (execution, features) = change.within(usual, self.launch, &Supplies::default());
        let launch = &execution.launches[self.launch.0];
        let Ok((worker, _)) = launch.start(self.judging.session.jars, &features) else { return Ok(None) };
        let session = Session { execution: &execution, features: &features, ..self.judging.session };
        let mut pool = WorkerPool::new(session, self.suite);
        pool.adopt(self.launch, worker);
        for test in tests {
            if pool.run(*test, None, 1)?.is_none() {
                continue;
            }
            pool.renew();
            failing.extend(pool.run(*test, None, 1)?.map(|failed| (*test, failed)));
        }
        Ok(Some(failing))
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, changes};
    use chrono::DateTime;

    #[test]
    fn what_a_test_can_be_told_is_made_other_and_what_the_jvm_relies_on_is_not() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).expect("it exists");
        let of = |name: &str| changes(name, now);
        let first = |name: &str| of(name).swap_remove(0);
        let (words, change) = first("System.getProperty(\"shop.name\")");
        assert_eq!(words, "where the property `shop.name` is `other`");
        assert_eq!(change, Change::Arguments(vec!["-Dshop.name=other".to_owned()]));
        assert_eq!(first("System.getenv(\"SHOP\")").1, Change::Variable("SHOP".to_owned(), "other".to_owned()));
        for kept in ["System.getProperty(\"java.version\")", "System.getProperty()", "Runtime.freeMemory()"] {
            assert_eq!(of(kept), [], "{kept}");
        }
        for varied in [
            "the clock",
            "random numbers",
            "Charset.defaultCharset()",
            "Locale.getDefault()",
            "Runtime.availableProcessors()",
            "System.lineSeparator()",
            "TimeZone.getDefault()",
        ] {
            assert!(!of(varied).is_empty(), "{varied}");
        }
    }
}
