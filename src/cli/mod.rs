//! The command line: one file per subcommand.

mod check;
mod generate;
mod print;
mod progress;
mod specification;
mod summary;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// How a run of fex ended; the numbers are part of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: everything was done.
    Clean,
    /// 1: the specification has no instance within the scope.
    Findings,
    /// 2: the arguments, the specification or its bindings are wrong; nothing was written.
    Usage,
    /// 3: the time limit or an interruption ended the search; what was found is written and marked incomplete.
    Incomplete,
    /// 70: fex contradicted itself. Please report it.
    Internal,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Incomplete => 3,
            Exit::Internal => 70,
        })
    }
}

/// Test inputs and oracles for Java, computed from representation invariants.
#[derive(Debug, Parser)]
#[command(name = "fex", version, about, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done, 1 no instance exists, 2 wrong input, 3 incomplete, 70 internal error.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compute a field-exhaustive suite from an invariant and write it as JUnit tests
    Generate(Box<generate::Arguments>),
    /// Parse and check a specification, and report everything that is wrong with it
    Check(check::Arguments),
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
    match cli.command {
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Completions { shell } => {
            let mut command = <Cli as clap::CommandFactory>::command();
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "fex", &mut script);
            print::result(String::from_utf8_lossy(&script).trim_end());
            Exit::Clean
        }
    }
}
