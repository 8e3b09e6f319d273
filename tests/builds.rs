//! `fex extreme` in projects that a build of Maven or Gradle describes.

use crate::extreme_runs::{folder, json};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the folder can be read").flatten() {
        match entry.path() {
            path if path.is_dir() => copy(&path, &to.join(entry.file_name())),
            path => drop(fs::copy(path, to.join(entry.file_name())).expect("a file can be copied")),
        }
    }
}

/// The classes of the tests that reach each method, by the method's name.
fn reaching(report: &Value) -> BTreeMap<String, (String, BTreeSet<String>)> {
    let class = |title: &Value| {
        let title = title.as_str().expect("a title");
        // A test may be named after an object.
        let title = title.split('[').next().expect("there is a first part");
        title.rsplit_once('.').expect("a title has a class").0.to_owned()
    };
    let methods = report["methods"].as_array().expect("a list").iter();
    methods
        .map(|method| {
            let text = |key: &str| method[key].as_str().expect("a text").to_owned();
            let tests = method["tests"].as_array().expect("a list").iter().map(class).collect();
            (text("method"), (text("verdict"), tests))
        })
        .collect()
}

#[test]
fn a_maven_build_says_what_its_modules_test_and_how() {
    // Each method of `core` is asserted by the tests of one class, with JUnit 3, 4, 5, 6 and TestNG 6
    // and 7, the last with JUnit 4 beside it. Module `five` has tests that pass only if the
    // includes, tags, properties, environment and folder of its build are heeded.
    let project = folder();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/modules"), project.path());
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.args(["extreme", "--format", "json", "--cache"]).arg(project.path().join("cache"));
        command.args(more).current_dir(project.path()).output().expect("the binary starts")
    };
    let report = json(&run(&[]));
    let found = reaching(&report);
    for (method, class) in [
        ("three", "three.NumbersTest"),
        ("four", "four.NumbersTest"),
        ("five", "five.NumbersSpec"),
        ("six", "six.NumbersTest"),
        ("testng", "testng.NumbersTest"),
        ("prepared", "testng.NumbersTest"),
        ("beside", "testng.BesideTest"),
        ("testng6", "testng6.NumbersTest"),
        ("plain", "four.ObjectsTest"),
        ("objects", "six.ObjectsTest"),
    ] {
        assert_eq!(found[method], ("tested".to_owned(), BTreeSet::from([class.to_owned()])), "{method}");
    }
    assert_eq!(found["slow"], ("not-covered".to_owned(), BTreeSet::new()));
    // Surefire runs the tests of this module twice.
    let titles = report["tests"].as_array().expect("a list").iter().filter_map(|test| test["title"].as_str());
    let titles: BTreeSet<&str> = titles.filter(|title| title.starts_with("three.")).collect();
    let twice = ["again", "default-test"].map(|execution| format!("three.NumbersTest.testThree (three, {execution})"));
    assert_eq!(titles, twice.iter().map(String::as_str).collect());

    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").args(identity).args(arguments).current_dir(project.path()).output();
        assert!(output.expect("git can be run").status.success());
    };
    fs::write(project.path().join(".gitignore"), "target\ncache\n").expect("a file can be written");
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "all"]);
    let source = project.path().join("core/src/main/java/core/Numbers.java");
    let text = fs::read_to_string(&source).expect("a source can be read");
    fs::write(&source, text.replace("base + 5", "5 + base")).expect("a source can be written");
    let since = reaching(&json(&run(&["--since", "HEAD"])));
    assert_eq!(since.keys().collect::<Vec<_>>(), ["six"], "only its body has changed");
}

/// Module `three` does not compile. Only it and `four` are asked for; `four` has nothing but tests, of the methods of `core`.
#[test]
fn a_module_that_cannot_be_built_costs_only_its_own_tests() {
    let project = folder();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/modules"), project.path());
    let broken = project.path().join("three/src/test/java/three/BrokenTest.java");
    fs::write(broken, "package three; class BrokenTest { int x = \"no\"; }").expect("a file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
    command
        .args(["extreme", "--format", "json", "--module", "three,four", "--cache"])
        .arg(project.path().join("cache"));
    let output = command.current_dir(project.path()).output().expect("the binary starts");
    let found = reaching(&json(&output));
    assert_eq!(found["four"], ("tested".to_owned(), BTreeSet::from(["four.NumbersTest".to_owned()])));
    for method in ["three", "five"] {
        assert_eq!(found[method], ("not-covered".to_owned(), BTreeSet::new()), "{method}");
    }
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("module `three` cannot be built") && message.contains("BrokenTest.java"), "{message}");
    assert!(!message.contains("`five`"), "nobody asked for it: {message}");
}

#[test]
#[ignore = "needs Gradle, which .ci/run installs before it runs this test"]
fn a_gradle_build_says_what_its_projects_test_and_how() {
    // The same modules as Maven's, with JUnit 3, 4 and 5; classes of `core` come to the others in a jar. Gradle knows JUnit 3
    // by a runner, and JUnit 5 by a launcher, that it brings itself.
    let project = folder();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for module in ["core", "three", "four", "five"] {
        copy(&data.join("modules").join(module).join("src"), &project.path().join(module).join("src"));
    }
    copy(&data.join("gradle"), project.path());
    let jars = [
        "junit:junit:3.8.2",
        "junit:junit:4.13.2",
        "org.hamcrest:hamcrest-core:1.3",
        "org.junit.jupiter:junit-jupiter-api:5.11.4",
        "org.junit.jupiter:junit-jupiter-engine:5.11.4",
        "org.junit.platform:junit-platform-commons:1.11.4",
        "org.junit.platform:junit-platform-engine:1.11.4",
        "org.junit.platform:junit-platform-launcher:1.11.4",
        "org.opentest4j:opentest4j:1.3.0",
    ];
    let folders: BTreeSet<_> = jars.iter().map(|jar| crate::maven::jar(jar).parent().map(Path::to_path_buf)).collect();
    let jars = folders.into_iter().flatten().next().expect("jars are kept in one folder");
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.args(["extreme", "--format", "json", "--build-arg=--no-daemon", "--build-arg=--offline"]);
        command.arg(format!("--build-arg=-Pjars={}", jars.display())).arg("--cache").arg(project.path().join("cache"));
        command.args(more).current_dir(project.path()).output().expect("the binary starts")
    };
    let output = run(&[]);
    let found = reaching(&json(&output));
    for (method, class) in [
        ("three", "three.NumbersTest"),
        ("four", "four.NumbersTest"),
        ("plain", "four.ObjectsTest"),
        ("five", "five.NumbersSpec"),
    ] {
        assert_eq!(found[method], ("tested".to_owned(), BTreeSet::from([class.to_owned()])), "{method}");
    }
    for method in ["six", "testng", "testng6", "prepared", "beside", "slow"] {
        assert_eq!(found[method], ("not-covered".to_owned(), BTreeSet::new()), "{method}");
    }

    let broken = project.path().join("core/src/main/java/core/Broken.java");
    fs::write(broken, "package core; class Broken { int x = \"no\"; }").expect("a file can be written");
    let output = run(&[]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && message.contains("Gradle cannot build"), "{message}");
    assert!(message.contains("Broken.java:1"), "{message}");
}
