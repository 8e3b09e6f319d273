//! The flags that say which tests run, and how.

use crate::settings::Extreme;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments that say which tests run, and how.
#[derive(Debug, Clone, Args)]
pub(super) struct Tests {
    /// The compiled classes under test: a folder or a jar [default: what Maven or Gradle says about the project in this folder]
    #[arg(long, value_name = "PATH", requires = "tests")]
    classes: Option<PathBuf>,
    /// The compiled tests: a folder or a jar
    #[arg(long, value_name = "PATH", requires = "classes")]
    tests: Option<PathBuf>,
    /// An argument for Maven or Gradle, like `-Pprofile`, `--offline` or `-Dname=value`
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, conflicts_with = "classes")]
    build_arg: Vec<String>,
    /// Only this module of the project: its classes, or if it has none those of the modules that it needs, judged by its tests
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "classes")]
    module: Vec<String>,
    /// Test classes: simple names that match, or full ones if the pattern has a dot [default: what the build says, or `Test*`,
    /// `*Test`, `*Tests` and `*TestCase`]
    #[arg(long, value_name = "PATTERN", help_heading = "Running")]
    test_names: Vec<String>,
    /// The time in seconds that all tests together may take on the unchanged program [default: 1800]
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds, help_heading = "Running")]
    suite_limit: Option<Duration>,
    /// The directory in which tests run [default: what the build says, or this one]
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    directory: Option<PathBuf>,
    /// The `java` that runs the tests [default: what the build says, that of JAVA_HOME, or the one on the path]
    #[arg(long, value_name = "PATH", help_heading = "Running")]
    java: Option<PathBuf>,
    /// An argument for the JVMs that run the tests
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Running")]
    jvm_arg: Vec<String>,
}

/// A list that was given, if any was.
pub(super) fn list<T: Clone>(given: &[T]) -> Option<Vec<T>> {
    (!given.is_empty()).then(|| given.to_vec())
}

impl Tests {
    /// What these flags say; the class path is that of another flag.
    pub(super) fn settings(&self, classpath: Option<String>) -> Extreme {
        Extreme {
            classes: self.classes.clone(),
            tests: self.tests.clone(),
            classpath,
            build_arg: list(&self.build_arg),
            module: list(&self.module),
            test_names: list(&self.test_names),
            suite_limit: self.suite_limit,
            directory: self.directory.clone(),
            java: self.java.clone(),
            jvm_arg: list(&self.jvm_arg),
            ..Extreme::default()
        }
    }

    /// Whether the flags name compiled tests.
    pub(super) fn are_named(&self) -> bool {
        self.tests.is_some()
    }
}
