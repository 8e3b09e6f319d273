//! `fex generate`: from an invariant to a suite.

use super::settings::{Emission, Flags, Selection, Solving};
use super::sharing::Sharing;
use super::subject::Subject;
use super::terminal::Terminal;
use super::test_flags::Tests;
use super::{Exit, print, sharing, suite};
use crate::app::generate::{
    self, Contribution, Counted, FieldPairs, Generated, Interactions, Search, Selected, Written,
};
use crate::app::settings::Job;
use crate::app::sharing::{Partial, Portion};
use crate::app::{self, Answer, Caller, Explanation, Fact, Failure, Inquiry, Numbering, Share, Target, Workspace};
use crate::diagnostic::listed;
use crate::fixture::Format;
use crate::fixture::merge::Edited;
use crate::report::counted;
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use std::fmt::Write;
use std::path::PathBuf;

/// The arguments of `fex generate`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    emission: Emission,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    solving: Solving,
    #[command(flatten)]
    tests: Tests,
    #[command(flatten)]
    subject: Subject,
    /// Print the number of structures and write nothing
    #[arg(long, conflicts_with = "resume", help_heading = "Search")]
    count: bool,
    /// Say what was asked to search faster, and what the answers and the fields took; `json` prints that in the place of the summary
    #[arg(long, value_name = "FORMAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "human")]
    #[arg(conflicts_with_all = ["exhaustive", "count"], help_heading = "Search")]
    explain_search: Option<Explained>,
    #[command(flatten)]
    sharing: Sharing,
    /// Let what fex writes take the place of what was edited by hand
    #[arg(long, help_heading = "Output")]
    discard_edits: bool,
    /// No progress display and no summary
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// How to say how structures were searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Explained {
    /// In words, on standard error.
    Human,
    /// As a JSON object, on standard output.
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { spec, flags, emission, selection, solving, tests, quiet, .. } = arguments;
    let terminal = Terminal::new(*quiet).setting(flags.config());
    let tests = tests.with(emission.settings().classpath);
    let workspace = Workspace::new(terminal.caller(), flags.config().file(), tests);
    let subject = match arguments.subject.job() {
        Ok(subject) => subject,
        Err(failure) => return terminal.fail(&failure),
    };
    let mut settings = emission.settings().or(&selection.settings()).or(&solving.settings());
    if subject.is_some() {
        if let Some(format) = settings.format.filter(|format| *format != Format::Text) {
            let what = format!("a program runs on texts, and `--format {}` writes none", format.word());
            return terminal.fail(&Failure::usage(what).help("leave out `--format`"));
        }
        settings.format = Some(Format::Text);
    }
    let request = flags.request(spec.as_deref(), &settings);
    match arguments.sharing.portion(&workspace.caller) {
        Ok(None) => {}
        Ok(Some(portion)) => {
            let counted = self::portion(arguments, &portion, &workspace.caller);
            let delivered = counted.and_then(|partial| sharing::deliver(&partial, request.settings.out.as_deref()));
            return terminal.finish(delivered, |()| Exit::Clean);
        }
        Err(failure) => return terminal.fail(&failure),
    }
    if arguments.count {
        return terminal.each(
            &request,
            &workspace,
            |job| generate::count(job, &workspace),
            |counted| counted_in_words(&terminal, &counted),
        );
    }
    let edited = if arguments.discard_edits { Edited::IsDiscarded } else { Edited::Stays };
    let resume = arguments.subject.resumes_listing();
    let work = |job: &Job| {
        let job = Job { resume, ..job.clone() };
        Ok((generate::generate(&job, edited, &workspace)?, job))
    };
    terminal.each(&request, &workspace, work, |(generated, suite)| {
        let exit = show(&generated, *quiet || arguments.explain_search == Some(Explained::Json));
        if let Selected::Fields { explanation, .. } = &generated.search.selected {
            let target = &generated.target;
            match arguments.explain_search {
                Some(Explained::Human) => print::message(explained(target, explanation)),
                Some(Explained::Json) => {
                    print::result(format_args!("{:#}", explanation.object(&target.generate, target.scope)))
                }
                None => {}
            }
        }
        let Some(job) = &subject else { return exit };
        terminal.finish(arguments.subject.run(job, &suite, &workspace), |found| found.max(exit))
    })
}

