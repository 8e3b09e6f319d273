//! `fex fmt`: the uniform layout of specifications.

use super::{Exit, print, specification};
use crate::diagnostic::Source;
use crate::disk;
use crate::syntax::{self, parse};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The arguments of `fex fmt`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specifications and Alloy models; `-` stands for standard input, which is formatted to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; name the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let exits = arguments.files.iter().map(|path| {
        let source = match path.as_os_str() == "-" {
            true => specification::standard_input(),
            false => specification::open(path),
        };
        source
            .and_then(|source| file(path, &source, arguments.check).map_err(print::refusal))
            .unwrap_or_else(|exit| exit)
    });
    // All files are looked at; the gravest exit is that of the run.
    exits.max().unwrap_or(Exit::Clean)
}

/// Formats a file, or says that it is not formatted.
fn file(path: &Path, source: &Source, check: bool) -> Result<Exit, String> {
    let text = match formatted(source) {
        Ok(text) => text,
        Err(exit) => return Ok(exit),
    };
    let changes = text != source.text;
    if check {
        if changes {
            print::result(&source.name);
        }
        return Ok(if changes { Exit::Findings } else { Exit::Clean });
    }
    if path.as_os_str() == "-" {
        print::text(&text);
    } else if changes {
        replace(path, &text).map_err(|error| format!("cannot write `{}`: {error}", source.name))?;
    }
    Ok(Exit::Clean)
}

/// The formatted text; what cannot be parsed is reported. Makes sure that the text still means the same.
fn formatted(source: &Source) -> Result<String, Exit> {
    let text = syntax::format(source).map_err(|diagnostics| {
        specification::show(std::slice::from_ref(source), &diagnostics);
        Exit::Usage
    })?;
    if parse(&Source::new(source.name.as_str(), text.as_str())).0 == parse(source).0 {
        Ok(text)
    } else {
        print::message(format_args!("internal error: formatting would change `{}`; please report it", source.name));
        Err(Exit::Internal)
    }
}

/// Writes a file beside the one it replaces, so that there is always a whole one. A link stays a link.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let folder = path.parent().unwrap_or(Path::new("."));
    disk::change(|| {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().set_permissions(std::fs::metadata(&path)?.permissions())?;
        file.persist(&path)?;
        Ok(())
    })
}
