//! Emitted files: what they contain, that they compile and run, that bindings are checked, that files are safe.

use crate::cli::Folder;
use crate::java;
use fex::classfile::ClassPath;
use fex::diagnostic::Source;
use fex::extension;
use fex::fixture::changes::{Owner, Planned};
use fex::fixture::merge::Edited;
use fex::fixture::write::{self, WriteError};
use fex::fixture::{self, BindingError, Coverage, Format, Options, Origin, OutputFile, Suite, bindings};
use fex::lower::{self, Scopes};
use fex::resolve::{Module, Program};
use fex::sat::Interrupt;
use fex::schema::{Schema, SpecText};
use fex::solve::Status;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

pub const TREE: &str = r#"module trees
@java("trees.Tree") one sig Tree { root: lone Node }
@java("trees.Tree$Node") sig Node { left, right: lone Node, key: Int }
pred repOk[t: Tree] {
  all n: t.root.*(left + right) {
    n not in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
}
generate Tree satisfying repOk for 3 {
  key in 0 .. scope - 1
  method least(): int {
    throws java.util.NoSuchElementException when no this.root
    ensures { result in this.root.*left.key  all n: Node | result <= n.key }
  }
}
"#;

const TREE_JAVA: &str = r#"package trees;
public class Tree {
    private Node root;
    static class Node { private final int key; Node left; Node right; Node(int key) { this.key = key; } }
    public int least() {
        if (root == null) { throw new java.util.NoSuchElementException(); }
        Node node = root;
        while (node.left != null) { node = node.left; }
        return node.key;
    }
}
"#;

fn module(text: &str) -> Module {
    let (program, errors) = Program::new(Source::new("trees.spec", text));
    assert!(errors.is_empty(), "{errors:?}");
    let (module, errors) = fex::resolve::resolve(&program);
    module.unwrap_or_else(|| panic!("{errors:?}"))
}

/// All canonical structures of a specification, emitted.
fn emitted(text: &str, options: &Options) -> Result<Vec<OutputFile>, Vec<BindingError>> {
    let module = module(text);
    let generate = &module.generates[0];
    let lowered = lower::lower(&module, generate, &Scopes::default()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let fields: Vec<usize> = (0..lowered.problem.heap.fields.len()).collect();
    let encoded = extension::encode(lowered.problem.clone(), &fields, extension::Strength::One)
        .unwrap_or_else(|error| panic!("{error:?}"));
    let mut instances = Vec::new();
    let (_, status) = extension::enumerate(&encoded, &Interrupt::default(), |instance| {
        instances.push(instance.clone());
        true
    })
    .unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(status, Status::Complete);
    let suite = Suite {
        schema: Schema {
            module: &module,
            generate,
            problem: &encoded.core.problem,
            field_relation: &lowered.field_relation,
            sig_relation: &lowered.sig_relation,
            scope: lowered.scope,
            spec: SpecText { name: "trees.spec", text },
        },
        instances: &instances,
        coverage: Coverage::BoundedExhaustive,
        origin: Origin::default(),
    };
    fixture::emit(&suite, options)
}

pub fn files(text: &str, options: &Options) -> Vec<OutputFile> {
    emitted(text, options).unwrap_or_else(|errors| panic!("{errors:?}"))
}

pub fn file<'f>(files: &'f [OutputFile], name: &str) -> &'f str {
    let found = files.iter().find(|file| file.path.ends_with(name));
    &found.unwrap_or_else(|| panic!("no {name} among {:?}", files.iter().map(|f| &f.path).collect::<Vec<_>>())).text
}

/// Compiles Java sources into a folder; `None` where there is no compiler.
/// Writes the class `Tree`, emitted files (the test class apart, which needs JUnit) with a `main`, runs it, returns what it prints.
fn run(java: &str, emitted: &[OutputFile], main: &str) -> String {
    let folder = temporary();
    let mut sources = Vec::new();
    for (name, text) in [("Tree.java", java), ("Main.java", main)] {
        fs::write(folder.path().join(name), text).expect("there is room");
        sources.push(folder.path().join(name));
    }
    for file in emitted.iter().filter(|file| !file.path.ends_with("TreeTest.java")) {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("there is room");
        fs::write(&path, &file.text).expect("there is room");
        sources.push(path);
    }
    java::javac(folder.path(), &[folder.path().to_owned()], &sources);
    java::succeed(Command::new("java").arg("-cp").arg(folder.path()).arg("trees.Main"))
}

