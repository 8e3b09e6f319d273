//! Tests that `fex integrate --write` searches for: all that can be covered is, and what is written compiles and holds.

use crate::coupling::{checked, conditions, integrate, open, reported};
use crate::extreme::Targets;
use crate::java::javac;
use crate::maven::{self, JUNIT};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// All others can be covered, also where `note == null`; a time limit that is not reached changes nothing. As the published tool counts, a test
/// may also take both branches with nothing between them, so that nothing stays open for `Clerk`.
#[test]
fn whatever_is_not_impossible_is_covered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let flag = format!("--write={}", folder.path().display());
    let searched = ["--budget", "20000", "--time-limit", "500"];
    let report = reported("coupled.ClerkTest", &[&["Purser", "coupled.Safe", &flag][..], &searched].concat());
    assert_eq!(open(&report), BTreeSet::new());
    let report = reported("coupled.ClerkTest", &[&["Clerk", "Till", &flag, "--paper"][..], &searched].concat());
    assert_eq!(open(&report), BTreeSet::new());
    let stopped =
        reported("coupled.ClerkTest", &["Steward", "Till", &flag, "--budget", "1000000000", "--time-limit", "2"]);
    assert_eq!(open(&stopped).len(), 2, "{stopped}");
    assert_eq!(stopped["search"]["interrupted"], false);
}

/// `choose` takes 150 for 1 and 2, and 50 for 3, so that four coupled branches cannot be covered, which is proved; all others can. What is written is compiled
/// here, without warnings, and measured as the tests of anybody else are.
#[test]
fn tests_are_written_for_whatever_can_be_covered() {
    let targets = Targets::compiled();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str| {
        let out = folder.path().join(name);
        let flag = format!("--write={}", out.display());
        let report = reported("coupled.ClerkTest", &["Clerk", "Till", &flag, "--budget", "4000", "--seed", "7"]);
        let path = out.join("coupled/ClerkWithTillTest.java");
        (report, fs::read_to_string(&path).expect("it was written"), path)
    };
    let (first, text, path) = write("first");
    let impossible = [
        ("kind is 1, 2", "amount > 1000"),
        ("kind is 1, 2", "amount <= 100"),
        ("kind is 3", "amount > 1000"),
        ("kind is 3", "amount > 100"),
    ];
    let impossible = BTreeSet::from(impossible.map(|(caller, callee)| (caller.to_owned(), callee.to_owned())));
    assert_eq!(conditions(&first, "impossible", |_| true), impossible, "{text}");
    assert_eq!(open(&first), BTreeSet::new(), "{text}");
    assert_eq!(text, write("second").1, "the same seed writes the same tests");
    let classes = folder.path().join("classes");
    javac(&classes, &[targets.path("main"), maven::jar(JUNIT)], &[path]);
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["integrate", "Clerk", "Till", "--format", "json", "--classes"]).arg(targets.path("main"));
    fex.arg("--tests").arg(&classes).arg("--classpath").arg(maven::jar(JUNIT));
    fex.arg("--directory").arg(folder.path()).arg("--cache").arg(folder.path().join("cache"));
    let alone: Value = serde_json::from_slice(&fex.output().expect("the binary starts").stdout).expect("it is JSON");
    assert_eq!(alone["failing"], json!([]));
    let count = |report: &Value| report["pairs"][0]["covered"].as_u64().expect("a number");
    let before = first["search"]["coveredBefore"].as_u64().expect("a number");
    assert!(count(&alone) >= count(&first) - before, "{alone}");
}

/// Searches for tests of branches, not of mutants, and gives what is open and the class of tests that was written.
fn found(folder: &Path, pair: [&str; 2], budget: &str) -> (BTreeSet<(String, String)>, String) {
    let flag = format!("--write={}", folder.display());
    let report = reported("coupled.ClerkTest", &[pair[0], pair[1], &flag, "--budget", budget, "--mutants=false"]);
    let path = folder.join(format!("coupled/{}With{}Test.java", pair[0], pair[1]));
    (open(&report), fs::read_to_string(path).expect("it was written"))
}

