//! What fex says: of the commands of a file, by its command line, and of the command of a random module, by its library.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

use fex::diagnostic::{self, Diagnostic, Severity};
use fex::lower::{self, CommandOptions};
use fex::relational::{Overflow, RelationId};
use fex::resolve::{self, Module, Program};
use fex::sat;
use fex::solve::{self, Status};
use serde::Deserialize;

use super::compare::{Counted, Said};
use super::judge::Verdict;
use super::random::{Kind, Source};

/// Up to how many traces are looked at where some differ by their witnesses alone.
const MOST_WITH_WITNESSES: u32 = 20_000;

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
pub fn of(kind: Kind, source: &Source, overflow: Overflow) -> Said {
    // Where fex panics, the disagreement says of which module.
    std::panic::catch_unwind(|| said(kind, source, overflow)).unwrap_or_else(|_| wrong("fex panics".to_owned()))
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

fn said(kind: Kind, source: &Source, overflow: Overflow) -> Said {
    let module = match resolved(source) {
        Ok(module) => module,
        Err(message) => return wrong(message),
    };
    let Some(command) = module.commands.first() else { return wrong("there is no command".to_owned()) };
    let (least, most) = command.trace_lengths.unwrap_or((1, 1));
    let (mut count, mut complete) = (0, true);
    for length in least..=most {
        match instances(&module, command, overflow, command.trace_lengths.map(|_| length), kind.most() + 1) {
            Err(message) => return wrong(message),
            Ok((more, all)) => {
                count += more;
                complete &= all;
            }
        }
    }
    Said {
        counted: Counted {
            verdict: if count > 0 { Verdict::Sat } else { Verdict::Unsat },
            count: (complete && count <= kind.most()).then_some(count),
        },
        message: String::new(),
    }
}

/// How many instances there are, or traces of so many states, and whether these are all. Alloy has no witnesses in traces, which
/// are told apart by signatures and fields alone.
fn instances(
    module: &Module,
    command: &resolve::Command,
    overflow: Overflow,
    length: Option<u32>,
    most: u32,
) -> Result<(u32, bool), String> {
    let settings = CommandOptions { ordered: false, overflow, length, ..CommandOptions::default() };
    let run = lower::lower_command(module, command, settings).map_err(|errors| messages(&errors))?;
    let witnesses = if run.is_trace { run.witnesses } else { Vec::new() };
    let most = if witnesses.is_empty() { most } else { MOST_WITH_WITNESSES };
    let encoded = solve::encode(run.problem, 0).map_err(|error| format!("{error:?}"))?;
    let mut found = HashSet::new();
    let (_, status) = solve::instances(&encoded, &sat::SolverConfig::default(), u64::from(most), |instance| {
        let relations = instance.relations.iter().enumerate();
        let is_witness = |index: usize| witnesses.contains(&RelationId(index as u32));
        let kept = relations.filter(|(index, _)| !is_witness(*index)).map(|(_, tuples)| tuples.clone());
        found.insert(kept.collect::<Vec<_>>());
    })
    .map_err(|error| format!("{error:?}"))?;
    Ok((found.len() as u32, status == Status::Complete))
}

fn wrong(message: String) -> Said {
    Said { counted: Counted { verdict: Verdict::Error, count: None }, message }
}

fn messages(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ")
}
