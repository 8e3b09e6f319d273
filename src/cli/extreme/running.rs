//! What is judged and how its tests run: what a build says, or what the command line does.

use super::super::print;
use super::selection::list;
use crate::extreme::judge::Config;
use crate::extreme::{Launch, Selection, Start, Subject, TestNames};
use crate::project::Extreme;
use crate::project::build::{self, Build, Changes, Filter, Module};
use crate::worker::{self, Jars, Settings};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time that a test may take beyond ten times its usual time, unless something else is asked for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the tests run on the unchanged program, unless something else is asked for.
const SUITE_RUNS: u16 = 2;

/// The time that all tests together may take on the unchanged program, unless something else is asked for.
const SUITE_LIMIT: Duration = Duration::from_secs(1800);

/// The arguments that say what runs, and how.
#[derive(Debug, Args)]
pub(in crate::cli) struct Running {
    /// The compiled classes under test: a folder or a jar [default: what Maven says about the project in this folder]
    #[arg(long, value_name = "PATH", requires = "tests")]
    classes: Option<PathBuf>,
    /// The compiled tests: a folder or a jar
    #[arg(long, value_name = "PATH", requires = "classes")]
    tests: Option<PathBuf>,
    /// What else the tests need, the JUnit Platform's launcher and engines included; or `@FILE` with that
    #[arg(long, alias = "class-path", value_name = "PATHS")]
    classpath: Option<String>,
    /// An argument for Maven, like `-Pprofile`, `--offline` or `-Dname=value`
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, conflicts_with = "classes")]
    build_arg: Vec<String>,

    /// Test classes: simple names that match, or full ones if the pattern has a dot [default: what Maven says, or `Test*`,
    /// `*Test`, `*Tests` and `*TestCase`]
    #[arg(long, value_name = "PATTERN", help_heading = "What is judged")]
    test_names: Vec<String>,
    /// Only methods with lines that have changed since this revision of git
    #[arg(long, value_name = "REV", help_heading = "What is judged")]
    since: Option<String>,

    /// How many JVMs work at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    jobs: Option<u16>,
    /// The time in seconds that a test may take beyond ten times its usual time [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = super::super::seconds, help_heading = "Running")]
    patience: Option<Duration>,
    /// How often the tests run on the unchanged program, to find those that are flaky [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Running")]
    suite_runs: Option<u16>,
    /// The time in seconds that all tests together may take on the unchanged program [default: 1800]
    #[arg(long, value_name = "SECONDS", value_parser = super::super::seconds, help_heading = "Running")]
    suite_limit: Option<Duration>,
    /// Go on without the tests that are flaky
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Running")]
    set_aside_flaky: Option<bool>,
    /// Run all tests that reach a method, although one has detected the transformation
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Running")]
    full_matrix: Option<bool>,
    /// The directory in which tests run [default: what Maven says, or this one]
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    directory: Option<PathBuf>,
    /// The `java` that runs the tests [default: what Maven says, that of JAVA_HOME, or the one on the path]
    #[arg(long, value_name = "PATH", help_heading = "Running")]
    java: Option<PathBuf>,
    /// An argument for the JVMs that run the tests
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Running")]
    jvm_arg: Vec<String>,

    /// Go on from where a run of the same was killed
    #[arg(long, help_heading = "Running")]
    resume: bool,
    /// Judge everything anew, although nothing has changed since the last run
    #[arg(long, conflicts_with = "resume", help_heading = "Running")]
    fresh: bool,
    /// Where verdicts are kept for later runs [default: `fex` in the user's cache]
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    cache: Option<PathBuf>,
}

/// What is judged, and how.
pub(super) struct Prepared {
    pub(super) subject: Subject,
    pub(super) config: Config,
}

impl Running {
    /// These arguments, and the project's settings where they say nothing.
    pub(super) fn or(&self, settings: &Extreme) -> Running {
        let path = |given: &Option<PathBuf>, setting: &Option<PathBuf>| given.clone().or_else(|| setting.clone());
        // Classes and tests belong together, and a build is not asked when they are named.
        let (classes, tests) = match &self.classes {
            Some(_) => (self.classes.clone(), self.tests.clone()),
            None => (settings.classes.clone(), settings.tests.clone()),
        };
        Running {
            classes,
            tests,
            classpath: self.classpath.clone().or_else(|| settings.classpath.clone()),
            build_arg: list(&self.build_arg, settings.build_arg.as_ref()),
            test_names: list(&self.test_names, settings.test_names.as_ref()),
            since: self.since.clone(),
            jobs: self.jobs.or(settings.jobs),
            patience: self.patience.or(settings.patience),
            suite_runs: self.suite_runs.or(settings.suite_runs),
            suite_limit: self.suite_limit.or(settings.suite_limit),
            set_aside_flaky: self.set_aside_flaky.or(settings.set_aside_flaky),
            full_matrix: self.full_matrix.or(settings.full_matrix),
            directory: path(&self.directory, &settings.directory),
            java: path(&self.java, &settings.java),
            jvm_arg: list(&self.jvm_arg, settings.jvm_arg.as_ref()),
            resume: self.resume,
            fresh: self.fresh,
            cache: path(&self.cache, &settings.cache),
        }
    }

