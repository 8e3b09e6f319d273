//! Which tests run, and how: what a build says, or what the command line does.

use super::print;
use crate::extreme::{Launch, TestNames};
use crate::project::Extreme;
use crate::project::build::{self, Build, Filter, Module};
use crate::worker::{self, Jars, Settings};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time that all tests together may take on the unchanged program, unless something else is asked for.
const SUITE_LIMIT: Duration = Duration::from_secs(1800);

/// The arguments that say which tests run, and how.
#[derive(Debug, Clone, Args)]
pub(super) struct Tests {
    /// The compiled classes under test: a folder or a jar [default: what Maven says about the project in this folder]
    #[arg(long, value_name = "PATH", requires = "tests")]
    classes: Option<PathBuf>,
    /// The compiled tests: a folder or a jar
    #[arg(long, value_name = "PATH", requires = "classes")]
    tests: Option<PathBuf>,
    /// An argument for Maven, like `-Pprofile`, `--offline` or `-Dname=value`
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, conflicts_with = "classes")]
    build_arg: Vec<String>,
    /// Test classes: simple names that match, or full ones if the pattern has a dot [default: what Maven says, or `Test*`,
    /// `*Test`, `*Tests` and `*TestCase`]
    #[arg(long, value_name = "PATTERN", help_heading = "Running")]
    test_names: Vec<String>,
    /// The time in seconds that all tests together may take on the unchanged program [default: 1800]
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds, help_heading = "Running")]
    suite_limit: Option<Duration>,
    /// The directory in which tests run [default: what Maven says, or this one]
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    directory: Option<PathBuf>,
    /// The `java` that runs the tests [default: what Maven says, that of JAVA_HOME, or the one on the path]
    #[arg(long, value_name = "PATH", help_heading = "Running")]
    java: Option<PathBuf>,
    /// An argument for the JVMs that run the tests
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Running")]
    jvm_arg: Vec<String>,
}

/// What is tested, and how its tests are started.
pub(super) struct Launches {
    /// The compiled classes under test: folders or jars.
    pub(super) classes: Vec<PathBuf>,
    /// One for each module of the project.
    pub(super) launches: Vec<Launch>,
}

/// A list that was given, or that of the settings.
pub(super) fn list<T: Clone>(given: &[T], settings: Option<&Vec<T>>) -> Vec<T> {
    if given.is_empty() { settings.cloned().unwrap_or_default() } else { given.to_vec() }
}

impl Tests {
    /// These arguments, and the project's settings where they say nothing.
    pub(super) fn or(&self, settings: &Extreme) -> Tests {
        let path = |given: &Option<PathBuf>, setting: &Option<PathBuf>| given.clone().or_else(|| setting.clone());
        // Classes and tests belong together, and a build is not asked when they are named.
        let (classes, tests) = match &self.classes {
            Some(_) => (self.classes.clone(), self.tests.clone()),
            None => (settings.classes.clone(), settings.tests.clone()),
        };
        Tests {
            classes,
            tests,
            build_arg: list(&self.build_arg, settings.build_arg.as_ref()),
            test_names: list(&self.test_names, settings.test_names.as_ref()),
            suite_limit: self.suite_limit.or(settings.suite_limit),
            directory: path(&self.directory, &settings.directory),
            java: path(&self.java, &settings.java),
            jvm_arg: list(&self.jvm_arg, settings.jvm_arg.as_ref()),
        }
    }

    /// Whether the arguments name compiled tests.
    pub(super) fn are_named(&self) -> bool {
        self.tests.is_some()
    }

    /// How the tests are started that the arguments name, or that the build does; what the build says may be kept in a folder.
    pub(super) fn launches(&self, classpath: Option<&str>, jars: &Jars, cache: Option<&Path>) -> io::Result<Launches> {
        match (&self.classes, &self.tests) {
            (Some(classes), Some(tests)) => Ok(Launches {
                classes: vec![std::path::absolute(classes)?],
                launches: vec![self.launch(classes, tests, classpath)?],
            }),
            _ => self.discover(jars, cache),
        }
    }

    /// The time that all tests together may take.
    pub(super) fn limit(&self) -> Duration {
        self.suite_limit.unwrap_or(SUITE_LIMIT)
    }

    /// Where the tests run, if the command line says so; else here.
    pub(super) fn base(&self) -> &Path {
        self.directory.as_deref().unwrap_or(Path::new("."))
    }

