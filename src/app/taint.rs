//! Which assertions depend on what their test does not control, and which inputs no assertion checks.

use super::analysis::{self, OF_PROGRAM, OF_TESTS};
use super::compiler::Compiler;
use super::extreme::Tools;
use super::launches::{self, Launches, cache_folder};
use super::source_changes::{self, SourceChanges};
use super::{Caller, Event, Failure, Kept, Progress, settings};
use crate::journal::Start;
use crate::report::{Format, Report, Sources};
use crate::session::{Session, SetAside};
use crate::settings::{Extreme, Taint};
use crate::taint::{self, Exceeded, Findings, Judging};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is judged, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// How tests run.
    pub running: Extreme,
    /// What is reported.
    pub options: Taint,
    /// Only tests with lines that have changed since this revision of git.
    pub since: Option<String>,
    /// What of earlier runs counts.
    pub start: Start,
}

/// What was found.
#[derive(Debug)]
pub struct Judged {
    /// Brittle assertions and unused inputs.
    pub findings: Findings,
    /// Where the sources are.
    pub sources: Sources,
}

impl Job {
    /// The job with what the settings of the project say where it says nothing.
    pub fn or_settings(&self, config: Option<&Path>, caller: &Caller) -> Result<Job, Failure> {
        let project = settings::project(config, caller)?.unwrap_or_default();
        let running = caller.settings(&self.running).or(&project.extreme);
        let out = self.options.out.as_ref().map(|out| caller.path(out));
        let options = Taint { out, ..self.options.clone() }.or(&project.taint);
        Ok(Job { running, options, ..self.clone() })
    }
}

impl Judged {
    /// What was found in a format.
    pub fn render(&self, format: Format) -> String {
        format.render(&self.report(), &self.sources)
    }

    /// Writes what was found into a folder, in one file for each format.
    pub fn write(&self, formats: &[Format], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        analysis::write(&self.report(), &self.sources, formats, folder)
    }

    /// What the fixes that hold together change in the sources.
    pub fn changes(&self) -> SourceChanges<'_> {
        SourceChanges { files: &self.findings.files, base: &self.sources.base }
    }

    /// How many fixes these are.
    pub fn chosen(&self) -> usize {
        let of_brittle = self.findings.brittle.iter().map(|one| &one.fixes);
        let all = of_brittle.chain(self.findings.unused.iter().map(|one| &one.fixes));
        all.flatten().flatten().filter(|fix| fix.is_chosen).count()
    }

    fn report(&self) -> Report {
        taint::report(&self.findings, &|path| source_changes::name(&self.sources.base, path))
    }

    /// The thresholds that are exceeded.
    pub fn exceeded(&self, options: &Taint) -> Vec<Exceeded> {
        let thresholds = options.fail_on.iter().flatten();
        thresholds.filter_map(|threshold| threshold.exceeded(|kind| self.findings.count(kind))).collect()
    }
}

/// Judges what tests depend on and check; nothing if only what has changed is judged, and nothing has.
pub fn taint(job: &Job, tools: &Tools, caller: &Caller) -> Result<Option<Judged>, Failure> {
    let jars = tools.jars();
    caller.progress(Progress::Compiling);
    let cache = cache_folder(job.running.cache.as_deref());
    let known = cache.as_deref().filter(|_| job.start != Start::Fresh);
    let Launches { launches, sources, test_sources, .. } =
        launches::launches(&job.running, jars, known, caller).map_err(Failure::usage)?;
    let execution = launches::execution(&job.running, launches, SetAside { failing: true, flaky: true, fatal: true });
    let steps = Arc::new(analysis::steps(taint::NAME, &execution, cache, job.start)?);
    caller.listener.hear(Event::Keeps(Kept::Steps(Arc::downgrade(&steps))));
    caller.progress(Progress::RunningSuite);
    let has_changed = source_changes::since(job.since.as_deref(), caller)?;
    let roots = [test_sources, sources].concat();
    let sources = analysis::sources(roots, [OF_TESTS, OF_PROGRAM], &job.running, caller);
    let compiler = Compiler::new(jars.agent());
    let compile = compiler.function();
    let judging = Judging {
        session: Session { execution: &execution, jars, features: &[] },
        now: analysis::this_hour()?,
        steps: &steps,
        only: has_changed.as_deref(),
        has_fixtures: job.options.fixtures.unwrap_or(false),
        explains: job.options.explain.unwrap_or(false),
        fixing: analysis::fixing(job.options.suggest, &sources, &compile, caller),
        progress: &|done, all| caller.progress(Progress::Witnessing { done, all }),
        following: &|done, all| caller.progress(Progress::Following { done, all }),
    };
    let findings = taint::judge(&judging)?;
    launches::tell_useless(&findings.suite.excluded, caller);
    drop(judging);
    steps.end().map_err(Failure::usage)?;
    let nothing = job.since.is_some() && findings.judged.is_empty();
    Ok((!nothing).then_some(Judged { findings, sources }))
}
