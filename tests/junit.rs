//! Suites of both versions of JUnit, in a package of their own, for classes of two packages: they compile without a
//! warning, pass on the right class, and fail on a wrong one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::java::{class_path, java_files, javac, succeed};
use crate::maven;

const SPEC: &str = r#"module baskets
@java("shop.Basket") one sig Basket { first: lone Entry, limit: lone Int }
@java("store.Entry") sig Entry { price: Int, next: lone Entry }
pred repOk[b: Basket] {
  all e: b.first.*next | e not in e.^next
  some b.limit implies (all e: b.first.*next | e.price <= b.limit)
}
generate Basket satisfying repOk for 3 {
  price, limit in 0 .. 2
  method add(p: price): boolean {
    ensures { result iff (no old[this.limit] or p <= old[this.limit]) }
    ensures { this.first.*next.price = old[this.first.*next.price] + (result => p else none) }
    ensures { this.limit = old[this.limit] }
  }
}
"#;

// The limit may be absent: only an `Integer` can say so.
const BASKET: &str = "package shop;
import store.Entry;
public class Basket {
    Entry first;
    Integer limit;
    public boolean add(int price) {
        if (limit != null && price > limit) {
            return false;
        }
        first = new Entry(price, first);
        return true;
    }
}
";

const ENTRY: &str = "package store;
public final class Entry {
    private final int price;
    private final Entry next;
    public Entry(int price, Entry next) {
        this.price = price;
        this.next = next;
    }
}
";

const JUNIT5: [&str; 1] = ["org.junit.platform:junit-platform-console-standalone:1.11.4"];
const JUNIT4: [&str; 2] = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

#[test]
fn a_suite_for_junit_5_passes_on_the_right_class_and_fails_on_a_wrong_one() {
    let runner = |classes: &[PathBuf]| {
        let mut java = Command::new("java");
        java.arg("-jar").arg(&classes[0]).args(["execute", "--fail-if-no-tests", "--class-path"]);
        java.arg(class_path(&classes[1..])).args(["--select-class", "checks.baskets.BasketTest"]);
        java
    };
    check("junit5", &JUNIT5, runner);
}

#[test]
fn a_suite_for_junit_4_passes_on_the_right_class_and_fails_on_a_wrong_one() {
    let runner = |classes: &[PathBuf]| {
        let mut java = Command::new("java");
        java.arg("-cp").arg(class_path(classes)).args(["org.junit.runner.JUnitCore", "checks.baskets.BasketTest"]);
        java
    };
    check("junit4", &JUNIT4, runner);
}

fn check(format: &str, junit: &[&str], runner: impl Fn(&[PathBuf]) -> Command) {
    let work = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = |name: &str| work.path().join(name);
    let wrong = BASKET.replace("price > limit", "price >= limit");
    let throwing = BASKET.replace("first = new", "if (price == 2) throw new IllegalStateException(); first = new");
    for (name, basket) in [("right", BASKET), ("wrong", &wrong), ("throwing", &throwing)] {
        write(&folder(name).join("shop/Basket.java"), basket);
        write(&folder(name).join("store/Entry.java"), ENTRY);
        javac(&folder(name), &[], &java_files(&folder(name)));
    }
    write(&folder("baskets.spec"), SPEC);
    let jars: Vec<PathBuf> = junit.iter().map(|jar| maven::jar(jar)).collect();

    // With the classes at hand and without: an absent limit is `null` either way.
    for known in [true, false] {
        let emitted = folder(&format!("emitted-{known}"));
        let suite = folder(&format!("suite-{known}"));
        let mut generate = Command::new(env!("CARGO_BIN_EXE_fex"));
        generate.arg("generate").arg(folder("baskets.spec")).args(["--format", format]);
        generate.args(["--package", "checks.baskets"]).arg("--out").arg(&emitted);
        if known {
            generate.arg("--classpath").arg(folder("right"));
        }
        succeed(&mut generate);
        assert!(emitted.join("checks/baskets/BasketTest.java").is_file(), "the suite stands in its package");
        javac(&suite, &[jars.clone(), vec![folder("right")]].concat(), &java_files(&emitted));

        let run = |classes: &str| -> Output {
            let entries = [jars.clone(), vec![suite.clone(), folder(classes)]].concat();
            runner(&entries).output().expect("a JDK is installed")
        };
        let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
        let right = run("right");
        assert!(right.status.success(), "{format}, {known}: {}", text(&right));
        let wrong = run("wrong");
        assert!(!wrong.status.success(), "{format}, {known}: {}", text(&wrong));
        assert!(text(&wrong).contains("violates a postcondition"), "{format}, {known}: {}", text(&wrong));
        // An exception that nothing declares says where it was thrown: the call, the structure, its picture.
        let throwing = text(&run("throwing"));
        let told = throwing
            .lines()
            .any(|line| line.contains("add(2) on ") && line.contains(": ") && line.contains(" throws "));
        assert!(told && throwing.contains(" throws java.lang.IllegalStateException"), "{format}, {known}: {throwing}");
    }
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("the file stands in a folder")).expect("the folder can be made");
    fs::write(file, text).expect("the file can be written");
}
