//! The judging of a project's methods as units of work: one for each method that tests reach, with one part for each body that is
//! tried in its place.
//!
//! A unit depends on the tests that reach its method, and each of these on the classes that it may run. So where a class has
//! changed, the units are others whose tests may run it, and all others are the same.

use super::dependencies::Classes;
use super::subject::{Method, Subject};
use super::verdict::Judged;
use crate::session::{Baseline, Change, Launch, TestId};
use crate::unit::{Digest, Digester, InputId, PartId, PlanError, UnitId, UnitIndex, UnitVerdict, WorkPlan, WorkUnit};
use crate::worker::protocol::MethodId;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;

/// What names this analysis, in plans and in reports.
pub(super) const ANALYSIS: &str = "extreme";

/// What a transformation costs beside the tests that it takes, in method entries and loop turns that take as long.
const EACH: u64 = 100_000;

/// One of so many method entries and loop turns of all tests that reach a method is made for each transformation of it: most are detected
/// early.
const PART: u64 = 50;

/// The units with what they stand for here.
#[derive(Debug, Clone)]
pub(super) struct Work {
    /// The units. Its inputs are the tests, in the order of the suite.
    pub plan: WorkPlan,
    /// The method of each unit, in ascending order.
    methods: Vec<MethodId>,
    /// The test that each digest stands for.
    tests: BTreeMap<Digest, TestId>,
}

/// Parts of a unit that one worker judges one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Portion {
    pub unit: UnitIndex,
    pub method: MethodId,
    /// The numbers of the bodies.
    pub bodies: Range<u32>,
}

impl Portion {
    /// The parts, in order.
    pub fn parts(&self) -> impl Iterator<Item = PartId> + use<> {
        self.bodies.clone().map(PartId)
    }
}

impl Work {
    /// The work on a subject, whose methods these tests reach. All of it depends on the context.
    pub fn of(launches: &[Launch], subject: &Subject, suite: &Baseline, context: Digest) -> io::Result<Work> {
        let guarded: Vec<&Method> = subject.guarded().collect();
        let tests = Classes::read(launches)?.of_tests(suite, &guarded);
        // A JVM loads no class in which two methods have one name and one descriptor, so that no test reaches them.
        Ok(Work::on(&guarded, suite, tests, context)
            .expect("methods that tests reach differ, and depend on these tests"))
    }

    /// The work on methods, of which tests of a suite that have these digests reach some.
    pub fn on(guarded: &[&Method], suite: &Baseline, tests: Vec<Digest>, context: Digest) -> Result<Work, PlanError> {
        let mut reaching: BTreeMap<MethodId, Vec<InputId>> = BTreeMap::new();
        for (TestId(test), one) in suite.ids() {
            for method in &one.reached {
                reaching.entry(*method).or_default().push(InputId(test as u32));
            }
        }
        let (methods, units): (Vec<MethodId>, Vec<WorkUnit>) =
            reaching.into_iter().map(|(method, inputs)| (method, unit(guarded[method.0 as usize], inputs))).unzip();
        let plan = WorkPlan::new(ANALYSIS, context, tests.clone(), units)?;
        Ok(Work { plan, methods, tests: tests.into_iter().zip((0..).map(TestId)).collect() })
    }

    /// What each unit is expected to cost, in order: for each body, all the tests that reach the method as far as they are asked, and what
    /// comes with it. What tests do is counted in method entries and loop turns, which are the same on every machine; time is not.
    pub fn costs(&self, suite: &Baseline) -> Vec<u64> {
        let mut work: BTreeMap<MethodId, u64> = BTreeMap::new();
        for test in &suite.tests {
            for method in &test.reached {
                *work.entry(*method).or_default() += test.work;
            }
        }
        let cost = |((_, unit), method): ((UnitId, &WorkUnit), &MethodId)| {
            unit.parts.len() as u64 * (EACH + work.get(method).copied().unwrap_or(0) / PART)
        };
        self.plan.units().zip(&self.methods).map(cost).collect()
    }

    /// Each unit as a whole.
    pub fn portions(&self) -> impl Iterator<Item = Portion> {
        self.plan.units().zip(&self.methods).enumerate().map(|(index, ((_, unit), method))| Portion {
            unit: UnitIndex(index),
            method: *method,
            bodies: 0..unit.parts.len() as u32,
        })
    }

    /// The unit of a method; none if no test reaches it.
    pub fn unit_of(&self, method: MethodId) -> Option<UnitIndex> {
        self.methods.binary_search(&method).ok().map(UnitIndex)
    }

    /// The change of the program that a part of a unit is; none if the unit has no such part.
    pub fn change(&self, unit: UnitIndex, part: PartId) -> Option<Change> {
        let has_it = self.plan.unit(unit).1.parts.len() > part.0 as usize;
        has_it.then(|| (self.methods[unit.0], part.0))
    }

    /// What becomes of a unit, before anything is known of it.
    pub fn open(&self, unit: UnitIndex) -> UnitVerdict<Judged> {
        let (identity, unit) = self.plan.unit(unit);
        UnitVerdict { unit: identity, name: unit.name.clone(), outcomes: BTreeMap::new() }
    }

