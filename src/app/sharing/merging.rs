//! Partial reports of any analysis, joined to what one machine would have found.

use super::files::{open, unreadable};
use super::{counting, judging};
use crate::app::extreme::Judged;
use crate::app::{Caller, Failure};
use crate::unit::Unreadable;
use num_bigint::BigUint;
use std::path::PathBuf;

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

/// What one machine would have found.
#[derive(Debug)]
pub enum Merged {
    /// Verdicts of tests.
    Judged(Box<Judged>),
    /// How many structures there are.
    Counted(BigUint),
}

/// Joins partial reports to what one machine would have found.
pub fn merge(joining: &Joining, caller: &Caller) -> Result<Merged, Failure> {
    let plan = joining.plan.as_ref().map(|path| open(path, caller)).transpose()?;
    let parts = joining.files.iter().map(|path| open(path, caller)).collect::<Result<Vec<_>, _>>()?;
    let first = plan.iter().chain(&parts).next().ok_or_else(|| Failure::usage("there is no partial report"))?;
    match first.content.analysis.as_str() {
        judging::NAME => judging::merge(plan, parts, &joining.sources, caller).map(|one| Merged::Judged(Box::new(one))),
        counting::NAME => counting::merge(plan, parts).map(Merged::Counted),
        _ => Err(unreadable(&first.name, &Unreadable::SomethingElse)),
    }
}
