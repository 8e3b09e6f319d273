//! The command line: one file per subcommand.

mod artifacts;
mod check;
mod config;
mod coverage;
mod delivery;
mod diagnose;
mod earlier;
mod eval;
mod exit;
mod export;
mod extreme;
mod fixes;
mod flags;
mod fmt;
mod generate;
mod init;
mod integrate;
mod interrupt;
mod junit;
mod lsp;
mod man;
mod merge;
mod plan;
mod plugins;
mod print;
mod progress;
mod refresh;
mod report;
mod run;
mod run_unit;
mod settings;
mod sharing;
mod solve;
mod stability;
mod subject;
mod suite;
mod taint;
mod terminal;
mod test_flags;
mod verify;

pub use exit::Exit;

use crate::app::sharing::{Partial, Portion};
use crate::app::{Caller, Failure};
use clap::{Parser, Subcommand};

/// Test inputs and oracles for Java, computed from representation invariants.
#[derive(Debug, Parser)]
#[command(name = "fex", version, about, max_term_width = 100)]
#[command(after_help = "\
Exit codes:
  0   done
  1   no structure, a counterexample, an unexpected verdict, a file that is not formatted,
      edits by hand in the way, a suite that verify finds wrong, an invariant that tests break,
      or more than --fail-on allows
  2   wrong input
  3   incomplete: interrupted, or out of time
  4   tests fail on the unchanged program
  5   no tests
  6   a suite is not up to date (refresh --check, verify)
  7   tests are flaky on the unchanged program
  70  internal error")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Draft the specification of a compiled class: everything but its invariant
    Init(init::Arguments),
    /// Compute a field-exhaustive suite from an invariant and write it as JUnit tests
    Generate(Box<generate::Arguments>),
    /// Bring a suite up to date, keeping every structure that is still valid
    Refresh(Box<refresh::Arguments>),
    /// Say how much of the feasible pairs a suite covers, and which are missing
    Coverage(Box<coverage::Arguments>),
    /// Check a suite and its certificate against the specification
    Verify(verify::Arguments),
    /// Write a suite as an HTML page with a picture of each structure
    Report(Box<report::Arguments>),
    /// Parse and check a specification, and report everything that is wrong with it
    Check(check::Arguments),
    /// Run `run` and `check` commands, and show instances and counterexamples
    Solve(solve::Arguments),
    /// Evaluate expressions in an instance of a command
    Eval(eval::Arguments),
    /// Write a specification as a plain Alloy module with the same structures
    Export(export::Arguments),
    /// Format specifications and Alloy models, keeping their comments
    Fmt(fmt::Arguments),
    /// Remove method bodies, and report the methods whose removal no test notices
    Extreme(Box<extreme::Arguments>),
    /// Say why no test notices that method bodies are gone
    Diagnose(Box<diagnose::Arguments>),
    /// Say which tests fail at other times, in other places or in another order
    Stability(Box<stability::Arguments>),
    /// Say how thoroughly tests exercise the calls between two classes
    Integrate(Box<integrate::Arguments>),
    /// Say which assertions check too much, and which inputs of tests nothing checks
    Taint(Box<taint::Arguments>),
    /// Generate a suite, compile it, and report which methods of the class it pins down
    Run(Box<run::Arguments>),
    /// List the units of work of a project, which several machines can share
    Plan(plan::Arguments),
    /// Do some units of a plan, and print their partial report
    RunUnit(run_unit::Arguments),
    /// Join partial reports of several machines to the report of one
    Merge(Box<merge::Arguments>),
    /// Install the virtual environment for tests, and say what a build needs for it
    Junit(artifacts::Arguments),
    /// Install the plugins for Maven and Gradle, and say what a build needs for them
    Plugins(artifacts::Arguments),
    /// Serve an editor in which specifications are written, as a language server
    Lsp(lsp::Arguments),
    /// Write a page for `man` about each command
    Man(man::Arguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Runs the command line of this process.
pub fn run() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A broken pipe while printing help is nobody's concern.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Clean };
        }
    };
    interrupt::watch();
    interrupt::finish(carry_out(cli.command))
}

/// Does what the command of a plan says, as far as its units were chosen.
fn do_portion(
    portion: &Portion,
    caller: &Caller,
    deliver: &dyn Fn(&Partial) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let command = ["fex"].into_iter().chain(portion.arguments.iter().map(String::as_str));
    let parsed = Cli::try_parse_from(command).map_err(|error| {
        let reason = error.to_string();
        Failure::usage(format_args!("the plan has no command: {}", reason.lines().next().unwrap_or_default()))
    })?;
    match parsed.command {
        Command::Extreme(arguments) => extreme::portion(&arguments, portion, caller, deliver),
        Command::Generate(arguments) => deliver(&generate::portion(&arguments, portion, caller)?),
        _ => Err(Failure::usage("the plan is of a command that has no units")),
    }
}

/// Does what a command says.
fn carry_out(command: Command) -> Exit {
    match command {
        Command::Init(arguments) => init::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Refresh(arguments) => refresh::run(&arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::RunUnit(arguments) => run_unit::run(&arguments, do_portion),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Extreme(arguments) => extreme::run(&arguments),
        Command::Diagnose(arguments) => diagnose::run(&arguments),
        Command::Stability(arguments) => stability::run(&arguments),
        Command::Integrate(arguments) => integrate::run(&arguments),
        Command::Taint(arguments) => taint::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Junit(arguments) => junit::run(&arguments),
        Command::Plugins(arguments) => plugins::run(&arguments),
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Man(arguments) => man::run(&arguments, <Cli as clap::CommandFactory>::command()),
        Command::Completions { shell } => {
            let mut command = <Cli as clap::CommandFactory>::command();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "fex", &mut script);
            print::result(String::from_utf8_lossy(&script).trim_end());
            Exit::Clean
        }
    }
}
