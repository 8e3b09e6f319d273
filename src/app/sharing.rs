//! Work on more than one machine: plans, shares of them, and reports that are joined.

use super::extreme::{self, Begun, Job, Judged, Tools};
use super::{Caller, Failure};
use crate::extreme::sharing::{self, Named, Part};
use crate::report::{Sources, counted};
use crate::settings::Extreme;
use crate::unit::{Chosen, Difference, Digest, Digester, JoinError, Opened, Share, Source, Unreadable};
use std::fs;
use std::path::{Path, PathBuf};

/// A part of the work on a project.
#[derive(Debug, Clone)]
pub struct Shared {
    /// What is judged, and how.
    pub job: Job,
    /// The command that does the whole, with its arguments.
    pub arguments: Vec<String>,
    /// Which share is done.
    pub share: Share,
    /// A file with the plan, if there is one; the suite runs to make one where there is none.
    pub plan: Option<PathBuf>,
}

/// What became of a part.
#[derive(Debug, Clone)]
pub struct Partial {
    /// The partial report.
    pub text: String,
    /// What its file is called.
    pub file_name: String,
    /// How many units it has.
    pub units: usize,
    /// How many units the plan has.
    pub all: usize,
}

/// Partial reports that are to be joined.
#[derive(Debug, Clone)]
pub struct Joining {
    /// The files with them.
    pub files: Vec<PathBuf>,
    /// A file with the plan, if none of them has it.
    pub plan: Option<PathBuf>,
    /// Where sources are; if none is named, where the plan says.
    pub sources: Vec<PathBuf>,
}

/// Lists the units of work of a project: the text of a plan.
pub fn plan(job: &Job, arguments: Vec<String>, tools: &Tools, caller: &Caller) -> Result<String, Failure> {
    let mut begun = begin(job, tools, caller)?;
    let roots = relative(&begun.sources);
    let mut past = std::mem::take(&mut begun.past);
    let named = named(&begun, job, &arguments, &roots);
    let plan = sharing::plan(&begun.judging, tools.jars(), &named, &mut past, &|_| ())?;
    Ok(sharing::write_plan(&plan))
}

/// Does a share of the work on a project.
pub fn share(shared: &Shared, tools: &Tools, caller: &Caller) -> Result<Partial, Failure> {
    let Shared { job, arguments, share, plan } = shared;
    let plan = plan.as_ref().map(|path| read(&caller.path(path), sharing::read_plan)).transpose()?;
    let mut begun = begin(job, tools, caller)?;
    let roots = relative(&begun.sources);
    if let Some(Source { name, content }) = &plan {
        let here = named(&begun, job, arguments, &roots).origin;
        if let Some(difference) = Difference::of_origins(&content.origin, &here) {
            return Err(other_plan(name, &difference));
        }
        begun.past.suite = Some(content.suite());
    }
    let outcome = extreme::judged(&mut begun, &Chosen::Share(*share), tools, caller)?;
    let named = named(&begun, job, arguments, &roots);
    if let Some(Source { name, content }) = &plan
        && let Some(difference) = sharing::difference(&named, &outcome, content)
    {
        return Err(other_plan(name, &difference));
    }
    let part = outcome.part(&named, Some(*share), false);
    let all = part.document.as_ref().map_or(0, |plan| plan.units.len());
    let file_name = format!("{}-{}.json", sharing::NAME, share.to_string().replace('/', "-of-"));
    Ok(Partial { text: sharing::write_part(&part), file_name, units: part.verdicts.len(), all })
}

/// Joins partial reports to what one machine would have found.
pub fn merge(joining: &Joining, caller: &Caller) -> Result<Judged, Failure> {
    let Joining { files, plan, sources } = joining;
    let plan = plan.as_ref().map(|path| read(&caller.path(path), sharing::read_plan)).transpose()?;
    let parts = files.iter().map(|path| read(&caller.path(path), sharing::read_part));
    let mut parts: Vec<Source<Part>> = parts.collect::<Result<_, _>>()?;
    // Whoever names files in another order gets the same report.
    parts.sort_by(|one, other| (one.content.share, &one.name).cmp(&(other.content.share, &other.name)));
    let own = || {
        let plans = parts.iter().filter_map(|part| {
            let content = part.content.document.clone()?;
            Some(Source { name: part.name.clone(), content })
        });
        plans.into_iter().next()
    };
    let plan = plan.or_else(own).ok_or_else(|| {
        Failure::usage("none of the partial reports has the plan")
            .help("`--plan FILE` names the plan that they belong to")
    })?;
    let findings = sharing::join(&plan, parts).map_err(|error| refused(&error))?;
    let base = match caller.folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => caller.folder.to_owned(),
    };
    let roots = match sources.as_slice() {
        [] => plan.content.data.sources.iter().map(|root| base.join(root)).collect(),
        given => given.to_vec(),
    };
    Ok(Judged { findings, sources: Sources { roots, base } })
}

