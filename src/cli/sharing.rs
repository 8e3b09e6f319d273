//! The flags of work that several machines do, and how what a part of it came to is delivered.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::sharing::{self, Partial, Portion};
use crate::app::{Caller, Failure};
use crate::disk;
use crate::unit::{Chosen, Share};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// The flags that the command of a plan is without, each with a value.
const OF_SHARES: [&str; 5] = ["--shard", "--plan", "--out", "--format", "--fail-on"];

/// The arguments about the share that this machine does.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "More than one machine")]
pub(super) struct Sharing {
    /// Do only a share of the work, like `2/4`, and write a partial report for `fex merge`
    #[arg(long, value_name = "K/N")]
    shard: Option<Share>,
    /// The plan that `fex plan` wrote; the tests then do not run once more to make one
    #[arg(long, value_name = "FILE", requires = "shard")]
    plan: Option<PathBuf>,
}

impl Sharing {
    /// What is done here, if it is not the whole.
    pub(super) fn portion(&self, caller: &Caller) -> Result<Option<Portion>, Failure> {
        let Some(share) = self.shard else { return Ok(None) };
        let plan = self.plan.as_ref().map(|path| sharing::open(path, caller)).transpose()?;
        Ok(Some(Portion { arguments: arguments(), chosen: Chosen::Share(share), plan }))
    }

    /// Prints the plan of the whole, which is made of the command that does it.
    pub(super) fn plan(&self, terminal: &Terminal, make: impl FnOnce(&[String]) -> Result<String, Failure>) -> Exit {
        let plan = match self.shard {
            Some(_) => Err(Failure::usage("`--shard` is for those who carry a plan out; `fex plan` lists all units")),
            None => make(&arguments()),
        };
        terminal.finish(plan, |plan| {
            print::text(&plan);
            Exit::Clean
        })
    }
}

/// The command of this process with its arguments: that of the whole where this is a plan or a share.
fn arguments() -> Vec<String> {
    // What is no text is no argument that another machine has.
    let given = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let mut given = given.skip_while(|first| first == "plan");
    let mut whole = Vec::new();
    while let Some(argument) = given.next() {
        let name = argument.split('=').next().unwrap_or_default();
        if !OF_SHARES.contains(&name) {
            whole.push(argument);
        } else if !argument.contains('=') {
            given.next();
        }
    }
    whole
}

/// Prints a partial report, or writes it into a folder.
pub(super) fn deliver(partial: &Partial, out: Option<&Path>) -> Result<(), Failure> {
    let Partial { text, file_name, units, all } = partial;
    let Some(folder) = out else {
        print::text(text);
        print::message(format_args!("{units} of {all} units"));
        return Ok(());
    };
    let path = folder.join(file_name);
    let written = disk::change(|| fs::create_dir_all(folder).and_then(|()| disk::replace(&path, text)));
    written.map_err(|error| Failure::usage(format_args!("cannot write `{}`: {error}", path.display())))?;
    print::message(format_args!("{units} of {all} units in {}", path.display()));
    Ok(())
}
