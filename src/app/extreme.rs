//! Which methods could vanish, and no test would notice.

use super::launches::{self, Launches, archives, cache_folder};
use super::{Caller, Event, Failure, Forecast, Kept, Kind, Message, Progress, capture, settings};
use crate::capture::{Collection, Met, Witnessed};
use crate::extreme::judge::{self, judge};
use crate::extreme::{
    self, Findings, Fingerprint, Format, Journal, Options, Outcome, Past, Rule, Selection, Skip, Start, Subject,
    Threshold,
};
use crate::project::Changes;
use crate::report::{self, Sources};
use crate::session::{self, Execution, SetAside, locked, title};
use crate::settings::Extreme;
use crate::unit::Chosen;
use crate::worker::protocol::{Capture, Feature};
use crate::worker::{End, Error, Jars};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How many tests a message names.
const NAMED: usize = 20;

/// What is judged, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// The options that a `fex.toml` may have, too.
    pub options: Extreme,
    /// Only methods with lines that have changed since this revision of git.
    pub since: Option<String>,
    /// Which verdicts of earlier runs count.
    pub start: Start,
    /// The suite of whose specification the structures are captured that the tests work on.
    pub capture: Option<settings::Request>,
}

/// What was found.
#[derive(Debug)]
pub struct Judged {
    /// The verdicts.
    pub findings: Findings,
    /// Where the sources of the classes are.
    pub sources: Sources,
}

/// A threshold that is exceeded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exceeded {
    /// The threshold.
    pub threshold: Threshold,
    /// How many methods have its verdict.
    pub count: usize,
}

/// The programs that worker JVMs run.
pub struct Tools(Jars);

impl Tools {
    /// Unpacks them.
    pub fn unpack() -> Result<Tools, Failure> {
        let jars = Jars::unpack().map_err(Failure::usage)?;
        Ok(Tools(match archives() {
            Some(folder) => jars.with_archives(folder),
            None => jars,
        }))
    }

    /// Makes ready what lets the workers of later runs start faster.
    pub fn prepare_later_runs(&self) {
        self.0.make_archives();
    }
}

impl Job {
    /// The job with what the settings of the project say where it says nothing.
    pub fn or_settings(&self, config: Option<&Path>, caller: &Caller) -> Result<Job, Failure> {
        let project = settings::project(config, caller)?.unwrap_or_default();
        let options = caller.settings(&self.options).or(&project.extreme);
        Ok(Job { options, ..self.clone() })
    }

    /// Where what is found is kept, and what of earlier runs counts; none if there is no place.
    pub(super) fn kept(&self) -> Option<(PathBuf, Start)> {
        Some((cache_folder(self.options.cache.as_deref())?, self.start))
    }

    /// What of the classes is transformed, and how.
    fn selection(&self) -> Selection {
        let list = |list: &Option<Vec<String>>| list.clone().unwrap_or_default();
        let keep = self.options.keep.as_deref().unwrap_or_default();
        Selection {
            rules: Rule::ALL.into_iter().filter(|rule| !keep.contains(rule)).collect(),
            operators: self.options.also.clone().unwrap_or_default(),
            only: list(&self.options.only),
            except: list(&self.options.except),
            ignore: list(&self.options.ignore),
        }
    }
}

/// What is judged, and how, once the build was asked.
struct Prepared {
    subject: Subject,
    judging: Options,
    /// Where the build says that the sources of the classes are.
    sources: Vec<PathBuf>,
    /// Where it says that those of the tests are.
    test_sources: Vec<PathBuf>,
}

/// What is about to be judged.
pub(super) struct Begun {
    pub(super) subject: Subject,
    pub(super) judging: Options,
    /// What the verdicts depend on.
    pub(super) fingerprint: Fingerprint,
    pub(super) journal: Arc<Journal>,
    pub(super) past: Past,
    pub(super) sources: Sources,
    /// Where the sources of the tests are.
    test_sources: Vec<PathBuf>,
    /// What is captured while the suite runs as it is.
    captured: Option<Capture>,
}

/// What was found, and what it takes to look further into it.
pub(super) struct Found {
    pub(super) judged: Judged,
    pub(super) subject: Subject,
    pub(super) execution: Execution,
    /// What the verdicts depend on.
    pub(super) fingerprint: Fingerprint,
    /// Where the sources of the tests are.
    pub(super) test_sources: Vec<PathBuf>,
}

