//! The flags that say what is judged, and how its tests run.

use crate::app::settings::Request;
use crate::cli::seconds;
use crate::cli::tests::Tests;
use crate::extreme::Start;
use crate::settings::Extreme;
use clap::Args;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The arguments that say what runs, and how.
#[derive(Debug, Args)]
pub(super) struct Running {
    #[command(flatten)]
    tests: Tests,
    /// What else the tests need, the JUnit Platform's launcher and engines included; or `@FILE` with that
    #[arg(long, alias = "class-path", value_name = "PATHS")]
    classpath: Option<String>,

    /// Only methods with lines that have changed since this revision of git
    #[arg(long, value_name = "REV", help_heading = "What is judged")]
    since: Option<String>,

    /// How many JVMs work at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    jobs: Option<u16>,
    /// The time in seconds that a test may take beyond ten times its usual time [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Running")]
    patience: Option<Duration>,
    /// The time that fex may take, like `90s`, `10m` or `2h`: it judges the most telling transformations first, says which it
    /// left, and goes on from there the next time
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Running")]
    budget: Option<Duration>,
    /// How often the tests run on the unchanged program, to find those that are flaky [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    suite_runs: Option<u16>,
    /// Go on without all tests that cannot be relied upon: those that fail on the unchanged program, and those that are flaky
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Running")]
    set_aside: Option<bool>,
    /// Go on without the tests that fail on the unchanged program
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Running")]
    set_aside_failing: Option<bool>,
    /// Go on without the tests that are flaky
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Running")]
    set_aside_flaky: Option<bool>,
    /// Go on without the tests that end the JVM on the unchanged program, or do not end within `--suite-limit`
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Running")]
    set_aside_fatal: Option<bool>,
    /// Run all tests that reach a method, even after one has detected the transformation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Running")]
    full_matrix: Option<bool>,

    /// Find out more while the tests run as they are: `capture=SPEC` tells how many structures of a specification they work on
    /// [default for SPEC: that of the project's only suite]
    #[arg(long, value_name = "WHAT", help_heading = "Running")]
    with: Option<With>,
    /// Continue from where the same run was killed
    #[arg(long, help_heading = "Running")]
    resume: bool,
    /// Judge everything anew, even if nothing has changed since the last run
    #[arg(long, conflicts_with = "resume", help_heading = "Running")]
    fresh: bool,
    /// Where verdicts are kept for later runs [default: `fex` in the user's cache]
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    cache: Option<PathBuf>,
}

/// What is found out beside the verdicts.
#[derive(Debug, Clone, PartialEq, Eq)]
enum With {
    /// The structures of a specification.
    Capture(Option<PathBuf>),
}

impl FromStr for With {
    type Err = String;

    fn from_str(text: &str) -> Result<With, String> {
        match text.split_once('=') {
            None if text == "capture" => Ok(With::Capture(None)),
            Some(("capture", spec)) if !spec.is_empty() => Ok(With::Capture(Some(spec.into()))),
            _ => Err("there is `capture`, or `capture=SPEC`".to_owned()),
        }
    }
}

impl Running {
    /// What these flags say, as far as a `fex.toml` may say it, too.
    pub(super) fn settings(&self) -> Extreme {
        Extreme {
            jobs: self.jobs,
            patience: self.patience,
            budget: self.budget,
            suite_runs: self.suite_runs,
            set_aside: self.set_aside,
            set_aside_failing: self.set_aside_failing,
            set_aside_flaky: self.set_aside_flaky,
            set_aside_fatal: self.set_aside_fatal,
            full_matrix: self.full_matrix,
            cache: self.cache.clone(),
            ..self.tests.settings(self.classpath.clone())
        }
    }

    /// The suite of whose specification structures are captured, if that is asked for; a file may have its settings.
    pub(super) fn capture(&self, config: Option<&Path>) -> Option<Request> {
        let With::Capture(spec) = self.with.as_ref()?;
        Some(Request { spec: spec.clone(), config: config.map(Path::to_owned), ..Request::default() })
    }

    /// The revision since which methods have to have changed, if there is one.
    pub(super) fn since(&self) -> Option<String> {
        self.since.clone()
    }

    /// Which verdicts of earlier runs count.
    pub(super) fn start(&self) -> Start {
        match (self.resume, self.fresh) {
            (true, _) => Start::Resume,
            (_, true) => Start::Fresh,
            _ => Start::Known,
        }
    }
}

/// Reads a time in seconds, or in the unit behind it: `90`, `90s`, `10m`, `1.5h`.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let seconds = match unit {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("no unit `{unit}`; there are `s`, `m` and `h`")),
    };
    let number: f64 = number.trim().parse().map_err(|_| "not a time like `90s`, `10m` or `2h`".to_owned())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())?;
    // Nobody waits longer than a year, and clocks have an end.
    Ok(time.min(Duration::from_secs(365 * 24 * 3600)))
}

#[cfg(test)]
mod tests {
    use super::{With, duration};

    #[test]
    fn more_is_asked_for_by_a_word_and_perhaps_a_specification() {
        assert_eq!("capture".parse(), Ok(With::Capture(None)));
        assert_eq!("capture=a=b.spec".parse(), Ok(With::Capture(Some("a=b.spec".into()))));
        for wrong in ["", "capture=", "taint", "Capture"] {
            assert!(wrong.parse::<With>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_is_a_number_with_a_unit() {
        let seconds = |text| duration(text).map(|time| time.as_secs());
        assert_eq!(["90", "90s", "10m", "2min", "1.5h"].map(seconds), [90, 90, 600, 120, 5400].map(Ok));
        for wrong in ["", "m", "10d", "-1m", "1e", "NaNs", "ten"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
