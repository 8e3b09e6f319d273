//! Structures that are built by public methods: they are the right ones, whatever the other methods do, and stay as they are.

use crate::java::{class_path, java_files, javac, succeed};
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// A folder with compiled classes, and fex in it.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new(source: &str) -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a temporary folder can be made") };
        javac(&project.path("classes"), &[], &[Path::new(ROOT).join(source)]);
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.args(words).current_dir(self.folder.path());
        command
    }

    /// The exit code, what was printed as a result, and the messages.
    fn fex(&self, words: &[&str]) -> (Option<i32>, String, String) {
        let output = self.command(words).output().expect("the binary starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn spec(name: &str) -> String {
        Path::new(ROOT).join(name).display().to_string()
    }

    /// For each structure of a document whether it is built by calls.
    fn is_built_by_calls(&self, document: &str) -> Vec<bool> {
        let document: Value = serde_json::from_str(&self.read(document)).expect("it is JSON");
        let instances = document["instances"].as_array().expect("there are structures");
        instances.iter().map(|instance| instance.get("calls").is_some()).collect()
    }
}

/// The same suite twice, by calls and by fields, compared object by object in Java, by a program that knows nothing of fex.
#[test]
fn what_calls_build_is_what_fields_build() {
    let cases = [("SearchTree", "search_tree"), ("SortedList", "sorted_list"), ("RedBlackTree", "red_black_tree")];
    for (class, spec) in cases.into_iter().chain([("BinomialHeap", "binomial_heap")]) {
        let project = Project::new(&format!("tests/data/subjects/src/subjects/{class}.java"));
        let spec = Project::spec(&format!("specs/{spec}.spec"));
        for build in ["api", "fields"] {
            let words = ["generate", &spec, "--scope", "5", "--classpath", "classes", "--build", build, "--out", build];
            let (code, report, messages) = project.fex(&words);
            assert_eq!(code, Some(0), "{messages}");
            let sources = java_files(&project.path(build));
            let fixtures: Vec<PathBuf> =
                sources.into_iter().filter(|path| path.to_string_lossy().ends_with("Structures.java")).collect();
            let text = fs::read_to_string(&fixtures[0]).expect("it can be read");
            let says = |words: &str| text.matches(&format!("     * {words}\n")).count();
            let count = text.matches("all.add(new Structure").count();
            let by_calls = if build == "api" { count } else { 0 };
            assert_eq!([says("Built by public methods."), says("Built by fields.")], [by_calls, count - by_calls]);
            assert_eq!(report.contains(&format!("  built  {count} by public methods, 0 by fields\n")), build == "api");
            javac(&project.path(&format!("{build}-compiled")), &[project.path("classes")], &fixtures);
        }
        javac(&project.path("compare"), &[], &[Path::new(ROOT).join("tests/data/building/Compare.java")]);
        let paths = ["api", "fields"]
            .map(|build| class_path(&[project.path(&format!("{build}-compiled")), project.path("classes")]));
        let report = succeed(
            Command::new("java")
                .arg("-cp")
                .arg(project.path("compare"))
                .args(["Compare", &format!("subjects.{class}Structures")])
                .args(paths),
        );
        assert!(report.lines().count() >= 9, "{report}");
        assert!(report.lines().all(|line| line.starts_with("same ")), "{class}:\n{report}");
    }
}

/// Nodes in sets and maps by hash codes that are others in every run: each of the structures is one that calls lead to, whatever the
/// order in which its nodes are met, and the suite is the same when it is made again. Every link of its page leads to its fixture.
#[test]
fn structures_whose_objects_stand_in_hash_order_are_found_and_suites_of_them_are_the_same_again() {
    let project = Project::new("tests/data/building/build/Hashed.java");
    let spec = Project::spec("tests/data/building/hashed.spec");
    for out in ["first", "second"] {
        let words = ["generate", &spec, "--classpath", "classes", "--out", out];
        let (code, report, messages) = project.fex(&words);
        assert_eq!(code, Some(0), "{messages}");
        assert!(report.contains(" by public methods, 0 by fields\n"), "{report}");
    }
    let files = |out: &str| {
        let files = java_files(&project.path(out)).into_iter();
        files.map(|file| fs::read_to_string(file).expect("it can be read")).collect::<Vec<_>>()
    };
    assert_eq!(files("first"), files("second"));
    assert_eq!(project.read("first/hashed.json"), project.read("second/hashed.json"));
    let (code, _, messages) = project.fex(&["report", &spec, "--out", "first"]);
    assert_eq!(code, Some(0), "{messages}");
    let page = project.read("first/hashed.html");
    let links: Vec<&str> = page.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let links: Vec<_> = links.iter().filter_map(|link| link.split_once("#L")).collect();
    assert!(!links.is_empty());
    for (file, line) in links {
        let text = project.read(&format!("first/{file}"));
        let line = text.lines().nth(line.parse::<usize>().expect("a number") - 1).expect("there is such a line");
        assert!(line.contains("static Hashed") && line.ends_with("() {"), "{file}: {line}");
    }
}