impl Tools {
    /// What workers are made of.
    pub(super) fn jars(&self) -> &Jars {
        &self.0
    }
}

/// Judges tests; nothing is found if only what has changed is judged, and nothing has.
pub fn extreme(job: &Job, tools: &Tools, caller: &Caller) -> Result<Option<Judged>, Failure> {
    Ok(found(job, tools, caller)?.map(|found| found.judged))
}

/// Judges tests, likewise.
pub(super) fn found(job: &Job, tools: &Tools, caller: &Caller) -> Result<Option<Found>, Failure> {
    let Some(mut begun) = begin(job, tools, caller)? else { return Ok(None) };
    let outcome = judged(&mut begun, &Chosen::All, tools, caller)?;
    let Begun { subject, judging, fingerprint, sources, test_sources, .. } = begun;
    let judged = Judged { findings: outcome.findings(&subject), sources };
    Ok(Some(Found { judged, subject, execution: judging.execution, fingerprint, test_sources }))
}

/// Asks the build, and makes ready what is judged; nothing if only what has changed is judged, and nothing has.
pub(super) fn begin(job: &Job, tools: &Tools, caller: &Caller) -> Result<Option<Begun>, Failure> {
    let jars = tools.jars();
    caller.progress(Progress::Compiling);
    let Prepared { subject, mut judging, sources, mut test_sources } =
        prepared(job, jars, caller).map_err(Failure::usage)?;
    if subject.guarded().next().is_none() {
        return if job.since.is_some() { Ok(None) } else { Err(nothing_to_transform(&subject)) };
    }
    let captured = match &job.capture {
        Some(request) => Some(capture::beside(request, &judging.execution.launches, caller)?),
        None => None,
    };
    judging.with = captured.iter().cloned().map(Feature::Capture).collect();
    let fingerprint = Fingerprint::of(&judging, &subject).map_err(Failure::usage)?;
    let (journal, past) = match job.kept() {
        Some((folder, start)) => {
            // What is kept says nothing of objects.
            let start = if captured.is_some() { Start::Fresh } else { start };
            Journal::begin(&folder, fingerprint.clone(), start).map_err(Failure::usage)?
        }
        None => (Journal::none(fingerprint.clone()), Past::default()),
    };
    let base = launches::base(&job.options, caller);
    let roots = match (job.options.sources.as_deref().unwrap_or_default(), sources.as_slice()) {
        ([], []) => ["src/main/java", "src/main/kotlin"].map(|root| base.join(root)).to_vec(),
        ([], _) => sources,
        (given, _) => given.to_vec(),
    };
    // Who names a folder of sources may mean one with tests.
    test_sources.extend(job.options.sources.iter().flatten().cloned());
    if test_sources.is_empty() {
        test_sources.push(base.join("src/test/java"));
    }
    let (journal, sources) = (Arc::new(journal), Sources { roots, base });
    Ok(Some(Begun { subject, judging, fingerprint, journal, past, sources, test_sources, captured }))
}

/// Judges what is chosen of what has begun.
pub(super) fn judged(begun: &mut Begun, chosen: &Chosen, tools: &Tools, caller: &Caller) -> Result<Outcome, Failure> {
    let Begun { subject, judging, journal, past, captured, .. } = begun;
    let collection = captured.as_ref().map(|capture| Mutex::new(Collection::new(capture)));
    caller.listener.hear(Event::Keeps(Kept::Verdicts(Arc::downgrade(journal))));
    caller.progress(Progress::RunningSuite);
    let said = |event: judge::Event| match event {
        judge::Event::Seen(section) => {
            if let Some(collection) = &collection {
                locked(collection).add(section);
            }
        }
        judge::Event::Begin(extreme::Progress { done, all, tests, left }, expected) => {
            let limit = judging.deadline.map(|_| left);
            let forecast = Forecast { transformations: all - done, tests, expected, limit };
            caller.listener.hear(Event::Begins(forecast));
        }
        judge::Event::Judging(extreme::Progress { done, all, left, .. }) => {
            caller.progress(Progress::Judging { done, all, left });
        }
    };
    let outcome = judge(judging, tools.jars(), subject, std::mem::take(past), journal, chosen, &said)?;
    launches::tell_useless(&outcome.suite.excluded, caller);
    if let (Some(capture), Some(collection)) = (captured, collection) {
        let collection = collection.into_inner().unwrap_or_else(PoisonError::into_inner);
        tell(&capture.objects.root, &collection.finish(), caller);
    }
    Ok(outcome)
}

