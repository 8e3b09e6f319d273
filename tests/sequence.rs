//! Sequences of calls that detect transformations, on the classes of `jvm/targets/main/sequences`, whose comments say for which
//! bodies there is one. What is found is printed, compiled by javac and run by JUnit, on the classes and on classes that were
//! compiled from a source with another body: neither knows of fex.

use crate::java::{class_path, compiler, javac};
use crate::maven::{self, JUNIT};
use fex::classfile::{ClassName, Descriptor, MethodRef, Type};
use fex::extreme::{Method, Selection, Subject};
use fex::java::CompilationUnit;
use fex::java::dialect::{Dialect, Framework};
use fex::sequence::{
    Came, Detecting, Detection, LeftOut, Limits, Member, NotDetected, Outcome, Performing, Plain, Program, Seen,
    Sequence, Statement, TestMethod, Wanted, carve, detect,
};
use fex::session::{Launch, Surroundings, TestClasses};
use fex::worker::protocol::{Feature, Sequences, Step};
use fex::worker::{Jars, JvmSettings, Profile};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::slice;
use std::sync::OnceLock;
use tempfile::TempDir;

const PACKAGE: &str = "sequences";

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main").join(PACKAGE)
}

/// The compiled classes with what was found for them.
struct Searched {
    folder: TempDir,
    program: Program,
    /// Each transformation by its method and its name, with its replacement as source.
    found: Vec<(Method, String, String, Outcome)>,
}

impl Searched {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn files() -> Vec<PathBuf> {
    ["Account", "Command", "Key", "Ledger", "Markup", "Nest", "Route", "Safe", "Signs", "Tap", "Vault"]
        .map(|name| sources().join(name).with_extension("java"))
        .to_vec()
}

/// The classes beside them: tests, and a class with fixtures.
const TESTS: [&str; 5] = ["CommandTest", "KeyTest", "MarkupTest", "SafeTest", "VaultStructures"];

/// How the classes in some parts of a folder are run.
pub fn launch(folder: &Path, parts: &[&str]) -> Launch {
    let settings = JvmSettings {
        java: "java".into(),
        jvm_arguments: vec!["-Xmx256m".to_owned()],
        class_path: parts.iter().map(|part| folder.join(part)).collect(),
        directory: folder.to_owned(),
        environment: BTreeMap::new(),
    };
    Launch {
        name: String::new(),
        settings,
        profile: Profile::default(),
        tests: TestClasses { all: TESTS.map(|name| format!("{PACKAGE}/{name}")).to_vec(), ..TestClasses::default() },
        filter: None,
        groups: Vec::new(),
        excluded_groups: Vec::new(),
        exclusions: Vec::new(),
        surroundings: Surroundings::Real,
        own: parts.iter().map(|part| folder.join(part).display().to_string()).collect(),
    }
}

/// The test of a class.
fn test_of(class: &str) -> Option<TestMethod> {
    let name = match class {
        "Command" => "parses",
        "Key" => "equals",
        "Markup" => "counts",
        "Safe" => "opens",
        _ => return None,
    };
    Some(TestMethod { class: ClassName::internal(&format!("{PACKAGE}/{class}Test")), name: name.to_owned() })
}

/// The search, done once for all tests.
fn searched() -> &'static Searched {
    static SEARCHED: OnceLock<Searched> = OnceLock::new();
    SEARCHED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let classes = folder.path().join("classes");
        javac(&classes, &[], &files());
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/test").join(PACKAGE);
        let tests = TESTS.map(|name| tests.join(name).with_extension("java"));
        javac(&folder.path().join("known-tests"), &[classes, maven::jar(JUNIT)], &tests);
        let launch = launch(folder.path(), &["classes", "known-tests"]);
        let selection = Selection {
            rules: Vec::new(),
            operators: Vec::new(),
            only: Vec::new(),
            except: Vec::new(),
            ignore: Vec::new(),
        };
        let subject = Subject::read(&[folder.path().join("classes")], &selection).expect("the classes can be read");
        let stated = stated();
        let mut wanted = Vec::new();
        let mut about = Vec::new();
        for (method, guard) in subject.methods.iter().zip(subject.guards()) {
            let Some(guard) = guard.filter(|_| stated.contains_key(&method.title())) else { continue };
            for (number, transformation) in (0..).zip(&method.transformations) {
                let owner = ClassName::internal(&method.class);
                let descriptor = Descriptor::parse(&method.descriptor).expect("it is one");
                let name = method.name.as_str().into();
                let tests = test_of(owner.simple().split('$').next().unwrap_or_default()).into_iter().collect();
                let of = MethodRef { owner, name, descriptor };
                wanted.push(Wanted { method: of, change: (guard, number), tests });
                about.push((method.clone(), transformation.name.clone(), written(&transformation.body, method)));
            }
        }
        let program = Program::read(&launch).expect("the classes can be read");
        let jars = Jars::unpack().expect("the Java half was built");
        let limits = Limits { tries: 3_000, ..Limits::default() };
        let guard = subject.guard();
        let detect = |(program, launch, jars, guard)| {
            detect(
                &Detection {
                    program,
                    launch,
                    jars,
                    guard,
                    limits,
                    jobs: 2,
                    compiles: &|_| Ok(true),
                    tell: &|_, _| Ok(()),
                },
                &wanted,
            )
        };
        let outcomes = detect((&program, &launch, &jars, &guard)).expect("workers can be used");
        let found = about.into_iter().zip(outcomes);
        let found = found.map(|((method, name, body), outcome)| (method, name, body, outcome)).collect();
        Searched { folder, program, found }
    })
}

