//! `fex export`: a specification as a plain Alloy module.

use super::{Exit, print, specification};
use crate::diagnostic::Source;
use crate::export::export;
use crate::fixture::write;
use crate::lower::Scopes;
use crate::syntax;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex export`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
    /// Another scope for the `generate` paragraphs than the specification says
    #[arg(long, value_name = "N")]
    scope: Option<u32>,
    /// Where to write the module; standard output for `-`, or if nothing is given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match exported(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn exported(arguments: &Arguments) -> Result<Exit, Exit> {
    let specification = specification::read(&arguments.spec)?;
    let source: &Source = &specification.sources[0];
    let (file, _) = syntax::parse(source);
    let options = Scopes { overall: arguments.scope, sources: specification.sources.clone(), ..Scopes::default() };
    let text = export(source, &file, &specification.module, &options).map_err(|diagnostics| {
        specification::show(&specification.sources, &diagnostics);
        Exit::Usage
    })?;
    let name = arguments.spec.file_name().unwrap_or_default().to_string_lossy();
    let text = format!("// {} edit that, not this.\n\n{text}", write::marker(&name));
    let Some(path) = arguments.out.as_ref().filter(|path| path.as_os_str() != "-") else {
        print::text(&text);
        return Ok(Exit::Clean);
    };
    write::write_one(path, &text).map_err(|error| {
        print::message(format_args!("error: {error}"));
        Exit::Usage
    })?;
    Ok(Exit::Clean)
}
