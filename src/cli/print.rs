//! What fex says on its standard streams; whoever closes such a pipe has read enough, so a failure is no error.

use super::Exit;
use std::fmt::Display;
use std::io::{Write, stderr, stdout};

/// Prints a line of results.
pub(super) fn result(line: impl Display) {
    let _ = writeln!(stdout(), "{line}");
}

/// Prints results that end with a line.
pub(super) fn text(text: &str) {
    let _ = stdout().write_all(text.as_bytes());
}

/// Prints why something cannot be done; returns how the program ends.
pub(super) fn refusal(error: impl Display) -> Exit {
    message(format_args!("error: {error}"));
    Exit::Usage
}

/// Prints a line of messages.
pub(super) fn message(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}
