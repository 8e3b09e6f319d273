//! A suite follows its specification, and what is still valid stays as it is.

use super::building::{Building, Built};
use super::certificate::{Certificate, Claim, Followed, Proof};
use super::context::{Context, Target, Translated};
use super::discovery::Wanted;
use super::edits::{self, Edit};
use super::recording::{Recorded, Recording};
use super::settings::{self, Job};
use super::timing::{Stopwatch, Timing};
use super::{Failure, Kind, Level, Message, Progress, Workspace, compiling, specification, stored};
use crate::extension::Strength;
use crate::fixture::commit::{self, Stage};
use crate::fixture::merge::Edited;
use crate::fixture::stored::{Restorer, Stored};
use crate::fixture::{self, Coverage, Format, Origin, Suite};
use crate::relational::Instance;
use crate::sat::Interrupt;
use crate::schema::Restored;
use crate::solve::Status;
use crate::suite::{self, Candidate, Fate};
use std::path::PathBuf;

/// How a suite is refreshed.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Whether to change nothing, and only say what would change.
    pub is_check: bool,
    /// What becomes of edits by hand.
    pub edited: Edited,
    /// Whether outcomes of calls are recorded anew.
    pub records_anew: bool,
}

/// A suite that was refreshed, or what would change.
#[derive(Debug)]
pub struct Refreshed {
    /// What it is for.
    pub target: Target,
    /// How many structures stay as they are.
    pub kept: usize,
    /// How many structures got values for fields that are new.
    pub completed: usize,
    /// The names of structures that no longer count, and why.
    pub dropped: Vec<(String, String)>,
    /// The names of structures that are new.
    pub added: Vec<String>,
    /// What the structures cover together.
    pub coverage: Coverage,
    /// What became of edits by hand.
    pub edits: Vec<Edit>,
    /// Of the structures that tests showed, if they count: how many still do, and how many there are.
    pub shown: Option<(usize, usize)>,
    /// How structures are built, if that was asked for.
    pub built: Option<Built>,
    /// What became of recording, if it was asked for.
    pub recorded: Option<Recorded>,
    /// What became of the proof.
    pub proof: Proof,
    /// How many files of the suite changed, or would.
    pub files: usize,
    /// The folders that they are in.
    pub folders: Vec<PathBuf>,
    /// Whether anything changed, or would.
    pub is_changed: bool,
    /// Whether something was only to be said.
    pub is_check: bool,
    /// Why nothing was changed, if edits by hand would be lost.
    pub lost: Option<Failure>,
    /// Whether the search came to its end.
    pub is_complete: bool,
    /// How long it took, if it was done.
    pub timing: Option<Timing>,
}

/// Refreshes a suite.
pub fn refresh(job: &Job, manner: Manner, workspace: &Workspace) -> Result<Refreshed, Failure> {
    let caller = &workspace.caller;
    let interrupt = &caller.within(job.time_limit);
    let mut watch = Stopwatch::start();
    if job.exhaustive {
        return Err(refuse_exhaustive());
    }
    let specification = specification::read(&job.spec, caller)?;
    watch.lap("read");
    let settled = match workspace.has_named_tests() {
        true => job.clone(),
        false => workspace.settled(job, &specification, Wanted::Classes)?,
    };
    watch.lap("classes");
    let paragraph = specification::paragraph(&specification, settled.generate.as_deref())?;
    let path = settled.out.join(fixture::document_path(paragraph));
    let mut settled = settled;
    // It may change before its folder is held, and is read again then.
    let known = Stored::read(&path).ok();
    if !settled.said.format && known.as_ref().is_some_and(|known| !known.texts.is_empty()) {
        settled.format = Format::Text;
    }
    if known.as_ref().is_some_and(|known| settings::strength(known) == Strength::Two) {
        settled.strength = Strength::Two;
    }
    let job = match settled.complement || known.is_some_and(|known| known.shown.is_some()) {
        // It was written for the classes that the tests use.
        true => workspace.tested()?.with_classes(&settled)?,
        false if workspace.has_named_tests() => return Err(workspace.refuse_tests()),
        false => settled,
    };
    let context = Context::new(&job, &specification, caller)?;
    context.check_bindings()?;
    let _held = context.hold_folder()?;
    let is_check = manner.is_check;
    if is_check && commit::is_pending(&job.out) {
        let what = format!("an interrupted refresh of `{}` waits to be finished", job.out.display());
        return Err(Failure::new(Kind::Stale, Message::new(Level::News, what)));
    }
    if !is_check {
        commit::recover(&job.out).map_err(|error| context.refuse_write(&error))?;
    }
    let stale = |failure: Failure| if is_check { failure.with_kind(Kind::Stale) } else { failure };
    let stored = stored::read(&path).map_err(stale)?;
    if stored.coverage == Coverage::BoundedExhaustive.words() {
        return Err(refuse_exhaustive());
    }
    if stored.shown.is_none() && (job.complement || stored.coverage == Coverage::Complement.words()) {
        return Err(refuse_unshown());
    }
    let next = Next::of(&context, &stored, interrupt, &mut watch)?;
    caller.pause();
    let next = next.ok_or_else(|| context.emptiness(interrupt))?;
    follow(&context, &stored, &next, manner, interrupt, watch)
}

