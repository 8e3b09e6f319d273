//! `fex init`: the first draft of a specification, from compiled classes.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::init::{self, Job};
use crate::app::{Caller, Failure};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex init`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The root class, as in `com.acme.Tree`; its simple name will do where no other class has it
    class: String,
    /// Folders and jars with the compiled classes; those of the Maven or Gradle project around if not given
    #[arg(long, value_name = "PATH")]
    classpath: Option<String>,
    /// Where to write the specification, `-` for standard output; a file named like the class if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false);
    terminal.finish(drafted(arguments, &terminal.caller()), |()| Exit::Clean)
}

fn drafted(arguments: &Arguments, caller: &Caller) -> Result<(), Failure> {
    let job = Job { class: arguments.class.clone(), classpath: arguments.classpath.clone() };
    let draft = init::draft(&job, caller)?;
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from(init::file_name(&draft)));
    let is_printed = out.as_os_str() == "-";
    if is_printed {
        print::text(&draft.text);
    } else {
        init::write(&draft, &out, caller)?;
        print::result(format_args!("{} written", out.display()));
    }
    for sentence in &draft.left_out {
        print::message(format_args!("left out: {sentence}"));
    }
    if !is_printed {
        // Where the project was found, it will be found again.
        let class_path = job.classpath.as_ref().map_or_else(String::new, |path| format!(" --classpath {path}"));
        print::result(format_args!("state the invariant in `repOk`, then run"));
        print::result(format_args!("  fex generate {}{class_path}", out.display()));
    }
    Ok(())
}
