//! Tests that `fex diagnose` writes: they are applied to a clean copy, the build runs them, and `fex extreme` judges again.

use crate::java::compiler;
use crate::maven::{self, JUNIT};
use crate::project_folder::ProjectFolder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::process::{Command, Output};

/// A project of Maven with the targets of some packages.
const POM: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>targets</groupId>
  <artifactId>targets</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter-api</artifactId>
      <version>5.11.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.2</version></plugin>
    </plugins>
  </build>
</project>
"#;

/// A project in a repository of git.
pub struct Project {
    folder: ProjectFolder,
}

impl Deref for Project {
    type Target = ProjectFolder;

    fn deref(&self) -> &ProjectFolder {
        &self.folder
    }
}

impl Project {
    /// A project with the targets of some packages.
    pub fn of_targets(packages: &[&str]) -> Project {
        let project = Project::new();
        let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets");
        for (part, package) in ["main", "test"].into_iter().flat_map(|part| packages.iter().map(move |one| (part, one)))
        {
            for entry in fs::read_dir(targets.join(part).join(package)).expect("the targets are there").flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let text = fs::read_to_string(entry.path()).expect("a source can be read");
                project.write(&format!("src/{part}/java/{package}/{name}"), &text);
            }
        }
        project
    }

    pub fn new() -> Project {
        Project { folder: ProjectFolder::new() }
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("the file is there")
    }

    /// Makes a repository of what is there.
    pub fn commit(&self) {
        self.run("git", &["init", "--quiet"]);
        self.run("git", &["add", "src"]);
        self.run("git", &["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "--message", "all"]);
    }

    /// Runs a program that succeeds.
    pub fn run(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program).args(arguments).current_dir(self.path("")).output().expect("it can be run");
        said(&output)
    }

    /// Compiles the project without a build.
    fn compile(&self, library: &str) {
        for (part, class_path) in [("main", String::new()), ("test", self.path("main").display().to_string())] {
            let mut command = compiler();
            command.arg("-g").arg("-d").arg(self.path(part)).arg("-cp");
            command.arg(format!("{class_path}:{library}"));
            command.args(crate::java::java_files(&self.path("src").join(part)));
            said(&command.output().expect("javac can be run"));
        }
    }

    /// Commits and compiles the project with some libraries; their class path.
    pub fn built(&self, jars: &[&str]) -> String {
        self.commit();
        let library = jars.iter().map(|jar| maven::jar(jar).display().to_string()).collect::<Vec<_>>().join(":");
        self.compile(&library);
        library
    }

    /// What no test detects once the project is compiled anew.
    pub fn left(&self, library: &str) -> Vec<String> {
        self.compile(library);
        undetected(&said(&self.fex("extreme", library, &["--format", "json"])))
    }

    /// Runs fex without a build on what is compiled.
    pub fn fex(&self, command: &str, library: &str, more: &[&str]) -> Output {
        self.command(env!("CARGO_BIN_EXE_fex"))
            .args([command, "--classes", "main", "--tests", "test", "--classpath", library, "--fresh", "--quiet"])
            .args(more)
            .output()
            .expect("the binary starts")
    }
}

pub fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The transformations of a report of `fex extreme` that no test detects: `isEmpty true`.
fn undetected(report: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(report).expect("it is JSON");
    let methods = report["methods"].as_array().expect("a list").iter();
    let of_method = |method: &Value| -> Vec<String> {
        let transformations = method["transformations"].as_array().expect("a list").iter();
        let left = transformations.filter(|one| one["verdict"] == "undetected");
        left.map(|one| {
            format!(
                "{} {}",
                method["method"].as_str().expect("a name"),
                one["transformation"].as_str().expect("a name")
            )
        })
        .collect()
    };
    methods.flat_map(of_method).collect()
}

/// The assertion for each transformation of a report of `fex diagnose`, or why there is none.
pub fn tests(report: &str) -> BTreeMap<String, String> {
    let report: Value = serde_json::from_str(report).expect("it is JSON");
    crate::report::validate_with(include_str!("../grammar/diagnose.schema.json"), &report);
    let transformations = report["transformations"].as_array().expect("a list").iter();
    let of = |one: &Value| {
        let name =
            format!("{} {}", one["method"].as_str().expect("a name"), one["transformation"].as_str().expect("a name"));
        let found = one["test"]["assertion"].as_str().or(one["noTest"].as_str());
        (name, found.expect("there is a test or a reason").to_owned())
    };
    transformations.map(of).collect()
}