    /// What stands for a test wherever nobody knows the order of this suite.
    pub fn digest(&self, test: TestId) -> Digest {
        self.plan.input(InputId(test.0 as u32))
    }

    /// The test that a digest stands for, if it is in this suite and depends on what it depended on.
    pub fn test(&self, digest: &Digest) -> Option<TestId> {
        self.tests.get(digest).copied()
    }

    /// A verdict for a journal.
    pub fn with_digests(&self, judged: &Judged) -> Judged<Digest> {
        judged.renamed(|test| Some(self.digest(*test))).expect("each test has a digest")
    }

    /// A verdict from a journal, if its tests are in this suite.
    pub fn with_numbers(&self, judged: &Judged<Digest>) -> Option<Judged> {
        judged.renamed(|digest| self.test(digest))
    }

    /// The tests that digests stand for, of those that are in this suite.
    pub fn tests(&self, digests: &BTreeSet<Digest>) -> BTreeSet<TestId> {
        digests.iter().filter_map(|digest| self.test(digest)).collect()
    }
}

fn unit(method: &Method, inputs: Vec<InputId>) -> WorkUnit {
    let Method { class, name, descriptor, transformations, .. } = method;
    let body = |steps| Digester::new().value(&(class, name, descriptor, steps)).digest();
    WorkUnit {
        name: format!("{}{descriptor}", method.title()),
        parts: transformations.iter().map(|one| body(&one.body)).collect(),
        inputs,
    }
}

