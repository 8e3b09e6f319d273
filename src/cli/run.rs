//! `fex run`: from a specification to its verdict. Generate, compile, run, transform, report.

use super::extreme::{self, Judged, Output};
use super::terminal::Terminal;
use super::tests::list;
use super::{Exit, generate, interrupt};
use crate::app::run::{self, Job};
use crate::app::{Failure, Workspace};
use crate::extreme::Format;
use crate::fixture::merge::Edited;
use crate::settings::Extreme;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex run`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
    /// The compiled classes under test: a folder or a jar [default: what Maven or Gradle says about the project around]
    #[arg(long, value_name = "PATH", requires = "classpath")]
    classes: Option<PathBuf>,
    /// What else the tests need, the JUnit Platform's launcher and engines included; or `@FILE` with that
    #[arg(long, alias = "class-path", value_name = "PATHS", requires = "classes")]
    classpath: Option<String>,
    /// At most this many objects of each signature, instead of what the specification says
    #[arg(long, value_name = "N")]
    scope: Option<u32>,
    /// The `generate` paragraph to follow; the first one if not given
    #[arg(long, value_name = "NAME")]
    generate: Option<String>,
    /// Keep the suite in this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    suite: Option<PathBuf>,
    #[command(flatten)]
    judged: Judged,
    #[command(flatten)]
    output: Output,

    /// How many JVMs work at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    jobs: Option<u16>,
    /// An argument for the JVMs that run the tests
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Running")]
    jvm_arg: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments.output.quiet);
    terminal.finish(ran(arguments, &terminal), |exit| exit)
}

fn ran(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let Arguments { judged, output, .. } = arguments;
    let own = Extreme {
        classes: arguments.classes.clone(),
        classpath: arguments.classpath.clone(),
        jobs: arguments.jobs,
        jvm_arg: list(&arguments.jvm_arg),
        ..Extreme::default()
    };
    let job = Job {
        spec: arguments.spec.clone(),
        scope: arguments.scope,
        generate: arguments.generate.clone(),
        suite: arguments.suite.clone(),
        options: own.or(&judged.settings()).or(&output.settings()),
    };
    let caller = terminal.caller();
    let prepared = run::prepare(&job, &caller)?;
    // Only the summary for people may have something before it.
    let for_people = matches!(output.format.as_slice(), [] | [Format::HUMAN]);
    let quiet = output.quiet || !for_people;
    let generating = Terminal::new(quiet);
    let workspace = Workspace::new(generating.caller(), None, Extreme::default());
    let work = |job: &_| crate::app::generate::generate(job, Edited::Stays, &workspace);
    let exit = generating.each(&prepared.request, &workspace, work, |generated| generate::show(&generated, quiet));
    if exit != Exit::Clean {
        return Ok(exit);
    }
    let whole = arguments.suite.as_ref().map(|suite| format!("the suite in `{}` is whole", suite.display()));
    interrupt::on_end(move || format!("nothing is judged; {}", whole.as_deref().unwrap_or("nothing was written")));
    extreme::report(&prepared.compiled()?, terminal, &caller)
}
