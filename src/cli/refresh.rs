//! `fex refresh`: a suite follows its specification, and what is still valid stays as it is.

use super::building::Building;
use super::capture::Tested;
use super::certificate::{Certificate, Claim, Followed};
use super::context::{Context, Translated, internal};
use super::discovery::{Discovery, Wanted};
use super::progress::Line;
use super::recording::Recording;
use super::settings::{Emission, Flags, Job, Solving};
use super::summary::Stopwatch;
use super::tests::Tests;
use super::{Exit, compiling, edits, print, specification, stored};
use crate::extension::{Search, Status};
use crate::fixture::assembly::Restored;
use crate::fixture::changes::Planned;
use crate::fixture::commit::{self, Stage};
use crate::fixture::merge::Edited;
use crate::fixture::stored::{Restorer, Stored};
use crate::fixture::{self, Coverage, Origin, Suite};
use crate::relational::Instance;
use crate::sat::Interrupt;
use crate::suite::{self, Candidate, Fate};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// The arguments of `fex refresh`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    emission: Emission,
    #[command(flatten)]
    solving: Solving,
    #[command(flatten)]
    tests: Tests,
    /// Change nothing; exit with 6 if a suite is not up to date
    #[arg(long)]
    check: bool,
    /// Let what fex writes take the place of what was edited by hand
    #[arg(long)]
    discard_edits: bool,
    /// No progress display, and a summary of what changed only
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { flags, emission, tests, quiet, .. } = arguments;
    let tested = Tested::new(tests, flags, emission.classpath(), *quiet);
    let discovery = Discovery::new(flags.config(), tests.build_arguments(), *quiet);
    let work = |job: &Job, interrupt| refresh(arguments, job, &discovery, &tested, &interrupt);
    flags.each(arguments.spec.as_deref(), emission.settings().or(&arguments.solving.settings()), work)
}

fn refresh(
    arguments: &Arguments,
    job: &Job,
    discovery: &Discovery,
    tested: &Tested,
    interrupt: &Interrupt,
) -> Result<Exit, Exit> {
    let mut watch = Stopwatch::start();
    if job.exhaustive {
        return Err(refuse_exhaustive());
    }
    let specification = specification::read(&job.spec)?;
    watch.lap("read");
    let settled;
    let job = match arguments.tests.are_named() {
        true => job,
        false => {
            settled = discovery.settled(job, &specification, Wanted::Classes)?;
            &settled
        }
    };
    watch.lap("classes");
    let paragraph = specification::paragraph(&specification, job.generate.as_deref())?;
    let path = job.out.join(fixture::document_path(paragraph));
    let with_classes;
    let job = match job.complement || Stored::read(&path).is_ok_and(|stored| stored.shown.is_some()) {
        // It was written for the classes that the tests use.
        true => {
            with_classes = tested.project()?.with_classes(job)?;
            &with_classes
        }
        false if arguments.tests.are_named() => return Err(arguments.tests.refuse()),
        false => job,
    };
    let context = Context::new(job, &specification)?;
    context.check_bindings()?;
    let _held = context.hold_folder()?;
    if arguments.check && commit::is_pending(&job.out) {
        print::message(format_args!("an interrupted refresh of `{}` waits to be finished", job.out.display()));
        return Ok(Exit::Stale);
    }
    if !arguments.check {
        commit::recover(&job.out).map_err(|error| context.refuse_write(&error))?;
    }
    let stored = stored::read(&path).map_err(|exit| if arguments.check { Exit::Stale } else { exit })?;
    if stored.coverage == Coverage::BoundedExhaustive.words() {
        return Err(refuse_exhaustive());
    }
    if stored.shown.is_none() && (job.complement || stored.coverage == Coverage::Complement.words()) {
        return Err(refuse_unshown());
    }
    let next = Next::of(&context, &stored, interrupt, arguments.quiet, &mut watch)?;
    let Some(next) = next else { return context.explain_emptiness(interrupt) };
    let suite = context.suite(&next.instances, &next.names, next.coverage);
    // What the tests showed stays as it was, even where it does not count today.
    let origin = Origin { shown: stored.shown.as_deref(), files: Some(&stored.files), ..suite.origin };
    let suite = Suite { origin, ..suite };
    let building = Building::of(&context, &suite, Some(&stored), arguments.quiet)?;
    watch.lap("build");
    let suite = building.applied(suite);
    let recording = Recording::of(&context, &suite, Some(&stored), arguments.emission.records())?;
    watch.lap("record");
    let suite = recording.applied(suite);
    let made = format!("{}{}", building.report, recording.report);
    let files = context.files(&suite)?;
    let edited = if arguments.discard_edits { Edited::IsDiscarded } else { Edited::Stays };
    let mut planned = context.planned(Some(&stored), &files, edited)?;
    watch.lap("write");
    let told = Told { context: &context, stored: &stored, next: &next, made: &made, arguments };
    if let Err(exit) = edits::refuse_loss(&planned, edited, true) {
        print::result(told.report(&planned, edited, "").trim_end());
        return Err(if arguments.check { Exit::Stale } else { exit });
    }
    if !arguments.check && !planned.changes.is_empty() {
        compiling::check(&context, &suite, &files)?;
    }
    let stage = match arguments.check {
        true => None,
        false => Some(Stage::open(&job.out).map_err(|error| context.refuse_write(&error))?),
    };
    let proof = next.certify(&context, &stored, stage.as_ref(), interrupt)?;
    watch.lap("certify");
    let mut report = told.report(&planned, edited, &proof.report);
    let _ = writeln!(report, "  time  {}", watch.line());
    planned.changes.extend(proof.changes);
    if !(arguments.quiet && planned.changes.is_empty()) {
        print::result(report.trim_end());
    }
    let exit = next.exit.max(proof.exit);
    match stage {
        None if !planned.changes.is_empty() => return Ok(Exit::Stale),
        None => {}
        Some(stage) => stage.replace(&planned.changes).map_err(|error| context.refuse_write(&error))?,
    }
    Ok(exit)
}

