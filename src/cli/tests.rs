//! Which tests run, and how: what a build says, or what the command line does.

use super::{Exit, jdk, print};
use crate::extreme::{Launch, TestNames};
use crate::project::Extreme;
use crate::project::build::{self, Goal, Module, Question};
use crate::worker::{self, Jars, Settings};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time that all tests together may take on the unchanged program, unless something else is asked for.
const SUITE_LIMIT: Duration = Duration::from_secs(1800);

/// How many lines of what a build says about a module are shown.
const CAUSE: usize = 3;

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

/// What is tested, and how its tests are started.
pub(super) struct Launches {
    /// The compiled classes under test: folders or jars.
    pub(super) classes: Vec<PathBuf>,
    /// One for each module of the project.
    pub(super) launches: Vec<Launch>,
    /// Where the build says that the sources of the classes are.
    pub(super) sources: Vec<PathBuf>,
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
            module: list(&self.module, settings.module.as_ref()),
            test_names: list(&self.test_names, settings.test_names.as_ref()),
            suite_limit: self.suite_limit.or(settings.suite_limit),
            directory: path(&self.directory, &settings.directory),
            java: path(&self.java, &settings.java),
            jvm_arg: list(&self.jvm_arg, settings.jvm_arg.as_ref()),
        }
    }

    /// What the build is told on the command line.
    pub(super) fn build_arguments(&self) -> &[String] {
        &self.build_arg
    }

    /// Whether the arguments name compiled tests.
    pub(super) fn are_named(&self) -> bool {
        self.tests.is_some()
    }

    /// Says that a suite has nothing to do with the tests that the arguments name.
    pub(super) fn refuse(&self) -> Exit {
        print::message("error: `--tests` has no effect on a suite that is not `--complement`");
        print::message("help: `--complement` writes only what these tests lack");
        Exit::Usage
    }

    /// How the tests are started that the arguments name, or that the build does; what the build says may be kept in a folder.
    pub(super) fn launches(&self, classpath: Option<&str>, jars: &Jars, cache: Option<&Path>) -> io::Result<Launches> {
        match (&self.classes, &self.tests) {
            (Some(classes), Some(tests)) => Ok(Launches {
                classes: vec![std::path::absolute(classes)?],
                launches: vec![self.launch(classes, tests, classpath)?],
                sources: Vec::new(),
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
            name: String::new(),
            settings: Settings {
                java: self.java.clone().unwrap_or_else(|| jdk::program("java")),
                jvm_arguments: self.jvm_arg.clone(),
                class_path,
                directory: self.directory.clone().unwrap_or_else(|| PathBuf::from(".")),
                environment: BTreeMap::new(),
            },
            tests: match self.test_names.as_slice() {
                [] => TestNames::read(&own[..1], &TestNames::SUREFIRE.map(str::to_owned))?,
                patterns => TestNames::read(&own[..1], patterns)?,
            },
            filter: None,
            groups: Vec::new(),
            excluded_groups: Vec::new(),
            own: own.iter().map(|path| path.display().to_string()).collect(),
        })
    }

    /// The classes and launches of the project in this folder.
    fn discover(&self, jars: &Jars, cache: Option<&Path>) -> io::Result<Launches> {
        let folder = env::current_dir()?;
        let Some(build) = build::build(&folder) else {
            let help = "there is no `pom.xml` and no `build.gradle` in this folder; name `--classes`, `--tests` and \
                        `--classpath`";
            return Err(io::Error::other(help));
        };
        let modules = build.modules(&Question {
            folder: &folder,
            goal: Goal::Tests,
            arguments: &self.build_arg,
            modules: &self.module,
            extension: &jars.maven(),
            scratch: jars.scratch(),
            cache,
        });
        let modules = modules.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::other(format!("{error}; or give `--classes` and `--tests`")),
            _ => error,
        })?;
        for (module, cause) in modules.iter().filter_map(|module| Some((module, module.failed.as_ref()?))) {
            print::message(format_args!("warning: module `{}` cannot be built, and is left out", module.name));
            cause.lines().take(CAUSE).for_each(|line| print::message(format_args!("  {}", line.trim_end())));
        }
        let is_wanted =
            |module: &&Module| self.module.is_empty() || self.module.iter().any(|name| module.is_called(name));
        let wanted: Vec<&Module> = modules.iter().filter(is_wanted).collect();
        let all = |modules: &[&Module], of: fn(&Module) -> &Vec<PathBuf>| {
            let paths = modules.iter().flat_map(|module| of(module)).filter(|path| path.exists()).cloned();
            paths.collect::<BTreeSet<PathBuf>>()
        };
        let every: Vec<&Module> = modules.iter().collect();
        let own = all(&every, |module| &module.built);
        let mut launches = Vec::new();
        for module in wanted.iter().filter(|module| module.tests.iter().any(|tests| tests.exists())) {
            let title = module.title(&modules);
            if module.skipped {
                print::message(format_args!("note: the build leaves out the tests of `{title}`, and so does fex"));
                continue;
            }
            launches.push(self.module(module, title, &own)?);
        }
        // A module may have nothing but tests of others.
        let classes = Some(all(&wanted, |module| &module.classes)).filter(|classes| !classes.is_empty());
        let classes = classes.unwrap_or_else(|| all(&every, |module| &module.classes));
        Ok(Launches {
            classes: classes.into_iter().collect(),
            launches,
            sources: all(&wanted, |module| &module.sources).into_iter().collect(),
        })
    }

    fn module(&self, module: &Module, name: String, project: &BTreeSet<PathBuf>) -> io::Result<Launch> {
        let there = |paths: &[PathBuf]| paths.iter().filter(|path| path.exists()).cloned().collect::<Vec<_>>();
        let (class_path, folders) = (there(&module.class_path), there(&module.tests));
        let own: Vec<String> = class_path
            .iter()
            .filter(|entry| project.contains(*entry))
            .map(|entry| entry.display().to_string())
            .collect();
        let (tests, filter) = if self.test_names.is_empty() {
            let filter = module.filter().map_err(|error| io::Error::other(format!("{error}, in module `{name}`")))?;
            (TestNames::choose(&folders, |class| filter.takes_class(class))?, Some(filter))
        } else {
            (TestNames::read(&folders, &self.test_names)?, None)
        };
        let mut jvm_arguments = module.jvm_arguments();
        jvm_arguments.extend(self.jvm_arg.iter().cloned());
        let of_build = Some(module.java.clone()).filter(|java| java.as_path() != Path::new(""));
        Ok(Launch {
            name,
            settings: Settings {
                java: self.java.clone().or(of_build).unwrap_or_else(|| jdk::program("java")),
                jvm_arguments,
                class_path,
                directory: self.directory.clone().unwrap_or_else(|| module.directory.clone()),
                environment: module.environment.clone(),
            },
            tests,
            filter,
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

/// Where class-data archives are kept: in the user's cache, because they say nothing of the project.
pub(super) fn archives() -> Option<PathBuf> {
    Some(cache_folder(None)?.with_file_name("archives"))
}

/// Tags as Surefire takes them: separated by commas, each a name or an expression.
fn tags(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}