/// Compiles a class of tests that was written into a folder, without a warning.
fn compiles(folder: &Path, class: &str) {
    let source = folder.join(format!("coupled/{class}.java"));
    javac(&folder.join("classes"), &[Targets::compiled().path("main"), maven::jar(JUNIT)], &[source]);
}

/// `Monitor` asks a `Feed`, an interface with three methods that no class implements. What leads to the gauge is only one whose levels differ from
/// call to call, or one that throws the exception that it declares.
#[test]
fn objects_of_an_interface_that_no_class_implements_are_stubs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (open, text) = found(folder.path(), ["Monitor", "Gauge"], "20000");
    assert_eq!(open, BTreeSet::new(), "{text}");
    assert!(text.contains("new Feed() {"), "{text}");
    compiles(folder.path(), "MonitorWithGaugeTest");
}

/// `Drain` asks a `Source`, an abstract class that no class extends. Its constructor calls a method of what extends it.
#[test]
fn objects_of_an_abstract_class_that_no_class_extends_are_stubs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (open, text) = found(folder.path(), ["Drain", "Gauge"], "20000");
    assert_eq!(open, BTreeSet::new(), "{text}");
    assert!(text.contains("new Source() {"), "{text}");
    compiles(folder.path(), "DrainWithGaugeTest");
}

/// `Lookout` is abstract itself and is made of a gauge and a limit, which must not be negative; it extends `Thread`, which has no abstract methods.
#[test]
fn objects_of_an_abstract_class_are_made_with_arguments() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (open, text) = found(folder.path(), ["Lookout", "Gauge"], "20000");
    assert_eq!(open, BTreeSet::new(), "{text}");
    assert!(text.contains("new Lookout(new Gauge(), "), "{text}");
    compiles(folder.path(), "LookoutWithGaugeTest");
}

/// `Inspector` is given a method, a field or a constructor. No method has more than 255 parameters, and most of the JDK have few, so that the gauge rises to 101 for those alone that take any
/// number of arguments; a field has a name.
#[test]
fn members_of_classes_are_objects_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (open, text) = found(folder.path(), ["Inspector", "Gauge"], "20000");
    let left = [("!field.getType().isPrimitive()", "what == null"), ("!method.isVarArgs()", "verdict > 100")];
    assert_eq!(open, BTreeSet::from(left.map(|(caller, callee)| (caller.to_owned(), callee.to_owned()))), "{text}");
    let asked = [".class.getMethod(", ".class.getDeclaredField(", ".class.getDeclaredConstructor("];
    assert!(asked.iter().all(|asked| text.contains(asked)), "{text}");
    compiles(folder.path(), "InspectorWithGaugeTest");
}

/// `Porter` says of each of its methods what comes of what the callee throws. Three exceptions, one of them of an `assert`, are neither declared nor
/// documented nor thrown on purpose, and leave the caller; a fourth one is documented in the source of the callee, which one run has and the other one has not.
#[test]
fn exceptions_that_nobody_has_announced_are_told_of() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let flag = format!("--write={}", folder.path().display());
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main").display().to_string();
    let searched = ["Porter", "coupled.Ledger", &flag, "--budget", "6000"];
    let suspicious = |more: &[&str]| {
        let report = reported("coupled.ClerkTest", &[&searched[..], more].concat());
        report["search"]["suspicious"].as_array().expect("a list").clone()
    };
    let told = |all: &[Value]| -> BTreeSet<(String, String)> {
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let one = |one: &Value| {
            let stack = one["stack"].as_array().expect("a list").iter().map(text);
            let of_program = stack.filter(|frame| frame.starts_with("coupled."));
            let lines: Vec<String> =
                of_program.map(|frame| frame.split(',').next().unwrap_or_default().to_owned()).collect();
            (text(&one["exception"]), lines.join(" < "))
        };
        all.iter().map(one).collect()
    };
    let expected = |all: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        let one = |(kind, method): &(&str, &str)| {
            (format!("java.lang.{kind}"), format!("coupled.Ledger.{method} < coupled.Porter.{method}"))
        };
        all.iter().map(one).collect()
    };
    let documented = suspicious(&["--sources", &sources]);
    let known =
        [("NullPointerException", "entered"), ("NumberFormatException", "parsed"), ("AssertionError", "counted")];
    assert_eq!(told(&documented), expected(&known), "{documented:#?}");
    let fourth = ("ArrayIndexOutOfBoundsException", "page");
    assert_eq!(told(&suspicious(&[])), expected(&[&known[..], &[fourth]].concat()));
    // The smallest test calls the caller and nothing else.
    let tests = documented.iter().map(|one| one["test"].as_str().expect("text"));
    let mut of_entered = tests.filter(|test| test.contains("void enteredThrowsNullPointerException()"));
    let test = of_entered.next().expect("a test of its own");
    assert_eq!((test.matches(';').count(), test.matches("porter.").count()), (5, 1), "{test}");
    let file = folder.path().join("suspicious/coupled/PorterWithLedgerTest.java");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder can be made");
    fs::write(&file, test).expect("it can be written");
    javac(&folder.path().join("classes"), &[Targets::compiled().path("main"), maven::jar(JUNIT)], &[file]);
    // A build puts up with as many as it says.
    let code =
        |limit: &str| integrate("coupled.ClerkTest", &[&searched[..], &["--fail-on", limit]].concat()).status.code();
    assert_eq!([code("suspicious=4"), code("suspicious=3")], [Some(0), Some(1)]);
}

