//! What may cure a report, and when it is gone.
//!
//! Candidates (`candidates`) are tried out (`marked`): the test passes as it does without marks, and then with marks: a brittle assertion is
//! gone if the test passes with every other value of the field that is tried, an unused input if it is no longer there, or if another value
//! now makes an assertion fail (`class`).

mod candidates;
mod class;
mod literal;
mod marked;
mod reported;

use super::findings::{Brittle, Unused};
use crate::fixes::{Cures, Fixing, Suite, cure};
use crate::session::Failure;
use crate::source::FileChange;
use reported::Report;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Looks for fixes of all reports, if that is wanted; returns what those change that hold together.
pub(super) fn fix(
    fixing: Option<&Fixing<'_>>,
    suite: Suite<'_>,
    brittle: &mut [Brittle],
    unused: &mut [Unused],
) -> Result<BTreeMap<PathBuf, FileChange>, Failure> {
    let Some(fixing) = fixing else { return Ok(BTreeMap::new()) };
    let of_brittle = brittle.iter().map(|one| Report::Brittle { test: one.test, input: one.input.clone() });
    let of_unused = unused.iter().map(|one| Report::Unused { test: one.test, input: one.input.clone() });
    let reports: Vec<Report> = of_brittle.chain(of_unused).collect();
    let Cures { fixes, files } = cure(fixing, suite, &reports, Report::test, class::cured)?;
    let reported = brittle.iter_mut().map(|one| &mut one.fixes).chain(unused.iter_mut().map(|one| &mut one.fixes));
    reported.zip(fixes).for_each(|(of_report, fixes)| *of_report = Some(fixes));
    Ok(files)
}
