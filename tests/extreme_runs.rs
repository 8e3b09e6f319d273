//! `fex extreme` run after run: suites that cannot be relied upon, runs that are killed.

use crate::extreme::{Targets, verdict};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Writes a script that can be run.
#[cfg(unix)]
fn script(path: &Path, commands: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, format!("#!/bin/sh\n{commands}\n")).expect("a script can be written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it can be made a program");
}

pub fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the output is JSON")
}

/// With no time at all, the suite runs, and nothing is judged but what no test reaches.
#[test]
fn a_run_that_is_out_of_time_says_what_it_left_and_the_next_one_goes_on() {
    let (project, cache) = (folder(), folder());
    let run = |more: &[&str]| {
        let mut command = Targets::compiled().command("versioned", project.path(), cache.path());
        command
            .args(["--test-names", "versioned.*", "--format", "json"])
            .args(more)
            .output()
            .expect("the binary starts")
    };
    let out = project.path().join("reports");
    let output = run(&["--budget", "0s", "--out", out.to_str().expect("a path")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(recorded(cache.path()), 0, "there was no time for a verdict");
    let text = fs::read_to_string(out.join("extreme.json")).expect("there is a report");
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    crate::report::validate(&report);
    let count = |report: &Value, of: &str, key: &str| report["summary"][of][key].as_u64().expect("a number");
    let left = count(&report, "transformations", "not-judged");
    assert!(left > 0 && count(&report, "methods", "not-judged") > 0, "{text}");
    for verdict in ["tested", "partially-tested", "pseudo-tested"] {
        assert_eq!(count(&report, "methods", verdict), 0, "{verdict}");
    }
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(&format!("not judged: {left} transformations")), "{said}");

    let whole = json(&run(&[]));
    assert_eq!(count(&whole, "transformations", "not-judged"), 0);
    assert_eq!(whole["methods"], json(&run(&["--fresh"]))["methods"]);
}

#[test]
fn after_a_change_only_what_it_touches_is_judged_again() {
    let project = folder();
    let path = |name: &str| project.path().join(name);
    let junit = crate::maven::jar(crate::maven::JUNIT);
    ["main", "test"].iter().for_each(|part| fs::create_dir(path(part)).expect("a folder can be made"));
    let compile = |part: &str, name: &str, text: &str| {
        let source = path(&format!("src/{part}/p/{name}.java"));
        fs::create_dir_all(source.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(&source, text).expect("a file can be written");
        crate::java::javac(&path(part), &[path("main"), path("test"), junit.clone()], &[source]);
    };
    let part = |name: &str, value: &str| {
        compile("main", name, &format!("package p; class {name} {{ int get() {{ return {value}; }} }}"));
    };
    let test = |name: &str, assertion: &str| {
        let text = format!(
            "package p; class {name}Test {{ @org.junit.jupiter.api.Test void gets() {{ int got = new {name}().get(); \
             org.junit.jupiter.api.Assertions.{assertion}; }} }}"
        );
        compile("test", &format!("{name}Test"), &text);
    };
    part("Base", "2 + Integer.signum(3)");
    for name in ["One", "Other"] {
        part(name, if name == "One" { "new Base().get() + 1" } else { "5 - Integer.signum(7)" });
        test(name, "assertTrue(got < 9)");
    }
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.args(["extreme", "--format", "json", "--classes"]).arg(path("main")).arg("--tests").arg(path("test"));
        command.arg("--classpath").arg(&junit).arg("--cache").arg(path("cache")).args(more).output().expect("it starts")
    };
    // What a run on nothing but the classes as they are says, and how many verdicts were not judged for it again.
    let verdicts = |report: &Value| report["methods"].clone();
    let held = |changed: &str| {
        let output = run(&[]);
        let report = json(&output);
        assert_eq!(verdicts(&report), verdicts(&json(&run(&["--fresh"]))), "{changed}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let note = message.lines().find_map(|line| line.strip_prefix("note: ")?.split_once(" verdicts come"));
        note.map_or(0, |(count, _)| count.parse::<usize>().expect("a number"))
    };
    // Three methods with two transformations each.
    assert_eq!(held("nothing is known yet"), 0);
    test("One", "assertEquals(4, got)");
    assert_eq!(held("`OneTest` reaches `One` and `Base`"), 2);
    part("Base", "3 - Integer.signum(0)");
    assert_eq!(held("`One` needs `Base`"), 2);
    part("Other", "4 + Integer.signum(0)");
    assert_eq!(held("nothing needs `Other`"), 4);
    fs::write(path("test/names.txt"), "One").expect("a file can be written");
    assert_eq!(held("tests may read any file"), 0);
}

#[test]
fn a_folder_without_a_build_is_told_what_to_name() {
    let empty = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_fex")).arg("extreme").current_dir(empty.path()).output();
    let output = output.expect("the binary starts");
    let (code, message) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
    assert!(code == Some(2) && message.contains("no `pom.xml`") && message.contains("`--classes`"), "{message}");
}

#[test]
fn where_nothing_is_left_to_transform_the_reason_is_named() {
    let targets = Targets::compiled();
    let cases =
        [("nothing", None, "that `--only` and `--except` select"), ("fickle", Some("--ignore=fickle.*"), "(ignored)")];
    for (package, ignore, says) in cases {
        let (project, cache) = (folder(), folder());
        let mut command = targets.command(package, project.path(), cache.path());
        let output = command.args(ignore).output().expect("the binary starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(says), "{message}");
    }
}

/// What `fex extreme` says of one of the suites in `fickle`.
fn fickle(suite: &str, more: &[&str]) -> Output {
    let (project, cache) = (folder(), folder());
    let mut command = Targets::compiled().command("fickle", project.path(), cache.path());
    command.args(["--test-names", suite]).args(more).output().expect("the binary starts")
}

#[test]
fn a_flaky_test_is_named_and_set_aside_on_request() {
    let run = |more: &[&str]| fickle("FickleTest", more);
    let refused = run(&[]);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(7), "{message}");
    assert!(message.contains("fickle.FickleTest.once") && message.contains("--set-aside-flaky"), "{message}");
    assert!(!message.contains("fickle.FickleTest.even"), "{message}");
    for flag in ["--set-aside-flaky", "--set-aside"] {
        let report = json(&run(&[flag, "--format", "json"]));
        assert_eq!(report["flakyTests"], serde_json::json!(["fickle.FickleTest.once"]));
        assert_eq!(report["methods"][0]["verdict"], "tested");
        let tests: Vec<&Value> = report["methods"][0]["tests"].as_array().expect("a list").iter().collect();
        assert_eq!(tests.len(), 2, "`once` is not among {tests:?}");
    }
}

/// It fails when it runs for the second time in a JVM, on whatever program.
#[test]
fn a_test_that_passes_once_in_each_jvm_is_not_flaky_and_what_it_notices_is_told_from_that() {
    let report = json(&fickle("SingleUseTest", &["--format", "json"]));
    let transformations = report["methods"][0]["transformations"].as_array().expect("a list");
    let verdict = |name: &str| {
        let one = transformations.iter().find(|one| one["transformation"] == name);
        one.expect("there is such a one")["verdict"].clone()
    };
    assert_eq!(verdict("false"), "detected");
    assert_eq!(verdict("true"), "undetected", "2 is even with it, too: {report}");
}

/// One of the tests waits when it runs for the second time in a JVM. fex does not, and has the suite run in another one, where it
/// passes and the other one fails.
#[test]
fn a_test_that_hangs_in_a_used_jvm_does_not_hold_up_the_suite() {
    let refused = fickle("StuckTest", &["--patience", "1", "--suite-limit", "3600"]);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(7), "{message}");
    assert!(message.contains("StuckTest.once") && !message.contains("StuckTest.passes"), "{message}");
}

/// Tests of generators write sources and golden files of their project.
#[test]
fn files_that_tests_write_are_in_the_end_what_the_unchanged_program_writes() {
    // The second time a test that ends the JVM comes before the others, and is set aside.
    for arguments in [&["--test-names", "writing.*Test"][..], &["--test-names", "writing.*", "--set-aside-fatal"]] {
        let (project, cache) = (folder(), folder());
        let mut command = Targets::compiled().command("writing", project.path(), cache.path());
        let output = command.args(arguments).output().expect("the binary starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
        let summary = String::from_utf8_lossy(&output.stdout);
        assert!(summary.contains("return \"\": undetected"), "a transformation has changed what is written: {summary}");
        assert_eq!(summary.contains("HaltingNotes.ends"), arguments.len() == 3, "{summary}");
        let text = fs::read_to_string(project.path().join("notes.txt")).expect("a test writes it");
        assert_eq!(text, "kept\n");
        let line =
            |start: &str| message.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{message}"));
        assert!(line("note: tests write").contains("notes.txt"), "{message}");
        // Only `name` returning "A" has a test write it.
        assert!(line("warning: changed").ends_with("/A`"), "{message}");
    }
}

#[test]
fn a_test_that_fails_as_it_is_is_named_and_set_aside_on_request() {
    let run = |more: &[&str]| fickle("FailingTest", more);
    let refused = run(&[]);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(4), "{message}");
    assert!(message.contains("fickle.FailingTest.odd") && message.contains("--set-aside-failing"), "{message}");
    let report = json(&run(&["--set-aside-failing", "--format", "json"]));
    assert_eq!(report["failingTests"], serde_json::json!(["fickle.FailingTest.odd"]));
    assert_eq!(report["methods"][0]["verdict"], "tested", "the other test wants 2 to be even and 3 not to be");
    let summary = run(&["--set-aside-failing"]).stdout;
    let summary = String::from_utf8_lossy(&summary);
    assert!(summary.contains("set aside: `fickle.FailingTest.odd` fails as it is\n"), "{summary}");
}

/// `FailingTest.odd` fails as it is, so that the suite is green only without it.
#[test]
fn a_test_is_left_out_by_its_name_and_a_name_that_leaves_out_none_is_told() {
    for (command, key) in [("extreme", "excludedTests"), ("taint", "excluded"), ("stability", "excluded")] {
        let (project, cache) = (folder(), folder());
        let mut fex = match command {
            "extreme" => Targets::compiled().command("fickle", project.path(), cache.path()),
            _ => Targets::compiled().command_of(command, project.path(), cache.path()),
        };
        fex.args(["--test-names", "FailingTest", "--format", "json"]);
        let output = fex.args(["--exclude-tests", "FailingTest#odd", "--exclude-tests", "*.even"]).output();
        let output = output.expect("the binary starts");
        let report = json(&output);
        assert_eq!(report[key], serde_json::json!(["fickle.FailingTest.odd"]), "{command}");
        assert!(report["failing"].as_array().is_none_or(Vec::is_empty), "{command} has run it");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains("warning: `--exclude-tests *.even` leaves out no test"), "{message}");
    }
    let refused = fickle("FailingTest", &["--exclude-tests", "%regex[("]);
    assert_eq!(refused.status.code(), Some(2), "{}", String::from_utf8_lossy(&refused.stderr));
    let summary = fickle("FailingTest", &["--exclude-tests", "FailingTest.odd"]).stdout;
    let summary = String::from_utf8_lossy(&summary);
    let remark = "`--exclude-tests FailingTest.odd` leaves out 1 test: `fickle.FailingTest.odd`\n";
    assert!(summary.contains(remark), "{summary}");
}

