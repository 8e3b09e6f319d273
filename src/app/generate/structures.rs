//! Which structures a run selects, and what there is to say of them.

use crate::app::capture::Shown;
use crate::app::context::{Context, Translated, internal};
use crate::app::settings::Job;
use crate::app::timing::Stopwatch;
use crate::app::{Explanation, Failure, Progress};
use crate::extension::{self, Encoded, ListConfig, ListError, Print, Strength};
use crate::fixture::lines::{Lines, Printer, ResumeError};
use crate::fixture::stored::Restorer;
use crate::fixture::{Coverage, Format, Suite};
use crate::relational::{Instance, Violation};
use crate::sat::{Backend, Interrupt};
use crate::schema::Schema;
use crate::solve::Status;
use crate::suite::{self, Allowance, Fate};
use fixedbitset::FixedBitSet;
use num_bigint::BigUint;
use std::thread;

/// What was computed: instances and what is known of them.
pub(super) struct Found {
    pub(super) search: Search,
    /// The instances, if they are kept.
    pub(super) instances: Vec<Instance>,
    /// Structures that the tests of the project show, if these count: as many as it takes to cover what they cover.
    pub(super) shown: Option<Vec<Instance>>,
    pub(super) coverage: Coverage,
    /// The feasible pairs of the plain problem, if it is to be certified that there are no others.
    pub(super) to_certify: Option<FixedBitSet>,
    /// The problem made ready for a solver, if there was time for that.
    pub(super) translated: Option<Translated>,
}

/// How structures were found.
#[derive(Debug)]
pub struct Search {
    /// How many there are, be they kept or only counted.
    pub count: BigUint,
    /// Which ones were looked for.
    pub selected: Selected,
}

/// Which structures were looked for.
#[derive(Debug)]
pub enum Selected {
    /// As many as it takes for all feasible pairs.
    Fields {
        /// Whether these are all feasible pairs.
        is_complete: bool,
        /// How many structures are needed at least.
        bound: usize,
        /// What is covered of each field.
        fields: Vec<FieldPairs>,
        /// What is covered of two pairs together, if that is asked for.
        together: Option<Interactions>,
        /// What tests of the project contribute, if they count.
        tests: Option<Contribution>,
        /// How often the solver was called.
        calls: u64,
        /// How many conflicts it met.
        conflicts: u64,
        /// How many variables the formula has.
        variables: usize,
        /// How many of them are primary.
        primary: usize,
        /// How many clauses it has.
        clauses: usize,
        /// What follows from the specification and made the search faster, in words.
        facts: Vec<String>,
        /// How they were searched.
        explanation: Box<Explanation>,
    },
    /// All structures.
    All {
        /// Whether they are all there.
        is_complete: bool,
    },
    /// None: there was no time to translate the specification.
    Nothing,
}

/// What is covered of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldPairs {
    /// The name of the field.
    pub field: String,
    /// How many pairs are covered.
    pub covered: usize,
    /// How many are not: they are infeasible, or open where the search was stopped.
    pub other: usize,
}

/// What is covered of two pairs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interactions {
    /// How many interactions are covered.
    pub covered: usize,
    /// How many are not: they are infeasible, or open where the search was stopped.
    pub other: usize,
}

/// What tests contribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contribution {
    /// How many tests ran.
    pub tests: usize,
    /// How many of them failed.
    pub failed: usize,
    /// How many valid structures they show.
    pub structures: usize,
    /// How many pairs these cover.
    pub pairs: usize,
    /// How many structures violate the invariant.
    pub invalid: usize,
}

impl Search {
    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        match self.selected {
            Selected::Fields { is_complete, .. } | Selected::All { is_complete } => is_complete,
            Selected::Nothing => false,
        }
    }
}

