//! The progress display: a line on a terminal, nothing elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A line that says what fex is doing.
pub(super) struct Line {
    bar: ProgressBar,
}

impl Line {
    /// A line on standard error, if that is a terminal and the user wants it.
    pub(super) fn new(quiet: bool) -> Line {
        // indicatif itself draws nothing where standard error is no terminal.
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Line { bar }
    }

    /// Shows what is being done.
    pub(super) fn say(&self, message: String) {
        self.bar.set_message(message);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
