//! What `[extreme]` says: which methods are judged, how the tests run, and what is reported.

use super::reader::Table;
use crate::extreme::{Format, Operator, Rule, Threshold};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The settings of `fex extreme`; what is not set is left to the command.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extreme {
    /// The compiled classes under test, if no build is asked.
    pub classes: Option<PathBuf>,
    /// The compiled tests; there if and only if the classes are.
    pub tests: Option<PathBuf>,
    /// What else the tests need: entries, or `@FILE` with them.
    pub classpath: Option<String>,
    /// Arguments for the build.
    pub build_arg: Option<Vec<String>>,
    /// The modules that are judged; all of them if none is named.
    pub module: Option<Vec<String>>,
    /// Patterns of test classes.
    pub test_names: Option<Vec<String>>,
    /// Patterns of the classes that are judged.
    pub only: Option<Vec<String>>,
    /// Patterns of classes that are not.
    pub except: Option<Vec<String>>,
    /// Patterns of methods that are skipped.
    pub ignore: Option<Vec<String>>,
    /// Rules that do not count.
    pub keep: Option<Vec<Rule>>,
    /// Further kinds of bodies.
    pub also: Option<Vec<Operator>>,
    /// How many JVMs work at once.
    pub jobs: Option<u16>,
    /// The time that a test may take beyond ten times its usual time.
    pub patience: Option<Duration>,
    /// The time that the judging may take in all.
    pub budget: Option<Duration>,
    /// How often the tests run on the unchanged program.
    pub suite_runs: Option<u16>,
    /// The time that all tests together may take on the unchanged program.
    pub suite_limit: Option<Duration>,
    /// Whether to go on without tests that fail or are flaky.
    pub set_aside: Option<bool>,
    /// Whether to go on without tests that fail.
    pub set_aside_failing: Option<bool>,
    /// Whether to go on without flaky tests.
    pub set_aside_flaky: Option<bool>,
    /// Whether to go on without tests that end the JVM or do not end.
    pub set_aside_fatal: Option<bool>,
    /// Whether all reaching tests run, although one has detected the transformation.
    pub full_matrix: Option<bool>,
    /// Where the tests run.
    pub directory: Option<PathBuf>,
    /// The `java` that runs them: a path, or a name that is looked up.
    pub java: Option<PathBuf>,
    /// Arguments for the JVMs that run the tests.
    pub jvm_arg: Option<Vec<String>>,
    /// Where verdicts are kept.
    pub cache: Option<PathBuf>,
    /// What is printed or written.
    pub format: Option<Vec<Format>>,
    /// Where reports are written.
    pub out: Option<PathBuf>,
    /// Where sources are.
    pub sources: Option<Vec<PathBuf>>,
    /// What a build does not put up with.
    pub fail_on: Option<Vec<Threshold>>,
}

impl Extreme {
    /// These settings, and those of `others` where these say nothing.
    pub fn or(self, others: &Extreme) -> Extreme {
        // Classes and tests belong together, and a build is not asked when they are named.
        let (classes, tests) = match self.classes {
            Some(_) => (self.classes, self.tests),
            None => (others.classes.clone(), others.tests.clone()),
        };
        Extreme {
            classes,
            tests,
            classpath: self.classpath.or_else(|| others.classpath.clone()),
            build_arg: self.build_arg.or_else(|| others.build_arg.clone()),
            module: self.module.or_else(|| others.module.clone()),
            test_names: self.test_names.or_else(|| others.test_names.clone()),
            only: self.only.or_else(|| others.only.clone()),
            except: self.except.or_else(|| others.except.clone()),
            ignore: self.ignore.or_else(|| others.ignore.clone()),
            keep: self.keep.or_else(|| others.keep.clone()),
            also: self.also.or_else(|| others.also.clone()),
            jobs: self.jobs.or(others.jobs),
            patience: self.patience.or(others.patience),
            budget: self.budget.or(others.budget),
            suite_runs: self.suite_runs.or(others.suite_runs),
            suite_limit: self.suite_limit.or(others.suite_limit),
            set_aside: self.set_aside.or(others.set_aside),
            set_aside_failing: self.set_aside_failing.or(others.set_aside_failing),
            set_aside_flaky: self.set_aside_flaky.or(others.set_aside_flaky),
            set_aside_fatal: self.set_aside_fatal.or(others.set_aside_fatal),
            full_matrix: self.full_matrix.or(others.full_matrix),
            directory: self.directory.or_else(|| others.directory.clone()),
            java: self.java.or_else(|| others.java.clone()),
            jvm_arg: self.jvm_arg.or_else(|| others.jvm_arg.clone()),
            cache: self.cache.or_else(|| others.cache.clone()),
            format: self.format.or_else(|| others.format.clone()),
            out: self.out.or_else(|| others.out.clone()),
            sources: self.sources.or_else(|| others.sources.clone()),
            fail_on: self.fail_on.or_else(|| others.fail_on.clone()),
        }
    }

