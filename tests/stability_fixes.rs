//! Fixes that `fex stability` tries out, on copies of tests that depend on what they do not control.

use crate::copied::Copied;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Surroundings that are the same on every machine.
fn usual(command: &mut Command) -> &mut Command {
    command.env("TZ", "UTC").env("LC_ALL", "C.UTF-8")
}

fn judged(copied: &Copied, more: &[&str]) -> Value {
    fs::write(copied.folder().join("here.txt"), "").expect("it can be written");
    let Output { stdout, stderr, .. } =
        usual(&mut copied.command("stability", more)).output().expect("the binary starts");
    let report = serde_json::from_slice(&stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&stderr)));
    crate::report::validate_with(include_str!("../grammar/stability.schema.json"), &report);
    report
}

/// A text with `NOW` in the place of the last full hour, which another one may follow while a test runs.
fn timeless(text: &str) -> String {
    let now = regex::Regex::new(r"\d{4}-\d\d-\d\dT\d\d:00:00Z").expect("it is a regular expression");
    now.replace_all(text, "NOW").into_owned()
}

/// The texts of the sources, by name, without the hour.
fn sources(copied: &Copied) -> BTreeMap<String, String> {
    copied.texts().into_iter().map(|(name, text)| (name, timeless(&text))).collect()
}

/// The fixes that are offered for each test and factor, each with its kind and words; the instant of now is `NOW`.
fn offered(report: &Value) -> BTreeMap<String, Vec<String>> {
    let told = |fix: &Value| timeless(&format!("{}: {}", text(&fix["kind"]), text(&fix["words"])));
    let fixes = |one: &Value| one["fixes"].as_array().map(|fixes| fixes.iter().map(told).collect());
    all(report).filter_map(|one| Some((named(one), fixes(one)?))).collect()
}

/// The test and the factor of a dependence.
fn named(one: &Value) -> String {
    format!("{} {}", text(&one["method"]), text(&one["factor"]))
}

fn all(report: &Value) -> impl Iterator<Item = &Value> {
    report["dependences"].as_array().expect("a list").iter()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn expected(fixes: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let owned = |words: &&[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    fixes.iter().map(|(test, words)| ((*test).to_owned(), owned(words))).collect()
}

/// What the program takes from its caller, what a test reads itself, and what it leaves to others, its source says; so these are the changes
/// with which nothing is left to the machine.
#[test]
fn what_a_test_can_say_itself_is_offered() {
    let (_, report) = unstable();
    let clock = r#"Clock.fixed(Instant.parse("NOW"), ZoneOffset.UTC)"#;
    let [handed_over, read] = [
        format!("argument: Hand it over: `new Receipt({clock})`"),
        format!("argument: Say it where it is read: `LocalDate.now({clock})`"),
    ];
    let set = "fixture: Set it before each test, and put it back: `Locale.setDefault(Locale.ROOT)`";
    assert_eq!(
        offered(report),
        expected(&[
            ("aIsPlain order", &["reset: Take back what other tests leave behind: `Mode.setName(\"plain\")`"]),
            ("bLogsNothing order", &["reset: Take back what other tests leave behind: `Mode.LOG.clear()`"]),
            (
                "cHasNoProperty order",
                &["reset: Take back what other tests leave behind: `System.clearProperty(\"unstable.mode\")`"]
            ),
            ("clockIsHandedOver time", &[handed_over.as_str()]),
            ("clockIsRead time", &[read.as_str()]),
            ("eIsReady order", &["reset: Set up what the test needs: `Mode.prepare()`"]),
            (
                "encodingIsRead encoding",
                &["argument: Say it where it is read: `\"\\u00e4\".getBytes(StandardCharsets.UTF_8)`"]
            ),
            (
                "linesAreWritten line-separator",
                &["constant: Expect what lines end with: `\"one\\ntwo\\n\".replace(\"\\n\", System.lineSeparator())`"]
            ),
            ("localeIsHandedOver locale", &["argument: Hand it over: `Receipt.amount(0.5, Locale.ROOT)`", set]),
            (
                "localeIsRead locale",
                &["argument: Say it where it is read: `String.format(Locale.ROOT, \"%.1f\", 0.5)`", set]
            ),
            ("mapHasAnOrder hash-order", &["ordered: Use what has an order: `new LinkedHashMap<>()`"]),
            (
                "membersAreListed listing",
                &["ordered: Sort it: `Arrays.sort(fields, Comparator.comparing(String::valueOf))`"]
            ),
            (
                "setHasAnOrder hash-order",
                &["ordered: Use what has an order: `new TreeSet<>(List.of(\"c\", \"a\", \"b\"))`"]
            ),
        ])
    );
}

/// The file of a patch, in the folder of the copy.
const PATCH: &str = "fixes.diff";

/// What a patch would change, and what is said meanwhile.
fn patch(copied: &Copied) -> (String, Value) {
    let (before, file) = (copied.texts(), copied.folder().join(PATCH));
    let report = judged(copied, &["--patch", &file.to_string_lossy()]);
    assert_eq!(copied.texts(), before, "a patch leaves the sources as they are");
    (fs::read_to_string(file).expect("it was written"), report)
}

fn apply(copied: &Copied, patch: &str) {
    fs::write(copied.folder().join(PATCH), patch).expect("it can be written");
    copied.run(Command::new("git").args(["apply", PATCH]));
}

/// The patch and the report of the tests of `unstable`, which are judged once for all that look at them.
fn unstable() -> &'static (String, Value) {
    static UNSTABLE: OnceLock<(String, Value)> = OnceLock::new();
    UNSTABLE.get_or_init(|| patch(&Copied::of_data("unstable")))
}

/// Compiles and judges changed sources: what has a chosen fix is stable, and nothing depends on something that it did not depend on before.
fn only_what_has_no_fix_is_left(copied: &Copied, report: &Value) {
    let is_chosen =
        |one: &&Value| one["fixes"].as_array().is_some_and(|fixes| fixes.iter().any(|fix| fix["isChosen"] == true));
    let fixed = all(report).filter(is_chosen).count();
    assert!(fixed >= 6, "{fixed} are fixed: {report}");
    let left: BTreeSet<String> = all(report).filter(|one| !is_chosen(one)).map(named).collect();
    let found: BTreeSet<String> = all(&judged(copied, &[])).map(named).collect();
    assert_eq!(found, left, "{:?}", sources(copied));
}

#[test]
fn what_is_fixed_depends_on_nothing_any_more() {
    let (patch, report) = unstable();
    let [patched, written] = [(); 2].map(|()| Copied::of_data("unstable"));
    apply(&patched, patch);
    judged(&written, &["--write"]);
    assert_eq!(sources(&written), sources(&patched), "both ways of handing over change the same");
    // The number that the test does not expect is the first one of some other sequence, and not of this one.
    assert_eq!(offered(report).get("isRare random"), None);
    only_what_has_no_fix_is_left(&written, report);
}

#[test]
fn a_patch_fixes_what_it_is_applied_to() {
    let copied = Copied::of_targets("surroundings").without("TogglingTest.java");
    let (patch, report) = patch(&copied);
    let seed = "argument: Say it where it is read: `new java.util.Random(0)`".to_owned();
    assert_eq!(offered(&report).get("isRare random"), Some(&vec![seed]));
    apply(&copied, &patch);
    only_what_has_no_fix_is_left(&copied, &report);
}
