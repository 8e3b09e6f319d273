//! How reports come to people: one is printed, or several are written.

use super::print;
use crate::app::Failure;
use crate::report::counted;
use std::path::{Path, PathBuf};

/// The formats that there are for a report.
pub(in crate::cli) struct Formats<'f, F> {
    /// Those that are asked for.
    pub asked: &'f [F],
    /// All of them.
    pub all: &'f [F],
    /// The one for people.
    pub human: F,
}

/// Refuses what makes no sense before any work is done.
pub(in crate::cli) fn check<F>(out: Option<&Path>, formats: &[F]) -> Result<(), Failure> {
    if out.is_none() && formats.len() > 1 {
        return Err(Failure::usage("several formats cannot be printed at once")
            .help("`--out DIR` writes each of them into a file"));
    }
    Ok(())
}

/// Prints a report in the format that is asked for; where there is a folder for it, it is written there in all that are, and printed for
/// people.
pub(in crate::cli) fn deliver<F: Copy>(
    formats: &Formats<'_, F>,
    out: Option<&Path>,
    render: impl Fn(F) -> String,
    write: impl FnOnce(&[F], &Path) -> Result<Vec<PathBuf>, Failure>,
) -> Result<(), Failure> {
    let Formats { asked, all, human } = *formats;
    let Some(folder) = out else {
        print::text(&render(asked.first().copied().unwrap_or(human)));
        return Ok(());
    };
    print::text(&render(human));
    let files = write(if asked.is_empty() { all } else { asked }, folder)?;
    print::message(format_args!("{} in {}", counted(files.len(), "report"), folder.display()));
    Ok(())
}