    /// Reads `[extreme]`; relative paths count from a folder.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Extreme {
        const CLASSES: &str = "\"target/classes\"";
        const TESTS: &str = "\"target/test-classes\"";
        const CLASS: &str = "[\"com.example.*\"]";
        let place = |path: String| folder.join(path);
        let mut path = |key, example| table.text(key, example).map(|path| place(path.into_inner()));
        let classes = path("classes", CLASSES);
        let tests = path("tests", TESTS);
        let directory = path("directory", "\"app\"");
        let cache = path("cache", "\".fex\"");
        let out = path("out", "\"target/fex\"");
        table.together([("classes", CLASSES), ("tests", TESTS)]);
        Extreme {
            classes,
            tests,
            directory,
            cache,
            out,
            classpath: table.texts("classpath", "\"@classpath.txt\"").map(|paths| class_path(&paths, folder)),
            build_arg: table.texts("build-arg", "[\"--offline\"]"),
            module: table.texts("module", "[\"core\"]"),
            test_names: table.texts("test-names", "[\"*Test\"]"),
            only: table.texts("only", CLASS),
            except: table.texts("except", CLASS),
            ignore: table.texts("ignore", "[\"com.example.Main.main\"]"),
            keep: table.choices("keep", &Rule::ALL.map(|rule| (rule.name(), rule))),
            also: table.choices("also", &Operator::ALL.map(|operator| (operator.name(), operator))),
            jobs: table.count("jobs"),
            patience: table.seconds("patience"),
            budget: table.seconds("budget"),
            suite_runs: table.count("suite-runs"),
            suite_limit: table.seconds("suite-limit"),
            set_aside: table.flag("set-aside"),
            set_aside_failing: table.flag("set-aside-failing"),
            set_aside_flaky: table.flag("set-aside-flaky"),
            set_aside_fatal: table.flag("set-aside-fatal"),
            full_matrix: table.flag("full-matrix"),
            java: table.text("java", "\"java\"").map(|java| program(java.into_inner(), folder)),
            jvm_arg: table.texts("jvm-arg", "[\"-Xmx1g\"]"),
            format: table.choices("format", &Format::ALL.map(|format| (format.name(), format))),
            sources: table
                .texts("sources", "[\"src/main/java\"]")
                .map(|sources| sources.into_iter().map(place).collect()),
            fail_on: table.parsed("fail-on", "[\"pseudo-tested\"]"),
        }
    }
}

/// A class path as the command line takes it: `@FILE`, or entries with the platform's separator.
pub fn class_path(paths: &[String], folder: &Path) -> String {
    if let [only] = paths
        && let Some(file) = only.strip_prefix('@')
    {
        return format!("@{}", folder.join(file).display());
    }
    // A single text may hold several paths, as class paths do.
    let entries = paths.iter().flat_map(|text| std::env::split_paths(text)).map(|path| folder.join(path));
    std::env::join_paths(entries).map(|joined| joined.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A bare name is looked up on the path; whatever has a folder in it counts from the file.
fn program(text: String, folder: &Path) -> PathBuf {
    let path = PathBuf::from(text);
    if path.components().count() > 1 { folder.join(path) } else { path }
}
