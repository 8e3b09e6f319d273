//! The fixes of the reports about the tests that one class declares: each that holds by itself, and those that hold together.

use super::super::findings::Fix;
use super::bench::Bench;
use super::candidates::{Candidate, TestSource};
use super::reported::Report;
use crate::session::{Baseline, Execution, Failure, LaunchId, Session, TestId, WorkerPool};
use crate::source::{Edit, FileChange, JavaFile};
use crate::suggestion::{Compiler, Declared, Evaluation, Probe, TestName, Trial, Value, class_path};
use crate::worker::Error;
use crate::worker::protocol::Feature;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many assertions are tried for an input.
const ASSERTIONS: usize = 4;

/// What came of a class.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Cured {
    /// The fixes of each report that has some, by its test and the key of its input.
    pub fixes: Vec<((TestId, String), Vec<Fix>)>,
    /// The file and what the chosen fixes change in it, if there are any.
    pub file: Option<(PathBuf, FileChange)>,
}

/// A class of tests.
#[derive(Clone, Copy)]
pub(super) struct TestClass<'c> {
    /// How its tests run.
    pub session: Session<'c>,
    /// The suite as it is.
    pub suite: &'c Baseline,
    /// What declares each test.
    pub declared: &'c Declared,
    /// How its tests are started.
    pub launch: LaunchId,
    /// Its binary name.
    pub name: &'c str,
    /// What compiles it.
    pub compiler: Compiler<'c>,
}

/// A fix with its edit.
struct Found {
    fix: Fix,
    edit: Edit,
}

impl TestClass<'_> {
    /// Looks for fixes in the source of the class.
    pub fn cured(&self, path: PathBuf, text: String, reports: &[Report]) -> Result<Cured, Failure> {
        let Ok(file) = JavaFile::parse(text) else { return Ok(Cured::default()) };
        let trial = Trial::of_suite(self.session, self.suite, self.launch, self.name, self.declared);
        let trial = trial.map_err(Error::from)?;
        let execution: Execution = self.session.execution.with_classes(self.launch, &trial.file("classes"));
        let features = [Feature::Taint(Default::default())];
        let session = Session { execution: &execution, features: &features, ..self.session };
        let pool = WorkerPool::new(session, self.suite);
        let (suite, compiler, looked_at) = (self.suite, self.compiler, BTreeMap::new());
        let mut bench = Bench { trial, pool, suite, compiler, file: &file, looked_at };
        if !bench.compiles(&Edit::default())? {
            return Ok(Cured::default());
        }
        bench.look(reports.iter().map(Report::test))?;
        let shown = self.shown(&mut bench, reports)?;
        let mut found: Vec<(&Report, Vec<Found>)> = Vec::new();
        for report in reports {
            let fixes = self.fixes(&mut bench, report, &shown, &path)?;
            found.push((report, fixes));
        }
        let chosen = self.choose(&mut bench, &mut found)?;
        let new = chosen.apply(&file.text);
        let file = (new != file.text).then(|| (path, FileChange { old: Some(file.text.clone()), new }));
        let key = |report: &Report| (report.test(), report.input().key.clone());
        let fixes =
            found.into_iter().map(|(report, fixes)| (key(report), fixes.into_iter().map(|one| one.fix).collect()));
        Ok(Cured { fixes: fixes.collect(), file })
    }

    /// What expressions tell where tests end that leave an input unused.
    fn shown(
        &self,
        bench: &mut Bench<'_>,
        reports: &[Report],
    ) -> Result<(Vec<Probe>, BTreeMap<usize, Value>), Failure> {
        let unused = reports.iter().filter(|report| matches!(report, Report::Unused { .. }));
        let names: BTreeSet<&TestName> = unused.map(|report| self.declared.name(report.test())).collect();
        let classes = class_path(self.session, self.launch);
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
        let (trial, compiler, file) = (&mut bench.trial, bench.compiler, bench.file);
        let values = Evaluation { trial, compiler, file, cases: &[] }.values(&probes)?;
        Ok((probes, values))
    }

    /// The candidates for a report that hold, at most one of each kind.
    fn fixes(
        &self,
        bench: &mut Bench<'_>,
        report: &Report,
        (probes, values): &(Vec<Probe>, BTreeMap<usize, Value>),
        path: &Path,
    ) -> Result<Vec<Found>, Failure> {
        let name = self.declared.name(report.test());
        let file = bench.file;
        let Some(class) = file.class(&name.class) else { return Ok(Vec::new()) };
        let line = Some(report.input().line as usize).filter(|line| *line > 0);
        let Some(method) = class.method(&name.method, line) else { return Ok(Vec::new()) };
        let classes = class_path(self.session, self.launch);
        let source = TestSource { file, class, method, classes: &classes };
        let candidates: Vec<Candidate> = match report {
            Report::Brittle { input, .. } => source.of_field(input),
            Report::Unused { input, .. } => {
                let asserting = source.assertions(input, values, probes).into_iter().take(ASSERTIONS);
                asserting.chain(source.removal(input)).collect()
            }
        };
        let mut found: Vec<Found> = Vec::new();
        for Candidate { kind, words, edit } in candidates {
            if found.iter().any(|one| one.fix.kind == kind) || !bench.holds(name, report, kind, &edit)? {
                continue;
            }
            let change = FileChange { old: Some(file.text.clone()), new: edit.apply(&file.text) };
            found.push(Found { fix: Fix { kind, words, file: path.to_owned(), change, is_chosen: false }, edit });
        }
        Ok(found)
    }

    /// Chooses fixes that hold together, of each report the first that does; what they change.
    fn choose(&self, bench: &mut Bench<'_>, found: &mut [(&Report, Vec<Found>)]) -> Result<Edit, Failure> {
        let mut chosen = Edit::default();
        let mut last = None;
        for (report, fixes) in found.iter_mut() {
            let name = self.declared.name(report.test());
            for one in fixes {
                if let Some(all) = self.joined(bench, &chosen, one, (name, report))? {
                    (chosen, last, one.fix.is_chosen) = (all, Some(name), true);
                    break;
                }
            }
        }
        let Some(last) = last else { return Ok(chosen) };
        if bench.compiles(&chosen)? && bench.trial.is_sound(last)?.is_ok() {
            return Ok(chosen);
        }
        self.choose_carefully(bench, found)
    }

    /// The same, where each further one has to hold in fresh JVMs with the other tests of its class, in either order.
    fn choose_carefully(&self, bench: &mut Bench<'_>, found: &mut [(&Report, Vec<Found>)]) -> Result<Edit, Failure> {
        let mut chosen = Edit::default();
        for (report, fixes) in found.iter_mut() {
            let name = self.declared.name(report.test());
            for one in fixes {
                if !std::mem::take(&mut one.fix.is_chosen) {
                    continue;
                }
                let Some(all) = self.joined(bench, &chosen, one, (name, report))? else { continue };
                if bench.compiles(&all)? && bench.trial.is_sound(name)?.is_ok() {
                    (chosen, one.fix.is_chosen) = (all, true);
                }
            }
        }
        Ok(chosen)
    }

    /// Edits with that of a fix, if it holds with them.
    fn joined(
        &self,
        bench: &mut Bench<'_>,
        chosen: &Edit,
        one: &Found,
        (name, report): (&TestName, &Report),
    ) -> Result<Option<Edit>, Failure> {
        let all = chosen.and(&one.edit);
        let is_alone = *chosen == Edit::default();
        let holds = !chosen.clashes(&one.edit) && (is_alone || bench.holds(name, report, one.fix.kind, &all)?);
        Ok(holds.then_some(all))
    }
}
