//! Trees of Java against the compiler: what is printed is compiled without a warning, and means what the tree means.

use crate::java::{compiler, java_files, javac, succeed};
use crate::maven::{self, JUNIT};
use fex::java::dialect::{Assertion, Assertions, Dialect, Framework};
use fex::java::{
    Annotation, Binary, Class, CompilationUnit, Expr, Literal, Method, Modifier, Parameter, Primitive, Stmt, Type,
    Unary,
};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        // Knuth's linear congruential generator (The Art of Computer Programming, 3.3.4).
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A tree of an `int` with its value, computed without Java.
fn int(random: &mut Random, depth: u64) -> (Expr, i32) {
    let inner = depth.saturating_sub(1);
    match if depth == 0 { 0 } else { random.below(8) } {
        0 => {
            let value = [0, 1, -1, 7, -3, i32::MAX, i32::MIN][random.below(7) as usize];
            (Expr::int(i64::from(value)), value)
        }
        1 => {
            let (name, value) = [("a", 5), ("b", -9)][random.below(2) as usize];
            (Expr::name(name), value)
        }
        2 => {
            let (operand, value) = int(random, inner);
            (operand.minus(), value.wrapping_neg())
        }
        3 => {
            let (condition, holds) = boolean(random, inner);
            let ((then, one), (otherwise, other)) = (int(random, inner), int(random, inner));
            (condition.choose(then, otherwise), if holds { one } else { other })
        }
        4 => {
            let (operand, value) = int(random, inner);
            let (primitive, value) = match random.below(3) {
                0 => (Primitive::Byte, i32::from(value as i8)),
                1 => (Primitive::Short, i32::from(value as i16)),
                _ => (Primitive::Char, i32::from(value as u16)),
            };
            (operand.cast(Type::Primitive(primitive)), value)
        }
        5 => {
            // A cast to a class before a sign, and a call on the result. Of an operator, a `byte` is an `int`, too.
            let (operand, value) = match random.below(2) {
                0 => (Expr::int(-3), -3),
                _ => {
                    let (operand, value) = int(random, inner);
                    (operand.minus(), value.wrapping_neg())
                }
            };
            (operand.cast(Type::integer()).call("intValue", vec![]), value)
        }
        _ => {
            let ((left, one), (right, other)) = (int(random, inner), int(random, inner));
            let operators = [Binary::Plus, Binary::Minus, Binary::Times, Binary::Divide, Binary::Remainder];
            let operator = operators[random.below(5) as usize];
            let value = match operator {
                Binary::Plus => one.wrapping_add(other),
                Binary::Minus => one.wrapping_sub(other),
                Binary::Times => one.wrapping_mul(other),
                _ if other == 0 => return (left, one),
                Binary::Divide => one.wrapping_div(other),
                _ => one.wrapping_rem(other),
            };
            (left.binary(operator, right), value)
        }
    }
}

/// The same for a `boolean`.
fn boolean(random: &mut Random, depth: u64) -> (Expr, bool) {
    let inner = depth.saturating_sub(1);
    match if depth == 0 { 0 } else { random.below(6) } {
        0 => {
            let value = random.below(2) == 0;
            (Expr::name(if value { "yes" } else { "no" }), value)
        }
        1 => {
            let (operand, value) = boolean(random, inner);
            (Expr::Unary(Unary::Not, Box::new(operand)), !value)
        }
        2 => {
            let ((left, one), (right, other)) = (boolean(random, inner), boolean(random, inner));
            let positive = random.below(2) == 0;
            (left.equal(right, positive), (one == other) == positive)
        }
        3 => {
            let ((left, one), (right, other)) = (boolean(random, inner), boolean(random, inner));
            match random.below(2) {
                0 => (left.binary(Binary::And, right), one && other),
                _ => (left.binary(Binary::Or, right), one || other),
            }
        }
        4 => {
            let (condition, holds) = boolean(random, inner);
            let ((then, one), (otherwise, other)) = (boolean(random, inner), boolean(random, inner));
            (condition.choose(then, otherwise), if holds { one } else { other })
        }
        _ => {
            let ((left, one), (right, other)) = (int(random, inner), int(random, inner));
            let (operator, value) = match random.below(6) {
                0 => (Binary::Less, one < other),
                1 => (Binary::LessEqual, one <= other),
                2 => (Binary::Greater, one > other),
                3 => (Binary::GreaterEqual, one >= other),
                4 => (Binary::Equal, one == other),
                _ => (Binary::NotEqual, one != other),
            };
            (left.binary(operator, right), value)
        }
    }
}