    /// Reads the classes and tests that the arguments or the build name.
    pub(super) fn prepare(&self, jars: &Jars, selection: &Selection) -> io::Result<Prepared> {
        let (classes, launches) = match (&self.classes, &self.tests) {
            (Some(classes), Some(tests)) => (vec![std::path::absolute(classes)?], vec![self.launch(classes, tests)?]),
            _ => self.discover(jars)?,
        };
        let mut subject = Subject::read(&classes, selection)?;
        if let Some(revision) = &self.since {
            let changes = Changes::since(Path::new("."), revision)?;
            subject.methods.retain(|method| {
                let (Some(source), Some((first, last))) = (&method.source, method.lines) else { return false };
                let package = method.class.rsplit_once('/').map(|(package, _)| format!("{package}/"));
                let path = format!("{}{source}", package.unwrap_or_default());
                // The lines of a body have code: its head and its last brace are around them.
                changes.touch(&path, u32::from(first).saturating_sub(1), u32::from(last) + 1)
            });
        }
        let config = Config {
            launches,
            jobs: self.jobs.map_or_else(cores, usize::from),
            patience: self.patience.unwrap_or(PATIENCE),
            suite_runs: usize::from(self.suite_runs.unwrap_or(SUITE_RUNS)),
            suite_limit: self.suite_limit.unwrap_or(SUITE_LIMIT),
            set_aside_flaky: self.set_aside_flaky.unwrap_or(false),
            full_matrix: self.full_matrix.unwrap_or(false),
        };
        Ok(Prepared { subject, config })
    }

    /// Where verdicts are kept, and which of them count; none if there is no place.
    pub(super) fn journal(&self) -> Option<(PathBuf, Start)> {
        let start = match (self.resume, self.fresh) {
            (true, _) => Start::Resume,
            (_, true) => Start::Fresh,
            _ => Start::Known,
        };
        Some((self.cache_folder()?, start))
    }

    /// The folder of what later runs may take over.
    fn cache_folder(&self) -> Option<PathBuf> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = self.cache.clone().or_else(|| {
            let fex = |cache: PathBuf| cache.join("fex");
            variable("FEX_CACHE")
                .or_else(|| variable("XDG_CACHE_HOME").map(fex))
                .or_else(|| variable("LOCALAPPDATA").map(fex))
                .or_else(|| variable("HOME").map(|home| fex(home.join(".cache"))))
        });
        Some(folder?.join("extreme"))
    }

    /// Where the tests run, if the command line says so; else here.
    pub(super) fn base(&self) -> &Path {
        self.directory.as_deref().unwrap_or(Path::new("."))
    }

    /// Whether only what has changed is judged.
    pub(super) fn is_partial(&self) -> bool {
        self.since.is_some()
    }

    /// The one launch of classes and tests that the command line names.
    fn launch(&self, classes: &Path, tests: &Path) -> io::Result<Launch> {
        let own = [std::path::absolute(tests)?, std::path::absolute(classes)?];
        let mut class_path = own.to_vec();
        for entry in worker::read_class_path(self.classpath.as_deref().unwrap_or_default())? {
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
    fn discover(&self, jars: &Jars) -> io::Result<(Vec<PathBuf>, Vec<Launch>)> {
        let folder = env::current_dir()?;
        let modules = match build::build(&folder) {
            Some(Build::Maven) => build::maven_modules(
                &folder,
                &jars.maven(),
                jars.scratch(),
                &self.build_arg,
                self.cache_folder().filter(|_| !self.fresh).as_deref(),
            )?,
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
        Ok((classes.into_iter().collect(), launches))
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

/// Tags as Surefire takes them: separated by commas, each a name or an expression.
fn tags(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn java() -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    home.filter(|java| java.exists()).unwrap_or_else(|| PathBuf::from("java"))
}