/// No line of a diff removes something.
pub fn only_adds(diff: &str) {
    let removed = diff.lines().find(|line| line.starts_with('-') && !line.starts_with("--- "));
    assert_eq!(removed, None, "{diff}");
}

/// Section 2.3 of the paper: `assertEquals(1, list.getVersion())` in `testAdd` detects 2; a call of `isEmpty` on a set with an element
/// detects 6, and on one without 7; sets with other elements detect 3.
#[test]
fn all_that_is_undetected_in_the_example_of_the_paper_is_detected_by_tests_that_maven_runs() {
    let project = Project::of_targets(&["versioned"]);
    project.write("pom.xml", POM);
    project.write(".gitignore", "target\n");
    project.commit();
    let fex = |arguments: &[&str]| {
        let mut command = project.command(env!("CARGO_BIN_EXE_fex"));
        command.args(arguments).args(["--quiet", "--build-arg=--offline"]);
        said(&command.output().expect("the binary starts"))
    };
    let report = fex(&["diagnose", "--format", "json", "--patch", "../tests.diff"]);
    assert_eq!(project.run("git", &["status", "--porcelain", "src"]), "", "nothing is changed by default");
    let found = tests(&report);
    assert_eq!(found["incrementVersion void"], "assertEquals(1, list.getVersion());");
    let diff = fs::read_to_string(project.beside("tests.diff")).expect("it was written");
    only_adds(&diff);
    project.run("git", &["apply", "../tests.diff"]);
    let test = project.read("src/test/java/versioned/VersionedSetTest.java");
    let add = test.split("public void testAdd()").nth(1).and_then(|rest| rest.split('}').next()).expect("it is there");
    assert!(add.ends_with("assertEquals(1, list.size());\n        assertEquals(1, list.getVersion());\n    "), "{add}");
    project.run("mvn", &["--offline", "--quiet", "test"]);
    assert_eq!(undetected(&fex(&["extreme", "--format", "json"])), Vec::<String>::new());
}

/// The comments of the target say what is weak; what has no observer has a reason.
#[test]
fn what_tests_can_see_of_the_symptoms_is_asserted() {
    let project = Project::of_targets(&["symptoms"]);
    let library = project.built(&[JUNIT]);
    let names =
        ["replaceLast", "fill", "greatest", "isValid", "warm", "add"].map(|name| format!("symptoms.Symptoms.{name}"));
    let only = ["--format", "json", "--patch", "tests.diff", "--method", &names.join(",")];
    let report = said(&project.fex("diagnose", &library, &only));
    let found = tests(&report);
    for (transformation, assertion) in [
        ("replaceLast void", "assertEquals(Arrays.asList(\"b\"), symptoms.log());"),
        ("fill void", "assertArrayEquals(new int[] {7, 7, 7}, places);"),
        ("greatest null", "assertEquals(\"c\", greatest);"),
        ("isValid true", "assertFalse(symptoms.isValid(-1));"),
        // `List.of` takes no null.
        ("warm void", "assertThrows(NullPointerException.class, () -> symptoms.warm(null));"),
    ] {
        assert_eq!(found[transformation], assertion, "{found:#?}");
    }
    // Nothing leads to the private field that it adds to.
    let reason = &found["add void"];
    assert!(reason.contains("changes the state of an object, which none of"), "{found:#?}");
    let before = undetected(&said(&project.fex("extreme", &library, &["--format", "json"])));
    project.run("git", &["apply", "tests.diff"]);
    only_adds(&project.read("tests.diff"));
    project.compile(&library);
    let after = undetected(&said(&project.fex("extreme", &library, &["--format", "json"])));
    for transformation in before.iter().filter(|one| found.contains_key(*one)) {
        let is_promised = found[transformation].starts_with("assert");
        assert_eq!(after.contains(transformation), !is_promised, "{transformation}: {found:#?}");
    }
}

/// A class whose method nobody asserts anything about, and the text of a test class for it.
fn counter(project: &Project, name: &str, test: &str) {
    let class = format!(
        "package counters;\n\npublic class {name} {{\n    private int count;\n\n    public void increment() {{\n        count++;\n    }}\n\n    \
         public int count() {{\n        return count;\n    }}\n}}\n"
    );
    project.write(&format!("src/main/java/counters/{name}.java"), &class);
    project.write(&format!("src/test/java/counters/{name}Test.java"), &test.replace("Counter", name));
}