/// Writes the suite as it is to be, or says what would change.
fn follow(
    context: &Context,
    stored: &Stored,
    next: &Next,
    manner: Manner,
    interrupt: &Interrupt,
    mut watch: Stopwatch,
) -> Result<Refreshed, Failure> {
    let Manner { is_check, edited, records_anew } = manner;
    let suite = context.suite(&next.instances, &next.names, next.coverage);
    // What the tests showed stays as it was, even where it does not count today.
    let origin = Origin {
        shown: stored.shown.as_deref(),
        files: Some(&stored.files),
        texts: Some(&stored.texts),
        ..suite.origin
    };
    let suite = Suite { origin, ..suite };
    let building = Building::of(context, &suite, Some(stored))?;
    watch.lap("build");
    let suite = building.applied(suite);
    let recording = Recording::of(context, &suite, Some(stored), records_anew)?;
    watch.lap("record");
    let suite = recording.applied(suite);
    let files = context.files(&suite)?;
    let mut planned = context.planned(Some(stored), &files, edited)?;
    watch.lap("write");
    let mut refreshed = next.told(context, stored);
    refreshed.is_check = is_check;
    refreshed.edits = edits::of(&planned, edited);
    (refreshed.built, refreshed.recorded) = (building.built.clone(), recording.recorded.clone());
    refreshed.files = planned.changes.len();
    refreshed.is_changed = !planned.changes.is_empty();
    refreshed.lost = edits::refuse_loss(&planned, edited, true);
    if refreshed.lost.is_some() {
        return Ok(refreshed);
    }
    if !is_check && refreshed.is_changed {
        compiling::check(context, &suite, &files)?;
    }
    let open = || Stage::open(&context.job.out).map_err(|error| context.refuse_write(&error));
    let stage = (!is_check).then(open).transpose()?;
    let Followed { changes, proof } = next.certify(context, stored, stage.as_ref(), interrupt)?;
    watch.lap("certify");
    planned.changes.extend(changes);
    if let Some(stage) = stage {
        stage.replace(&planned.changes).map_err(|error| context.refuse_write(&error))?;
    }
    refreshed.is_changed = !planned.changes.is_empty();
    refreshed.is_complete &= !matches!(proof, Proof::Stopped(_));
    refreshed.proof = proof;
    refreshed.timing = Some(watch.stop());
    Ok(refreshed)
}

/// Says that a suite of all structures is another matter.
fn refuse_exhaustive() -> Failure {
    Failure::usage("suites of all structures are not refreshed").help("`fex generate --exhaustive` writes them anew")
}

/// Says that nothing is known of the tests that a suite complements.
fn refuse_unshown() -> Failure {
    Failure::usage("the suite does not say what the tests of the project show")
        .help("`fex generate --complement` runs these tests, and writes the suite anew")
}

/// Says that there was no time.
fn stopped() -> Failure {
    Failure::new(Kind::Incomplete, Message::error("the translation was stopped; nothing was changed"))
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
    /// The problem made ready for a solver, if one was asked.
    translated: Option<Translated>,
}

/// What is there: structures of the suite, and those that tests showed.
struct Known {
    /// The structures of the suite, or why they are none any more.
    restored: Vec<Result<Restored, String>>,
    /// What the tests showed, and then the structures of the suite.
    candidates: Vec<Candidate>,
    /// The names of these.
    names: Vec<String>,
    /// How many of them the tests showed.
    by_tests: usize,
}

impl Known {
    fn of(context: &Context, stored: &Stored) -> Known {
        let restorer = Restorer::new(&context.schema());
        let restored: Vec<Result<Restored, String>> =
            stored.instances.iter().map(|structure| restorer.restore(structure)).collect();
        // What the tests showed comes first, and what is not known of it cannot be made up.
        let shown = stored.shown.iter().flatten().filter_map(|structure| restorer.restore(structure).ok());
        let mut candidates: Vec<Candidate> =
            shown.filter(|restored| restored.unknown.is_empty()).map(stored::candidate).collect();
        let by_tests = candidates.len();
        let mut names = vec!["one that the tests showed".to_owned(); by_tests];
        candidates.extend(restored.iter().flatten().cloned().map(stored::candidate));
        let with_room = stored.instances.iter().zip(&restored).filter(|(_, restored)| restored.is_ok());
        names.extend(with_room.map(|(structure, _)| structure.name.clone()));
        Known { restored, candidates, names, by_tests }
    }
}

