//! `fex check`: parse, resolve, warn.

use super::{Exit, print, specification};
use crate::diagnostic;
use crate::lower;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex check`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match specification::read(&arguments.spec) {
        Ok(specification) => {
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
        Err(exit) => exit,
    }
}