#[test]
fn a_suggested_assertion_is_in_the_style_of_its_class_and_keeps_line_ends_and_tabs() {
    let project = Project::new();
    let junit3 = "package counters;\n\nimport junit.framework.TestCase;\n\npublic class CounterTest extends TestCase {\n  public void \
                  testIncrement() {\n    Counter counter = new Counter();\n    counter.increment();\n    assertNotNull(counter);\n  }\n}\n";
    counter(&project, "Three", junit3);
    let junit4 = "package counters;\n\nimport org.junit.Assert;\nimport org.junit.Test;\n\npublic class CounterTest {\n\t@Test\n\tpublic void \
                  increments() {\n\t\tCounter counter = new Counter();\n\t\tcounter.increment();\n\t\tAssert.assertNotNull(counter);\n\t}\n}\n";
    counter(&project, "Four", &junit4.replace('\n', "\r\n"));
    let assertj = "package counters;\n\nimport static org.assertj.core.api.Assertions.assertThat;\n\nimport \
                   org.junit.jupiter.api.Test;\n\nclass CounterTest {\n    @Test\n    void increments() {\n        var counter = new \
                   Counter();\n        counter.increment();\n        assertThat(counter).isNotNull();\n    }\n}\n";
    counter(&project, "Five", assertj);
    let hamcrest = "package counters;\n\nimport static org.hamcrest.CoreMatchers.notNullValue;\nimport static \
                    org.hamcrest.MatcherAssert.assertThat;\n\nimport org.junit.Test;\n\npublic class CounterTest {\n    @Test\n    public \
                    void increments() {\n        Counter counter = new Counter();\n        counter.increment();\n        \
                    assertThat(counter, notNullValue());\n    }\n}\n";
    counter(&project, "Ham", hamcrest);
    let library = project.built(&[
        JUNIT,
        "junit:junit:4.13.2",
        "org.hamcrest:hamcrest-core:1.3",
        "org.assertj:assertj-core:3.27.3",
    ]);
    let report: Value =
        serde_json::from_str(&said(&project.fex("diagnose", &library, &["--format", "json", "--write"])))
            .expect("it is JSON");
    let found: BTreeMap<&str, &str> = report["transformations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            (one["class"].as_str().expect("a name"), one["test"]["assertion"].as_str().expect("there is a test"))
        })
        .collect();
    let expected = [
        ("counters.Five", "assertThat(counter.count()).isEqualTo(1);"),
        ("counters.Four", "Assert.assertEquals(1, counter.count());"),
        ("counters.Ham", "assertThat(counter.count(), is(1));"),
        ("counters.Three", "assertEquals(1, counter.count());"),
    ];
    assert_eq!(found, BTreeMap::from(expected));
    only_adds(&project.run("git", &["diff"]));
    let four = project.read("src/test/java/counters/FourTest.java");
    assert!(four.contains("\r\n\t\tAssert.assertEquals(1, counter.count());\r\n\t}\r\n"), "{four:?}");
    assert!(!four.replace("\r\n", "").contains('\n'), "{four:?}");
    let ham = project.read("src/test/java/counters/HamTest.java");
    assert!(ham.contains("CoreMatchers.is;\nimport static org.hamcrest.CoreMatchers.notNullValue;\n"), "{ham}");
    assert_eq!(project.left(&library), Vec::<String>::new());
}

/// No test has an object of the class, whose only user drops what it says; and a program made the test, and will do so again.
#[test]
fn what_no_test_can_name_is_called_by_a_new_test_in_a_file_of_its_own() {
    let project = Project::new();
    project.write(
        "src/main/java/parity/Parity.java",
        "package parity;\n\nclass Parity {\n    private final int number;\n\n    Parity(int number) {\n        this.number = number;\n    }\n\n    \
         boolean isOdd() {\n        return number % 2 != 0;\n    }\n}\n",
    );
    project.write(
        "src/main/java/parity/Facade.java",
        "package parity;\n\npublic class Facade {\n    private int asked;\n\n    public int ask(int number) {\n        new \
         Parity(number).isOdd();\n        return ++asked;\n    }\n}\n",
    );
    project.write(
        "src/test/java/parity/FacadeTest.java",
        "// Generated by a tool. Do not edit.\npackage parity;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport \
         org.junit.jupiter.api.Test;\n\nclass FacadeTest {\n    @Test\n    void asks() {\n        Facade facade = new Facade();\n        \
         facade.ask(3);\n        assertEquals(2, facade.ask(3));\n    }\n}\n",
    );
    let library = project.built(&[JUNIT]);
    let report = said(&project.fex("diagnose", &library, &["--format", "json", "--patch", "tests.diff"]));
    let found = tests(&report);
    assert!(found["isOdd true"].starts_with("assertFalse("), "{found:#?}");
    assert!(found["isOdd false"].starts_with("assertTrue("), "{found:#?}");
    project.run("git", &["apply", "tests.diff"]);
    let new = project.read("src/test/java/parity/ParityTest.java");
    assert!(new.contains(".isOdd()"), "{new}");
    assert_eq!(project.run("git", &["status", "--porcelain", "src"]), "?? src/test/java/parity/ParityTest.java\n");
    assert_eq!(project.left(&library), Vec::<String>::new());
}

