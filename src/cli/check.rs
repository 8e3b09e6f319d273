//! `fex check`: parse, resolve, warn.

use super::{Exit, print, settings, specification};
use crate::diagnostic;
use crate::lower;
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `fex check`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specifications; `-` stands for standard input [default: those of the project's `fex.toml`]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The settings of the project [default: the `fex.toml` of this folder or the nearest one around it]
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    config: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let files = match arguments.files.as_slice() {
        [] => match settings::specifications(arguments.config.as_deref()) {
            Ok(files) => files,
            Err(exit) => return exit,
        },
        files => files.to_vec(),
    };
    // All files are looked at; the gravest exit is that of the run.
    files.iter().map(|file| check(file)).max().unwrap_or(Exit::Clean)
}

fn check(file: &Path) -> Exit {
    let read = match file.as_os_str() == "-" {
        true => specification::standard_input().and_then(specification::resolve),
        false => specification::read(file),
    };
    let specification = match read {
        Ok(specification) => specification,
        Err(exit) => return exit,
    };
    let module = &specification.module;
    let messages = lower::check_commands(module);
    specification::show(&specification.sources, &messages);
    if diagnostic::any_error(&messages) {
        return Exit::Usage;
    }
    print::result(format_args!(
        "{}: {} signatures, {} fields, {} facts, {} predicates and functions, {} generate paragraphs",
        specification.name(),
        module.sigs.len(),
        module.fields.len(),
        module.facts.len(),
        module.functions.len(),
        module.generates.len()
    ));
    Exit::Clean
}
