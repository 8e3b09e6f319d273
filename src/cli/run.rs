//! `fex run`: from a specification to its verdict. Generate, compile, run, transform, report.

use super::discovery::{self, Discovery, Place};
use super::extreme::{self, Judged, Output, Running};
use super::specification::{self, Specification};
use super::{Exit, generate, interrupt, jdk, print};
use crate::fixture::Format;
use crate::processes;
use crate::project::build;
use crate::report;
use crate::resolve::Generate;
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
    /// The compiled classes under test: a folder or a jar [default: what Maven or Gradle says about the project around]
    #[arg(long, value_name = "PATH", requires = "classpath")]
    classes: Option<PathBuf>,
    /// What else the tests need, the JUnit Platform's launcher and engines included; or `@FILE` with that
    #[arg(long, alias = "class-path", value_name = "PATHS", requires = "classes")]
    classpath: Option<String>,
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

/// What is tested.
struct Tested {
    /// The compiled classes under test.
    classes: PathBuf,
    /// What else the tests need, as `--classpath` takes it.
    needed: String,
    /// The class path by which bindings are checked.
    bound_to: String,
    format: Format,
    /// How the project runs its tests, in the words of `fex extreme`.
    running: Vec<OsString>,
}

impl Tested {
    /// What the arguments name, or else the module around that has the root class.
    fn find(arguments: &Arguments, specification: &Specification, paragraph: &Generate) -> Result<Tested, Exit> {
        if let (Some(classes), Some(classpath)) = (&arguments.classes, &arguments.classpath) {
            return Ok(Tested {
                classes: classes.clone(),
                needed: classpath.clone(),
                bound_to: classes.display().to_string(),
                format: Format::Junit5,
                running: Vec::new(),
            });
        }
        let around = build::around(Path::new("")).map_err(print::refusal)?;
        let discovery = Discovery::new(None, &[], arguments.output.quiet);
        let place = match &around {
            Some((folder, build)) => discovery.place(specification, paragraph, folder, *build)?,
            None => None,
        };
        let Some(Place { module, classes, class_path, format }) = place else {
            print::message(match around {
                Some(_) => "error: the root signature is not bound to a class of the project",
                None => "error: there is no Maven or Gradle project here or in a folder above",
            });
            print::message("help: `--classes` and `--classpath` say what is tested");
            return Err(Exit::Usage);
        };
        let others: Vec<PathBuf> = class_path.iter().filter(|entry| **entry != classes).cloned().collect();
        let mut running: Vec<OsString> = vec!["--directory".into(), module.directory.clone().into()];
        if !module.java.as_os_str().is_empty() {
            running.extend(["--java".into(), module.java.clone().into()]);
        }
        running.extend(module.jvm_arguments().iter().map(|argument| format!("--jvm-arg={argument}").into()));
        Ok(Tested {
            needed: discovery::joined(&others).map_err(print::refusal)?,
            bound_to: discovery::joined(&class_path).map_err(print::refusal)?,
            classes,
            format,
            running,
        })
    }
}

fn tested(arguments: &Arguments) -> Result<Exit, Exit> {
    let specification = specification::read(&arguments.spec)?;
    let paragraph = specification::paragraph(&specification, arguments.generate.as_deref())?;
    let tested = Tested::find(arguments, &specification, paragraph)?;
    let work = processes::folder().map_err(print::refusal)?;
    let suite = arguments.suite.clone().unwrap_or_else(|| work.path().join("suite"));
    let tests = work.path().join("tests");
    let mut judged = arguments.judged.clone();
    if judged.only.is_empty() {
        judged.only = under_test(&specification, paragraph);
    }
    match generate::run(&generation(arguments, &tested, &suite)) {
        Exit::Clean => {}
        exit => return Err(exit),
    }
    let whole = arguments.suite.as_ref().map(|suite| format!("the suite in `{}` is whole", suite.display()));
    interrupt::on_end(move || format!("nothing is judged; {}", whole.as_deref().unwrap_or("nothing was written")));
    compile(&tested, &suite, &tests)?;
    Ok(extreme::report(&running(arguments, &tested, &tests), &judged, &arguments.output))
}

/// The class of the root, and those inside it.
fn under_test(specification: &Specification, paragraph: &Generate) -> Vec<String> {
    let root = &specification.module.sigs[paragraph.root.index()];
    let class = root.java.as_ref().map_or(root.name.as_str(), |java| java.class.as_str());
    vec![class.to_owned(), format!("{class}$*")]
}

/// What `fex generate` is asked for, in the words of its own command line.
fn generation(arguments: &Arguments, tested: &Tested, suite: &Path) -> generate::Arguments {
    let mut words: Vec<OsString> = vec!["generate".into(), arguments.spec.clone().into()];
    let mut option = |name: &str, value: OsString| words.extend([name.into(), value]);
    option("--classpath", tested.bound_to.clone().into());
    option("--out", suite.into());
    option("--format", tested.format.word().into());
    // A method that builds the fixtures would seem to be tested by every test.
    option("--build", "fields".into());
    if let Some(scope) = arguments.scope {
        option("--scope", scope.to_string().into());
    }
    if let Some(paragraph) = &arguments.generate {
        option("--generate", paragraph.into());
    }
    // Only the summary for people may have something before it.
    let for_people = matches!(arguments.output.format.as_slice(), [] | [report::Format::Human]);
    if arguments.output.quiet || !for_people {
        words.push("--quiet".into());
    }
    asked(words)
}

/// What `fex extreme` is asked for about running, in the words of its own command line.
fn running(arguments: &Arguments, tested: &Tested, tests: &Path) -> Running {
    let mut words: Vec<OsString> = vec!["extreme".into()];
    let mut option = |name: &str, value: OsString| words.extend([name.into(), value]);
    option("--classes", tested.classes.clone().into());
    option("--tests", tests.into());
    option("--classpath", tested.needed.clone().into());
    if let Some(jobs) = arguments.jobs {
        option("--jobs", jobs.to_string().into());
    }
    words.extend(tested.running.iter().cloned());
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
fn compile(tested: &Tested, suite: &Path, into: &Path) -> Result<(), Exit> {
    let mut class_path = vec![tested.classes.clone()];
    class_path.extend(worker::read_class_path(&tested.needed).map_err(print::refusal)?);
    let mut sources = Vec::new();
    java_files(suite, &mut sources).map_err(print::refusal)?;
    match jdk::javac(&sources, &class_path, into) {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let (said, help) = jdk::refusal(&output);
            print::message(format_args!("error: the suite does not compile\n{said}"));
            if let Some(help) = help {
                print::message(format_args!("help: {help}"));
            }
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
