//! `fex generate`: from an invariant to a suite.

mod structures;

use super::building::Building;
use super::capture::{Project, Shown, Tested};
use super::certificate::{Certificate, Claim, Followed};
use super::context::{Context, Translated, internal};
use super::discovery::{Discovery, Wanted};
use super::progress::Line;
use super::recording::Recording;
use super::settings::{Emission, Flags, Job, Selection, Solving};
use super::specification::{self, Specification};
use super::summary::Stopwatch;
use super::tests::Tests;
use super::{Exit, compiling, edits, print};
use crate::fixture::commit::Stage;
use crate::fixture::merge::Edited;
use crate::fixture::stored::Stored;
use crate::fixture::{self, Coverage, Format, Origin, Suite};
use crate::relational::Instance;
use crate::sat::Interrupt;
use clap::Args;
use fixedbitset::FixedBitSet;
use std::path::PathBuf;

/// The arguments of `fex generate`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    emission: Emission,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    solving: Solving,
    #[command(flatten)]
    tests: Tests,
    /// Print the number of structures and write nothing
    #[arg(long, help_heading = "Search")]
    count: bool,
    /// Let what fex writes take the place of what was edited by hand
    #[arg(long, help_heading = "Output")]
    discard_edits: bool,
    /// No progress display and no summary
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// What was computed: instances and what is known of them.
struct Outcome {
    /// How many there are, be they kept or only counted.
    count: u64,
    instances: Vec<Instance>,
    /// Structures that the tests of the project show, if these count: as many as it takes to cover what they cover.
    shown: Option<Vec<Instance>>,
    coverage: Coverage,
    exit: Exit,
    report: String,
    /// The feasible pairs of the plain problem, if it is to be certified that there are no others.
    to_certify: Option<FixedBitSet>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { flags, emission, tests, quiet, .. } = arguments;
    let tested = Tested::new(tests, flags, emission.classpath(), *quiet);
    let discovery = Discovery::new(flags.config(), tests.build_arguments(), *quiet);
    let work = |job: &Job, interrupt| {
        if !job.complement && tests.are_named() {
            return Err(tests.refuse());
        }
        let mut watch = Stopwatch::start();
        let specification = specification::read(&job.spec)?;
        watch.lap("read");
        let job = if tests.are_named() || arguments.count {
            job.clone()
        } else {
            discovery.settled(job, &specification, Wanted::Classes)?
        };
        watch.lap("classes");
        if !job.complement {
            return generate(arguments, &job, &specification, interrupt, watch, None);
        }
        let project = tested.project()?;
        generate(arguments, &project.with_classes(&job)?, &specification, interrupt, watch, Some(project))
    };
    let settings = emission.settings().or(&arguments.selection.settings()).or(&arguments.solving.settings());
    flags.each(arguments.spec.as_deref(), settings, work)
}

fn generate(
    arguments: &Arguments,
    job: &Job,
    specification: &Specification,
    interrupt: Interrupt,
    mut watch: Stopwatch,
    project: Option<&Project>,
) -> Result<Exit, Exit> {
    let context = Context::new(job, specification)?;
    if !arguments.count {
        context.check_bindings()?;
    }
    let line = Line::new(arguments.quiet);
    let mut shown = project.map(|project| project.show(&context, &line)).transpose()?;
    if shown.is_some() {
        watch.lap("tests");
    }
    line.say("translating".to_owned());
    let translated = context.translate(&interrupt)?;
    watch.lap("translate");
    if let (Some(shown), Some(translated)) = (&mut shown, &translated) {
        shown.determine(&context, translated.tightest(), &interrupt)?;
    }
    let run = Run { arguments, context: &context, shown: shown.as_ref() };
    let mut outcome = match &translated {
        None => run.stopped_early()?,
        Some(translated) if job.exhaustive => run.exhaustive(translated.tightest(), &interrupt, &line, &mut watch)?,
        Some(translated) => run.field_exhaustive(translated, &interrupt, &line, &mut watch)?,
    };
    drop(line);
    if arguments.count {
        print::result(&outcome.report);
    }
    if outcome.count == 0 && outcome.shown.as_ref().is_none_or(Vec::is_empty) && outcome.exit == Exit::Clean {
        return context.explain_emptiness(&interrupt);
    }
    if arguments.count {
        return Ok(outcome.exit);
    }
    run.write(&mut outcome, translated.as_ref(), &interrupt, &mut watch)?;
    if !arguments.quiet {
        print::result(format_args!("{}\n  time  {}", outcome.report.trim_end(), watch.line()));
    }
    Ok(outcome.exit)
}

