//! From an invariant to a suite.

mod structures;

use self::structures::Found;
use super::building::{Building, Built};
use super::capture::Shown;
use super::certificate::{Certificate, Claim, Followed, Proof};
use super::context::{Context, Target};
use super::discovery::Wanted;
use super::edits::{self, Edit};
use super::recording::{Recorded, Recording};
use super::settings::Job;
use super::specification::{self, Specification};
use super::timing::{Stopwatch, Timing};
use super::{Failure, Level, Message, Progress, Workspace, compiling};
use crate::fixture::commit::Stage;
use crate::fixture::merge::Edited;
use crate::fixture::stored::Stored;
use crate::fixture::write::WriteError;
use crate::fixture::{self, Coverage, Format, Origin, OutputFile, Suite};
use crate::sat::Interrupt;
use num_bigint::BigUint;
use std::path::PathBuf;

pub use structures::{Contribution, FieldPairs, Interactions, Search, Selected};

/// A suite that was generated.
#[derive(Debug)]
pub struct Generated {
    /// What it is for.
    pub target: Target,
    /// How its structures were found.
    pub search: Search,
    /// What was written; nothing where structures are written as they are found.
    pub written: Option<Written>,
    /// How long it took.
    pub timing: Timing,
}

/// What was written.
#[derive(Debug)]
pub struct Written {
    /// How structures are built, if that was asked for.
    pub built: Option<Built>,
    /// What became of recording, if it was asked for.
    pub recorded: Option<Recorded>,
    /// What became of edits by hand.
    pub edits: Vec<Edit>,
    /// How many files were written.
    pub files: usize,
    /// How many files stay as they were.
    pub unchanged: usize,
    /// How many files were removed.
    pub removed: usize,
    /// The folders that they are in.
    pub folders: Vec<PathBuf>,
    /// What became of the proof.
    pub proof: Proof,
}

/// Structures that were counted.
#[derive(Debug)]
pub struct Counted {
    /// How many there are.
    pub count: BigUint,
    /// Whether there are not any more.
    pub is_exact: bool,
    /// Whether the search came to its end.
    pub is_complete: bool,
    /// Why there is none, if there is none.
    pub emptiness: Option<Failure>,
}

impl Generated {
    /// Whether everything was done that was asked for.
    pub fn is_complete(&self) -> bool {
        let is_proved = !matches!(&self.written, Some(Written { proof: Proof::Stopped(_), .. }));
        self.search.is_complete() && is_proved
    }
}

/// Computes a suite and writes it. What was edited by hand stays, or is discarded.
pub fn generate(job: &Job, edited: Edited, workspace: &Workspace) -> Result<Generated, Failure> {
    let mut run = Run::begin(job, workspace)?;
    if job.resume && !(job.exhaustive && job.format == Format::Json) {
        return Err(Failure::usage("only a listing of all structures as JSON is resumed")
            .help("add `--exhaustive --format json`, or leave out `--resume`"));
    }
    let specification = run.read()?;
    let settled = match workspace.has_named_tests() {
        true => run.job.clone(),
        false => workspace.settled(run.job, &specification, Wanted::Classes)?,
    };
    run.watch.lap("classes");
    let job = run.with_classes(settled)?;
    let context = Context::new(&job, &specification, &workspace.caller)?;
    context.check_bindings()?;
    let found = run.find(&context, false)?;
    if found.is_empty() {
        return Err(context.emptiness(&run.interrupt));
    }
    let written = found.write(&context, edited, &run.interrupt, &mut run.watch)?;
    Ok(Generated { target: context.target(), search: found.search, written, timing: run.watch.stop() })
}

