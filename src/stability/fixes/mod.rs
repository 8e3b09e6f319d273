//! What may cure a dependence, and when it is gone.
//!
//! Where the file of the test itself reads what it depends on, the reading gets what it otherwise takes from the machine as an argument, or
//! gives way to a constant (`readings`). Where the program does, the test hands it over to what it calls and makes, if that takes it, or
//! sets it before each test (`defaults`). What other tests leave behind is taken back where the test begins (`reset`). Each candidate is
//! tried out in all surroundings, or after all tests, in which the test failed (`varied`).

mod defaults;
mod readings;
mod reported;
mod reset;
mod test_source;
mod varied;

use super::findings::Dependence;
use super::fix_kind::FixKind;
use super::judging::Judging;
use crate::fixes::{Bench, Class, Cured, Cures, Found, Suite, cure};
use crate::session::{Baseline, Failure, TestId};
use crate::source::{Edit, FileChange, JavaFile};
use crate::suggestion::{Trial, class_path};
use crate::surroundings::Factor;
use crate::worker::Error;
use crate::worker::protocol::Reading;
use reported::Report;
use std::collections::BTreeMap;
use std::path::PathBuf;
use test_source::TestSource;
use varied::Varied;

/// The factors that changes of a test can say how they are.
const CURABLE: [Factor; 10] = [
    Factor::Order,
    Factor::Time,
    Factor::Zone,
    Factor::Locale,
    Factor::Random,
    Factor::Listing,
    Factor::HashOrder,
    Factor::Processors,
    Factor::Encoding,
    Factor::LineSeparator,
];

/// Looks for fixes of all dependences that a change of the test can cure, if that is wanted; returns what those change that hold together.
pub(super) fn fix(
    judging: &Judging<'_>,
    baseline: &Baseline,
    dependences: &mut [Dependence],
    readings: &BTreeMap<TestId, Vec<Reading>>,
) -> Result<BTreeMap<PathBuf, FileChange>, Failure> {
    let Some(fixing) = &judging.fixing else { return Ok(BTreeMap::new()) };
    let mut curable: Vec<&mut Dependence> =
        dependences.iter_mut().filter(|one| CURABLE.contains(&one.factor)).collect();
    let reports: Vec<Report> =
        curable.iter().map(|one| Report::new(one, readings.get(&one.test).map_or(&[], Vec::as_slice))).collect();
    let suite = Suite { steps: judging.steps, session: judging.session, baseline };
    let test = |report: &Report| report.dependence.test;
    let Cures { fixes, files } =
        cure(fixing, suite, &reports, test, |class, text, reports| cured(judging, class, text, reports))?;
    curable.iter_mut().zip(fixes).for_each(|(one, fixes)| one.fixes = Some(fixes));
    Ok(files)
}

/// Looks for fixes in the source of a class.
fn cured(
    judging: &Judging<'_>,
    of: &Class<'_>,
    text: String,
    reports: &[&Report],
) -> Result<Option<Cured<FixKind>>, Failure> {
    let Ok(file) = JavaFile::parse(text) else { return Ok(None) };
    let trial = Trial::of_suite(of.session, of.suite, of.launch, of.name, of.declared).map_err(Error::from)?;
    let cure = Varied { judging, of, classes: trial.file("classes") };
    let mut bench = Bench { of, file: &file, trial, cure };
    if !bench.compiles(&Edit::default())? {
        return Ok(None);
    }
    let (classes, invocations) = (class_path(of.session, of.launch), file.invocations());
    let mut found: Vec<(&Report, Vec<Found<FixKind>>)> = Vec::new();
    for report in reports {
        let name = of.declared.name(report.dependence.test);
        let source = TestSource::new((&file, &invocations), name, &classes, judging.now);
        let candidates = source.map_or_else(Vec::new, |source| source.candidates(report));
        found.push((report, bench.holding(report, candidates)?));
    }
    bench.joined(found).map(Some)
}
