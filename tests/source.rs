//! Edits of Java sources: what is inserted, where, and that nothing that was there is lost.

use fex::java::dialect::{Assertion, Assertions, Dialect, Framework};
use fex::java::{CanonicalName, Expr, Fragment, Type};
use fex::source::{Edit, FileChange, JavaFile, Uneditable};
use std::fs;
use std::path::{Path, PathBuf};

/// All Java files of this repository.
fn java_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            java_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

fn texts() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for folder in ["jvm", "tests"] {
        java_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "target"));
    files.into_iter().map(|path| (path.clone(), fs::read_to_string(&path).expect("it is text"))).collect()
}

/// `assertEquals(1, list.size())`, with what the file lacks for it.
fn assertion(file: &JavaFile) -> Fragment {
    let dialect = Dialect { framework: Framework::JUnit5, assertions: Assertions::Framework };
    let statement = dialect.assertion(Assertion::Equal(Expr::int(1), Expr::source("list.size()")), None);
    Fragment::of_statements(&[statement], &file.around())
}

/// All edits of one statement or member that are possible in a file.
fn edits(file: &JavaFile) -> Vec<Edit> {
    let fragment = assertion(file);
    let methods = file.classes.iter().flat_map(|class| &class.methods);
    let statements = methods.clone().flat_map(|method| &method.statements);
    let after = statements.filter(|statement| statement.is_followable);
    let assertions = after.filter_map(|statement| file.after_statement(statement, &fragment));
    let members = methods.filter_map(|method| file.text_after_method(method, "    void added() {}", &fragment));
    assertions.chain(members).collect()
}

/// Whether all lines of one text are in another one, in the same order.
fn keeps(old: &str, new: &str) -> bool {
    let mut lines = new.split_inclusive('\n');
    // The last line has no end where the file has none.
    old.split_inclusive('\n').all(|line| lines.any(|other| other == line))
}

fn check(path: &Path, text: &str) -> usize {
    let Ok(file) = JavaFile::parse(text.to_owned()) else { return 0 };
    let edits = edits(&file);
    for edit in &edits {
        let new = edit.apply(text);
        assert!(JavaFile::parse(new.clone()).is_ok(), "{} does not parse any more:\n{new}", path.display());
        assert!(keeps(text, &new), "{} has lost a line:\n{new}", path.display());
        let diff = FileChange { old: Some(text.to_owned()), new }.diff("A.java");
        let removed = diff.lines().skip(3).find(|line| line.starts_with('-'));
        assert_eq!(removed, None, "{diff}");
    }
    edits.len()
}

/// An import belongs between the package and the class, which are in one line here: nothing can be put there without changing it. What
/// the file imports already needs no such place.
#[test]
fn nothing_is_imported_where_declarations_share_a_line() {
    let body = "class A {\n    void m() {\n        int i = 0;\n    }\n}\n";
    let import = "import static org.junit.jupiter.api.Assertions.assertEquals;";
    for (head, edits_possible) in [
        ("package p; ".to_owned(), false),
        ("package p; import p.B;\n".to_owned(), false),
        (format!("package p; {import} "), true),
        ("package p; // comment\n".to_owned(), true),
    ] {
        let text = format!("{head}{body}");
        let file = JavaFile::parse(text.clone()).expect("it is Java");
        assert_eq!(!edits(&file).is_empty(), edits_possible, "{text}");
        check(Path::new("A.java"), &text);
    }
}

#[test]
fn an_edited_file_parses_and_has_all_its_lines_in_their_order() {
    let count: usize = texts().iter().map(|(path, text)| check(path, text)).sum();
    assert!(count > 1_000, "only {count} edits were tried");
}