/// As many structures as it takes for all feasible pairs.
pub(super) fn field_exhaustive(
    context: &Context,
    translated: &Translated,
    shown: Option<&Shown>,
    interrupt: &Interrupt,
    watch: &mut Stopwatch,
) -> Result<Found, Failure> {
    let (job, caller) = (context.job, context.caller);
    let plain = &translated.plain;
    let (encoded, mut search, found) = context.search(translated, interrupt, |encoded, search| {
        let (fates, given) = match shown {
            Some(shown) => suite::valid(&context.lowered.problem, encoded, &shown.candidates),
            None => Default::default(),
        };
        let extension = extension::search_beyond(search, &given, |progress| {
            let extension::Progress { instances, covered, open, .. } = progress;
            caller.progress(Progress::Searching { structures: instances, covered, open });
        })?;
        Ok((fates, given, extension))
    })?;
    let (fates, given, extension) = found;
    watch.lap("search");
    let explanation = Box::new(Explanation::of(encoded, &search, translated.inquiries()));
    let is_complete = extension.status == Status::Complete;
    let (seed, config) = (u64::from(job.seed), minimise_config(job));
    caller.progress(Progress::Minimising { structures: extension.found.len() });
    let rest = suite::beside(&extension, given.len());
    let minimised = suite::minimise(encoded, &mut search, &rest, &config).map_err(internal)?;
    watch.lap("minimise");
    let allowance = Allowance::to_vary(&search);
    let found = suite::vary(encoded, &mut search, &minimised.found, 0, seed, allowance).map_err(internal)?;
    watch.lap("vary");
    let by_tests = suite::coverage(&given, encoded.pairs.len());
    let mut covered = suite::coverage(&found, encoded.pairs.len());
    covered.union_with(&by_tests);
    let covered = plain.pairs.positions(&encoded.pairs, &covered);
    let selected = Selected::Fields {
        is_complete,
        bound: minimised.clique.pairs.len(),
        fields: fields(plain, &covered),
        together: together(plain, &covered),
        tests: shown.map(|shown| contribution(shown, &fates, given.len(), pairs_of(encoded, &by_tests))),
        calls: extension.statistics.calls,
        conflicts: extension.statistics.conflicts,
        variables: encoded.core.cnf.variables() as usize,
        primary: encoded.core.inputs.len(),
        clauses: encoded.core.cnf.len(),
        facts: encoded.facts.clone(),
        explanation,
    };
    let is_certifiable = job.certify && is_complete && !extension.found.is_empty();
    Ok(Found {
        search: Search { count: found.len().into(), selected },
        instances: instances(found),
        shown: shown.map(|_| instances(suite::without_superfluous(&given, 0, encoded.pairs.len()))),
        coverage: coverage(is_complete, shown.is_some()),
        to_certify: is_certifiable.then(|| plain.pairs.positions(&encoded.pairs, &extension.feasible)),
        translated: None,
    })
}

/// What a suite covers, beside the project's tests or alone.
fn coverage(is_complete: bool, beside_tests: bool) -> Coverage {
    match (is_complete, beside_tests) {
        (false, _) => Coverage::Incomplete,
        (true, false) => Coverage::FieldExhaustive,
        (true, true) => Coverage::Complement,
    }
}

fn instances(found: Vec<extension::Found>) -> Vec<Instance> {
    found.into_iter().map(|found| found.instance).collect()
}

/// How much the suite is made smaller.
fn minimise_config(job: &Job) -> suite::MinimiseConfig {
    let seed = u64::from(job.seed);
    match (job.minimise, job.solver) {
        (true, _) => suite::MinimiseConfig::thorough(seed),
        // Without conflict limits a question may take it for ever.
        (false, Backend::Varisat) => suite::MinimiseConfig { calls: 0, ..suite::MinimiseConfig::brief(seed) },
        (false, _) => suite::MinimiseConfig::brief(seed),
    }
}

/// What the tests of the project have that a suite lacks, given what became of their structures.
fn contribution(shown: &Shown, fates: &[Fate], structures: usize, pairs: usize) -> Contribution {
    let is_invalid = |fate: &&Fate| matches!(fate, Fate::Violates(Violation::Constraint(_)));
    Contribution {
        tests: shown.witnessed.tests,
        failed: shown.witnessed.failed.len(),
        structures,
        pairs,
        invalid: fates.iter().filter(is_invalid).count(),
    }
}

/// The pairs of each field that has some: covered, and refuted or open.
fn fields(encoded: &Encoded, covered: &FixedBitSet) -> Vec<FieldPairs> {
    let mut rows = Vec::new();
    for (index, field) in encoded.core.problem.heap.fields.iter().enumerate() {
        let pairs: Vec<usize> =
            (0..encoded.pairs.pairs.len()).filter(|pair| encoded.pairs.pairs[*pair].field == index).collect();
        if !pairs.is_empty() {
            let has = pairs.iter().filter(|pair| covered.contains(**pair)).count();
            rows.push(FieldPairs { field: field.name.clone(), covered: has, other: pairs.len() - has });
        }
    }
    rows
}

/// How many of some positions are those of pairs.
fn pairs_of(encoded: &Encoded, covered: &FixedBitSet) -> usize {
    covered.count_ones(..encoded.pairs.pairs.len())
}

/// What is covered of two pairs together, where that is asked for.
fn together(encoded: &Encoded, covered: &FixedBitSet) -> Option<Interactions> {
    let from = encoded.pairs.pairs.len();
    let has = covered.count_ones(from..);
    let interactions = Interactions { covered: has, other: encoded.pairs.len() - from - has };
    (encoded.pairs.strength() == Strength::Two).then_some(interactions)
}

/// The file for structures that are written as they are found.
fn lines<'c>(context: &'c Context) -> Result<Lines<'c>, Failure> {
    Lines::create(&listed(context), &context.job.out).map_err(|error| context.refuse_write(&error))
}

/// What that file is about.
fn listed<'c>(context: &'c Context) -> Suite<'c> {
    context.suite(&[], &[], Coverage::BoundedExhaustive)
}