/// Says that a suite of all structures is another matter.
fn refuse_exhaustive() -> Exit {
    print::message("error: suites of all structures are not refreshed");
    print::message("help: `fex generate --exhaustive` writes them anew");
    Exit::Usage
}

/// Says that nothing is known of the tests that a suite complements.
fn refuse_unshown() -> Exit {
    print::message("error: the suite does not say what the tests of the project show");
    print::message("help: `fex generate --complement` runs these tests, and writes the suite anew");
    Exit::Usage
}

/// The suite as it is to be.
struct Next {
    /// What to call the structures that were judged: those that the tests showed, and those that there is room for.
    judged: Vec<String>,
    /// How many of those that the tests showed count, if any do.
    shown: Option<usize>,
    /// What becomes of each structure of the suite as it was.
    fates: Vec<Result<Fate, String>>,
    instances: Vec<Instance>,
    /// The names of those that were there already, in the same order.
    names: Vec<String>,
    coverage: Coverage,
    exit: Exit,
    /// The problem made ready for a solver, if one was asked.
    translated: Option<Translated>,
}

impl Next {
    /// Judges what is there, and searches for what is missing; `None` if there is no structure.
    fn of(
        context: &Context,
        stored: &Stored,
        interrupt: &Interrupt,
        quiet: bool,
        watch: &mut Stopwatch,
    ) -> Result<Option<Next>, Exit> {
        let blank = context.suite(&[], &[], Coverage::Incomplete);
        let restorer = Restorer::new(&blank);
        let restored: Vec<Result<Restored, String>> =
            stored.instances.iter().map(|structure| restorer.restore(structure)).collect();
        // What the tests showed comes first, and what is not known of it cannot be made up.
        let shown = stored.shown.iter().flatten().filter_map(|structure| restorer.restore(structure).ok());
        let mut candidates: Vec<Candidate> =
            shown.filter(|restored| restored.unknown.is_empty()).map(stored::candidate).collect();
        let mut judged_names = vec!["one that the tests showed".to_owned(); candidates.len()];
        let by_tests = candidates.len();
        candidates.extend(restored.iter().flatten().cloned().map(stored::candidate));
        let with_room = stored.instances.iter().zip(&restored).filter(|(_, restored)| restored.is_ok());
        judged_names.extend(with_room.map(|(structure, _)| structure.name.clone()));
        let count = |fates: &[Fate]| {
            let kept = fates.iter().filter(|fate| **fate == Fate::Kept).count();
            stored.shown.as_ref().map(|_| kept)
        };
        let covered = if stored.shown.is_some() { Coverage::Complement } else { Coverage::FieldExhaustive };
        let unchanged = stored.problem == format!("{:016x}", context.digest)
            && stored.fields == context.field_names()
            && stored.is_complete();
        let kept = |fate: &Option<Fate>| *fate == Some(Fate::Kept);
        if unchanged && candidates.len() == by_tests + restored.len() {
            let judged = suite::judge(&context.lowered.problem, &candidates);
            if judged.iter().all(kept) {
                watch.lap("judge");
                let fates: Vec<Fate> = judged.into_iter().flatten().collect();
                return Ok(Some(Next {
                    judged: judged_names,
                    shown: count(&fates[..by_tests]),
                    fates: fates.into_iter().skip(by_tests).map(Ok).collect(),
                    instances: candidates.into_iter().skip(by_tests).map(|candidate| candidate.instance).collect(),
                    names: stored.instances.iter().map(|structure| structure.name.clone()).collect(),
                    coverage: covered,
                    exit: Exit::Clean,
                    translated: None,
                }));
            }
        }
        let line = Line::new(quiet);
        line.say("translating".to_owned());
        let Some(translated) = context.translate(interrupt)? else {
            drop(line);
            print::message("error: the translation was stopped; nothing was changed");
            return Err(Exit::Incomplete);
        };
        watch.lap("translate");
        let refreshed = searched(context, &translated, &candidates, interrupt, &line)?;
        watch.lap("search");
        let shown = count(&refreshed.fates[..by_tests]);
        let mut fates = refreshed.fates.into_iter().skip(by_tests);
        let fates: Vec<Result<Fate, String>> = restored
            .iter()
            .map(|restored| match restored {
                Ok(_) => Ok(fates.next().expect("each candidate has a fate")),
                Err(reason) => Err(reason.clone()),
            })
            .collect();
        let (mut instances, mut names) = (Vec::new(), Vec::new());
        for ((fate, restored), structure) in fates.iter().zip(restored).zip(&stored.instances) {
            let instance = match (fate, restored) {
                (Ok(Fate::Kept), Ok(restored)) => restored.instance,
                (Ok(Fate::Completed(instance)), _) => instance.clone(),
                _ => continue,
            };
            instances.push(instance);
            names.push(structure.name.clone());
        }
        instances.extend(refreshed.added);
        let complete = refreshed.status == Status::Complete;
        if instances.is_empty() && complete && shown.is_none_or(|shown| shown == 0) {
            return Ok(None);
        }
        Ok(Some(Next {
            judged: judged_names,
            shown,
            fates,
            instances,
            names,
            coverage: if complete { covered } else { Coverage::Incomplete },
            exit: if complete { Exit::Clean } else { Exit::Incomplete },
            translated: Some(translated),
        }))
    }

