//! The flags of `fex generate` that run a program on the texts of a suite.

use super::Exit;
use super::delivery::{self, Formats};
use super::earlier::Earlier;
use super::flags::seconds;
use crate::app::subject::{Found, Job, Program};
use crate::app::{Failure, Workspace, settings, subject};
use crate::extreme::Start;
use crate::report::Format;
use crate::subject::{CommandLine, Oracles};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// What to do where no program is named.
const NAME_ONE: &str = "name one by `--run COMMAND` or `--run-class CLASS`";

/// How long a run may take if nothing is said.
const LIMIT: Duration = Duration::from_secs(10);

/// What is run on the texts, and what is expected of it.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Running a program on the texts")]
pub(super) struct Subject {
    /// Write texts and run a command on each: `{file}` is the text, `{folder}` its folder, `{result}` where it writes; without the first
    /// two it reads its standard input. Its result is `{result}`, else the text if it changes that or prints nothing, else what it prints
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    run: Option<CommandLine>,
    /// Write texts and call `static String apply(String)` of this class on each, in JVMs that stay; what it throws is a failure
    #[arg(long, value_name = "CLASS", conflicts_with = "run")]
    run_class: Option<String>,
    /// This command has to accept what the program accepts, and reject what it rejects
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    agrees_with: Option<CommandLine>,
    /// This command has to come to the same result, too
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    same_as: Option<CommandLine>,
    /// What the program makes of its own result has to be that result
    #[arg(long)]
    idempotent: bool,
    /// This command has to make the text again of the result
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    back_by: Option<CommandLine>,
    /// This command has to accept the result: `javac -d {folder} {file}`
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    accepted_by: Option<CommandLine>,
    /// How long a run may take [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    limit: Option<Duration>,
    /// How many run at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// How to report what the program does; with `--report-out` several
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',')]
    report: Vec<ReportFormat>,
    /// The folder for the reports
    #[arg(long, value_name = "DIR")]
    report_out: Option<PathBuf>,
    #[command(flatten)]
    earlier: Earlier,
}

/// A format of reports.
#[derive(Debug, Clone, Copy)]
struct ReportFormat(Format);

impl ValueEnum for ReportFormat {
    fn value_variants<'a>() -> &'a [ReportFormat] {
        const ALL: [ReportFormat; 6] = {
            let [a, b, c, d, e, f] = Format::ALL;
            [ReportFormat(a), ReportFormat(b), ReportFormat(c), ReportFormat(d), ReportFormat(e), ReportFormat(f)]
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

impl Subject {
    /// Whether a listing of structures goes on where it was stopped; where a program runs, `--resume` is about that.
    pub(super) fn resumes_listing(&self) -> bool {
        let runs = self.run.is_some() || self.run_class.is_some();
        !runs && self.earlier.start() == Start::Resume
    }

    /// What is wrong if no program runs: a flag that is about one.
    fn idle(&self) -> Option<Failure> {
        let given = [
            ("limit", self.limit.is_some()),
            ("jobs", self.jobs.is_some()),
            ("report", !self.report.is_empty()),
            ("report-out", self.report_out.is_some()),
            ("fresh", self.earlier.start() == Start::Fresh),
        ];
        let (flag, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
        let failure =
            Failure::usage(format_args!("`--{flag}` is about a program that runs on texts, and none is given"));
        Some(failure.help(NAME_ONE))
    }

    /// What is to be run, if something is.
    pub(super) fn job(&self) -> Result<Option<Job>, Failure> {
        let oracles = Oracles {
            agrees_with: self.agrees_with.clone(),
            same_as: self.same_as.clone(),
            idempotent: self.idempotent,
            back_by: self.back_by.clone(),
            accepted_by: self.accepted_by.clone(),
        };
        let program = match (&self.run, &self.run_class) {
            (Some(line), _) => Program::Command(line.clone()),
            (None, Some(class)) => Program::Class(class.clone()),
            (None, None) if oracles != Oracles::default() => {
                return Err(Failure::usage("an oracle is given, and no program that it judges").help(NAME_ONE));
            }
            (None, None) => return self.idle().map_or(Ok(None), Err),
        };
        let formats: Vec<Format> = self.report.iter().map(|format| format.0).collect();
        if self.report_out.is_none() && formats.len() > 1 {
            return Err(Failure::usage("several formats cannot be printed at once")
                .help("`--report-out DIR` writes each of them into a file"));
        }
        let jobs = self.jobs.map(|jobs| jobs as usize);
        Ok(Some(Job { program, oracles, limit: self.limit.unwrap_or(LIMIT), jobs, start: self.earlier.start() }))
    }

    /// Runs the program on the texts of a suite, and tells what it does.
    pub(super) fn run(&self, job: &Job, suite: &settings::Job, workspace: &Workspace) -> Result<Exit, Failure> {
        let found = subject::run(job, suite, workspace)?;
        let asked: Vec<Format> = self.report.iter().map(|format| format.0).collect();
        let formats = Formats { asked: &asked, all: &Format::ALL, human: Format::Human };
        let write = |formats: &[Format], folder: &std::path::Path| found.write(formats, folder);
        delivery::deliver(&formats, self.report_out.as_deref(), |format| found.render(format), write)?;
        Ok(exit(&found))
    }
}

fn exit(found: &Found) -> Exit {
    match found.is_clean() {
        true => Exit::Clean,
        false if found.judged.not_judged() > 0 => Exit::Incomplete,
        false => Exit::Findings,
    }
}
