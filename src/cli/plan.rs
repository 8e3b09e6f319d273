//! `fex plan`: the units of work that several machines can do.

use super::{Exit, extreme, generate};
use clap::{Args, Subcommand};

/// The arguments of `fex plan`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    of: Of,
}

/// What is planned.
#[derive(Debug, Subcommand)]
enum Of {
    /// The judging of `fex extreme`, by methods
    Extreme(Box<extreme::Arguments>),
    /// The counting of `fex generate --count`, by parts of the structures
    Generate(Box<generate::Arguments>),
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match &arguments.of {
        Of::Extreme(arguments) => extreme::plan(arguments),
        Of::Generate(arguments) => generate::plan(arguments),
    }
}
