//! `fex coverage`: how much of the feasible pairs a suite covers, and which are missing.

mod captured;
mod page;
mod pairs;
mod violations;

use self::pairs::Pairs;
use super::context::{Context, Translated, internal};
use super::discovery::{Discovery, Wanted};
use super::progress::Line;
use super::settings::{Classes, Flags, Job, Solving};
use super::specification::{self, Specification};
use super::tests::Tests;
use super::{Exit, print, stored};
use crate::extension::{Encoded, Search};
use crate::fixture::stored::Restorer;
use crate::fixture::{self, Coverage};
use crate::project::Settings;
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
    #[command(flatten)]
    classes: Classes,
    #[command(flatten)]
    solving: Solving,
    /// The JSON document of the suite [default: that of the paragraph in the output folder]
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Measure what the tests of the project work on, instead of a generated suite
    #[arg(long, conflicts_with = "suite")]
    junit: bool,
    /// Also write a page that shows what the tests cover and miss
    #[arg(long, help_heading = "Output")]
    page: bool,
    #[command(flatten)]
    tests: Tests,
    /// What to print
    #[arg(long, value_enum, default_value_t = Output::Human, help_heading = "Output")]
    format: Output,
    /// No progress display
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Arguments {
    /// Whether tests are measured: those of the project, or those that are named.
    fn shows_tests(&self) -> bool {
        self.junit || self.tests.are_named()
    }

    /// What the flags say beside which suite it is.
    fn settings(&self) -> Settings {
        self.classes.settings().or(&self.solving.settings())
    }

    /// The project around.
    fn discovery(&self) -> Discovery<'_> {
        Discovery::new(self.flags.config(), self.tests.build_arguments(), self.quiet)
    }
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
    #[serde(flatten)]
    pairs: Pairs,
}

/// A structure that does not count.
#[derive(Debug, Serialize)]
struct Invalid {
    name: String,
    reason: String,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    if arguments.shows_tests() {
        return captured::run(arguments);
    }
    if arguments.page {
        print::message("error: `--page` shows what the tests of the project cover");
        print::message("help: `--junit` measures these tests; `fex report` writes the page of a suite");
        return Exit::Usage;
    }
    let discovery = arguments.discovery();
    let work = |job: &Job, interrupt| {
        let specification = specification::read(&job.spec)?;
        let job = match &arguments.suite {
            Some(_) => job.clone(),
            None => discovery.settled(job, &specification, Wanted::Place)?,
        };
        let findings = findings(arguments, &job, &specification, &interrupt)?;
        arguments.format.print(&findings, human);
        Ok(if findings.pairs.complete { Exit::Clean } else { Exit::Incomplete })
    };
    arguments.flags.each(arguments.spec.as_deref(), arguments.settings(), work)
}

impl Output {
    /// Prints findings, for people or programs.
    fn print<F: Serialize>(self, findings: &F, human: impl Fn(&F) -> String) {
        match self {
            Output::Human => print::result(human(findings).trim_end()),
            Output::Json => print::result(serde_json::to_string_pretty(findings).unwrap_or_default()),
        }
    }
}

fn findings(
    arguments: &Arguments,
    job: &Job,
    specification: &Specification,
    interrupt: &Interrupt,
) -> Result<Findings, Exit> {
    let context = Context::new(job, specification)?;
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
                candidates.push(stored::candidate(restored));
                names.push(structure.name.clone());
            }
            Err(reason) => invalid.push(Invalid { name: structure.name.clone(), reason }),
        }
    }
    let line = Line::new(arguments.quiet);
    let translated = translated(&context, interrupt, &line)?;
    let encoded = translated.tightest();
    let measured = measured(&context, encoded, &candidates, interrupt, &line)?;
    drop(line);
    for (name, fate) in names.iter().zip(&measured.fates).filter(|(_, fate)| **fate != Fate::Kept) {
        let reason = stored::reason(&context, fate, &|index| names[index].clone());
        invalid.push(Invalid { name: name.clone(), reason });
    }
    Ok(Findings {
        spec: context.specification.name().to_owned(),
        generate: context.paragraph.name.clone(),
        scope: context.lowered.scope,
        structures: stored.instances.len() - invalid.len(),
        invalid,
        pairs: Pairs::of(encoded, &measured),
    })
}

/// The problem ready for a solver; says so if there was no time for that.
fn translated(context: &Context, interrupt: &Interrupt, line: &Line) -> Result<Translated, Exit> {
    line.say("translating".to_owned());
    context.translate(interrupt)?.ok_or_else(|| {
        print::message("error: the translation was stopped; nothing is known");
        Exit::Incomplete
    })
}

/// What the valid ones of some structures cover.
fn measured(
    context: &Context,
    encoded: &Encoded,
    candidates: &[Candidate],
    interrupt: &Interrupt,
    line: &Line,
) -> Result<Measured, Exit> {
    let mut search = Search::new(encoded, &context.search(interrupt));
    suite::measure(&context.lowered.problem, encoded, &mut search, candidates, |progress| {
        line.say(format!("{} pairs are feasible, {} open", progress.covered, progress.open));
    })
    .map_err(internal)
}

fn human(findings: &Findings) -> String {
    let Findings { generate, scope, structures, pairs, .. } = findings;
    let subject = if *structures == 1 { "structure covers" } else { "structures cover" };
    let mut text = format!("{generate} at scope {scope}: {structures} {subject} {}\n{}", pairs.share(), pairs.table());
    for invalid in &findings.invalid {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  not counted  {}: {}", invalid.name, invalid.reason);
    }
    text
}