/// A class path with the classes of a source.
fn compiled(folder: &TempDir, name: &str, text: &str) -> ClassPath {
    let source = folder.path().join(name);
    fs::write(&source, text).expect("there is room");
    java::javac(folder.path(), &[], &[source]);
    ClassPath::open(&folder.path().to_string_lossy()).unwrap_or_else(|error| panic!("{error}"))
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

#[test]
fn emitted_structures_satisfy_the_emitted_invariant_and_corrupted_ones_do_not() {
    let main = r#"package trees;
    class Main {
        public static void main(String[] arguments) {
            int good = 0;
            for (TreeStructures.Structure structure : TreeStructures.all()) {
                good += TreeInvariant.repOk(structure.create()) ? 1 : 0;
            }
            Tree cyclic = TreeStructures.newTree(null);
            Tree.Node node = TreeStructures.newNode(null, null, 1);
            node.left = node;
            TreeStructures.set(cyclic, "root", node);
            Tree shared = TreeStructures.newTree(null);
            Tree.Node leaf = TreeStructures.newNode(null, null, 1);
            TreeStructures.set(shared, "root", TreeStructures.newNode(leaf, leaf, 2));
            Tree unsorted = TreeStructures.newTree(TreeStructures.newNode(null, TreeStructures.newNode(null, null, 0), 1));
            System.out.println(good + " " + TreeInvariant.repOk(cyclic) + " " + TreeInvariant.repOk(shared) + " "
                + TreeInvariant.repOk(unsorted) + " " + TreeInvariant.repOk(null));
        }
    }"#;
    // Search trees with at most 3 of 3 keys: 1 + 3 + 3 * 2 + 5.
    let printed = run(TREE_JAVA, &files(TREE, &Options::default()), main);
    assert_eq!(printed.trim(), "15 false false false false");
}

#[test]
fn contracts_tell_right_results_from_wrong_ones() {
    let main = r#"package trees;
    class Main {
        public static void main(String[] arguments) {
            Tree empty = TreeStructures.newTree(null);
            Tree tree = TreeStructures.newTree(TreeStructures.newNode(TreeStructures.newNode(null, null, 0), null, 2));
            TreeInvariant state = new TreeInvariant(tree);
            System.out.println(new TreeInvariant(empty).leastMustThrowNoSuchElementException(empty)
                + " " + state.leastMustThrowNoSuchElementException(tree)
                + " " + state.leastViolation(state, tree, tree.least())
                + " " + state.leastViolation(state, tree, 2) + " | " + state.leastViolation(state, tree, 1));
        }
    }"#;
    let printed = run(TREE_JAVA, &files(TREE, &Options::default()), main);
    assert_eq!(printed.trim(), "true false null all n: Node | result <= n.key | result in this.root.*left.key");
}

#[test]
fn junit_classes_have_one_method_per_structure_and_one_test_per_method() {
    let files = files(TREE, &Options::default());
    let structures = file(&files, "TreeStructures.java");
    assert_eq!(structures.matches("    static Tree ").count(), 15 + 1, "15 structures and a builder");
    assert!(structures.starts_with("// Generated by fex from trees.spec;"));
    let tests = file(&files, "TreeTest.java");
    assert!(tests.contains("void least(Structure structure)") && tests.contains("catch (NoSuchElementException"));
    assert!(
        file(&self::files(TREE, &Options { format: Format::Junit4, ..Options::default() }), "TreeTest.java")
            .contains("org.junit.Test")
    );
}

#[test]
fn emitting_twice_gives_the_same_bytes() {
    for format in [Format::Junit5, Format::Junit4, Format::Json, Format::Dot, Format::Svg] {
        let options = Options { format, ..Options::default() };
        assert_eq!(files(TREE, &options), files(TREE, &options));
    }
}

#[test]
fn json_is_one_document_with_an_entry_per_instance() {
    let files = files(TREE, &Options { format: Format::Json, ..Options::default() });
    let value: serde_json::Value = serde_json::from_str(&files[0].text).unwrap_or_default();
    assert_eq!(value["instances"].as_array().map(Vec::len), Some(15));
    assert_eq!(value["schema"], 4);
    assert!(value["generator"].as_str().is_some_and(|text| text.starts_with("Generated by fex")));
}

#[test]
fn large_suites_are_split_into_several_classes() {
    let text = TREE.replace("for 3", "for 6");
    let files = files(&text, &Options::default());
    // 1 + sum of C(6,k) Catalan(k) for k = 1..6 is 731 structures, in classes of 200.
    assert!(files.iter().any(|file| file.path.ends_with("TreeStructures4.java")));
    assert!(!files.iter().any(|file| file.path.ends_with("TreeStructures5.java")));
}

#[test]
fn annotations_that_are_no_names_are_refused() {
    for (from, to) in [
        ("@java(\"trees.Tree\")", "@java(\"trees.Tree; class Evil\")"),
        (
            "@java(\"trees.Tree$Node\")",
            "@java(\"trees.Tree$Node\", arguments(\"Integer> x; static { evil(); } Set<String\"))",
        ),
        ("key: Int }", "@java(\"key*/ evil\") key: Int }"),
        ("key: Int }", "@java(\"key\", as(\"evil.Type\")) key: Int }"),
        ("key: Int }", "@java(\"key\", setter(\"x(); evil\")) key: Int }"),
    ] {
        let text = TREE.replace(from, to);
        assert_ne!(text, TREE);
        // What the resolver refuses never gets as far as the emitter.
        let (program, _) = Program::new(Source::new("trees.spec", text.as_str()));
        let Some(_) = fex::resolve::resolve(&program).0 else { continue };
        let errors = emitted(&text, &Options::default()).expect_err("a text that is no name must be refused");
        assert_eq!(errors.len(), 1, "{errors:?}");
    }
}

/// Each of these was emitted once, as Java that did not compile or whose invariant read something else back.
#[test]
fn what_no_java_object_can_hold_is_refused() {
    for (text, message) in [
        (
            "one sig Box { tag: lone Tag } @java(\"java.lang.String\", values(\"a\", \"b\")) sig Tag {}
             sig Thing in Tag { more: lone Box } generate Box for 2 {}",
            "`Thing` has a field `more`, and objects of `Tag` are values",
        ),
        (
            "one sig Box { cell: lone Cell } sig Cell { @java(\"row\") row, place: Int }
             generate Box for 1 { row, place in 0 .. 1 }",
            "`row` and `place` are one field `row` of `Cell` in Java",
        ),
        (
            "one sig Box { @java(\"size\", as(\"boolean\")) size: Int } generate Box for 1 { size in 0 .. 2 }",
            "field `size` holds 2, and no `boolean` is that",
        ),
        (
            "one sig Box { @java(\"at\", keys(\"java.lang.Byte\")) at: Int -> lone Item } sig Item {}
             generate Box for 1 { at index in 127 .. 128 }",
            "field `at` holds 128, and no `Byte` is that",
        ),
        (
            "one sig Box { at: Int -> Item } sig Item {} generate Box for 2 { at index in 0 .. 0 }",
            "field `at` has two values at one index, and an array has one",
        ),
        (
            "one sig Tree { root: lone Node } sig Node { left: lone Node } one sig Another extends Node {}
             generate Tree for 1 {}",
            "a structure has an object of `Another` to which no field of Java leads",
        ),
        (
            "one sig Tree { @java(\"\", ghost) nodes: set Node } sig Node { mark: Int }
             generate Tree for 1 { mark in 0 .. 0 }",
            "a structure has an object of `Node` to which no field of Java leads",
        ),
    ] {
        let errors = emitted(text, &Options::default()).expect_err(message);
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(messages, [message], "{text}");
    }
}

/// A relation that is no array has all its tuples in a document, from which it is read back.
#[test]
fn a_document_loses_no_tuple_of_what_is_no_array() {
    let text = "one sig Box { at: Int -> Item } sig Item {} pred two[b: Box] { #b.at = 2 }
                generate Box satisfying two for 2 { at index in 0 .. 0 }";
    let files = files(text, &Options { format: Format::Json, ..Options::default() });
    let at = r#""at":[[0,{"constant":"Item0"}],[0,{"constant":"Item1"}]]"#;
    assert!(files[0].text.contains(at), "{}", files[0].text);
    let project = Folder::new();
    project.write("box.spec", text);
    let generated = project.fex(&["generate", "box.spec", "--format", "json", "--out", "suite", "--quiet"]);
    assert_eq!(generated.code, Some(0), "{}", generated.err);
    let verified = project.fex(&["verify", "suite"]);
    assert_eq!(verified.code, Some(0), "{}", verified.err);
}

#[test]
fn a_specification_name_cannot_end_a_comment() {
    let marker = write::marker("x*/ evil(); /*\n\\u000a.spec");
    assert!(!marker.contains("*/") && !marker.contains('\n') && !marker.contains('\\'));
}

#[test]
fn mismatches_with_the_classes_are_all_named_with_what_was_meant() {
    let folder = temporary();
    let class_path = compiled(&folder, "Tree.java", TREE_JAVA);
    let options = Options { class_path: Some(class_path), ..Options::default() };
    let check = |text: &str| {
        let module = module(text);
        let errors = bindings::check(&module, &module.generates[0], &options);
        errors.into_iter().map(|e| format!("{} ({})", e.message, e.help.unwrap_or_default())).collect::<Vec<_>>()
    };
    assert_eq!(check(TREE), Vec::<String>::new());
    let wrong = TREE
        .replace("left, right: lone Node", "lefft, right: lone Node")
        .replace("left", "lefft")
        .replace("leffft", "lefft");
    let found = check(&wrong.replace("method least", "method leest").replace("key: Int", "@java(\"left\") key: Int"));
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].contains("no field `lefft`") && found[0].contains("did you mean `left`?"), "{found:#?}");
    assert!(found[1].contains("has type `trees.Tree$Node`, which cannot hold `Int`"), "{found:#?}");
    assert!(found[2].contains("no method `leest`") && found[2].contains("did you mean `least`?"), "{found:#?}");
    let found = check(&TREE.replace("trees.Tree$Node", "trees.Tree$Leaf"));
    assert!(found[0].contains("class `trees.Tree$Leaf` is not on the class path"), "{found:#?}");
    // As a copy that was interrupted leaves it.
    let whole = fs::read(folder.path().join("trees/Tree$Node.class")).expect("it was compiled");
    fs::write(folder.path().join("trees/Tree$Leaf.class"), &whole[..whole.len() / 2]).expect("there is room");
    let found = check(&TREE.replace("trees.Tree$Node", "trees.Tree$Leaf"));
    assert!(found[0].contains("the class file of `trees.Tree$Leaf` cannot be read"), "{found:#?}");
}