/// Nothing that `Dice` declares throws it: `nextBoolean` and others of `java.util.Random` do, each once or twice.
#[test]
fn methods_that_a_class_inherits_from_one_of_the_jdk_build_structures() {
    let project = Project::new("tests/data/building/build/Dice.java");
    let spec = Project::spec("tests/data/building/dice.spec");
    let words = ["generate", &spec, "--exhaustive", "--classpath", "classes", "--build", "api"];
    let (code, report, messages) = project.fex(&words);
    assert_eq!(code, Some(0), "{messages}");
    assert!(report.contains("  built  3 by public methods, 0 by fields\n"), "{report}");
    let fixtures = project.read("fex-out/build/DiceStructures.java");
    assert!(fixtures.contains("        dice.nextBoolean();\n"), "{fixtures}");
}

/// `take` takes the first element of a set, so only it leads to sets of one element, and to which one its hash codes say.
#[test]
fn what_a_method_does_by_chance_builds_no_fixture() {
    let project = Project::new("tests/data/building/build/Pool.java");
    let spec = Project::spec("tests/data/building/pool.spec");
    let words = ["generate", &spec, "--exhaustive", "--classpath", "classes"];
    let (code, report, messages) = project.fex(&words);
    assert_eq!(code, Some(0), "{messages}");
    // Sets of none, two and three elements; those of one.
    assert!(report.contains("  built  5 by public methods, 3 by fields\n"), "{report}");
}

#[test]
fn methods_that_exit_hang_throw_or_print_do_not_stop_the_search() {
    let project = Project::new("tests/data/building/build/Hostile.java");
    let spec = Project::spec("tests/data/building/hostile.spec");
    let words = ["generate", &spec, "--classpath", "classes", "--build", "api"];
    let (code, report, messages) = project.fex(&words);
    assert_eq!(code, Some(0), "{messages}");
    // What is counted out, waits for ever, throws or prints ends nothing; what takes all memory may be thrown or end the JVM.
    assert!(report.contains("`exit`"), "{report}");
    for ends_nothing in ["`spin`", "`park`", "`print`", "`recurse`"] {
        assert!(!report.contains(ends_nothing), "{ends_nothing}: {report}");
    }
    let fixtures = project.read("fex-out/build/HostileStructures.java");
    assert!(
        fixtures.contains("        hostile.push(Hostile.Mark.RED);\n") || fixtures.contains("hostile.push(Mark.RED);")
    );
    for never in ["pushAndFail", "pushAll", ".exit(", ".spin("] {
        assert!(!fixtures.contains(never), "{never}:\n{fixtures}");
    }
}

/// A counter that starts at twice a number can be 0, 2 and 4, and never 1 or 3.
#[test]
fn structures_that_no_call_leads_to_are_built_by_fields_or_refused() {
    let project = Project::new("tests/data/building/build/Partly.java");
    let spec = Project::spec("tests/data/building/partly.spec");
    let words = ["generate", &spec, "--classpath", "classes"];
    let (code, _, messages) = project.fex(&[&words[..], &["--build", "api"]].concat());
    assert_eq!(code, Some(1));
    assert!(messages.contains("error: no calls of public methods were found that build 2 structures\n"), "{messages}");
    assert!(messages.contains("help: `--build auto`"), "{messages}");
    assert!(!project.path("fex-out").exists(), "nothing is half written");

    let (code, report, messages) = project.fex(&words);
    assert_eq!(code, Some(0), "{messages}");
    assert!(report.contains("  built  3 by public methods, 2 by fields\n"), "{report}");
    // The overload that takes an object would win over the one that takes an integer if a literal were handed over.
    assert!(project.read("fex-out/build/PartlyStructures.java").contains("return Partly.of(Integer.valueOf(1));"));
    javac(
        &project.path("compiled"),
        &[project.path("classes")],
        &[project.path("fex-out/build/PartlyStructures.java")],
    );
}

/// No rate, and one of the two rates, which nothing tells apart: a call or none away from a new object.
#[test]
fn values_that_are_no_integers_are_known_again() {
    let project = Project::new("tests/data/building/build/Rated.java");
    let spec = Project::spec("tests/data/building/rated.spec");
    let (code, report, messages) = project.fex(&["generate", &spec, "--classpath", "classes", "--build", "api"]);
    assert_eq!(code, Some(0), "{messages}");
    assert!(report.contains("  built  2 by public methods, 0 by fields\n"), "{report}");
}

#[test]
fn without_classes_everything_is_built_by_fields_and_nobody_is_told() {
    let project = Project::new("tests/data/building/build/Partly.java");
    let spec = Project::spec("tests/data/building/partly.spec");
    let (code, report, messages) = project.fex(&["generate", &spec]);
    assert_eq!((code, messages.as_str()), (Some(0), ""));
    assert!(!report.contains("built"), "{report}");
    let (code, _, messages) = project.fex(&["generate", &spec, "--build", "api"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("`--build api` needs the compiled classes"), "{messages}");
}

#[test]
fn two_runs_write_the_same_and_a_refresh_of_an_unchanged_suite_asks_no_jvm() {
    let project = Project::new("tests/data/building/build/Partly.java");
    let spec = Project::spec("tests/data/building/partly.spec");
    let words = |command, out| [command, spec.as_str(), "--classpath", "classes", "--out", out];
    for out in ["one", "two"] {
        let (code, _, messages) = project.fex(&words("generate", out));
        assert_eq!(code, Some(0), "{messages}");
    }
    for file in ["partly.json", "build/PartlyStructures.java", "build/PartlyTest.java"] {
        assert_eq!(project.read(&format!("one/{file}")), project.read(&format!("two/{file}")), "{file}");
    }
    let mut refresh = project.command(&words("refresh", "one"));
    refresh.arg("--check").env("JAVA_HOME", "/nowhere").env("PATH", "");
    let output = refresh.output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.contains("  built  3 by public methods, 2 by fields\n"), "{report}");
}

