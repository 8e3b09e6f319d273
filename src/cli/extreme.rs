//! `fex extreme`: which methods could vanish, and no test would notice.

mod running;

use self::running::{Prepared, Running};
use super::{Exit, print, progress};
use crate::extreme::{
    Failure, Findings, Fingerprint, Journal, MethodVerdict, Operators, Past, Rule, Selection, judge, report,
};
use crate::worker::{Error, Jars};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::io;

/// The arguments of `fex extreme`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    running: Running,

    /// Only classes whose names match; `*` stands for any text
    #[arg(long, value_name = "PATTERN", help_heading = "What is judged")]
    only: Vec<String>,
    /// No classes whose names match
    #[arg(long, value_name = "PATTERN", help_heading = "What is judged")]
    except: Vec<String>,
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
    let jars = Jars::unpack().map_err(wrong)?;
    let line = progress::Line::new(arguments.quiet);
    line.say("compiling".to_owned());
    let Prepared { subject, config } = arguments.running.prepare(&jars, &selection).map_err(wrong)?;
    if subject.guarded().next().is_none() {
        if arguments.running.is_partial() {
            print::message(format_args!("no method to transform has changed"));
            return Err(Exit::Clean);
        }
        print::message(format_args!("error: there is no method to transform"));
        print::message(format_args!("help: `--classes` is a folder or a jar of compiled classes"));
        return Err(Exit::Usage);
    }
    let (journal, past) = match arguments.running.journal() {
        Some((folder, start)) => {
            let fingerprint = Fingerprint::of(&config, &subject).map_err(wrong)?;
            Journal::begin(&folder, fingerprint, start).map_err(wrong)?
        }
        None => (Journal::none(), Past::default()),
    };
    line.say("running the tests as they are".to_owned());
    let said = |done: usize, all: usize| line.say(format!("{done} of {all} methods judged"));
    judge::judge(&config, &jars, &subject, past, &journal, &said).map_err(|failure| {
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
        Failure::Flaky(tests) => {
            print::message(format_args!("error: {} tests fail at times on the unchanged program", tests.len()));
            for (test, message) in tests {
                print::message(format_args!("  {test}: {message}"));
            }
            print::message(format_args!(
                "help: `--set-aside-flaky` goes on without them; `--jobs 1` helps tests that share files or ports"
            ));
            Exit::Flaky
        }
        Failure::Ended(end, test) => {
            print::message(format_args!("error: on the unchanged program, {}", Error::Ended(*end)));
            if let Some(test) = test {
                print::message(format_args!("  while or after `{test}` ran"));
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
