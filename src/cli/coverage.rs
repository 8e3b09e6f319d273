//! `fex coverage`: how much of the feasible pairs a suite covers, and which are missing.

use super::context::{Context, internal};
use super::progress::Line;
use super::settings::{Flags, Job};
use super::{Exit, print, specification, stored};
use crate::extension::{Encoded, Search, Status};
use crate::fixture::stored::{Restorer, Stored};
use crate::fixture::{self, Coverage};
use crate::relational::TupleKey;
use crate::sat::Interrupt;
use crate::suite::{self, Candidate, Fate, Measured};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// The arguments of `fex coverage`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    /// The JSON document of the suite [default: that of the paragraph in the output folder]
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Output::Human, help_heading = "Output")]
    format: Output,
    /// No progress display
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// A table, and what is missing
    Human,
    /// Everything, as one JSON object per suite
    Json,
}

/// What there is to say of a suite.
#[derive(Debug, Serialize)]
struct Findings {
    spec: String,
    generate: String,
    scope: u32,
    /// How many structures count, and which ones do not.
    structures: usize,
    invalid: Vec<Invalid>,
    /// Whether all feasible pairs are known.
    complete: bool,
    covered: usize,
    feasible: usize,
    percent: f64,
    fields: Vec<Field>,
}

/// A structure that does not count.
#[derive(Debug, Serialize)]
struct Invalid {
    name: String,
    reason: String,
}

/// The pairs of a field.
#[derive(Debug, Serialize)]
struct Field {
    field: String,
    covered: usize,
    feasible: usize,
    percent: f64,
    missing: Vec<Missing>,
}

/// A feasible pair that no structure has.
#[derive(Debug, Serialize)]
struct Missing {
    /// The object, and what stands in middle columns.
    owner: Vec<String>,
    /// `null` where there is no value.
    value: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let work = |job: &Job, interrupt| {
        let findings = findings(arguments, job, &interrupt)?;
        match arguments.format {
            Output::Human => print::result(human(&findings).trim_end()),
            Output::Json => print::result(serde_json::to_string_pretty(&findings).unwrap_or_default()),
        }
        Ok(if findings.complete { Exit::Clean } else { Exit::Incomplete })
    };
    arguments.flags.each(arguments.spec.as_deref(), None, work)
}

fn findings(arguments: &Arguments, job: &Job, interrupt: &Interrupt) -> Result<Findings, Exit> {
    let specification = specification::read(&job.spec)?;
    let context = Context::new(job, &specification)?;
    let document = arguments.suite.clone().unwrap_or_else(|| job.out.join(fixture::document_path(context.paragraph)));
    let stored = stored::read(&document)?;
    let blank = context.suite(&[], &[], Coverage::Incomplete);
    let restorer = Restorer::new(&blank);
    let mut invalid = Vec::new();
    let mut candidates = Vec::new();
    let mut names = Vec::new();
    for structure in &stored.instances {
        match restorer.restore(structure) {
            Ok(restored) => {
                candidates.push(Candidate { instance: restored.instance, unknown: restored.unknown });
                names.push(structure.name.clone());
            }
            Err(reason) => invalid.push(Invalid { name: structure.name.clone(), reason }),
        }
    }
    let line = Line::new(arguments.quiet);
    line.say("translating".to_owned());
    let Some(translated) = context.translate(interrupt)? else {
        drop(line);
        print::message("error: the translation was stopped; nothing is known");
        return Err(Exit::Incomplete);
    };
    let encoded = translated.tightest();
    let mut search = Search::new(encoded, &context.search(interrupt));
    let measured = suite::measure(&context.lowered.problem, encoded, &mut search, &candidates, |progress| {
        line.say(format!("{} pairs are feasible, {} open", progress.covered, progress.open));
    })
    .map_err(internal)?;
    drop(line);
    for (name, fate) in names.iter().zip(&measured.fates).filter(|(_, fate)| **fate != Fate::Kept) {
        let reason = stored::reason(&context, fate, &|index| names[index].clone());
        invalid.push(Invalid { name: name.clone(), reason });
    }
    Ok(summary(&context, &stored, encoded, &measured, invalid))
}

