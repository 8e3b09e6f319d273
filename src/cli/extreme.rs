//! `fex extreme`: which methods could vanish, and no test would notice.

mod output;
mod running;
mod selection;

pub(super) use self::output::Output;
use self::running::Prepared;
pub(super) use self::running::Running;
pub(super) use self::selection::Judged;

use super::tests::archives;
use super::{Exit, interrupt, print, progress, settings};
use crate::extreme::{Failure, Findings, Fingerprint, Journal, Past, Progress, Skip, Subject, Written, judge, title};
use crate::worker::{End, Error, Jars};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How many tests a message names.
const NAMED: usize = 20;

/// What takes longer than this is announced.
const LONG: Duration = Duration::from_secs(60);

/// The arguments of `fex extreme`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    running: Running,
    /// The settings of the project [default: the `fex.toml` of this folder or the nearest one around it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    judged: Judged,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match settings::project(arguments.config.as_deref()) {
        Ok(project) => {
            let settings = project.unwrap_or_default().extreme;
            let Arguments { running, judged, output, .. } = arguments;
            report(&running.or(&settings), &judged.or(&settings), &output.or(&settings))
        }
        Err(exit) => exit,
    }
}

/// Judges tests and delivers the findings.
pub(super) fn report(running: &Running, judged: &Judged, output: &Output) -> Exit {
    if let Err(exit) = output.check() {
        return exit;
    }
    let jars = match Jars::unpack() {
        Ok(jars) => jars,
        Err(error) => return print::refusal(error),
    };
    let jars = match archives() {
        Some(folder) => jars.with_archives(folder),
        None => jars,
    };
    let exit = match findings(&jars, running, judged, output) {
        Ok((findings, sources)) => output.deliver(&findings, running.base(), sources),
        Err(exit) => exit,
    };
    interrupt::done(exit);
    jars.make_archives();
    exit
}

/// What is found, and where the build says that the sources are.
fn findings(
    jars: &Jars,
    running: &Running,
    judged: &Judged,
    output: &Output,
) -> Result<(Findings, Vec<PathBuf>), Exit> {
    let line = progress::Line::new(output.quiet);
    line.say("compiling".to_owned());
    let Prepared { subject, config, sources } = running.prepare(jars, &judged.selection()).map_err(print::refusal)?;
    if subject.guarded().next().is_none() {
        if running.is_partial() {
            print::message(format_args!("no method to transform has changed"));
            return Err(Exit::Clean);
        }
        return Err(nothing_to_transform(&subject));
    }
    let (journal, past) = match running.journal() {
        Some((folder, start)) => {
            let fingerprint = Fingerprint::of(&config, &subject).map_err(print::refusal)?;
            Journal::begin(&folder, fingerprint, start).map_err(print::refusal)?
        }
        None => (Journal::none(), Past::default()),
    };
    let journal = Arc::new(journal);
    let left = Arc::downgrade(&journal);
    interrupt::on_end(move || match left.upgrade().and_then(|journal| journal.leave()) {
        Some(0) => "no verdict is kept".to_owned(),
        Some(count) => format!("{count} verdicts are kept, and the same command with `--resume` continues from there"),
        None => "everything is judged, and the same command shows it".to_owned(),
    });
    line.say("running the tests as they are".to_owned());
    let said = |event: judge::Event| match event {
        judge::Event::Begin(..) if output.quiet => {}
        judge::Event::Begin(progress, expected) => line.print(begins(progress, expected, &config)),
        judge::Event::Judged(Progress { done, all, left, .. }) => line.step("transformations judged", done, all, left),
    };
    match judge::judge(&config, jars, &subject, past, &journal, &said) {
        Ok(findings) => {
            drop(line);
            if findings.held > 0 {
                let held = findings.held;
                print::message(format_args!("note: {held} verdicts come from an earlier run; no change affects them"));
            }
            if findings.not_judged() > 0 {
                print::message(format_args!("note: the time was over; the next run continues from here"));
            }
            tell(&findings.written);
            Ok((findings, sources))
        }
        Err(failure) => {
            drop(line);
            Err(refuse(&failure))
        }
    }
}

/// Says which files changed while transformations were judged.
fn tell(written: &Written) {
    let some = |files: &[PathBuf]| {
        let mut names: Vec<String> = files.iter().take(NAMED).map(|file| format!("`{}`", file.display())).collect();
        names.extend(files.len().checked_sub(NAMED).filter(|more| *more > 0).map(|more| format!("{more} more")));
        names.join(", ")
    };
    if !written.again.is_empty() {
        print::message(format_args!(
            "note: tests write into the project, and did so once more on the unchanged program: {}",
            some(&written.again)
        ));
    }
    if !written.left.is_empty() {
        print::message(format_args!(
            "warning: changed while transformations were judged, and not by the tests of the unchanged program: {}",
            some(&written.left)
        ));
        print::message(format_args!("help: `--directory` names a folder in which tests may write what they like"));
    }
}