/// Counts some parts of the structures that these arguments ask for.
pub(super) fn portion(arguments: &Arguments, portion: &Portion, caller: &Caller) -> Result<Partial, Failure> {
    let caller = &Caller { set: arguments.flags.config().assignments(), ..caller.clone() };
    app::sharing::count_portion(&arguments.counting(caller)?, portion, caller)
}

/// The plan of what these arguments ask for.
pub(super) fn plan(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments.quiet).setting(arguments.flags.config());
    let caller = terminal.caller();
    let plan = |whole: &[String]| app::sharing::plan_counting(&arguments.counting(&caller)?, whole, &caller);
    arguments.sharing.plan(&terminal, plan)
}

impl Arguments {
    /// The one suite whose structures are counted.
    fn counting(&self, caller: &Caller) -> Result<Job, Failure> {
        let settings = self.emission.settings().or(&self.selection.settings()).or(&self.solving.settings());
        let jobs = self.flags.request(self.spec.as_deref(), &settings).jobs(caller)?;
        let refused = |text: &str, help: &str| Err(Failure::usage(text).help(help));
        match jobs.as_slice() {
            _ if !self.count => refused("several machines share the counting only", "add `--count`"),
            [job] if job.exhaustive => Ok(job.clone()),
            [_] => refused("several machines count all structures", "add `--exhaustive`"),
            _ => refused("several machines share one suite at a time", "name its specification"),
        }
    }
}

/// Says how many structures there are, and why there is none.
fn counted_in_words(terminal: &Terminal, counted: &Counted) -> Exit {
    let Counted { count, is_exact, is_complete, emptiness } = counted;
    match is_exact {
        true => print::result(count),
        false => print::result(format_args!("at least {count}")),
    }
    match emptiness {
        Some(emptiness) => terminal.fail(emptiness),
        None if *is_complete => Exit::Clean,
        None => Exit::Incomplete,
    }
}

/// Says what was generated, unless silence was asked for.
pub(super) fn show(generated: &Generated, quiet: bool) -> Exit {
    if !quiet {
        print::result(format_args!("{}\n  time  {}", report(generated), suite::time(&generated.timing)));
    }
    if generated.is_complete() { Exit::Clean } else { Exit::Incomplete }
}

fn report(generated: &Generated) -> String {
    let Generated { target, search, written, .. } = generated;
    let mut text = format!("{target}: {}", found(search));
    if let Some(written) = written {
        let Written { built, recorded, edits, files, unchanged, removed, folders, proof } = written;
        let _ = write!(
            text,
            "\n{}{}{}  files  {files} written to {}",
            suite::built(built.as_ref()),
            suite::recorded(recorded.as_ref()),
            suite::edits(edits),
            suite::folders(folders)
        );
        if *unchanged > 0 {
            let _ = write!(text, ", {unchanged} unchanged");
        }
        if *removed > 0 {
            let _ = write!(text, ", {removed} removed");
        }
        let _ = write!(text, "\n{}", suite::proof(proof));
    }
    text.trim_end().to_owned()
}

/// The structures, and what they cover.
fn found(search: &Search) -> String {
    let count = &search.count;
    match &search.selected {
        Selected::Nothing => {
            "0 structures so far\n  INCOMPLETE: the translation was stopped; no pair is covered".to_owned()
        }
        Selected::All { is_complete } => {
            format!("{count} structures, {}", if *is_complete { "all there are" } else { "INCOMPLETE" })
        }
        Selected::Fields {
            is_complete,
            bound,
            fields,
            together,
            tests,
            calls,
            conflicts,
            variables,
            primary,
            clauses,
            facts,
            explanation: _,
        } => {
            let mut text = size(count, *bound, *is_complete, tests.as_ref());
            if !is_complete {
                text.push_str("\n  INCOMPLETE: the search was stopped; pairs may be missing");
            }
            text.push('\n');
            text.push_str(&table(fields, *together, *is_complete));
            text.push_str(&tests.as_ref().map_or_else(String::new, contribution));
            let _ = write!(
                text,
                "  solver  {calls} calls, {conflicts} conflicts; {variables} variables ({primary} primary), {clauses} clauses"
            );
            for fact in facts {
                let _ = write!(text, "\n  found   {fact}");
            }
            text
        }
    }
}

