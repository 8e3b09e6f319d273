//! Which tests depend on what they do not control.

use super::analysis::{self, OF_PROGRAM, OF_TESTS};
use super::compiler::Compiler;
use super::extreme::Tools;
use super::launches::{self, Launches, cache_folder};
use super::source_changes::{self, SourceChanges};
use super::{Caller, Event, Failure, Kept, Progress, settings};
use crate::journal::Start;
use crate::processes;
use crate::report::{Format, Report, Sources};
use crate::session::{Execution, Session, SetAside};
use crate::settings::{Extreme, Stability};
use crate::stability::{self, Exceeded, Findings, Judging};
use crate::surroundings::{Factor, Supplies, variations};
use crate::worker::Jars;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is judged, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// How tests run.
    pub running: Extreme,
    /// What is varied, and what is reported.
    pub options: Stability,
    /// Only tests with lines that have changed since this revision of git.
    pub since: Option<String>,
    /// What of earlier runs counts.
    pub start: Start,
}

/// What was found.
#[derive(Debug)]
pub struct Judged {
    /// Which tests depend on what.
    pub findings: Findings,
    /// Where the sources are.
    pub sources: Sources,
}

impl Job {
    /// The job with what the settings of the project say where it says nothing.
    pub fn or_settings(&self, config: Option<&Path>, caller: &Caller) -> Result<Job, Failure> {
        let project = settings::project(config, caller)?.unwrap_or_default();
        // What is varied is real.
        let running = Extreme { environment: None, ..caller.settings(&self.running).or(&project.extreme) };
        let out = self.options.out.as_ref().map(|out| caller.path(out));
        let options = Stability { out, ..self.options.clone() }.or(&project.stability);
        Ok(Job { running, options, ..self.clone() })
    }

    /// What is varied.
    fn factors(&self) -> Vec<Factor> {
        let kept = self.options.keep.as_deref().unwrap_or_default();
        let wanted = self.options.vary.as_deref();
        let is_varied = |factor: &Factor| wanted.is_none_or(|wanted| wanted.contains(factor)) && !kept.contains(factor);
        Factor::varied().filter(is_varied).collect()
    }
}

impl Judged {
    /// What was found in a format.
    pub fn render(&self, format: Format) -> String {
        format.render(&self.report(), &self.sources)
    }

    /// What the fixes that hold together change in the sources.
    pub fn changes(&self) -> SourceChanges<'_> {
        SourceChanges { files: &self.findings.files, base: &self.sources.base }
    }

    /// How many fixes these are.
    pub fn chosen(&self) -> usize {
        let all = self.findings.dependences.iter().filter_map(|one| one.fixes.as_ref());
        all.flatten().filter(|fix| fix.is_chosen).count()
    }

    fn report(&self) -> Report {
        stability::report(&self.findings, &|path| source_changes::name(&self.sources.base, path))
    }

    /// Writes what was found into a folder, in one file for each format.
    pub fn write(&self, formats: &[Format], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        analysis::write(&self.report(), &self.sources, formats, folder)
    }

    /// The thresholds that are exceeded.
    pub fn exceeded(&self, options: &Stability) -> Vec<Exceeded> {
        let thresholds = options.fail_on.iter().flatten();
        thresholds.filter_map(|threshold| threshold.exceeded(|kind| self.findings.count(kind))).collect()
    }
}

/// Judges which tests depend on what they do not control; nothing if only what has changed is judged, and nothing has.
pub fn stability(job: &Job, tools: &Tools, caller: &Caller) -> Result<Option<Judged>, Failure> {
    let (jars, factors) = (tools.jars(), job.factors());
    if factors.is_empty() {
        return Err(Failure::usage("there is nothing to vary").help("`--keep` leaves out all that `--vary` asks for"));
    }
    caller.progress(Progress::Compiling);
    let cache = cache_folder(job.running.cache.as_deref());
    let known = cache.as_deref().filter(|_| job.start != Start::Fresh);
    let Launches { launches, sources, test_sources, .. } =
        launches::launches(&job.running, jars, known, caller).map_err(Failure::usage)?;
    let execution = launches::execution(&job.running, launches, SetAside { failing: true, flaky: true, fatal: true });
    let now = analysis::this_hour()?;
    let variations = variations(&factors, now);
    let steps = Arc::new(analysis::steps(stability::NAME, &execution, cache, job.start)?);
    caller.listener.hear(Event::Keeps(Kept::Steps(Arc::downgrade(&steps))));
    let empty = processes::folder().map_err(Failure::usage)?;
    let supplies = Supplies { hash_maps: hash_maps(&execution, jars, &factors)?, empty: empty.path().to_owned() };
    caller.progress(Progress::RunningSuite);
    let has_changed = source_changes::since(job.since.as_deref(), caller)?;
    let roots = [test_sources, sources].concat();
    let sources = analysis::sources(roots, [OF_TESTS, OF_PROGRAM], &job.running, caller);
    let compiler = Compiler::new(jars.agent());
    let compile = compiler.function();
    let judging = Judging {
        session: Session { execution: &execution, jars, features: &[] },
        variations: &variations,
        supplies: &supplies,
        factors: &factors,
        only: has_changed.as_deref(),
        fixing: analysis::fixing(job.options.suggest, &sources, &compile, caller),
        now,
        steps: &steps,
        progress: &|done, all| caller.progress(Progress::Varying { done, all }),
    };
    let findings = stability::judge(&judging)?;
    launches::tell_useless(&findings.suite.excluded, caller);
    drop(judging);
    steps.end().map_err(Failure::usage)?;
    let nothing = job.since.is_some() && findings.judged.is_empty();
    Ok((!nothing).then_some(Judged { findings, sources }))
}

/// For each `java` that runs tests, a folder with hash maps of another order, if that is varied.
fn hash_maps(execution: &Execution, jars: &Jars, factors: &[Factor]) -> Result<BTreeMap<PathBuf, PathBuf>, Failure> {
    let programs: BTreeSet<&PathBuf> = execution.launches.iter().map(|launch| &launch.settings.java).collect();
    let wanted = programs.into_iter().filter(|_| factors.contains(&Factor::HashOrder));
    wanted.map(|java| Ok((java.clone(), jars.hash_maps(java).map_err(Failure::usage)?))).collect()
}