/// Elements, too, are objects that the fixtures have to make.
#[test]
fn what_is_abstract_has_no_objects() {
    let folder = temporary();
    let java =
        "package boxes; class Box { Shape first; Part part; } interface Shape {} abstract class Part { int size; }";
    let class_path = compiled(&folder, "Box.java", java);
    let options = Options { class_path: Some(class_path), ..Options::default() };
    let module = module(
        "module boxes\n@java(\"boxes.Box\") one sig Box { first: lone Shape, part: lone Part }\n\
         @java(\"boxes.Shape\") sig Shape {}\n@java(\"boxes.Part\") sig Part { size: Int }\n\
         pred repOk[b: Box] {}\ngenerate Box satisfying repOk for 2 { size in 0 .. 1 }\n",
    );
    let found = bindings::check(&module, &module.generates[0], &options);
    let messages: Vec<&str> = found.iter().map(|error| error.message.as_str()).collect();
    let expected = ["Shape", "Part"].map(|name| format!("`boxes.{name}` has no objects of its own: it is abstract"));
    assert_eq!(messages, expected);
}

/// What a field of a primitive type gets can be any constant of its box, and methods come from superclasses and interfaces,
/// of which those of the JDK are not on the class path.
#[test]
fn constants_are_unboxed_and_methods_inherited() {
    let folder = temporary();
    let java = "package flags;
        interface Named { default String name() { return \"\"; } }
        public class Flags extends java.util.AbstractCollection<Object> implements Named {
            int bits;
            public java.util.Iterator<Object> iterator() { return null; }
            public int size() { return 0; }
        }";
    let class_path = compiled(&folder, "Flags.java", java);
    let options = Options { class_path: Some(class_path), ..Options::default() };
    let check = |multiplicity: &str, class: &str| {
        let module = module(&format!(
            "module flags\n@java(\"flags.Flags\") one sig Flags {{ bits: {multiplicity} Bits }}
             @java(\"java.lang.{class}\", values(\"1\", \"-2147483648\")) abstract sig Bits {{}} one sig A, B extends Bits {{}}
             generate Flags {{ method add(x: Bits): boolean method contains(x: Bits): boolean method name() }}"
        ));
        let errors = bindings::check(&module, &module.generates[0], &options);
        errors.into_iter().map(|error| error.message).collect::<Vec<_>>()
    };
    assert_eq!(check("one", "Integer"), Vec::<String>::new());
    for (multiplicity, class) in [("lone", "Integer"), ("one", "Long")] {
        let found = check(multiplicity, class);
        assert_eq!(found, ["field `bits` of class `flags.Flags` has type `int`, which cannot hold `Bits`"]);
    }
}

#[test]
fn files_of_others_are_never_overwritten_and_nothing_is_written_then() {
    let folder = temporary();
    let files = files(TREE, &Options::default());
    let path = folder.path().join("trees/TreeTest.java");
    fs::create_dir_all(folder.path().join("trees")).unwrap_or_default();
    fs::write(&path, "class TreeTest {}").unwrap_or_default();
    let owner = Owner { spec: "trees.spec", generate: "trees", java: true, texts: false };
    let outcome = Planned::of(folder.path(), owner, None, &files, Edited::IsDiscarded);
    assert!(matches!(outcome, Err(WriteError::InTheWay(paths)) if paths == [path.clone()]));
    assert_eq!(fs::read_dir(folder.path().join("trees")).map(Iterator::count).unwrap_or_default(), 1);
    assert_eq!(fs::read_to_string(path).unwrap_or_default(), "class TreeTest {}");
}
