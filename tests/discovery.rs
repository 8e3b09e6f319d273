//! What commands find out by themselves in a Maven project: classes, class path, JUnit, and where suites and pages go.

use crate::project_folder::{ProjectFolder, run};
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::process::{Command, Output};

/// A project of two modules, whose build writes down each time that it is asked.
struct Project {
    folder: ProjectFolder,
}

impl Deref for Project {
    type Target = ProjectFolder;

    fn deref(&self) -> &ProjectFolder {
        &self.folder
    }
}

impl Project {
    fn new() -> Project {
        let project = Project { folder: ProjectFolder::new() };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for pom in ["pom.xml", "other/pom.xml", "trees/pom.xml"] {
            project.write(pom, &read(&root.join("tests/data/trees").join(pom)));
        }
        let class = read(&root.join("tests/data/subjects/src/subjects/SearchTree.java"));
        project.write("trees/src/main/java/subjects/SearchTree.java", &class);
        project.write("other/src/main/java/other/Other.java", "package other; public class Other {}");
        project.write("specs/search_tree.spec", &read(&root.join("specs/search_tree.spec")));
        // What a project brings as `mvnw` is what builds it.
        project.write("mvnw", "#!/bin/sh\necho \"$@\" >> ../asked.txt\nexec mvn --offline \"$@\"\n");
        let mut command = Command::new("chmod");
        assert!(command.arg("+x").arg(project.path("mvnw")).status().expect("chmod can be run").success());
        project
    }

    fn fex(&self, arguments: &[&str]) -> (Output, String) {
        run(self.command(env!("CARGO_BIN_EXE_fex")).args(arguments))
    }

