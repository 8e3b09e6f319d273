//! `fex refresh`: a suite follows its specification, and what is still valid stays as it is.

use super::settings::{Emission, Flags, Solving};
use super::terminal::Terminal;
use super::test_flags::Tests;
use super::{Exit, print, suite};
use crate::app::Workspace;
use crate::app::refresh::{self, Manner, Refreshed};
use crate::fixture::merge::Edited;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// The arguments of `fex refresh`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    emission: Emission,
    #[command(flatten)]
    solving: Solving,
    #[command(flatten)]
    tests: Tests,
    /// Change nothing; exit with 6 if a suite is not up to date
    #[arg(long)]
    check: bool,
    /// Let what fex writes take the place of what was edited by hand
    #[arg(long)]
    discard_edits: bool,
    /// No progress display, and a summary of what changed only
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { spec, flags, emission, solving, tests, check, discard_edits, quiet } = arguments;
    let terminal = Terminal::new(*quiet).setting(flags.config());
    let tests = tests.with(emission.settings().classpath);
    let workspace = Workspace::new(terminal.caller(), flags.config().file(), tests);
    let request = flags.request(spec.as_deref(), &emission.settings().or(&solving.settings()));
    let edited = if *discard_edits { Edited::IsDiscarded } else { Edited::Stays };
    let manner = Manner { is_check: *check, edited, records_anew: emission.settings().record == Some(true) };
    let work = |job: &_| refresh::refresh(job, manner, &workspace);
    terminal.each(&request, &workspace, work, |refreshed| show(&terminal, &refreshed, *quiet))
}

/// Says what changed, or would.
fn show(terminal: &Terminal, refreshed: &Refreshed, quiet: bool) -> Exit {
    let end = refreshed.lost.as_ref().map(|lost| terminal.fail(lost));
    if end.is_some() || refreshed.is_changed || !quiet {
        print::result(report(refreshed).trim_end());
    }
    match end {
        _ if refreshed.is_check && (end.is_some() || refreshed.is_changed) => {
            let Refreshed { target, files, folders, .. } = refreshed;
            let place = suite::folders(folders);
            print::message(format_args!("error: `{target}` is not up to date: {files} files to change in {place}"));
            print::message("help: `fex refresh` without `--check` brings it up to date");
            Exit::Stale
        }
        Some(end) => end,
        None if refreshed.is_complete => Exit::Clean,
        None => Exit::Incomplete,
    }
}

fn report(refreshed: &Refreshed) -> String {
    let Refreshed { target, kept, completed, dropped, added, .. } = refreshed;
    let plural = if *kept == 1 { "" } else { "s" };
    let completed = if *completed == 0 { String::new() } else { format!("{completed} completed, ") };
    let mut text = format!(
        "{target}: {kept} structure{plural} kept, {completed}{} dropped, {} added; {}\n",
        dropped.len(),
        added.len(),
        refreshed.coverage.words()
    );
    // Writing to a string cannot fail.
    for (name, reason) in dropped {
        let _ = writeln!(text, "  dropped  {name}: {reason}");
    }
    for name in added {
        let _ = writeln!(text, "  added  {name}");
    }
    text.push_str(&suite::edits(&refreshed.edits));
    if let Some((count, all)) = refreshed.shown {
        let _ = writeln!(
            text,
            "  tests  {count} of {all} structures count that they showed when `fex generate --complement` ran last"
        );
    }
    text.push_str(&suite::built(refreshed.built.as_ref()));
    text.push_str(&suite::recorded(refreshed.recorded.as_ref()));
    text.push_str(&suite::proof(&refreshed.proof));
    let verb = if refreshed.is_check || refreshed.lost.is_some() { "to change" } else { "changed" };
    let _ = writeln!(text, "  files  {} {verb} in {}", refreshed.files, suite::folders(&refreshed.folders));
    if let Some(timing) = &refreshed.timing {
        let _ = writeln!(text, "  time  {}", suite::time(timing));
    }
    text
}
