//! `fex coverage`: how much of the feasible pairs a suite covers, and which are missing.

use super::settings::{Classes, Flags, Solving};
use super::terminal::Terminal;
use super::test_flags::{Seen, Tests};
use super::{Exit, print};
use crate::app::coverage::{self, Covered, Field, Measurement, Pairs, Shown, Violation, missing, rounded};
use crate::app::{Caller, Failure, Workspace};
use crate::report::{Format, Report, Sources};
use clap::{Args, ValueEnum};
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
    #[command(flatten)]
    seen: Seen,
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
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit's XML, for build servers
    Junit,
    /// Workflow commands of GitHub
    Github,
    /// One static page
    Html,
}

/// What is printed of measurements: those for people and JSON one after the other, the others as one report at the end.
struct Printer {
    output: Output,
    kept: Vec<Report>,
    sources: Sources,
}

impl Printer {
    fn new(output: Output, caller: &Caller) -> Printer {
        Printer { output, kept: Vec::new(), sources: coverage::sources(caller) }
    }

    /// Prints what was measured, or keeps it for the end.
    fn take<M: Measurement>(&mut self, measured: &M, human: impl Fn(&M) -> String) {
        match self.output {
            // A table of fields says more to people than one finding after the other.
            Output::Human => print::result(human(measured).trim_end()),
            Output::Json => print::text(&Format::Json.render(&measured.report(), &self.sources)),
            _ => self.kept.push(measured.report()),
        }
    }

    /// Prints what was kept.
    fn finish(self) {
        let format = match self.output {
            Output::Human | Output::Json => return,
            Output::Sarif => Format::Sarif,
            Output::Junit => Format::Junit,
            Output::Github => Format::Github,
            Output::Html => Format::Html,
        };
        if let Some(report) = coverage::joined(self.kept) {
            print::text(&format.render(&report, &self.sources));
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { spec, flags, classes, solving, suite, junit, page, tests, seen, format, quiet } = arguments;
    let terminal = Terminal::new(*quiet).setting(flags.config());
    let running = seen.settings().or(&tests.with(classes.settings().classpath));
    let workspace = Workspace::new(terminal.caller(), flags.config().file(), running);
    let request = flags.request(spec.as_deref(), &classes.settings().or(&solving.settings()));
    let mut printer = Printer::new(*format, &workspace.caller);
    // Tests are measured: those of the project, or those that are named.
    if *junit || tests.settings().tests.is_some() {
        let work = |job: &_| coverage::of_tests(job, *page, &workspace);
        let exit = terminal.each(&request, &workspace, work, |shown| {
            printer.take(&shown, of_tests);
            match &shown {
                _ if !shown.pairs.complete => Exit::Incomplete,
                _ if !shown.violations.is_empty() => Exit::Findings,
                _ => Exit::Clean,
            }
        });
        printer.finish();
        return exit;
    }
    if *page {
        let refused = Failure::usage("`--page` shows what the tests of the project cover")
            .help("`--junit` measures these tests; `fex report` writes the page of a suite");
        return terminal.fail(&refused);
    }
    let work = |job: &_| coverage::of_suite(job, suite.as_deref(), &workspace);
    let exit = terminal.each(&request, &workspace, work, |covered| {
        printer.take(&covered, of_suite);
        if covered.pairs.complete { Exit::Clean } else { Exit::Incomplete }
    });
    printer.finish();
    exit
}

fn of_suite(covered: &Covered) -> String {
    let Covered { target, structures, pairs, .. } = covered;
    let subject = if *structures == 1 { "structure covers" } else { "structures cover" };
    let mut text = format!("{target}: {structures} {subject} {}\n{}", share(pairs), table(pairs));
    for invalid in &covered.invalid {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  not counted  {}: {}", invalid.name, invalid.reason);
    }
    text
}

fn of_tests(shown: &Shown) -> String {
    let Shown { target, tests, structures, pairs, .. } = shown;
    let tests = if *tests == 1 { "1 test shows".to_owned() } else { format!("{tests} tests show") };
    let structures = match structures {
        0 => "no structure".to_owned(),
        1 => format!("1 structure, which covers {}", share(pairs)),
        _ => format!("{structures} structures, which cover {}", share(pairs)),
    };
    let mut text = format!("{target}: {tests} {structures}\n");
    text.push_str(&table(pairs));
    for (about, remark) in shown.remarks() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {about}  {remark}");
    }
    for violation in &shown.violations {
        text.push_str(&self::violation(violation));
    }
    if let Some(page) = &shown.page {
        let _ = writeln!(text, "  page  {}", page.display());
    }
    text
}

/// `25 of 40 feasible pairs (62.5 %)`.
fn share(pairs: &Pairs) -> String {
    format!("{} of {} feasible pairs ({})", pairs.covered, pairs.feasible, pairs.share())
}

/// A table of the fields, and what is missing of them.
fn table(pairs: &Pairs) -> String {
    let mut text = String::new();
    if !pairs.complete {
        text.push_str("  INCOMPLETE: the search was stopped; more pairs may be feasible\n");
    }
    let widest = pairs.fields.iter().map(|field| field.field.chars().count()).max().unwrap_or(0).max(5);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {:widest$}  covered  feasible  share", "field");
    for field in &pairs.fields {
        let Field { field: name, covered, feasible, percent, .. } = field;
        let _ = writeln!(text, "  {name:widest$}  {covered:>7}  {feasible:>8}  {}", rounded(*percent));
    }
    for missing in pairs.fields.iter().flat_map(missing) {
        let _ = writeln!(text, "  missing  {missing}");
    }
    text
}

/// A paragraph of the report.
fn violation(violation: &Violation) -> String {
    let Violation { reason, test, before, after, .. } = violation;
    let (what, place) = (violation.what(), violation.place());
    let mut text = format!("  violation  {what}: {reason}\n    in {test}{place}\n");
    for (title, picture) in [("before", before.as_ref()), ("after", Some(after))] {
        let lines = picture.iter().flat_map(|picture| &picture.text).enumerate();
        for (index, line) in lines {
            // Writing to a string cannot fail.
            let title = if index == 0 { title } else { "" };
            let _ = writeln!(text, "{}", format!("      {title:6}  {line}").trim_end());
        }
    }
    text
}
