//! What fex says on its standard streams; whoever closes such a pipe has read enough, so a failure is no error.

use super::{Exit, interrupt};
use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr, stdout};

/// Prints a line of results.
pub(super) fn result(line: impl Display) {
    interrupt::pass();
    let _ = writeln!(stdout(), "{line}");
}

/// Prints results that end with a line.
pub(super) fn text(text: &str) {
    interrupt::pass();
    let _ = stdout().write_all(text.as_bytes());
}

/// Prints why something cannot be done; returns how the program ends.
pub(super) fn refusal(error: impl Display) -> Exit {
    message(format_args!("error: {error}"));
    Exit::Usage
}

/// Prints a line of messages.
pub(super) fn message(line: impl Display) {
    interrupt::pass();
    let _ = writeln!(stderr(), "{line}");
}

/// Prints the last line of messages of a run that was interrupted, in the place of a progress display.
pub(super) fn last(line: impl Display) {
    let clear = if stderr().is_terminal() { "\r\x1b[2K" } else { "" };
    let _ = writeln!(stderr(), "{clear}{line}");
}
