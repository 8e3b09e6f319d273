//! Fixes that `fex taint` tries out, on copies of the tests of `jvm/targets`: those that the paper argues for, and that they cure what they say.

use crate::copied::Copied;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::OnceLock;

fn taint(copied: &Copied, more: &[&str]) -> Value {
    copied.report("taint", include_str!("../grammar/taint.schema.json"), more)
}

/// The file of a patch, in the folder of a copy.
const PATCH: &str = "fixes.diff";

/// What is said of the tests of a package, and the patch that fixes them: judged once for all that look at them.
fn patched(package: &'static str) -> &'static (Value, String) {
    static PAYROLL: OnceLock<(Value, String)> = OnceLock::new();
    static INPUTS: OnceLock<(Value, String)> = OnceLock::new();
    let known = if package == "payroll" { &PAYROLL } else { &INPUTS };
    known.get_or_init(|| {
        let copied = Copied::of_targets(package);
        let (before, file) = (copied.texts(), copied.folder().join(PATCH));
        let report = taint(&copied, &["--patch", &file.to_string_lossy()]);
        assert_eq!(copied.texts(), before, "a patch leaves the sources as they are");
        (report, fs::read_to_string(file).expect("it was written"))
    })
}

/// What is reported: a field or a value in a test, with the fixes that are offered, each with its kind and words.
fn offered(report: &Value) -> BTreeMap<String, Vec<String>> {
    let mut offered: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in all(report) {
        let fixes = one["fixes"].as_array().expect("they were tried out");
        let told = fixes.iter().map(|fix| format!("{}: {}", text(&fix["kind"]), text(&fix["words"])));
        offered.entry(named(one)).or_default().extend(told);
    }
    offered
}

/// A report without the line, which a fix may move.
fn named(one: &Value) -> String {
    let of = one.get("field").unwrap_or(&one["value"]);
    format!("{} {}", text(&one["test"]).split('(').next().unwrap_or_default(), text(of))
}

fn all(report: &Value) -> impl Iterator<Item = &Value> {
    ["brittle", "unused"].into_iter().flat_map(|list| report[list].as_array().expect("a list"))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Section 5.1 of the paper: that nothing changes a field is made sure by `final`, or a constant takes its place; `reset` is called before a builder
/// is used; what is unused is asserted through the accessor of the object that has it, or deleted. Which members there are, the targets say.
#[test]
fn fixes_that_the_paper_argues_for_are_offered() {
    let employees = offered(&patched("payroll").0);
    let has = |offered: &BTreeMap<String, Vec<String>>, report: &str, fixes: &[&str]| {
        for fix in fixes {
            assert!(offered[report].iter().any(|one| one == fix), "{report}: {:?}", offered[report]);
        }
    };
    let test = "payroll.EmployeeTest.testToString";
    has(
        &employees,
        &format!("{test} EmployeeTest.lastName"),
        &[
            "final: Make `lastName` final",
            "set: Set it in the test: `e.setLastName(null)`",
            "constant: Put `null` in the place of `lastName`",
        ],
    );
    has(&employees, &format!("{test} EmployeeTest.commissionRate"), &["final: Make `commissionRate` final"]);
    has(&employees, &format!("{test} \"John\""), &["assertion: Check it: `assertEquals(\"John\", e.firstName())`"]);
    let test = "payroll.SalariedEmployeeTest.test13";
    has(&employees, &format!("{test} \"FN\""), &["removal: Leave it out, and `fn = \"FN\"` with it"]);
    // The test writes the field, so that it cannot be final.
    has(&employees, &format!("{test} SalariedEmployeeTest.fn"), &["constant: Put `null` in the place of `fn`"]);
    assert_eq!(employees[&format!("{test} SalariedEmployeeTest.fn")].len(), 1);

    let others = offered(&patched("inputs").0);
    for field in ["longName", "argumentName"] {
        let report = format!("inputs.ChoiceBuilderTest.test13666 ChoiceBuilder.{field}");
        has(&others, &report, &["set: Set it in the test: `ChoiceBuilder.reset()`"]);
    }
    let report = "inputs.TableTest.headerEndsWithTheSeparator Table.separator";
    has(&others, report, &["set: Set it in the test: `Table.setSeparator(\";\")`"]);
    let first = "assertion: Check it: `assertEquals(\"C1\", table.columnKey(0))`";
    has(&others, "inputs.TableTest.testGetRowKey \"C1\"", &[first]);
    // That a local variable holds the value says nothing of the program.
    let asserted = &others["inputs.TableTest.resultOfAMethodOfTheTest \"text\""];
    assert_eq!(asserted, &["assertion: Check it: `assertEquals(\"text\", table.columnKey(0))`"]);
    // The header shows the other column, too, but depends on the separator, which the test does not control.
    assert!(others.values().flatten().all(|fix| !fix.contains("table.header()")), "{others:?}");
    // Nothing says what became of the number: the table has no accessor for values.
    assert!(!others["inputs.TableTest.testGetRowKey 1.0"].iter().any(|fix| fix.starts_with("assertion")));
}

/// The chosen fixes are written, the sources are compiled by `javac`, and everything is judged anew: what has a chosen fix is no longer reported, and there
/// is nothing that was not there before. Of the rest, what lies in one list with something that is asserted now counts as looked at.
#[test]
fn what_is_fixed_is_no_longer_reported() {
    for package in ["payroll", "inputs"] {
        let (report, patch) = patched(package);
        let copied = Copied::of_targets(package);
        fs::write(copied.folder().join(PATCH), patch).expect("it can be written");
        copied.run(Command::new("git").args(["apply", PATCH]));
        let patched = copied.texts();
        // One package shows it: each way tries out all fixes anew.
        if package == "payroll" {
            let written = Copied::of_targets(package);
            taint(&written, &["--write"]);
            assert_eq!(written.texts(), patched, "both ways of handing over change the same");
        }
        let is_chosen = |one: &&Value| {
            let fixes = one["fixes"].as_array().expect("they were tried out");
            fixes.iter().any(|fix| fix["isChosen"] == true)
        };
        assert!(all(report).filter(is_chosen).count() >= 9, "most have a fix");
        let mut left: Vec<String> = all(report).filter(|one| !is_chosen(one)).map(named).collect();
        for one in all(&taint(&copied, &[])).map(named) {
            let known = left.iter().position(|other| *other == one);
            left.swap_remove(known.unwrap_or_else(|| panic!("{one} is new, or not cured: {patched:?}")));
        }
        let in_a_list = ["inputs.TableTest.testGetRowKey \"C1\""].map(str::to_owned);
        assert_eq!(left, if package == "inputs" { &in_a_list[..] } else { &[] });
    }
}

/// Only the test whose lines differ from the commit is judged, and none if nothing differs.
#[test]
fn only_tests_that_have_changed_are_judged() {
    let copied = Copied::of_targets("payroll");
    let commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "as it is"];
    copied.run(Command::new("git").args(["add", "src"]));
    copied.run(Command::new("git").args(commit));
    let path = copied.sources().join("payroll/EmployeeTest.java");
    let source = fs::read_to_string(&path).expect("it can be read");
    fs::write(&path, source.replace("\"Moore-Towers\"", "\"Moore-Tower\"")).expect("it can be written");
    let judged = |report: &Value| (report["tests"].clone(), all(report).count());
    let abbreviated = taint(&copied, &["--since", "HEAD"]);
    assert_eq!(judged(&abbreviated), (1.into(), 0), "that test is sound");
    fs::write(&path, source.replace("setGrossSales(200)", "setGrossSales(200.0)")).expect("it can be written");
    // Three brittle dependences, and "John".
    assert_eq!(judged(&taint(&copied, &["--since", "HEAD"])), (1.into(), 4));
    fs::write(&path, &source).expect("it can be written");
    let output = copied.command("taint", &["--since", "HEAD"]).output().expect("it starts");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()), (Some(0), ""));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no test has changed"), "{said}");
}