/// Counts structures and writes nothing.
pub fn count(job: &Job, workspace: &Workspace) -> Result<Counted, Failure> {
    let mut run = Run::begin(job, workspace)?;
    let specification = run.read()?;
    run.watch.lap("classes");
    let job = run.with_classes(run.job.clone())?;
    let context = Context::new(&job, &specification, &workspace.caller)?;
    let found = run.find(&context, true)?;
    let emptiness = found.is_empty().then(|| context.emptiness(&run.interrupt));
    let is_exact = !matches!(found.search.selected, Selected::All { is_complete: false } | Selected::Nothing);
    let is_complete = found.search.is_complete();
    Ok(Counted { count: found.search.count, is_exact, is_complete, emptiness })
}

/// Structures that were computed to be looked at.
#[derive(Debug)]
pub(super) struct Drawn {
    /// How many there are.
    pub(super) count: usize,
    /// Whether they have all feasible pairs.
    pub(super) is_complete: bool,
    /// How many pairs they have.
    pub(super) pairs: usize,
    /// A picture of each.
    pub(super) pictures: Vec<OutputFile>,
}

/// Computes the structures of a field-exhaustive suite in the format of the job, and writes nothing.
pub(super) fn draw(job: &Job, specification: &Specification, workspace: &Workspace) -> Result<Drawn, Failure> {
    let mut run = Run::begin(job, workspace)?;
    let context = Context::new(job, specification, &workspace.caller)?;
    let found = run.find(&context, false)?;
    if found.is_empty() {
        return Err(context.emptiness(&run.interrupt));
    }
    let pairs = match &found.search.selected {
        Selected::Fields { fields, .. } => fields.iter().map(|field| field.covered).sum(),
        Selected::All { .. } | Selected::Nothing => 0,
    };
    let pictures = context.files(&context.suite(&found.instances, &[], found.coverage))?;
    Ok(Drawn { count: found.instances.len(), is_complete: found.search.is_complete(), pairs, pictures })
}

/// A run that computes structures.
struct Run<'r> {
    job: &'r Job,
    workspace: &'r Workspace<'r>,
    interrupt: Interrupt,
    watch: Stopwatch,
}

impl<'r> Run<'r> {
    fn begin(job: &'r Job, workspace: &'r Workspace<'r>) -> Result<Run<'r>, Failure> {
        let interrupt = workspace.caller.within(job.time_limit);
        if !job.complement && workspace.has_named_tests() {
            return Err(workspace.refuse_tests());
        }
        Ok(Run { job, workspace, interrupt, watch: Stopwatch::start() })
    }

    fn read(&mut self) -> Result<Specification, Failure> {
        let specification = specification::read(&self.job.spec, &self.workspace.caller)?;
        self.watch.lap("read");
        Ok(specification)
    }

    /// The job with the classes that the tests use, if these count.
    fn with_classes(&self, job: Job) -> Result<Job, Failure> {
        if job.complement { self.workspace.tested()?.with_classes(&job) } else { Ok(job) }
    }

    /// Computes the structures, or only how many there are.
    fn find(&mut self, context: &Context, count: bool) -> Result<Found, Failure> {
        let caller = context.caller;
        let tested = context.job.complement.then(|| self.workspace.tested()).transpose()?;
        let mut shown: Option<Shown> = tested.map(|tested| tested.show(context)).transpose()?;
        if shown.is_some() {
            self.watch.lap("tests");
        }
        caller.progress(Progress::Translating);
        let translated = context.translate(&self.interrupt)?;
        self.watch.lap("translate");
        if let (Some(shown), Some(translated)) = (&mut shown, &translated) {
            shown.determine(context, translated.tightest(), &self.interrupt)?;
        }
        let shown = shown.as_ref();
        let mut found = match &translated {
            None => structures::stopped_early(context, count)?,
            Some(translated) if context.job.exhaustive => {
                structures::exhaustive(context, translated.tightest(), count, &self.interrupt)?
            }
            Some(translated) => {
                structures::field_exhaustive(context, translated, shown, &self.interrupt, &mut self.watch)?
            }
        };
        if context.job.exhaustive && translated.is_some() {
            self.watch.lap("search");
        }
        caller.pause();
        found.translated = translated;
        Ok(found)
    }
}

impl Found {
    /// Whether it is known that there is no structure.
    fn is_empty(&self) -> bool {
        self.search.count == BigUint::ZERO && self.shown.as_ref().is_none_or(Vec::is_empty) && self.search.is_complete()
    }

