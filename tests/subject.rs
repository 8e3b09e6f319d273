//! Programs run on texts: how they end, what oracles say, which failures look alike, and what a killed run leaves.

use crate::cli::{Folder, Run};
use crate::java::compiler;
use serde_json::Value;
use std::fs;

/// Four texts: `0`, `1`, `2`, `3`.
const NUMBERS: &str = "@text(\"{n}\") one sig R { n: Int }\n generate R for 1 { n in 0 .. 3 }\n";

fn suite() -> Folder {
    let folder = Folder::new();
    folder.write("a.spec", NUMBERS);
    folder
}

fn run(folder: &Folder, more: &[&str]) -> Run {
    folder.fex(&[&["generate", "a.spec", "--out", "out", "--quiet", "--fresh"], more].concat())
}

/// The JSON report of a run.
fn report(folder: &Folder, more: &[&str]) -> Value {
    let run = run(folder, &[more, &["--report", "json"]].concat());
    let report = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.said()));
    crate::report::validate_with(include_str!("../grammar/subject.schema.json"), &report);
    report
}

/// How many passed, failed, crashed and hung.
fn counts(report: &Value) -> [u64; 4] {
    ["passed", "failed", "crashed", "hung"].map(|key| report["counts"][key].as_u64().expect("a number"))
}

#[test]
fn every_way_in_which_a_program_ends_is_told() {
    let folder = suite();
    let script = "read n; case $n in 0) exit 0;; 1) echo bad >&2; exit 3;; 2) kill -SEGV $$;; *) exec sleep 60;; esac";
    let command = format!("sh -c '{script}'");
    let found = report(&folder, &["--run", &command, "--limit", "2"]);
    assert_eq!(counts(&found), [1, 1, 1, 1], "{found}");
    let fault = |name: &str| {
        let mut groups = found["groups"].as_array().expect("a list").iter();
        groups.find(|group| group["fault"] == name).unwrap_or_else(|| panic!("{found}")).clone()
    };
    assert_eq!(fault("failed")["smallest"]["text"][0], "1");
    assert!(fault("failed")["what"].as_str().expect("words").contains("exit code 3"));
    assert_eq!(fault("failed")["said"], "bad\n");
    assert!(fault("crashed")["what"].as_str().expect("words").contains("signal 11"));
    assert_eq!(fault("hung")["smallest"]["text"][0], "3");
    assert_eq!(run(&folder, &["--run", &command, "--limit", "2"]).code, Some(1));
    assert_eq!(run(&folder, &["--run", "true {file}"]).code, Some(0));
}

#[test]
fn oracles_compare_what_a_program_makes() {
    let folder = suite();
    let cases: [(&[&str], [u64; 4]); 9] = [
        (&["--run", "cat {file}", "--idempotent"], [4, 0, 0, 0]),
        // Each run adds a line: only what is empty would stay.
        (&["--run", "sh -c 'cat; echo more'", "--idempotent"], [0, 4, 0, 0]),
        // Changed in place, as formatters do it; what is right already is left alone, and nothing is printed.
        (&["--run", "sed -i s/1/7/ {file}", "--idempotent"], [4, 0, 0, 0]),
        (&["--run", "sed -i s/./1/ {file}", "--back-by", "sed s/1/2/"], [1, 3, 0, 0]),
        (&["--run", "sh -c 'tr 3 4 < $0 > $1' {file} {result}", "--back-by", "tr 4 3"], [4, 0, 0, 0]),
        (&["--run", "tr 3 4", "--same-as", "cat"], [3, 1, 0, 0]),
        (&["--run", "grep -v 2", "--agrees-with", "grep -v 2 {file}"], [4, 0, 0, 0]),
        (&["--run", "grep -v 2", "--agrees-with", "cat"], [3, 1, 0, 0]),
        (&["--run", "cat", "--accepted-by", "grep -v [01] {file}"], [2, 2, 0, 0]),
    ];
    for (flags, expected) in cases {
        assert_eq!(counts(&report(&folder, flags)), expected, "{flags:?}");
    }
}

#[test]
fn failures_that_look_alike_are_told_once_with_the_smallest_text() {
    let folder = suite();
    // Messages that differ in numbers and what is quoted, and one that is another.
    let script = "read n; [ $n = 3 ] && { echo other >&2; exit 1; }; echo \"error in line $n: \\\"$n\\\"\" >&2; exit 1";
    let found = report(&folder, &["--run", &format!("sh -c '{script}'")]);
    let groups = found["groups"].as_array().expect("a list");
    let members: Vec<usize> = groups.iter().map(|group| group["members"].as_array().expect("a list").len()).collect();
    assert_eq!(members, [3, 1], "{found}");
    assert_eq!(groups[0]["smallest"]["name"], groups[0]["members"][0]);
    let human = run(&folder, &["--run", &format!("sh -c '{script}'")]);
    assert!(human.out.contains("4 texts: 0 passed, 4 failed") && human.out.contains("2 groups"), "{}", human.said());
}