/// In a JVM that has performed other sequences, one call of `Depot` covers what two calls cover in a fresh one.
#[test]
fn what_static_state_covers_in_a_used_jvm_is_covered_in_a_fresh_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (open, text) = found(folder.path(), ["Depot", "Gauge"], "4000");
    assert_eq!(open, BTreeSet::new(), "{text}");
}

/// Two coupled branches of `Steward` cannot be covered, which is not proved, so that only the interruption ends this search. It comes once fex has written what its JVMs
/// need; when in the search it is heard is left to chance, as it is on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_search_reports_what_it_found_and_is_incomplete() {
    let targets = Targets::compiled();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).expect("a folder can be made");
    let mut fex = targets.command_of("integrate", &targets.path("project"), &folder.path().join("cache"));
    let flag = format!("--write={}", folder.path().join("written").display());
    fex.args([
        "--test-names",
        "coupled.ClerkTest",
        "Steward",
        "Till",
        &flag,
        "--budget",
        "1000000000",
        "--format",
        "json",
    ]);
    // Whoever runs the tests may have had them ignore signals.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(fex.get_program()).args(fex.get_args()).env("TMPDIR", &temporary);
    let fex = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
    while fs::read_dir(&temporary).map_or(0, Iterator::count) == 0 {
        thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &fex.id().to_string()]).status().expect("`kill` can be run");
    assert!(sent.success());
    let output = fex.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let report = checked(&output);
    assert_eq!(report["search"]["interrupted"], true);
}

/// A caller and a callee whose code decides by bounds, computes, counts and calls.
const SHOP: &str = "package shop;

public class Shop {
    int sell(Price price, int count) {
        if (count < 1) {
            throw new IllegalArgumentException();
        }
        return price.total(count);
    }

    boolean gives(Price price) {
        return price.isFree();
    }

    int rebates(Price price, int count) {
        return price.rebates(count);
    }

    String tag(Price price) {
        return price.label();
    }
}
";

const PRICE: &str = "package shop;

public class Price {
    private final int cents;
    private final boolean reduced;

    public Price(int cents, boolean reduced) {
        this.cents = cents;
        this.reduced = reduced;
    }

    public int total(int count) {
        int sum = cents * count;
        if (count > 10) {
            sum -= sum / 10;
        }
        return reduced ? sum / 2 : sum;
    }

    public boolean isFree() {
        return cents == 0;
    }

    public int rebates(int count) {
        int rebates = 0;
        while (count > 10) {
            count -= 10;
            rebates++;
        }
        return rebates;
    }

    public String label() {
        return prefix() + cents;
    }

    private String prefix() {
        return reduced ? \"only \" : \"\";
    }
}
";

