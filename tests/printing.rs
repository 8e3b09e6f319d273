//! Sequences as Java: what is printed means the method that was called, compiles without warnings, and reads as people write it.

use crate::java::{class_path, compiler, javac};
use crate::maven::{self, JUNIT};
use crate::sequence::launch;
use fex::classfile::ClassName;
use fex::java::CompilationUnit;
use fex::java::dialect::{Dialect, Framework};
use fex::sequence::{Detecting, Member, Plain, Program, Seen, Sequence, Statement};
use std::fs;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A class with constructors and methods of one name, and one that extends it.
const WORDS: &str = "
package printed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

public class Words extends Named {
    private final Collection<String> words;

    public Words(Collection<String> words) {
        super(\"words\", 1);
        this.words = words;
    }

    public static String join(String... words) {
        return String.valueOf(words);
    }

    public static int tag(String value) {
        return 1;
    }

    public static int tag(Object value) {
        return 2;
    }

    public static int wide(long value) {
        return 3;
    }

    public static int wide(Integer value) {
        return 4;
    }

    public List<String> all() {
        return new ArrayList<>(words);
    }

    public int shared(Collection<String> others) {
        return others.size();
    }
}

class Named {
    Named(String name) {}

    Named(String name, int number) {}
}
";

/// The compiled classes.
fn classes() -> &'static (TempDir, Program) {
    static CLASSES: OnceLock<(TempDir, Program)> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = folder.path().join("Words.java");
        fs::write(&source, WORDS).expect("a file can be written");
        javac(&folder.path().join("classes"), &[], &[source]);
        let program = Program::read(&launch(folder.path(), &["classes"])).expect("the classes can be read");
        (folder, program)
    })
}

fn text(text: &str) -> Statement {
    Statement::Text(text.to_owned())
}

fn static_call(name: &str, descriptor: &str, arguments: &[u32]) -> Statement {
    let (owner, name, descriptor) = ("printed/Words".to_owned(), name.to_owned(), descriptor.to_owned());
    Statement::CallStatic { owner, name, descriptor, arguments: arguments.to_vec() }
}

fn call(on: u32, owner: &str, name: &str, descriptor: &str, arguments: &[u32]) -> Statement {
    let (owner, name, descriptor) = (owner.to_owned(), name.to_owned(), descriptor.to_owned());
    Statement::Call { on, owner, name, descriptor, arguments: arguments.to_vec() }
}

fn new(owner: &str, descriptor: &str, arguments: &[u32]) -> Statement {
    Statement::New { owner: owner.to_owned(), descriptor: descriptor.to_owned(), arguments: arguments.to_vec() }
}

fn strings(elements: &[u32]) -> Statement {
    Statement::Array { element: "Ljava/lang/String;".to_owned(), elements: elements.to_vec() }
}

