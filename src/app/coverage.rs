//! How much of the feasible pairs a suite covers, or the tests of a project, and which are missing.

mod captured;
mod page;
mod pairs;
mod report;
mod violations;

pub use captured::{Shown, of_tests};
pub use pairs::{Field, Missing, Pairs, rounded};
pub use report::{Measurement, joined, missing, sources};
pub use violations::{Blame, Picture, Violation};

use super::context::{Context, Target, Translated};
use super::discovery::Wanted;
use super::settings::Job;
use super::{Failure, Kind, Message, Progress, Workspace, specification, stored};
use crate::extension::{Encoded, Strength};
use crate::fixture;
use crate::fixture::stored::Restorer;
use crate::sat::Interrupt;
use crate::suite::{self, Candidate, Fate, Measured};
use serde::Serialize;
use std::path::Path;

/// What there is to say of a suite.
#[derive(Debug, Serialize)]
pub struct Covered {
    /// The specification.
    pub spec: String,
    /// What it is for.
    #[serde(flatten)]
    pub target: Target,
    /// How many structures count.
    pub structures: usize,
    /// Those that do not.
    pub invalid: Vec<Invalid>,
    /// What is covered.
    #[serde(flatten)]
    pub pairs: Pairs,
}

/// A structure that does not count.
#[derive(Debug, Serialize)]
pub struct Invalid {
    /// Its name.
    pub name: String,
    /// Why it does not count.
    pub reason: String,
}

/// Measures a suite: that of a document, or that of the job.
pub fn of_suite(job: &Job, document: Option<&Path>, workspace: &Workspace) -> Result<Covered, Failure> {
    let caller = &workspace.caller;
    let interrupt = &caller.within(job.time_limit);
    let specification = specification::read(&job.spec, caller)?;
    let document = document.map(|document| caller.path(document));
    let job = match document.as_deref().and_then(Path::parent) {
        // A certificate that lies beside it says how its objects are numbered.
        Some(folder) => Job { out: folder.to_path_buf(), ..job.clone() },
        None => workspace.settled(job, &specification, Wanted::Place)?,
    };
    let job = Job { strength: Strength::One, ..job };
    let context = Context::new(&job, &specification, caller)?;
    let document = document.unwrap_or_else(|| job.out.join(fixture::document_path(context.paragraph)));
    let stored = stored::read(&document)?;
    let restorer = Restorer::new(&context.schema());
    let mut invalid = Vec::new();
    let mut candidates = Vec::new();
    let mut names = Vec::new();
    for structure in &stored.instances {
        match restorer.restore(structure) {
            Ok(restored) => {
                candidates.push(stored::candidate(restored));
                names.push(structure.name.clone());
            }
            Err(reason) => invalid.push(Invalid { name: structure.name.clone(), reason }),
        }
    }
    let translated = translated(&context, interrupt)?;
    let (encoded, measured) = measured(&context, &translated, &candidates, interrupt)?;
    caller.pause();
    for (name, fate) in names.iter().zip(&measured.fates).filter(|(_, fate)| **fate != Fate::Kept) {
        let reason = stored::reason(&context, fate, &|index| names[index].clone());
        invalid.push(Invalid { name: name.clone(), reason });
    }
    Ok(Covered {
        spec: context.specification.name().to_owned(),
        target: context.target(),
        structures: stored.instances.len() - invalid.len(),
        invalid,
        pairs: Pairs::of(&context, encoded, &measured),
    })
}

/// The problem ready for a solver; says so if there was no time for that.
fn translated(context: &Context, interrupt: &Interrupt) -> Result<Translated, Failure> {
    context.caller.progress(Progress::Translating);
    context
        .translate(interrupt)?
        .ok_or_else(|| Failure::new(Kind::Incomplete, Message::error("the translation was stopped; nothing is known")))
}

/// What the valid ones of some structures cover, of the pairs of which problem.
fn measured<'t>(
    context: &Context,
    translated: &'t Translated,
    candidates: &[Candidate],
    interrupt: &Interrupt,
) -> Result<(&'t Encoded, Measured), Failure> {
    let (encoded, _, measured) = context.search(translated, interrupt, |encoded, search| {
        suite::measure(&context.lowered.problem, encoded, search, candidates, |progress| {
            let (feasible, open) = (progress.covered, progress.open);
            context.caller.progress(Progress::Measuring { feasible, open });
        })
    })?;
    Ok((encoded, measured))
}