/// When the factory changes its meaning, calls lead elsewhere: those fixtures change, the others keep their text.
#[test]
fn a_refresh_after_the_class_changed_replaces_calls_that_lead_elsewhere() {
    let project = Project::new("tests/data/building/build/Partly.java");
    let spec = Project::spec("tests/data/building/partly.spec");
    let words = |command| [command, spec.as_str(), "--classpath", "classes"];
    assert_eq!(project.fex(&words("generate")).0, Some(0));
    assert_eq!(project.is_built_by_calls("fex-out/partly.json").iter().filter(|calls| **calls).count(), 3);

    let source =
        fs::read_to_string(Path::new(ROOT).join("tests/data/building/build/Partly.java")).expect("it is there");
    fs::write(project.path("Partly.java"), source.replace("/** A counter", "/** The counter"))
        .expect("it can be written");
    javac(&project.path("classes"), &[], &[project.path("Partly.java")]);
    let (code, report, _) = project.fex(&[&words("refresh")[..], &["--check"]].concat());
    assert_eq!(code, Some(0), "the same class compiled anew changes nothing: {report}");

    fs::write(project.path("Partly.java"), source.replace("2 * half", "4 * half")).expect("it can be written");
    javac(&project.path("classes"), &[], &[project.path("Partly.java")]);
    let (code, report, messages) = project.fex(&words("refresh"));
    assert_eq!(code, Some(0), "{messages}");
    // 0 and 4 are still reached, 4 by another argument; 2 no longer is.
    assert!(report.contains("5 structures kept, 0 dropped, 0 added"), "{report}");
    assert!(report.contains("  built  2 by public methods, 3 by fields\n"), "{report}");
    let (code, _, _) = project.fex(&[&words("refresh")[..], &["--check"]].concat());
    assert_eq!(code, Some(0));
}

/// A class that has changed may build something else by the same calls; the suite itself says so, and how to mend it.
#[test]
fn fixtures_that_build_something_else_by_now_fail_a_test_of_their_own() {
    let project = Project::new("tests/data/building/build/Partly.java");
    let spec = Project::spec("tests/data/building/partly.spec");
    let words =
        |command, format| [command, spec.as_str(), "--classpath", "classes", "--out", format, "--format", format];
    let source =
        fs::read_to_string(Path::new(ROOT).join("tests/data/building/build/Partly.java")).expect("it is there");
    fs::write(project.path("Partly.java"), source.replace("2 * half", "4 * half")).expect("it can be written");
    javac(&project.path("changed"), &[], &[project.path("Partly.java")]);
    let junit4 = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];
    for (format, jars) in [("junit5", &[JUNIT][..]), ("junit4", &junit4)] {
        let (code, _, messages) = project.fex(&words("generate", format));
        assert_eq!(code, Some(0), "{messages}");
        let jars: Vec<PathBuf> = jars.iter().map(|jar| maven::jar(jar)).collect();
        let fails = |classes: &str| {
            let compiled = project.path(&format!("{format}-{classes}"));
            let classes = project.path(classes);
            javac(&compiled, &[jars.clone(), vec![classes.clone()]].concat(), &java_files(&project.path(format)));
            let entries = class_path(&[jars.clone(), vec![compiled, classes]].concat());
            let mut java = Command::new("java");
            java.arg("-cp").arg(entries);
            match format {
                "junit5" => java.args([
                    "org.junit.platform.console.ConsoleLauncher",
                    "execute",
                    "--select-class=build.PartlyFixturesTest",
                ]),
                _ => java.args(["org.junit.runner.JUnitCore", "build.PartlyFixturesTest"]),
            };
            let output = java.output().expect("Java runs");
            (!output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let (fails_as_it_was, said) = fails("classes");
        assert!(!fails_as_it_was, "{said}");
        let (fails_changed, said) = fails("changed");
        assert!(
            fails_changed && said.contains("builds something else by now; `fex refresh` finds other calls"),
            "{said}"
        );
        assert!(said.contains("it.count is 8, not 4"), "{said}");
    }

    javac(&project.path("classes"), &[], &[project.path("Partly.java")]);
    let (code, _, messages) = project.fex(&words("refresh", "junit5"));
    assert_eq!(code, Some(0), "{messages}");
    let text = project.read("junit5/build/PartlyFixturesTest.java");
    assert_eq!(text.matches("expected.put(").count(), 2, "what fields build is not compared:\n{text}");
}
