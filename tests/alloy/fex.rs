//! What fex says: of the commands of a file, by its command line, and of the command of a random module, by its library.

use std::path::Path;
use std::process::Command;

use fex::diagnostic::{self, Diagnostic, Severity};
use fex::lower::{self, CommandOptions};
use fex::relational::Overflow;
use fex::resolve::{self, Module, Program};
use fex::sat;
use fex::solve::{self, Status};
use serde::Deserialize;

use super::compare::{Counted, MOST, Said};
use super::judge::Verdict;
use super::random::Source;

/// What `fex solve` prints of a command.
#[derive(Debug, Deserialize)]
pub struct Solved {
    pub index: usize,
    pub verdict: Verdict,
    pub count: u32,
    /// Whether there are no other instances.
    pub complete: bool,
    /// How many variables stand for tuples.
    pub primary: u32,
}

/// Runs `fex solve`: the answers by the commands' places, without those that have an error; and what it complains of.
pub fn solve(file: &Path, options: &[&str]) -> (Vec<Solved>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fex"))
        .arg("solve")
        .arg(file)
        .args(["--format", "json", "--show", "0"])
        .args(options)
        .output()
        .expect("fex can be run");
    let printed = String::from_utf8(output.stdout).expect("JSON is text");
    let solved =
        printed.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")));
    (solved.collect(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The verdict on the command of a random module, and how many instances it has, whatever the names of the atoms.
pub fn of(source: &Source, overflow: Overflow) -> Said {
    // Where fex panics, the disagreement says of which module.
    std::panic::catch_unwind(|| said(source, overflow)).unwrap_or_else(|_| wrong("fex panics".to_owned()))
}

/// A random module, resolved; or what is wrong with it.
pub fn resolved(source: &Source) -> Result<Module, String> {
    let root = diagnostic::Source::new("main.als", source.main.as_str());
    let (program, mut diagnostics) = Program::read(root, &mut |_, name| {
        let text = source.shelf.as_deref().filter(|_| name == "shelf");
        Ok(text.map(|text| diagnostic::Source::new("shelf.als", text)))
    });
    let (module, more) = resolve::resolve(&program);
    diagnostics.extend(more);
    module.filter(|_| !diagnostic::any_error(&diagnostics)).ok_or_else(|| messages(&diagnostics))
}

fn said(source: &Source, overflow: Overflow) -> Said {
    let module = match resolved(source) {
        Ok(module) => module,
        Err(message) => return wrong(message),
    };
    let Some(command) = module.commands.first() else { return wrong("there is no command".to_owned()) };
    let settings = CommandOptions { ordered: false, overflow, ..CommandOptions::default() };
    let run = match lower::lower_command(&module, command, settings) {
        Ok(run) => run,
        Err(errors) => return wrong(messages(&errors)),
    };
    let encoded = match solve::encode(run.problem, 0) {
        Ok(encoded) => encoded,
        Err(error) => return wrong(format!("{error:?}")),
    };
    match solve::instances(&encoded, &sat::SolverConfig::default(), u64::from(MOST) + 1, |_| ()) {
        Err(error) => wrong(format!("{error:?}")),
        Ok((count, status)) => Said {
            counted: Counted {
                verdict: if count > 0 { Verdict::Sat } else { Verdict::Unsat },
                count: (status == Status::Complete).then_some(count as u32),
            },
            message: String::new(),
        },
    }
}

fn wrong(message: String) -> Said {
    Said { counted: Counted { verdict: Verdict::Error, count: None }, message }
}

fn messages(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ")
}