/// What may be wrong in `Price`: what is there, and what is in its place.
const WRONG: [(&str, &str); 12] = [
    ("cents * count", "cents / count"),
    ("if (count > 10)", "if (count >= 10)"),
    ("if (count > 10)", "if (true)"),
    ("sum -= sum / 10", "sum += sum / 10"),
    ("sum / 10", "sum / 11"),
    ("sum / 2", "sum"),
    ("cents == 0", "cents != 0"),
    ("while (count > 10)", "while (count >= 10)"),
    ("rebates++", "rebates--"),
    ("return rebates", "return 0"),
    ("prefix() + cents", "\"\" + cents"),
    ("reduced ? \"only \"", "!reduced ? \"only \""),
];

/// What fex prints that searches for tests of classes in a folder, beginning with a test that does nothing.
fn searched_from_nothing(folder: &Path, classes: &Path, pair: [&str; 2], out: &Path, more: &[&str]) -> Output {
    let (source, tests) = (folder.join("NothingTest.java"), folder.join("nothing"));
    fs::write(&source, "class NothingTest { @org.junit.jupiter.api.Test void nothing() {} }")
        .expect("it can be written");
    javac(&tests, &[maven::jar(JUNIT)], &[source]);
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.arg("integrate").args(pair).args(more).arg("--classes").arg(classes).arg("--tests").arg(tests);
    fex.arg("--classpath")
        .arg(maven::jar(JUNIT))
        .arg("--directory")
        .arg(folder)
        .arg("--cache")
        .arg(folder.join("cache"));
    fex.arg(format!("--write={}", out.display())).output().expect("the binary starts")
}

/// Whether the tests of a class pass that JUnit runs by itself, on classes in a folder.
fn passes(classes: &Path, tests: &Path) -> bool {
    let console = maven::jar(JUNIT);
    let path = std::env::join_paths([classes, tests, &console]).expect("they are paths");
    let mut java = Command::new("java");
    java.arg("-cp").arg(path).arg("org.junit.platform.console.ConsoleLauncher");
    java.args(["execute", "--disable-banner", "--details=none", "--select-class", "shop.ShopWithPriceTest"]);
    java.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("java starts").success()
}

/// Tests that fex writes for mutants detect what a person gets wrong in a source: each of these programs is compiled by javac, and run by JUnit
/// without fex. All of them differ from the original for some input, which a reader sees. Without mutants, no branch leads to the calls of
/// `isFree`, `rebates` and `label`, so that what is wrong there stays unseen.
#[test]
fn tests_detect_what_is_wrong_in_a_callee() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let compiled = |name: &str, price: &str| {
        let sources = folder.path().join(format!("{name}-sources"));
        fs::create_dir(&sources).expect("it can be made");
        let files = [("Shop.java", SHOP), ("Price.java", price)].map(|(file, text)| {
            fs::write(sources.join(file), text).expect("it can be written");
            sources.join(file)
        });
        let classes = folder.path().join(name);
        javac(&classes, &[], &files);
        classes
    };
    let classes = compiled("original", PRICE);
    let tests = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let more = [&["--budget", "4000", "--format", "json"], more].concat();
        let output = searched_from_nothing(folder.path(), &classes, ["Shop", "Price"], &out, &more);
        let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        let source = out.join("shop/ShopWithPriceTest.java");
        let text = fs::read_to_string(&source).expect("it was written");
        javac(&out.join("classes"), &[classes.clone(), maven::jar(JUNIT)], &[source]);
        (report["search"]["mutants"].clone(), text, out.join("classes"))
    };
    let (mutants, text, strong) = tests("strong", &[]);
    let (none, _, weak) = tests("weak", &["--mutants=false"]);
    assert_eq!(none, Value::Null);
    assert!(passes(&classes, &strong) && passes(&classes, &weak), "{text}");
    let undetected = |tests: &Path| -> Vec<&str> {
        let is_unseen = |(number, (right, wrong)): &(usize, &(&str, &'static str))| {
            let changed = PRICE.replacen(right, wrong, 1);
            assert_ne!(changed, PRICE, "{right}");
            let name = format!(
                "{number}-{}",
                tests.parent().expect("it is in a folder").file_name().expect("it has a name").display()
            );
            passes(&compiled(&name, &changed), tests)
        };
        WRONG.iter().enumerate().filter(is_unseen).map(|(_, (_, wrong))| *wrong).collect()
    };
    assert_eq!(undetected(&strong), Vec::<&str>::new(), "{mutants} {text}");
    assert!(undetected(&weak).contains(&"cents != 0"));
    let count = |key: &str| mutants[key].as_u64().expect("a number");
    assert!(count("detected") <= count("run") && count("run") <= count("all"), "{mutants}");
    assert!(count("detected") * 10 > count("all") * 8, "{mutants} {text}");
}

