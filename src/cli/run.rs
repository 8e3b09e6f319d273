//! `fex run`: from a specification to its verdict. Generate, compile, run, transform, report.

use super::extreme::{self, Judged, Output};
use super::flags::flags;
use super::settings::Chosen;
use super::terminal::Terminal;
use super::{Exit, generate, interrupt};
use crate::app::run::{self, Job};
use crate::app::{Failure, Workspace};
use crate::fixture::merge::Edited;
use crate::settings::Extreme;
use clap::Args;
use std::path::PathBuf;

flags! {
    /// The flags for how tests are run.
    Running(Extreme): ["jobs", "jvm-arg", "environment"], |key, arg| match key {
        "jvm-arg" => arg.allow_hyphen_values(true),
        _ => arg,
    }
}

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
    #[command(flatten)]
    chosen: Chosen,
    /// Keep the suite in this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    suite: Option<PathBuf>,
    #[command(flatten)]
    judged: Judged,
    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    running: Running,
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
        ..arguments.running.settings()
    };
    let chosen = arguments.chosen.settings();
    let job = Job {
        spec: arguments.spec.clone(),
        scope: chosen.scope,
        generate: chosen.generate,
        suite: arguments.suite.clone(),
        options: own.or(&judged.settings()).or(&output.settings()),
    };
    let caller = terminal.caller();
    let prepared = run::prepare(&job, &caller)?;
    // Only the summary for people may have something before it.
    let quiet = output.quiet || !output.is_for_people();
    let generating = Terminal::new(quiet);
    let workspace = Workspace::new(generating.caller(), None, Extreme::default());
    let work = |job: &_| crate::app::generate::generate(job, Edited::Stays, &workspace);
    let exit = generating.each(&prepared.request, &workspace, work, |generated| generate::show(&generated, quiet));
    if exit != Exit::Clean {
        return Ok(exit);
    }
    let whole = arguments.suite.as_ref().map(|suite| format!("the suite in `{}` is whole", suite.display()));
    interrupt::on_end(move || format!("nothing is judged; {}", whole.as_deref().unwrap_or("nothing was written")));
    let mut job = prepared.compiled()?;
    job.options = output.placed(job.options, &caller);
    extreme::report(&job, terminal, &caller)
}