#[cfg(test)]
mod tests {
    use super::Work;
    use crate::extreme::samples::{subject, suite, work};
    use crate::extreme::{Detection, Findings, Fingerprint, Format, How, Judged, Options, TestId, Verdict, report};
    use crate::report::Sources;
    use crate::session::{Execution, Launch, SetAside, Surroundings, TestClasses};
    use crate::unit::{Digest, UnitId, UnitVerdict, merge};
    use crate::worker::{JvmSettings, Profile};
    use proptest::prelude::{Strategy, any, prop, proptest};
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    /// The beginning of a class file, which is all that is read here: its constant pool with these texts.
    fn class_file(texts: &[&str]) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, texts.len() as u8 + 1];
        for text in texts {
            bytes.extend([1, 0, text.len() as u8]);
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    /// The tests of a checkout, in which these classes are.
    fn options(checkout: &Path, classes: &[(&str, &[&str])]) -> Options {
        let folder = checkout.join("target/classes");
        for (name, texts) in classes {
            let path = folder.join(format!("{name}.class"));
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
            fs::write(path, class_file(texts)).expect("there is room");
        }
        let settings = JvmSettings {
            java: "java".into(),
            jvm_arguments: vec![format!("-Dclasses={}", folder.display())],
            class_path: vec![folder.clone()],
            directory: checkout.to_owned(),
            environment: BTreeMap::new(),
        };
        let launch = Launch {
            name: String::new(),
            settings,
            profile: Profile::default(),
            tests: TestClasses::default(),
            filter: None,
            groups: Vec::new(),
            excluded_groups: Vec::new(),
            exclusions: Vec::new(),
            own: vec![folder.to_str().expect("temporary folders have plain names").to_owned()],
            surroundings: Surroundings::Real,
        };
        let second = Duration::from_secs(1);
        let execution = Execution {
            launches: vec![launch],
            jobs: 1,
            patience: second,
            suite_runs: 1,
            suite_limit: second,
            set_aside: SetAside::default(),
        };
        Options { execution, full_matrix: false, with: Vec::new(), deadline: None }
    }

    /// The units of a fresh checkout. Of three tests, the first reaches the method of `p.C0`, the second those of `p.C1` and
    /// `p.C2`, and the third that of `p.C2`.
    fn identities(classes: &[(&str, &[&str])]) -> Vec<UnitId> {
        let checkout = tempfile::tempdir().expect("there is room");
        let options = options(checkout.path(), classes);
        let suite = suite(&[("a", 1, 0, &[0]), ("a", 1, 0, &[1, 2]), ("a", 1, 0, &[2])]);
        let subject = subject(&[2, 1, 1]);
        let context = Fingerprint::of(&options, &subject).expect("it can be read").surroundings();
        let work = Work::of(&options.execution.launches, &subject, &suite, context).expect("it can be read");
        work.plan.units().map(|(identity, _)| identity).collect()
    }

    #[test]
    fn the_units_of_two_checkouts_are_the_same() {
        let classes: &[(&str, &[&str])] = &[("p/C0", &["p/C3"]), ("p/C1", &[]), ("p/C2", &[]), ("p/C3", &["x"])];
        let one = identities(classes);
        assert_eq!(one.len(), 3);
        assert_eq!(identities(classes), one);
    }

    #[test]
    fn a_changed_class_changes_the_units_whose_tests_may_run_it() {
        let with = |c1: &'static str, c3: &'static str, c4: &'static str| {
            identities(&[("p/C0", &["p/C3"]), ("p/C1", &[c1]), ("p/C2", &["p/C2"]), ("p/C3", &[c3]), ("p/C4", &[c4])])
        };
        let before = with("x", "x", "x");
        let same = |after: Vec<UnitId>| after.iter().zip(&before).map(|(one, other)| one == other).collect::<Vec<_>>();
        assert_eq!(
            same(with("x", "y", "x")),
            [false, true, true],
            "the class is mentioned by that of the first method"
        );
        assert_eq!(same(with("y", "x", "x")), [true, false, false], "a test of the second method reaches the third");
        assert_eq!(same(with("x", "x", "y")), [true, true, true], "no test may run the class");
    }

    #[test]
    fn a_verdict_is_the_same_after_it_was_kept() {
        let suite = suite(&[("a", 1, 0, &[0]), ("a", 1, 0, &[0])]);
        let work = work(&suite, &[2]);
        let detection =
            |test| Detection { test: TestId(test), how: How::Assertion, message: "é".to_owned(), fresh: true };
        let judged = Judged { verdict: Verdict::Detected(detection(1)), also: vec![detection(0)] };
        let text = serde_json::to_string(&work.with_digests(&judged)).expect("it can be written");
        let read: Judged<Digest> = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(work.with_numbers(&read), Some(judged));
        let fewer = self::suite(&[("a", 1, 0, &[0])]);
        assert_eq!(self::work(&fewer, &[2]).with_numbers(&read), None, "there is one test only");
    }

    /// What tests say of a body: which one detects it, if any.
    fn judged(detecting: Option<usize>) -> Judged {
        let detection = |test| Detection {
            test: TestId(test),
            how: How::Exception,
            message: format!("failure {test}"),
            fresh: test == 0,
        };
        let verdict = detecting.map_or(Verdict::Undetected, |test| Verdict::Detected(detection(test)));
        Judged { verdict, also: Vec::new() }
    }

    /// The findings with all that is written of them.
    fn written(work: &Work, verdicts: Vec<UnitVerdict<Judged>>) -> (Findings, Vec<String>) {
        let (subject, suite) = (subject(&BODIES), suite(&TESTS));
        let outcomes = merge(&work.plan, verdicts).expect("they are the outcome of the plan");
        let findings = Findings::assemble(&subject.methods, suite, work, outcomes, vec![TestId(1)], Vec::new());
        let (report, sources) = (report(&findings), Sources { roots: Vec::new(), base: PathBuf::from(".") });
        let texts = Format::ALL.map(|format| format.render(&findings, &report, &sources)).to_vec();
        (findings, texts)
    }

    const BODIES: [usize; 6] = [2, 3, 1, 2, 1, 4];
    /// No test reaches the method with the number 4.
    const TESTS: [(&str, u64, u64, &[u32]); 3] =
        [("a", 5, 0, &[0, 1, 2]), ("a", 1, 0, &[1, 3, 5]), ("b", 3, 9, &[0, 5])];

    proptest! {
        /// Shares travel as JSON between machines that number tests in their own way.
        #[test]
        fn any_split_of_the_work_gives_the_report_of_the_whole(
            said in prop::collection::vec(prop::option::of(0_usize..3), 13),
            shares in prop::collection::vec(0_usize..4, 13),
            backwards in any::<bool>(),
            halves in prop::collection::vec(any::<bool>(), 6).prop_map(|halves| halves.into_iter().cycle()),
        ) {
            let work = work(&suite(&TESTS), &BODIES);
            let mut said = said.into_iter();
            let mut whole = Vec::new();
            for portion in work.portions() {
                let mut verdict = work.open(portion.unit);
                verdict.outcomes.extend(portion.parts().map(|part| (part, judged(said.next().flatten()))));
                whole.push(verdict);
            }
            let mut split: Vec<Vec<UnitVerdict<Judged<Digest>>>> = vec![Vec::new(); 4];
            for ((verdict, share), is_halved) in whole.iter().zip(shares).zip(halves) {
                let digests = verdict.outcomes.iter().map(|(part, judged)| (*part, work.with_digests(judged)));
                let (first, second): (BTreeMap<_, _>, _) = digests.partition(|(part, _)| !is_halved || part.0 == 0);
                let about = |outcomes| UnitVerdict { unit: verdict.unit, name: verdict.name.clone(), outcomes };
                split[share].push(about(first));
                split[(share + 1) % 4].push(about(second));
            }
            if backwards {
                split.reverse();
            }
            let texts = split.iter().map(|share| serde_json::to_string(share).expect("it can be written"));
            let mut joined = Vec::new();
            for text in texts.collect::<Vec<_>>() {
                let share: Vec<UnitVerdict<Judged<Digest>>> = serde_json::from_str(&text).expect("it can be read");
                joined.extend(share.into_iter().map(|UnitVerdict { unit, name, outcomes }| {
                    let known = |judged| work.with_numbers(judged).expect("the tests are those of the suite");
                    let outcomes = outcomes.iter().map(|(part, judged)| (*part, known(judged))).collect();
                    UnitVerdict { unit, name, outcomes }
                }));
            }
            assert_eq!(written(&work, joined), written(&work, whole));
        }
    }
}