/// Says what was captured.
fn tell(root: &str, witnessed: &Witnessed, caller: &Caller) {
    let Witnessed { structures, steps, captures, beyond, unread, problem, .. } = witnessed;
    // Every worker tells each step that it meets.
    let steps: BTreeSet<_> = steps
        .iter()
        .map(|Met { step, .. }| {
            let event = &step.event;
            (&event.class, &event.method, &event.descriptor, step.threw, step.before, step.after)
        })
        .collect();
    let (structures, steps) = (structures.len(), steps.len());
    caller.note(format_args!(
        "the tests work on {structures} structures of `{root}` within the scope, with {steps} steps between them"
    ));
    let beyond: u64 = beyond.iter().sum();
    if beyond > 0 {
        caller.note(format_args!("{beyond} of {captures} looks met structures beyond the scope"));
    }
    if *unread > 0 {
        caller.warn(format_args!("{unread} structures could not be read: {problem}"));
    }
}

impl Judged {
    /// The findings in a format.
    pub fn render(&self, format: Format) -> String {
        format.render(&self.findings, &extreme::report(&self.findings), &self.sources)
    }

    /// Writes the findings into a folder, in one file for each format.
    pub fn write(&self, formats: &[Format], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        let report = extreme::report(&self.findings);
        let render = |format: &Format| format.render(&self.findings, &report, &self.sources);
        report::write(formats.iter().map(|format| (format.file_name(), render(format))), folder)
            .map_err(|error| Failure::usage(format_args!("cannot write to `{}`: {error}", folder.display())))
    }

    /// The thresholds that are exceeded.
    pub fn exceeded(&self, thresholds: &[Threshold]) -> Vec<Exceeded> {
        let exceeded = thresholds.iter().filter_map(|threshold| {
            Some(Exceeded { threshold: *threshold, count: threshold.exceeded(&self.findings)? })
        });
        exceeded.collect()
    }
}

/// Reads the classes and tests that are asked for, or that the build names.
fn prepared(job: &Job, jars: &Jars, caller: &Caller) -> io::Result<Prepared> {
    let since = Instant::now();
    let options = &job.options;
    let cache = cache_folder(options.cache.as_deref()).filter(|_| job.start != Start::Fresh);
    let Launches { classes, launches, sources, test_sources } =
        launches::launches(options, jars, cache.as_deref(), caller)?;
    let mut subject = Subject::read(&classes, &job.selection())?;
    if let Some(revision) = &job.since {
        let changes = Changes::since(&Path::new(".").join(caller.folder), revision)?;
        subject.methods.retain(|method| {
            let (Some(source), Some(lines)) = (&method.source, method.lines) else { return false };
            changes.touch_method(&method.class, source, lines)
        });
    }
    let all = options.set_aside.unwrap_or(false);
    let judging = Options {
        execution: launches::execution(
            options,
            launches,
            SetAside {
                failing: options.set_aside_failing.unwrap_or(all),
                flaky: options.set_aside_flaky.unwrap_or(all),
                fatal: options.set_aside_fatal.unwrap_or(all),
            },
        ),
        full_matrix: options.full_matrix.unwrap_or(false),
        with: Vec::new(),
        deadline: options.budget.map(|budget| since + budget),
    };
    Ok(Prepared { subject, judging, sources, test_sources })
}

/// Says why there is nothing to judge.
fn nothing_to_transform(subject: &Subject) -> Failure {
    let nothing = Failure::usage("there is no method to transform");
    if subject.classes.is_empty() {
        return nothing.help("`--classes` is a folder or a jar of compiled classes");
    }
    if subject.methods.is_empty() {
        let count = subject.classes.len();
        return nothing.help(format_args!(
            "none of the {count} classes that `--only` and `--except` select has a method with a body"
        ));
    }
    let mut rules: Vec<&str> = subject.methods.iter().filter_map(|method| method.skipped).map(Skip::name).collect();
    rules.sort_unstable();
    rules.dedup();
    let (count, rules) = (subject.methods.len(), rules.join(", "));
    nothing.help(format_args!("all {count} methods are skipped ({rules}); `--keep` takes them in"))
}

