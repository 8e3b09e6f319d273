//! The judging of `fex extreme` on more than one machine: a unit is a method with all of its bodies.

use super::files::{content, other_plan, plan_of, refused};
use super::portion::{Partial, Portion};
use crate::app::extreme::{self, Begun, Job, Judged, Tools};
use crate::app::{Caller, Failure};
use crate::extreme::sharing::{self, Named, Part};
use crate::report::Sources;
use crate::settings::Extreme;
use crate::unit::{Difference, Digest, Digester, Opened, Source};
use std::path::{Path, PathBuf};

/// What names the analysis.
pub(super) const NAME: &str = sharing::NAME;

/// Lists the units of work of a project: the text of a plan.
pub fn plan(job: &Job, arguments: &[String], tools: &Tools, caller: &Caller) -> Result<String, Failure> {
    let mut begun = begin(job, tools, caller)?;
    let roots = relative(&begun.sources);
    let mut past = std::mem::take(&mut begun.past);
    let named = named(&begun, job, arguments, &roots);
    let plan = sharing::plan(&begun.judging, tools.jars(), &named, &mut past, &|_| ())?;
    Ok(sharing::write_plan(&plan))
}

/// Does a part of the work on a project.
pub fn portion(job: &Job, portion: &Portion, tools: &Tools, caller: &Caller) -> Result<Partial, Failure> {
    let Portion { arguments, chosen, plan } = portion;
    let plan = plan.clone().map(|plan| content(plan, NAME, sharing::read_plan)).transpose()?;
    let mut begun = begin(job, tools, caller)?;
    let roots = relative(&begun.sources);
    if let Some(Source { name, content }) = &plan {
        let here = named(&begun, job, arguments, &roots).origin;
        if let Some(difference) = Difference::of_origins(&content.origin, &here) {
            return Err(other_plan(name, &difference));
        }
        begun.past.suite = Some(content.suite());
    }
    let outcome = extreme::judged(&mut begun, chosen, tools, caller)?;
    let named = named(&begun, job, arguments, &roots);
    if let Some(Source { name, content }) = &plan
        && let Some(difference) = sharing::difference(&named, &outcome, content)
    {
        return Err(other_plan(name, &difference));
    }
    let all = outcome.units();
    let part = outcome.part(&named, chosen.share(), portion.goes_to_planner());
    let (text, units) = (sharing::write_part(&part), part.verdicts.len());
    Ok(Partial { text, file_name: portion.file_name(NAME), units, all })
}

/// Joins partial reports to what one machine would have found.
pub(super) fn merge(
    plan: Option<Source<Opened>>,
    parts: Vec<Source<Opened>>,
    sources: &[PathBuf],
    caller: &Caller,
) -> Result<Judged, Failure> {
    let plan = plan.map(|plan| content(plan, NAME, sharing::read_plan)).transpose()?;
    let parts = parts.into_iter().map(|part| content(part, NAME, sharing::read_part));
    let mut parts: Vec<Source<Part>> = parts.collect::<Result<_, _>>()?;
    // Whoever names files in another order gets the same report.
    parts.sort_by(|one, other| (one.content.share, &one.name).cmp(&(other.content.share, &other.name)));
    let plan = plan_of(plan, &parts)?;
    let findings = sharing::join(&plan, parts).map_err(|error| refused(&error))?;
    let base = match caller.folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => caller.folder.to_owned(),
    };
    let roots = match sources {
        [] => plan.content.data.sources.iter().map(|root| base.join(root)).collect(),
        given => given.to_vec(),
    };
    Ok(Judged { findings, sources: Sources { roots, base } })
}

/// Makes ready what is judged, with all that there is: where only what has changed is judged, there may be nothing.
fn begin(job: &Job, tools: &Tools, caller: &Caller) -> Result<Begun, Failure> {
    if job.since.is_some() || job.capture.is_some() {
        return Err(Failure::usage("`--since` and `--with` are for one machine"));
    }
    let begun = extreme::begin(job, tools, caller)?;
    begun.ok_or_else(|| Failure::usage("there is no method to transform"))
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
    let Extreme { exclude_tests, set_aside, set_aside_failing, set_aside_flaky, set_aside_fatal, .. } = options;
    let aside = (set_aside, set_aside_failing, set_aside_flaky, set_aside_fatal);
    let patterns = (test_names, exclude_tests, module, only, except, ignore);
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
