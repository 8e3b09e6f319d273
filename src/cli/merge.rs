//! `fex merge`: partial reports joined to the report of one machine.

use super::config::Config;
use super::delivery::check;
use super::extreme::{self, Output};
use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::sharing::{Joining, Merged, merge};
use crate::app::{Caller, Failure, settings};
use crate::report::counted;
use clap::Args;
use num_bigint::BigUint;
use std::path::PathBuf;

/// The arguments of `fex merge`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The partial reports, which `--shard` and `fex run-unit` write
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The plan that they belong to [default: that of the partial reports]
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    config: Config,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments.output.quiet).setting(&arguments.config);
    let caller = terminal.caller();
    terminal.finish(merged(arguments, &terminal, &caller), |exit| exit)
}

fn merged(arguments: &Arguments, terminal: &Terminal, caller: &Caller) -> Result<Exit, Failure> {
    let Arguments { files, plan, config, output } = arguments;
    let project = settings::project(config.file(), caller)?.unwrap_or_default();
    let options = output.placed(output.settings().or(&project.extreme), caller);
    check(options.out.as_deref(), extreme::formats(&options))?;
    let sources = options.sources.clone().unwrap_or_default();
    let merged = merge(&Joining { files: files.clone(), plan: plan.clone(), sources }, caller)?;
    let what = counted(files.len(), "partial report");
    print::message(format_args!("joined {what}"));
    Ok(match merged {
        Merged::Judged(judged) => extreme::deliver(&judged, &options, terminal),
        Merged::Counted(count) => {
            print::result(&count);
            if count == BigUint::ZERO { Exit::Findings } else { Exit::Clean }
        }
    })
}
