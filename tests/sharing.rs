//! `fex plan`, `--shard` and `fex merge`: several machines come to the report of one, or are told which file is to blame.
//!
//! The oracle is a run on one machine, which has no plan, no shares and no files between.

use crate::extreme_runs::folder;
use crate::maven;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A checkout of a small project with methods of all verdicts, its compiled classes and a folder for what machines hand over.
struct Checkout {
    folder: TempDir,
}

/// How many classes it has, with six methods each.
const CLASSES: usize = 4;

impl Checkout {
    /// A fresh one, in which a class may be another.
    fn new(is_changed: bool) -> Checkout {
        let checkout = Checkout { folder: folder() };
        let junit = maven::jar(maven::JUNIT);
        let [main, test] = ["main", "test"].map(|part| checkout.path(part));
        let mut sources: BTreeMap<&str, Vec<PathBuf>> = BTreeMap::new();
        for number in 0..CLASSES {
            let limit = if is_changed && number == 1 { 9 } else { 10 };
            for (part, name, text) in [
                ("main", format!("Stock{number}"), stock(number, limit)),
                ("test", format!("Stock{number}Test"), stock_test(number)),
            ] {
                let path = checkout.path(&format!("src/{part}/shop/{name}.java"));
                fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
                fs::write(&path, text).expect("there is room");
                sources.entry(part).or_default().push(path);
            }
        }
        [&main, &test].iter().for_each(|part| fs::create_dir(part).expect("there is room"));
        crate::java::javac(&main, &[], &sources["main"]);
        crate::java::javac(&test, &[main.clone(), junit], &sources["test"]);
        checkout
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command on a fresh machine, which knows of no earlier run.
    fn fex(&self, command: &[&str], more: &[&str]) -> Output {
        let cache = folder();
        let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
        fex.args(command).current_dir(self.folder.path()).args(["--classes", "main", "--tests", "test"]);
        fex.args(["--sources", "src/main", "--jobs", "1", "--classpath"]).arg(maven::jar(maven::JUNIT));
        fex.arg("--cache").arg(cache.path()).args(more).output().expect("the binary starts")
    }

    /// Writes the plan of the whole.
    fn plan(&self, file: &str) -> Value {
        let output = succeeded(self.fex(&["plan", "extreme"], &[]));
        fs::write(self.path(file), &output.stdout).expect("there is room");
        serde_json::from_slice(&output.stdout).expect("a plan is JSON")
    }

    /// Does a share, and says where the partial report is.
    fn share(&self, share: &str, into: &str, more: &[&str]) -> String {
        succeeded(self.fex(&["extreme"], &[&["--shard", share, "--out", into], more].concat()));
        format!("{into}/extreme-{}.json", share.replace('/', "-of-"))
    }

    fn merge(&self, files: &[&str], more: &[&str]) -> Output {
        let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
        fex.arg("merge").args(files).args(more).current_dir(self.folder.path()).output().expect("the binary starts")
    }

    /// The reports of a folder, by name.
    fn reports(&self, name: &str) -> BTreeMap<String, String> {
        let files = fs::read_dir(self.path(name)).expect("there are reports").flatten();
        let read = |path: &Path| fs::read_to_string(path).expect("reports are text");
        files.map(|file| (file.file_name().to_string_lossy().into_owned(), read(&file.path()))).collect()
    }

    /// Says that a merge is refused with this message, and that nothing is written.
    fn refuses(&self, files: &[&str], more: &[&str], says: &[&str]) {
        let output = self.merge(files, &[&["--out", "refused"], more].concat());
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        says.iter().for_each(|part| assert!(message.contains(part), "`{part}` is not in: {message}"));
        assert!(!self.path("refused").exists(), "nothing is half merged");
    }
}

/// A class with a tested, a partially tested, a pseudo-tested, an untested and a skipped method.
fn stock(number: usize, limit: u32) -> String {
    format!(
        "package shop;
public class Stock{number} {{
    private int count;
    public void add(int more) {{ count += more + {number}; check(); }}
    public boolean isFull() {{ return count * 2 > {limit}; }}
    private void check() {{ if (count < 0) {{ throw new IllegalStateException(\"below 0\"); }} }}
    public Object self() {{ return count < 0 ? null : this; }}
    public String label() {{ return \"stock \" + count; }}
    public int count() {{ return count; }}
}}
"
    )
}

fn stock_test(number: usize) -> String {
    format!(
        "package shop;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class Stock{number}Test {{
    @Test void adds() {{ Stock{number} stock = new Stock{number}(); stock.add(2); assertEquals({}, stock.count()); }}
    @Test void isItself() {{ Stock{number} stock = new Stock{number}(); assertSame(stock, stock.self()); }}
    @Test void isNotFull() {{ assertFalse(new Stock{number}().isFull()); }}
}}
",
        number + 2
    )
}

fn succeeded(output: Output) -> Output {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A report without what differs from run to run: how long tests take.
fn timeless(name: &str, text: &str) -> String {
    let is_time =
        |line: &&str| name == "extreme.json" && (line.contains("\"micros\":") || line.contains("\"suiteMicros\":"));
    text.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n")
}

/// The project with shares of it, done once.
fn shared() -> &'static Checkout {
    static SHARED: OnceLock<Checkout> = OnceLock::new();
    SHARED.get_or_init(|| {
        let checkout = Checkout::new(false);
        for share in ["1/2", "2/2", "1/3", "2/3", "3/3"] {
            checkout.share(share, "shares", &[]);
        }
        checkout
    })
}

const HALVES: [&str; 2] = ["shares/extreme-1-of-2.json", "shares/extreme-2-of-2.json"];
const THIRDS: [&str; 3] = ["shares/extreme-1-of-3.json", "shares/extreme-2-of-3.json", "shares/extreme-3-of-3.json"];

#[test]
fn shares_that_talk_to_nobody_merge_into_the_reports_of_one_run() {
    let checkout = shared();
    succeeded(checkout.fex(&["extreme"], &["--out", "whole"]));
    let whole = checkout.reports("whole");
    assert_eq!(whole.len(), 7, "all formats: {:?}", whole.keys());
    assert!(whole["index.html"].contains("below 0"), "the page has sources");
    // JVMs number objects as they like: `shop.Stock0@5e2de80c`.
    assert!(whole["extreme.json"].contains("expected: <shop.Stock0@1>"), "{}", whole["extreme.json"]);
    let report: Value = serde_json::from_str(&whole["extreme.json"]).expect("it is JSON");
    for verdict in ["tested", "partially-tested", "pseudo-tested", "not-covered", "skipped"] {
        assert!(report["summary"]["methods"][verdict].as_u64() > Some(0), "there is something of all: {verdict}");
    }
    for (name, files) in [("halves", &HALVES[..]), ("thirds", &THIRDS[..])] {
        succeeded(checkout.merge(files, &["--out", name]));
        let merged = checkout.reports(name);
        assert_eq!(merged.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
        for (file, text) in &whole {
            assert_eq!(timeless(file, &merged[file]), timeless(file, text), "{name}: {file}");
        }
    }
    // The order in which files are named makes no difference, in times neither.
    succeeded(checkout.merge(&[HALVES[1], HALVES[0]], &["--out", "backwards"]));
    assert_eq!(checkout.reports("backwards"), checkout.reports("halves"));
}

#[test]
fn shares_of_one_plan_merge_into_the_same_bytes_however_many_there_are() {
    let checkout = Checkout::new(false);
    checkout.plan("plan.json");
    let mut all = Vec::new();
    for count in [1, 2, 3, 5] {
        let into = format!("by-{count}");
        let files: Vec<String> = (1..=count)
            .map(|number| checkout.share(&format!("{number}/{count}"), &into, &["--plan", "plan.json"]))
            .collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        succeeded(checkout.merge(&files, &["--out", &format!("merged-{count}")]));
        all.push(checkout.reports(&format!("merged-{count}")));
    }
    for (one, other) in all.iter().zip(&all[1..]) {
        assert_eq!(one, other, "with times, which are those of the plan");
    }
}

/// What a merge tells comes from the same code as what one run does; so do thresholds.
#[test]
fn a_merge_prints_formats_and_keeps_thresholds_like_a_run() {
    let checkout = shared();
    let output = checkout.merge(&HALVES, &["--format", "sarif", "--fail-on", "pseudo-tested"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let run = checkout.fex(&["extreme"], &["--format", "sarif", "--fail-on", "pseudo-tested"]);
    assert_eq!((run.status.code(), run.stdout), (Some(1), output.stdout));
}

#[test]
fn a_plan_is_the_same_in_each_checkout_and_lists_each_unit_once() {
    let (one, other) = (Checkout::new(false), Checkout::new(false));
    let (one, other) = (one.plan("plan.json"), other.plan("plan.json"));
    assert_eq!(one["content"]["units"], other["content"]["units"]);
    assert_eq!(one["content"]["plan"], other["content"]["plan"]);
    let units = one["content"]["units"].as_array().expect("a list");
    let names: BTreeSet<&str> = units.iter().map(|unit| unit["name"].as_str().expect("a name")).collect();
    // Tests reach four methods of each class that can be changed: `label` is not covered, and `count` is a getter.
    let reached = ["add(I)V", "isFull()Z", "check()V", "self()Ljava/lang/Object;"];
    let expected = (0..CLASSES).flat_map(|number| reached.map(|method| format!("shop.Stock{number}.{method}")));
    assert_eq!(names, expected.collect::<BTreeSet<String>>().iter().map(String::as_str).collect());
    assert_eq!(units.len(), names.len());
    let digests: BTreeSet<&str> = units.iter().map(|unit| unit["unit"].as_str().expect("a digest")).collect();
    assert_eq!(digests.len(), names.len());
}

#[test]
fn what_is_missing_or_doubled_is_named() {
    let checkout = shared();
    checkout.refuses(&HALVES[..1], &[], &["missing", "of 16 units", "`shop.Stock", "share 2/2"]);
    checkout.refuses(&THIRDS[1..2], &[], &["missing", "the shares 1/3, 3/3"]);
    let twice = [HALVES[0], HALVES[1], HALVES[0]];
    checkout.refuses(&twice, &[], &["doubled", "`shop.Stock", "in `shares/extreme-1-of-2.json` twice"]);
    let mixed = [&HALVES[..], &THIRDS[..1]].concat();
    checkout.refuses(
        &mixed,
        &[],
        &["doubled", "`shop.Stock", "in `shares/extreme-1-of-2.json` and in `shares/extreme-1-of-3.json`"],
    );
}

#[test]
fn what_comes_from_elsewhere_is_named_with_the_difference() {
    let checkout = shared();
    let take = |from: &Checkout, file: &str, name: &str| {
        fs::copy(from.path(file), checkout.path(name)).expect("it can be copied");
    };
    let changed = Checkout::new(true);
    take(&changed, &changed.share("2/2", "shares", &[]), "changed.json");
    let files = [HALVES[0], "changed.json"];
    checkout.refuses(
        &files,
        &[],
        &["`changed.json` does not belong to `shares/extreme-1-of-2.json`", "other classes or tests"],
    );
    let other = Checkout::new(false);
    take(&other, &other.share("2/2", "shares", &["--also", "new"]), "settings.json");
    checkout.refuses(&[HALVES[0], "settings.json"], &[], &["`settings.json`", "other settings"]);
    take(&other, &other.share("2/2", "shares", &["--jvm-arg=-Da=b"]), "jvm.json");
    checkout.refuses(&[HALVES[0], "jvm.json"], &[], &["`jvm.json`", "another JDK, other libraries"]);
    // The same checkout elsewhere is no other one.
    take(&other, &other.share("2/2", "shares", &[]), "same.json");
    succeeded(checkout.merge(&[HALVES[0], "same.json"], &[]));

    changed.plan("plan.json");
    take(&changed, "plan.json", "foreign-plan.json");
    let output = checkout.fex(&["extreme"], &["--shard", "1/2", "--plan", "foreign-plan.json"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && message.contains("`foreign-plan.json` is not the plan"), "{message}");
    checkout.refuses(&HALVES, &["--plan", "foreign-plan.json"], &["does not belong to `foreign-plan.json`"]);
}

#[test]
fn what_is_cut_off_changed_or_of_another_version_is_named() {
    let checkout = shared();
    let text = fs::read_to_string(checkout.path(HALVES[1])).expect("it is there");
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version) && text.contains("Undetected"), "{text}");
    let cases = [
        ("cut.json", text[..text.len() / 2].to_owned(), "is cut off after"),
        ("empty.json", String::new(), "is empty"),
        ("other.json", "{\"methods\": []}".to_owned(), "was not written by `fex plan`"),
        ("old.json", text.replace(&version, "\"version\":\"0.0.1\""), "was written by fex 0.0.1"),
        ("edited.json", text.replacen("\"Undetected\"", "\"NotJudged\"", 1), "is not what fex wrote"),
    ];
    for (name, text, says) in cases {
        fs::write(checkout.path(name), text).expect("there is room");
        checkout.refuses(&[HALVES[0], name], &[], &[&format!("`{name}` {says}")]);
    }
    checkout.refuses(&[HALVES[0], "none.json"], &[], &["cannot read `none.json`"]);
}

/// A task: units of a plan with the plan.
fn task(plan: &Value, units: &[Value]) -> Vec<u8> {
    let units: Vec<&Value> = units.iter().map(|unit| &unit["unit"]).collect();
    serde_json::to_vec(&serde_json::json!({ "plan": plan, "units": units })).expect("it is JSON")
}

/// Has a process do a task, which comes on standard input.
fn run_unit(folder: &Path, task: &[u8]) -> Output {
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.arg("run-unit").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = fex.spawn().expect("the binary starts");
    process.stdin.take().expect("a pipe").write_all(task).expect("the process reads");
    process.wait_with_output().expect("the process ends")
}

#[test]
fn units_go_in_as_bytes_and_partial_reports_come_out() {
    let checkout = Checkout::new(false);
    let plan = checkout.plan("plan.json");
    let units = plan["content"]["units"].as_array().expect("a list");
    let mut files = Vec::new();
    for (number, units) in units.chunks(5).enumerate() {
        let output = succeeded(run_unit(checkout.folder.path(), &task(&plan, units)));
        let name = format!("part-{number}.json");
        fs::write(checkout.path(&name), output.stdout).expect("there is room");
        files.push(name);
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    succeeded(checkout.merge(&files, &["--plan", "plan.json", "--out", "units"]));
    let share = checkout.share("1/1", "share", &["--plan", "plan.json"]);
    succeeded(checkout.merge(&[&share], &["--out", "whole"]));
    assert_eq!(checkout.reports("units"), checkout.reports("whole"));
    checkout.refuses(&files, &[], &["none of the partial reports has the plan"]);
    checkout.refuses(&files[1..], &["--plan", "plan.json"], &["missing: 5 of 16 units"]);

    let changed = Checkout::new(true);
    for (folder, task, says) in [
        (changed.folder.path(), task(&plan, &units[..1]), "is not the plan of this project, which has other classes"),
        (checkout.folder.path(), b"{\"plan\": 1".to_vec(), "`<stdin>` is cut off"),
        (checkout.folder.path(), b"[]".to_vec(), "`<stdin>` is no unit of work"),
        (checkout.folder.path(), task(&plan, &[serde_json::json!({ "unit": "0".repeat(32) })]), "foreign: `000"),
    ] {
        let output = run_unit(folder, &task);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(says), "`{says}` is not in: {message}");
        assert!(output.stdout.is_empty(), "nothing is half done");
    }
}

/// What one machine counts is held against closed formulas in `counts.rs`.
#[test]
fn counts_of_parts_add_up_to_the_count_of_one_machine() {
    let folder = folder();
    let spec = |name: &str| format!("{}/specs/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    let fex = |arguments: &[&str]| {
        let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
        succeeded(fex.args(arguments).current_dir(folder.path()).output().expect("the binary starts"))
    };
    // The second one has classes of which the clauses do not say what is canonical.
    for (name, scope) in [("search_tree", "7"), ("dag", "3")] {
        let spec = spec(name);
        let count = ["generate", &spec, "--scope", scope, "--exhaustive", "--count"];
        let whole = fex(&count).stdout;
        let mut files = Vec::new();
        for share in ["1/3", "2/3", "3/3"] {
            let into = folder.path().join(name);
            fex(&[&count[..], &["--shard", share, "--out", into.to_str().expect("a plain path")]].concat());
            files.push(format!("{name}/count-{}.json", share.replace('/', "-of-")));
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        assert_eq!(fex(&[&["merge"], &files[..]].concat()).stdout, whole, "{name}");

        let plan = fex(&[&["plan"], &count[..]].concat()).stdout;
        let plan: Value = serde_json::from_slice(&plan).expect("a plan is JSON");
        let units = plan["content"]["units"].as_array().expect("a list");
        let part = succeeded(run_unit(folder.path(), &task(&plan, units))).stdout;
        fs::write(folder.path().join("part.json"), part).expect("there is room");
        fs::write(folder.path().join("plan.json"), plan.to_string()).expect("there is room");
        assert_eq!(fex(&["merge", "part.json", "--plan", "plan.json"]).stdout, whole, "{name}");

        let mut refused = Command::new(env!("CARGO_BIN_EXE_fex"));
        let refused = refused.args(["merge", files[0], files[2]]).current_dir(folder.path()).output();
        let message = String::from_utf8_lossy(&refused.expect("the binary starts").stderr).into_owned();
        assert!(
            message.contains("missing") && message.contains("`cube ") && message.contains("share 2/3"),
            "{message}"
        );
    }
}

/// What other units came to stays known to later runs.
#[test]
fn a_share_forgets_nothing_that_an_earlier_run_found() {
    let (checkout, cache) = (Checkout::new(false), folder());
    let cache = ["--cache", cache.path().to_str().expect("a plain path")];
    let fex = |more: &[&str]| {
        let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
        fex.arg("extreme").current_dir(checkout.folder.path()).args(["--classes", "main", "--tests", "test"]);
        fex.args(["--jobs", "1", "--classpath"]).arg(maven::jar(maven::JUNIT)).args(cache).args(more);
        succeeded(fex.output().expect("the binary starts"))
    };
    let verdicts = || -> usize {
        let files = fs::read_dir(Path::new(cache[1]).join("extreme")).expect("there is a cache").flatten();
        let journals = files.map(|file| fs::read_to_string(file.path()).unwrap_or_default());
        journals.map(|text| text.lines().filter(|line| line.starts_with("{\"Judged\"")).count()).sum()
    };
    fex(&[]);
    let before = verdicts();
    assert!(before > 0, "a run keeps its verdicts");
    fex(&["--shard", "1/4"]);
    assert_eq!(verdicts(), before);
}
