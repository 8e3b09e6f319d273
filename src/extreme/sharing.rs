//! The judging of a project on several machines: what travels between them, and how it is joined.
//!
//! A plan holds the methods and the suite as it is, so that whoever has it can judge some of its units without running the suite first,
//! and whoever has verdicts on all of them can report without having the project.

use super::Failure;
use super::findings::Findings;
use super::fingerprint::Fingerprint;
use super::journal::Past;
use super::judge::{Begun, Listener, Outcome, begin};
use super::options::Options;
use super::subject::{Method, Subject};
use super::verdict::{Judged, Verdict};
use super::work::{ANALYSIS, Work};
use crate::session::{Baseline, Cost};
use crate::unit::{
    self, Difference, Digest, Digester, JoinError, Kind, Listed, Opened, Origin, PartialReport, PlanDocument, Share,
    Source, UnitVerdict, Unreadable,
};
use crate::worker::Jars;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What names these plans and reports.
pub const NAME: &str = ANALYSIS;

/// What a plan holds beside its units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Data {
    /// All methods, skipped ones too.
    methods: Vec<Method>,
    /// The suite as it is.
    suite: Baseline,
    /// What stands for each test.
    tests: Vec<Digest>,
    /// The folders with sources, from that of the project.
    pub sources: Vec<PathBuf>,
}

/// What is noticed beside verdicts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noticed {
    /// Tests that fail alone on the unchanged program.
    dependent: BTreeSet<Digest>,
    /// Classes that could not be instrumented, by internal name, with the reason.
    not_instrumented: BTreeMap<String, String>,
}

/// A plan of the judging of a project.
pub type Plan = PlanDocument<Data>;

/// Verdicts on some of its units.
pub type Part = PartialReport<Data, Judged<Digest>, Noticed>;

/// What is judged, and how that is called.
#[derive(Debug, Clone)]
pub struct Named<'n> {
    /// What is judged.
    pub subject: &'n Subject,
    /// What verdicts depend on.
    pub origin: Origin,
    /// The command that carries out the plan, with its arguments.
    pub arguments: &'n [String],
    /// The folders with sources, from that of the project.
    pub sources: &'n [PathBuf],
}

/// What the outcome of all units depends on, given what stands for the settings.
pub fn origin(fingerprint: &Fingerprint, settings: Digest) -> Origin {
    Origin { settings, surroundings: fingerprint.surroundings(), subject: fingerprint.whole() }
}

/// The plan of judging a subject. The suite runs, unless the past knows it.
pub fn plan(
    options: &Options,
    jars: &Jars,
    named: &Named<'_>,
    past: &mut Past,
    listener: Listener<'_>,
) -> Result<Plan, Failure> {
    let Begun { suite, work, .. } = begin(options, jars, named.subject, past, named.origin.surroundings, listener)?;
    Ok(document(named, suite, &work))
}

fn document(named: &Named<'_>, suite: Baseline, work: &Work) -> Plan {
    let Named { subject, origin, arguments, sources } = named;
    let units = listed(work, &suite);
    let tests = work.plan.inputs().to_vec();
    Plan {
        plan: digest(origin, &units, &suite),
        arguments: arguments.to_vec(),
        origin: *origin,
        units,
        data: Data { methods: subject.methods.clone(), suite, tests, sources: sources.to_vec() },
    }
}

fn listed(work: &Work, suite: &Baseline) -> Vec<Listed> {
    let units = work.plan.units().zip(work.costs(suite));
    units.map(|((unit, about), cost)| Listed { unit, name: about.name.clone(), cost }).collect()
}

/// What tells a plan from others: what its units depend on, what they are and cost, and all of the suite but its times.
fn digest(origin: &Origin, units: &[Listed], suite: &Baseline) -> Digest {
    let mut timeless = Baseline { micros: 0, ..suite.clone() };
    for test in &mut timeless.tests {
        (test.slowest, test.usual) = (Cost::default(), Cost::default());
    }
    Digester::new().value(&(ANALYSIS, env!("CARGO_PKG_VERSION"), origin, units, timeless)).digest()
}

impl Outcome {
    /// The verdicts for whoever joins them with others; with the plan, unless it comes from there.
    pub fn part(self, named: &Named<'_>, share: Option<Share>, has_plan: bool) -> Part {
        let Outcome { suite, work, verdicts, dependent, not_instrumented, .. } = self;
        let verdicts = verdicts.into_iter().map(|verdict| UnitVerdict {
            unit: verdict.unit,
            name: verdict.name,
            outcomes: verdict.outcomes.iter().map(|(part, judged)| (*part, work.with_digests(judged))).collect(),
        });
        let mut verdicts: Vec<UnitVerdict<Judged<Digest>>> = verdicts.collect();
        // Threads take units as they come.
        verdicts.sort_by_key(|verdict| work.plan.index(verdict.unit));
        let verdicts = gathered(verdicts);
        let dependent = dependent.iter().map(|test| work.digest(*test)).collect();
        let plan = document(named, suite, &work);
        Part {
            plan: plan.plan,
            share,
            document: (!has_plan).then_some(plan),
            verdicts,
            noticed: Noticed { dependent, not_instrumented },
        }
    }
}

