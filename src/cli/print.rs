//! What fex says on its standard streams; whoever closes such a pipe has read enough, so a failure is no error.

use super::{Exit, interrupt};
use crate::app::specification::MAX_BYTES;
use crate::app::{Diagnosed, Failure, Level, Message, Part};
use crate::diagnostic::{self, Severity, Source, Style};
use std::fmt::Display;
use std::io::{self, IsTerminal, Read, Write, stderr, stdin, stdout};

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

/// Prints something that a use case says.
pub(super) fn part(part: &Part) {
    match part {
        Part::Message(Message { level, text, details, helps }) => {
            match level {
                Level::Error => message(format_args!("error: {text}")),
                Level::Warning => message(format_args!("warning: {text}")),
                Level::Note => message(format_args!("note: {text}")),
                Level::Help => message(format_args!("help: {text}")),
                Level::News => message(text),
            }
            details.iter().for_each(message);
            helps.iter().for_each(|help| message(format_args!("help: {help}")));
        }
        Part::Diagnosed(Diagnosed { sources, diagnostics }) => {
            let coloured = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let style = if coloured { Style::Coloured } else { Style::Plain };
            let text = diagnostic::render(sources, diagnostics, style);
            message(text.strip_suffix('\n').unwrap_or(&text));
            let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
            if errors > 0 {
                let plural = if errors == 1 { "" } else { "s" };
                message(format_args!("{errors} error{plural} in `{}`", sources[0].name));
            }
        }
    }
}

/// The text of standard input.
pub(super) fn standard_input() -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    let read = stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes).and_then(|size| match size as u64 > MAX_BYTES {
        true => Err(io::Error::other(format!("a specification has at most {MAX_BYTES} bytes"))),
        false => Ok(Source::decoded("<stdin>", bytes)),
    });
    read.map_err(|error| Failure::usage(format_args!("cannot read standard input: {error}")))
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