/// A run with its arguments.
struct Run<'r> {
    arguments: &'r Arguments,
    context: &'r Context<'r>,
    /// What the tests of the project show, if only what they lack is wanted.
    shown: Option<&'r Shown>,
}

impl Run<'_> {
    /// Writes the suite, beside JUnit classes the instances as JSON, and the certificate, if there is to be one.
    fn write(
        &self,
        outcome: &mut Outcome,
        translated: Option<&Translated>,
        interrupt: &Interrupt,
        watch: &mut Stopwatch,
    ) -> Result<(), Exit> {
        let (context, options) = (self.context, &self.context.options);
        if context.job.exhaustive && options.format == Format::Json {
            return Ok(());
        }
        if outcome.to_certify.is_some() {
            Certificate::beside(context).refuse_foreign()?;
        }
        let suite = context.suite(&outcome.instances, &[], outcome.coverage);
        let shown = outcome.shown.as_ref().map(|shown| fixture::json::structures(&suite, shown));
        let suite = Suite { origin: Origin { shown: shown.as_deref(), ..suite.origin }, ..suite };
        let building = Building::of(context, &suite, None, self.arguments.quiet)?;
        let suite = building.applied(suite);
        let recording = Recording::of(context, &suite, None, true)?;
        let suite = recording.applied(suite);
        let mut files = context.files(&suite)?;
        compiling::check(context, &suite, &files)?;
        let out = &context.job.out;
        std::fs::create_dir_all(out)
            .map_err(|error| context.refuse_write(&fixture::write::WriteError::Io(out.clone(), error)))?;
        let _held = context.hold_folder()?;
        let stage = Stage::open(out).map_err(|error| context.refuse_write(&error))?;
        let stored = Stored::read(&out.join(fixture::document_path(context.paragraph))).ok();
        if let (Format::Json, Some(stored)) = (options.format, &stored) {
            let origin = Origin { files: Some(&stored.files), ..suite.origin };
            files = context.files(&Suite { origin, ..suite })?;
        }
        if options.format.is_junit() && !self.arguments.quiet {
            context.warn_of_omissions(&suite);
        }
        let edited = if self.arguments.discard_edits { Edited::IsDiscarded } else { Edited::Stays };
        let planned = context.planned(stored.as_ref(), &files, edited)?;
        let told = edits::lines(&planned, edited);
        if let Err(exit) = edits::refuse_loss(&planned, edited, stored.is_some()) {
            print::message(told.trim_end());
            return Err(exit);
        }
        watch.lap("write");
        let proof = self.certify(outcome, translated, &stage, interrupt)?;
        let (removed, unchanged) = (planned.removed(), planned.unchanged);
        let mut report = format!(
            "{}{}{told}  files  {} written to {}",
            building.report,
            recording.report,
            planned.changes.len() - removed,
            context.places()
        );
        if unchanged > 0 {
            report.push_str(&format!(", {unchanged} unchanged"));
        }
        if removed > 0 {
            report.push_str(&format!(", {removed} removed"));
        }
        let changes = [planned.changes, proof.changes].concat();
        stage.replace(&changes).map_err(|error| context.refuse_write(&error))?;
        if outcome.to_certify.is_some() {
            watch.lap("certify");
        }
        outcome.report = format!("{}\n{report}\n{}", outcome.report.trim_end(), proof.report.trim_end());
        outcome.exit = outcome.exit.max(proof.exit);
        Ok(())
    }

    /// Has the certificate beside the suite follow it.
    fn certify(
        &self,
        outcome: &Outcome,
        translated: Option<&Translated>,
        stage: &Stage,
        interrupt: &Interrupt,
    ) -> Result<Followed, Exit> {
        let claim = match (translated, &outcome.to_certify, outcome.coverage) {
            (Some(translated), Some(feasible), _) => Claim::Complete(&translated.plain, feasible),
            (_, _, Coverage::FieldExhaustive | Coverage::Complement) => Claim::Unasked,
            (_, _, Coverage::BoundedExhaustive | Coverage::Incomplete) => Claim::Nothing,
        };
        Certificate::beside(self.context).follow(claim, Some(stage), interrupt)
    }
}
