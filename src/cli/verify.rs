//! `fex verify`: what lies in the folder of a suite, checked against its specification: the document, the structures, the Java files
//! and the certificate.

use super::config::Config;
use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::verify::{self, Check, Request, Verdict, Verified};
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `fex verify`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder of the suites
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Their specification [default: the file of its name that `fex.toml` names, or that lies in DIR, in a folder around it, or in
    /// `specs` there]
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    #[command(flatten)]
    config: Config,
    /// Say only what is wrong
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let Arguments { folder, spec, config, quiet } = arguments;
    let terminal = Terminal::new(*quiet).setting(config);
    let caller = terminal.caller();
    let request = Request { folder: folder.clone(), spec: spec.clone(), config: config.file().map(Path::to_owned) };
    terminal.finish(verify::suites(&request, &caller), |documents| {
        let exits = documents.iter().map(|document| {
            let verified = verify::verify(&request, document, &caller);
            terminal.finish(verified, |verified| show(arguments, &terminal, &verified))
        });
        exits.max().unwrap_or(Exit::Clean)
    })
}

/// Says what was checked.
fn show(arguments: &Arguments, terminal: &Terminal, verified: &Verified) -> Exit {
    let Arguments { folder, quiet, .. } = arguments;
    if !quiet {
        print::result(format_args!("{} in {}: {}", verified.generate, folder.display(), verified.spec.display()));
    }
    for Check { verdict, subject, text } in &verified.checks {
        let word = match verdict {
            Verdict::Right => "right",
            Verdict::Unchecked => "unchecked",
            Verdict::Wrong => "wrong",
        };
        if *verdict == Verdict::Wrong || !quiet {
            print::result(format_args!("  {word}  {subject}  {text}"));
        }
    }
    let exit = if verified.is_wrong() { Exit::Findings } else { Exit::Clean };
    verified.stopped.as_ref().map_or(exit, |stopped| exit.max(terminal.fail(stopped)))
}