/// The hash code of a string, as `String.hashCode` is specified.
fn hash(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

fn write(folder: &Path, unit: &CompilationUnit) {
    fs::write(folder.join(format!("{}.java", unit.class.name)), unit.print()).expect("it can be written");
}

#[test]
fn java_computes_what_the_trees_mean() {
    let mut random = Random(13);
    let mut class = Class::new(&[Modifier::Public, Modifier::Final], "Values");
    // An operand of a cast may be of the type already, and a divisor is written as a constant.
    let warned = ["unused", "cast", "divzero"];
    class.annotations.push(Annotation::suppress(&warned));
    let (mut printed, mut expected) = (Vec::new(), Vec::new());
    for index in 0..600 {
        let (ty, value) = match index % 3 {
            0 => {
                let (tree, value) = boolean(&mut random, 5);
                expected.push(value.to_string());
                (Type::BOOLEAN, tree)
            }
            1 => {
                let (tree, value) = int(&mut random, 5);
                expected.push(value.to_string());
                (Type::INT, tree)
            }
            _ => {
                let signs = ['a', ' ', '"', '\\', '\n', '\r', '\t', '\u{0}', 'é', 'u', '\u{2028}', '\u{1f600}', '\''];
                let length = if index % 10 == 0 { 400 } else { 9 };
                let text: String = (0..length).map(|_| signs[random.below(13) as usize]).collect();
                expected.push(hash(&text).to_string());
                (Type::INT, Expr::text(text).call("hashCode", vec![]))
            }
        };
        let name = format!("value{index}");
        let parameters = [(Type::INT, "a"), (Type::INT, "b"), (Type::BOOLEAN, "yes"), (Type::BOOLEAN, "no")];
        let method = Method::new(&[Modifier::Static], Some(ty), &name);
        let parameters = parameters.map(|(ty, name)| Parameter::new(ty, name)).to_vec();
        class.push(method.parameters(parameters).body(vec![Stmt::returns(value)]));
        let call = Expr::own(name, vec![Expr::int(5), Expr::int(-9), Expr::truth(true), Expr::truth(false)]);
        let out = Expr::library("java.lang", "System").field("out");
        printed.push(Stmt::Expr(out.call("println", vec![call])));
    }
    let parameters = vec![Parameter::new(Type::string().array(), "arguments")];
    class.push(Method::new(&[Modifier::Public, Modifier::Static], None, "main").parameters(parameters).body(printed));
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    write(folder.path(), &CompilationUnit { header: None, package: String::new(), class });
    javac(folder.path(), &[], &java_files(folder.path()));
    let output = succeed(Command::new("java").arg("-cp").arg(folder.path()).arg("Values"));
    for (index, (actual, expected)) in output.lines().zip(&expected).enumerate() {
        assert_eq!(actual, expected, "value{index}");
    }
    assert_eq!(output.lines().count(), expected.len());
}

#[test]
fn lines_of_printed_trees_are_short() {
    let mut random = Random(29);
    for _ in 0..200 {
        let mut class = Class::new(&[], "Lines");
        let method = Method::new(&[], Some(Type::BOOLEAN), "value");
        class.push(
            method.body(vec![Stmt::returns(Expr::own("f", (0..6).map(|_| boolean(&mut random, 4).0).collect()))]),
        );
        let text = CompilationUnit { header: None, package: String::new(), class }.print();
        for line in text.lines() {
            assert!(line.len() <= 116, "{line}");
        }
    }
}

#[test]
fn literals_of_all_kinds_are_what_they_are() {
    let literals = [
        (Literal::Long(-5), "-5L"),
        (Literal::Double(5.0), "5.0"),
        (Literal::Double(1e300), "1e300"),
        (Literal::Float(2.0), "2.0f"),
        (Literal::Char('\''), "'\\''"),
        (Literal::Char('\\'), "'\\\\'"),
        (Literal::Null, "null"),
    ];
    let mut class = Class::new(&[], "Literals");
    let arguments = literals.iter().map(|(literal, _)| Expr::Literal(literal.clone())).collect();
    class.push(Method::new(&[], None, "m").body(vec![Expr::own("f", arguments).into()]));
    let text = CompilationUnit { header: None, package: String::new(), class }.print();
    let written: Vec<&str> = literals.iter().map(|(_, written)| *written).collect();
    assert!(text.contains(&format!("f({});", written.join(", "))), "{text}");
}

#[test]
fn templates_compile_without_a_warning() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let sources = ["fixture/java/templates", "app/trial", "app/recording"];
    let sources = sources.map(|source| Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(source));
    let files: Vec<_> = sources.iter().flat_map(|folder| java_files(folder)).collect();
    javac(folder.path(), &[], &files);
}