/// How structures were searched, and what each part took.
fn explained(target: &Target, explanation: &Explanation) -> String {
    let Explanation { numbered, inquiries, fields, refused } = explanation;
    let mut text = format!("{target}: how it was searched");
    for (signatures, numbering) in numbered {
        let how = match numbering {
            Numbering::Walk => "in the order in which a walk from the root meets them",
            Numbering::Leader => "so that their tuples come first",
        };
        let _ = write!(text, "\n  objects of {} are numbered {how}", listed(signatures.iter().map(String::as_str)));
    }
    for Inquiry { after, facts } in inquiries {
        let nothing = if facts.is_empty() { ": nothing was guessed" } else { "" };
        let after = counted(*after as usize, "conflict");
        let _ = write!(text, "\n  after {after}, fex asked what all structures have in common{nothing}");
        for Fact { words, answer, conflicts } in facts {
            let answer = match answer {
                Answer::Holds => "proved",
                Answer::Fails => "false",
                Answer::Open => "not proved",
            };
            let _ = write!(text, "\n    {answer}, {}: {words}", counted(*conflicts as usize, "conflict"));
        }
    }
    for Share { field, calls, conflicts } in fields {
        let (calls, conflicts) = (counted(*calls as usize, "call"), counted(*conflicts as usize, "conflict"));
        let _ = write!(text, "\n  pairs of `{field}` took {calls}, {conflicts}");
    }
    if *refused > 0 {
        let refused = counted(*refused as usize, "structure");
        let _ = write!(text, "\n  refused as others in another numbering: {refused}");
    }
    text
}

/// `24 structures, field-exhaustive, at least 20 are needed`; with tests, what these have is not among them.
fn size(count: &BigUint, bound: usize, is_complete: bool, tests: Option<&Contribution>) -> String {
    let plural = if *count == BigUint::from(1u32) { "" } else { "s" };
    if !is_complete {
        return format!("{count} structure{plural} so far");
    }
    let remark = match bound {
        _ if BigUint::from(bound) == *count => ", the fewest possible".to_owned(),
        _ => format!(", at least {bound} are needed"),
    };
    match tests {
        None => format!("{count} structure{plural}, field-exhaustive{remark}"),
        Some(Contribution { tests, .. }) => {
            let plural_of_tests = if *tests == 1 { "" } else { "s" };
            format!("{count} structure{plural}, field-exhaustive together with {tests} test{plural_of_tests}{remark}")
        }
    }
}

/// What the tests contribute: `tests  show 4 structures, which cover 12 of these pairs`.
fn contribution(contribution: &Contribution) -> String {
    let Contribution { failed, structures, pairs, invalid, .. } = *contribution;
    let plural = if structures == 1 { "" } else { "s" };
    let mut text = format!("  tests  show {structures} valid structure{plural}, which cover {pairs} of these pairs");
    if failed > 0 {
        text.push_str(&format!("; {failed} test{} failed", if failed == 1 { "" } else { "s" }));
    }
    if invalid > 0 {
        text.push_str(&format!("; {invalid} more violate the invariant (see `fex coverage --junit`)"));
    }
    text + "\n"
}

/// A table of the pairs of each field, and of two of them together where that is asked for: covered, and refuted or open.
fn table(fields: &[FieldPairs], together: Option<Interactions>, is_complete: bool) -> String {
    let other = if is_complete { "infeasible" } else { "open" };
    let mut rows = vec![["field", "covered", other, "of feasible"].map(str::to_owned)];
    let row = |name: &str, covered: usize, other: usize| {
        [name.to_owned(), covered.to_string(), other.to_string(), percent(covered, other, is_complete)]
    };
    rows.extend(fields.iter().map(|field| row(&field.field, field.covered, field.other)));
    let sum = |of: fn(&FieldPairs) -> usize| fields.iter().map(of).sum();
    rows.push(row("all fields", sum(|field| field.covered), sum(|field| field.other)));
    rows.extend(together.map(|Interactions { covered, other }| row("two together", covered, other)));
    let widths: Vec<usize> = (0..4).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for [name, has, other, percent] in &rows {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {name:<w0$}  {has:>w1$}  {other:>w2$}  {percent:>w3$}",
            w0 = widths[0],
            w1 = widths[1],
            w2 = widths[2],
            w3 = widths[3]
        );
    }
    text
}

/// What share of the feasible pairs is covered: all of them once the others are refuted, else at least the share among
/// those that may be feasible.
fn percent(covered: usize, other: usize, complete: bool) -> String {
    if complete {
        return "100 %".to_owned();
    }
    let share = 100.0 * covered as f64 / (covered + other).max(1) as f64;
    format!(">= {share:.1} %")
}