    /// Has the certificate beside the suite follow it.
    fn certify(
        &self,
        context: &Context,
        stored: &Stored,
        stage: Option<&Stage>,
        interrupt: &Interrupt,
    ) -> Result<Followed, Exit> {
        let certificate = Certificate::beside(context);
        if self.coverage == Coverage::Incomplete {
            return certificate.follow(Claim::Nothing, stage, interrupt);
        }
        if !context.job.certify {
            return certificate.follow(Claim::Unasked, stage, interrupt);
        }
        let translated_now;
        let translated = match &self.translated {
            Some(translated) => translated,
            None => {
                let Some(translated) = context.translate(interrupt)? else {
                    print::message("error: the translation was stopped; nothing was changed");
                    return Err(Exit::Incomplete);
                };
                translated_now = translated;
                &translated_now
            }
        };
        let covered = context.covered(&translated.plain, &self.instances, stored);
        certificate.follow(Claim::Complete(&translated.plain, &covered), stage, interrupt)
    }

    fn kept(&self) -> usize {
        self.fates.iter().filter(|fate| **fate == Ok(Fate::Kept)).count()
    }

    fn completed(&self) -> usize {
        self.fates.iter().filter(|fate| matches!(fate, Ok(Fate::Completed(_)))).count()
    }
}

fn searched(
    context: &Context,
    translated: &Translated,
    candidates: &[Candidate],
    interrupt: &Interrupt,
    line: &Line,
) -> Result<suite::Refreshed, Exit> {
    let encoded = translated.tightest();
    let mut search = Search::new(encoded, &context.search(interrupt));
    let seed = u64::from(context.job.seed);
    suite::refresh(&context.lowered.problem, encoded, &mut search, candidates, seed, |progress| {
        line.say(format!("{} structures, {} open pairs", progress.instances, progress.open));
    })
    .map_err(internal)
}

/// What there is to tell of a run.
struct Told<'r> {
    context: &'r Context<'r>,
    stored: &'r Stored,
    next: &'r Next,
    /// What was said while the suite was made.
    made: &'r str,
    arguments: &'r Arguments,
}

impl Told<'_> {
    fn report(&self, planned: &Planned, edited: Edited, proof: &str) -> String {
        let Told { context, stored, next, .. } = self;
        let (kept, completed) = (next.kept(), next.completed());
        let dropped = next.fates.len() - kept - completed;
        let added = next.instances.len() - kept - completed;
        let plural = if kept == 1 { "" } else { "s" };
        let completed_words = if completed == 0 { String::new() } else { format!("{completed} completed, ") };
        let mut text = context.head(&format!(
            "{kept} structure{plural} kept, {completed_words}{dropped} dropped, {added} added; {}",
            next.coverage.words()
        ));
        text.push('\n');
        for (structure, fate) in stored.instances.iter().zip(&next.fates) {
            let reason = match fate {
                Ok(Fate::Kept | Fate::Completed(_)) => continue,
                Ok(fate) => stored::reason(context, fate, &|index| next.judged[index].clone()),
                Err(reason) => reason.clone(),
            };
            let _ = writeln!(text, "  dropped  {}: {reason}", structure.name);
        }
        let suite = context.suite(&next.instances, &next.names, next.coverage);
        for name in fixture::names(&suite).iter().skip(next.names.len()) {
            let _ = writeln!(text, "  added  {name}");
        }
        text.push_str(&edits::lines(planned, edited));
        if let (Some(count), Some(shown)) = (next.shown, &stored.shown) {
            let _ = writeln!(
                text,
                "  tests  {count} of {} structures count that they showed when `fex generate --complement` ran last",
                shown.len()
            );
        }
        text.push_str(self.made);
        text.push_str(proof);
        let lost = planned.conflicts() > 0 && edited == Edited::Stays;
        let verb = if self.arguments.check || lost { "to change" } else { "changed" };
        let _ = writeln!(text, "  files  {} {verb} in {}", planned.changes.len(), context.places());
        text
    }
}