/// A body as source writes it.
fn written(body: &[Step], method: &Method) -> String {
    let result = Descriptor::parse(&method.descriptor).expect("it is one").result();
    let value = match body {
        [] => return String::new(),
        [Step::Int(value)] if result == Type::parse("Z") => (*value != 0).to_string(),
        [Step::Int(value)] => value.to_string(),
        [Step::Double(value)] => format!("{value:?}"),
        [Step::Null] => "null".to_owned(),
        [Step::Text(text)] => format!("{text:?}"),
        [Step::EmptyArray(element)] if element == "Ljava/lang/String;" => "new String[0]".to_owned(),
        [Step::EmptyArray(element)] if element == "B" => "new byte[0]".to_owned(),
        other => panic!("no method of the target has {other:?}"),
    };
    format!("return {value};")
}

/// For each method with a comment what is said of the bodies in its place.
fn stated() -> BTreeMap<String, BTreeMap<String, String>> {
    let mut stated = BTreeMap::new();
    for file in files() {
        let text = fs::read_to_string(&file).expect("a target can be read");
        let mut class = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some((_, rest)) = line.split_once("class ").filter(|_| line.ends_with('{')) {
                let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric()).collect();
                class = if line.starts_with(' ') { format!("{class}${name}") } else { name };
            }
            if line == "    }" && class.contains('$') {
                // A nested class ends where a brace stands as far to the left as its head; its methods' braces do not.
                class = class.split('$').next().unwrap_or_default().to_owned();
            }
            let Some((kind, names)) = line.trim().strip_prefix("// ").and_then(|comment| comment.split_once(": "))
            else {
                continue;
            };
            let names = names.split(';').next().unwrap_or_default().split(' ');
            let head = lines.next().expect("a method follows its comment");
            let method = head.split('(').next().and_then(|head| head.rsplit(' ').next()).expect("a method has a name");
            let of_names: BTreeMap<String, String> = names.map(|name| (name.to_owned(), kind.to_owned())).collect();
            stated.insert(format!("{PACKAGE}.{class}.{method}"), of_names);
        }
    }
    stated
}

fn kind(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Detecting(_) => "detected",
        Outcome::Nothing { why: NotDetected::Hidden, .. } => "hidden",
        Outcome::Nothing { why: NotDetected::Same, .. } => "same",
        Outcome::Nothing { why: NotDetected::Unobservable, .. } => "unobservable",
        Outcome::Nothing { why: NotDetected::NotReached, .. } => "not reached",
    }
}

fn found() -> impl Iterator<Item = (&'static Method, &'static str, &'static str, &'static Detecting)> {
    searched().found.iter().filter_map(|(method, name, body, outcome)| match outcome {
        Outcome::Detecting(found) => Some((method, name.as_str(), body.as_str(), &**found)),
        Outcome::Nothing { .. } => None,
    })
}

#[test]
fn what_a_comment_says_can_be_detected_is_detected() {
    let mut told: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (method, name, _, outcome) in &searched().found {
        told.entry(method.title()).or_default().insert(name.clone(), kind(outcome).to_owned());
    }
    assert_eq!(told, stated());
}

