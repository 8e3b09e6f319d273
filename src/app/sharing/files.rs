//! Files with plans and partial reports, and what is said where one does not belong to the others.

use crate::app::{Caller, Failure};
use crate::report::counted;
use crate::unit::{Difference, JoinError, Kind, Opened, PartialReport, PlanDocument, Source, Unreadable};
use std::fs;
use std::path::Path;

/// Reads a file with a plan or a partial report, as far as its header goes.
pub fn open(path: &Path, caller: &Caller) -> Result<Source<Opened>, Failure> {
    let name = path.display().to_string();
    let bytes =
        fs::read(caller.path(path)).map_err(|error| Failure::usage(format_args!("cannot read `{name}`: {error}")))?;
    let content = Opened::read(&bytes).map_err(|error| unreadable(&name, &error))?;
    Ok(Source { name, content })
}

/// The content of a file of an analysis.
pub(super) fn content<T>(
    source: Source<Opened>,
    analysis: &str,
    read: fn(Opened) -> Result<T, Unreadable>,
) -> Result<Source<T>, Failure> {
    let Source { name, content } = source;
    let content = match content.analysis == analysis {
        true => read(content),
        false => Err(Unreadable::OtherAnalysis(content.analysis)),
    };
    match content {
        Ok(content) => Ok(Source { name, content }),
        Err(error) => Err(unreadable(&name, &error)),
    }
}

pub(super) fn unreadable(name: &str, error: &Unreadable) -> Failure {
    let failure = Failure::usage(format_args!("`{name}` {error}"));
    match error {
        Unreadable::OtherVersion(_) => failure.help("all machines need the same version of fex"),
        Unreadable::CutOff(_) | Unreadable::Changed => failure.help("copy it again, or do its share again"),
        Unreadable::OtherKind(Kind::Plan) => failure.help("`--plan` takes it; partial reports stand without a flag"),
        Unreadable::OtherKind(Kind::PartialReport) => failure.help("partial reports stand without `--plan`"),
        Unreadable::OtherAnalysis(_) => failure.help("merge the partial reports of one analysis at a time"),
        Unreadable::SomethingElse => failure,
    }
}

/// A plan is not that of the project here.
pub(super) fn other_plan(name: &str, difference: &Difference) -> Failure {
    Failure::usage(format_args!("`{name}` is not the plan of this project, which has {difference}"))
        .help("`fex plan` with the same arguments makes one for the project as it is")
}

/// The plan that partial reports belong to: one that was given, or that which one of them has.
pub(super) fn plan_of<D: Clone, O, N>(
    given: Option<Source<PlanDocument<D>>>,
    parts: &[Source<PartialReport<D, O, N>>],
) -> Result<Source<PlanDocument<D>>, Failure> {
    let own = || parts.iter().find_map(|part| Some(part.with(part.content.document.clone()?)));
    given.or_else(own).ok_or_else(|| {
        Failure::usage("none of the partial reports has the plan")
            .help("`--plan FILE` names the plan that they belong to")
    })
}

/// Says why partial reports cannot be joined; nothing is written then.
pub(super) fn refused(error: &JoinError) -> Failure {
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
