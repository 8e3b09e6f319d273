//! The command line: one file per subcommand.

mod check;
mod coverage;
mod eval;
mod export;
mod extreme;
mod fmt;
mod generate;
mod init;
mod interrupt;
mod man;
mod print;
mod progress;
mod refresh;
mod report;
mod run;
mod settings;
mod solve;
mod suite;
mod terminal;
mod tests;
mod verify;

use crate::sat::Backend;
use clap::{Parser, Subcommand, ValueEnum};
use std::process::ExitCode;
use std::time::Duration;

/// How a run of fex ended, from good to grave; the numbers are part of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: everything was done.
    Clean,
    /// 1: the specification has no instance within the scope; with `solve`, a check has a counterexample or an `expect` is
    /// violated; with `fmt --check`, a file is not formatted; with `generate` and `refresh`, an edit by hand would be lost; with
    /// `verify`, a structure, a file or the proof is wrong; with `coverage`, tests break the invariant; with `extreme` and `run`, more methods than `--fail-on` allows.
    Findings,
    /// 2: the arguments, the specification or its bindings are wrong; nothing was written.
    Usage,
    /// 3: a time limit ended the search, and what was found is written and marked incomplete; or fex was interrupted, and wrote
    /// nothing.
    Incomplete,
    /// 4: tests fail on the unchanged program.
    Red,
    /// 5: there are no tests.
    NoTests,
    /// 6: `refresh --check` or `verify` found a suite that is not up to date.
    Stale,
    /// 7: tests pass and fail on the unchanged program, as they like.
    Flaky,
    /// 70: fex contradicted itself. Please report it.
    Internal,
}

impl Exit {
    /// The number.
    fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Incomplete => 3,
            Exit::Red => 4,
            Exit::NoTests => 5,
            Exit::Stale => 6,
            Exit::Flaky => 7,
            Exit::Internal => 70,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

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
    /// Generate a suite, compile it, and report which methods of the class it pins down
    Run(Box<run::Arguments>),
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
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Extreme(arguments) => extreme::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
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

/// A SAT solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolverName {
    /// CaDiCaL: fast
    Cadical,
    /// Varisat: written in Rust; slower, without growth of structures
    Varisat,
}

impl SolverName {
    fn backend(self) -> Backend {
        match self {
            SolverName::Cadical => Backend::Cadical,
            SolverName::Varisat => Backend::Varisat,
        }
    }
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(value).map_err(|error| error.to_string())
}