#[test]
fn reports_come_in_all_formats() {
    let folder = suite();
    let run = run(&folder, &["--run", "grep -v 2", "--report-out", "reports"]);
    assert_eq!(run.code, Some(1), "{}", run.said());
    let junit = folder.read("reports/junit.xml");
    assert!(junit.contains("failures=\"1\"") && junit.contains("tests=\"4\""), "{junit}");
    let page = folder.read("reports/index.html");
    assert!(page.contains("exit code 1") && page.contains("1 text"), "{page}");
    assert!(folder.read("reports/subject.sarif").contains("\"ruleId\""));
    assert!(folder.read("reports/summary.txt").contains("3 passed, 1 failed"));
}

#[test]
fn what_cannot_be_run_is_said_once_and_not_held_against_texts() {
    let folder = suite();
    for (flags, message) in [
        (["--run", "no-such-program {file}"], "cannot run `no-such-program`"),
        (["--run", "cat 'x"], "is not closed"),
        (["--same-as", "cat"], "no program that it judges"),
        (["--jobs", "2"], "`--jobs` is about a program"),
        (["--limit", "2"], "`--limit` is about a program"),
        (["--report-out", "reports"], "`--report-out` is about a program"),
        (["--run-class", "a.B"], "nothing says where class `a.B` is"),
    ] {
        let run = run(&folder, &flags);
        assert!(run.code == Some(2) && run.said().contains(message), "{flags:?}: {}", run.said());
    }
    for (flags, message) in [
        (&["--run", "cat", "--format", "json"][..], "`--format json` writes none"),
        // It is among the flags of all runs here.
        (&[], "`--fresh` is about a program"),
    ] {
        let run = run(&folder, flags);
        assert!(run.code == Some(2) && run.said().contains(message), "{flags:?}: {}", run.said());
    }
}

#[test]
fn a_text_that_was_judged_is_not_run_again_where_nothing_has_changed() {
    let folder = suite();
    let log = folder.path("log");
    let command = format!("sh -c 'echo x >> {}' {{file}}", log.display());
    let again = |flags: &[&str]| {
        let arguments = [&["generate", "a.spec", "--out", "out", "--quiet", "--run", &command][..], flags].concat();
        assert_eq!(folder.fex(&arguments).code, Some(0));
        fs::read_to_string(&log).expect("it is written").lines().count()
    };
    assert_eq!([again(&["--fresh"]), again(&[]), again(&["--resume"]), again(&["--fresh"])], [4, 4, 4, 8]);
}

#[test]
fn a_class_takes_all_texts_in_jvms_that_stay_and_its_end_costs_one_text() {
    let folder = suite();
    folder.write(
        "Taker.java",
        "package p; public class Taker { static int calls; static String apply(String text) throws Exception {\n\
         System.out.println(\"noise\"); calls++;\n\
         switch (text.trim()) { case \"1\": throw new IllegalStateException(\"no \" + text.trim());\n\
         case \"2\": Runtime.getRuntime().halt(7); case \"3\": Thread.sleep(60000); default: return \"call \" + calls; } } }",
    );
    let output = compiler().arg("-d").arg(folder.path("classes")).arg(folder.path("Taker.java")).output();
    assert!(output.expect("there is a JDK").status.success());
    let flags = ["--run-class", "p.Taker", "--classpath", "classes", "--limit", "3", "--jobs", "1", "--idempotent"];
    let found = report(&folder, &flags);
    // The text that is accepted becomes `call 1`, and that becomes `call 2` in the same JVM.
    assert_eq!(counts(&found), [0, 2, 1, 1], "{found}");
    let what: Vec<&str> =
        found["groups"].as_array().expect("a list").iter().filter_map(|group| group["what"].as_str()).collect();
    assert!(what.iter().any(|what| what.contains("java.lang.IllegalStateException")), "{what:?}");
    assert!(what.iter().any(|what| what.contains("its JVM ended")), "{what:?}");
    assert!(found.to_string().contains("call 2"), "{found}");
    let run = run(&folder, &["--run-class", "p.None", "--classpath", "classes"]);
    assert!(run.code == Some(2) && run.said().contains("class `p.None` is not on the class path"), "{}", run.said());
}