    /// Runs a command that succeeds; returns what it says.
    fn done(&self, arguments: &[&str]) -> String {
        let (output, text) = self.fex(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {text}");
        text
    }

    /// How often the build was asked.
    fn asked(&self) -> usize {
        fs::read_to_string(self.beside("asked.txt")).unwrap_or_default().lines().count()
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

const SPEC: &str = "specs/search_tree.spec";

#[test]
fn in_a_project_all_commands_find_the_module_of_the_class_and_its_suite() {
    let project = Project::new();
    // Tests that do not compile any more may be those that fex is to write anew.
    let own = "package subjects; class SearchTreeTest { No no; }";
    project.write("trees/src/check/java/subjects/SearchTreeTest.java", own);
    project.done(&["generate", SPEC, "--scope", "3"]);
    assert!(!project.path("fex-out").exists());
    let tests = read(&project.path("trees/src/check/java/subjects/SearchTreeFexTest.java"));
    assert!(tests.contains("import org.junit.Test;"), "the module has JUnit 4\n{tests}");
    let structures = read(&project.path("trees/src/check/java/subjects/SearchTreeFexStructures.java"));
    assert!(structures.contains("searchTree.add("), "the class can be called\n{structures}");
    assert_eq!(read(&project.path("trees/src/check/java/subjects/SearchTreeTest.java")), own);
    // What `refresh` has to know is kept where no build cleans up, and not among the sources.
    assert!(project.path("trees/src/check/fex/searchTree.json").exists());
    assert_eq!(project.asked(), 1);

    // Neither the suite nor the specification changes what the build would say.
    fs::remove_dir_all(project.path("trees/target/test-classes")).ok();
    let spec = read(&project.path(SPEC));
    project.write(SPEC, &format!("{spec}\n// Seen."));
    let refreshed = project.done(&["refresh", SPEC, "--scope", "3", "--check"]);
    assert!(refreshed.contains("0 added") && refreshed.contains("files  0 to change"), "{refreshed}");
    let (output, missing) = project.fex(&["refresh", SPEC, "--scope", "4", "--check"]);
    assert_eq!(output.status.code(), Some(6), "{missing}");
    let covered = project.done(&["coverage", SPEC, "--scope", "3"]);
    assert!(covered.contains("(100 %)") || covered.contains("100 %"), "{covered}");
    project.done(&["report", SPEC, "--scope", "3"]);
    let page = read(&project.path("target/fex/searchTree.html"));
    assert!(page.contains("href=\"../../trees/src/check/java/subjects/SearchTreeFex"), "{page}");
    let verdicts = project.done(&["run", SPEC, "--scope", "2"]);
    assert!(verdicts.contains("tested"), "{verdicts}");
    assert_eq!(project.asked(), 1, "nothing that matters has changed");

    // A class does.
    let class = read(&project.path("trees/src/main/java/subjects/SearchTree.java"));
    project.write("trees/src/main/java/subjects/SearchTree.java", &format!("{class}\n// Seen."));
    project.done(&["refresh", SPEC, "--scope", "3", "--check"]);
    assert_eq!(project.asked(), 2);

    // The suite keeps its names when there is nothing in the way any more.
    fs::remove_file(project.path("trees/src/check/java/subjects/SearchTreeTest.java")).expect("it is there");
    let refreshed = project.done(&["refresh", SPEC, "--scope", "3", "--check"]);
    assert!(refreshed.contains("files  0 to change"), "{refreshed}");
    let generated = project.done(&["generate", SPEC, "--scope", "3"]);
    assert!(generated.contains("files  0 written"), "{generated}");

    project.done(&["init", "SearchTree", "--out", "draft.spec"]);
    assert!(read(&project.path("draft.spec")).contains("@java(\"subjects.SearchTree\""));

    // A class that the project lacks is named where it is bound.
    project.write(SPEC, &spec.replace("\"subjects.SearchTree\"", "\"subject.SearchTree\""));
    let (output, refused) = project.fex(&["generate", SPEC, "--scope", "3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(refused.contains("has no class `subject.SearchTree`"), "{refused}");
    assert!(refused.contains("did you mean `subjects.SearchTree`?"), "{refused}");
}

#[test]
fn the_build_is_asked_only_where_a_class_has_to_be_found() {
    let project = Project::new();
    project.write(
        "plain.spec",
        "one sig List { size: Int }\npred ok[l: List] {}\ngenerate List satisfying ok for 2 { size in 0 .. 2 }",
    );
    project.done(&["generate", "plain.spec"]);
    assert!(project.path("fex-out/list.json").exists(), "nothing is bound to a class of the project");
    project.done(&["generate", SPEC, "--scope", "2", "--count"]);
    project.done(&["generate", SPEC, "--scope", "2", "--format", "json"]);
    assert!(project.path("target/fex/searchTree.json").exists());
    // What is said wins.
    let source = project.path("trees/src/main/java/subjects/SearchTree.java");
    crate::java::javac(&project.path("classes"), &[], &[source]);
    project.done(&["generate", SPEC, "--scope", "2", "--classpath", "classes"]);
    let tests = read(&project.path("fex-out/subjects/SearchTreeTest.java"));
    assert!(tests.contains("org.junit.jupiter"), "{tests}");
    // A suite that has a place stays there.
    project.done(&["report", SPEC, "--scope", "2", "--out", "fex-out"]);
    assert!(project.path("fex-out/searchTree.html").exists());
    project.done(&["check", SPEC]);
    assert_eq!(project.asked(), 0);
}

#[test]
#[ignore = "needs Gradle, which .ci/run installs before it runs this test"]
fn a_gradle_build_gets_the_suite_among_its_tests() {
    let project = Project::new();
    fs::remove_file(project.path("pom.xml")).expect("it is there");
    let jar = crate::maven::jar("junit:junit:4.13.2");
    let jar = jar.to_str().expect("jars have plain names");
    project.write("settings.gradle", "include 'other', 'trees'\n");
    project.write("build.gradle", "subprojects { apply plugin: 'java' }\n");
    project.write("trees/build.gradle", &format!("dependencies {{ testImplementation files('{jar}') }}\n"));
    // What does not compile any more is often what fex is to write anew.
    project
        .write("trees/src/test/java/subjects/SearchTreeTest.java", "package subjects; class SearchTreeTest { No no; }");
    let options = ["--build-arg=--no-daemon", "--build-arg=--offline"];
    let run = |arguments: &[&str]| project.done(&[arguments, &options].concat());
    run(&["generate", SPEC, "--scope", "2"]);
    let tests = read(&project.path("trees/src/test/java/subjects/SearchTreeFexTest.java"));
    assert!(tests.contains("import org.junit.Test;"), "{tests}");
    assert!(project.path("trees/src/test/fex/searchTree.json").exists());
    let refreshed = run(&["refresh", SPEC, "--scope", "2", "--check"]);
    assert!(refreshed.contains("files  0 to change"), "{refreshed}");
    run(&["generate", SPEC, "--scope", "2", "--format", "json"]);
    assert!(project.path("build/fex/searchTree.json").exists());
}
