//! `fex run`: from a specification to its verdict. Generate, compile, run, transform, report.

use super::extreme::{self, Judged, Output, Running};
use super::{Exit, generate, interrupt, jdk, print, specification};
use crate::processes;
use crate::report::Format;
use crate::worker;
use clap::{Args, Command};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `fex run`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
    /// The compiled classes under test: a folder or a jar
    #[arg(long, value_name = "PATH")]
    classes: PathBuf,
    /// What else the tests need, the JUnit Platform's launcher and engines included; or `@FILE` with that
    #[arg(long, alias = "class-path", value_name = "PATHS")]
    classpath: String,
    /// At most this many objects of each signature, instead of what the specification says
    #[arg(long, value_name = "N")]
    scope: Option<u32>,
    /// The `generate` paragraph to follow; the first one if not given
    #[arg(long, value_name = "NAME")]
    generate: Option<String>,
    /// Keep the suite in this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    suite: Option<PathBuf>,
    #[command(flatten)]
    judged: Judged,
    #[command(flatten)]
    output: Output,

    /// How many JVMs work at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    jobs: Option<u16>,
    /// An argument for the JVMs that run the tests
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Running")]
    jvm_arg: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match tested(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn tested(arguments: &Arguments) -> Result<Exit, Exit> {
    let work = processes::folder().map_err(print::refusal)?;
    let suite = arguments.suite.clone().unwrap_or_else(|| work.path().join("suite"));
    let tests = work.path().join("tests");
    let mut judged = arguments.judged.clone();
    if judged.only.is_empty() {
        judged.only = under_test(arguments)?;
    }
    match generate::run(&generation(arguments, &suite)) {
        Exit::Clean => {}
        exit => return Err(exit),
    }
    let whole = arguments.suite.as_ref().map(|suite| format!("the suite in `{}` is whole", suite.display()));
    interrupt::on_end(move || format!("nothing is judged; {}", whole.as_deref().unwrap_or("nothing was written")));
    compile(arguments, &suite, &tests)?;
    Ok(extreme::report(&running(arguments, &tests), &judged, &arguments.output))
}

/// The class of the root, and those inside it.
fn under_test(arguments: &Arguments) -> Result<Vec<String>, Exit> {
    let specification = specification::read(&arguments.spec)?;
    let paragraph = specification::paragraph(&specification, arguments.generate.as_deref())?;
    let root = &specification.module.sigs[paragraph.root.0 as usize];
    let class = root.java.as_ref().map_or(root.name.as_str(), |java| java.class.as_str());
    Ok(vec![class.to_owned(), format!("{class}$*")])
}

/// What `fex generate` is asked for, in the words of its own command line.
fn generation(arguments: &Arguments, suite: &Path) -> generate::Arguments {
    let mut words: Vec<OsString> = vec!["generate".into(), arguments.spec.clone().into()];
    let mut option = |name: &str, value: OsString| words.extend([name.into(), value]);
    option("--classpath", arguments.classes.clone().into());
    option("--out", suite.into());
    option("--format", "junit5".into());
    // A method that builds the fixtures would seem to be tested by every test.
    option("--build", "fields".into());
    if let Some(scope) = arguments.scope {
        option("--scope", scope.to_string().into());
    }
    if let Some(paragraph) = &arguments.generate {
        option("--generate", paragraph.into());
    }
    // Only the summary for people may have something before it.
    let for_people = matches!(arguments.output.format.as_slice(), [] | [Format::Human]);
    if arguments.output.quiet || !for_people {
        words.push("--quiet".into());
    }
    asked(words)
}

/// What `fex extreme` is asked for about running, in the words of its own command line.
fn running(arguments: &Arguments, tests: &Path) -> Running {
    let mut words: Vec<OsString> = vec!["extreme".into()];
    let mut option = |name: &str, value: OsString| words.extend([name.into(), value]);
    option("--classes", arguments.classes.clone().into());
    option("--tests", tests.into());
    option("--classpath", arguments.classpath.clone().into());
    if let Some(jobs) = arguments.jobs {
        option("--jobs", jobs.to_string().into());
    }
    words.extend(arguments.jvm_arg.iter().map(|argument| format!("--jvm-arg={argument}").into()));
    asked(words)
}

/// The arguments that some words of a command line give.
fn asked<A: Args>(words: Vec<OsString>) -> A {
    let command = A::augment_args(Command::new("fex"));
    let matches = command.get_matches_from(words);
    A::from_arg_matches(&matches).expect("what the matches are made from defines them")
}

/// Compiles the suite.
fn compile(arguments: &Arguments, suite: &Path, into: &Path) -> Result<(), Exit> {
    let mut class_path = vec![arguments.classes.clone()];
    class_path.extend(worker::read_class_path(&arguments.classpath).map_err(print::refusal)?);
    let mut sources = Vec::new();
    java_files(suite, &mut sources).map_err(print::refusal)?;
    match jdk::javac(&sources, &class_path, into) {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            print::message("error: the suite does not compile");
            print::message(String::from_utf8_lossy(&output.stderr).trim_end());
            print::message("help: `--classpath` names the JUnit 5 that the suite needs");
            Err(Exit::Usage)
        }
        Err(error) => {
            print::message(format_args!("error: cannot run `{}`: {error}", jdk::program("javac").display()));
            print::message("help: compiling a suite takes a JDK; JAVA_HOME says where one is");
            Err(Exit::Usage)
        }
    }
}

/// The Java files below a folder.
fn java_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            java_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
    found.sort();
    Ok(())
}
