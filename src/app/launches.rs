//! Which tests run, and how: what a build says, or what is asked for.

use super::{Caller, Level, Message, jdk};
use crate::project::{self as build, Goal, Module, Question, exclusion};
use crate::session::{Excluded, Exclusion, Execution, Launch, SetAside, Surroundings, TestClasses};
use crate::settings::Extreme;
use crate::worker::{self, Jars, JvmSettings, Profile};
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time that all tests together may take on the unchanged program, unless something else is asked for.
const SUITE_LIMIT: Duration = Duration::from_secs(1800);

/// The time that a test may take beyond ten times its usual time, unless something else is asked for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the tests run on the unchanged program, unless something else is asked for.
const SUITE_RUNS: u16 = 2;

/// How many lines of what a build says about a module are shown.
const CAUSE: usize = 3;

/// What is tested, and how its tests are started.
pub(super) struct Launches {
    /// The compiled classes under test: folders or jars.
    pub(super) classes: Vec<PathBuf>,
    /// One for each module of the project.
    pub(super) launches: Vec<Launch>,
    /// Where the build says that the sources of the classes are.
    pub(super) sources: Vec<PathBuf>,
    /// Where it says that those of the tests are.
    pub(super) test_sources: Vec<PathBuf>,
}

/// How the tests are started that are asked for, or that the build names; what the build says may be kept in a folder.
pub(super) fn launches(options: &Extreme, jars: &Jars, cache: Option<&Path>, caller: &Caller) -> io::Result<Launches> {
    match (&options.classes, &options.tests) {
        (Some(classes), Some(tests)) => Ok(Launches {
            classes: vec![std::path::absolute(classes)?],
            launches: vec![named(options, classes, tests, caller)?],
            sources: Vec::new(),
            test_sources: Vec::new(),
        }),
        _ => discovered(options, jars, cache, caller),
    }
}

/// How tests run that are started so.
pub(super) fn execution(options: &Extreme, launches: Vec<Launch>, set_aside: SetAside) -> Execution {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Execution {
        launches,
        jobs: options.jobs.map_or_else(cores, usize::from),
        patience: options.patience.unwrap_or(PATIENCE),
        suite_runs: usize::from(options.suite_runs.unwrap_or(SUITE_RUNS)),
        suite_limit: limit(options),
        set_aside,
    }
}

/// The time that all tests together may take.
pub(super) fn limit(options: &Extreme) -> Duration {
    options.suite_limit.unwrap_or(SUITE_LIMIT)
}

/// Where the tests run, if that is asked for; else the caller's folder.
pub(super) fn base(options: &Extreme, caller: &Caller) -> PathBuf {
    options.directory.clone().unwrap_or_else(|| match caller.folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => caller.folder.to_owned(),
    })
}

fn patterns(options: &Extreme) -> &[String] {
    options.test_names.as_deref().unwrap_or_default()
}

/// The tests that are left out by name.
fn exclusions(options: &Extreme) -> io::Result<Vec<Exclusion>> {
    options.exclude_tests.iter().flatten().map(|pattern| exclusion(pattern).map_err(io::Error::other)).collect()
}

/// Says which patterns leave out no test: they may be misspelt.
pub(super) fn tell_useless(excluded: &Excluded, caller: &Caller) {
    for pattern in excluded.useless() {
        caller.warn(format_args!("`--exclude-tests {pattern}` leaves out no test"));
    }
}

/// The one launch of classes and tests that are named.
fn named(options: &Extreme, classes: &Path, tests: &Path, caller: &Caller) -> io::Result<Launch> {
    let own = [std::path::absolute(tests)?, std::path::absolute(classes)?];
    let mut class_path = own.to_vec();
    for entry in worker::read_class_path(options.classpath.as_deref().unwrap_or_default())? {
        class_path.push(std::path::absolute(entry)?);
    }
    Ok(Launch {
        name: String::new(),
        settings: JvmSettings {
            java: options.java.clone().unwrap_or_else(|| jdk::program("java")),
            jvm_arguments: options.jvm_arg.clone().unwrap_or_default(),
            class_path,
            directory: base(options, caller),
            environment: BTreeMap::new(),
        },
        profile: Profile::default(),
        tests: match patterns(options) {
            [] => TestClasses::read(&own[..1], &TestClasses::SUREFIRE.map(str::to_owned))?,
            patterns => TestClasses::read(&own[..1], patterns)?,
        },
        filter: None,
        groups: Vec::new(),
        excluded_groups: Vec::new(),
        exclusions: exclusions(options)?,
        own: own.iter().map(|path| path.display().to_string()).collect(),
        surroundings: Surroundings::Real,
    }
    .within(options.environment.unwrap_or_default()))
}