/// The structures of a suite that stay, some of them completed, with their names.
fn kept_on(
    fates: &[Result<Fate, String>],
    restored: Vec<Result<Restored, String>>,
    stored: &Stored,
) -> (Vec<Instance>, Vec<String>) {
    let kept = fates.iter().zip(restored).zip(&stored.instances).filter_map(|((fate, restored), structure)| {
        let instance = match (fate, restored) {
            (Ok(Fate::Kept), Ok(restored)) => restored.instance,
            (Ok(Fate::Completed(instance)), _) => instance.clone(),
            _ => return None,
        };
        Some((instance, structure.name.clone()))
    });
    kept.unzip()
}

/// Whether a suite was complete for just this problem when it was written.
fn has_all(context: &Context, stored: &Stored) -> bool {
    stored.problem == context.digest.to_string()
        && stored.fields == context.field_names()
        && settings::strength(stored) == context.job.strength
        && stored.is_complete()
}

impl Next {
    /// Judges what is there, and searches for what is missing; `None` if there is no structure.
    fn of(
        context: &Context,
        stored: &Stored,
        interrupt: &Interrupt,
        watch: &mut Stopwatch,
    ) -> Result<Option<Next>, Failure> {
        let Known { restored, candidates, names: judged_names, by_tests } = Known::of(context, stored);
        let count = |fates: &[Fate]| {
            let kept = fates.iter().filter(|fate| **fate == Fate::Kept).count();
            stored.shown.as_ref().map(|_| kept)
        };
        let covered = if stored.shown.is_some() { Coverage::Complement } else { Coverage::FieldExhaustive };
        let kept = |fate: &Option<Fate>| *fate == Some(Fate::Kept);
        if has_all(context, stored) && candidates.len() == by_tests + restored.len() {
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
                    translated: None,
                }));
            }
        }
        context.caller.progress(Progress::Translating);
        let translated = context.translate(interrupt)?.ok_or_else(stopped)?;
        watch.lap("translate");
        let refreshed = searched(context, &translated, &candidates, interrupt)?;
        watch.lap("search");
        let shown = count(&refreshed.fates[..by_tests]);
        let mut fates = refreshed.fates.into_iter().skip(by_tests);
        let mut fate = |restored: &Result<Restored, String>| match restored {
            Ok(_) => Ok(fates.next().expect("each candidate has a fate")),
            Err(reason) => Err(reason.clone()),
        };
        let fates: Vec<Result<Fate, String>> = restored.iter().map(&mut fate).collect();
        let (mut instances, names) = kept_on(&fates, restored, stored);
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
    ) -> Result<Followed, Failure> {
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
                translated_now = context.translate(interrupt)?.ok_or_else(stopped)?;
                &translated_now
            }
        };
        let covered = context.covered(&translated.plain, &self.instances, stored);
        certificate.follow(Claim::Complete(&translated.plain, &covered), stage, interrupt)
    }

    /// What there is to tell of its structures.
    fn told(&self, context: &Context, stored: &Stored) -> Refreshed {
        let dropped = stored.instances.iter().zip(&self.fates).filter_map(|(structure, fate)| {
            let reason = match fate {
                Ok(Fate::Kept | Fate::Completed(_)) => return None,
                Ok(fate) => stored::reason(context, fate, &|index| self.judged[index].clone()),
                Err(reason) => reason.clone(),
            };
            Some((structure.name.clone(), reason))
        });
        let suite = context.suite(&self.instances, &self.names, self.coverage);
        Refreshed {
            target: context.target(),
            kept: self.fates.iter().filter(|fate| **fate == Ok(Fate::Kept)).count(),
            completed: self.fates.iter().filter(|fate| matches!(fate, Ok(Fate::Completed(_)))).count(),
            dropped: dropped.collect(),
            added: fixture::names(&suite).into_iter().skip(self.names.len()).collect(),
            coverage: self.coverage,
            edits: Vec::new(),
            shown: self.shown.zip(stored.shown.as_ref().map(Vec::len)),
            built: None,
            recorded: None,
            proof: Proof::None,
            files: 0,
            folders: context.folders(),
            is_changed: false,
            is_check: false,
            lost: None,
            is_complete: self.coverage != Coverage::Incomplete,
            timing: None,
        }
    }
}

fn searched(
    context: &Context,
    translated: &Translated,
    candidates: &[Candidate],
    interrupt: &Interrupt,
) -> Result<suite::Refreshed, Failure> {
    let seed = u64::from(context.job.seed);
    let (_, _, refreshed) = context.search(translated, interrupt, |encoded, search| {
        suite::refresh(&context.lowered.problem, encoded, search, candidates, seed, |progress| {
            let (structures, open) = (progress.instances, progress.open);
            context.caller.progress(Progress::Refreshing { structures, open });
        })
    })?;
    Ok(refreshed)
}