#[test]
fn what_is_found_is_valid_and_short() {
    for (method, name, _, found) in found() {
        let sequence = &found.sequence;
        assert!(sequence.is_valid(&searched().program, PACKAGE), "{} {name}: {sequence:?}", method.title());
        let calls = sequence.statements.iter().filter(|statement| matches!(statement, Statement::Call { .. })).count();
        // A safe takes an amount, five turns and the call that takes it out again; a file is named and read.
        let most = if method.class.ends_with("Safe") || method.class.ends_with("Ledger") { 7 } else { 4 };
        assert!(calls <= most, "{} {name}: {sequence:?}", method.title());
        // The number of a line is a literal, and nothing that happens to be as great.
        let is_line = |statement: &&Statement| matches!(statement, Statement::Call { name, .. } if name == "get");
        for line in sequence.statements.iter().filter(is_line) {
            let Statement::Call { arguments, .. } = line else { continue };
            let is_number = |value: &u32| matches!(sequence.statements[*value as usize], Statement::Number { .. });
            assert!(arguments.iter().all(is_number), "{} {name}: {sequence:?}", method.title());
        }
    }
}

/// A source in which a method has another body.
fn replaced(source: &str, method: &Method, body: &str) -> String {
    let head = format!(" {}(", method.name);
    let mut lines = Vec::new();
    let mut end = None;
    for line in source.lines() {
        match end.as_deref() {
            Some(brace) if line != brace => continue,
            Some(_) => end = None,
            None if line.contains(&head) && line.ends_with('{') => {
                let indentation: String = line.chars().take_while(|letter| *letter == ' ').collect();
                lines.extend([line.to_owned(), body.to_owned()]);
                end = Some(format!("{indentation}}}"));
                continue;
            }
            None => {}
        }
        lines.push(line.to_owned());
    }
    lines.join("\n")
}

/// The test of a sequence, in a file of its own.
fn test(name: &str, found: &Detecting) -> String {
    let dialect = Dialect::new(Framework::JUnit5);
    let mut class = dialect.class(name);
    class.push(found.test_method(&searched().program, dialect, "detects"));
    CompilationUnit { header: None, package: PACKAGE.to_owned(), class }.print()
}

/// Runs a test class with JUnit; the exit code says whether all passed.
fn passes(name: &str, class_path_entries: &[PathBuf]) -> bool {
    let mut java = Command::new("java");
    java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar"]).arg(maven::jar(JUNIT));
    java.args(["execute", "--details=none", "--disable-banner", "--select-class"]).arg(name);
    let output = java.arg("--class-path").arg(class_path(class_path_entries)).output().expect("a JDK is installed");
    output.status.success()
}

/// Compiles sources; what they say of types may be unchecked.
fn compile(into: &Path, class_path_entries: &[PathBuf], files: &[PathBuf]) {
    let mut javac = compiler();
    javac.args(["-nowarn", "-d"]).arg(into).arg("-cp").arg(class_path(class_path_entries)).args(files);
    crate::java::succeed(&mut javac);
}

#[test]
fn printed_tests_pass_on_the_class_and_fail_where_the_body_is_another_one() {
    let searched = searched();
    let mut files = Vec::new();
    for (number, (.., found)) in found().enumerate() {
        let file = searched.path(&format!("Fex{number}Test.java"));
        fs::write(&file, test(&format!("Fex{number}Test"), found)).expect("it can be written");
        files.push(file);
    }
    let classes = searched.path("classes");
    let known = searched.path("known-tests");
    compile(&searched.path("tests"), &[classes.clone(), known.clone(), maven::jar(JUNIT)], &files);
    let mut java = Command::new("java");
    java.arg("-jar").arg(maven::jar(JUNIT)).args(["execute", "--details=tree", "--disable-banner", "--select-package"]);
    java.arg(PACKAGE).arg("--class-path").arg(class_path(&[searched.path("tests"), classes.clone(), known.clone()]));
    crate::java::succeed(&mut java);
    for (number, (method, name, body, _)) in found().enumerate() {
        let folder = searched.path(&format!("replaced{number}"));
        fs::create_dir(&folder).expect("it can be made");
        let outer = method.class.split(['/', '$']).nth(1).expect("it is in a package");
        let is_it = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == outer);
        let source = self::files().into_iter().find(is_it).expect("a target has its name from its class");
        let text = fs::read_to_string(&source).expect("a target can be read");
        let copy = folder.join(source.file_name().expect("it has a name"));
        fs::write(&copy, replaced(&text, method, body)).expect("it can be written");
        compile(&folder.join("classes"), slice::from_ref(&classes), slice::from_ref(&copy));
        let test = format!("{PACKAGE}.Fex{number}Test");
        let passes = passes(&test, &[searched.path("tests"), folder.join("classes"), classes.clone(), known.clone()]);
        assert!(
            !passes,
            "{} {name}:\n{}",
            method.title(),
            self::test(&test, found().nth(number).expect("it is there").3)
        );
    }
}

