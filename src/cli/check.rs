//! `fex check`: everything that is wrong with specifications.

use super::config::Config;
use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::check::{self, Checked, Common, Wanted};
use crate::app::{Caller, Failure, settings, specification};
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `fex check`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specifications; `-` stands for standard input [default: those of the project's `fex.toml`]
    #[arg(value_name = "FILE", conflicts_with_all = ["config", "set"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    config: Config,
    /// Find out what the structures of each `generate` paragraph have in common, and print it
    #[arg(long)]
    facts: bool,
    /// The scope in which that holds [default: that of the paragraph]
    #[arg(long, value_name = "N", requires = "facts")]
    scope: Option<u32>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false).setting(&arguments.config);
    let caller = terminal.caller();
    let wanted = arguments.facts.then_some(Wanted { scope: arguments.scope });
    let files = match arguments.files.as_slice() {
        [] => settings::specifications(arguments.config.file(), &caller),
        files => Ok(files.to_vec()),
    };
    terminal.finish(files, |files| {
        // All files are looked at; the gravest exit is that of the run.
        let exits = files.iter().map(|file| terminal.finish(checked(file, wanted, &caller), say));
        exits.max().unwrap_or(Exit::Clean)
    })
}

fn checked(file: &Path, wanted: Option<Wanted>, caller: &Caller) -> Result<Checked, Failure> {
    let source = match file.as_os_str() == "-" {
        true => print::standard_input(),
        false => specification::open(file),
    };
    check::check(source?, wanted, caller)
}

fn say(checked: Checked) -> Exit {
    let Checked { name, signatures, fields, facts, functions, generates, common } = checked;
    print::result(format_args!(
        "{name}: {signatures} signatures, {fields} fields, {facts} facts, {functions} predicates and functions, {generates} \
         generate paragraphs"
    ));
    for Common { target, facts } in common {
        let facts = match facts.as_slice() {
            [] => "\n  nothing was found".to_owned(),
            facts => facts.iter().map(|fact| format!("\n  {fact}")).collect(),
        };
        print::result(format_args!("{target}: in all structures{facts}"));
    }
    Exit::Clean
}
