//! What `[extreme]` says: which methods are judged, how the tests run, and what is reported.

use super::options::{FORMAT, OUT, OUTPUT, Opt, Visitor};
use super::reader::Table;
use super::reading::Reading;
use crate::extreme::{Format, Operator, Rule, Threshold};
use crate::session::Surroundings;
use std::path::{Path, PathBuf};
use std::time::Duration;

const RUNNING: &str = "Running";
const CLASSES: &str = "\"target/classes\"";
const TESTS: &str = "\"target/test-classes\"";

/// How a threshold is written.
const THRESHOLD: &str =
    r"^(pseudo-tested|partially-tested|not-covered)(=([0-9]{1,9}|(100|[0-9]{1,2}(\.[0-9]{1,9})?)%))?$";

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
    /// Patterns of tests that are left out.
    pub exclude_tests: Option<Vec<String>>,
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
    /// What the tests see of what surrounds them.
    pub environment: Option<Surroundings>,
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

/// Both lists, if there is one.
fn joined(first: Option<&[String]>, second: Option<&[String]>) -> Option<Vec<String>> {
    match (first, second) {
        (None, None) => None,
        (first, second) => Some([first.unwrap_or_default(), second.unwrap_or_default()].concat()),
    }
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
            build_arg: joined(others.build_arg.as_deref(), self.build_arg.as_deref()),
            module: self.module.or_else(|| others.module.clone()),
            test_names: self.test_names.or_else(|| others.test_names.clone()),
            exclude_tests: self.exclude_tests.or_else(|| others.exclude_tests.clone()),
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
            environment: self.environment.or(others.environment),
            cache: self.cache.or_else(|| others.cache.clone()),
            format: self.format.or_else(|| others.format.clone()),
            out: self.out.or_else(|| others.out.clone()),
            sources: self.sources.or_else(|| others.sources.clone()),
            fail_on: self.fail_on.or_else(|| others.fail_on.clone()),
        }
    }

    /// Shows every option of judging to a visitor.
    pub fn visit(&mut self, visitor: &mut impl Visitor) {
        self.visit_tests(visitor);
        self.visit_selection(visitor);
        self.visit_running(visitor);
        self.visit_output(visitor);
    }

    /// What is tested: one statement for each option.
    fn visit_tests(&mut self, v: &mut impl Visitor) {
        v.path(
            Opt::new("classes", "PATH", "The compiled classes under test: a folder or a jar")
                .default("what Maven or Gradle says about the project in this folder")
                .example(CLASSES),
            &mut self.classes,
        );
        v.path(Opt::new("tests", "PATH", "The compiled tests: a folder or a jar").example(TESTS), &mut self.tests);
        v.texts(
            Opt::new(
                "build-arg",
                "ARG",
                "An argument for Maven or Gradle, like `-Pprofile`, `--offline` or `-Dname=value`; those of `fex.toml` come first",
            )
            .example("[\"--offline\"]"),
            &mut self.build_arg,
        );
        v.texts(
            Opt::new(
                "module",
                "NAME",
                "Only this module of the project: its classes, or if it has none those of the modules that it needs, judged \
                 by its tests",
            )
            .example("[\"core\"]")
            .commas(),
            &mut self.module,
        );
        v.texts(
            Opt::new(
                "test-names",
                "PATTERN",
                "Test classes: simple names that match, or full ones if the pattern has a dot",
            )
            .default("what the build says, or `Test*`, `*Test`, `*Tests` and `*TestCase`")
            .example("[\"*Test\"]")
            .under(RUNNING),
            &mut self.test_names,
        );
        v.texts(
            Opt::new(
                "exclude-tests",
                "PATTERN",
                "Leave out tests, written as for Surefire or Gradle: `CacheTest#fillsDisk`, `CacheTest.fills*` or `**/Slow*`",
            )
            .example("[\"CacheTest#fillsDisk\"]")
            .under(RUNNING),
            &mut self.exclude_tests,
        );
        v.seconds(
            Opt::new(
                "suite-limit",
                "SECONDS",
                "The time in seconds that all tests together may take on the unchanged program",
            )
            .default("1800")
            .under(RUNNING),
            &mut self.suite_limit,
        );
        v.path(
            Opt::new("directory", "DIR", "The directory in which tests run")
                .default("what the build says, or this one")
                .example("\"app\"")
                .under(RUNNING),
            &mut self.directory,
        );
        v.program(
            Opt::new("java", "PATH", "The `java` that runs the tests")
                .default("what the build says, that of JAVA_HOME, or the one on the path")
                .example("\"java\"")
                .under(RUNNING),
            &mut self.java,
        );
        v.texts(
            Opt::new("jvm-arg", "ARG", "An argument for the JVMs that run the tests")
                .example("[\"-Xmx1g\"]")
                .under(RUNNING),
            &mut self.jvm_arg,
        );
        v.choice(
            Opt::new("environment", "WHICH", "What tests see of clocks, random numbers, zone and locale; `fex stability` varies what is real, and tests that `fex diagnose` writes are tried out for real")
                .default("real")
                .under(RUNNING),
            &mut self.environment,
        );
        v.class_path(
            Opt::new(
                "classpath",
                "PATHS",
                "What else the tests need, the JUnit Platform's launcher and engines included; or `@FILE` with that",
            )
            .example("\"@classpath.txt\""),
            &mut self.classpath,
        );
    }

    /// Which methods are judged, and which bodies are tried.
    fn visit_selection(&mut self, v: &mut impl Visitor) {
        const JUDGED: &str = "What is judged";
        const CLASS: &str = "[\"com.example.*\"]";
        v.texts(
            Opt::new("only", "PATTERN", "Only classes whose names match; `*` stands for any text")
                .example(CLASS)
                .under(JUDGED),
            &mut self.only,
        );
        v.texts(
            Opt::new("except", "PATTERN", "No classes whose names match").example(CLASS).under(JUDGED),
            &mut self.except,
        );
        v.texts(
            Opt::new(
                "ignore",
                "PATTERN",
                "Skip methods whose class, or class and name, match: `com.example.Main.main`",
            )
            .example("[\"com.example.Main.main\"]")
            .under(JUDGED),
            &mut self.ignore,
        );
        v.choices(
            Opt::new("keep", "RULE", "Do not skip methods for this reason").commas().under(JUDGED),
            &mut self.keep,
        );
        v.choices(
            Opt::new("also", "BODY", "Try more bodies than the default ones").commas().under(JUDGED),
            &mut self.also,
        );
    }

    /// How the tests run: one statement for each option.
    fn visit_running(&mut self, v: &mut impl Visitor) {
        v.count(
            Opt::new("jobs", "N", "How many JVMs work at once").default("one per core").under(RUNNING),
            &mut self.jobs,
        );
        v.seconds(
            Opt::new("patience", "SECONDS", "The time in seconds that a test may take beyond ten times its usual time")
                .default("5")
                .under(RUNNING),
            &mut self.patience,
        );
        v.time(
            Opt::new(
                "budget",
                "TIME",
                "The time that fex may take, like `90s`, `10m` or `2h`: it judges the most telling transformations first, \
                 says which it left, and goes on from there the next time",
            )
            .under(RUNNING),
            &mut self.budget,
        );
        v.count(
            Opt::new(
                "suite-runs",
                "N",
                "How often the tests run on the unchanged program, to find those that are flaky",
            )
            .default("2")
            .under(RUNNING),
            &mut self.suite_runs,
        );
        v.flag(
            Opt::new(
                "set-aside",
                "BOOL",
                "Go on without all tests that cannot be relied upon: those that fail on the unchanged program, and those \
                 that are flaky",
            )
            .under(RUNNING),
            &mut self.set_aside,
        );
        v.flag(
            Opt::new("set-aside-failing", "BOOL", "Go on without the tests that fail on the unchanged program")
                .under(RUNNING),
            &mut self.set_aside_failing,
        );
        v.flag(
            Opt::new("set-aside-flaky", "BOOL", "Go on without the tests that are flaky").under(RUNNING),
            &mut self.set_aside_flaky,
        );
        v.flag(
            Opt::new(
                "set-aside-fatal",
                "BOOL",
                "Go on without the tests that end the JVM on the unchanged program, or do not end within `--suite-limit`",
            )
            .under(RUNNING),
            &mut self.set_aside_fatal,
        );
        v.flag(
            Opt::new(
                "full-matrix",
                "BOOL",
                "Run all tests that reach a method, even after one has detected the transformation",
            )
            .under(RUNNING),
            &mut self.full_matrix,
        );
        v.path(
            Opt::new("cache", "DIR", "Where verdicts are kept for later runs")
                .default("`fex` in the user's cache")
                .example("\".fex\"")
                .under(RUNNING),
            &mut self.cache,
        );
    }

    /// What is reported.
    fn visit_output(&mut self, v: &mut impl Visitor) {
        v.choices(FORMAT, &mut self.format);
        v.folder(OUT, &mut self.out);
        v.paths(
            Opt::new("sources", "DIR", "Where the sources of the classes are, for pages and places")
                .default("what the build says, or src/main/java and src/main/kotlin")
                .example("[\"src/main/java\"]")
                .under(OUTPUT),
            &mut self.sources,
        );
        v.parsed(
            Opt::new(
                "fail-on",
                "VERDICT",
                "Exit with 1 if there is a method like this; `VERDICT=N` or `VERDICT=N%` tolerates some",
            )
            .example("[\"pseudo-tested\"]")
            .commas()
            .under(OUTPUT),
            THRESHOLD,
            &mut self.fail_on,
        );
    }

    /// Reads `[extreme]`; relative paths count from a folder.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Extreme {
        let mut extreme = Extreme::default();
        extreme.visit(&mut Reading { table, folder });
        table.together([("classes", CLASSES), ("tests", TESTS)]);
        extreme
    }
}
