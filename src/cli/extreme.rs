//! `fex extreme`: which methods could vanish, and no test would notice.

use super::{Exit, print, progress};
use crate::extreme::judge::{self, Config};
use crate::extreme::{Failure, Findings, MethodVerdict, Operators, Rule, Selection, Subject, TestNames, report};
use crate::worker::{self, Jars, Settings};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `fex extreme`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The compiled classes under test: a folder or a jar
    #[arg(long, value_name = "PATH")]
    classes: PathBuf,
    /// The compiled tests: a folder or a jar
    #[arg(long, value_name = "PATH")]
    tests: PathBuf,
    /// What else the tests need, the JUnit Platform's launcher and engines included; or `@FILE` with that
    #[arg(long, alias = "class-path", value_name = "PATHS")]
    classpath: String,

    /// Only classes whose names match; `*` stands for any text
    #[arg(long, value_name = "PATTERN", help_heading = "What is judged")]
    only: Vec<String>,
    /// No classes whose names match
    #[arg(long, value_name = "PATTERN", help_heading = "What is judged")]
    except: Vec<String>,
    /// Test classes: simple names that match, or full ones if the pattern has a dot
    #[arg(long, value_name = "PATTERN", default_values_t = TestNames::SUREFIRE.map(str::to_owned),
          help_heading = "What is judged")]
    test_names: Vec<String>,
    /// Do not skip methods for this reason
    #[arg(long, value_enum, value_name = "RULE", value_delimiter = ',', help_heading = "What is judged")]
    keep: Vec<Rule>,
    /// Try more bodies than the default ones
    #[arg(long, value_enum, value_name = "BODY", value_delimiter = ',', help_heading = "What is judged")]
    also: Vec<More>,

    /// What to print
    #[arg(long, value_enum, default_value_t = Output::Human, help_heading = "Output")]
    format: Output,
    /// Exit with 1 if there is a method like this
    #[arg(long, value_enum, value_name = "VERDICT", value_delimiter = ',', help_heading = "Output")]
    fail_on: Vec<FailOn>,
    /// No progress display
    #[arg(long, help_heading = "Output")]
    quiet: bool,

    /// How many JVMs work at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    jobs: Option<u16>,
    /// The time in seconds that a test may take beyond ten times its usual time
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = super::seconds, help_heading = "Running")]
    patience: Duration,
    /// The directory in which tests run
    #[arg(long, value_name = "DIR", default_value = ".", help_heading = "Running")]
    directory: PathBuf,
    /// The `java` that runs the tests [default: that of JAVA_HOME, or the one on the path]
    #[arg(long, value_name = "PATH", help_heading = "Running")]
    java: Option<PathBuf>,
    /// An argument for the JVMs that run the tests
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Running")]
    jvm_arg: Vec<String>,
}

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// The methods to act on, and a summary
    Human,
    /// Everything, as one JSON object
    Json,
}

/// A kind of body that is not tried by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum More {
    /// Empty collections of the JDK
    New,
    /// Empty optionals
    Optional,
    /// Each parameter of the result type
    Parameter,
    /// `this`, where a method returns its own class
    This,
}

/// A verdict that a build may refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// No transformation was detected
    PseudoTested,
    /// Some transformations were not detected
    PartiallyTested,
    /// No test reaches the method
    NotCovered,
}

impl ValueEnum for Rule {
    fn value_variants<'a>() -> &'a [Rule] {
        &Rule::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match judged(arguments) {
        Ok(findings) => {
            match arguments.format {
                Output::Human => print::result(report::human(&findings)),
                Output::Json => print::result(report::json(&findings)),
            }
            let refused = arguments.fail_on.iter().any(|verdict| {
                findings.count(match verdict {
                    FailOn::PseudoTested => MethodVerdict::PseudoTested,
                    FailOn::PartiallyTested => MethodVerdict::PartiallyTested,
                    FailOn::NotCovered => MethodVerdict::NotCovered,
                }) > 0
            });
            if refused { Exit::Findings } else { Exit::Clean }
        }
        Err(exit) => exit,
    }
}

fn judged(arguments: &Arguments) -> Result<Findings, Exit> {
    let wrong = |error: io::Error| {
        print::message(format_args!("error: {error}"));
        Exit::Usage
    };
    let selection = Selection {
        rules: Rule::ALL.into_iter().filter(|rule| !arguments.keep.contains(rule)).collect(),
        operators: operators(&arguments.also),
        only: arguments.only.clone(),
        except: arguments.except.clone(),
    };
    let subject = Subject::read(&arguments.classes, &selection).map_err(wrong)?;
    let tests = TestNames::read(&arguments.tests, &arguments.test_names).map_err(wrong)?;
    if subject.guarded().next().is_none() {
        print::message(format_args!("error: `{}` has no method to transform", arguments.classes.display()));
        print::message(format_args!("help: `--classes` is a folder or a jar of compiled classes"));
        return Err(Exit::Usage);
    }
    let mut class_path = vec![arguments.tests.clone(), arguments.classes.clone()];
    class_path.extend(worker::read_class_path(&arguments.classpath).map_err(wrong)?);
    for path in &mut class_path {
        *path = std::path::absolute(&path).map_err(wrong)?;
    }
    let jars = Jars::unpack().map_err(wrong)?;
    let config = Config {
        settings: Settings {
            java: arguments.java.clone().unwrap_or_else(java),
            jvm_arguments: arguments.jvm_arg.clone(),
            class_path,
            directory: arguments.directory.clone(),
        },
        jobs: arguments.jobs.map_or_else(cores, usize::from),
        patience: arguments.patience,
    };
    let line = progress::Line::new(arguments.quiet);
    line.say("running the tests as they are".to_owned());
    let said = |done: usize, all: usize| line.say(format!("{done} of {all} methods judged"));
    judge::judge(&config, &jars, &subject, &tests, &said).map_err(|failure| {
        drop(line);
        refuse(&failure)
    })
}

fn operators(more: &[More]) -> Operators {
    Operators {
        new: more.contains(&More::New),
        optional: more.contains(&More::Optional),
        parameter: more.contains(&More::Parameter),
        this: more.contains(&More::This),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn java() -> PathBuf {
    let home = std::env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    home.filter(|java| java.exists()).unwrap_or_else(|| PathBuf::from("java"))
}

/// Says why there is nothing to judge.
fn refuse(failure: &Failure) -> Exit {
    match failure {
        Failure::Worker(error) => {
            print::message(format_args!("error: {error}"));
            Exit::Usage
        }
        Failure::NoTests => {
            print::message(format_args!("error: no test ran"));
            print::message(format_args!(
                "help: `--test-names` says which classes hold tests; their engine has to be on the class path"
            ));
            Exit::NoTests
        }
        Failure::Red(tests) => {
            print::message(format_args!("error: {} tests fail on the unchanged program", tests.len()));
            for (test, message) in tests {
                print::message(format_args!("  {test}: {message}"));
            }
            Exit::Red
        }
    }
}
