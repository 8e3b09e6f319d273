//! Projects as their builds see them: modules, class paths, and how tests are run.

mod changes;
mod known;
mod maven;
mod surefire;

pub use changes::Changes;
pub use maven::modules as maven_modules;
pub use surefire::{Filter, split_arguments};

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What builds a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// There is a `pom.xml`.
    Maven,
    /// There is a build or settings script of Gradle.
    Gradle,
}

/// What builds the project in a folder, if anything that fex knows.
pub fn build(folder: &Path) -> Option<Build> {
    let has = |name: &str| folder.join(name).is_file();
    let scripts = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
    if has("pom.xml") {
        Some(Build::Maven)
    } else if scripts.into_iter().any(has) {
        Some(Build::Gradle)
    } else {
        None
    }
}

/// A module with tests, and how its build runs them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub base: PathBuf,
    /// Whether the build itself leaves its tests out.
    pub skipped: bool,
    /// Its compiled classes.
    pub classes: PathBuf,
    /// Its compiled tests.
    pub tests: PathBuf,
    /// The folders with the sources of its classes.
    pub sources: Vec<PathBuf>,
    /// What else is on the class path of its tests, and what it takes to run them.
    pub class_path: Vec<PathBuf>,
    /// Which files hold tests.
    pub includes: Vec<String>,
    /// Which files do not.
    pub excludes: Vec<String>,
    /// The tags that tests must have.
    pub groups: String,
    /// The tags that they must not have.
    pub excluded_groups: String,
    /// Arguments of the JVM, as on a command line.
    pub arg_line: String,
    /// Whether assertions are switched on.
    pub assertions: bool,
    /// System properties.
    pub properties: BTreeMap<String, String>,
    /// Variables of the environment.
    pub environment: BTreeMap<String, String>,
    /// Where the tests run.
    pub directory: PathBuf,
    /// The `java` that runs them; empty for that of the build.
    pub java: PathBuf,
}

impl Module {
    /// The arguments of the JVM that runs the tests.
    pub fn jvm_arguments(&self) -> Vec<String> {
        let mut arguments = split_arguments(&self.arg_line);
        if self.assertions {
            arguments.push("-ea".to_owned());
        }
        arguments.extend(self.properties.iter().map(|(name, value)| format!("-D{name}={value}")));
        arguments
    }
}