/// A second collector beside the one that workers have by themselves would keep the JVM from starting.
#[test]
fn the_collector_that_somebody_chooses_is_the_one() {
    let targets = Targets::compiled();
    for (argument, variable) in [(Some("--jvm-arg=-XX:+UseParallelGC"), ""), (None, "-XX:+UseParallelGC")] {
        let (project, cache) = (folder(), folder());
        let mut command = targets.command("fickle", project.path(), cache.path());
        command.args(["--test-names", "FailingTest", "--set-aside-failing", "--format", "json"]).args(argument);
        let report = json(&command.env("JAVA_TOOL_OPTIONS", variable).output().expect("the binary starts"));
        assert_eq!(report["methods"][0]["verdict"], "tested");
    }
}

#[test]
fn a_suite_that_does_not_end_or_ends_the_jvm_is_a_red_one() {
    let endings = [
        ("EndlessTest", "did not answer in time"),
        ("LeavingTest", "exited with code 3"),
        ("HungryTest", "ran out of memory"),
    ];
    for (class, says) in endings {
        let output = fickle(class, &["--suite-limit", "12", "--suite-runs", "1", "--jvm-arg=-Xmx64m"]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{message}");
        assert!(message.contains(says) && message.contains(&format!("fickle.{class}.")), "{message}");
        assert!(message.contains("--set-aside-fatal"), "{message}");
    }
}

/// One exits, one uses up the memory, one sleeps for ever; what `FailingTest.right` says of the same method still counts.
#[test]
fn tests_that_end_the_jvm_or_do_not_end_are_set_aside_on_request() {
    let (project, cache) = (folder(), folder());
    let mut command = Targets::compiled().command("fickle", project.path(), cache.path());
    for class in ["LeavingTest", "HungryTest", "EndlessTest", "FailingTest"] {
        command.args(["--test-names", class]);
    }
    // Half of this is more than the tests before the one that sleeps take, and less than a test that never ends.
    command.args(["--suite-limit", "20", "--suite-runs", "1", "--jvm-arg=-Xmx64m", "--format", "json"]);
    let report = json(&command.args(["--set-aside-fatal", "--set-aside-failing"]).output().expect("the binary starts"));
    crate::report::validate(&report);
    let fatal = ["fickle.EndlessTest.sleeps", "fickle.HungryTest.eats", "fickle.LeavingTest.exits"];
    assert_eq!(report["fatalTests"], serde_json::json!(fatal));
    assert_eq!(report["failingTests"], serde_json::json!(["fickle.FailingTest.odd"]));
    assert_eq!(report["methods"][0]["verdict"], "tested");
}

#[test]
fn a_folder_that_a_test_has_deleted_is_named_as_what_keeps_the_jvm_from_running() {
    // With one JVM at a time the second run, in the first one, finds something else, so that another JVM is asked.
    let refused = fickle("DeletingTest", &["--jobs", "1"]);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(message.contains("there is no folder") && message.contains("may have deleted it"), "{message}");
    assert!(!message.contains("cannot run"), "{message}");
}

#[test]
fn all_tests_that_detect_a_transformation_are_named_on_request() {
    let targets = Targets::compiled();
    let (project, cache) = (folder(), folder());
    let mut command = targets.command("fickle", project.path(), cache.path());
    command.args(["--test-names", "FickleTest", "--set-aside-flaky", "--full-matrix", "--format", "json"]);
    let report = json(&command.output().expect("the binary starts"));
    // Both tests want 2 to be even, one of them wants 3 not to be.
    let detecting = |transformation: &Value| {
        let first = transformation["test"].as_str().into_iter();
        let also = transformation["alsoDetectedBy"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let all = first.chain(also).map(|title| title.rsplit('.').next().expect("a name").to_owned());
        (transformation["transformation"].as_str().expect("a name").to_owned(), all.collect::<BTreeSet<_>>())
    };
    let tests = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let all = report["methods"][0]["transformations"].as_array().expect("a list").iter();
    let expected = [("true".to_owned(), tests(&["even"])), ("false".to_owned(), tests(&["even", "evenAgain"]))];
    assert_eq!(all.map(detecting).collect::<Vec<_>>(), expected);
}

/// The verdicts that the journals in a folder hold, as far as their lines are whole: the most of one journal.
fn recorded(cache: &Path) -> usize {
    let judged = |path: &Path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n') && line.contains("\"Judged\""));
        lines.collect::<BTreeSet<_>>().len()
    };
    let entries = fs::read_dir(cache.join("extreme")).into_iter().flatten().flatten();
    entries.map(|entry| judged(&entry.path())).max().unwrap_or_default()
}

/// The JVMs that a process has started.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).unwrap_or_default();
    let is_jvm =
        |child: &&str| fs::read_to_string(format!("/proc/{child}/comm")).is_ok_and(|name| name.trim() == "java");
    tasks.map(of).collect::<String>().split_whitespace().filter(is_jvm).map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn no_kill_loses_or_changes_a_verdict() {
    // `FEX_KILLS=100 cargo test --release no_kill` kills more often.
    let kills: u64 = std::env::var("FEX_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let targets = Targets::compiled();
    let (project, quiet) = (folder(), folder());
    let command = |cache: &Path| {
        let mut command = targets.command("values", project.path(), cache);
        command.args(["--test-names", "values.*Test", "--format", "json", "--jobs", "1", "--suite-runs", "1"]);
        command
    };
    let verdicts = |report: &Value| -> Vec<String> {
        let methods = report["methods"].as_array().expect("a list").iter();
        methods
            .map(|method| {
                let mut transformations = method["transformations"].clone();
                // Messages may contain the hash code of an object, which is another one in each JVM.
                for one in transformations.as_array_mut().into_iter().flatten() {
                    one["message"] = Value::Null;
                }
                format!("{} {} {transformations}", method["method"], method["verdict"])
            })
            .collect()
    };
    let expected = verdicts(&json(&command(quiet.path()).output().expect("the binary starts")));

    let mut random = fastrand::Rng::with_seed(7);
    let mut moment = || thread::sleep(Duration::from_millis(random.u64(0..2_500)));
    let cache = folder();
    let mut kept = 0;
    for kill in 0..kills.div_ceil(2) {
        let mut run = command(cache.path());
        let run = run.arg("--resume").stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut run = run.expect("the binary starts");
        moment();
        let _ = run.kill();
        let _ = run.wait();
        let now = recorded(cache.path());
        assert!(now >= kept, "{kept} verdicts were there before kill {kill}, now {now}");
        kept = now;
    }
    let output = command(cache.path()).arg("--resume").output().expect("the binary starts");
    assert_eq!(verdicts(&json(&output)), expected);
    let left = fs::read_dir(cache.path().join("extreme")).expect("it can be read").flatten();
    let names: Vec<String> = left.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert!(names.len() == 1 && names[0].ends_with(".journal"), "only what is finished is left: {names:?}");

    for kill in 0..kills / 2 {
        let cache = folder();
        let run = command(cache.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let run = run.expect("the binary starts");
        moment();
        // One of its workers, if it has one at this moment; the run goes on with another.
        if let Some(worker) = children(run.id()).first() {
            let _ = Command::new("kill").args(["-9", worker]).status();
        }
        let output = run.wait_with_output().expect("it ends");
        assert_eq!(verdicts(&json(&output)), expected, "after kill {kill}");
    }
}

#[cfg(unix)]
#[test]
fn a_worker_that_is_killed_before_it_is_ready_is_started_again_and_a_broken_one_is_not_used() {
    let targets = Targets::compiled();
    let run = |first: &str| {
        // A JVM that ends like this when it is started for the first time.
        let (project, cache, bin) = (folder(), folder(), folder());
        let java = bin.path().join("java");
        script(&java, &format!("mkdir \"$0.seen\" 2>/dev/null && {first}\nexec java \"$@\""));
        let mut command = targets.command("versioned", project.path(), cache.path());
        command.args(["--test-names", "versioned.*Test", "--format", "json", "--java"]).arg(&java);
        command.output().expect("the binary starts")
    };
    assert_eq!(json(&run("kill -9 $$"))["methods"], json(&run("true"))["methods"]);
    let refused = run("{ echo no memory; exit 1; }");
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(message.contains("the JVM does not start") && message.contains("no memory"), "{message}");
}

#[cfg(unix)]
#[test]
fn an_unchanged_project_is_not_judged_again_and_two_runs_do_not_disturb_each_other() {
    let targets = Targets::compiled();
    let (project, cache, jdk) = (folder(), folder(), folder());
    let java = jdk.path().join("bin/java");
    fs::create_dir(jdk.path().join("bin")).expect("a folder can be made");
    fs::write(jdk.path().join("release"), "JAVA_VERSION=\"17\"\n").expect("a file can be written");
    script(&java, "exec java \"$@\"");
    let run = |more: &[&str]| {
        let mut command = targets.command("versioned", project.path(), cache.path());
        command.args(["--format", "json", "--test-names", "versioned.*Test", "--java"]).arg(&java).args(more);
        command
    };
    let pipe = |mut command: Command| command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let two = [&[] as &[&str], &["--fresh"]].map(|more| pipe(run(more)).expect("the binary starts"));
    let [first, second] = two.map(|one| json(&one.wait_with_output().expect("it ends"))["methods"].clone());
    assert_eq!(first, second);
    // The same JDK, as its release says, but nothing can run on it.
    script(&java, "exit 1");
    let third = json(&run(&[]).output().expect("the binary starts"));
    assert_eq!(third["methods"], first);
    let in_no_time = json(&run(&["--budget", "0s"]).output().expect("the binary starts"));
    assert_eq!(in_no_time["methods"], first, "what is known counts where there is no time to judge");
}

#[test]
fn the_next_run_starts_from_a_class_data_archive_and_finds_the_same() {
    let (cache, logs) = (folder(), folder());
    let run = |log: &str| {
        let log = logs.path().join(log);
        let output = Targets::compiled()
            .command("values", &Targets::compiled().path("project"), cache.path())
            .args(["--test-names", "values.*Test", "--format", "json", "--fresh"])
            .env("FEX_CACHE", cache.path())
            // The JVM itself says where it has its classes from.
            .env("JDK_JAVA_OPTIONS", format!("-Xlog:class+load:file={}-%p", log.display()))
            .output()
            .expect("the binary starts");
        let prefix = log.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let entries = fs::read_dir(logs.path()).expect("the folder can be read").flatten();
        let logs = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
        let archived = logs.filter(|log| {
            let text = fs::read_to_string(log.path()).expect("a log can be read");
            text.lines().any(|line| line.contains("fex.agent.Worker source: shared objects file (top)"))
        });
        let methods = json(&output)["methods"].as_array().expect("a list").iter().map(verdict).collect::<Vec<_>>();
        (methods, archived.count())
    };
    let (first, none) = run("first");
    let (second, some) = run("second");
    assert_eq!(none, 0, "there was no archive yet");
    assert!(some > 0, "each worker starts from the archive");
    assert_eq!(first, second);
}
