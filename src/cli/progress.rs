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

    /// Shows how much of something is done, and guesses the time left.
    pub(super) fn step(&self, what: &'static str, done: usize, all: usize) {
        if self.bar.length().is_none() {
            let template = "{spinner} {bar:24} {pos} of {len} {msg} [{elapsed}, {eta} left]";
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style.progress_chars("━━╌"));
            }
            self.bar.set_length(all as u64);
            // What was done before, without steps, says nothing about the time that a step takes.
            self.bar.reset_eta();
            self.bar.set_message(what);
        }
        self.bar.set_position(done as u64);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
