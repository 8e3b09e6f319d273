//! What was found: verdicts on methods, from those on their transformations.

use super::subject::{Method, guards};
use super::transformation::Transformation;
use super::verdict::{Detection, Judged, Verdict};
use super::work::Work;
use crate::session::{Baseline, TestId, Written};
use crate::worker::protocol::MethodId;

/// What its transformations say of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MethodVerdict {
    /// Every transformation was detected.
    Tested,
    /// Some were, some were not.
    PartiallyTested,
    /// None was.
    PseudoTested,
    /// No test reaches it.
    NotCovered,
    /// The time was over before that could be said.
    NotJudged,
    /// A rule says that nobody tests its like.
    Skipped,
}

impl MethodVerdict {
    /// All verdicts, those first that are worst for a suite.
    pub const ALL: [MethodVerdict; 6] = [
        MethodVerdict::PseudoTested,
        MethodVerdict::PartiallyTested,
        MethodVerdict::NotCovered,
        MethodVerdict::NotJudged,
        MethodVerdict::Tested,
        MethodVerdict::Skipped,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            MethodVerdict::Tested => "tested",
            MethodVerdict::PartiallyTested => "partially-tested",
            MethodVerdict::PseudoTested => "pseudo-tested",
            MethodVerdict::NotCovered => "not-covered",
            MethodVerdict::NotJudged => "not-judged",
            MethodVerdict::Skipped => "skipped",
        }
    }
}

/// A method with what was found.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodFinding {
    /// The method.
    pub method: Method,
    /// The tests that reach it.
    pub reaching: Vec<TestId>,
    /// One verdict for each of its transformations.
    pub verdicts: Vec<Verdict>,
    /// For each of its transformations, the detections after the first, if all reaching tests were run.
    pub also: Vec<Vec<Detection>>,
}

impl MethodFinding {
    /// The transformations that no test detected.
    pub fn undetected(&self) -> impl Iterator<Item = &Transformation> {
        let all = self.method.transformations.iter().zip(&self.verdicts);
        all.filter(|(_, verdict)| matches!(verdict, Verdict::Undetected)).map(|(transformation, _)| transformation)
    }

    /// What the verdicts say of the method.
    pub fn verdict(&self) -> MethodVerdict {
        if self.verdicts.is_empty() {
            return MethodVerdict::Skipped;
        }
        if self.reaching.is_empty() {
            return MethodVerdict::NotCovered;
        }
        let any = |wanted: fn(&Verdict) -> bool| self.verdicts.iter().any(wanted);
        let detected = any(|verdict| matches!(verdict, Verdict::Detected(_)));
        let undetected = any(|verdict| matches!(verdict, Verdict::Undetected));
        match (detected, undetected) {
            // Whatever the others are.
            (true, true) => MethodVerdict::PartiallyTested,
            _ if any(|verdict| matches!(verdict, Verdict::NotJudged)) => MethodVerdict::NotJudged,
            (true, false) => MethodVerdict::Tested,
            (false, _) => MethodVerdict::PseudoTested,
        }
    }
}

/// Everything that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// The suite as it is.
    pub suite: Baseline,
    /// The methods, in the order of `Subject::methods`.
    pub methods: Vec<MethodFinding>,
    /// Tests that fail alone on the unchanged program, and were not believed.
    pub dependent: Vec<TestId>,
    /// Classes that could not be instrumented, by internal name, with the reason.
    pub not_instrumented: Vec<(String, String)>,
    /// How many verdicts are those of earlier runs, on classes that have changed since where it does not matter.
    pub held: usize,
    /// What became of files that changed while transformations were judged.
    pub written: Written,
}

impl Findings {
    /// How many methods have a verdict.
    pub fn count(&self, verdict: MethodVerdict) -> usize {
        self.methods.iter().filter(|method| method.verdict() == verdict).count()
    }

    /// How many transformations were detected, and how many were not although a test reached them.
    pub fn transformations(&self) -> (usize, usize) {
        let verdicts = || self.methods.iter().flat_map(|method| &method.verdicts);
        let detected = verdicts().filter(|verdict| matches!(verdict, Verdict::Detected(_))).count();
        let undetected = verdicts().filter(|verdict| matches!(verdict, Verdict::Undetected)).count();
        (detected, undetected)
    }

    /// How many transformations have no verdict, because the time was over.
    pub fn not_judged(&self) -> usize {
        let verdicts = self.methods.iter().flat_map(|method| &method.verdicts);
        verdicts.filter(|verdict| matches!(verdict, Verdict::NotJudged)).count()
    }

    /// What was found, given for each unit of the work what became of its bodies.
    pub(super) fn assemble(
        methods: &[Method],
        suite: Baseline,
        work: &Work,
        outcomes: Vec<Vec<Judged>>,
        dependent: Vec<TestId>,
        not_instrumented: Vec<(String, String)>,
    ) -> Findings {
        let finding = |(method, guard): (&Method, Option<MethodId>)| {
            let unit = guard.and_then(|guard| work.unit_of(guard));
            let judged = match unit {
                Some(unit) => outcomes[unit.0].clone(),
                None => vec![Judged::without_tests(Verdict::NotCovered); method.transformations.len()],
            };
            let reaching = guard.map(|guard| suite.reaching(guard)).unwrap_or_default();
            let (verdicts, also) = judged.into_iter().map(|one| (one.verdict, one.also)).unzip();
            MethodFinding { method: method.clone(), reaching, verdicts, also }
        };
        let methods = methods.iter().zip(guards(methods)).map(finding).collect();
        Findings { suite, methods, dependent, not_instrumented, held: 0, written: Written::default() }
    }
}
