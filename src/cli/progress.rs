//! The progress display: a line on a terminal, nothing elsewhere.

use crate::app::Progress;
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
    pub(super) fn show(&self, progress: Progress) {
        match progress {
            Progress::Compiling => self.say("compiling".to_owned()),
            Progress::RunningTests => self.say("running the tests".to_owned()),
            Progress::RunningSuite => self.say("running the tests as they are".to_owned()),
            Progress::Translating => self.say("translating".to_owned()),
            Progress::Searching { structures, covered, open } => {
                self.say(format!("{structures} structures, {covered} pairs covered, {open} open"));
            }
            Progress::Minimising { structures } => self.say(format!("{structures} structures, looking for fewer")),
            Progress::Enumerating { structures } => self.say(format!("{structures} structures")),
            Progress::Refreshing { structures, open } => {
                self.say(format!("{structures} structures, {open} open pairs"));
            }
            Progress::Measuring { feasible, open } => self.say(format!("{feasible} pairs are feasible, {open} open")),
            Progress::Diagnosing { done, all } => self.say(format!("{done} of {all} transformations diagnosed")),
            Progress::Suggesting { done, all } => {
                self.say(format!("tests for {done} of {all} transformations tried out"))
            }
            Progress::Covering { found, performed, budget } => {
                self.say(format!("{found} open coupled branches covered after {performed} of {budget} executions"));
            }
            Progress::Strengthening { found, of, performed, budget } => {
                self.say(format!("{found} of {of} mutants detected after {performed} of {budget} executions"));
            }
            Progress::RunningSubject { done, all } => self.say(format!("the program ran on {done} of {all} texts")),
            Progress::Varying { done, all } => {
                self.say(format!("the tests ran {done} of {all} times in other surroundings"));
            }
            Progress::Witnessing { done, all } => {
                self.say(format!("inputs of {done} of {all} tests changed"));
            }
            Progress::Following { done, all } => self.say(format!("inputs of {done} of {all} tests followed")),
            Progress::Fixing { done, all } => self.say(format!("fixes of {done} of {all} reports tried out")),
            Progress::Judging { done, all, left } => self.step("transformations judged", done, all, left),
        }
    }

    /// Does something that prints, above the line.
    pub(super) fn beside(&self, work: impl FnOnce()) {
        self.bar.suspend(work);
    }

    fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Shows how much of something is done, and the time left.
    fn step(&self, what: &'static str, done: usize, all: usize, left: Duration) {
        if self.bar.length().is_none() {
            let template = "{spinner} {bar:24} {pos} of {len} {msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style.progress_chars("━━╌"));
            }
            self.bar.set_length(all as u64);
        }
        self.bar.set_message(format!("{what} [{} left]", time(left)));
        self.bar.set_position(done as u64);
    }
}

/// A time for people, who plan by it and do not measure: `40 s`, `7 min`, `1 h 20 min`.
pub(super) fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 90.0 => format!("{} s", seconds.ceil()),
        seconds if seconds < 5400.0 => format!("{} min", (seconds / 60.0).round()),
        seconds => {
            let minutes = (seconds / 600.0).round() * 10.0;
            format!("{} h {} min", (minutes / 60.0).floor(), minutes % 60.0)
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::time;
    use std::time::Duration;

    #[test]
    fn times_are_as_exact_as_a_forecast_is() {
        let told = |seconds| time(Duration::from_secs(seconds));
        assert_eq!([0, 89, 90, 600, 5_399].map(told), ["0 s", "89 s", "2 min", "10 min", "90 min"]);
        assert_eq!([5_400, 7_199, 36_000].map(told), ["1 h 30 min", "2 h 0 min", "10 h 0 min"]);
    }
}
