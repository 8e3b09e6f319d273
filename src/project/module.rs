//! A module of a project, as its build describes it.

use super::surefire::split_arguments;
use super::{gradle, surefire};
use crate::session::TestFilter;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Reads descriptions of modules, one a line.
pub(super) fn parse(text: &str) -> io::Result<Vec<Module>> {
    text.lines().map(|line| serde_json::from_str(line).map_err(io::Error::other)).collect()
}

/// A module with tests, and how its build runs them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Module {
    /// Its name.
    pub name: String,
    /// In Maven, which execution of Surefire this is: a module may have its tests run several times in several ways.
    #[serde(default)]
    pub execution: String,
    /// Its folder.
    pub base: PathBuf,
    /// Why it cannot be built, in the words of the build; then nothing else is known of it.
    pub failed: Option<String>,
    /// Whether the build itself leaves its tests out.
    pub skipped: bool,
    /// The folders of its compiled classes.
    pub classes: Vec<PathBuf>,
    /// Those of its compiled tests.
    pub tests: Vec<PathBuf>,
    /// The folders and jars that its build makes and other modules may have on their class paths, these among them.
    pub built: Vec<PathBuf>,
    /// The folders with the sources of its classes.
    pub sources: Vec<PathBuf>,
    /// Those with the sources of its tests; the first one is where the tests are that people write.
    pub test_sources: Vec<PathBuf>,
    /// The class path of its tests, with what it takes to run them.
    pub class_path: Vec<PathBuf>,
    /// How the patterns are meant.
    pub filter: Patterns,
    /// Which files hold tests.
    pub includes: Vec<String>,
    /// Which files do not.
    pub excludes: Vec<String>,
    /// In Gradle, which classes and tests are run; none for all.
    pub included_tests: Vec<String>,
    /// In Gradle, which classes and tests are not.
    pub excluded_tests: Vec<String>,
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

/// What understands the patterns of a module.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Patterns {
    /// Maven's Surefire.
    #[default]
    Surefire,
    /// Gradle's test task.
    Gradle,
}

impl Module {
    /// The folder of what fex remembers of suites whose tests are among those that people write: beside these tests, and so
    /// kept and shared as they are.
    pub fn memory(&self) -> Option<PathBuf> {
        Some(self.test_sources.first()?.with_file_name("fex"))
    }

    /// What tells it from all others of its build.
    pub fn title(&self, all: &[Module]) -> String {
        let named_alike = all.iter().filter(|other| other.name == self.name).count();
        if named_alike > 1 { format!("{}, {}", self.name, self.execution) } else { self.name.clone() }
    }

    /// Whether a name is that of this module: its artifact or its path in Gradle, or its folder.
    pub fn is_called(&self, name: &str) -> bool {
        let plain = |name: &str| name.trim_matches(':').rsplit_once(':').map_or(name, |(_, last)| last).to_owned();
        let is_named = self.name.trim_start_matches(':') == name.trim_start_matches(':') || self.name == plain(name);
        is_named || (!name.contains(':') && self.base.ends_with(name))
    }

    /// Which tests its build would run; an error names a pattern that fex cannot read.
    pub fn filter(&self) -> Result<Arc<dyn TestFilter>, String> {
        Ok(match self.filter {
            Patterns::Surefire => Arc::new(surefire::Filter::new(&self.includes, &self.excludes)?),
            Patterns::Gradle => Arc::new(gradle::Filter {
                includes: self.includes.clone(),
                excludes: self.excludes.clone(),
                included_tests: self.included_tests.clone(),
                excluded_tests: self.excluded_tests.clone(),
            }),
        })
    }

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

#[cfg(test)]
mod tests {
    use super::Module;

    #[test]
    fn a_module_is_called_by_its_name_its_path_or_its_folder() {
        let module = |name: &str, base: &str| Module { name: name.to_owned(), base: base.into(), ..Module::default() };
        let of_maven = module("core-parts", "/home/user/parts/core");
        for (name, expected) in [
            ("core-parts", true),
            (":core-parts", true),
            ("org:core-parts", true),
            ("parts/core", true),
            ("parts", false),
        ] {
            assert_eq!(of_maven.is_called(name), expected, "{name}");
        }
        let of_gradle = module(":parts:core", "/home/user/parts/core");
        for (name, expected) in [(":parts:core", true), ("parts:core", true), ("core", true), (":core", false)] {
            assert_eq!(of_gradle.is_called(name), expected, "{name}");
        }
    }
}