    /// The one launch of classes and tests that the command line names.
    fn launch(&self, classes: &Path, tests: &Path, classpath: Option<&str>) -> io::Result<Launch> {
        let own = [std::path::absolute(tests)?, std::path::absolute(classes)?];
        let mut class_path = own.to_vec();
        for entry in worker::read_class_path(classpath.unwrap_or_default())? {
            class_path.push(std::path::absolute(entry)?);
        }
        Ok(Launch {
            settings: Settings {
                java: self.java.clone().unwrap_or_else(java),
                jvm_arguments: self.jvm_arg.clone(),
                class_path,
                directory: self.directory.clone().unwrap_or_else(|| PathBuf::from(".")),
                environment: BTreeMap::new(),
            },
            tests: match self.test_names.as_slice() {
                [] => TestNames::read(tests, &TestNames::SUREFIRE.map(str::to_owned))?,
                patterns => TestNames::read(tests, patterns)?,
            },
            groups: Vec::new(),
            excluded_groups: Vec::new(),
            own: own.iter().map(|path| path.display().to_string()).collect(),
        })
    }

    /// The classes and launches of the project in this folder.
    fn discover(&self, jars: &Jars, cache: Option<&Path>) -> io::Result<Launches> {
        let folder = env::current_dir()?;
        let modules = match build::build(&folder) {
            Some(Build::Maven) => build::maven_modules(&folder, &jars.maven(), jars.scratch(), &self.build_arg, cache)?,
            Some(Build::Gradle) => {
                let help = "fex does not ask Gradle; compile the tests, and name `--classes build/classes/java/main`, \
                            `--tests build/classes/java/test` and `--classpath`";
                return Err(io::Error::other(help));
            }
            None => {
                let help = "there is no `pom.xml` in this folder; name `--classes`, `--tests` and `--classpath`";
                return Err(io::Error::other(help));
            }
        };
        let mut classes = BTreeSet::new();
        let mut own = BTreeSet::new();
        for module in &modules {
            if module.classes.exists() {
                classes.insert(module.classes.clone());
            }
            own.extend([module.classes.clone(), module.tests.clone()]);
        }
        let mut launches = Vec::new();
        for module in modules.iter().filter(|module| module.tests.exists()) {
            if module.skipped {
                print::message(format_args!(
                    "note: the build leaves out the tests of `{}`, and so does fex",
                    module.name
                ));
                continue;
            }
            launches.push(self.module(module, &own)?);
        }
        Ok(Launches { classes: classes.into_iter().collect(), launches })
    }

    fn module(&self, module: &Module, project: &BTreeSet<PathBuf>) -> io::Result<Launch> {
        let mut class_path = vec![module.tests.clone(), module.classes.clone()];
        class_path.extend(module.class_path.iter().cloned());
        class_path.retain(|entry| entry.exists());
        let own: Vec<String> = class_path
            .iter()
            .filter(|entry| project.contains(*entry))
            .map(|entry| entry.display().to_string())
            .collect();
        let tests = if self.test_names.is_empty() {
            let filter = Filter::new(&module.includes, &module.excludes)
                .map_err(|error| io::Error::other(format!("{error}, in module `{}`", module.name)))?;
            TestNames::choose(&module.tests, |class| filter.takes(class))?
        } else {
            TestNames::read(&module.tests, &self.test_names)?
        };
        let mut jvm_arguments = module.jvm_arguments();
        jvm_arguments.extend(self.jvm_arg.iter().cloned());
        let of_build = Some(module.java.clone()).filter(|java| java.as_path() != Path::new(""));
        Ok(Launch {
            settings: Settings {
                java: self.java.clone().or(of_build).unwrap_or_else(java),
                jvm_arguments,
                class_path,
                directory: self.directory.clone().unwrap_or_else(|| module.directory.clone()),
                environment: module.environment.clone(),
            },
            tests,
            groups: tags(&module.groups),
            excluded_groups: tags(&module.excluded_groups),
            own,
        })
    }
}

/// The folder of what later runs may take over: in this folder, or in the user's cache.
pub(super) fn cache_folder(given: Option<&Path>) -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = given.map(Path::to_owned).or_else(|| {
        let fex = |cache: PathBuf| cache.join("fex");
        variable("FEX_CACHE")
            .or_else(|| variable("XDG_CACHE_HOME").map(fex))
            .or_else(|| variable("LOCALAPPDATA").map(fex))
            .or_else(|| variable("HOME").map(|home| fex(home.join(".cache"))))
    });
    Some(folder?.join("extreme"))
}

/// Tags as Surefire takes them: separated by commas, each a name or an expression.
fn tags(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

fn java() -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    home.filter(|java| java.exists()).unwrap_or_else(|| PathBuf::from("java"))
}
