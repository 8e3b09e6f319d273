//! The flags of work that several machines do.

use crate::app::extreme::{Job, Tools};
use crate::app::sharing::{self, Partial, Shared};
use crate::app::{Caller, Failure};
use crate::cli::terminal::Terminal;
use crate::cli::{Exit, interrupt, print};
use crate::disk;
use crate::settings::Extreme;
use crate::unit::Share;
use clap::Args;
use std::fs;
use std::path::PathBuf;

/// The arguments about the share that this machine does.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "More than one machine")]
pub(in crate::cli) struct Sharing {
    /// Do only a share of the work, like `2/4`, and write a partial report for `fex merge`
    #[arg(long, value_name = "K/N", conflicts_with_all = ["since", "with", "format", "fail-on"])]
    shard: Option<Share>,
    /// The plan that `fex plan` wrote; the tests then do not run once more to make one
    #[arg(long, value_name = "FILE", requires = "shard")]
    plan: Option<PathBuf>,
}

impl Sharing {
    /// What is done of a job here, if it is not the whole.
    pub(super) fn shared(&self, job: &Job) -> Option<Shared> {
        let share = self.shard?;
        Some(Shared { job: job.clone(), arguments: arguments(), share, plan: self.plan.clone() })
    }

    /// Refuses what makes no sense in a plan.
    pub(super) fn refuse(&self) -> Result<(), Failure> {
        match self.shard {
            Some(_) => {
                Err(Failure::usage("a plan lists the units of all shares; `--shard` is for whoever carries it out"))
            }
            None => Ok(()),
        }
    }
}

/// The command that is carried out, with its arguments: those of the whole where this is a share or a plan.
pub(super) fn arguments() -> Vec<String> {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.peek().is_some_and(|first| first == "plan") {
        arguments.next();
    }
    let mut whole = Vec::new();
    while let Some(argument) = arguments.next() {
        let name = argument.split('=').next().unwrap_or_default();
        if ["--shard", "--plan", "--out", "--format", "--fail-on"].contains(&name) {
            if !argument.contains('=') {
                arguments.next();
            }
        } else {
            whole.push(argument);
        }
    }
    whole
}

/// Does a share, and delivers the partial report.
pub(super) fn report(shared: &Shared, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let tools = Tools::unpack()?;
    let exit = terminal.finish(sharing::share(shared, &tools, caller), |partial| {
        match deliver(&partial, shared, &shared.job.options) {
            Ok(()) => Exit::Clean,
            Err(failure) => terminal.fail(&failure),
        }
    });
    interrupt::done(exit);
    tools.prepare_later_runs();
    Ok(exit)
}

fn deliver(partial: &Partial, shared: &Shared, options: &Extreme) -> Result<(), Failure> {
    let Partial { text, file_name, units, all } = partial;
    let done = format!("share {}: {units} of {all} units", shared.share);
    let Some(folder) = &options.out else {
        print::text(text);
        print::message(done);
        return Ok(());
    };
    let path = folder.join(file_name);
    let written = disk::change(|| fs::create_dir_all(folder).and_then(|()| disk::replace(&path, text)));
    written.map_err(|error| Failure::usage(format_args!("cannot write `{}`: {error}", path.display())))?;
    print::message(format_args!("{done} in {}", path.display()));
    Ok(())
}
