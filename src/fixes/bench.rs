//! Where the fixes of a class are tried: the edited class is compiled, and its tests run as usual.

use super::classes::Class;
use super::fix::FixKind;
use crate::session::{Failure, TestId};
use crate::source::{Edit, JavaFile};
use crate::suggestion::{Ran, Trial};
use crate::worker::Error;

/// What an analysis says of its reports.
pub trait Cure {
    /// What is to be cured.
    type Report;
    /// How.
    type Kind: FixKind;

    /// The test that a report is about.
    fn test(report: &Self::Report) -> TestId;

    /// Whether a report is gone of the class as it was compiled last, with an edit. The test passes as usual.
    fn is_gone(&mut self, report: &Self::Report, kind: Self::Kind, edit: &Edit) -> Result<bool, Failure>;
}

/// Where the fixes of a class are tried.
pub struct Bench<'b, C> {
    /// The class.
    pub of: &'b Class<'b>,
    /// Its source.
    pub file: &'b JavaFile,
    /// Where the edited class is compiled, and its tests run as usual.
    pub trial: Trial<'b>,
    /// What says when reports are gone.
    pub cure: C,
}

impl<C: Cure> Bench<'_, C> {
    /// Whether the class compiles with an edit.
    pub fn compiles(&mut self, edit: &Edit) -> Result<bool, Failure> {
        let text = edit.apply(&self.file.text);
        Ok(self.trial.compile(self.of.compiler, &text, &[]).map_err(Error::from)?.is_empty())
    }

    /// Whether the class compiles with an edit, the test of a report still passes, and the report is gone.
    pub(super) fn holds(&mut self, report: &C::Report, kind: C::Kind, edit: &Edit) -> Result<bool, Failure> {
        let test = self.of.declared.name(C::test(report));
        let passes = self.compiles(edit)? && matches!(self.trial.run(test, None)?, Ran::Passed(_));
        Ok(passes && self.cure.is_gone(report, kind, edit)?)
    }

    /// Whether the class, as it was compiled last, passes as a whole in fresh JVMs, in either order, and the test of a report with it.
    pub(super) fn is_sound(&mut self, report: &C::Report) -> Result<bool, Failure> {
        Ok(self.trial.is_sound(self.of.declared.name(C::test(report)))?.is_ok())
    }
}
