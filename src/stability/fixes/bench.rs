//! Where candidates are tried: the edited class is compiled, and its test runs as usual and where it failed.

use super::super::factor::Factor;
use super::super::findings::{Cause, Dependence};
use super::super::fix_kind::FixKind;
use super::super::judging::Judging;
use super::reported::Report;
use crate::fixes::{Bench, Class};
use crate::session::{Execution, Failure, Session, TestId, WorkerPool};
use crate::source::{Edit, JavaFile};
use crate::suggestion::{Ran, Trial};
use crate::worker::Error;
use crate::worker::protocol::Feature;

/// Where candidates for the tests of a class are tried.
pub(super) struct VariedBench<'b> {
    /// What surrounds tests.
    pub judging: &'b Judging<'b>,
    /// The class.
    pub of: &'b Class<'b>,
    /// Where the edited class is compiled, and its tests run as usual.
    pub trial: Trial<'b>,
    /// The source of the class.
    pub file: &'b JavaFile,
}

impl Bench for VariedBench<'_> {
    type Report = Report;
    type Kind = FixKind;

    fn compiles(&mut self, edit: &Edit) -> Result<bool, Failure> {
        let text = edit.apply(&self.file.text);
        Ok(self.trial.compile(self.of.compiler, &text, &[]).map_err(Error::from)?.is_empty())
    }

    fn holds(&mut self, report: &Report, _: FixKind, edit: &Edit) -> Result<bool, Failure> {
        let name = self.of.declared.name(report.dependence.test);
        if !self.compiles(edit)? || !matches!(self.trial.run(name, None)?, Ran::Passed(_)) {
            return Ok(false);
        }
        match report.dependence.factor {
            Factor::Order => self.passes_in_order(&report.dependence),
            _ => self.passes_elsewhere(&report.dependence),
        }
    }

    fn is_sound(&mut self, report: &Report) -> Result<bool, Failure> {
        Ok(self.trial.is_sound(self.of.declared.name(report.dependence.test))?.is_ok())
    }
}

impl VariedBench<'_> {
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
            let mut execution = self.execution();
            let launch = &mut execution.launches[self.of.launch.0];
            let (varied, features) = variation.of(launch, self.judging.supplies);
            *launch = varied;
            if !self.passes(&execution, &features, &[], dependence.test)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How tests run on the class that was compiled last.
    fn execution(&self) -> Execution {
        self.of.session.execution.with_classes(self.of.launch, &self.trial.file("classes"))
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
