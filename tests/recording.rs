//! Recorded outcomes: what calls do today is expected tomorrow, what cannot be expected is named, and nothing is recorded anew
//! unless that is asked for.

use crate::java::{class_path, java_files, javac};
use crate::maven::{self, JUNIT};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A folder with the compiled class `Odd`, and a recorded suite for it.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a temporary folder can be made") };
        project.compile("2 * number");
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles the class with what its counter becomes.
    fn compile(&self, becomes: &str) {
        let source = Path::new(ROOT).join("tests/data/building/build/Odd.java");
        let text = fs::read_to_string(source).expect("it is there").replace("2 * number", becomes);
        fs::write(self.path("Odd.java"), text).expect("it can be written");
        javac(&self.path("classes"), &[], &[self.path("Odd.java")]);
    }

    fn fex(&self, command: &str, more: &[&str]) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_fex"))
            .arg(command)
            .arg(Path::new(ROOT).join("tests/data/building/odd.spec"))
            .args(["--classpath", "classes", "--build", "fields"])
            .args(more)
            .current_dir(self.folder.path())
            .output()
            .expect("the binary starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    }

    fn files(&self) -> BTreeMap<PathBuf, String> {
        let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).expect("it can be read"));
        let mut files: BTreeMap<_, _> = java_files(&self.path("fex-out")).into_iter().map(read).collect();
        files.extend([read(self.path("fex-out/odd.json"))]);
        files
    }

    fn recorded(&self) -> String {
        fs::read_to_string(self.path("fex-out/build/OddRecordedTest.java")).expect("it is emitted")
    }

    /// Whether the suite passes, and what JUnit says of it.
    fn test(&self) -> (bool, String) {
        let jar = maven::jar(JUNIT);
        javac(&self.path("tests"), &[jar.clone(), self.path("classes")], &java_files(&self.path("fex-out")));
        let output = Command::new("java")
            .arg("-jar")
            .arg(jar)
            .args(["execute", "--disable-banner", "--details=tree", "--scan-class-path", "--class-path"])
            .arg(class_path(&[self.path("tests"), self.path("classes")]))
            .output()
            .expect("Java runs");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

#[test]
fn what_calls_do_is_recorded_and_what_cannot_be_expected_is_named() {
    let project = Project::new();
    let (code, report) = project.fex("generate", &["--record"]);
    assert_eq!(code, Some(0), "{report}");
    // Two structures (the counter is 0 or 1), one call of `get` and three of `twice` on each.
    assert!(report.contains("  recorded  8 outcomes of `get`, `twice`\n"), "{report}");
    assert!(report.contains("do something else each time: now() on"), "{report}");
    assert!(report.contains("end the JVM or do not return: exit() on"), "{report}");
    let text = project.recorded();
    for (call, outcome) in [
        ("twice(1)", "returns \\\"now 2\\\"; leaves Odd#1(count 2)"),
        ("twice(2)", "throws java.lang.IllegalArgumentException; leaves Odd#1(count "),
        ("get()", "returns 1; leaves Odd#1(count 1)"),
    ] {
        assert!(text.contains(&format!("recorded.put(\"{call} on ")), "{call}:\n{text}");
        assert!(text.contains(outcome), "{outcome}:\n{text}");
    }
    assert!(text.contains(" * Recorded, not specified:"));
    // A method with a contract keeps its own test.
    let ordinary = fs::read_to_string(project.path("fex-out/build/OddTest.java")).expect("it is emitted");
    assert!(ordinary.contains("odd.clear()") && !ordinary.contains("odd.get()"), "{ordinary}");

    let (passes, said) = project.test();
    assert!(passes, "{said}");
    project.compile("3 * number");
    let (passes, said) = project.test();
    assert!(!passes && said.contains("returns \"now 3\""), "a changed behaviour fails the recorded test:\n{said}");
}

#[test]
fn a_refresh_keeps_what_is_recorded_until_it_is_asked_to_record_anew() {
    let project = Project::new();
    assert_eq!(project.fex("generate", &["--record"]).0, Some(0));
    let before = project.files();
    let (code, report) = project.fex("refresh", &["--check"]);
    assert_eq!(code, Some(0), "{report}");

    project.compile("3 * number");
    let (code, report) = project.fex("refresh", &[]);
    assert_eq!(code, Some(0), "{report}");
    assert_eq!(project.files(), before, "a class that changed is no reason to change expectations");

    let (code, report) = project.fex("refresh", &["--record"]);
    assert_eq!(code, Some(0), "{report}");
    let text = project.recorded();
    assert!(text.contains("now 3") && !text.contains("now 2"), "{text}");
    assert!(project.test().0);
}

#[test]
fn recording_takes_classes() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let output = Command::new(env!("CARGO_BIN_EXE_fex"))
        .arg("generate")
        .arg(Path::new(ROOT).join("tests/data/building/odd.spec"))
        .arg("--record")
        .current_dir(folder.path())
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("takes the compiled classes"));
    assert!(!folder.path().join("fex-out").exists());
}