/// The sequences with what each comes to, and the lines of its test.
fn cases() -> Vec<(Vec<Statement>, Plain, Vec<&'static str>)> {
    let number = |bits| Plain::Number { ty: "I".to_owned(), bits };
    let int = |bits| Statement::Number { ty: "I".to_owned(), bits };
    let (join, of_words) = ("([Ljava/lang/String;)Ljava/lang/String;", "(Ljava/util/Collection;)V");
    vec![
        // A constructor of the superclass is none of the class.
        (
            vec![
                new("java/util/ArrayList", "()V", &[]),
                new("printed/Words", of_words, &[0]),
                call(1, "printed/Words", "all", "()Ljava/util/List;", &[]),
            ],
            Plain::ListOf(Vec::new()),
            vec!["Words words = new Words(new ArrayList<>());", "assertEquals(Collections.emptyList(), words.all());"],
        ),
        // What a method takes says what a list has.
        (
            vec![
                new("java/util/ArrayList", "()V", &[]),
                text("a"),
                call(0, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", &[1]),
                new("printed/Words", of_words, &[0]),
                call(3, "printed/Words", "shared", "(Ljava/util/Collection;)I", &[0]),
            ],
            number(1),
            vec![
                "ArrayList<String> arrayList = new ArrayList<>();",
                "arrayList.add(\"a\");",
                "Words words = new Words(arrayList);",
                "assertEquals(1, words.shared(arrayList));",
            ],
        ),
        (
            vec![text("a"), text("b"), strings(&[0, 1]), static_call("join", join, &[2])],
            Plain::Null,
            vec!["assertNull(Words.join(\"a\", \"b\"));"],
        ),
        (vec![strings(&[]), static_call("join", join, &[0])], Plain::Null, vec!["assertNull(Words.join());"]),
        (
            vec![Statement::Null, strings(&[0]), static_call("join", join, &[1])],
            Plain::Null,
            vec!["assertNull(Words.join((String) null));"],
        ),
        (
            vec![Statement::Null, static_call("join", join, &[0])],
            Plain::Null,
            vec!["assertNull(Words.join((String[]) null));"],
        ),
        // Java means the method that takes less.
        (
            vec![Statement::Null, static_call("tag", "(Ljava/lang/String;)I", &[0])],
            number(1),
            vec!["assertEquals(1, Words.tag(null));"],
        ),
        (
            vec![Statement::Null, static_call("tag", "(Ljava/lang/Object;)I", &[0])],
            number(2),
            vec!["assertEquals(2, Words.tag((Object) null));"],
        ),
        // Without a box first.
        (vec![int(7), static_call("wide", "(J)I", &[0])], number(3), vec!["assertEquals(3, Words.wide(7));"]),
        (
            vec![int(7), static_call("wide", "(Ljava/lang/Integer;)I", &[0])],
            number(4),
            vec!["assertEquals(4, Words.wide((Integer) 7));"],
        ),
        // The signature of a method says what its list has.
        (
            vec![
                new("java/util/ArrayList", "()V", &[]),
                new("printed/Words", of_words, &[0]),
                call(1, "printed/Words", "all", "()Ljava/util/List;", &[]),
                new("printed/Words", of_words, &[2]),
                call(3, "printed/Words", "shared", "(Ljava/util/Collection;)I", &[2]),
            ],
            number(0),
            vec![
                "Words words = new Words(new ArrayList<>());",
                "List<String> list = words.all();",
                "Words words2 = new Words(list);",
                "assertEquals(0, words2.shared(list));",
            ],
        ),
    ]
}

/// `tests/sequence.rs` says that what is printed does what was performed; here, Java says that it has nothing to complain of.
#[test]
fn printed_tests_mean_the_method_that_was_called_and_compile_without_warnings() {
    let (folder, program) = classes();
    let dialect = Dialect::new(Framework::JUnit5);
    let mut class = dialect.class("WordsTest");
    let mut expected = Vec::new();
    for (number, (statements, was, lines)) in cases().into_iter().enumerate() {
        let target = Member {
            owner: ClassName::internal("printed/Words"),
            name: "join".to_owned(),
            descriptor: String::new(),
            is_static: true,
        };
        let subject = statements.len() as u32 - 1;
        let detecting = Detecting {
            sequence: Sequence { statements, subject },
            package: "printed".to_owned(),
            target,
            distance: 0,
            was: Seen::Value(was),
            would_be: Seen::Value(Plain::Nothing),
            written: Vec::new(),
        };
        class.push(detecting.test_method(program, dialect, &format!("case{number}")));
        expected.push((number, lines));
    }
    let unit = CompilationUnit { header: None, package: "printed".to_owned(), class };
    let printed = unit.print();
    for (number, lines) in expected {
        let method = printed.split(&format!("void case{number}() {{\n")).nth(1).expect("it is there");
        let body: Vec<&str> = method.lines().map(str::trim).take_while(|line| *line != "}").collect();
        assert_eq!(body, lines, "{printed}");
    }
    let source = folder.path().join("WordsTest.java");
    fs::write(&source, &printed).expect("a file can be written");
    let path = class_path(&[folder.path().join("classes"), maven::jar(JUNIT)]);
    let output = compiler()
        .args(["-Xlint:all,-classfile", "-Werror", "-proc:none", "-d"])
        .arg(folder.path().join("tests"))
        .arg("-cp")
        .arg(path)
        .arg(&source)
        .output()
        .expect("javac can be run");
    assert!(output.status.success(), "{}\n{printed}", String::from_utf8_lossy(&output.stderr));
}
