//! A part of some work that is done here, and what became of it.

use super::files::unreadable;
use crate::app::Failure;
use crate::unit::{Chosen, Opened, Source, UnitId};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// A part of some work that is done here.
#[derive(Debug, Clone)]
pub struct Portion {
    /// The command that does the whole, with its arguments.
    pub arguments: Vec<String>,
    /// The units that are done.
    pub chosen: Chosen,
    /// The plan, if there is one; else one is made.
    pub plan: Option<Source<Opened>>,
}

/// What became of a part.
#[derive(Debug, Clone)]
pub struct Partial {
    /// The partial report.
    pub text: String,
    /// What its file is called, without folder.
    pub file_name: String,
    /// How many units it has.
    pub units: usize,
    /// How many units the plan has.
    pub all: usize,
}

impl Portion {
    /// What its file is called.
    pub(super) fn file_name(&self, analysis: &str) -> String {
        match self.chosen.share() {
            Some(share) => format!("{analysis}-{}.json", share.to_string().replace('/', "-of-")),
            None => format!("{analysis}.json"),
        }
    }

    /// Whether whoever gets what becomes of it has the plan.
    pub(super) fn goes_to_planner(&self) -> bool {
        matches!(self.chosen, Chosen::Units(_))
    }
}

/// Units of a plan with the plan: all that it takes to do them, but for the project.
#[derive(Debug, Deserialize)]
struct Task {
    plan: Value,
    units: BTreeSet<UnitId>,
}

/// Reads units that are to be done: an object with a `plan` and the digests of some of its `units`.
pub fn task(name: &str, bytes: &[u8]) -> Result<Portion, Failure> {
    let task: Task = serde_json::from_slice(bytes).map_err(|error| {
        let problem = if error.is_eof() { "is cut off" } else { "is no unit of work" };
        Failure::usage(format_args!("`{name}` {problem}: {error}"))
            .help("`{\"plan\": …, \"units\": [\"…\"]}` has a plan of `fex plan` and the digests of some of its units")
    })?;
    let content = Opened::of(task.plan).map_err(|error| unreadable(name, &error))?;
    let listed: BTreeSet<UnitId> = content.units().into_iter().collect();
    if let Some(unit) = task.units.iter().find(|unit| !listed.contains(unit)) {
        return Err(Failure::usage(format_args!("foreign: `{unit}` in `{name}` is not in its plan")));
    }
    let arguments = content.arguments();
    let plan = Some(Source { name: name.to_owned(), content });
    Ok(Portion { arguments, chosen: Chosen::Units(task.units), plan })
}