#[test]
fn printed_tests_read_as_a_person_would_write_them() {
    let of = |title: &str, transformation: &str| {
        let is_it = |(method, name, ..): &(&Method, &str, &str, &Detecting)| {
            method.title() == format!("{PACKAGE}.{title}") && *name == transformation
        };
        let text = test("SomeTest", found().find(is_it).expect("it is detected").3);
        let body = text.split("void detects() {\n").nth(1).and_then(|rest| rest.split("\n    }\n").next());
        body.expect("it has the test").lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of("Account.isMagic", "false"), ["assertTrue(Account.isMagic(\"xyzzy\"));"]);
    assert_eq!(of("Account.isMagic", "true"), ["assertFalse(Account.isMagic(\"a\"));"]);
    let deposit = of("Account.deposit", "void");
    assert_eq!(
        deposit,
        ["Account account = new Account(\"a\");", "account.deposit(1);", "assertEquals(1, account.balance());"]
    );
    let fill = of("Account.fill", "void");
    assert_eq!(fill.last().map(String::as_str), Some("assertArrayEquals(new long[] {9L}, longs);"), "{fill:?}");
}

#[test]
fn what_a_test_does_is_carved_from_its_code() {
    // What the source of `SafeTest` says, with the field, the method before it, the helper and its loop followed, and without the assertion
    // and the message. What is taken may be more than 0.
    let opens = test_of("Safe").expect("it has one");
    let carved = carve(&searched().program, PACKAGE, &opens).and_then(|carved| carved.sequence);
    let carved = carved.expect("it does something");
    let number = |value: &u32| match &carved.statements[*value as usize] {
        Statement::Number { bits, .. } => bits.to_string(),
        other => panic!("{other:?}"),
    };
    let said = |statement: &Statement| match statement {
        Statement::New { owner, .. } => Some(format!("new {owner}")),
        Statement::Call { on, name, arguments, .. } => {
            assert!(matches!(carved.statements[*on as usize], Statement::New { .. }), "there is one safe");
            Some(format!("{name}({})", arguments.iter().map(number).collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    };
    let said: Vec<String> = carved.statements.iter().filter_map(said).collect();
    let turns = ["turn(31)", "turn(7)", "turn(54)", "turn(18)", "turn(26)"];
    assert_eq!(said, [&["new sequences/Safe", "put(5)"], &turns[..], &["isOpen()", "take(0)", "put(2)"]].concat());
    assert!(carved.is_valid(&searched().program, PACKAGE) && carved.is_valid(&searched().program, "elsewhere"));
}

#[test]
fn an_assertion_of_equality_is_carved_as_the_question_that_it_asks() {
    // Two keys, the question whether they are equal, the key of the function that is to throw; the file is left out, as it is counted.
    let equals = test_of("Key").expect("it has one");
    let carved = carve(&searched().program, PACKAGE, &equals).expect("the test is there");
    let sequence = carved.sequence.expect("it does something");
    let said = |statement: &Statement| match statement {
        Statement::CallStatic { name, arguments, .. } => Some(format!("{name}{arguments:?}")),
        Statement::Call { on, name, arguments, .. } => Some(format!("{on}.{name}{arguments:?}")),
        _ => None,
    };
    let said: Vec<String> = sequence.statements.iter().filter_map(said).collect();
    assert_eq!(said, ["of[0]", "of[0]", "1.equals[2]", "of[4]"]);
    assert_eq!(carved.left_out.into_iter().collect::<Vec<_>>(), [(LeftOut::Apart, 2)]);
    assert!(sequence.is_valid(&searched().program, PACKAGE));
}

#[test]
fn a_variable_of_a_field_has_the_type_that_the_field_declares() {
    let map = "Ljava/util/HashMap;";
    let known = Statement::Static { owner: "sequences/Signs".to_owned(), name: "known".to_owned(), ty: map.to_owned() };
    let forget = call("sequences/Signs", "forget", "()V", true).statement(None, Vec::new());
    let both = call("sequences/Signs", "both", &format!("({map}{map})I"), true);
    let zero = Seen::Value(Plain::Number { ty: "I".to_owned(), bits: 0 });
    let found = Detecting {
        sequence: Sequence { statements: vec![known, forget, both.statement(None, vec![0, 0])], subject: 2 },
        package: PACKAGE.to_owned(),
        target: both,
        distance: 0,
        was: zero.clone(),
        would_be: zero,
        written: Vec::new(),
    };
    let text = test("SignsTest", &found);
    // What the source of `Signs` says; a map of objects would not compile.
    assert!(text.contains("HashMap<String, Character> hashMap = Signs.known;"), "{text}");
}

fn call(owner: &str, name: &str, descriptor: &str, is_static: bool) -> Member {
    Member { owner: ClassName::internal(owner), name: name.to_owned(), descriptor: descriptor.to_owned(), is_static }
}

/// A new account, a deposit of 1, and the balance.
fn balance() -> Sequence {
    let statements = vec![
        Statement::Text("a".to_owned()),
        call("sequences/Account", "<init>", "(Ljava/lang/String;)V", true).statement(None, vec![0]),
        Statement::Number { ty: "I".to_owned(), bits: 1 },
        call("sequences/Account", "deposit", "(I)V", false).statement(Some(1), vec![2]),
        call("sequences/Account", "balance", "()I", false).statement(Some(1), Vec::new()),
    ];
    Sequence { statements, subject: 4 }
}

#[test]
fn a_sequence_is_valid_if_values_come_before_their_use_and_fit() {
    let program = &searched().program;
    let is_valid = |sequence: &Sequence| sequence.is_valid(program, PACKAGE);
    assert!(is_valid(&balance()));
    assert!(!is_valid(&balance().with(2, Statement::Number { ty: "J".to_owned(), bits: 1 })), "a long is no int");
    assert!(!is_valid(&balance().with(0, Statement::Number { ty: "I".to_owned(), bits: 1 })), "nor is an int a text");
    let mut late = balance();
    late.statements.swap(2, 3);
    assert!(!is_valid(&late), "the amount is used before it is there");
    let mut beyond = balance();
    beyond.subject = 5;
    assert!(!is_valid(&beyond));
}

#[test]
fn sequences_are_joined_extended_and_shortened() {
    let two = balance().joined(&balance());
    assert_eq!((two.statements.len(), two.subject), (10, 9));
    assert!(two.is_valid(&searched().program, PACKAGE));
    // Without the first deposit nothing uses the first amount any more, and the second account stays what it is.
    let fewer = two.without(3, None).expect("nothing uses what it returns").tidied();
    assert_eq!((fewer.statements.len(), fewer.subject), (8, 7));
    assert!(fewer.is_valid(&searched().program, PACKAGE));
    assert_eq!(balance().without(1, None), None, "the account is used");
    let other = balance().extended(call("sequences/Account", "largest", "()I", false).statement(Some(1), Vec::new()));
    assert!(other.is_valid(&searched().program, PACKAGE) && !other.is_valid(&searched().program, "elsewhere"));
}

/// An array for which there is no room fills nothing, so that the same JVM performs what comes next; what is too long in one JVM is none of the sequence's
/// outcomes, as another one may have room for it. A builder of text has an array of as many letters.
#[test]
fn what_asks_for_more_memory_than_there_is_does_not_end_the_jvm() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jars = Jars::unpack().expect("the Java half was built");
    let (launch, started) = (launch(folder.path(), &[]), Cell::new(0));
    let (watched, objects, only) = (Vec::new(), Vec::new(), String::new());
    let sequences = Sequences { watched, objects, depth: 2, limit: 10, elements: 10, folder: only, is_held: false };
    let start = || {
        started.set(started.get() + 1);
        launch.start(&jars, &[Feature::Sequences(sequences.clone())]).map(|(worker, _)| worker)
    };
    let mut performing = Performing::new(start, 1000);
    let of_length = |bits: i64| {
        let length = Statement::Number { ty: "I".to_owned(), bits };
        let (owner, descriptor) = ("java/lang/StringBuilder".to_owned(), "(I)V".to_owned());
        Sequence { statements: vec![length, Statement::New { owner, descriptor, arguments: vec![0] }], subject: 1 }
    };
    let all: Vec<Sequence> = [i64::from(i32::MAX), 1 << 30, 16].map(of_length).to_vec();
    for _ in 0..3 {
        let came = performing.perform(&all, None).expect("a worker can be used");
        let [longest, long, short] = &came[..] else { panic!("{came:?}") };
        for came in [longest, long] {
            assert!(matches!(came, Came::Performed(performed) if performed.cut && performed.ended == 1), "{came:?}");
        }
        assert_eq!(short.performed().map(|performed| performed.ended), Some(2), "{short:?}");
    }
    assert_eq!(started.get(), 1);
}
