//! The counting of all structures of a scope on more than one machine: a unit is a cube, the structures with some values in their first
//! places.

use super::files::{content, other_plan, plan_of, refused};
use super::portion::{Partial, Portion};
use crate::app::context::{Context, internal};
use crate::app::settings::Job;
use crate::app::{Caller, Failure, Kind as End, Message, Progress, specification};
use crate::extension::{self, Encoded};
use crate::solve::Status;
use crate::unit::{
    self, Difference, Digest, Digester, JoinError, Kind, Listed, Opened, Origin, PartId, PartialReport, PlanDocument,
    Source, UnitVerdict, Unreadable, WorkPlan, WorkUnit,
};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// What names the analysis.
pub(super) const NAME: &str = "count";

/// Into how many cubes structures are divided, or about as many: far more than there are machines, because nobody knows which of them are
/// dear.
const CUBES: usize = 512;

/// What a plan holds beside its units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Data {
    /// The literals of each cube, as in DIMACS files.
    cubes: Vec<Vec<i32>>,
}

type Plan = PlanDocument<Data>;

/// The counts of some cubes, as texts: they may have any number of digits.
type Part = PartialReport<Data, String, ()>;

/// Lists the cubes of the counting that a job asks for: the text of a plan.
pub fn plan(job: &Job, arguments: &[String], caller: &Caller) -> Result<String, Failure> {
    prepared(job, caller, |prepared| {
        let plan = prepared.document(arguments)?;
        Ok(unit::write(Kind::Plan, NAME, &plan))
    })
}

/// Counts what is in some cubes.
pub fn portion(job: &Job, portion: &Portion, caller: &Caller) -> Result<Partial, Failure> {
    let Portion { arguments, chosen, plan } = portion;
    let given = plan.clone().map(|plan| content(plan, NAME, read_plan)).transpose()?;
    prepared(job, caller, |prepared| {
        let here = prepared.document(arguments)?;
        if let Some(Source { name, content }) = given.filter(|given| given.content.plan != here.plan) {
            return Err(other_plan(&name, &Difference::of(&content, &here)));
        }
        let work = work(&here).expect("the plan was made here");
        let costs: Vec<u64> = here.units.iter().map(|listed| listed.cost).collect();
        let (mut verdicts, mut total) = (Vec::new(), BigUint::ZERO);
        for index in chosen.of(&work, &costs) {
            let (unit, about) = work.unit(index);
            let count = prepared.count(&prepared.cubes[index.0], &total)?;
            verdicts.push(UnitVerdict {
                unit,
                name: about.name.clone(),
                outcomes: [(PartId(0), count.to_string())].into(),
            });
            total += count;
        }
        let (units, all) = (verdicts.len(), here.units.len());
        let document = (!portion.goes_to_planner()).then_some(here.clone());
        let part = Part { plan: here.plan, share: chosen.share(), document, verdicts, noticed: () };
        let text = unit::write(Kind::PartialReport, NAME, &part);
        Ok(Partial { text, file_name: portion.file_name(NAME), units, all })
    })
}

/// Joins the counts of all cubes.
pub(super) fn merge(plan: Option<Source<Opened>>, parts: Vec<Source<Opened>>) -> Result<BigUint, Failure> {
    let plan = plan.map(|plan| content(plan, NAME, read_plan)).transpose()?;
    let parts = parts.into_iter().map(|part| content(part, NAME, read_part));
    let parts: Vec<Source<Part>> = parts.collect::<Result<_, _>>()?;
    let plan = plan_of(plan, &parts)?;
    unit::belong(&plan, &parts).map_err(|error| refused(&error))?;
    let is_count = |text: &String| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    for part in &parts {
        if let Some(verdict) = part.content.verdicts.iter().find(|verdict| !verdict.outcomes.values().all(is_count)) {
            return Err(refused(&JoinError::Impossible(verdict.name.clone(), part.name.clone())));
        }
    }
    let work = work(&plan.content).expect("plans that were read have the units that they list");
    let counts = unit::join(&work, parts).map_err(|error| refused(&error))?;
    let count = |text: &String| text.parse::<BigUint>().expect("it has digits only");
    Ok(counts.iter().flatten().map(count).sum())
}

