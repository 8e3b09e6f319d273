//! Fields that are maps, with keys and values of every type that a specification can hold: from the draft to tests that run.
//!
//! What a key or a value has to be in Java is checked by `Maps.isValid`, which knows nothing of fex.

use crate::cli::Folder;
use crate::java::{class_path, java_files, javac, junit, succeed};
use crate::maven::{self, JUNIT};
use fex::classfile::ClassPath;
use fex::skeleton::skeleton;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The types, each with a letter, and the value that stands for 0 if it stands for an integer.
const TYPES: [(&str, &str, Option<&str>); 12] = [
    ("i", "Integer", Some("0")),
    ("l", "Long", Some("0L")),
    ("s", "Short", Some("(short) 0")),
    ("b", "Byte", Some("(byte) 0")),
    ("c", "Character", Some("'\\0'")),
    ("d", "Double", Some("0.0")),
    ("f", "Float", Some("0f")),
    ("z", "Boolean", Some("false")),
    ("t", "String", Some("\"0\"")),
    ("e", "Color", None),
    ("o", "Object", None),
    ("n", "Node", None),
];

/// All fields: the name, the types of key and value, and whether both stand for integers.
fn fields() -> impl Iterator<Item = (String, &'static str, &'static str, bool)> {
    TYPES.iter().flat_map(|(key, key_type, zero)| {
        TYPES.iter().map(move |(value, value_type, other)| {
            (format!("{key}_{value}"), *key_type, *value_type, zero.is_some() && other.is_some())
        })
    })
}

fn each(write: impl Fn(&(String, &'static str, &'static str, bool)) -> String) -> String {
    fields().map(|field| write(&field)).collect()
}

/// The class; `clear` leaves some maps as they are.
fn class(left: &[&str]) -> String {
    format!(
        "package maps;
         import java.util.*;
         public class Maps {{
             enum Color {{ RED, GREEN }}
             static class Node {{ int mark; }}
             {declared}
             public void clear() {{ {cleared} }}
             public int touch() {{ return 0; }}
             public boolean isValid() {{ boolean valid = true; {checked} return valid; }}
             private static boolean holds(Map<?, ?> map, Class<?> key, Class<?> value, boolean equal) {{
                 for (Map.Entry<?, ?> entry : map.entrySet()) {{
                     boolean fits = is(entry.getKey(), key) && is(entry.getValue(), value);
                     if (!fits || equal && number(entry.getKey()) != number(entry.getValue())) {{
                         return false;
                     }}
                 }}
                 return true;
             }}
             private static boolean is(Object object, Class<?> type) {{
                 return type.isInstance(object) && (type != Object.class || !(object instanceof Comparable));
             }}
             private static double number(Object value) {{
                 if (value instanceof Number) {{ return ((Number) value).doubleValue(); }}
                 if (value instanceof Character) {{ return (Character) value; }}
                 if (value instanceof Boolean) {{ return (Boolean) value ? 1 : 0; }}
                 return Integer.parseInt((String) value);
             }}
         }}",
        declared = each(|(name, key, value, _)| format!("Map<{key}, {value}> {name} = new HashMap<>();\n")),
        cleared = each(|(name, ..)| match left.contains(&name.as_str()) {
            true => String::new(),
            false => format!("{name}.clear();\n"),
        }),
        checked =
            each(|(name, key, value, equal)| format!("valid &= holds({name}, {key}.class, {value}.class, {equal});\n")),
    )
}

