//! What fex says on its standard streams; whoever closes such a pipe has read enough, so a failure is no error.

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

/// Prints a line of messages.
pub(super) fn message(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}