/// A problem that is ready to be counted.
struct Prepared<'p> {
    context: &'p Context<'p>,
    encoded: &'p Encoded,
    cubes: Vec<extension::Cube>,
}

/// Does something with a problem that is ready to be counted.
fn prepared<T>(
    job: &Job,
    caller: &Caller,
    work: impl FnOnce(&Prepared<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let specification = specification::read(&job.spec, caller)?;
    let context = Context::new(job, &specification, caller)?;
    caller.progress(Progress::Translating);
    let interrupt = caller.within(job.time_limit);
    let translated = context.translate(&interrupt)?.ok_or_else(stopped)?;
    let encoded = translated.tightest();
    let cubes = extension::cubes(encoded, CUBES, &interrupt).ok_or_else(stopped)?;
    let result = work(&Prepared { context: &context, encoded, cubes });
    caller.pause();
    result
}

/// The run was stopped.
fn stopped() -> Failure {
    Failure::new(End::Incomplete, Message::error("stopped before the share was counted; nothing was written"))
}

impl Prepared<'_> {
    fn document(&self, arguments: &[String]) -> Result<Plan, Failure> {
        let target = self.context.target();
        let origin = Origin {
            settings: Digester::new().value(&target).digest(),
            surroundings: Digester::new().value(&(env!("CARGO_PKG_VERSION"), CUBES)).digest(),
            subject: self.context.digest,
        };
        let cubes: Vec<Vec<i32>> =
            self.cubes.iter().map(|cube| cube.literals().iter().map(|literal| literal.to_dimacs()).collect()).collect();
        let mut plan = Plan {
            plan: Digest::default(),
            arguments: arguments.to_vec(),
            origin,
            units: Vec::new(),
            data: Data { cubes },
        };
        let work = units(&plan).ok_or_else(|| Failure::new(End::Internal, Message::error("two cubes are one")))?;
        plan.units = listed(&work);
        plan.plan = digest(&plan);
        Ok(plan)
    }

    /// How many structures a cube has; so many others are known of.
    fn count(&self, cube: &extension::Cube, others: &BigUint) -> Result<BigUint, Failure> {
        let (caller, job) = (self.context.caller, self.context.job);
        let others = u64::try_from(others).unwrap_or(u64::MAX);
        let tell = |more: u64| caller.progress(Progress::Enumerating { structures: others.saturating_add(more) });
        let interrupt = caller.within(job.time_limit);
        match extension::count_cube(self.encoded, cube, &interrupt, tell).map_err(internal)? {
            (count, Status::Complete) => Ok(count),
            _ => Err(stopped()),
        }
    }
}

/// The work that a plan is of, whatever it lists; none if two units are one.
fn units(plan: &Plan) -> Option<WorkPlan> {
    let all = plan.data.cubes.len();
    let unit = |(number, cube): (usize, &Vec<i32>)| WorkUnit {
        name: format!("cube {} of {all}", number + 1),
        parts: vec![Digester::new().value(cube).digest()],
        inputs: Vec::new(),
    };
    let context = Digester::new().value(&plan.origin).digest();
    WorkPlan::new(NAME, context, Vec::new(), plan.data.cubes.iter().enumerate().map(unit).collect()).ok()
}

/// The work that a plan is of; none if it lists other units than it has.
fn work(plan: &Plan) -> Option<WorkPlan> {
    let work = units(plan)?;
    (listed(&work) == plan.units && digest(plan) == plan.plan).then_some(work)
}

/// The units as the plan lists them. What a cube costs is known when it is counted, and not before.
fn listed(work: &WorkPlan) -> Vec<Listed> {
    work.units().map(|(unit, about)| Listed { unit, name: about.name.clone(), cost: 1 }).collect()
}

fn digest(plan: &Plan) -> Digest {
    Digester::new().value(&(NAME, env!("CARGO_PKG_VERSION"), plan.origin, &plan.units)).digest()
}

fn read_plan(opened: Opened) -> Result<Plan, Unreadable> {
    opened.plan(|plan| work(plan).is_some())
}

fn read_part(opened: Opened) -> Result<Part, Unreadable> {
    opened.part(|plan| work(plan).is_some())
}