/// A class with a private count, which a method adds to, and members that tell of it.
fn counting(class: &str, members: &str) -> String {
    format!(
        "package inherited;\n\npublic class {class} {{\n    private final int step;\n    private int count;\n\n    \
         public {class}(int step) {{\n        this.step = step;\n    }}\n\n    public void increment() {{\n        count += \
         step;\n    }}\n{members}}}\n"
    )
}

/// A class whose test two others inherit, which say what it works on.
fn inheriting(project: &Project, class: &str) {
    let write = |name: &str, text: &str| {
        project.write(&format!("src/test/java/inherited/{name}.java"), &text.replace("Meter", class));
    };
    write(
        &format!("Abstract{class}TestCase"),
        "package inherited;\n\nimport static org.junit.jupiter.api.Assertions.assertNotNull;\n\nimport \
         org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.Test;\n\nabstract class AbstractMeterTestCase {\n    \
         protected Meter meter;\n\n    @BeforeEach\n    abstract void setUp();\n\n    @Test\n    void increments() {\n        \
         meter.increment();\n        assertNotNull(meter);\n    }\n}\n",
    );
    for (name, step) in [("One", 1), ("Two", 2)] {
        let text = format!(
            "package inherited;\n\nimport org.junit.jupiter.api.BeforeEach;\n\nclass {name}MeterTest extends AbstractMeterTestCase \
             {{\n    @Override\n    @BeforeEach\n    void setUp() {{\n        meter = new Meter({step});\n    }}\n}}\n"
        );
        write(&format!("{name}{class}Test"), &text);
    }
}