/// The draft, with the rule that keys and values are the same integers, and contracts of both methods.
fn specification(classes: &Path) -> String {
    let path = ClassPath::open(classes.to_str().expect("temporary folders have plain names")).expect("it is a folder");
    let text = skeleton(&path, "maps.Maps").expect("it can be drafted").text;
    for line in [
        "i_n: Int -> lone Node",
        "@java(\"c_n\", keys(\"java.lang.Character\"))",
        "@java(\"l_t\", keys(\"java.lang.Long\"), as(\"java.lang.String\"))",
        "@java(\"i_z\", as(\"java.lang.Boolean\"))",
        "o_e: Element -> lone Color",
        "z_i index in 0 .. 1",
    ] {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
    let (head, tail) = text.split_once("pred repOk[m: Maps] {}").expect("nothing is guessed");
    let equal = |(name, _, _, equal): &(String, _, _, bool)| match equal {
        true => format!("all i: Int | m.{name}[i] in i\n"),
        false => String::new(),
    };
    let empty = each(|(name, ..)| format!("no this.{name}\n"));
    let kept = each(|(name, ..)| format!("this.{name} = old[this.{name}]\n"));
    let text = format!("{head}pred repOk[m: Maps] {{ {} }}{tail}", each(equal));
    let with = |text: String, method: &str, contract: &str| {
        assert!(text.contains(method), "{text}");
        text.replace(method, &format!("{method} {{ ensures {{ {contract} }} }}"))
    };
    with(with(text, "method clear()", &empty), "method touch(): int", &kept)
}

/// Asks the emitted invariant about maps with one entry: 0 and what stands for it, 0 and what stands for 1.
fn questions() -> String {
    let one = |zero: &str| zero.replace('0', "1").replace("false", "true");
    let asked = TYPES.iter().flat_map(|(key, _, zero)| {
        TYPES.iter().filter_map(move |(value, _, other)| {
            let (zero, other) = ((*zero)?, (*other)?);
            let one = one(other);
            Some(format!(
                "{{ Maps m = new Maps(); m.{key}_{value}.put({zero}, {other}); if (!MapsInvariant.repOk(m)) {{ wrong.add(\"+{key}_{value}\"); }}
                   m.{key}_{value}.put({zero}, {one}); if (MapsInvariant.repOk(m)) {{ wrong.add(\"-{key}_{value}\"); }} }}\n"
            ))
        })
    });
    format!(
        "package maps;
         class Questions {{
             public static void main(String[] arguments) {{
                 java.util.List<String> wrong = new java.util.ArrayList<>();
                 {}
                 System.out.println(wrong);
             }}
         }}",
        asked.collect::<String>()
    )
}

/// Compiles a class into a folder of a project.
pub fn compile(project: &Folder, into: &str, class_path: &[PathBuf], text: &str, name: &str) {
    fs::create_dir_all(project.path(&format!("{into}-source"))).expect("a folder can be made");
    let file = format!("{into}-source/{name}.java");
    project.write(&file, text);
    javac(&project.path(into), class_path, &[project.path(&file)]);
}

/// Generates a suite for the class in `right`, which is built by fields, and compiles it into a folder.
pub fn suite(project: &Folder, spec: &str, into: &str, libraries: &[PathBuf], more: &[&str]) {
    let arguments = ["generate", spec, "--classpath", "right", "--build", "fields", "--out", "suite", "--quiet"];
    let generated = project.fex(&[&arguments[..], more].concat());
    assert_eq!(generated.code, Some(0), "{}", generated.err);
    let libraries = [&[maven::jar(JUNIT), project.path("right")][..], libraries].concat();
    javac(&project.path(into), &libraries, &java_files(&project.path("suite")));
}

#[test]
fn keys_and_values_of_every_type_go_through_drafts_fixtures_invariants_and_contracts() {
    let project = Folder::new();
    let left = ["c_n", "z_e", "l_t"];
    compile(&project, "right", &[], &class(&[]), "Maps");
    compile(&project, "wrong", &[], &class(&left), "Maps");
    project.write("maps.spec", &specification(&project.path("right")));
    suite(&project, "maps.spec", "tests", &[], &["--scope", "2"]);
    let run = |classes: &str| junit(&[project.path(classes), project.path("tests")]);
    let (passed, text) = run("right");
    assert!(passed && text.contains("isValid"), "{text}");
    // What is not cleared violates the contract of `clear`.
    let (passed, text) = run("wrong");
    assert!(!passed && text.contains("clear"), "{text}");

    let needed = [project.path("right"), project.path("tests")];
    compile(&project, "questions", &needed, &questions(), "Questions");
    let all = [&needed[..], &[project.path("questions")]].concat();
    let answer = succeed(Command::new("java").arg("-cp").arg(class_path(&all)).arg("maps.Questions"));
    assert_eq!(answer.trim(), "[]");
}

#[test]
fn maps_with_keys_and_values_of_every_type_are_captured() {
    let project = Folder::new();
    compile(&project, "right", &[], &class(&[]), "Maps");
    project.write("maps.spec", &specification(&project.path("right")));
    let value = |letter: &str| match letter {
        "e" => "Maps.Color.RED",
        "o" => "element",
        "n" => "node",
        letter => TYPES.iter().find(|ty| ty.0 == letter).and_then(|ty| ty.2).expect("others are integers"),
    };
    let filled = each(|(name, ..)| {
        let (key, held) = name.split_once('_').expect("names have two letters");
        format!("maps.{name}.put({}, {});\n", value(key), value(held))
    });
    let test = format!(
        "package maps;
         class MapsTest {{
             @org.junit.jupiter.api.Test void filled() {{
                 Maps maps = new Maps(); Object element = new Object(); Maps.Node node = new Maps.Node();
                 {filled}
                 org.junit.jupiter.api.Assertions.assertTrue(maps.isValid());
             }}
         }}"
    );
    let junit = maven::jar(JUNIT);
    compile(&project, "test", &[junit.clone(), project.path("right")], &test, "MapsTest");
    let measured = project.fex(&[
        "coverage",
        "maps.spec",
        "--junit",
        "--scope",
        "2",
        "--classes",
        "right",
        "--tests",
        "test",
        "--classpath",
        junit.to_str().expect("the repository has a plain name"),
        "--format",
        "json",
    ]);
    let report: serde_json::Value =
        serde_json::from_str(&measured.out).unwrap_or_else(|error| panic!("{error}: {}", measured.err));
    // The empty maps of the constructor show that each of two keys may be absent; the test adds an entry of each map, and the
    // mark of the node.
    assert_eq!((&report["structures"], &report["covered"]), (&2.into(), &(TYPES.len() * TYPES.len() * 3 + 1).into()));
    assert_eq!(report["beyond"], serde_json::json!([]), "{report}");
}

/// Maps whose values are collections: what holds of them is checked by the class itself and by what the specification says.
const GROUPS: &str = "package maps;
     import java.util.*;
     public class Groups {
         Map<Character, Set<Node>> c_n = new HashMap<>();
         Map<String, List<Long>> t_l = new HashMap<>();
         Map<Color, Set<Color>> e_e = new TreeMap<>();
         enum Color { RED, GREEN }
         static class Node { int mark; }
         public boolean isValid() {
             boolean valid = true;
             for (Map.Entry<Character, Set<Node>> entry : c_n.entrySet()) {
                 for (Node node : entry.getValue()) { valid &= node.mark == (int) entry.getKey(); }
             }
             for (Map.Entry<String, List<Long>> entry : t_l.entrySet()) {
                 for (Long number : entry.getValue()) { valid &= number <= Integer.parseInt(entry.getKey()); }
             }
             for (Map.Entry<Color, Set<Color>> entry : e_e.entrySet()) { valid &= entry.getValue().contains(entry.getKey()); }
             return valid;
         }
     }";

#[test]
fn collections_in_maps_go_through_drafts_fixtures_invariants_and_captures() {
    let project = Folder::new();
    compile(&project, "right", &[], GROUPS, "Groups");
    let path = project.path("right");
    let path = ClassPath::open(path.to_str().expect("temporary folders have plain names")).expect("it is a folder");
    let text = skeleton(&path, "maps.Groups").expect("it can be drafted").text;
    for line in ["c_n: Int -> Node", "t_l: Int -> Int", "e_e: Color -> Color"] {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
    let rules = "pred repOk[g: Groups] {
        all i: Int | all n: g.c_n[i] | n.mark = i
        all i: Int | all j: g.t_l[i] | j <= i
        all c: g.e_e.Color | c in g.e_e[c]
    }";
    fs::write(project.path("groups.spec"), text.replace("pred repOk[g: Groups] {}", rules)).expect("it can be written");
    suite(&project, "groups.spec", "tests", &[], &["--scope", "2"]);
    let (passed, text) = junit(&[project.path("right"), project.path("tests")]);
    assert!(passed && text.contains("isValid"), "{text}");

    let test = "package maps;
         import java.util.*;
         class GroupsTest {
             @org.junit.jupiter.api.Test void filled() {
                 Groups groups = new Groups();
                 Groups.Node node = new Groups.Node(), other = new Groups.Node();
                 groups.c_n.put('\\0', new HashSet<>(Arrays.asList(node, other)));
                 groups.t_l.put(\"1\", new LinkedList<>(Arrays.asList(0L, 1L)));
                 groups.t_l.put(\"0\", new ArrayList<>());
                 groups.e_e.put(Groups.Color.RED, EnumSet.allOf(Groups.Color.class));
                 org.junit.jupiter.api.Assertions.assertTrue(groups.isValid());
                 org.junit.jupiter.api.Assertions.assertTrue(GroupsInvariant.repOk(groups));
                 other.mark = 1;
                 org.junit.jupiter.api.Assertions.assertFalse(GroupsInvariant.repOk(groups));
                 other.mark = 0;
                 groups.e_e.put(Groups.Color.GREEN, EnumSet.of(Groups.Color.RED));
                 org.junit.jupiter.api.Assertions.assertFalse(GroupsInvariant.repOk(groups));
             }
         }";
    let needed = [maven::jar(JUNIT), project.path("right"), project.path("tests")];
    compile(&project, "test", &needed, test, "GroupsTest");
    let libraries = class_path(&needed[..1].iter().chain(&needed[2..]).cloned().collect::<Vec<_>>());
    let measured = project.fex(&[
        "coverage",
        "groups.spec",
        "--junit",
        "--scope",
        "2",
        "--classes",
        "right",
        "--tests",
        "test",
        "--classpath",
        libraries.to_str().expect("temporary folders have plain names"),
        "--format",
        "json",
    ]);
    let report: serde_json::Value =
        serde_json::from_str(&measured.out).unwrap_or_else(|error| panic!("{error}: {}", measured.err));
    // The empty one of the constructor, and the filled one: 2 nodes at a key, 2 numbers, 2 colours, 2 marks.
    assert_eq!((&report["structures"], &report["beyond"]), (&2.into(), &serde_json::json!([])), "{report}");
    let covered = |field: &str| {
        let fields = report["fields"].as_array().expect("a list").iter();
        fields.filter(|other| other["field"] == field).map(|field| field["covered"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(covered("mark"), [serde_json::Value::from(2)], "{report}");
    assert_eq!(
        [covered("c_n"), covered("t_l"), covered("e_e")].concat(),
        [2, 2, 2].map(serde_json::Value::from),
        "{report}"
    );
}