/// Why there are no findings.
impl From<extreme::Failure> for Failure {
    fn from(failure: extreme::Failure) -> Failure {
        match failure {
            extreme::Failure::Tests(failure) => failure.into(),
            extreme::Failure::Classes(error) => Failure::usage(error),
            extreme::Failure::Journal(error) => Failure::usage(format_args!("what was found cannot be kept: {error}"))
                .help("`--cache` names another folder"),
        }
    }
}

/// Why tests say nothing.
impl From<session::Failure> for Failure {
    fn from(failure: session::Failure) -> Failure {
        match failure {
            session::Failure::Worker(error) => Failure::usage(error),
            session::Failure::NoTests => Failure::new(Kind::NoTests, Message::error("no test ran"))
                .help("`--test-names` says which classes hold tests; their engine has to be on the class path"),
            session::Failure::Red(tests) => {
                let message = named(&tests, "test fails", "tests fail", "--set-aside-failing");
                Failure::new(Kind::Red, message)
                    .help("`--set-aside-failing` goes on without them, `--set-aside` without those that are flaky, too")
            }
            session::Failure::Flaky(tests) => {
                let message = named(&tests, "test fails at times", "tests fail at times", "--set-aside-flaky");
                Failure::new(Kind::Flaky, message).help(
                    "`--set-aside-flaky` goes on without them, `--set-aside` without those that always fail, too; \
                     `--jobs 1` helps tests that share files or ports",
                )
            }
            session::Failure::Ended(end, blamed) => ended(end, blamed.as_ref().map(title)),
        }
    }
}

/// Says how the JVM ended on the unchanged program, and which test is to blame if one is.
fn ended(end: End, blamed: Option<String>) -> Failure {
    let message = Message::error(format_args!("on the unchanged program, {}", Error::Ended(end)))
        .details(blamed.as_ref().map(|test| format!("  while or after `{test}` ran")));
    let mut failure = Failure::new(Kind::Red, message);
    if blamed.is_some() {
        failure = failure.help("`--set-aside-fatal` goes on without it");
    } else if end == End::Deadline {
        failure = failure.help("no test took most of the time; `--suite-limit` gives all together more");
    }
    if end == End::Memory {
        failure = failure
            .help("`--jvm-arg=-Xmx8g` gives it more memory; `--jvm-arg=-XX:+UseG1GC` chooses the usual collector");
    }
    failure
}

/// Names tests that cannot be relied upon, the first of them where there are many, each with the first line of what it says.
fn named(tests: &[(String, String)], one: &str, more: &str, flag: &str) -> Message {
    let what = if tests.len() == 1 { one } else { more };
    let first_lines = tests.iter().map(|(test, said)| (test, said.lines().next().unwrap_or_default()));
    let lines = first_lines.take(NAMED).map(|(test, said)| format!("  {test}: {said}"));
    let left = tests.len().checked_sub(NAMED).filter(|left| *left > 0);
    let left = left.map(|left| format!("  and {left} more; `{flag} --format json` lists them all"));
    Message::error(format_args!("{} {what} on the unchanged program", tests.len())).details(lines.chain(left))
}

#[cfg(test)]
mod tests {
    use super::{NAMED, named};

    #[test]
    fn many_tests_are_named_in_part_and_one_is_no_tests() {
        let failing = |count| -> Vec<(String, String)> {
            (0..count).map(|number| (format!("ATest.t{number}"), "Error: 1\nor 2".to_owned())).collect()
        };
        let message = |count| named(&failing(count), "test fails", "tests fail", "--set-aside-failing");
        assert_eq!(message(1).text, "1 test fails on the unchanged program");
        assert_eq!(message(1).details, ["  ATest.t0: Error: 1"]);
        assert_eq!(message(NAMED).details.len(), NAMED);
        let many = message(NAMED + 3);
        assert_eq!(many.text, format!("{} tests fail on the unchanged program", NAMED + 3));
        assert_eq!(many.details[NAMED..], ["  and 3 more; `--set-aside-failing --format json` lists them all"]);
    }
}