/// Makes ready what is judged, with all that there is: where only what has changed is judged, there may be nothing.
fn begin(job: &Job, tools: &Tools, caller: &Caller) -> Result<Begun, Failure> {
    let begun = extreme::begin(job, tools, caller)?;
    begun.ok_or_else(|| Failure::usage("no method to transform has changed"))
}

/// What is judged, and what that depends on.
fn named<'n>(begun: &'n Begun, job: &Job, arguments: &'n [String], sources: &'n [PathBuf]) -> Named<'n> {
    let origin = sharing::origin(&begun.fingerprint, decisive(&job.options));
    Named { subject: &begun.subject, origin, arguments, sources }
}

/// Stands for the settings that say what is judged, and not where things are or what is done with the verdicts.
fn decisive(options: &Extreme) -> Digest {
    let Extreme { test_names, module, only, except, ignore, keep, also, patience, full_matrix, environment, .. } =
        options;
    let Extreme { set_aside, set_aside_failing, set_aside_flaky, set_aside_fatal, .. } = options;
    let aside = (set_aside, set_aside_failing, set_aside_flaky, set_aside_fatal);
    let patterns = (test_names, module, only, except, ignore);
    let text = format!("{patterns:?} {keep:?} {also:?} {patience:?} {full_matrix:?} {environment:?} {aside:?}");
    Digester::new().value(&text).digest()
}

/// The folders with sources, from the folder of the project where they are in it.
fn relative(sources: &Sources) -> Vec<PathBuf> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let base = absolute(&sources.base);
    let from_base = |root: &PathBuf| absolute(root).strip_prefix(&base).map_or_else(|_| root.clone(), Path::to_owned);
    sources.roots.iter().map(from_base).collect()
}

/// Reads a file.
fn read<T>(path: &Path, content: fn(Opened) -> Result<T, Unreadable>) -> Result<Source<T>, Failure> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Failure::usage(format_args!("cannot read `{name}`: {error}")))?;
    let content = Opened::read(&bytes).and_then(|opened| match opened.analysis == sharing::NAME {
        true => content(opened),
        false => Err(Unreadable::SomethingElse),
    });
    match content {
        Ok(content) => Ok(Source { name, content }),
        Err(error) => {
            let failure = Failure::usage(format_args!("`{name}` {error}"));
            Err(match error {
                Unreadable::OtherVersion(_) => failure.help("all machines need the same version of fex"),
                Unreadable::CutOff(_) | Unreadable::Changed => failure.help("copy it again, or do its share again"),
                Unreadable::OtherKind(_) => {
                    failure.help("`--plan` takes the plan, and partial reports stand without a flag")
                }
                Unreadable::SomethingElse => failure,
            })
        }
    }
}

/// A plan is not that of the project here.
fn other_plan(name: &str, difference: &Difference) -> Failure {
    Failure::usage(format_args!("`{name}` is not the plan of this project; here are {difference}"))
        .help("`fex plan` with the same arguments makes one for the project as it is")
}

/// Says why partial reports cannot be joined; nothing is written then.
fn refused(error: &JoinError) -> Failure {
    let failure = Failure::usage(error);
    match error {
        JoinError::OtherPlan(_, Difference::Units(_)) => failure.help(
            "the tests do not do the same in each run; `fex plan` makes one plan for all machines, which `--plan` takes",
        ),
        JoinError::OtherPlan(..) => failure.help("all shares need the same checkout, settings, JDK and fex"),
        JoinError::Doubled(..) => failure.help("name each share once"),
        JoinError::Foreign(..) | JoinError::Impossible(..) => failure.help("do the units of that file again"),
        JoinError::Missing { shares, .. } if shares.is_empty() => failure.help("name all partial reports of the plan"),
        JoinError::Missing { shares, .. } => {
            failure.help(format_args!("name the files of {} more", counted(shares.len(), "share")))
        }
    }
}