fn summary(
    context: &Context,
    stored: &Stored,
    encoded: &Encoded,
    measured: &Measured,
    invalid: Vec<Invalid>,
) -> Findings {
    let pairs = &encoded.pairs.pairs;
    let share = |covered: usize, feasible: usize| 100.0 * covered as f64 / feasible.max(1) as f64;
    let percent = |covered: usize, feasible: usize| if feasible == 0 { 100.0 } else { share(covered, feasible) };
    let mut fields = Vec::new();
    for (index, field) in encoded.problem.heap.fields.iter().enumerate() {
        let own: Vec<usize> = measured.feasible.ones().filter(|pair| pairs[*pair].field == index).collect();
        if own.is_empty() {
            continue;
        }
        let missing: Vec<usize> = own.iter().copied().filter(|pair| !measured.covered.contains(*pair)).collect();
        let arity = encoded.problem.relations[field.relation.0 as usize].upper.arity();
        fields.push(Field {
            field: field.name.clone(),
            covered: own.len() - missing.len(),
            feasible: own.len(),
            percent: percent(own.len() - missing.len(), own.len()),
            missing: missing.into_iter().map(|pair| in_words(encoded, pair, arity)).collect(),
        });
    }
    let (covered, feasible) = (fields.iter().map(|f| f.covered).sum(), fields.iter().map(|f| f.feasible).sum());
    Findings {
        spec: context.specification.name().to_owned(),
        generate: context.paragraph.name.clone(),
        scope: context.lowered.scope,
        structures: stored.instances.len() - invalid.len(),
        invalid,
        complete: measured.status == Status::Complete,
        covered,
        feasible,
        percent: percent(covered, feasible),
        fields,
    }
}

fn in_words(encoded: &Encoded, pair: usize, arity: usize) -> Missing {
    let universe = &encoded.problem.universe;
    let name = |key: TupleKey, arity: usize| {
        let tuple = universe.tuple(key, arity);
        tuple.iter().map(|atom| universe.atoms[atom.index()].name.clone()).collect::<Vec<String>>()
    };
    let pair = &encoded.pairs.pairs[pair];
    Missing {
        owner: name(pair.place, arity - 1),
        value: pair.value.map(|atom| universe.atoms[atom.index()].name.clone()),
    }
}

fn human(findings: &Findings) -> String {
    let Findings { generate, scope, structures, covered, feasible, .. } = findings;
    let subject = if *structures == 1 { "structure covers" } else { "structures cover" };
    let mut text = format!(
        "{generate} at scope {scope}: {structures} {subject} {covered} of {feasible} feasible pairs ({})\n",
        rounded(findings.percent)
    );
    if !findings.complete {
        text.push_str("  INCOMPLETE: the search was stopped; more pairs may be feasible\n");
    }
    let widest = findings.fields.iter().map(|field| field.field.chars().count()).max().unwrap_or(0).max(5);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {:widest$}  covered  feasible  share", "field");
    for field in &findings.fields {
        let Field { field: name, covered, feasible, percent, .. } = field;
        let _ = writeln!(text, "  {name:widest$}  {covered:>7}  {feasible:>8}  {}", rounded(*percent));
    }
    for field in findings.fields.iter().filter(|field| !field.missing.is_empty()) {
        let mut places: Vec<(&[String], Vec<&str>)> = Vec::new();
        for missing in &field.missing {
            let value = missing.value.as_deref().unwrap_or("null");
            match places.last_mut() {
                Some((owner, values)) if *owner == missing.owner.as_slice() => values.push(value),
                _ => places.push((&missing.owner, vec![value])),
            }
        }
        for (owner, values) in places {
            let index = if owner.len() > 1 { format!("[{}]", owner[1..].join(", ")) } else { String::new() };
            let _ = writeln!(text, "  missing  {}.{}{index}: {}", owner[0], field.field, values.join(", "));
        }
    }
    for invalid in &findings.invalid {
        let _ = writeln!(text, "  not counted  {}: {}", invalid.name, invalid.reason);
    }
    text
}

/// A share with one digit; never rounded up to all.
fn rounded(percent: f64) -> String {
    if percent >= 100.0 { "100 %".to_owned() } else { format!("{:.1} %", (percent * 10.0).floor() / 10.0) }
}