/// The classes and launches of the project in the caller's folder.
fn discovered(options: &Extreme, jars: &Jars, cache: Option<&Path>, caller: &Caller) -> io::Result<Launches> {
    let folder = match caller.folder.as_os_str().is_empty() {
        true => env::current_dir()?,
        false => std::path::absolute(caller.folder)?,
    };
    let Some(build) = build::build(&folder) else {
        let help = "there is no `pom.xml` and no `build.gradle` in this folder; name `--classes`, `--tests` and \
                    `--classpath`";
        return Err(io::Error::other(help));
    };
    let chosen = options.module.as_deref().unwrap_or_default();
    let modules = build.modules(&Question {
        folder: &folder,
        goal: Goal::Tests,
        arguments: options.build_arg.as_deref().unwrap_or_default(),
        modules: chosen,
        extension: &jars.maven(),
        scratch: jars.scratch(),
        cache,
    });
    let modules = modules.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::other(format!("{error}; or give `--classes` and `--tests`")),
        _ => error,
    })?;
    for (module, cause) in modules.iter().filter_map(|module| Some((module, module.failed.as_ref()?))) {
        let cause = cause.lines().take(CAUSE).map(|line| format!("  {}", line.trim_end()));
        let warning = format!("module `{}` cannot be built, and is left out", module.name);
        caller.say(Message::new(Level::Warning, warning).details(cause));
    }
    let is_wanted = |module: &&Module| chosen.is_empty() || chosen.iter().any(|name| module.is_called(name));
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
            caller.note(format_args!("the build leaves out the tests of `{title}`, and so does fex"));
            continue;
        }
        launches.push(of_module(options, module, title, &own)?);
    }
    // A module may have nothing but tests of others.
    let classes = Some(all(&wanted, |module| &module.classes)).filter(|classes| !classes.is_empty());
    let classes = classes.unwrap_or_else(|| all(&every, |module| &module.classes));
    Ok(Launches {
        classes: classes.into_iter().collect(),
        launches,
        sources: all(&wanted, |module| &module.sources).into_iter().collect(),
        test_sources: all(&wanted, |module| &module.test_sources).into_iter().collect(),
    })
}

fn of_module(options: &Extreme, module: &Module, name: String, project: &BTreeSet<PathBuf>) -> io::Result<Launch> {
    let there = |paths: &[PathBuf]| paths.iter().filter(|path| path.exists()).cloned().collect::<Vec<_>>();
    let (class_path, folders) = (there(&module.class_path), there(&module.tests));
    let own: Vec<String> =
        class_path.iter().filter(|entry| project.contains(*entry)).map(|entry| entry.display().to_string()).collect();
    let (tests, filter) = match patterns(options) {
        [] => {
            let filter = module.filter().map_err(|error| io::Error::other(format!("{error}, in module `{name}`")))?;
            (TestClasses::choose(&folders, |class| filter.takes_class(class))?, Some(filter))
        }
        patterns => (TestClasses::read(&folders, patterns)?, None),
    };
    let mut jvm_arguments = module.jvm_arguments();
    jvm_arguments.extend(options.jvm_arg.iter().flatten().cloned());
    let of_build = Some(module.java.clone()).filter(|java| java.as_path() != Path::new(""));
    Ok(Launch {
        name,
        settings: JvmSettings {
            java: options.java.clone().or(of_build).unwrap_or_else(|| jdk::program("java")),
            jvm_arguments,
            class_path,
            directory: options.directory.clone().unwrap_or_else(|| module.directory.clone()),
            environment: module.environment.clone(),
        },
        profile: Profile::default(),
        tests,
        filter,
        groups: tags(&module.groups),
        excluded_groups: tags(&module.excluded_groups),
        exclusions: exclusions(options)?,
        own,
        surroundings: Surroundings::Real,
    }
    .within(options.environment.unwrap_or_default()))
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
