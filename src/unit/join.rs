//! Joins partial reports to the outcome of a plan, and says which file is to blame where they are none.

use super::document::{Origin, PartialReport, PlanDocument};
use super::merge::{MergeError, merge};
use super::plan::{UnitId, WorkPlan};
use super::share::Share;
use super::verdict::UnitVerdict;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many units a message names.
const NAMED: usize = 5;

/// A file with what is in it.
#[derive(Debug, Clone)]
pub struct Source<T> {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub content: T,
}

impl<T> Source<T> {
    /// Something else in the same file.
    pub fn with<U>(&self, content: U) -> Source<U> {
        Source { name: self.name.clone(), content }
    }
}

/// Why partial reports are not the outcome of one plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JoinError {
    /// The second file belongs to another plan than the first one, and this is the difference.
    OtherPlan([String; 2], Difference),
    /// Both files have this unit.
    Doubled(String, [String; 2]),
    /// This file has a unit that is not in the plan.
    Foreign(String, String),
    /// What this file says of a unit cannot be.
    Impossible(String, String),
    /// No file has these units.
    Missing {
        /// What they are called.
        units: Vec<String>,
        /// How many units the plan has.
        all: usize,
        /// The shares that are not among the files, if the files are shares.
        shares: Vec<Share>,
    },
}

/// What tells two plans apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// What was asked for.
    Settings,
    /// The JDK, libraries or resources.
    Surroundings,
    /// The classes of the project or of its tests.
    Subject,
    /// Units that one of them has, and the other one does not, or what they cost.
    Units(Vec<String>),
    /// Something that only the plan of the second one would tell.
    Unknown,
}

impl Difference {
    /// What tells two plans apart that have different digests.
    pub fn of<D>(one: &PlanDocument<D>, other: &PlanDocument<D>) -> Difference {
        Difference::of_origins(&one.origin, &other.origin).unwrap_or_else(|| {
            let units = |plan: &PlanDocument<D>| -> BTreeSet<(UnitId, u64, String)> {
                plan.units.iter().map(|listed| (listed.unit, listed.cost, listed.name.clone())).collect()
            };
            let (one, other) = (units(one), units(other));
            let names: BTreeSet<String> = one.symmetric_difference(&other).map(|(_, _, name)| name.clone()).collect();
            Difference::Units(names.into_iter().collect())
        })
    }

    /// What tells two origins apart, if anything does.
    pub fn of_origins(one: &Origin, other: &Origin) -> Option<Difference> {
        if one.settings != other.settings {
            Some(Difference::Settings)
        } else if one.surroundings != other.surroundings {
            Some(Difference::Surroundings)
        } else {
            (one.subject != other.subject).then_some(Difference::Subject)
        }
    }
}

/// Refuses reports that are about another plan.
pub fn belong<D, O, N>(
    plan: &Source<PlanDocument<D>>,
    reports: &[Source<PartialReport<D, O, N>>],
) -> Result<(), JoinError> {
    let Some(report) = reports.iter().find(|report| report.content.plan != plan.content.plan) else { return Ok(()) };
    let other = report.content.document.as_ref();
    let difference = other.map_or(Difference::Unknown, |other| Difference::of(&plan.content, other));
    Err(JoinError::OtherPlan([plan.name.clone(), report.name.clone()], difference))
}

/// For each unit of a plan, in order, what became of its parts, in order. All reports are about the plan with this digest.
pub fn join<D, O, N>(
    plan: &WorkPlan,
    reports: impl IntoIterator<Item = Source<PartialReport<D, O, N>>>,
) -> Result<Vec<Vec<O>>, JoinError> {
    let mut holders = BTreeMap::new();
    let mut shares = BTreeSet::new();
    let mut verdicts: Vec<UnitVerdict<O>> = Vec::new();
    for Source { name, content } in reports {
        shares.extend(content.share);
        for verdict in content.verdicts {
            let unit = verdict.name.clone();
            let is_known = plan.index(verdict.unit).is_some_and(|index| {
                let parts = plan.unit(index).1.parts.len();
                verdict.outcomes.keys().all(|part| (part.0 as usize) < parts)
            });
            if !is_known {
                return Err(JoinError::Foreign(unit, name));
            }
            for part in verdict.outcomes.keys() {
                if let Some(first) = holders.insert((verdict.unit, *part), name.clone()) {
                    return Err(JoinError::Doubled(unit, [first, name]));
                }
            }
            verdicts.push(verdict);
        }
    }
    merge(plan, verdicts).map_err(|error| match error {
        MergeError::Missing(units) => {
            let all = shares.first().into_iter().flat_map(|share| share.all());
            let shares = all.filter(|share| !shares.contains(share)).collect();
            JoinError::Missing { units, all: plan.units().count(), shares }
        }
        // What is foreign or doubled has been told of.
        MergeError::Foreign(units) | MergeError::Outdated(units) | MergeError::Doubled(units) => {
            unreachable!("{units:?} are in the plan, once")
        }
    })
}

/// Some names, and how many others there are.
fn some(names: &[String]) -> String {
    let listed: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    match names.len().checked_sub(NAMED) {
        None | Some(0) => listed.join(", "),
        Some(more) => format!("{} and {more} more", listed.join(", ")),
    }
}

impl fmt::Display for Difference {
    /// What another file has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Settings => write!(f, "other settings"),
            Difference::Surroundings => {
                write!(f, "another JDK, other libraries, other resources or another build of fex")
            }
            Difference::Subject => write!(f, "other classes or tests: it is from another checkout"),
            Difference::Unknown => write!(f, "another plan"),
            Difference::Units(names) if names.is_empty() => write!(f, "other tests that count"),
            Difference::Units(names) => write!(f, "other units of work: {}", some(names)),
        }
    }
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::OtherPlan([first, second], difference) => {
                write!(f, "`{second}` does not belong to `{first}`; it has {difference}")
            }
            JoinError::Doubled(unit, [first, second]) if first == second => {
                write!(f, "doubled: `{unit}` is in `{first}` twice")
            }
            JoinError::Doubled(unit, [first, second]) => {
                write!(f, "doubled: `{unit}` is in `{first}` and in `{second}`")
            }
            JoinError::Foreign(unit, file) => write!(f, "foreign: `{unit}` in `{file}` is not in the plan"),
            JoinError::Impossible(unit, file) => {
                write!(f, "impossible: `{file}` says of `{unit}` what no run can come to")
            }
            JoinError::Missing { units, all, shares } => {
                write!(f, "missing: {} of {all} units have no verdict: {}", units.len(), some(units))?;
                match shares.as_slice() {
                    [] => Ok(()),
                    [share] => write!(f, "; share {share} is not among the files"),
                    shares => {
                        let shares: Vec<String> = shares.iter().map(Share::to_string).collect();
                        write!(f, "; the shares {} are not among the files", shares.join(", "))
                    }
                }
            }
        }
    }
}

impl std::error::Error for JoinError {}
