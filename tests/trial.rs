//! Structures that the specification allows and the classes refuse: found when the suite is written.

use crate::java::{java_files, javac, sorted};
use fex::classfile::ClassPath;
use fex::skeleton::skeleton;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The classes of one file, compiled, beside the draft of the first, some of whose text is changed.
fn project(class: &str, text: &str, changes: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("source").join(format!("{class}.java"));
    fs::create_dir(folder.path().join("source")).expect("a folder can be made");
    fs::write(&source, text).expect("a file can be written");
    javac(&folder.path().join("classes"), &[], &[source]);
    let path = folder.path().join("classes");
    let path = ClassPath::open(path.to_str().expect("temporary folders have plain names")).expect("it is a folder");
    let mut draft = skeleton(&path, class).expect("it can be drafted").text;
    for (before, after) in changes {
        assert!(draft.contains(before), "{draft}");
        draft = draft.replace(before, after);
    }
    fs::write(folder.path().join("draft.spec"), draft).expect("a file can be written");
    folder
}

fn generate(folder: &TempDir) -> Output {
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["generate", "draft.spec", "--scope", "2", "--classpath", "classes", "--build", "fields", "--quiet"]);
    fex.current_dir(folder.path()).output().expect("the binary starts")
}

fn assert_refused(folder: &TempDir, words: &[&str]) {
    let output = generate(folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
    assert!(!folder.path().join("fex-out").exists(), "{:?}", sorted(folder.path()));
}

const RANGES: &str = "public class Ranges {
    Range first;
    record Range(int lo, int hi) {
        Range { if (lo >= hi) { throw new IllegalArgumentException(\"lo >= hi\"); } }
    }
}";

#[test]
fn a_constructor_that_refuses_a_structure_is_found_when_the_suite_is_written() {
    let folder = project("Ranges", RANGES, &[]);
    let words = ["structure `", "IllegalArgumentException: lo >= hi", "draft.spec:9:", "demand in the invariant"];
    assert_refused(&folder, &words);
    let demanded = [("pred repOk[r: Ranges] {}", "pred repOk[r: Ranges] { all n: Range | n.lo < n.hi }")];
    let folder = project("Ranges", RANGES, &demanded);
    let output = generate(&folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(java_files(&folder.path().join("fex-out")).len() >= 3);
}

#[test]
fn records_that_lead_to_themselves_are_excluded_by_the_draft_and_refused_elsewhere() {
    let links = "public class Links { Link first; record Link(Link next, int key) { } }";
    let folder = project("Links", links, &[]);
    let output = generate(&folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let folder = project("Links", links, &[("all n: Link | n not in n.^next", "some Links")]);
    assert_refused(&folder, &["structure `", "IllegalAccessException", "only their constructor fills"]);
}

#[test]
fn a_record_in_a_circle_with_another_class_is_built_after_what_it_holds() {
    let text = "public class Circle { Holder first; static class Holder { Held held; } record Held(Holder back) { } }";
    let same = ("pred repOk[c: Circle] {}", "pred repOk[c: Circle] { all h: Holder | h.held.back = h }");
    let folder = project("Circle", text, &[same]);
    let output = generate(&folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_class_that_ends_the_jvm_or_never_returns_is_named() {
    let text =
        "public class Ends { int key; Ends() { if (System.nanoTime() != 0) { Runtime.getRuntime().halt(3); } } }";
    assert_refused(&project("Ends", text, &[]), &["structure `", "building it ends the JVM"]);
    let text = "public class Throws { int key; Throws() { throw new UnsupportedOperationException(\"not today\"); } }";
    assert_refused(&project("Throws", text, &[]), &["structure `", "UnsupportedOperationException: not today"]);
}
