//! `fex extreme`: which methods could vanish, and no test would notice.

mod judging;
mod output;
mod running;
mod selection;

pub(super) use self::judging::Judging;
pub(super) use self::output::{Output, deliver, formats};
pub(super) use self::selection::Judged;
use super::delivery::check;
use super::sharing::Sharing;
use super::terminal::Terminal;
use super::test_flags::Seen;
use super::{Exit, interrupt, print, sharing};
use crate::app::extreme::{self, Job, Tools};
use crate::app::sharing::{Partial, Portion};
use crate::app::{self, Caller, Event, Failure};
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
    let terminal = arguments.terminal();
    let caller = terminal.caller();
    terminal.finish(carried_out(arguments, &terminal, &caller), |exit| exit)
}

fn carried_out(arguments: &Arguments, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let Some(portion) = arguments.sharing.portion(caller)? else {
        return report(&arguments.job(caller)?, terminal, caller);
    };
    let given = arguments.output.settings();
    if given.format.is_some() || given.fail_on.is_some() {
        return Err(Failure::usage("a partial report has no `--format` and no `--fail-on`; `fex merge` has them"));
    }
    let out = arguments.job(caller)?.options.out;
    self::portion(arguments, &portion, caller, |partial| sharing::deliver(partial, out.as_deref()))?;
    Ok(Exit::Clean)
}

impl Arguments {
    fn terminal(&self) -> Terminal {
        Terminal::new(self.output.quiet).setting(self.judging.config())
    }

    fn job(&self, caller: &Caller) -> Result<Job, Failure> {
        let mut job = self.judging.job(&self.seen.settings().or(&self.output.settings()), caller)?;
        job.options = self.output.placed(job.options, caller);
        Ok(job)
    }
}

/// Judges some units of what these arguments ask for, and delivers their partial report.
pub(super) fn portion(
    arguments: &Arguments,
    portion: &Portion,
    caller: &Caller,
    deliver: impl FnOnce(&Partial) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let caller = &Caller { set: arguments.judging.config().assignments(), ..caller.clone() };
    let tools = Tools::unpack()?;
    let partial = app::sharing::judge_portion(&arguments.job(caller)?, portion, &tools, caller)?;
    caller.listener.hear(Event::Paused);
    deliver(&partial)?;
    interrupt::done(Exit::Clean);
    tools.prepare_later_runs();
    Ok(())
}

/// The plan of what these arguments ask for.
pub(super) fn plan(arguments: &Arguments) -> Exit {
    let terminal = arguments.terminal();
    let caller = terminal.caller();
    arguments.sharing.plan(&terminal, |whole| {
        app::sharing::plan_judging(&arguments.job(&caller)?, whole, &Tools::unpack()?, &caller)
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