/// Verdicts in which neighbours on parts of one unit are one.
fn gathered(verdicts: Vec<UnitVerdict<Judged<Digest>>>) -> Vec<UnitVerdict<Judged<Digest>>> {
    let mut gathered: Vec<UnitVerdict<Judged<Digest>>> = Vec::new();
    for mut verdict in verdicts {
        match gathered.last_mut().filter(|last| last.unit == verdict.unit) {
            Some(last) => last.outcomes.append(&mut verdict.outcomes),
            None => gathered.push(verdict),
        }
    }
    gathered
}

/// Reads a plan.
pub fn read_plan(opened: Opened) -> Result<Plan, Unreadable> {
    opened.plan(|plan| work(plan).is_some())
}

/// Reads a partial report.
pub fn read_part(opened: Opened) -> Result<Part, Unreadable> {
    opened.part(|plan| work(plan).is_some())
}

/// The text of a plan.
pub fn write_plan(plan: &Plan) -> String {
    unit::write(Kind::Plan, ANALYSIS, plan)
}

/// The text of a partial report.
pub fn write_part(part: &Part) -> String {
    unit::write(Kind::PartialReport, ANALYSIS, part)
}

/// The work that a plan is of; none if it lists other units than it has.
fn work(plan: &Plan) -> Option<Work> {
    let Data { methods, suite, tests, .. } = &plan.data;
    let guarded: Vec<&Method> = methods.iter().filter(|method| !method.transformations.is_empty()).collect();
    let mut reached = suite.tests.iter().flat_map(|test| &test.reached);
    if tests.len() != suite.tests.len() || reached.any(|method| method.0 as usize >= guarded.len()) {
        return None;
    }
    let work = Work::on(&guarded, suite, tests.clone(), plan.origin.surroundings).ok()?;
    let units = listed(&work, suite);
    (units == plan.units && digest(&plan.origin, &units, suite) == plan.plan).then_some(work)
}

impl Plan {
    /// What the past knows where this is the plan: the suite as it is.
    pub fn suite(&self) -> Baseline {
        self.data.suite.clone()
    }
}

/// What tells the plan of an outcome from another one, if anything does.
pub fn difference(named: &Named<'_>, outcome: &Outcome, plan: &Plan) -> Option<Difference> {
    let other = document(named, outcome.suite.clone(), &outcome.work);
    (other.plan != plan.plan).then(|| Difference::of(plan, &other))
}

/// The findings of which these are the parts. Where a part has a plan of its own, it has to be this one.
pub fn join(plan: &Source<Plan>, parts: Vec<Source<Part>>) -> Result<Findings, JoinError> {
    unit::belong(plan, &parts)?;
    let work = work(&plan.content).expect("plans that were read have the units that they list");
    let Data { methods, suite, .. } = &plan.content.data;
    let (mut dependent, mut not_instrumented) = (BTreeSet::new(), BTreeMap::new());
    for Source { name, content } in &parts {
        for verdict in &content.verdicts {
            if let Some(index) = work.plan.index(verdict.unit)
                && !verdict.outcomes.values().all(|judged| is_possible(judged, &work, index))
            {
                return Err(JoinError::Impossible(verdict.name.clone(), name.clone()));
            }
        }
        dependent.extend(work.tests(&content.noticed.dependent));
        not_instrumented.extend(content.noticed.not_instrumented.clone());
    }
    let outcomes = unit::join(&work.plan, parts)?;
    let with_numbers = |judged: &Judged<Digest>| work.with_numbers(judged).expect("its tests are in the plan");
    let outcomes = outcomes.iter().map(|unit| unit.iter().map(with_numbers).collect()).collect();
    let (dependent, not_instrumented) = (dependent.into_iter().collect(), not_instrumented.into_iter().collect());
    Ok(Findings::assemble(methods, suite.clone(), &work, outcomes, dependent, not_instrumented))
}

/// Whether tests that reach the method of a unit can say this of one of its bodies.
fn is_possible(judged: &Judged<Digest>, work: &Work, unit: unit::UnitIndex) -> bool {
    let inputs = &work.plan.unit(unit).1.inputs;
    let reaches = |test: &Digest| inputs.iter().any(|input| work.plan.input(*input) == *test);
    let also = || judged.also.iter().all(|detection| reaches(&detection.test));
    match &judged.verdict {
        Verdict::Detected(detection) => reaches(&detection.test) && also(),
        Verdict::Undetected | Verdict::NotJudged => judged.also.is_empty(),
        Verdict::NotCovered => false,
    }
}
