//! Suites for classes on a class path: they compile, or they are not written.

use crate::java::{java_files, javac};
use crate::maven;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A folder with a compiled class and a specification.
fn project(java: &str, spec: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::write(folder.path().join("Box.java"), java).expect("it can be written");
    fs::write(folder.path().join("box.spec"), spec).expect("it can be written");
    javac(&folder.path().join("classes"), &[], &[folder.path().join("Box.java")]);
    folder
}

/// The exit code of `fex generate`, and what it says.
fn generate(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["generate", "box.spec", "--build", "fields"]).args(more).current_dir(folder);
    let output = fex.output().expect("the binary starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The class says `String`, which only the compiler holds against an element.
#[test]
fn what_does_not_compile_is_not_written_and_the_method_is_named() {
    let java =
        "package boxes; public class Box { Item first; public void put(String item) {} } class Item { Item next; }";
    let spec = "module boxes\n@java(\"boxes.Box\") one sig Box { first: lone Item }\n\
                @java(\"boxes.Item\") sig Item { next: lone Item }\n\
                generate Box for 2 {\n  method put(item: Item) {}\n}\n";
    let folder = project(java, spec);
    let (code, said) = generate(folder.path(), &["--classpath", "classes"]);
    assert_eq!(code, Some(2), "{said}");
    for words in ["the Java of method `put` does not compile", "box.spec:5:10", "`boxes/BoxTest.java`"] {
        assert!(said.contains(words), "no {words} in\n{said}");
    }
    assert!(!folder.path().join("fex-out").exists());
    // Nothing is known without the classes.
    assert_eq!(generate(folder.path(), &[]).0, Some(0));
}

/// Every type as which a method can take an integer, whatever the field is that the integers come from.
#[test]
fn integers_are_passed_as_the_method_takes_them() {
    let types = [
        "int",
        "long",
        "short",
        "byte",
        "char",
        "double",
        "float",
        "Integer",
        "Long",
        "Short",
        "Byte",
        "Character",
        "Double",
        "Float",
        "String",
        "Object",
    ];
    let declared = |(index, ty): (usize, &&str)| {
        format!(
            "public void ranged{index}({ty} x) {{}} public void count{index}({ty} x) {{}} public void rank{index}({ty} x) {{}} "
        )
    };
    let methods: String = types.iter().enumerate().map(declared).collect();
    let java = format!("package boxes; public class Box {{ int count; Long rank; {methods} }}");
    let called = |index| {
        format!(
            "  method ranged{index}(x: 0 .. 1) {{}}\n  method count{index}(x: count) {{}}\n  method rank{index}(x: rank) {{}}\n"
        )
    };
    let calls: String = (0..types.len()).map(called).collect();
    let spec = format!(
        "module boxes\n@java(\"boxes.Box\") one sig Box {{ count: Int, rank: Int }}\n\
         generate Box for 2 {{\n  count, rank in 0 .. 1\n{calls}}}\n"
    );
    let folder = project(&java, &spec);
    let jars =
        [maven::jar("org.junit.platform:junit-platform-console-standalone:1.11.4"), maven::jar("junit:junit:4.13.2")];
    for format in ["junit5", "junit4"] {
        let (code, said) = generate(folder.path(), &["--classpath", "classes", "--format", format]);
        assert_eq!(code, Some(0), "{said}");
        let class_path = [jars.to_vec(), vec![folder.path().join("classes")]].concat();
        javac(&folder.path().join(format), &class_path, &java_files(&folder.path().join("fex-out")));
    }
}

/// The field is empty in every structure, and so there is nothing to call the method with.
#[test]
fn a_method_without_arguments_to_try_compiles() {
    let java = "package boxes; public class Box { Object mark; public void put(Object mark) {} }";
    let spec = "module boxes\n@java(\"boxes.Box\") one sig Box { mark: lone Mark }\nsig Mark {}\n\
                pred empty[b: Box] { no b.mark }\n\
                generate Box satisfying empty for 2 { method put(mark: mark) {} }\n";
    let folder = project(java, spec);
    let (code, said) = generate(folder.path(), &["--classpath", "classes"]);
    assert_eq!(code, Some(0), "{said}");
}
