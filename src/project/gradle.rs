//! Gradle, asked how its test tasks would run.
//!
//! An init script adds a task to every project that comes after all that the tests wait for, and writes down how the test
//! task is configured. Nothing is written into the project but what Gradle itself compiles.

use super::build::Goal;
use super::command::carry_out;
use super::patterns;
use crate::session::TestFilter;
use itertools::Itertools;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const SCRIPT: &str = include_str!("../../jvm/gradle/modules.gradle");

/// Runs Gradle; there is one line for each project with a task `test`.
pub(super) fn ask(
    folder: &Path,
    goal: Goal,
    scratch: &Path,
    arguments: &[String],
    modules: &[String],
) -> io::Result<String> {
    let (script, answer) = (scratch.join("modules.gradle"), scratch.join("modules.json"));
    fs::write(&script, SCRIPT)?;
    let _ = fs::remove_file(&answer);
    let mut command = Command::new(program(folder));
    command
        .args(["--quiet", "--console=plain", "--init-script"])
        .arg(&script)
        .arg(format!("-Dfex.modules={}", answer.display()))
        .arg(format!("-Dfex.tests={}", goal == Goal::Tests))
        .args(arguments)
        // The script looks at projects while tasks run. What comes last holds.
        .args(["-Dorg.gradle.configuration-cache=false", "-Dorg.gradle.unsafe.configuration-cache=false"]);
    match modules {
        [] => command.arg("fexModules"),
        _ => command.args(modules.iter().map(|module| format!(":{}:fexModules", module.trim_matches(':')))),
    };
    carry_out("Gradle", &mut command, folder, |output| excerpt(&String::from_utf8_lossy(&output.stderr)))?;
    fs::read_to_string(&answer)
}

/// The project's own Gradle, if it brings one; it lies where the whole build does.
fn program(folder: &Path) -> PathBuf {
    let name = if cfg!(windows) { "gradlew.bat" } else { "gradlew" };
    let wrapper = folder.ancestors().map(|folder| folder.join(name)).find(|wrapper| wrapper.is_file());
    wrapper.unwrap_or_else(|| PathBuf::from("gradle"))
}

/// What went wrong, without what Gradle advises to try.
fn excerpt(said: &str) -> String {
    const LINES: usize = 12;
    let lines =
        said.lines().map(str::trim_end).take_while(|line| !line.starts_with("* Try")).filter(|line| !line.is_empty());
    lines.take(LINES).join("\n")
}

/// Which tests run: Gradle looks for tests in all classes, unless patterns for class files or for names say otherwise.
#[derive(Debug, Clone)]
pub struct Filter {
    /// Patterns for class files; none for all.
    pub includes: Vec<String>,
    /// Patterns for class files.
    pub excludes: Vec<String>,
    /// Patterns for names of classes or tests; none for all.
    pub included_tests: Vec<String>,
    /// Patterns for names of classes or tests.
    pub excluded_tests: Vec<String>,
}

impl TestFilter for Filter {
    fn takes_class(&self, class: &str) -> bool {
        let file = format!("{class}.class");
        let any = |patterns: &[String]| {
            patterns.iter().any(|pattern| {
                // A folder stands for all that is in it.
                let all = if pattern.ends_with('/') { "**" } else { "" };
                patterns::path(&format!("{pattern}{all}"), &file)
            })
        };
        // Nested classes run with the class around them.
        !class.contains('$') && (self.includes.is_empty() || any(&self.includes)) && !any(&self.excludes)
    }

    fn takes_test(&self, class: &str, method: &str) -> bool {
        let class = class.split_once('$').map_or(class, |(outer, _)| outer);
        let simple = class.rsplit('.').next().unwrap_or(class);
        let any = |patterns: &[String]| {
            patterns.iter().any(|pattern| {
                // What begins like a class is meant in any package.
                let class = if pattern.starts_with(char::is_uppercase) { simple } else { class };
                patterns::name(pattern, class) || patterns::name(pattern, &format!("{class}.{method}"))
            })
        };
        (self.included_tests.is_empty() || any(&self.included_tests)) && !any(&self.excluded_tests)
    }
}

#[cfg(test)]
mod tests {
    use super::Filter;
    use crate::session::TestFilter;

    fn owned(all: &[&str]) -> Vec<String> {
        all.iter().map(|&one| one.to_owned()).collect()
    }

    #[test]
    fn all_classes_are_looked_at_unless_patterns_for_files_say_otherwise() {
        let filter = |includes: &[&str], excludes: &[&str]| Filter {
            includes: owned(includes),
            excludes: owned(excludes),
            included_tests: Vec::new(),
            excluded_tests: Vec::new(),
        };
        assert!(filter(&[], &[]).takes_class("p/Anything") && !filter(&[], &[]).takes_class("p/Anything$Inner"));
        let some = filter(&["**/*Spec.class", "q/"], &["**/Slow*"]);
        let classes = ["p/ASpec", "p/ATest", "q/ATest", "p/SlowSpec"];
        assert_eq!(classes.map(|class| some.takes_class(class)), [true, false, true, false]);
    }

    #[test]
    fn patterns_for_names_are_those_of_gradles_filters() {
        // The patterns are those of the documentation of `TestFilter`.
        for (pattern, expected) in [
            ("p.ATest", [true, true, false]),
            ("ATest", [true, true, false]),
            ("ATest.one", [true, false, false]),
            ("*.ATest.two", [false, true, false]),
            ("*ATest", [true, true, false]),
            ("*.one", [true, false, true]),
            ("p.*", [true, true, false]),
        ] {
            let filter = |included_tests, excluded_tests| Filter {
                includes: Vec::new(),
                excludes: Vec::new(),
                included_tests,
                excluded_tests,
            };
            let tests = [("p.ATest", "one"), ("p.ATest$Inner", "two"), ("q.BTest", "one")];
            let taken = tests.map(|(class, method)| filter(owned(&[pattern]), Vec::new()).takes_test(class, method));
            assert_eq!(taken, expected, "{pattern}");
            let left = tests.map(|(class, method)| filter(Vec::new(), owned(&[pattern])).takes_test(class, method));
            assert_eq!(left, expected.map(|one| !one), "without {pattern}");
        }
    }
}
