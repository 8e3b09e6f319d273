//! `fex.toml`: what it may say, what is said of a broken one, and what commands make of it.

use fex::diagnostic::{self, Source, Style};
use fex::extreme::{MethodVerdict, Rule};
use fex::fixture::Format;
use fex::settings::{self, Project, Settings};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

fn read(text: &str) -> Result<Project, String> {
    let source = Source::new("fex.toml", text);
    let (project, diagnostics) = settings::read(&source, Path::new("home"));
    project.ok_or_else(|| diagnostic::render(&[source], &diagnostics, Style::Plain))
}

#[test]
fn a_suite_has_its_own_settings_before_the_common_ones() {
    let project = read(
        "scope = 4\nout = 'tests'\nclasspath = ['classes', 'lib/a.jar']\n\
         [[suite]]\nspec = 'tree.spec'\nscope = 6\nformat = 'junit4'\n[[suite]]\nspec = 'list.spec'\n",
    )
    .expect("it is correct");
    let settled: Vec<Settings> =
        project.suites.iter().map(|suite| suite.settings.clone().or(&project.common)).collect();
    assert_eq!([settled[0].scope, settled[1].scope], [Some(6), Some(4)]);
    assert_eq!([settled[0].format, settled[1].format], [Some(Format::Junit4), None]);
    // Paths count from where the file lies.
    assert_eq!(project.suites[0].spec, Path::new("home/tree.spec"));
    assert_eq!(settled[1].out.as_deref(), Some(Path::new("home/tests")));
    assert_eq!(settled[0].classpath.as_deref(), Some("home/classes:home/lib/a.jar"));
}

/// Every message names the line and the column, the key, and a cure.
#[test]
fn a_broken_file_is_reported_with_place_and_cure() {
    for (text, expected) in [
        (
            "scope = 'five'",
            &["fex.toml:1:9", "`scope` has to be a whole number from 0 to 1000", "a text", "`scope = 5`"],
        ),
        ("\nscop = 5", &["fex.toml:2:1", "unknown setting `scop`", "unknown key", "did you mean `scope`?"]),
        ("format = 'junit6'", &["fex.toml:1:10", "`format` cannot be `junit6`", "unknown word", "did you mean `junit"]),
        ("[[suite]]\nscope = 3", &["fex.toml:2:1", "`[[suite]]` has no `spec`", "in this table", "`spec = \""]),
        ("[suite]\nspec = 'a'", &["fex.toml:1:1", "`suite` has to be a list", "not a list", "`[[suite]]`"]),
        ("minimise = 1", &["fex.toml:1:12", "`minimise` has to be `true` or `false`", "whole", "`minimise = true`"]),
        ("scope = = 5", &["fex.toml:1:9", "error", "not TOML", "a setting is `key = value`"]),
        ("extreme = 1", &["fex.toml:1:11", "`extreme` has to be a table", "a whole number", "`[extreme]`"]),
        ("[extreme]\njobs = 0", &["fex.toml:2:8", "`jobs` has to be a whole number", "from 1 to 65535", "`jobs = 5`"]),
        (
            "[extreme]\nclasses = 'c'",
            &["fex.toml:2:1", "`[extreme]` has no `tests`", "in this", "`tests = \"target/test-"],
        ),
        ("[extreme]\nscope = 3", &["fex.toml:2:1", "unknown setting `scope`", "of `[extreme]`", "unknown key"]),
        (
            "[extreme]\nkeep = ['getter', 'seter']",
            &["fex.toml:2:19", "`keep` cannot be `seter`", "unknown word", "did you mean `setter`?"],
        ),
        ("[extreme]\nalso = 'all'", &["fex.toml:2:8", "`also` cannot be `all`", "unknown word", "`parameter`"]),
        (
            "[extreme]\nfail-on = ['pseudo-tested', 'tested=1']",
            &["fex.toml:2:29", "`fail-on` cannot be `tested=1`", "no verdict `tested`", "fail-on = [\"pseudo"],
        ),
        ("scope = 1001", &["fex.toml:1:9", "from 0 to 1000", "whole number", "scope = 5"]),
    ] {
        let message = read(text).expect_err("it is broken");
        for part in expected {
            assert!(message.contains(part), "`{text}` lacks {part:?}:\n{message}");
        }
    }
}

#[test]
fn all_errors_of_a_file_come_at_once() {
    let message = read("scope = -1\n[[suite]]\nspecc = 'a'\nseed = true\n").expect_err("it is broken");
    assert_eq!(message.matches("error: ").count(), 4, "{message}");
}

