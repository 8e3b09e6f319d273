//! The fixes of the reports about the tests that one class declares: each that holds by itself, and those that hold together.

use super::super::findings::FixKind;
use super::candidates::TestSource;
use super::marked::Marked;
use super::reported::Report;
use crate::fixes::{Bench, Candidate, Class, Cured, Found};
use crate::session::{Execution, Failure, Session, WorkerPool};
use crate::source::{Edit, JavaFile};
use crate::suggestion::{Evaluation, Probe, TestName, Trial, Value, class_path};
use crate::worker::Error;
use crate::worker::protocol::Feature;
use std::collections::{BTreeMap, BTreeSet};

/// How many assertions are tried for an input.
const ASSERTIONS: usize = 4;

/// Looks for fixes in the source of a class.
pub(super) fn cured(of: &Class<'_>, text: String, reports: &[&Report]) -> Result<Option<Cured<FixKind>>, Failure> {
    let Ok(file) = JavaFile::parse(text) else { return Ok(None) };
    let trial = Trial::of_suite(of.session, of.suite, of.launch, of.name, of.declared).map_err(Error::from)?;
    let execution: Execution = of.session.execution.with_classes(of.launch, &trial.file("classes"));
    let features = [Feature::Taint(Default::default())];
    let session = Session { execution: &execution, features: &features, ..of.session };
    let pool = WorkerPool::new(session, of.suite);
    let cure = Marked { of, pool, file: &file, looked_at: BTreeMap::new() };
    let mut bench = Bench { of, file: &file, trial, cure };
    if !bench.compiles(&Edit::default())? {
        return Ok(None);
    }
    bench.cure.look(reports.iter().map(|report| report.test()))?;
    let shown = shown(&mut bench, reports)?;
    let mut found: Vec<(&Report, Vec<Found<FixKind>>)> = Vec::new();
    for report in reports {
        let fixes = fixes(&mut bench, report, &shown)?;
        found.push((report, fixes));
    }
    bench.joined(found).map(Some)
}

/// What expressions tell where tests end that leave an input unused.
fn shown(
    bench: &mut Bench<'_, Marked<'_>>,
    reports: &[&Report],
) -> Result<(Vec<Probe>, BTreeMap<usize, Value>), Failure> {
    let of = bench.of;
    let unused = reports.iter().filter(|report| matches!(report, Report::Unused { .. }));
    let names: BTreeSet<&TestName> = unused.map(|report| of.declared.name(report.test())).collect();
    let classes = class_path(of.session, of.launch);
    let mut probes = Vec::new();
    for name in names {
        let Some(class) = bench.file.class(&name.class) else { continue };
        let Some(method) = class.method(&name.method, None) else { continue };
        let source = TestSource { file: bench.file, class, method, classes: &classes };
        probes.extend(source.probes());
    }
    if probes.is_empty() {
        return Ok((probes, BTreeMap::new()));
    }
    let (trial, compiler, file) = (&mut bench.trial, of.compiler, bench.file);
    let values = Evaluation { trial, compiler, file, cases: &[] }.values(&probes)?;
    Ok((probes, values))
}

/// The candidates for a report that hold, at most one of each kind.
fn fixes(
    bench: &mut Bench<'_, Marked<'_>>,
    report: &Report,
    (probes, values): &(Vec<Probe>, BTreeMap<usize, Value>),
) -> Result<Vec<Found<FixKind>>, Failure> {
    let of = bench.of;
    let name = of.declared.name(report.test());
    let file = bench.file;
    let Some(class) = file.class(&name.class) else { return Ok(Vec::new()) };
    let line = Some(report.input().line as usize).filter(|line| *line > 0);
    let Some(method) = class.method(&name.method, line) else { return Ok(Vec::new()) };
    let classes = class_path(of.session, of.launch);
    let source = TestSource { file, class, method, classes: &classes };
    let candidates: Vec<Candidate<FixKind>> = match report {
        Report::Brittle { input, .. } => source.of_field(input),
        Report::Unused { input, .. } => {
            let asserting = source.assertions(input, values, probes).into_iter().take(ASSERTIONS);
            asserting.chain(source.removal(input)).collect()
        }
    };
    bench.holding(report, candidates)
}