#[test]
fn files_with_other_line_ends_and_tabs_keep_them() {
    let some = texts().into_iter().filter(|(path, _)| path.components().any(|part| part.as_os_str() == "targets"));
    let mut count = 0;
    for (path, text) in some {
        let dos = text.replace("    ", "\t").replace('\n', "\r\n");
        count += check(&path, &dos);
        let Ok(file) = JavaFile::parse(dos.clone()) else { continue };
        for edit in edits(&file) {
            let new = edit.apply(&dos);
            assert!(!new.replace("\r\n", "").contains('\n'), "{new}");
            let inserted = new.lines().find(|line| line.contains("assertEquals(1, list.size())"));
            assert!(inserted.is_none_or(|line| line.starts_with("\t\t")), "{inserted:?}");
        }
    }
    assert!(count > 300, "only {count} edits were tried");
}

/// The text after an assertion was inserted after the last statement of the first method that has one.
fn asserted(text: &str) -> String {
    let file = JavaFile::parse(text.to_owned()).expect("it is Java");
    let mut methods = file.classes.iter().flat_map(|class| &class.methods);
    let statement = methods.find_map(|method| method.statements.last()).expect("there is a statement");
    file.after_statement(statement, &assertion(&file)).expect("its line ends there").apply(text)
}

#[test]
fn an_import_stands_where_people_would_put_it() {
    for (before, after) in [
        (
            "package p;\n\nclass A {\n  void t() {\n    a();\n  }\n}\n",
            "package p;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nclass A {\n  void t() {\n    a();\n    \
             assertEquals(1, list.size());\n  }\n}\n",
        ),
        (
            "class A {\n\tvoid t() {\n\t\ta(); // why\n\t}\n}",
            "import static org.junit.jupiter.api.Assertions.assertEquals;\n\nclass A {\n\tvoid t() {\n\t\ta(); // why\n\t\t\
             assertEquals(1, list.size());\n\t}\n}",
        ),
        (
            "import java.util.List;\nimport p.Q;\nclass A {\n    void t() {\n        a();\n    }\n}\n",
            "import static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport java.util.List;\nimport p.Q;\nclass A {\n    \
             void t() {\n        a();\n        assertEquals(1, list.size());\n    }\n}\n",
        ),
        (
            "import static org.junit.jupiter.api.Assertions.assertAll;\nimport static org.junit.jupiter.api.Assertions.fail;\n\
             class A { class B {\n    void t() {\n        if (x) {\n            a();\n        }\n    }\n} }\n",
            "import static org.junit.jupiter.api.Assertions.assertAll;\nimport static org.junit.jupiter.api.Assertions.\
             assertEquals;\nimport static org.junit.jupiter.api.Assertions.fail;\nclass A { class B {\n    void t() {\n        \
             if (x) {\n            a();\n            assertEquals(1, list.size());\n        }\n    }\n} }\n",
        ),
    ] {
        assert_eq!(asserted(before), after);
    }
}

/// Each of three tests that go into a new class has imports of its own; people write each import once, and static ones first.
#[test]
fn imports_of_several_edits_are_one_block() {
    for text in ["package p;\n\nclass A {\n}\n", "class A {\n}\n", "package p;\r\n\r\nclass A {\r\n}\r\n"] {
        let file = JavaFile::parse(text.to_owned()).expect("it is Java");
        let member = |name: &str, expected: Expr| {
            let dialect = Dialect::new(Framework::JUnit4);
            let actual = Expr::name("x");
            let body = vec![dialect.assertion(Assertion::Equal(expected, actual), None)];
            Fragment::of_members(&[dialect.test(name).body(body).into()], &file.around())
        };
        let map = Expr::new_inferred(Type::class(CanonicalName::new("java.util", "HashMap")), Vec::new());
        let fragments = [member("a", Expr::int(1)), member("b", map), member("c", Expr::int(2))];
        let edit = fragments.iter().fold(Edit::default(), |edit, fragment| {
            let more = file.member(&file.classes[0], fragment, &edit).expect("it has a place");
            edit.and(&more)
        });
        let all = edit.apply(text).replace("\r\n", "\n");
        let (head, _) = all.split_once("class A").expect("the class is there");
        let package = if text.starts_with("package") { "package p;\n\n" } else { "" };
        assert_eq!(
            head,
            format!(
                "{package}import static org.junit.Assert.assertEquals;\n\nimport java.util.HashMap;\nimport org.junit.Test;\n\n"
            )
        );
        assert_eq!(edit.apply(text).contains("\r\n"), text.contains("\r\n"));
        assert!(["a", "b", "c"].iter().all(|name| all.contains(&format!("void {name}() {{"))), "{all}");
    }
}