/// A test class that asserts everything there is to assert.
fn asserting(dialect: Dialect, name: &str) -> CompilationUnit {
    let mut class = dialect.class(name);
    let text = || Expr::text("a");
    let size = || text().call("length", vec![]);
    let one = || Expr::int(1);
    let null = || Expr::null().cast(Type::object());
    let assertions = [
        Assertion::True(size().equal(one(), true)),
        Assertion::False(size().equal(one(), false)),
        Assertion::Null(null()),
        Assertion::NotNull(text()),
        Assertion::Equal(one(), size()),
        Assertion::Same(text(), text()),
    ];
    let message = || Expr::text("the length is ").plus(size());
    let plain = assertions.iter().map(|assertion| dialect.assertion(assertion.clone(), None));
    let described = assertions.iter().map(|assertion| dialect.assertion(assertion.clone(), Some(message())));
    class.push(dialect.test("everythingHolds").body(plain.chain(described).collect()));
    CompilationUnit { header: None, package: "dialects".to_owned(), class }
}

#[test]
fn every_dialect_is_one_of_its_library() {
    let frameworks =
        [Framework::JUnit3, Framework::JUnit4, Framework::JUnit5, Framework::TestNg].map(Dialect::new).to_vec();
    let libraries = [Assertions::AssertJ, Assertions::Hamcrest, Assertions::Truth];
    let libraries = libraries.map(|assertions| Dialect { assertions, ..frameworks[2] });
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (index, dialect) in frameworks.into_iter().chain(libraries).enumerate() {
        write(folder.path(), &asserting(dialect, &format!("Dialect{index}Test")));
    }
    let jars: Vec<_> = [
        JUNIT,
        "junit:junit:4.13.2",
        "org.hamcrest:hamcrest-core:1.3",
        "org.testng:testng:7.5.1",
        "org.assertj:assertj-core:3.27.3",
        "com.google.truth:truth:1.4.4",
        "com.google.guava:guava:33.4.8-jre",
    ]
    .map(maven::jar)
    .to_vec();
    let classes = folder.path().join("classes");
    // Class files of the libraries name annotations that are not there.
    let mut javac = compiler();
    javac.args(["-Xlint:all,-classfile,-processing", "-d"]).arg(&classes).arg("-cp");
    javac.arg(crate::java::class_path(&jars)).args(java_files(folder.path()));
    succeed(&mut javac);
    // The engines of JUnit 3 to 5 run what they know; TestNG's test compiles.
    let mut junit = Command::new("java");
    junit.arg("-jar").arg(&jars[0]).args(["execute", "--details=tree", "--disable-banner", "--class-path"]);
    junit
        .arg(crate::java::class_path(&[std::slice::from_ref(&classes), &jars[1..]].concat()))
        .arg("--scan-class-path")
        .arg(&classes);
    let report = succeed(&mut junit);
    assert!(report.contains(" 6 tests successful"), "{report}");
}
