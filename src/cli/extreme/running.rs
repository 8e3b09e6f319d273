//! What is judged and how its tests run: what a build says, or what the command line does.

use super::super::tests::{Launches, Tests, cache_folder};
use crate::extreme::judge::Config;
use crate::extreme::{Selection, SetAside, Start, Subject};
use crate::project::Extreme;
use crate::project::build::Changes;
use crate::worker::Jars;
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time that a test may take beyond ten times its usual time, unless something else is asked for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the tests run on the unchanged program, unless something else is asked for.
const SUITE_RUNS: u16 = 2;

/// The arguments that say what runs, and how.
#[derive(Debug, Args)]
pub(in crate::cli) struct Running {
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
    #[arg(long, value_name = "SECONDS", value_parser = super::super::seconds, help_heading = "Running")]
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

/// What is judged, and how.
pub(super) struct Prepared {
    pub(super) subject: Subject,
    pub(super) config: Config,
    /// Where the build says that the sources of the classes are.
    pub(super) sources: Vec<PathBuf>,
}

impl Running {
    /// These arguments, and the project's settings where they say nothing.
    pub(super) fn or(&self, settings: &Extreme) -> Running {
        Running {
            tests: self.tests.or(settings),
            classpath: self.classpath.clone().or_else(|| settings.classpath.clone()),
            since: self.since.clone(),
            jobs: self.jobs.or(settings.jobs),
            patience: self.patience.or(settings.patience),
            budget: self.budget.or(settings.budget),
            suite_runs: self.suite_runs.or(settings.suite_runs),
            set_aside: self.set_aside.or(settings.set_aside),
            set_aside_failing: self.set_aside_failing.or(settings.set_aside_failing),
            set_aside_flaky: self.set_aside_flaky.or(settings.set_aside_flaky),
            set_aside_fatal: self.set_aside_fatal.or(settings.set_aside_fatal),
            full_matrix: self.full_matrix.or(settings.full_matrix),
            resume: self.resume,
            fresh: self.fresh,
            cache: self.cache.clone().or_else(|| settings.cache.clone()),
        }
    }

    /// Reads the classes and tests that the arguments or the build name.
    pub(super) fn prepare(&self, jars: &Jars, selection: &Selection) -> io::Result<Prepared> {
        let since = Instant::now();
        let cache = self.cache_folder().filter(|_| !self.fresh);
        let Launches { classes, launches, sources } =
            self.tests.launches(self.classpath.as_deref(), jars, cache.as_deref())?;
        let mut subject = Subject::read(&classes, selection)?;
        if let Some(revision) = &self.since {
            let changes = Changes::since(Path::new("."), revision)?;
            subject.methods.retain(|method| {
                let (Some(source), Some((first, last))) = (&method.source, method.lines) else { return false };
                let package = method.class.rsplit_once('/').map(|(package, _)| format!("{package}/"));
                let path = format!("{}{source}", package.unwrap_or_default());
                // The lines of a body have code: its head and its last brace are around them.
                changes.touch(&path, u32::from(first).saturating_sub(1), u32::from(last) + 1)
            });
        }
        let all = self.set_aside.unwrap_or(false);
        let config = Config {
            launches,
            jobs: self.jobs.map_or_else(cores, usize::from),
            patience: self.patience.unwrap_or(PATIENCE),
            suite_runs: usize::from(self.suite_runs.unwrap_or(SUITE_RUNS)),
            suite_limit: self.tests.limit(),
            set_aside: SetAside {
                failing: self.set_aside_failing.unwrap_or(all),
                flaky: self.set_aside_flaky.unwrap_or(all),
                fatal: self.set_aside_fatal.unwrap_or(all),
            },
            full_matrix: self.full_matrix.unwrap_or(false),
            deadline: self.budget.map(|budget| since + budget),
        };
        Ok(Prepared { subject, config, sources })
    }

    /// Where verdicts are kept, and which of them count; none if there is no place.
    pub(super) fn journal(&self) -> Option<(PathBuf, Start)> {
        let start = match (self.resume, self.fresh) {
            (true, _) => Start::Resume,
            (_, true) => Start::Fresh,
            _ => Start::Known,
        };
        Some((self.cache_folder()?, start))
    }

    /// The folder of what later runs may take over.
    fn cache_folder(&self) -> Option<PathBuf> {
        cache_folder(self.cache.as_deref())
    }

    /// Where the tests run, if the command line says so; else here.
    pub(super) fn base(&self) -> &Path {
        self.tests.base()
    }

    /// Whether only what has changed is judged.
    pub(super) fn is_partial(&self) -> bool {
        self.since.is_some()
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

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn a_time_is_a_number_with_a_unit() {
        let seconds = |text| duration(text).map(|time| time.as_secs());
        assert_eq!(["90", "90s", "10m", "2min", "1.5h"].map(seconds), [90, 90, 600, 120, 5400].map(Ok));
        for wrong in ["", "m", "10d", "-1m", "1e", "NaNs", "ten"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
