//! The uniform layout of specifications.

use super::{Failure, Kind, Level, Message};
use crate::diagnostic::Source;
use crate::disk;
use crate::syntax::{self, parse};
use std::io::Write;
use std::path::Path;

/// The formatted text. Makes sure that it still means the same.
pub fn format(source: &Source) -> Result<String, Failure> {
    let text =
        syntax::format(source).map_err(|diagnostics| Failure::diagnosed(std::slice::from_ref(source), diagnostics))?;
    if parse(&Source::new(source.name.as_str(), text.as_str())).0 == parse(source).0 {
        Ok(text)
    } else {
        let what = format!("internal error: formatting would change `{}`; please report it", source.name);
        Err(Failure::new(Kind::Internal, Message::new(Level::News, what)))
    }
}

/// Puts a formatted text in the place of a file: written beside it first, so that there is always a whole one. A link stays a
/// link.
pub fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    replaced(path, text).map_err(|error| Failure::usage(format_args!("cannot write `{}`: {error}", path.display())))
}

fn replaced(path: &Path, text: &str) -> std::io::Result<()> {
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