/// The file for structures behind those that an earlier run wrote: how many these are, and the last one.
fn resumed<'c>(context: &'c Context) -> Result<(Lines<'c>, u64, Option<Instance>), Failure> {
    let again = "without `--resume`, `fex generate --exhaustive` lists all structures anew";
    let (lines, begun) = Lines::resume(&listed(context), &context.job.out).map_err(|error| match error {
        ResumeError::Write(error) => context.refuse_write(&error),
        ResumeError::Missing(path) => {
            Failure::usage(format_args!("there is no `{}` to go on with", path.display())).help(again)
        }
        ResumeError::Complete(path) => {
            Failure::usage(format_args!("`{}` has all structures already", path.display())).help(again)
        }
        ResumeError::Other(path) => {
            let problem = "is no listing of this specification at this scope by this fex";
            Failure::usage(format_args!("`{}` {problem}", path.display())).help(again)
        }
    })?;
    let Some(last) = begun.last else { return Ok((lines, 0, None)) };
    let restored = Restorer::new(&context.schema()).restore(&last).ok().filter(|restored| restored.unknown.is_empty());
    match restored {
        Some(restored) => Ok((lines, begun.count, Some(restored.instance))),
        None => Err(foreign(context)),
    }
}

/// Says that it is not known behind which structure to go on.
fn foreign(context: &Context) -> Failure {
    let name = format!("{}.jsonl", context.paragraph.name);
    Failure::usage(format_args!("the last line of `{name}` does not say which structures come after it"))
        .help("without `--resume`, `fex generate --exhaustive` lists all structures anew")
}

/// All structures of the scope, or how many there are.
pub(super) fn exhaustive(
    context: &Context,
    encoded: &Encoded,
    count: bool,
    interrupt: &Interrupt,
) -> Result<Found, Failure> {
    let tell = |structures: u64| {
        if structures.is_multiple_of(1024) {
            context.caller.progress(Progress::Enumerating { structures });
        }
    };
    let mut instances = Vec::new();
    let (count, status) = if count {
        let tell = |structures| context.caller.progress(Progress::Enumerating { structures });
        extension::count(encoded, interrupt, tell).map_err(internal)?
    } else if context.options.format == Format::Json {
        let (count, status) = stream(context, encoded, interrupt)?;
        (count.into(), status)
    } else {
        let (count, status) = extension::enumerate(encoded, interrupt, |instance| {
            instances.push(instance.clone());
            tell(instances.len() as u64);
            true
        })
        .map_err(internal)?;
        (count.into(), status)
    };
    let is_complete = status == Status::Complete;
    Ok(Found {
        search: Search { count, selected: Selected::All { is_complete } },
        instances,
        shown: None,
        coverage: if is_complete { Coverage::BoundedExhaustive } else { Coverage::Incomplete },
        to_certify: None,
        translated: None,
    })
}

/// Writes structures as they are found.
fn stream(context: &Context, encoded: &Encoded, interrupt: &Interrupt) -> Result<(u64, Status), Failure> {
    let (mut lines, earlier, last) = match context.job.resume {
        true => resumed(context)?,
        false => (lines(context)?, 0, None),
    };
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let config =
        ListConfig { threads: context.job.threads.map_or_else(cores, usize::from), interrupt: interrupt.clone() };
    let places: Vec<_> = extension::places(encoded).iter().map(|input| (input.relation, input.tuple)).collect();
    let schema = Schema { problem: &encoded.core.problem, ..context.schema() };
    let printer = || Printing(Printer::new(&schema, &places));
    let mut told = 0;
    let tell = |structures| {
        if structures != told {
            context.caller.progress(Progress::Enumerating { structures: earlier + structures });
        }
        told = structures;
    };
    let write = |bytes: &[u8]| lines.write(bytes);
    let (count, status) =
        extension::list(encoded, &config, last.as_ref(), printer, write, tell).map_err(|error| match error {
            ListError::Contradiction(contradiction) => internal(contradiction),
            ListError::Io(error) => {
                Failure::usage(format_args!("cannot write `{}`: {error}", context.job.out.display()))
            }
            ListError::Foreign => foreign(context),
        })?;
    let count = earlier + count;
    let complete = status == Status::Complete;
    if count > 0 || !complete {
        let coverage = if complete { Coverage::BoundedExhaustive } else { Coverage::Incomplete };
        lines.finish(coverage).map_err(|error| context.refuse_write(&error))?;
    }
    Ok((count, status))
}

/// Prints instances as lines.
struct Printing<'p>(Printer<'p>);

impl Print for Printing<'_> {
    fn print(&mut self, changed: usize, holds: impl Fn(usize) -> bool, out: &mut Vec<u8>) {
        self.0.print(changed, holds, out);
    }
}

/// What there is if the run was stopped before the search began: no structure.
pub(super) fn stopped_early(context: &Context, count: bool) -> Result<Found, Failure> {
    // What an earlier run listed stays as it is.
    if context.job.exhaustive && !count && !context.job.resume && context.options.format == Format::Json {
        lines(context)?.finish(Coverage::Incomplete).map_err(|error| context.refuse_write(&error))?;
    }
    Ok(Found {
        search: Search { count: BigUint::ZERO, selected: Selected::Nothing },
        instances: Vec::new(),
        shown: None,
        coverage: Coverage::Incomplete,
        to_certify: None,
        translated: None,
    })
}