#[test]
fn suites_that_would_remove_each_others_files_are_refused() {
    let two = "[[suite]]\nspec = 'a/x.spec'\n[[suite]]\nspec = 'b/x.spec'\n";
    let message = read(two).expect_err("both go to the default folder");
    assert!(message.contains("the first one") && message.contains("an `out` of its own"), "{message}");
    assert!(read(&format!("{two}out = 'elsewhere'\n")).is_ok());
}

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/fex.schema.json");
    serde_json::from_str(&fs::read_to_string(path).expect("the schema is there")).expect("the schema is JSON")
}

/// What editors read is made from the options that `fex.toml` is read by; `FEX_BLESS=1` writes it anew.
#[test]
fn the_schema_in_the_repository_is_that_of_the_options() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/fex.schema.json");
    let made = serde_json::to_string_pretty(&settings::schema()).expect("it can be written") + "\n";
    if std::env::var_os("FEX_BLESS").is_some() {
        fs::write(&path, &made).expect("the schema can be written");
    }
    assert_eq!(fs::read_to_string(&path).expect("the schema is there"), made);
}

/// For every key that the schema knows, and some that it does not know, values of every kind: the reader takes exactly
/// those documents that conform to the schema.
#[test]
fn the_schema_and_the_reader_accept_the_same_files() {
    let schema = schema();
    let conforms = jsonschema::validator_for(&schema).expect("the schema is one");
    let keys =
        |schema: &Value| schema["properties"].as_object().expect("it has keys").keys().cloned().collect::<Vec<_>>();
    let values = [
        json!("junit4"),
        json!("varisat"),
        json!("text"),
        json!("getter"),
        json!("html"),
        json!("pseudo-tested"),
        json!("partially-tested=3"),
        json!("not-covered=2.5%"),
        json!("not-covered=101%"),
        json!(""),
        json!(0),
        json!(5),
        json!(1000),
        json!(1001),
        json!(65_536),
        json!(-1),
        json!(4_294_967_295u64),
        json!(4_294_967_296u64),
        json!(1.5),
        json!(-0.5),
        json!(true),
        json!(["a", "b"]),
        json!(["this", "parameter"]),
        json!(["json", "html"]),
        json!(["pseudo-tested=0", "not-covered"]),
        json!(["zone", "hash-order"]),
        json!(["any", "order=3"]),
        json!(["open=3"]),
        json!(["a", 1]),
        json!([]),
        json!([{"spec": "a.spec"}]),
        json!({"spec": "a.spec"}),
    ];
    let (mut taken, mut refused) = (0, 0);
    let mut top = keys(&schema);
    top.push("unknown".to_owned());
    let mut inner = keys(&schema["properties"]["suite"]["items"]);
    inner.push("suite".to_owned());
    let outer = top.iter().flat_map(|key| values.iter().map(move |value| json!({ key: value })));
    let nested = inner.iter().flat_map(|key| {
        values.iter().flat_map(move |value| {
            let mut with_spec = json!({"spec": "b.spec"});
            with_spec[key] = value.clone();
            [json!({ "suite": [with_spec] }), json!({ "suite": [{ key: value }] })]
        })
    });
    let mut extreme = keys(&schema["properties"]["extreme"]);
    extreme.push("scope".to_owned());
    let judged = extreme.iter().flat_map(|key| {
        values.iter().flat_map(move |value| {
            let mut with_classes = json!({"classes": "c", "tests": "t"});
            with_classes[key] = value.clone();
            [json!({ "extreme": with_classes }), json!({ "extreme": { key: value } })]
        })
    });
    let mut stability = keys(&schema["properties"]["stability"]);
    stability.push("scope".to_owned());
    let varied =
        stability.iter().flat_map(|key| values.iter().map(move |value| json!({ "stability": { key: value } })));
    let mut integrate = keys(&schema["properties"]["integrate"]);
    integrate.push("scope".to_owned());
    let measured =
        integrate.iter().flat_map(|key| values.iter().map(move |value| json!({ "integrate": { key: value } })));
    let mut taint = keys(&schema["properties"]["taint"]);
    taint.push("scope".to_owned());
    let tainted = taint.iter().flat_map(|key| values.iter().map(move |value| json!({ "taint": { key: value } })));
    for document in outer.chain(nested).chain(judged).chain(varied).chain(measured).chain(tainted) {
        let text = toml::to_string(&document).expect("it can be written");
        let accepted = read(&text);
        assert_eq!(accepted.is_ok(), conforms.is_valid(&document), "{text}\n{accepted:?}");
        if accepted.is_ok() { taken += 1 } else { refused += 1 }
    }
    assert!(taken > 50 && refused > 200, "{taken} taken, {refused} refused");
}

