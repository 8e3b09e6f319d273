//! From a specification to its verdict: a suite is generated, compiled and judged.

use super::discovery::{self, Place};
use super::extreme;
use super::settings::Request;
use super::specification::{self, Specification};
use super::{Caller, Failure, Workspace, jdk};
use crate::extreme::Start;
use crate::fixture::{Build, Format};
use crate::processes;
use crate::project as build;
use crate::resolve::Generate;
use crate::settings::{Extreme, Settings};
use crate::worker;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What is generated and judged.
#[derive(Debug, Clone)]
pub struct Job {
    /// The specification.
    pub spec: PathBuf,
    /// The scope, if not that of the specification.
    pub scope: Option<u32>,
    /// The `generate` paragraph; the first one if `None`.
    pub generate: Option<String>,
    /// The folder that keeps the suite, if it is to be kept.
    pub suite: Option<PathBuf>,
    /// How the suite is judged. Its classes are those under test, and need its class path; without them, the project around
    /// says what is tested.
    pub options: Extreme,
}

/// What is tested.
struct Subject {
    /// The compiled classes under test.
    classes: PathBuf,
    /// What else the tests need, as a class path.
    needed: String,
    /// The class path by which bindings are checked.
    bound_to: String,
    format: Format,
    /// How the project runs its tests.
    running: Extreme,
}

impl Subject {
    /// What the job names, or else the module around that has the root class.
    fn find(
        job: &Job,
        specification: &Specification,
        paragraph: &Generate,
        caller: &Caller,
    ) -> Result<Subject, Failure> {
        let options = caller.settings(&job.options);
        if let (Some(classes), Some(classpath)) = (options.classes, options.classpath) {
            return Ok(Subject {
                bound_to: classes.display().to_string(),
                classes,
                needed: classpath,
                format: Format::Junit5,
                running: Extreme::default(),
            });
        }
        let around = build::around(caller.folder).map_err(Failure::usage)?;
        let workspace = Workspace::new(caller.clone(), None, Extreme::default());
        let place = match &around {
            Some((folder, build)) => workspace.place(specification, paragraph, folder, *build)?,
            None => None,
        };
        let Some(Place { module, classes, class_path, format }) = place else {
            let reason = match around {
                Some(_) => "the root signature is not bound to a class of the project",
                None => "there is no Maven or Gradle project here or in a folder above",
            };
            return Err(Failure::usage(reason).help("`--classes` and `--classpath` say what is tested"));
        };
        let others: Vec<PathBuf> = class_path.iter().filter(|entry| **entry != classes).cloned().collect();
        Ok(Subject {
            needed: discovery::joined(&others).map_err(Failure::usage)?,
            bound_to: discovery::joined(&class_path).map_err(Failure::usage)?,
            classes,
            format,
            running: Extreme {
                directory: Some(module.directory.clone()),
                java: Some(module.java.clone()).filter(|java| !java.as_os_str().is_empty()),
                jvm_arg: Some(module.jvm_arguments()),
                ..Extreme::default()
            },
        })
    }
}

/// A suite that is to be generated, compiled and judged.
pub struct Prepared {
    /// What is generated.
    pub request: Request,
    subject: Subject,
    suite: PathBuf,
    options: Extreme,
    /// The folder of what is not kept.
    work: TempDir,
}

/// Finds out what is tested.
pub fn prepare(job: &Job, caller: &Caller) -> Result<Prepared, Failure> {
    let specification = specification::read(&caller.path(&job.spec), caller)?;
    let paragraph = specification::paragraph(&specification, job.generate.as_deref())?;
    let subject = Subject::find(job, &specification, paragraph, caller)?;
    let work = processes::folder().map_err(Failure::usage)?;
    let suite = job.suite.clone().unwrap_or_else(|| work.path().join("suite"));
    let settings = Settings {
        classpath: Some(subject.bound_to.clone()),
        out: Some(suite.clone()),
        format: Some(subject.format),
        // A method that builds the fixtures would seem to be tested by every test.
        build: Some(Build::Fields),
        scope: job.scope,
        generate: job.generate.clone(),
        ..Settings::default()
    };
    let mut options = job.options.clone();
    options.only.get_or_insert_with(|| under_test(&specification, paragraph));
    let suite = caller.path(&suite);
    Ok(Prepared {
        request: Request { spec: Some(job.spec.clone()), config: None, settings },
        subject,
        suite,
        options,
        work,
    })
}

impl Prepared {
    /// Compiles the suite that was generated, and says how it is judged.
    pub fn compiled(&self) -> Result<extreme::Job, Failure> {
        let Subject { classes, needed, running, .. } = &self.subject;
        let tests = self.work.path().join("tests");
        compile(&self.subject, &self.suite, &tests)?;
        let jvm_arg = [&running.jvm_arg, &self.options.jvm_arg].into_iter().flatten().flatten().cloned().collect();
        let options = Extreme {
            classes: Some(classes.clone()),
            tests: Some(tests),
            classpath: Some(needed.clone()),
            jvm_arg: Some(jvm_arg),
            ..self.options.clone()
        };
        Ok(extreme::Job { options: options.or(running), since: None, start: Start::Known, capture: None })
    }
}

/// The class of the root, and those inside it.
fn under_test(specification: &Specification, paragraph: &Generate) -> Vec<String> {
    let root = &specification.module.sigs[paragraph.root.index()];
    let class = root.java.as_ref().map_or(root.name.as_str(), |java| java.class.as_str());
    vec![class.to_owned(), format!("{class}$*")]
}

/// Compiles a suite.
fn compile(subject: &Subject, suite: &Path, into: &Path) -> Result<(), Failure> {
    let mut class_path = vec![subject.classes.clone()];
    class_path.extend(worker::read_class_path(&subject.needed).map_err(Failure::usage)?);
    let mut sources = Vec::new();
    java_files(suite, &mut sources).map_err(Failure::usage)?;
    let output = jdk::javac(&sources, &class_path, into).map_err(|error| {
        Failure::usage(format_args!("cannot run `{}`: {error}", jdk::program("javac").display()))
            .help("compiling a suite takes a JDK; JAVA_HOME says where one is")
    })?;
    if output.status.success() {
        return Ok(());
    }
    let (said, help) = jdk::refusal(&output);
    let refused = Failure::usage(format_args!("the suite does not compile\n{said}"));
    Err(help.into_iter().fold(refused, Failure::help))
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