#[test]
fn what_a_program_made_or_the_grammar_does_not_know_is_not_edited() {
    for (text, why) in [
        ("// Generated by fex. Do not edit.\nclass A {}", Uneditable::Generated),
        ("@Generated(\"tool\") class A {}", Uneditable::Generated),
        ("class A { void m( }", Uneditable::Unparsable),
        ("fun main() {}\nval x = 1", Uneditable::Unparsable),
    ] {
        assert_eq!(JavaFile::parse(text.to_owned()).err(), Some(why), "{text}");
    }
}

#[test]
fn a_line_with_more_than_one_statement_stays_as_it_is() {
    let text = "class A {\n    void t() { a(); b(); }\n}\n";
    let file = JavaFile::parse(text.to_owned()).expect("it is Java");
    let statements = &file.classes[0].methods[0].statements;
    let edits: Vec<Option<Edit>> =
        statements.iter().map(|statement| file.after_statement(statement, &assertion(&file))).collect();
    assert_eq!(edits, [None, None]);
}

#[test]
fn names_in_scope_have_their_declared_types() {
    let text = "import java.util.List;\nclass A {\n    void t(int a) {\n        final List<String> b = m();\n        for (long c : d) {\n            \
                var e = new Object();\n            f();\n        }\n        Runnable r = () -> { int hidden = 1; };\n    }\n}\n";
    let file = JavaFile::parse(text.to_owned()).expect("it is Java");
    let statements = &file.classes[0].methods[0].statements;
    let inner =
        statements.iter().find(|statement| text[statement.range.clone()] == *"f();").expect("it is a statement");
    let names: Vec<(&str, &str)> =
        inner.in_scope.iter().map(|named| (named.name.as_str(), named.ty.as_str())).collect();
    assert_eq!(names, [("a", "int"), ("b", "List<String>"), ("c", "long"), ("e", "Object")]);
    let last = statements.last().expect("there are some");
    let names: Vec<&str> = last.in_scope.iter().map(|named| named.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "r"]);
}

#[test]
fn each_file_asserts_in_its_own_way() {
    for (text, framework, assertions) in [
        ("import org.junit.Test; class A { @Test public void t() { a(); } }", Framework::JUnit4, Assertions::Framework),
        (
            "import junit.framework.*; class A extends TestCase { public void testA() { a(); } }",
            Framework::JUnit3,
            Assertions::Framework,
        ),
        (
            "import org.junit.jupiter.api.*; import static org.assertj.core.api.Assertions.assertThat; class A { @Test void t() { \
             assertThat(1).isEqualTo(1); } }",
            Framework::JUnit5,
            Assertions::AssertJ,
        ),
        (
            "import org.junit.Test; import com.google.common.truth.Truth; class A { @Test public void t() { \
             Truth.assertThat(1).isEqualTo(1); } }",
            Framework::JUnit4,
            Assertions::Truth,
        ),
        (
            "import org.junit.Test; import static org.hamcrest.CoreMatchers.is; import static org.junit.Assert.assertThat; class A { \
             @Test public void t() { assertThat(1, is(1)); } }",
            Framework::JUnit4,
            Assertions::Hamcrest,
        ),
        (
            "import org.testng.annotations.Test; class A { @Test public void t() { a(); } }",
            Framework::TestNg,
            Assertions::Framework,
        ),
        (
            "import org.junit.jupiter.api.BeforeEach;\nclass A extends AbstractParserTestCase {\n  @BeforeEach void setUp() {}\n}\n",
            Framework::JUnit5,
            Assertions::Framework,
        ),
    ] {
        let file = JavaFile::parse(text.to_owned()).expect("it is Java");
        let class = &file.classes[0];
        assert_eq!(file.dialect(class, &class.methods[0]), Some(Dialect { framework, assertions }), "{text}");
    }
}
