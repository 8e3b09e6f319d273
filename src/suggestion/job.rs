//! A class of tests to look into, and what tests are made from.

use super::inquiry::Observed;
use super::lineage::{Declared, class_path, top_level};
use super::outcome::{Missing, NewTest};
use super::probes::Telling;
use super::trial::Compiler;
use crate::classfile::ClassPath;
use crate::extreme::Findings;
use crate::java::dialect::{Dialect, Framework};
use crate::journal::Steps;
use crate::propagation::{Case, Diagnosis};
use crate::session::{LaunchId, Session};
use crate::source::{Edit, JavaFile, Uneditable};
use crate::unit::Digest;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;

/// What tests are made from.
pub struct Setting<'s> {
    /// How tests run; their workers can replace methods, and do nothing else.
    pub session: Session<'s>,
    /// What was judged.
    pub findings: &'s Findings,
    /// The folders with the sources of the tests.
    pub roots: &'s [PathBuf],
    /// What compiles them.
    pub compiler: Compiler<'s>,
    /// What is kept for later runs.
    pub steps: &'s Steps,
    /// Told how many transformations are done.
    pub progress: &'s (dyn Fn(usize) + Sync),
}

/// A class of tests to look into: where its source is, how it runs, and what none of its tests detects.
#[derive(Debug)]
pub struct Job<'d> {
    /// The file.
    pub path: PathBuf,
    /// The text of the file if it is a new one.
    pub new: Option<String>,
    /// How its tests are written then.
    pub dialect: Option<Dialect>,
    /// How the tests are started.
    pub launch: LaunchId,
    /// The top-level class, by binary name.
    pub class: String,
    /// What declares each test.
    pub declared: &'d Declared,
    /// What is to be detected.
    pub diagnoses: Vec<&'d Diagnosis>,
    /// What objects that the tests hold tell of that.
    pub observed: Vec<&'d Observed>,
    /// What was inserted before.
    pub edit: Edit,
}

/// What came of a class.
#[derive(Debug, Serialize, Deserialize)]
pub struct Done {
    /// The file.
    pub path: PathBuf,
    /// The tests that hold.
    pub tests: Vec<NewTest>,
    /// Why there are none for others.
    #[serde(with = "super::pairs")]
    pub missing: BTreeMap<Case, Missing>,
    /// All that is inserted.
    pub edit: Edit,
    /// What tells programs apart in one class only that inherits the test.
    pub elsewhere: Vec<Telling>,
}

impl<'d> Job<'d> {
    /// A class in a file that there is, or that is new; nothing is to be detected yet.
    pub fn new(path: PathBuf, launch: LaunchId, class: String, declared: &'d Declared) -> Job<'d> {
        let (diagnoses, observed) = (Vec::new(), Vec::new());
        Job { path, new: None, dialect: None, launch, class, declared, diagnoses, observed, edit: Edit::default() }
    }

    /// What the tests that are written depend on, beside the program: the source as it is, what was inserted, and what is to be detected.
    pub fn identity(&self) -> io::Result<impl Serialize + '_> {
        let text = match &self.new {
            Some(text) => text.clone().into_bytes(),
            None => fs::read(&self.path)?,
        };
        let cases: Vec<Case> = self.diagnoses.iter().map(|diagnosis| diagnosis.case).collect();
        Ok((self.launch, &self.class, Digest::of_bytes(&text), cases, &self.observed, &self.edit))
    }

    /// The source, if it can be edited.
    pub fn file(&self) -> Result<JavaFile, Uneditable> {
        let text = self.new.clone().or_else(|| fs::read_to_string(&self.path).ok());
        match self.path.extension().is_some_and(|kind| kind == "java") {
            true => JavaFile::parse(text.ok_or(Uneditable::Unparsable)?),
            false => Err(Uneditable::NotJava),
        }
    }

    /// No test, for one reason.
    pub fn without(&self, why: &Missing) -> Done {
        let missing = self.diagnoses.iter().map(|diagnosis| (diagnosis.case, why.clone())).collect();
        let (tests, elsewhere) = (Vec::new(), Vec::new());
        Done { path: self.path.clone(), tests, missing, edit: self.edit.clone(), elsewhere }
    }
}

impl Setting<'_> {
    /// The source file of a top-level class of tests, by binary name.
    pub fn source(&self, class: &str) -> Option<PathBuf> {
        source(self.roots, class)
    }

    /// The top-level classes that run tests of a launch, by binary name.
    pub fn running(&self, launch: LaunchId) -> BTreeSet<&str> {
        let tests = self.findings.suite.tests.iter().filter(|test| test.launch == launch);
        tests.map(|test| top_level(&test.unit.class)).collect()
    }

    /// The classes of the project that tests are started with.
    pub fn class_path(&self, launch: LaunchId) -> ClassPath {
        class_path(self.session, launch)
    }

    /// How tests of a launch are written where no other test shows that.
    pub fn dialect(&self, launch: LaunchId) -> Dialect {
        dialect(&self.session.execution.launches[launch.0].settings.class_path)
    }
}

/// The source file of a top-level class, by binary name, below one of some folders.
pub fn source(roots: &[PathBuf], class: &str) -> Option<PathBuf> {
    let path = class.replace('.', "/");
    let files = ["java", "kt", "groovy", "scala"].map(|kind| format!("{path}.{kind}"));
    let mut places = files.iter().flat_map(|file| roots.iter().map(move |root| root.join(file)));
    places.find(|path| path.is_file())
}

/// How tests are written whose class path this is, as far as that says it.
pub fn dialect(class_path: &[PathBuf]) -> Dialect {
    let path = std::env::join_paths(class_path).ok();
    let path = path.and_then(|path| ClassPath::open(path.to_str()?).ok());
    let has = |class: &str| path.as_ref().is_some_and(|path| path.find(class).is_some());
    Dialect::new(match () {
        () if has("org.junit.jupiter.api.Test") => Framework::JUnit5,
        () if has("org.junit.Test") => Framework::JUnit4,
        () if has("org.testng.annotations.Test") => Framework::TestNg,
        () => Framework::JUnit3,
    })
}
