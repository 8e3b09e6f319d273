//! How reports come to people: one is printed, or several are written.

use super::{Exit, print};
use crate::app::settings::reports;
use crate::app::source_changes::SourceChanges;
use crate::app::{Caller, Failure};
use crate::report::counted;
use clap::Args;
use std::path::{Path, PathBuf};

/// The flag for reports in the build's own folder.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct Reports {
    /// Write reports as with `--out`, into a folder of the build's own: `target/fex/COMMAND`, or `build/fex/COMMAND`
    #[arg(long, help_heading = "Output")]
    reports: bool,
}

impl Reports {
    /// The folder of the reports, where another flag or a `fex.toml` may name one.
    pub(in crate::cli) fn folder(&self, named: Option<PathBuf>, analysis: &str, caller: &Caller) -> Option<PathBuf> {
        named.or_else(|| self.reports.then(|| reports(analysis, caller)))
    }
}

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
/// people. Returns where the page is, if one was written.
pub(in crate::cli) fn deliver<F: Copy>(
    formats: &Formats<'_, F>,
    out: Option<&Path>,
    render: impl Fn(F) -> String,
    write: impl FnOnce(&[F], &Path) -> Result<Vec<PathBuf>, Failure>,
) -> Result<Option<PathBuf>, Failure> {
    let Formats { asked, all, human } = *formats;
    let Some(folder) = out else {
        print::text(&render(asked.first().copied().unwrap_or(human)));
        return Ok(None);
    };
    print::text(&render(human));
    let files = write(if asked.is_empty() { all } else { asked }, folder)?;
    print::message(format_args!("{} in {}", counted(files.len(), "report"), folder.display()));
    Ok(files.into_iter().find(|file| file.extension().is_some_and(|extension| extension == "html")))
}

/// Says what a build does not put up with, and where the page is that shows it; the exit code of that.
pub(in crate::cli) fn refuse(exceeded: &[String], page: Option<&Path>) -> Exit {
    if exceeded.is_empty() {
        return Exit::Clean;
    }
    exceeded.iter().for_each(|told| print::message(format_args!("error: {told}")));
    if let Some(page) = page.and_then(|page| std::path::absolute(page).ok()) {
        print::message(format_args!("help: see file://{}", page.display().to_string().replace(' ', "%20")));
    }
    Exit::Findings
}

/// Hands over what is to change in the sources, where that is asked for: as a diff in a file, which has so many of something, or written
/// into the sources.
pub(in crate::cli) fn hand_over(
    changes: &SourceChanges<'_>,
    counted: &str,
    patch: Option<&Path>,
    writes: bool,
) -> Result<(), Failure> {
    if let Some(file) = patch {
        changes.write_patch(file)?;
        print::message(format_args!("{counted} in {}", file.display()));
    }
    if writes {
        for file in changes.write()? {
            print::message(format_args!("changed {}", file.display()));
        }
    }
    Ok(())
}