/// Compiles some sources, each with the name of its file.
fn compiled(folder: &Path, classes: &Path, sources: &[(&str, &str)]) {
    let written = |(name, text): &(&str, &str)| {
        fs::write(folder.join(name), text).expect("it can be written");
        folder.join(name)
    };
    javac(classes, &[], &sources.iter().map(written).collect::<Vec<_>>());
}

/// What fex prints that searches for tests of classes with some sources, which it writes into `out`.
fn searched_in(folder: &Path, sources: &[(&str, &str)], pair: [&str; 2], more: &[&str]) -> Output {
    let [classes, out] = ["classes", "out"].map(|name| folder.join(name));
    compiled(folder, &classes, sources);
    searched_from_nothing(folder, &classes, pair, &out, more)
}

/// Fex says how many coupled branches are covered.
fn assert_covered(output: &Output, count: &str) {
    let [said, complained] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(said.contains(&format!("{count} coupled branches covered")), "{said}{complained}");
}

/// The hour, the year and what follows from them are others a year later and in another zone, so that no test asserts them; what is asked of the argument
/// is the same.
#[test]
fn what_hangs_on_the_time_is_not_asserted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [
        (
            "Diary.java",
            "public class Diary {\n    int entry(Stamp stamp, int day) {\n        return day > 7 ? stamp.days(day) : 0;\n    }\n}\n",
        ),
        (
            "Stamp.java",
            "public class Stamp {\n    private final long made = System.currentTimeMillis() / 86_400_000;\n\n    public long made() {\n        return made;\n    }\n\n    public int days(int day) {\n        return day > 100 ? day + 1 : day;\n    }\n}\n",
        ),
    ];
    let output = searched_in(folder.path(), &sources, ["Diary", "Stamp"], &["--budget", "2000"]);
    assert!(output.status.success());
    let text = fs::read_to_string(folder.path().join("out/DiaryWithStampTest.java")).expect("it was written");
    let hands_over = ["entry(new Stamp(), ", ".days("].iter().any(|call| text.contains(call));
    assert!(hands_over && text.contains("assertEquals(") && !text.contains(".made()"), "{text}");
}

/// In Kathmandu, where the second JVM is that confirms tests, the callee goes through another branch on its way. What else a test covers holds
/// there, too, and so it is written: three of four coupled branches can be covered in one zone.
#[test]
fn what_is_covered_here_and_elsewhere_counts_whatever_else_differs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [
        (
            "Post.java",
            "public class Post {\n    int cost(Stamp stamp, int weight) {\n        return weight > 7 ? stamp.price(weight) : 0;\n    }\n}\n",
        ),
        (
            "Stamp.java",
            "public class Stamp {\n    public int price(int weight) {\n        boolean isFar = java.util.TimeZone.getDefault().getID().equals(\"Asia/Kathmandu\");\n        return (weight > 100 ? 2 : 1) * (isFar ? weight / weight : 1);\n    }\n}\n",
        ),
    ];
    let more = ["--budget", "2000", "--mutants=false", "--jvm-arg=-Duser.timezone=UTC"];
    let output = searched_in(folder.path(), &sources, ["Post", "Stamp"], &more);
    assert_covered(&output, "3 of 4");
}

