//! The tasks of the plugin for Gradle, in real builds, from the artifacts that `fex plugins` installs.

use crate::builds::copy;
use crate::project_folder::{ProjectFolder, run};
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::process::Command;

/// A build of two projects with the plugin in the root, in a folder with whatever is kept between its runs.
struct Project {
    folder: ProjectFolder,
}

/// `core` has a class with a suite, and a method that only a test of `app` notices; `app` has one that none notices.
const SCRIPT: &str = "
plugins {
    id 'base'
    id 'fex' version '0.1.0'
}

subprojects {
    apply plugin: 'java'
    dependencies { testImplementation files(rootProject.junit.split(':')) }
}

project(':app') {
    dependencies { implementation project(':core') }
}

fex {
    setting 'scope', 2
    setting 'suite.spec', 'specs/search_tree.spec'
    setting 'extreme.only', 'core.*', 'app.*'
}

check.dependsOn 'fexRefreshCheck', 'fexExtreme'
";

const SETTINGS: &str = "
pluginManagement {
    repositories { maven { url repository } }
}

include 'core', 'app'
";

impl Deref for Project {
    type Target = ProjectFolder;

    fn deref(&self) -> &ProjectFolder {
        &self.folder
    }
}

impl Project {
    fn new() -> Project {
        let project = Project { folder: ProjectFolder::new() };
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.arg("plugins").arg("--repository").arg(project.beside("repository"));
        let output = command.output().expect("the binary starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for module in ["core", "app"] {
            let sources = root.join("tests/data/shop").join(module).join("src");
            copy(&sources, &project.path(module).join("src"));
        }
        let read = |path: &str| fs::read_to_string(root.join(path)).expect("it can be read");
        project.write(TREE, &read("tests/data/subjects/src/subjects/SearchTree.java"));
        project.write("specs/search_tree.spec", &read("specs/search_tree.spec"));
        project.write("build.gradle", SCRIPT);
        project.write("settings.gradle", SETTINGS);
        project
    }

    /// Runs a build; returns whether it succeeds, and what it says.
    fn gradle(&self, arguments: &[&str]) -> (bool, String) {
        let junit: Vec<String> = JUNIT.iter().map(|jar| crate::maven::jar(jar).display().to_string()).collect();
        let mut command = self.command("gradle");
        // Versions that have a cache of configurations use it.
        command.args(["--console=plain", "--offline", "-Dorg.gradle.configuration-cache=true"]).args(arguments);
        command.arg(format!("-Pjunit={}", junit.join(":")));
        command.arg(format!("-Prepository={}", self.beside("repository").display()));
        // Those that fex asks leave no process behind, either. All are too short to be worth a better compiler.
        command.env("GRADLE_OPTS", "-Dorg.gradle.daemon=false -XX:TieredStopAtLevel=1");
        let (output, text) = run(&mut command);
        (output.status.success(), text)
    }
}

const TREE: &str = "core/src/main/java/subjects/SearchTree.java";

const JUNIT: [&str; 7] = [
    "org.junit.jupiter:junit-jupiter-api:5.11.4",
    "org.junit.jupiter:junit-jupiter-engine:5.11.4",
    "org.junit.jupiter:junit-jupiter-params:5.11.4",
    "org.junit.platform:junit-platform-commons:1.11.4",
    "org.junit.platform:junit-platform-engine:1.11.4",
    "org.junit.platform:junit-platform-launcher:1.11.4",
    "org.opentest4j:opentest4j:1.3.0",
];

/// What became of a task: nothing is said of one that did something. Old versions print only its path.
fn outcome<'b>(build: &'b str, task: &str) -> Option<&'b str> {
    build.lines().find_map(|line| line.trim_start_matches("> Task ").strip_prefix(task).map(str::trim))
}

#[test]
#[ignore = "needs Gradle, which .ci/run installs before it runs this test"]
fn a_gradle_build_fails_where_a_suite_is_stale_or_a_threshold_is_broken() {
    let project = Project::new();
    let suite = project.path("core/src/test/java/subjects/SearchTreeTest.java");
    let (is_built, build) = project.gradle(&["fexGenerate"]);
    assert!(is_built && suite.is_file(), "{build}");

    // At a larger scope, structures are missing; that is said of the suite, and changes nothing.
    let left = fs::read(&suite).expect("it can be read");
    let arguments = ["check", "--continue", "-Pfex.scope=3", "-Pfex.extreme.fail-on=pseudo-tested"];
    let (is_built, build) = project.gradle(&arguments);
    let failures = build.split("What went wrong").skip(1).collect::<String>();
    assert!(!is_built && failures.contains("is not up to date: 5 files to change in core/src/test/java"), "{build}");
    assert_eq!(fs::read(&suite).ok(), Some(left), "{build}");

    // Both projects are judged at once: `core.Price.tax` is tested, though only by a test of the other one.
    assert!(build.contains("app.Receipt.print") && !build.contains("core.Price.tax"), "{build}");
    assert!(failures.contains("1 methods are pseudo-tested; `--fail-on` allows 0"), "{build}");
    let link = failures.split("see file://").nth(1).expect("there is a link");
    let page = project.path("build/fex/extreme/index.html");
    assert!(page.is_file() && link.starts_with(page.to_str().expect("paths are plain")), "{build}");

    // A suite that was deleted is written again.
    fs::remove_file(&suite).expect("it is there");
    let (is_built, build) = project.gradle(&["fexGenerate", "check"]);
    assert!(is_built && suite.is_file() && build.contains("structures kept, 0 dropped, 0 added"), "{build}");
    let tasks = [":fexGenerate", ":fexRefreshCheck", ":fexExtreme"];
    assert_eq!(tasks.map(|task| outcome(&build, task)), [Some(""); 3], "{build}");
    let (is_built, build) = project.gradle(&["fexGenerate", "check"]);
    assert_eq!(tasks.map(|task| outcome(&build, task)), [Some("UP-TO-DATE"); 3], "{build}");
    assert!(is_built, "{build}");
}

#[test]
#[ignore = "needs Gradle, which .ci/run installs before it runs this test"]
fn a_gradle_build_says_what_fex_lacks_and_what_helps() {
    let project = Project::new();
    project.write("build.gradle", "plugins { id 'fex' version '0.1.0' }");
    let refused = |arguments: &[&str], expected: &[&str]| {
        let (is_built, build) = project.gradle(arguments);
        assert!(!is_built, "{build}");
        expected.iter().for_each(|part| assert!(build.contains(part), "{part}: {build}"));
    };
    let absent = "there is no fex 0.1.0 for this platform, `linux-riscv64`, in the repositories";
    refused(&["fexCheck", "-Dos.arch=riscv64"], &[absent, "-Pfex.binary=PATH"]);
    refused(&["fexRefresh"], &["no specification is given, and there is no `fex.toml`", "[[suite]]"]);
}
