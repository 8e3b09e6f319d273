//! When a report is gone: the test of the edited class runs where it failed.

use super::super::findings::{Cause, Dependence};
use super::super::fix_kind::FixKind;
use super::super::judging::Judging;
use super::reported::Report;
use crate::fixes::{Class, Cure};
use crate::session::{Execution, Failure, Session, TestId, WorkerPool};
use crate::source::Edit;
use crate::surroundings::Factor;
use crate::worker::protocol::Feature;
use std::path::PathBuf;

/// Runs the tests of a class where they failed.
pub(super) struct Varied<'b> {
    /// What surrounds tests.
    pub judging: &'b Judging<'b>,
    /// The class.
    pub of: &'b Class<'b>,
    /// The folder with the class that was compiled last.
    pub classes: PathBuf,
}

impl Cure for Varied<'_> {
    type Report = Report;
    type Kind = FixKind;

    fn test(report: &Report) -> TestId {
        report.dependence.test
    }

    fn is_gone(&mut self, report: &Report, _: FixKind, _: &Edit) -> Result<bool, Failure> {
        match report.dependence.factor {
            Factor::Order => self.passes_in_order(&report.dependence),
            _ => self.passes_elsewhere(&report.dependence),
        }
    }
}

impl Varied<'_> {
    /// Whether a test passes after the tests after which it failed; that it passes alone was seen.
    fn passes_in_order(&self, dependence: &Dependence) -> Result<bool, Failure> {
        let before: &[TestId] = match &dependence.cause {
            Some(Cause::After(tests)) => tests,
            _ => &[],
        };
        self.passes(&self.execution(), &[], before, dependence.test)
    }

    /// Whether a test passes in all surroundings in which it failed.
    fn passes_elsewhere(&self, dependence: &Dependence) -> Result<bool, Failure> {
        let failed = |words: &str| dependence.failing.iter().any(|one| one.words == words);
        let variations = self.judging.variations.iter();
        for variation in variations.filter(|one| one.factor == dependence.factor && failed(&one.words)) {
            let (execution, features) =
                variation.change.within(self.execution(), self.of.launch, self.judging.supplies);
            if !self.passes(&execution, &features, &[], dependence.test)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How tests run on the class that was compiled last.
    fn execution(&self) -> Execution {
        self.of.session.execution.with_classes(self.of.launch, &self.classes)
    }

    /// Whether a test passes in a fresh JVM after some others.
    fn passes(
        &self,
        execution: &Execution,
        features: &[Feature],
        before: &[TestId],
        test: TestId,
    ) -> Result<bool, Failure> {
        let mut pool = WorkerPool::new(Session { execution, features, ..self.of.session }, self.of.suite);
        for one in before {
            pool.run(*one, None, 1)?;
        }
        Ok(pool.run(test, None, 1)?.is_none())
    }
}