fn fex(folder: &Path, arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fex"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the binary starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output, text)
}

/// Every setting of the file has a flag of its name.
#[test]
fn every_setting_is_a_flag() {
    let schema = schema();
    for (command, settings) in [
        ("generate", &schema["properties"]),
        ("extreme", &schema["properties"]["extreme"]["properties"]),
        ("stability", &schema["properties"]["stability"]["properties"]),
        ("integrate", &schema["properties"]["integrate"]["properties"]),
        ("taint", &schema["properties"]["taint"]["properties"]),
    ] {
        let (_, help) = fex(Path::new("."), &[command, "--help"]);
        let tables = |key: &&String| !["suite", "extreme", "stability", "integrate", "taint"].contains(&key.as_str());
        for key in settings.as_object().expect("it has keys").keys().filter(tables) {
            let flag = [' ', '['].map(|end| help.contains(&format!("--{key}{end}")));
            assert!(flag[0] || flag[1], "no flag of `fex {command}` for `{key}`:\n{help}");
        }
    }
}

#[test]
fn what_is_said_of_judging_counts_from_the_file() {
    let text = "[extreme]\nclasses = 'out/main'\ntests = 'out/test'\nclasspath = '@libs.txt'\njava = 'java'\n\
                only = 'com.example.*'\nkeep = ['getter', 'setter']\nfail-on = 'pseudo-tested'\nsources = ['src']\n\
                patience = 1.5\nbudget = 600\n";
    let extreme = read(text).expect("it is correct").extreme;
    assert_eq!(extreme.classes.as_deref(), Some(Path::new("home/out/main")));
    assert_eq!(extreme.classpath.as_deref(), Some("@home/libs.txt"));
    // A bare name is one that the system looks up.
    assert_eq!(extreme.java.as_deref(), Some(Path::new("java")));
    assert_eq!(extreme.sources.as_deref(), Some(&[Path::new("home/src").to_owned()][..]));
    assert_eq!(extreme.only, Some(vec!["com.example.*".to_owned()]));
    assert_eq!(extreme.keep, Some(vec![Rule::Getter, Rule::Setter]));
    assert_eq!(extreme.fail_on.map(|all| all[0].verdict), Some(MethodVerdict::PseudoTested));
    assert_eq!((extreme.patience, extreme.jobs), (Some(Duration::from_millis(1500)), None));
    assert_eq!(extreme.budget, Some(Duration::from_secs(600)));
}

/// A project with a good and a broken specification.
fn project_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    for name in ["sorted_list.spec", "search_tree.spec"] {
        fs::copy(specs.join(name), folder.path().join(name)).expect("it can be copied");
    }
    fs::write(folder.path().join("broken.spec"), "sig A { f: B }").expect("it can be written");
    fs::write(
        folder.path().join("fex.toml"),
        "scope = 3\nformat = 'json'\nout = 'suites'\n[[suite]]\nspec = 'sorted_list.spec'\n\
         [[suite]]\nspec = 'broken.spec'\n[[suite]]\nspec = 'search_tree.spec'\nscope = 2\n",
    )
    .expect("it can be written");
    fs::create_dir(folder.path().join("inner")).expect("it can be made");
    folder
}

#[test]
fn generate_without_arguments_does_what_the_file_around_says_and_one_broken_specification_stops_no_other() {
    let folder = project_folder();
    let (output, text) = fex(&folder.path().join("inner"), &["generate"]);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("sortedList at scope 3") && text.contains("searchTree at scope 2"), "{text}");
    assert!(text.contains("broken.spec:1:12"), "{text}");
    let mut files: Vec<_> = fs::read_dir(folder.path().join("suites"))
        .expect("it was made beside the file")
        .map(|entry| entry.expect("it can be read").file_name().into_string().expect("plain names"))
        .collect();
    files.sort();
    assert_eq!(files, ["searchTree.json", "sortedList.json"]);
}

#[test]
fn a_flag_wins_over_the_file_and_a_named_specification_has_its_own_settings() {
    let folder = project_folder();
    let (_, text) = fex(folder.path(), &["generate", "search_tree.spec", "--count", "--exhaustive"]);
    // Search trees of at most 2 nodes with keys 0..1: the empty one, 2 of one node, 2 of two.
    assert_eq!(text.trim(), "5");
    let (_, text) = fex(folder.path(), &["generate", "search_tree.spec", "--scope", "3", "--count", "--exhaustive"]);
    assert_eq!(text.trim(), "15");
}

#[test]
fn without_specification_and_file_there_is_a_cure() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, text) = fex(folder.path(), &["generate"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("no `fex.toml`") && text.contains("[[suite]]"), "{text}");
}