/// Pages can be had of texts only, and are asked for of numbers; a lambda could be either rate of a ledger; and what is called may throw everything. Tests
/// with raw types and a cast do all that, as a person would write them, and are compiled here without a warning.
#[test]
fn tests_compile_whose_types_java_could_not_infer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [
        (
            "Scribe.java",
            "public class Scribe {\n    int copy(Ledger ledger, Pages<Integer> pages, int first) throws Throwable {\n        return pages.count() > 0 ? ledger.total(pages, first) : 0;\n    }\n}\n",
        ),
        (
            "Ledger.java",
            "public class Ledger {\n    public interface Rate {\n        int of(int count);\n    }\n\n    public interface Fee {\n        long of(long count);\n    }\n\n    private final long each;\n\n    public Ledger(Rate rate) {\n        each = rate.of(1);\n    }\n\n    public Ledger(Fee fee) {\n        each = fee.of(1);\n    }\n\n    public int total(Pages<Integer> pages, int first) {\n        return first > pages.count() + each ? 1 : 2;\n    }\n}\n",
        ),
        (
            "Pages.java",
            "public final class Pages<T> {\n    private final int count;\n\n    private Pages(int count) {\n        this.count = count;\n    }\n\n    public static Pages<String> ofTexts(int count) {\n        return new Pages<>(count);\n    }\n\n    public int count() {\n        return count;\n    }\n}\n",
        ),
    ];
    let more = ["--budget", "2000", "--mutants=false"];
    let output = searched_in(folder.path(), &sources, ["Scribe", "Ledger"], &more);
    assert_covered(&output, "2 of 2");
    let source = folder.path().join("out/ScribeWithLedgerTest.java");
    let text = fs::read_to_string(&source).expect("it was written");
    assert!(text.contains("@SuppressWarnings({\"rawtypes\", \"unchecked\"})"), "{text}");
    assert!(text.contains("(Ledger.Rate) ") || text.contains("(Ledger.Fee) "), "{text}");
    assert!(text.contains("throws Throwable"), "{text}");
    javac(&folder.path().join("compiled"), &[folder.path().join("classes"), maven::jar(JUNIT)], &[source]);
}

/// What a class takes from its objects by declaring it abstract again, a stub of it has to give back, or it would not compile.
#[test]
fn stubs_have_what_a_class_has_made_abstract_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [
        (
            "Guard.java",
            "public class Guard {\n    int admit(Badge badge, int age) {\n        return age > 18 ? badge.level(age) : 0;\n    }\n}\n",
        ),
        (
            "Badge.java",
            "public abstract class Badge {\n    public abstract String toString();\n\n    public abstract boolean equals(Object other);\n\n    public int hashCode() {\n        return 1;\n    }\n\n    public int level(int age) {\n        return age > 60 ? 2 : 1;\n    }\n}\n",
        ),
    ];
    let more = ["--budget", "2000", "--mutants=false"];
    let output = searched_in(folder.path(), &sources, ["Guard", "Badge"], &more);
    assert_covered(&output, "2 of 2");
}

/// `Till.closed` leaves behind that all tills are closed, and each test of an open one fails that runs after it, in one order or in the other one. Such a test
/// alone covers one of the coupled branches; those that it disturbs cover that the till is open, and how much is taken.
#[test]
fn of_a_test_that_disturbs_others_and_these_whatever_covers_less_is_left_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [
        (
            "Shop.java",
            "public class Shop {\n    int order(Till till, int count) {\n        return count > 7 ? till.take(count) : 0;\n    }\n}\n",
        ),
        (
            "Till.java",
            "public class Till {\n    private static boolean isClosed;\n\n    public static Till closed() {\n        isClosed = true;\n        return new Till();\n    }\n\n    public int take(int count) {\n        if (isClosed) {\n            return -1;\n        }\n        return count > 1000 ? 3 : count > 100 ? 2 : 1;\n    }\n}\n",
        ),
    ];
    let output = searched_in(folder.path(), &sources, ["Shop", "Till"], &["--budget", "4000", "--mutants=false"]);
    let text = fs::read_to_string(folder.path().join("out/ShopWithTillTest.java")).expect("it was written");
    assert!(text.contains("new Till()") && !text.contains("Till.closed()"), "{text}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("1 more did not hold"), "{said}");
}
