//! Why no test notices that method bodies are gone.

use super::analysis;
use super::compiler::Compiler;
use super::extreme::{self, Found, Judged, Tools};
use super::source_changes::{self, SourceChanges};
use super::{Caller, Event, Failure, Kept, Progress};
use crate::extreme::{Findings, MethodFinding, Verdict};
use crate::infection;
use crate::journal::Steps;
use crate::propagation::{self, Case, Diagnosis, How, StateOptions};
use crate::report::{Format, Report, Sources};
use crate::session::{Session, Surroundings, TestId, matches};
use crate::suggestion::{self, Advice, Program, Setting, Suggested};
use crate::unit::Digester;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is diagnosed, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// What is judged first.
    pub extreme: extreme::Job,
    /// If there are any, only methods whose class and name match one of these patterns.
    pub methods: Vec<String>,
    /// How states are read.
    pub settings: StateOptions,
    /// Whether tests are written that detect what none did, and tried out.
    pub tries_tests: bool,
}

/// What was found.
#[derive(Debug)]
pub struct Diagnosed {
    /// The verdicts.
    pub findings: Findings,
    /// Why transformations were not detected, in the order of the methods.
    pub diagnoses: Vec<Diagnosis>,
    /// For each of these, what there is to do.
    pub advice: Vec<Advice>,
    /// Classes that could not be instrumented, by internal name, with the reason.
    pub not_instrumented: BTreeMap<String, String>,
    /// Where the sources of the classes are.
    pub sources: Sources,
    /// Tests that detect what none did.
    pub suggested: Suggested,
}

impl Diagnosed {
    /// What was found in a format.
    pub fn render(&self, format: Format) -> String {
        format.render(&self.report(), &self.sources)
    }

    /// Writes what was found into a folder, in one file for each format.
    pub fn write(&self, formats: &[Format], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        analysis::write(&self.report(), &self.sources, formats, folder)
    }

    /// What the suggested tests change in the sources.
    pub fn changes(&self) -> SourceChanges<'_> {
        SourceChanges { files: &self.suggested.files, base: &self.sources.base }
    }

    fn report(&self) -> Report {
        let mut report = propagation::report(&self.findings, &self.diagnoses, &self.not_instrumented);
        suggestion::explain(&mut report, &self.findings, &self.diagnoses, &self.advice);
        let name = |path: &Path| source_changes::name(&self.sources.base, path);
        suggestion::add(&mut report, &self.diagnoses, &self.suggested, &name);
        report
    }
}

/// Diagnoses the undetected transformations; nothing is found if only what has changed is judged, and nothing has.
pub fn diagnose(job: &Job, tools: &Tools, caller: &Caller) -> Result<Option<Diagnosed>, Failure> {
    let Some(found) = extreme::found(&job.extreme, tools, caller)? else { return Ok(None) };
    let cases = cases(job, &found)?;
    let steps = Arc::new(steps(job, &found)?);
    caller.listener.hear(Event::Keeps(Kept::Steps(Arc::downgrade(&steps))));
    let Found { judged: Judged { findings, sources }, subject, execution, test_sources, .. } = found;
    let all = cases.len();
    let progress = |done| caller.progress(Progress::Diagnosing { done, all });
    progress(0);
    let features = [subject.guard()];
    let session = Session { execution: &execution, jars: tools.jars(), features: &features };
    let elsewhere = infection::elsewhere(&execution);
    let sessions = [session, Session { execution: &elsewhere, ..session }];
    let how = How { sessions, settings: job.settings, steps: &steps, progress: &progress };
    let mut comparisons = how.comparisons(&findings.suite);
    let (diagnoses, not_instrumented) = propagation::diagnose(&how, &mut comparisons, &findings, &cases)?;
    let program = Program::read(&execution.launches).map_err(Failure::usage)?;
    let advice = suggestion::advise(&how, &mut comparisons, &findings, &program, &diagnoses)?;
    // Their JVMs end.
    drop(comparisons);
    let none = Suggested::default();
    let mut diagnosed = Diagnosed { findings, diagnoses, advice, not_instrumented, sources, suggested: none };
    if job.tries_tests && all > 0 {
        // The tests that are written run as the build runs them.
        let execution = execution.within(Surroundings::Real);
        let session = Session { execution: &execution, ..session };
        diagnosed.suggested = suggested(&diagnosed, session, &steps, &test_sources, caller)?;
    }
    steps.end().map_err(Failure::usage)?;
    Ok(Some(diagnosed))
}

/// The undetected transformations that are asked for.
pub(super) fn cases(job: &Job, found: &Found) -> Result<Vec<Case>, Failure> {
    let (findings, guards) = (&found.judged.findings, found.subject.guards());
    let takes = |finding: &MethodFinding| {
        let title = finding.method.title();
        job.methods.is_empty() || job.methods.iter().any(|pattern| matches(pattern, &title))
    };
    let mut cases = Vec::new();
    for (place, (finding, guard)) in findings.methods.iter().zip(&guards).enumerate() {
        let Some(method) = guard.filter(|_| takes(finding)) else { continue };
        let undetected = finding.verdicts.iter().zip(0..).filter(|(verdict, _)| **verdict == Verdict::Undetected);
        cases.extend(undetected.map(|(_, body)| Case { finding: place, method, body }));
    }
    if !job.methods.is_empty() && !findings.methods.iter().any(takes) {
        return Err(Failure::usage(format_args!("no method is called `{}`", job.methods.join("` or `")))
            .help("`--method` takes the class and the name, such as `com.example.Main.run`; `*` stands for any text"));
    }
    Ok(cases)
}

/// What earlier runs found, as far as it counts: it depends on the verdicts, on the order of the tests, and on how states are read.
fn steps(job: &Job, found: &Found) -> Result<Steps, Failure> {
    let Some((folder, start)) = job.extreme.kept() else { return Ok(Steps::default()) };
    let findings = &found.judged.findings;
    let ids: Vec<&String> = findings.suite.tests.iter().map(|test| &test.unit.id).collect();
    let methods: Vec<(&Vec<TestId>, usize)> =
        findings.methods.iter().map(|finding| (&finding.reaching, finding.undetected().count())).collect();
    let mut name = Digester::new();
    name.value(&found.fingerprint.to_string()).value(&job.settings.shallow).value(&ids);
    name.value(&findings.dependent).value(&methods);
    Steps::begin(&folder, name.digest(), start).map_err(Failure::usage)
}

/// Looks for tests that detect what none did.
fn suggested(
    diagnosed: &Diagnosed,
    session: Session<'_>,
    steps: &Steps,
    roots: &[PathBuf],
    caller: &Caller,
) -> Result<Suggested, Failure> {
    let all = diagnosed.diagnoses.len();
    let progress = |done| caller.progress(Progress::Suggesting { done, all });
    progress(0);
    let compiler = Compiler::new(session.jars.agent());
    let compile = compiler.function();
    let setting =
        Setting { session, findings: &diagnosed.findings, roots, compiler: &compile, steps, progress: &progress };
    Ok(suggestion::suggest(&setting, &diagnosed.diagnoses, &diagnosed.advice)?)
}