/// The base class has the test, and each of its subclasses runs it. That something is counted shows in both; how much, in each
/// of them alone. What a register holds depends on all tests that ran before.
#[test]
fn tests_are_written_where_they_hold_and_reasons_say_where_they_do_not() {
    let project = Project::new();
    let used = "\n    public boolean isUsed() {\n        return count > 0;\n    }\n";
    let count = "\n    public int count() {\n        return count;\n    }\n";
    for (class, members) in [("Meter", used), ("Gauge", count)] {
        project.write(&format!("src/main/java/inherited/{class}.java"), &counting(class, members));
        inheriting(&project, class);
    }
    project.write(
        "src/main/java/inherited/Register.java",
        "package inherited;\n\npublic class Register {\n    private static int size;\n\n    public void register() {\n        \
         size++;\n    }\n\n    public int size() {\n        return size;\n    }\n}\n",
    );
    project.write(
        "src/test/java/inherited/RegisterTest.java",
        "package inherited;\n\nimport static org.junit.jupiter.api.Assertions.assertNotNull;\n\nimport \
         org.junit.jupiter.api.Test;\n\nclass RegisterTest {\n    @Test\n    void first() {\n        Register register = new \
         Register();\n        register.register();\n        assertNotNull(register);\n    }\n\n    @Test\n    void second() {\n        \
         Register register = new Register();\n        register.register();\n        assertNotNull(register);\n    }\n}\n",
    );
    let library = project.built(&[JUNIT]);
    let arguments = ["--format", "json", "--write", "--method", "inherited.*.increment,inherited.*.register"];
    let report: Value =
        serde_json::from_str(&said(&project.fex("diagnose", &library, &arguments))).expect("it is JSON");
    let found: BTreeMap<&str, &Value> = report["transformations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["class"].as_str().expect("a name"), one))
        .collect();
    let title = |class: &str| found[class]["test"]["title"].as_str().unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!(title("inherited.Meter"), "AbstractMeterTestCase.increments");
    let base = project.read("src/test/java/inherited/AbstractMeterTestCase.java");
    assert!(base.contains("        assertNotNull(meter);\n        assertTrue(meter.isUsed());\n    }\n"), "{base}");
    // One of the two, in a test of its own.
    let (file, expected) = match title("inherited.Gauge").split('.').next() {
        Some("OneGaugeTest") => ("OneGaugeTest", 1),
        _ => ("TwoGaugeTest", 2),
    };
    let text = project.read(&format!("src/test/java/inherited/{file}.java"));
    assert!(text.contains("import org.junit.jupiter.api.Test;\n"), "{text}");
    assert!(text.contains("    @Test\n    void count"), "{text}");
    assert!(
        text.contains(&format!("meter.increment();\n        assertEquals({expected}, meter.count());\n")),
        "{text}"
    );
    let reason = found["inherited.Register"]["noTest"].as_str().unwrap_or_else(|| panic!("{found:#?}"));
    let is_told = ["fails after the other tests of its class", "in the reverse order, with other hash codes"];
    assert!(is_told.iter().any(|words| reason.contains(words)), "{reason}");
    only_adds(&project.run("git", &["diff"]));
    let mut left = project.left(&library);
    left.retain(|one| one.starts_with("increment") || one.starts_with("register"));
    assert_eq!(left, ["register void"]);
}

/// A class that says in a message of its own why it throws, and the text of a test class for it.
fn door(project: &Project, name: &str, test: &str) {
    let class = format!(
        "package doors;\n\npublic class {name} {{\n    public void open(int code) {{\n        throw new \
         IllegalStateException(reason(code));\n    }}\n\n    private String reason(int code) {{\n        return \"no door \
         has the code \" + code;\n    }}\n}}\n"
    );
    project.write(&format!("src/main/java/doors/{name}.java"), &class);
    project.write(&format!("src/test/java/doors/{name}Test.java"), &test.replace("Door", name));
}

/// What is thrown is the same exception with another message: each style has its own way to say which.
#[test]
fn the_message_of_an_expected_exception_is_asserted_as_the_style_has_it() {
    let project = Project::new();
    let expected = "package doors;\n\nimport org.junit.Test;\n\npublic class DoorTest {\n    @Test(expected = \
                    IllegalStateException.class)\n    public void rejects() {\n        Door door = new Door();\n        \
                    int unused = 7;\n        door.open(3);\n    }\n}\n";
    door(&project, "Four", expected);
    let caught = "package doors;\n\nimport junit.framework.TestCase;\n\npublic class DoorTest extends TestCase {\n    \
                  public void testRejects() {\n        Door door = new Door();\n        try {\n            \
                  door.open(3);\n            fail();\n        } catch (IllegalStateException problem) {\n        \
                  }\n    }\n}\n";
    door(&project, "Three", caught);
    let thrown = "package doors;\n\nimport static org.junit.jupiter.api.Assertions.assertThrows;\n\nimport \
                  org.junit.jupiter.api.Test;\n\nclass DoorTest {\n    @Test\n    void rejects() {\n        var door = new \
                  Door();\n        assertThrows(IllegalStateException.class, () -> door.open(3));\n    }\n}\n";
    door(&project, "Five", thrown);
    let library = project.built(&[JUNIT, "junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]);
    let report = said(&project.fex("diagnose", &library, &["--format", "json", "--write"]));
    let found = tests(&report);
    assert!(!found.is_empty() && found.values().all(|one| one.contains("\"no door has the code 3\"")), "{found:#?}");
    only_adds(&project.run("git", &["diff"]));
    let try_and_fail = |signature: &str| {
        format!(
            "    {signature} {{\n        @ door = new @();\n        try {{\n            door.open(3);\n            \
             fail();\n        }} catch (IllegalStateException expected) {{\n            assertEquals(\"no door has the \
             code 3\", expected.getMessage());\n        }}\n    }}\n"
        )
    };
    for (class, expected) in [
        ("Four", try_and_fail("@Test\n    public void openThrowsIllegalStateExceptionWithMessage()")),
        ("Three", try_and_fail("public void testOpenThrowsIllegalStateExceptionWithMessage()")),
        (
            "Five",
            "        assertThrows(IllegalStateException.class, () -> door.open(3));\n        assertEquals(\"no door has \
             the code 3\", assertThrows(IllegalStateException.class, () -> door.open(3)).getMessage());\n    }\n"
                .to_owned(),
        ),
    ] {
        let text = project.read(&format!("src/test/java/doors/{class}Test.java"));
        assert!(text.contains(&expected.replace('@', class).replace(&format!("{class}Test"), "@Test")), "{text}");
    }
    assert_eq!(project.left(&library), Vec::<String>::new());
}

/// What a register knows, it tells only who asks for something; and a method of every object cannot give a test its name.
#[test]
fn objects_are_asked_for_what_the_test_class_mentions() {
    let project = Project::new();
    project.write(
        "src/main/java/asked/Register.java",
        "package asked;\n\nimport java.util.HashSet;\nimport java.util.Set;\n\npublic class Register {\n    private final \
         Set<Class<?>> known = new HashSet<>();\n\n    public Register() {\n        fill();\n    }\n\n    private void \
         fill() {\n        known.add(Integer.class);\n    }\n\n    public boolean knows(Class<?> type) {\n        return \
         known.contains(type);\n    }\n}\n",
    );
    project.write(
        "src/test/java/asked/RegisterTest.java",
        "package asked;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nimport static \
         org.junit.jupiter.api.Assertions.assertNotNull;\n\nimport org.junit.jupiter.api.Test;\n\nclass RegisterTest {\n    \
         @Test\n    void exists() {\n        Register register = new Register();\n        assertNotNull(register);\n    \
         }\n\n    @Test\n    void integers() {\n        assertEquals(\"Integer\", Integer.class.getSimpleName());\n    \
         }\n}\n",
    );
    let library = project.built(&[JUNIT]);
    let report = said(&project.fex("diagnose", &library, &["--format", "json", "--write", "--method", "*.fill"]));
    assert_eq!(tests(&report)["fill void"], "assertTrue(register.knows(Integer.class));");
    let left = project.left(&library);
    assert!(!left.contains(&"fill void".to_owned()), "{left:?}");
}

/// What is saved is seen only in a file, whose first line says when. Each framework has its own way to a folder that is gone after the test.
#[test]
fn what_only_a_file_shows_is_read_from_a_folder_that_is_gone_after_the_test() {
    let project = Project::new();
    for (name, import, modifiers, above, test) in [
        ("Five", "org.junit.jupiter.api.Test", "class", "", "@Test\n    void saves"),
        ("Four", "org.junit.Test", "public class", "", "@Test\n    public void saves"),
        ("Three", "junit.framework.TestCase", "public class", " extends TestCase", "public void testSaves"),
    ] {
        project.write(
            &format!("src/main/java/notes/{name}.java"),
            &format!(
                "package notes;\n\nimport java.io.FileWriter;\nimport java.io.IOException;\nimport java.io.Writer;\n\npublic class \
                 {name} {{\n    public void save(String name) throws IOException {{\n        try (Writer writer = new \
                 FileWriter(name)) {{\n            writer.write(System.nanoTime() + \"\\n\" + mark(name) + \"one\\n\");\n        \
                 }}\n    }}\n\n    private String mark(String name) {{\n        return name.isEmpty() ? \"\" : \"- \";\n    }}\n}}\n"
            ),
        );
        project.write(
            &format!("src/test/java/notes/{name}Test.java"),
            &format!(
                "package notes;\n\nimport {import};\n\n{modifiers} {name}Test{above} {{\n    {test}() throws Exception {{\n        \
                 new {name}().save(\"target-{name}\");\n    }}\n}}\n"
            ),
        );
    }
    let library = project.built(&[JUNIT, "junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]);
    let report = said(&project.fex("diagnose", &library, &["--format", "json", "--write"]));
    let mut found = tests(&report);
    assert_eq!(found.remove("save void").as_deref(), Some("assertTrue(Files.exists(path));"));
    assert_eq!(found.len(), 3, "{found:#?}");
    let line = "assertEquals(\"- one\", Files.readAllLines(path).get(1));";
    assert!(found.values().all(|one| one == line), "{found:#?}");
    let words = "it changes nothing, or something outside of the JVM, in 1 invocation of 1 test";
    assert!(report.contains(words), "{report}");
    only_adds(&project.run("git", &["diff"]));
    for (class, begins) in [
        ("Five", "@Test\n    void saveWritesFile(@TempDir Path folder) throws Exception {\n"),
        (
            "Four",
            "@Test\n    public void saveWritesFile() throws Exception {\n        Path folder = Files.createTempDirectory(",
        ),
        (
            "Three",
            "public void testSaveWritesFile() throws Exception {\n        Path folder = Files.createTempDirectory(",
        ),
    ] {
        let text = project.read(&format!("src/test/java/notes/{class}Test.java"));
        assert!(text.contains(&format!("    {begins}")), "{text}");
        let is_left = text.contains("folder.toFile().deleteOnExit();\n        folder.resolve(\"");
        assert_eq!(is_left, class != "Five", "{text}");
    }
    assert_eq!(project.left(&library), Vec::<String>::new());
}