    /// Writes the suite, beside JUnit classes the instances as JSON, and the certificate, if there is to be one.
    fn write(
        &self,
        context: &Context,
        edited: Edited,
        interrupt: &Interrupt,
        watch: &mut Stopwatch,
    ) -> Result<Option<Written>, Failure> {
        let options = &context.options;
        if context.job.exhaustive && options.format == Format::Json {
            return Ok(None);
        }
        if self.to_certify.is_some() {
            Certificate::beside(context).refuse_foreign()?;
        }
        let suite = context.suite(&self.instances, &[], self.coverage);
        let shown = self.shown.as_ref().map(|shown| fixture::json::structures(&suite.schema, shown));
        let suite = Suite { origin: Origin { shown: shown.as_deref(), ..suite.origin }, ..suite };
        let building = Building::of(context, &suite, None)?;
        let suite = building.applied(suite);
        let recording = Recording::of(context, &suite, None, true)?;
        let suite = recording.applied(suite);
        let mut files = context.files(&suite)?;
        compiling::check(context, &suite, &files)?;
        let out = &context.job.out;
        std::fs::create_dir_all(out).map_err(|error| context.refuse_write(&WriteError::Io(out.clone(), error)))?;
        let _held = context.hold_folder()?;
        let stage = Stage::open(out).map_err(|error| context.refuse_write(&error))?;
        let stored = Stored::read(&out.join(fixture::document_path(context.paragraph))).ok();
        if let (Format::Json, Some(stored)) = (options.format, &stored) {
            let origin = Origin { files: Some(&stored.files), texts: Some(&stored.texts), ..suite.origin };
            files = context.files(&Suite { origin, ..suite })?;
        }
        if options.format.is_junit() {
            context.warn_of_omissions();
        }
        let planned = context.planned(stored.as_ref(), &files, edited)?;
        let told = edits::of(&planned, edited);
        if let Some(lost) = edits::refuse_loss(&planned, edited, stored.is_some()) {
            return Err(with_edits(lost, &told));
        }
        watch.lap("write");
        let Followed { changes, proof } = self.certify(context, &stage, interrupt)?;
        let (removed, unchanged) = (planned.removed(), planned.unchanged);
        let files = planned.changes.len() - removed;
        stage.replace(&[planned.changes, changes].concat()).map_err(|error| context.refuse_write(&error))?;
        if self.to_certify.is_some() {
            watch.lap("certify");
        }
        let (built, recorded) = (building.built.clone(), recording.recorded.clone());
        let folders = context.folders();
        Ok(Some(Written { built, recorded, edits: told, files, unchanged, removed, folders, proof }))
    }

    /// Has the certificate beside the suite follow it.
    fn certify(&self, context: &Context, stage: &Stage, interrupt: &Interrupt) -> Result<Followed, Failure> {
        let claim = match (&self.translated, &self.to_certify, self.coverage) {
            (Some(translated), Some(feasible), _) => Claim::Complete(&translated.plain, feasible),
            (_, _, Coverage::FieldExhaustive | Coverage::Complement) => Claim::Unasked,
            (_, _, Coverage::BoundedExhaustive | Coverage::Incomplete) => Claim::Nothing,
        };
        Certificate::beside(context).follow(claim, Some(stage), interrupt)
    }
}

/// The refusal, and what it is about.
fn with_edits(mut lost: Failure, edits: &[Edit]) -> Failure {
    let mut lines = edits.iter().map(|edit| format!("  edited  {edit}"));
    let named = lines.next().map(|first| Message::new(Level::News, first).details(lines));
    lost.parts.extend(named.map(Into::into));
    lost
}
