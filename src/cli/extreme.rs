//! `fex extreme`: which methods could vanish, and no test would notice.

mod judging;
mod output;
mod running;
mod selection;
mod sharing;

pub(super) use self::judging::Judging;
pub(super) use self::output::{Output, deliver, formats};
pub(super) use self::selection::Judged;

use self::sharing::Sharing;
use super::delivery::check;
use super::terminal::Terminal;
use super::test_flags::Seen;
use super::{Exit, interrupt, print};
use crate::app::extreme::{self, Job, Tools};
use crate::app::{self, Caller, Failure};
use crate::extreme::Findings;
use crate::session::Written;
use clap::Args;
use std::path::PathBuf;

/// How many files a message names.
const NAMED: usize = 20;

/// The arguments of `fex extreme`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    judging: Judging,
    #[command(flatten)]
    seen: Seen,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    sharing: Sharing,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { judging, seen, output, sharing } = arguments;
    let terminal = Terminal::new(output.quiet);
    let caller = terminal.caller();
    let job = judging.job(&seen.settings().or(&output.settings()), &caller);
    terminal.finish(job, |job| {
        let exit = match sharing.shared(&job) {
            Some(shared) => sharing::report(&shared, &terminal, &caller),
            None => report(&job, &terminal, &caller),
        };
        terminal.finish(exit, |exit| exit)
    })
}

/// Prints the plan of what these arguments ask for.
pub(super) fn plan(arguments: &Arguments) -> Exit {
    let Arguments { judging, seen, output, sharing } = arguments;
    let terminal = Terminal::new(output.quiet);
    let caller = terminal.caller();
    let planned = || {
        sharing.refuse()?;
        let job = judging.job(&seen.settings().or(&output.settings()), &caller)?;
        app::sharing::plan(&job, sharing::arguments(), &Tools::unpack()?, &caller)
    };
    terminal.finish(planned(), |plan| {
        print::text(&plan);
        Exit::Clean
    })
}

/// Judges tests and delivers the findings.
pub(super) fn report(job: &Job, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    check(job.options.out.as_deref(), formats(&job.options))?;
    let tools = Tools::unpack()?;
    let exit = terminal.finish(extreme::extreme(job, &tools, caller), |judged| match judged {
        Some(judged) => {
            remark(&judged.findings);
            deliver(&judged, &job.options, terminal)
        }
        None => {
            print::message(format_args!("no method to transform has changed"));
            Exit::Clean
        }
    });
    interrupt::done(exit);
    tools.prepare_later_runs();
    Ok(exit)
}

/// Says what else there is to know of the findings.
fn remark(findings: &Findings) {
    if findings.held > 0 {
        let held = findings.held;
        print::message(format_args!("note: {held} verdicts come from an earlier run; no change affects them"));
    }
    if findings.not_judged() > 0 {
        print::message(format_args!("note: the time was over; the next run continues from here"));
    }
    tell(&findings.written);
}

/// Says which files changed while transformations were judged.
fn tell(written: &Written) {
    let some = |files: &[PathBuf]| {
        let mut names: Vec<String> = files.iter().take(NAMED).map(|file| format!("`{}`", file.display())).collect();
        names.extend(files.len().checked_sub(NAMED).filter(|more| *more > 0).map(|more| format!("{more} more")));
        names.join(", ")
    };
    if !written.again.is_empty() {
        print::message(format_args!(
            "note: tests write into the project, and did so once more on the unchanged program: {}",
            some(&written.again)
        ));
    }
    if !written.left.is_empty() {
        print::message(format_args!(
            "warning: changed while transformations were judged, and not by the tests of the unchanged program: {}",
            some(&written.left)
        ));
        print::message(format_args!("help: `--directory` names a folder in which tests may write what they like"));
    }
}
