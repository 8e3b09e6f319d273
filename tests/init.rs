//! Drafts of specifications: what classes say is in them, they fit their classes, and structures can be made of them.

use crate::java;
use fex::classfile::ClassPath;
use fex::diagnostic::{Source, any_error};
use fex::fixture::{Options, bindings};
use fex::lower::{self, Scopes};
use fex::resolve::{Module, Program};
use fex::skeleton::{Skeleton, skeleton};
use fex::syntax;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn compiled(sources: &[PathBuf]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    java::javac(folder.path(), &[], sources);
    folder
}

fn subjects() -> TempDir {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/subjects/src");
    compiled(&java::java_files(&folder))
}

/// A class of several that stand in one file.
fn one_file(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(format!("{name}.java"));
    fs::write(&file, text).expect("the temporary folder is writable");
    compiled(&[file])
}

fn class_path(folder: &TempDir) -> ClassPath {
    ClassPath::open(folder.path().to_str().expect("temporary folders have plain names")).expect("it is a folder")
}

fn draft(folder: &TempDir, class: &str) -> Skeleton {
    skeleton(&class_path(folder), class).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn resolved(text: &str) -> Module {
    let (program, messages) = Program::new(Source::new("draft.spec", text));
    let (module, more) = fex::resolve::resolve(&program);
    assert!(!any_error(&messages) && !any_error(&more), "{messages:?} {more:?}\n{text}");
    module.unwrap_or_else(|| panic!("it has errors\n{text}"))
}

/// The checks that every draft passes: it is laid out as `fex fmt` does it, means something, and fits its classes, which
/// the code that reads bindings says, not the one that writes them.
fn assert_fits(folder: &TempDir, draft: &Skeleton) {
    let formatted = syntax::format(&Source::new("draft.spec", draft.text.as_str()));
    assert_eq!(formatted.expect("it can be parsed"), draft.text);
    let module = resolved(&draft.text);
    let options = Options { class_path: Some(class_path(folder)), ..Options::default() };
    let mismatches = bindings::check(&module, &module.generates[0], &options);
    assert!(mismatches.is_empty(), "{mismatches:?}\n{}", draft.text);
    let lowered = lower::lower(&module, &module.generates[0], &Scopes::default());
    assert!(lowered.is_ok(), "{:?}\n{}", lowered.err(), draft.text);
}

#[test]
fn drafts_of_the_subjects_fit_their_classes() {
    let folder = subjects();
    let classes = class_path(&folder).names();
    let outer: Vec<&String> = classes.iter().filter(|name| !name.contains('$')).collect();
    assert!(outer.len() >= 6, "{outer:?}");
    for class in outer {
        assert_fits(&folder, &draft(&folder, class));
    }
}

/// What a reader of `Library.java` would write, in its order: a list as an array, a set, a map, an inner, a generic and a
/// private class, a record and an enum.
#[test]
fn a_class_with_every_kind_of_field_is_drafted_as_it_is_declared() {
    let folder = subjects();
    assert_eq!(draft(&folder, "Library").text, include_str!("data/init/library.spec"));
}

#[test]
fn type_variables_are_what_the_reference_says() {
    let folder = one_file(
        "Box",
        "package boxes;
         public class Box<K extends Comparable<K>, V> {
             Entry<K, V> first; java.util.Map<K, java.util.List<V>> deep; java.util.Map<Integer, V> byNumber;
             Comparable<K> least; V[] values; long[] stamps; int count;
             static class Entry<A, B> { A key; B value; Entry<A, B> next; Boolean used; char letter; }
             public boolean put(K key, V value) { return false; }
             public void stamp(long when) { }
             public void all(java.util.Collection<V> values) { }
         }",
    );
    let draft = draft(&folder, "boxes.Box");
    assert_fits(&folder, &draft);
    // `A` of `Entry` is the `K` of `Box`, which is ordered; `B` is its `V`, of which nothing is known.
    for line in [
        "@java(\"boxes.Box\", arguments(\"Integer, Object\"))",
        "@java(\"key\", as(\"java.lang.Integer\"))",
        "value: lone Element",
        "@java(\"stamps\", array(scope, count), as(\"long\"))",
        "@java(\"byNumber\")",
        "byNumber: Int -> lone Element",
        "deep: Int -> Element",
        "used in 0 .. 1",
        "method put(x: least, y: Element): boolean",
        "method stamp(x: stamps)",
        "//   all(java.util.Collection)",
    ] {
        assert!(draft.text.contains(line), "`{line}` is not in\n{}", draft.text);
    }
    assert!(draft.left_out.is_empty(), "{:?}", draft.left_out);
}

#[test]
fn classes_without_objects_bring_those_that_extend_them() {
    let folder = one_file(
        "Picture",
        "package shapes;
         public class Picture extends Base { Shape top; java.util.Comparator<Shape> order; int set; public void set(int all) { } }
         class Base { protected boolean visible; protected transient int modCount; }
         interface Shape { }
         abstract class Solid implements Shape { int weight; }
         class Disc extends Solid { Shape inner; }
         record Point(int x, int y) implements Shape { }",
    );
    let draft = draft(&folder, "shapes.Picture");
    assert_fits(&folder, &draft);
    for line in [
        "abstract sig Shape {",
        "sig Disc extends Shape {",
        "// Inherited from Solid.",
        "@java(\"shapes.Point\", constructor(x, y))",
        "// Inherited from Base.",
        "// Left out: modCount;",
        "// Left out: order;",
        "@java(\"set\")",
        "set_: Int",
        "method set(x: ",
    ] {
        assert!(draft.text.contains(line), "`{line}` is not in\n{}", draft.text);
    }
}

#[test]
fn a_check_that_the_class_has_is_asked_about_every_structure() {
    let folder =
        one_file("Chain", "package chains; public class Chain { Chain next; public boolean repOk() { return true; } }");
    let draft = draft(&folder, "Chain");
    assert_fits(&folder, &draft);
    assert!(draft.text.contains("method repOk(): boolean"), "{}", draft.text);
    assert_eq!(resolved(&draft.text).generates[0].methods[0].ensures.len(), 1);
}

#[test]
fn what_cannot_be_a_root_is_refused_with_the_cure() {
    let folder = one_file(
        "Kinds",
        "package kinds;
         public class Kinds { int i; private static class Hidden { int j; } }
         interface Face { } enum Color { RED } class Empty { static int count; }",
    );
    for (class, message, help) in [
        ("kinds.Face", "it has no objects of its own", "extends or implements"),
        ("kinds.Color", "it is an enum", "holds its constants"),
        ("kinds.Empty", "no fields", "superclass"),
        ("kinds.Kinds$Hidden", "it is private", "around it"),
        ("kind.Kinds", "not on the class path", "`kinds.Kinds`"),
        ("Nobody", "not among the 5 classes", "compile it first"),
    ] {
        let refusal = skeleton(&class_path(&folder), class).expect_err(class);
        assert!(refusal.message.contains(message) && refusal.help.contains(help), "{class}: {refusal:?}");
    }
}

#[test]
fn a_draft_with_an_invariant_becomes_a_suite_that_compiles() {
    let folder = subjects();
    let out = tempfile::tempdir().expect("a temporary folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.args(arguments).arg("--classpath").arg(folder.path()).current_dir(out.path());
        command.output().expect("the binary starts")
    };
    let first = run(&["init", "SearchTree"]);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let spec = out.path().join("search_tree.spec");
    let text = fs::read_to_string(&spec).expect("the draft is written");
    // Nothing that is there is overwritten.
    let again = run(&["init", "SearchTree"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("not overwriting"));

    // The guesses are right.
    assert_eq!(text.matches("  // ").count(), 3, "{text}");
    let stated = text.replace("  // ", "  ");
    fs::write(&spec, stated).expect("the folder is writable");
    let generated = run(&["generate", "search_tree.spec", "--scope", "2"]);
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
    let junit = crate::maven::jar("org.junit.platform:junit-platform-console-standalone:1.11.4");
    let classes = tempfile::tempdir().expect("a temporary folder");
    java::javac(classes.path(), &[folder.path().to_owned(), junit], &java::java_files(&out.path().join("fex-out")));
}

/// The words that a specification reserves or gives a meaning, and names that Java has and a specification has not.
const NAMES: &[&str] = &[
    "all",
    "and",
    "as",
    "but",
    "check",
    "disj",
    "exactly",
    "expect",
    "fact",
    "fun",
    "iden",
    "iff",
    "implies",
    "in",
    "let",
    "lone",
    "module",
    "no",
    "none",
    "not",
    "one",
    "open",
    "or",
    "pred",
    "run",
    "seq",
    "set",
    "sig",
    "some",
    "sum",
    "univ",
    "always",
    "until",
    "steps",
    "Int",
    "String",
    "generate",
    "method",
    "index",
    "scope",
    "satisfying",
    "requires",
    "ensures",
    "when",
    "result",
    "old",
    "repOk",
    "array",
    "ghost",
    "direct",
    "java",
    "values",
    "Element",
    "AnyElement",
    "n",
    "x",
    "y",
    "$m",
    "_m",
    "B$",
    "B_",
    "$",
    "__",
    "a$b",
    "größe",
    "変数",
    "\u{130}",
    "i",
    "\u{130}2",
    "plus",
    "min",
    "add",
    "rem",
];

#[test]
fn every_name_of_java_has_a_counterpart() {
    let each = |write: &dyn Fn(&str) -> String| NAMES.iter().map(|name| write(name)).collect::<String>();
    // A class of every name, which has itself, a field and a method of every other; enums whose constants have them.
    let text = format!(
        "package names; public class Root {{ {} {} {} Flag flag; Other other; }}
         enum Flag {{ {} Flag }}
         enum Other {{ {} Root }}",
        each(&|name| format!("{name} {name};\n")),
        each(&|name| format!("static class {name} {{ {name} {name}; int key; Root t; }}\n")),
        each(&|name| format!("public int {name}({name} {name}) {{ return 0; }}\n")),
        each(&|name| format!("{name}, ")),
        each(&|name| format!("{name}, ")),
    )
    .replace("String String;", "Root.String String;");
    let folder = one_file("Root", &text);
    let draft = draft(&folder, "names.Root");
    assert_fits(&folder, &draft);
    for line in [
        "@java(\"$m\")\n  _m8: lone _m",
        "@java(\"_m\")\n  _m7: lone _m2",
        "@java(\"names.Root$set\")\nsig set_ {",
        "@java(\"names.Root$B$\")\nsig B_ {",
    ] {
        assert!(draft.text.contains(line), "`{line}` is not in\n{}", draft.text);
    }
    for class in ["names.Root$$m", "names.Root$B$", "names.Root$set", "names.Root$変数", "names.Root$\u{130}"] {
        assert_fits(&folder, &self::draft(&folder, class));
    }
}

/// The draft with all its guesses stated, which is a suite of this many structures.
fn count_as_guessed(folder: &TempDir, class: &str, scope: &str) -> String {
    let draft = draft(folder, class);
    assert_fits(folder, &draft);
    let (head, tail) = draft.text.split_once("pred repOk").expect("it has a predicate");
    let (guesses, tail) = tail.split_once("\n}\n").expect("it ends");
    let spec = folder.path().join("draft.spec");
    let text = format!("{head}pred repOk{}\n}}\n{tail}", guesses.replace("\n  // ", "\n  "));
    fs::write(&spec, &text).expect("the folder is writable");
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["generate", "draft.spec", "--exhaustive", "--count", "--quiet", "--scope", scope])
        .current_dir(folder.path());
    let counted = fex.output().expect("the binary starts");
    assert!(counted.status.success(), "{}\n{text}", String::from_utf8_lossy(&counted.stderr));
    String::from_utf8_lossy(&counted.stdout).into_owned()
}

#[test]
fn a_doubly_linked_list_has_a_way_back_and_no_cycle() {
    let folder = one_file(
        "Deque",
        "public class Deque { Node first; static class Node { Node prev; Node next; } static class Tree { Tree left, right, parent; } Tree tree; }",
    );
    let text = draft(&folder, "Deque").text;
    for line in [
        "// all n: Node | n not in n.^next -- no cycle",
        "// all n: Node | n.prev = n.~next -- the way back",
        "// all n: Tree | n not in n.^(left + right) -- no cycle",
        "// all n: Tree | n.parent = n.~(left + right) -- the way back",
    ] {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
    assert!(!text.contains("prev + next"), "{text}");
    // A list is its length: 0 to 3 nodes, entered at its first one or anywhere later, which is 1 + 1 + 2 + 3 ways; a tree of
    // at most 3 nodes is entered at any of its nodes: 1 + 1 + 2 * 2 + 5 * 3.
    assert_eq!(count_as_guessed(&folder, "Deque", "3").split_whitespace().next(), Some("147"));
}

#[test]
fn an_array_list_as_guessed_has_no_holes() {
    let folder = one_file("Stack", "public class Stack { Object[] items; int size; }");
    // As many as there are partitions of at most 3 places: 1 + 1 + 2 + 5, by the numbers of Bell.
    assert_eq!(count_as_guessed(&folder, "Stack", "3").split_whitespace().next(), Some("9"));
    let folder = one_file("Bag", "public class Bag { java.util.List<Object> items; }");
    assert_eq!(count_as_guessed(&folder, "Bag", "3").split_whitespace().next(), Some("9"));
}

#[test]
fn type_arguments_follow_the_classes_that_a_class_extends() {
    let folder = one_file(
        "Trie",
        "package tries;
         public class Trie<V> {
             Node<Integer, V> root;
             static abstract class Node<A, B> { A key; B value; }
             static class Between<X, Y> extends Node<Y, X> { Y low; }
             static class Inner<L, R> extends Node<L, R> { Node<Integer, R> left; Node<L, R> right; }
             static class Leaf<W> extends Between<W, Integer> { W leaf; }
         }",
    );
    let draft = draft(&folder, "tries.Trie");
    assert_fits(&folder, &draft);
    for line in [
        "@java(\"tries.Trie$Node\", arguments(\"java.lang.Integer, Object\"))",
        "@java(\"tries.Trie$Inner\", arguments(\"java.lang.Integer, Object\"))",
        "@java(\"tries.Trie$Between\", arguments(\"Object, java.lang.Integer\"))",
        "@java(\"tries.Trie$Leaf\", arguments(\"Object\"))",
        "low: lone Int",
        "leaf: lone Element",
    ] {
        assert!(draft.text.contains(line), "`{line}` is not in\n{}", draft.text);
    }
    assert_compiles(&folder, &draft);
}

/// Generates the suite of a draft without an invariant, and compiles it, with everything that javac warns about as an error.
fn assert_compiles(folder: &TempDir, draft: &Skeleton) {
    let spec = folder.path().join("draft.spec");
    fs::write(&spec, &draft.text).expect("the folder is writable");
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["generate", "draft.spec", "--scope", "2", "--build", "fields", "--classpath", ".", "--quiet"]);
    let generated = fex.current_dir(folder.path()).output().expect("the binary starts");
    assert!(generated.status.success(), "{}\n{}", String::from_utf8_lossy(&generated.stderr), draft.text);
    let junit = crate::maven::jar("org.junit.platform:junit-platform-console-standalone:1.11.4");
    let classes = tempfile::tempdir().expect("a temporary folder");
    java::javac(classes.path(), &[folder.path().to_owned(), junit], &java::java_files(&folder.path().join("fex-out")));
}

#[test]
fn a_suite_of_a_class_with_names_that_a_specification_cannot_have_compiles() {
    let folder = one_file(
        "$m",
        "package all;
         public class $m {
             Day day; B$ b; int set; $m$one one;
             enum Day { one, set, B$, größe }
             static class B$ { int $x; int _x; Day größe; B$ n; }
             static class $m$one { $m$one $; java.util.Map<Day, B$> run; }
             public Day set(Day one) { return one; }
         }",
    );
    let draft = draft(&folder, "all.$m");
    assert_fits(&folder, &draft);
    for line in [
        "@java(\"all.$m$Day\", values(\"one\", \"set\", \"B$\", \"größe\"))",
        "enum Day { one_, set_, B_, größe }",
        "@java(\"all.$m$$m$one\")",
        "method set(x: Day): Day",
    ] {
        assert!(draft.text.contains(line), "`{line}` is not in\n{}", draft.text);
    }
    assert_compiles(&folder, &draft);
}

#[test]
fn capital_letters_in_a_row_are_one_word_of_a_file_name() {
    for (class, file) in [
        ("SearchTree", "search_tree"),
        ("LRUTypeCache", "lru_type_cache"),
        ("AVL", "avl"),
        ("Trie2D", "trie2_d"),
        ("Plain_Name", "plain_name"),
    ] {
        assert_eq!(fex::skeleton::snake_case(class), file);
    }
}