/// What is about to be judged, and how long that takes, where it takes long.
fn begins(progress: Progress, expected: Duration, config: &judge::Config) -> Option<String> {
    let Progress { done, all, tests, left } = progress;
    let transformations = all - done;
    let limit = match config.deadline {
        None if expected > LONG => "; `--budget 10m` judges the most telling ones only".to_owned(),
        Some(_) if left < expected => format!("; there are {} left", progress::time(left)),
        _ => String::new(),
    };
    (expected > LONG || !limit.is_empty()).then(|| {
        format!(
            "note: {transformations} transformations and {tests} tests take about {}{limit}",
            progress::time(expected)
        )
    })
}

/// Says why there is nothing to judge.
fn nothing_to_transform(subject: &Subject) -> Exit {
    print::message(format_args!("error: there is no method to transform"));
    if subject.classes.is_empty() {
        print::message(format_args!("help: `--classes` is a folder or a jar of compiled classes"));
    } else if subject.methods.is_empty() {
        let count = subject.classes.len();
        print::message(format_args!(
            "help: none of the {count} classes that `--only` and `--except` select has a method with a body"
        ));
    } else {
        let mut rules: Vec<&str> = subject.methods.iter().filter_map(|method| method.skipped).map(Skip::name).collect();
        rules.sort_unstable();
        rules.dedup();
        print::message(format_args!(
            "help: all {} methods are skipped ({}); `--keep` takes them in",
            subject.methods.len(),
            rules.join(", ")
        ));
    }
    Exit::Usage
}

/// Says why tests say nothing.
pub(super) fn refuse(failure: &Failure) -> Exit {
    match failure {
        Failure::Worker(error) => print::refusal(error),
        Failure::NoTests => {
            print::message(format_args!("error: no test ran"));
            print::message(format_args!(
                "help: `--test-names` says which classes hold tests; their engine has to be on the class path"
            ));
            Exit::NoTests
        }
        Failure::Red(tests) => {
            let lines = named(tests, "test fails", "tests fail", "--set-aside-failing");
            lines.iter().for_each(|line| print::message(format_args!("{line}")));
            print::message(format_args!(
                "help: `--set-aside-failing` goes on without them, `--set-aside` without those that are flaky, too"
            ));
            Exit::Red
        }
        Failure::Flaky(tests) => {
            let lines = named(tests, "test fails at times", "tests fail at times", "--set-aside-flaky");
            lines.iter().for_each(|line| print::message(format_args!("{line}")));
            print::message(format_args!(
                "help: `--set-aside-flaky` goes on without them, `--set-aside` without those that always fail, too; `--jobs 1` \
                 helps tests that share files or ports"
            ));
            Exit::Flaky
        }
        Failure::Ended(end, blamed) => {
            print::message(format_args!("error: on the unchanged program, {}", Error::Ended(*end)));
            if let Some(unit) = blamed {
                print::message(format_args!("  while or after `{}` ran", title(unit)));
            }
            match blamed {
                Some(_) => print::message("help: `--set-aside-fatal` goes on without it"),
                None if *end == End::Deadline => {
                    print::message("help: no test took most of the time; `--suite-limit` gives all together more");
                }
                None => {}
            }
            if *end == End::Memory {
                print::message(format_args!(
                    "help: `--jvm-arg=-Xmx8g` gives it more memory; `--jvm-arg=-XX:+UseG1GC` chooses the usual collector"
                ));
            }
            Exit::Red
        }
        Failure::Journal(error) => {
            print::message(format_args!("error: what was found cannot be kept: {error}"));
            print::message(format_args!("help: `--cache` names another folder"));
            Exit::Usage
        }
    }
}

/// Names tests that cannot be relied upon, the first of them where there are many, each with the first line of what it says.
fn named(tests: &[(String, String)], one: &str, more: &str, flag: &str) -> Vec<String> {
    let what = if tests.len() == 1 { one } else { more };
    let mut lines = vec![format!("error: {} {what} on the unchanged program", tests.len())];
    let first_lines = tests.iter().map(|(test, said)| (test, said.lines().next().unwrap_or_default()));
    lines.extend(first_lines.take(NAMED).map(|(test, said)| format!("  {test}: {said}")));
    if let Some(left @ 1..) = tests.len().checked_sub(NAMED) {
        lines.push(format!("  and {left} more; `{flag} --format json` lists them all"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{NAMED, named};

    #[test]
    fn many_tests_are_named_in_part_and_one_is_no_tests() {
        let failing = |count| -> Vec<(String, String)> {
            (0..count).map(|number| (format!("ATest.t{number}"), "Error: 1\nor 2".to_owned())).collect()
        };
        let lines = |count| named(&failing(count), "test fails", "tests fail", "--set-aside-failing");
        assert_eq!(lines(1), ["error: 1 test fails on the unchanged program", "  ATest.t0: Error: 1"]);
        assert_eq!(lines(NAMED).len(), 1 + NAMED);
        let many = lines(NAMED + 3);
        assert_eq!(many[0], format!("error: {} tests fail on the unchanged program", NAMED + 3));
        assert_eq!(many[1 + NAMED..], ["  and 3 more; `--set-aside-failing --format json` lists them all"]);
    }
}
