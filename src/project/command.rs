//! Runs a build tool.

use crate::processes;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

/// Has a build tool do something in a folder. `excerpt` picks from what it says what went wrong.
pub(super) fn carry_out(
    tool: &str,
    command: &mut Command,
    folder: &Path,
    excerpt: impl Fn(&Output) -> String,
) -> io::Result<()> {
    let output = processes::output(command.current_dir(folder)).map_err(|error| {
        let program = Path::new(command.get_program()).display();
        io::Error::new(error.kind(), format!("cannot run `{program}`: {error}"))
    })?;
    if output.status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!("{tool} cannot build `{}`\n{}", folder.display(), excerpt(&output))))
}
