//! What a test that `fex diagnose` writes may not do: hang on this machine, or on what others do, or do something to them.

use crate::maven::JUNIT;
use crate::suggestion::{Project, only_adds, said, tests};
use std::collections::BTreeSet;
use std::fs;

/// The only thing that tells is a number that each JVM deals out as it likes; HotSpot deals out the same ones in each run.
#[test]
fn no_test_asserts_an_identity_hash_code() {
    let project = Project::new();
    project.write(
        "src/main/java/tagged/Tag.java",
        "package tagged;\n\npublic class Tag {\n    private final Object of = new Object();\n\n    public int number() {\n        \
         return mixed(of.hashCode());\n    }\n\n    private int mixed(int code) {\n        return 31 * code + 7;\n    }\n}\n",
    );
    project.write(
        "src/test/java/tagged/TagTest.java",
        "package tagged;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport \
         org.junit.jupiter.api.Test;\n\nclass TagTest {\n    @Test\n    void isTheSame() {\n        Tag tag = new \
         Tag();\n        assertEquals(tag.number(), tag.number());\n    }\n}\n",
    );
    let library = project.built(&[JUNIT]);
    let report = said(&project.fex("diagnose", &library, &["--format", "json", "--write", "--method", "*.mixed"]));
    // Two tags have other numbers, unless the body is gone: that may be asserted.
    let digits = |text: &String| text.chars().filter(char::is_ascii_digit).count();
    assert!(tests(&report).values().all(|one| digits(one) < 6 || one.ends_with("same in both programs")), "{report}");
    only_adds(&project.run("git", &["diff"]));
}

/// What a test of `off` leaves behind, a test of another class sees, because both have the same constant of an enum.
#[test]
fn no_new_test_leaves_something_behind_that_breaks_another() {
    let project = Project::new();
    project.write(
        "src/main/java/lasting/Switch.java",
        "package lasting;\n\npublic enum Switch {\n    LIGHT;\n\n    private boolean isOn = true;\n\n    public boolean off() {\n        \
         isOn = false;\n        return isOn;\n    }\n\n    public void on() {\n        isOn = true;\n    }\n\n    public boolean \
         isOn() {\n        return isOn;\n    }\n}\n",
    );
    for (class, body) in [
        ("EarlyTest", "Switch.LIGHT.off();\n        Switch.LIGHT.on();"),
        ("LateTest", "org.junit.jupiter.api.Assertions.assertTrue(Switch.LIGHT.isOn());"),
    ] {
        project.write(
            &format!("src/test/java/lasting/{class}.java"),
            &format!(
                "package lasting;\n\nimport org.junit.jupiter.api.Test;\n\nclass {class} {{\n    @Test\n    void runs() {{\n        \
                 {body}\n    }}\n}}\n"
            ),
        );
    }
    let library = project.built(&[JUNIT]);
    said(&project.fex("diagnose", &library, &["--format", "json", "--write", "--method", "*.off"]));
    only_adds(&project.run("git", &["diff"]));
    let library = project.built(&[JUNIT]);
    // It says so if a test fails as it is.
    said(&project.fex("extreme", &library, &["--format", "json"]));
}

/// What `number` returns depends on how many counters other classes of tests have made in the same JVM.
#[test]
fn what_is_written_passes_with_the_whole_suite() {
    let project = Project::new();
    project.write(
        "src/main/java/counted/Counter.java",
        "package counted;\n\npublic class Counter {\n    private static int made;\n    private final int number;\n\n    public Counter() {\n        \
         count();\n        number = made;\n    }\n\n    private static void count() {\n        made++;\n    }\n\n    public int number() \
         {\n        return number;\n    }\n}\n",
    );
    for class in ["EarlyTest", "LateTest"] {
        project.write(
            &format!("src/test/java/counted/{class}.java"),
            &format!(
                "package counted;\n\nimport org.junit.jupiter.api.Test;\n\nclass {class} {{\n    @Test\n    void makes() {{\n        \
                 Counter counter = new Counter();\n        counter.hashCode();\n    }}\n}}\n"
            ),
        );
    }
    let library = project.built(&[JUNIT]);
    said(&project.fex("diagnose", &library, &["--format", "json", "--write", "--method", "*.count"]));
    only_adds(&project.run("git", &["diff"]));
    let library = project.built(&[JUNIT]);
    // It says so if a test fails as it is.
    said(&project.fex("extreme", &library, &["--format", "json"]));
}

/// The path of a file is another one on each machine.
#[test]
fn no_test_asserts_where_something_is_on_this_machine() {
    let project = Project::new();
    project.write(
        "src/main/java/placed/Place.java",
        "package placed;\n\npublic class Place {\n    public String path() {\n        return new \
         java.io.File(\"a\").getAbsolutePath();\n    }\n}\n",
    );
    project.write(
        "src/test/java/placed/PlaceTest.java",
        "package placed;\n\nimport org.junit.jupiter.api.Test;\n\nclass PlaceTest {\n    @Test\n    void has() {\n        String path = \
         new Place().path();\n        path.trim();\n    }\n}\n",
    );
    let library = project.built(&[JUNIT]);
    said(&project.fex("diagnose", &library, &["--format", "json", "--write", "--method", "*.path"]));
    let difference = project.run("git", &["diff"]);
    only_adds(&difference);
    let folder = project.path("").display().to_string();
    assert!(!difference.contains(folder.trim_end_matches('/')), "{difference}");
    assert!(difference.contains("assertEquals(System.getProperty(\"user.dir\") + \"/a\", path);"), "{difference}");
}

/// A private method is reached only by what writes into a file of a given name, through an interface with another implementation.
#[test]
fn the_search_for_tests_writes_no_files() {
    let project = Project::new();
    project.write(
        "src/main/java/saving/Sink.java",
        "package saving;\n\npublic interface Sink {\n    void write(String name, String text) throws java.io.IOException;\n}\n",
    );
    for (name, body) in [
        ("Files", "java.nio.file.Files.writeString(java.nio.file.Path.of(name), text);"),
        ("Nowhere", "java.util.Objects.requireNonNull(text);"),
    ] {
        project.write(
            &format!("src/main/java/saving/{name}Sink.java"),
            &format!(
                "package saving;\n\npublic class {name}Sink implements Sink {{\n    @Override\n    public void write(String name, \
                 String text) throws java.io.IOException {{\n        {body}\n    }}\n}}\n"
            ),
        );
    }
    project.write(
        "src/main/java/saving/Store.java",
        "package saving;\n\npublic class Store {\n    public void save(String name, Sink sink) throws java.io.IOException {\n        \
         sink.write(name, text());\n    }\n\n    public void save(String name) throws java.io.IOException {\n        save(name, \
         new FilesSink());\n    }\n\n    private String text() {\n        return \"text\";\n    }\n}\n",
    );
    project.write(
        "src/test/java/saving/StoreTest.java",
        "package saving;\n\nimport org.junit.jupiter.api.Test;\n\nclass StoreTest {\n    @Test\n    void saves() throws Exception {\n        \
         new Store().save(\"none\", new NowhereSink());\n    }\n}\n",
    );
    let library = project.built(&[JUNIT]);
    let entries = || {
        let all = fs::read_dir(project.path("")).expect("the folder is there").flatten();
        all.map(|entry| entry.file_name()).collect::<BTreeSet<_>>()
    };
    let before = entries();
    said(&project.fex("diagnose", &library, &["--format", "json", "--method", "*.text"]));
    assert_eq!(entries(), before);
}
