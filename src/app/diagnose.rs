//! Why no test notices that method bodies are gone.

use super::extreme::{self, Found, Judged, Tools};
use super::{Caller, Failure, Progress};
use crate::extreme::{Findings, MethodFinding, Verdict};
use crate::propagation::{self, Case, Diagnosis, Settings};
use crate::report::{self, Format, Sources};
use crate::session::matches;
use crate::suggestion::{self, Observed, Program};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is diagnosed, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// What is judged first.
    pub extreme: extreme::Job,
    /// If there are any, only methods whose class and name match one of these patterns.
    pub methods: Vec<String>,
    /// How states are read.
    pub settings: Settings,
}

/// What was found.
#[derive(Debug)]
pub struct Diagnosed {
    /// The verdicts.
    pub findings: Findings,
    /// Why transformations were not detected, in the order of the methods; each with what tells of it on the objects that tests
    /// hold.
    pub diagnoses: Vec<(Diagnosis, Vec<Observed>)>,
    /// Classes that could not be instrumented, by internal name, with the reason.
    pub not_instrumented: BTreeMap<String, String>,
    /// Where the sources of the classes are.
    pub sources: Sources,
}

impl Diagnosed {
    /// What was found in a format.
    pub fn render(&self, format: Format) -> String {
        format.render(&self.report(), &self.sources)
    }

    /// Writes what was found into a folder, in one file for each format.
    pub fn write(&self, formats: &[Format], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        let report = self.report();
        let analysis = report.analysis;
        let texts = formats.iter().map(|format| (format.file_name(analysis), format.render(&report, &self.sources)));
        report::write(texts, folder)
            .map_err(|error| Failure::usage(format_args!("cannot write to `{}`: {error}", folder.display())))
    }

    fn report(&self) -> report::Report {
        suggestion::report(&self.findings, &self.diagnoses, &self.not_instrumented)
    }
}

/// Diagnoses the undetected transformations; nothing is found if only what has changed is judged, and nothing has.
pub fn diagnose(job: &Job, tools: &Tools, caller: &Caller) -> Result<Option<Diagnosed>, Failure> {
    let Some(Found { judged, subject, execution }) = extreme::found(&job.extreme, tools, caller)? else {
        return Ok(None);
    };
    let Judged { findings, sources } = judged;
    let guards = subject.guards();
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
    let all = cases.len();
    let progress = |done| caller.progress(Progress::Diagnosing { done, all });
    progress(0);
    let (diagnoses, not_instrumented) =
        propagation::diagnose(&execution, tools.jars(), subject.guard(), &findings, &cases, job.settings, &progress)?;
    let program = Program::read(&execution.launches).map_err(Failure::usage)?;
    let observed = suggestion::observe(&execution, tools.jars(), subject.guard(), &findings, &program, &diagnoses)?;
    let diagnoses = diagnoses.into_iter().zip(observed).collect();
    Ok(Some(Diagnosed { findings, diagnoses, not_instrumented, sources }))
}
