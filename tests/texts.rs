//! Structures as texts: what templates write, whether texts and structures correspond one to one, and what becomes of the files.

use crate::cli::Folder;
use crate::java::compiler;
use crate::specification;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of a folder and those below it, with their texts.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("it can be read").flatten() {
            match entry.path().is_dir() {
                true => open.push(entry.path()),
                false => {
                    let name = entry.path().strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
                    found.insert(name, fs::read_to_string(entry.path()).expect("it is text"));
                }
            }
        }
    }
    found
}

/// The texts of a specification, with flags.
fn texts(spec: &str, flags: &[&str]) -> (Folder, BTreeMap<String, String>) {
    let folder = Folder::new();
    folder.write("a.spec", spec);
    let run = folder.fex(&[&["generate", "a.spec", "--format", "text", "--out", "out", "--quiet"], flags].concat());
    assert_eq!(run.code, Some(0), "{}", run.said());
    let mut found = files(&folder.path("out"));
    found.retain(|name, _| name.contains('/'));
    (folder, found)
}

/// A shipped specification of programs.
fn shipped(name: &str) -> String {
    fs::read_to_string(specification::path(&format!("programs/{name}"))).expect("it is shipped")
}

/// The only text of a specification with one structure.
fn only(spec: &str) -> String {
    let (_folder, found) = texts(spec, &["--exhaustive"]);
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_values().next().expect("there is one")
}

#[test]
fn a_hole_indents_what_it_writes_like_its_line_and_a_line_of_empty_holes_is_none() {
    let text = only(
        r#"@text("begin", "  {block}", "  {nothing}", "end {nothing}.") one sig R { block: B, nothing: lone B } { no nothing }
        @text("{{", "  {leaf}", "}") one sig B { leaf: L }
        @text("a", "", "b") one sig L {}
        generate R for 1 {}"#,
    );
    assert_eq!(text, "begin\n  {\n    a\n\n    b\n  }\nend .\n");
}

#[test]
fn fields_have_what_stands_before_between_behind_and_instead_of_their_values() {
    let text = only(
        r#"@text("{some_}|{nothing}|{numbers}|{quoted}") one sig R {
            @text("<{this}>", before("("), separator(", "), after(")"), absent("-")) some_: set E,
            @text("never", before("("), after(")"), absent("-")) nothing: set E,
            @text(separator(" ")) numbers: seq Int,
            @text(escape("json")) quoted: E
        } { some_ = E  no nothing  numbers = 0 -> 2 + 1 -> 1 + 2 -> 2  quoted = Y }
        @text(names("x", "\"y\"\n")) enum E { X, Y }
        generate R for 3 { numbers in 1 .. 2 }"#,
    );
    assert_eq!(text, "(<x>, <\"y\"\n>)|-|2 1 2|\\\"y\\\"\\n\n");
}

#[test]
fn further_objects_have_the_names_again_with_numbers_and_others_are_called_after_their_signature() {
    let text = only(
        r#"@text("{named} {plain} {constant}") one sig R {
            @text("{this}", separator(",")) named: set N,
            @text("{this}", separator(",")) plain: set P,
            @text("{this}") constant: C
        } { named = N  plain = P  #N = 3  #P = 2  constant = C1 }
        @text(names("a", "b")) sig N { back: R }
        sig P { home: R }
        enum C { C0, C1 }
        generate R for 3 {}"#,
    );
    assert_eq!(text, "a,b,a1 P0,P1 C1\n");
}

#[test]
fn objects_with_files_make_a_folder_of_each_structure() {
    let spec = r#"@text("{parts}") one sig R { parts: set P } { parts = P }
        @text("part {this}", "{next}{uses}", file("dir/{this}.txt"), names("A", "B")) sig P { next: lone P, @text("{this}") uses: lone P }
        pred all_[r: R] { #P = 2  no p: P | p in p.^next  some next  some uses } generate R satisfying all_ for 2 {}"#;
    let (_folder, found) = texts(spec, &[]);
    for name in found.keys() {
        assert!(name.ends_with("/dir/A.txt") || name.ends_with("/dir/B.txt"), "{name}");
    }
    assert!(found.values().all(|text| text.starts_with("part ") && text.ends_with('\n')), "{found:?}");
    // An object is written once, in its own file, wherever it is met.
    assert!(found.values().all(|text| text.matches("part").count() == 1), "{found:?}");
}

#[test]
fn what_has_no_text_is_refused_with_the_template_that_is_to_blame() {
    let cases = [
        (r#"@text("{r}") one sig R { r: R } generate R for 1 {}"#, "the text of `R` contains itself"),
        (r#"one sig R { r: lone Int } generate R for 1 { r in 0 .. 1 }"#, "`R` has no template"),
        (
            r#"@text("{ps}") one sig R { ps: set P } { ps = P  #P = 2 } @text("x", file("f")) sig P { r: R } generate R for 2 {}"#,
            "two objects have the file `f`",
        ),
        (
            r#"@text("{ps}") one sig R { ps: set P } { ps = P } @text("x", file("../{this}")) sig P { r: R } generate R for 2 {}"#,
            "is no name of a file",
        ),
        (
            r#"@text("more {ps}") one sig R { ps: set P } { ps = P } @text("x", file("{this}")) sig P { r: R } generate R for 2 {}"#,
            "the text of `R` has no file",
        ),
    ];
    for (spec, message) in cases {
        let folder = Folder::new();
        folder.write("a.spec", spec);
        let run = folder.fex(&["generate", "a.spec", "--format", "text", "--out", "out"]);
        assert_eq!(run.code, Some(2), "{spec}\n{}", run.said());
        assert!(run.said().contains(message) && run.said().contains("--> a.spec:1:"), "{}", run.said());
        assert!(!folder.path("out").join("r").exists(), "nothing is written");
    }
}

#[test]
fn instances_of_commands_are_written_as_texts_too() {
    let folder = Folder::new();
    folder.write(
        "a.spec",
        "@text(\"[{items}]\") one sig List { @text(\"{this}\", separator(\" \")) items: seq Item }\n\
         @text(names(\"a\", \"b\")) sig Item {}\n run { #List.items = 2  List.items[0] != List.items[1] } for 2",
    );
    let run = folder.fex(&["solve", "a.spec", "--format", "text"]);
    // Which of the two comes first, the solver says.
    assert!(run.code == Some(0) && ["[a b]", "[b a]"].contains(&run.out.trim()), "{}", run.said());
}

#[test]
fn exported_modules_have_no_templates() {
    let folder = Folder::new();
    folder.write("a.spec", &shipped("classes"));
    let run = folder.fex(&["export", "a.spec", "--scope", "1"]);
    assert_eq!(run.code, Some(0), "{}", run.said());
    assert!(!run.out.contains("@text") && run.out.contains("abstract sig Member"), "{}", run.out);
}

#[test]
fn texts_keep_their_names_and_stay_as_they_are_where_a_suite_is_refreshed() {
    let spec = r#"@text("{x}{y}") one sig R { x: Int, @text(" {this}") y: lone Int }
        generate R for 2 { x in 0 .. 2  y in 0 .. 1 }"#;
    let (folder, before) = texts(spec, &[]);
    folder.write("a.spec", &spec.replace("x in 0 .. 2", "x in 0 .. 3"));
    let run = folder.fex(&["refresh", "a.spec", "--out", "out", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.said());
    let mut after = files(&folder.path("out"));
    after.retain(|name, _| name.contains('/'));
    assert!(after.len() > before.len(), "{after:?}");
    assert!(before.iter().all(|(name, text)| after.get(name) == Some(text)), "{before:?} {after:?}");
    // What somebody edited stays, and is a conflict where it would have to go.
    let (first, _) = before.iter().next().expect("there are some");
    let path = folder.path("out").join(first);
    fs::write(&path, "mine\n").expect("it can be written");
    let run = folder.fex(&["refresh", "a.spec", "--out", "out"]);
    assert!(run.said().contains("edited by hand, and kept"), "{}", run.said());
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine\n");
    folder.write("a.spec", &spec.replace("{x}{y}", "x = {x}{y}"));
    let run = folder.fex(&["refresh", "a.spec", "--out", "out"]);
    assert!(run.said().contains("no longer what fex writes"), "{}", run.said());
    let run = folder.fex(&["refresh", "a.spec", "--out", "out", "--discard-edits"]);
    assert_eq!(run.code, Some(0), "{}", run.said());
    let left = files(&folder.path("out"));
    assert!(left.iter().filter(|(name, _)| name.contains('/')).all(|(_, text)| text.starts_with("x = ")), "{left:?}");
}

#[test]
fn a_text_that_fex_did_not_write_is_in_the_way() {
    let folder = Folder::new();
    folder.write("a.spec", r#"@text("{x}") one sig R { x: Int } generate R for 1 { x in 0 .. 0 }"#);
    fs::create_dir_all(folder.path("out/r")).expect("there is room");
    folder.write("out/r/empty.txt", "mine");
    let run = folder.fex(&["generate", "a.spec", "--format", "text", "--out", "out"]);
    assert!(run.code == Some(2) && run.said().contains("not overwriting"), "{}", run.said());
    assert_eq!(folder.read("out/r/empty.txt"), "mine");
}

/// A class as the test reads it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    name: String,
    parent: Option<String>,
    members: BTreeSet<Member>,
}

/// A member: visibility, name, type of the parameter; of a method, what it reads and what it calls, with the argument.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Member {
    Field(String, String),
    Method(String, String, String, Option<String>, Option<(String, String)>),
}

/// Reads a text of `classes.spec`, of which it knows the language only: no template and no specification.
fn parsed(text: &str) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["class", name, "{"] => {
                classes.push(Class { name: (*name).into(), parent: None, members: BTreeSet::new() })
            }
            ["class", name, "extends", parent, "{"] => {
                classes.push(Class { name: (*name).into(), parent: Some((*parent).into()), members: BTreeSet::new() });
            }
            ["}"] => {}
            _ => {
                let (visibility, rest) = line.split_once("int ").expect("a member");
                let visibility = visibility.trim().to_owned();
                let member = if let Some(name) = rest.strip_suffix(';') {
                    Member::Field(visibility, name.to_owned())
                } else {
                    let (name, parameter) = rest.split_once('(').expect("a method");
                    let parameter = parameter.strip_suffix(" x) {").or(parameter.strip_suffix(") {")).expect("a head");
                    let body = lines.next().and_then(|line| line.strip_prefix("return ")?.strip_suffix("0;"));
                    assert_eq!(lines.next(), Some("}"));
                    let terms: Vec<&str> = body.expect("a body").split(" + ").filter(|term| !term.is_empty()).collect();
                    let reads = terms.iter().find(|term| !term.contains('(')).map(|term| (*term).to_owned());
                    let calls = terms.iter().find_map(|term| term.strip_suffix(')')?.split_once('('));
                    let calls = calls.map(|(name, argument)| (name.to_owned(), argument.to_owned()));
                    Member::Method(visibility, name.to_owned(), parameter.to_owned(), reads, calls)
                };
                let is_new = classes.last_mut().expect("members are in classes").members.insert(member);
                assert!(is_new, "a member twice: {text}");
            }
        }
    }
    classes.sort();
    classes
}

/// The texts of all structures of `classes.spec` at a scope, each as the test reads it.
fn all_programs(scope: &str) -> Vec<Vec<Class>> {
    let spec = shipped("classes").replace("for 2 but 3 Member", scope);
    let (_folder, found) = texts(&spec, &["--exhaustive"]);
    found.values().map(|text| parsed(text)).collect()
}

#[test]
fn programs_of_one_class_are_as_many_as_java_has_and_each_has_its_own_text() {
    let programs = all_programs("for 1 but 2 Member");
    // No class, or an empty one; a field (four visibilities, two names), or a method (and three lists of parameters), which calls
    // itself or nothing; two fields of different names; a field with a method that reads it or not, and calls itself or not; two of six
    // signatures, each with a visibility, each method calling nothing, itself or the other.
    let (fields, signatures, visibilities) = (4 * 2, 2 * 3, 4);
    let one = fields + signatures * visibilities * 2;
    let two_fields = visibilities * visibilities;
    let both = fields * signatures * visibilities * 2 * 2;
    let two_methods = signatures * (signatures - 1) / 2 * visibilities * visibilities * 3 * 3;
    assert_eq!(programs.len(), 2 + one + two_fields + both + two_methods);
    let distinct: BTreeSet<&Vec<Class>> = programs.iter().collect();
    assert_eq!(distinct.len(), programs.len(), "two structures have one text");
}

#[test]
fn programs_of_two_classes_are_told_by_what_they_say_and_not_by_the_order_of_classes() {
    let programs = all_programs("for 2 but 1 Member");
    // Classes without members: none, one, two, two of which one extends the other. A member: in one class, in one of two, above or below.
    let member = 4 * 2 + 2 * 3 * 4 * 2;
    assert_eq!(programs.len(), 4 + member * 4);
    // Names of classes say nothing: two programs that differ in them only are one structure.
    let renamed = |program: &Vec<Class>| {
        let swap = |name: &str| if name == "A" { "B".to_owned() } else { "A".to_owned() };
        let classes = program.iter().map(|class| Class {
            name: swap(&class.name),
            parent: class.parent.as_deref().map(swap),
            members: class.members.clone(),
        });
        let mut classes: Vec<Class> = classes.collect();
        classes.sort();
        classes
    };
    let all: BTreeSet<&Vec<Class>> = programs.iter().collect();
    assert_eq!(all.len(), programs.len());
    for program in programs.iter().filter(|program| program.len() == 2) {
        let other = renamed(program);
        assert!(other == *program || !all.contains(&other), "{program:?}");
    }
}

/// Writes texts of Java into a folder, each in a package of its own.
fn in_packages(folder: &Folder, texts: &BTreeMap<String, String>) -> Vec<PathBuf> {
    let write = |(number, text): (usize, &String)| {
        let name = format!("{number}.java");
        folder.write(&name, &format!("package p{number}; {text}"));
        folder.path(&name)
    };
    texts.values().enumerate().map(write).collect()
}

/// Compiles texts, and returns what the compiler complains of.
fn complaints(texts: &BTreeMap<String, String>) -> String {
    let folder = Folder::new();
    let mut command = compiler();
    command.args(["-proc:none", "-nowarn", "-d"]).arg(folder.path("classes"));
    let output = command.args(in_packages(&folder, texts)).output().expect("there is a JDK");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The specifications of programs that are refactored in `results/programs`.
const REFACTORED: [&str; 15] = [
    "refactoring/array_field",
    "refactoring/extract_local",
    "refactoring/extract_method",
    "refactoring/field_reference",
    "refactoring/field_reference_two_classes",
    "refactoring/inline_local",
    "refactoring/inline_method",
    "refactoring/move_method",
    "refactoring/pull_up_field",
    "refactoring/pull_up_method",
    "refactoring/push_down_field",
    "refactoring/push_down_method",
    "refactoring/rename_field",
    "refactoring/rename_method",
    "refactoring/two_fields",
];

#[test]
fn shipped_specifications_of_programs_are_formatted_and_without_warnings() {
    for name in
        ["classes", "comments", "expressions", "json"].into_iter().chain(RULED.map(|(name, _)| name)).chain(REFACTORED)
    {
        let path = specification::path(&format!("programs/{name}"));
        let path = path.to_str().expect("a plain path");
        let (checked, formatted) = (crate::cli::fex(&["check", path]), crate::cli::fex(&["fmt", "--check", path]));
        assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{name}");
        assert_eq!(formatted.code, Some(0), "{name}: {}", formatted.said());
    }
}

#[test]
fn all_programs_that_are_said_to_compile_do() {
    // A field-exhaustive suite at a scope where overriding, hiding and overloading meet; a few thousand small ones are too many here.
    let others = REFACTORED.map(|name| (name, "1"));
    for (name, scope) in [("classes", "3"), ("expressions", "2")].into_iter().chain(others) {
        let (_folder, found) = texts(&shipped(name), &["--scope", scope]);
        assert!(found.len() > 5, "{name}: {}", found.len());
        assert_eq!(complaints(&found), "", "{name}");
    }
}

/// The specifications of programs whose predicate `legal` is what a compiler accepts of what is `formed`, each with a scope of some thousand
/// texts.
const RULED: [(&str, &str); 3] = [
    ("generics", "for 2 but 1 Use, 1 Field"),
    ("lambdas", "for 1 but 2 seq, 1 Local, 1 Assignment, 1 Lambda, 1 Simple"),
    ("patterns", "for 2"),
];

/// The texts that Eclipse's compiler accepts, of Java 21: it runs on older ones too.
fn accepted(texts: &BTreeMap<String, String>) -> BTreeSet<&String> {
    let folder = Folder::new();
    let mut command = Command::new("java");
    command.arg("-jar").arg(crate::maven::jar("org.eclipse.jdt:ecj:3.46.100"));
    command.args(["-source", "21", "-target", "21", "-nowarn", "-proc:none", "-proceedOnError", "-d", "none"]);
    let paths = in_packages(&folder, texts);
    let files: Vec<String> = paths.iter().map(|path| format!("\"{}\"", path.display())).collect();
    folder.write("files", &files.join("\n"));
    let output = command.arg(format!("@{}", folder.path("files").display())).output().expect("there is a JDK");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.ends_with("errors)\n"), "{said}");
    // `12. ERROR in PATH (at line 3)`.
    let place = |line| Some(Path::new(str::split_once(line, "ERROR in ")?.1.rsplit_once(" (at line ")?.0));
    let refused: BTreeSet<&Path> = said.lines().filter_map(place).collect();
    assert!(refused.iter().all(|path| path.starts_with(folder.path(""))), "{refused:?}");
    paths
        .iter()
        .zip(texts.values())
        .filter(|(path, _)| !refused.contains(path.as_path()))
        .map(|(_, text)| text)
        .collect()
}

#[test]
fn texts_are_legal_where_a_compiler_accepts_them_and_nowhere_else() {
    // The rules of the specification are ours, and those of the compiler are not.
    for (name, scope) in RULED {
        let spec = shipped(name).replace("satisfying legal for 2", &format!("satisfying legal {scope}"));
        let (_formed, all) = texts(&spec.replace("satisfying legal", "satisfying formed"), &["--exhaustive"]);
        let (_legal, some) = texts(&spec, &["--exhaustive"]);
        let legal: BTreeSet<&String> = some.values().collect();
        assert_eq!(legal.len(), some.len(), "{name}: two structures have one text");
        assert!(100 < legal.len() && legal.len() < all.len(), "{name}: {} of {}", legal.len(), all.len());
        let accepted = accepted(&all);
        assert_eq!(legal.difference(&accepted).next(), None, "{name}: it is legal, and does not compile");
        assert_eq!(accepted.difference(&legal).next(), None, "{name}: it compiles, and is not legal");
    }
}

/// The programs of `array_field.spec` that a loop over all of their parts makes, also those that do not compile.
fn programs_with_an_array() -> Vec<String> {
    let references = ["f", "this.f", "(f)", "new A().f", "A.f"];
    let used = |r: &str| {
        let mut statements = vec![
            format!("Object o = {r}[0];"),
            format!("Object o = {r}.length;"),
            format!("Object o = {r}.clone();"),
            format!("for (Object o : {r}) {{\n    }}"),
            format!("{r}[0]++;"),
            format!("{r}[0] += 2;"),
        ];
        statements.extend(["3", "new int[] {3}"].map(|value| format!("{r}[0] = {value};")));
        let arrays = ["new int[] {3}", "new int[][] {{3}}", "null"];
        statements.extend(arrays.map(|value| format!("{r} = {value};")));
        statements.extend(arrays.map(|value| format!("int[] g = {r} = {value};")));
        statements
    };
    let declarations = [
        "int[] f = {1, 2};",
        "int f[] = {1, 2};",
        "int[] f = new int[] {1, 2};",
        "int[] f[] = {{1, 2}};",
        "int[][] f = {{1, 2}};",
    ];
    let start = "class Main {\n  static Object run() {\n    A a = new A();\n    a.m();\n    return java.util.Arrays.deepToString(new Object[] {a.f});\n  }\n}";
    let mut programs = Vec::new();
    for modifiers in ["", "protected ", "public "].iter().flat_map(|one| [(*one).to_owned(), format!("{one}static ")]) {
        for modifiers in [modifiers.clone(), format!("{modifiers}final ")] {
            for (declared, used) in declarations.iter().flat_map(|one| references.map(|r| (one, used(r)))) {
                programs.extend(used.iter().map(|statement| {
                    format!(
                        "{start}\n\nclass A {{\n  {modifiers}{declared}\n  void m() {{\n    {statement}\n  }}\n}}\n"
                    )
                }));
            }
        }
    }
    programs
}

/// The programs of `two_fields.spec` that a loop over all of their parts makes, also those that do not compile.
fn programs_with_two_fields() -> Vec<String> {
    let visibilities = ["", "protected ", "public "];
    let mut fields = Vec::new();
    for one in visibilities {
        for declared in ["f = 1, g = 2", "g = 2, f = 1", "f = 1, g = f", "g = 2, f = g", "f = 1, g = this.f++"] {
            fields.extend(["", "static "].map(|shared| format!("{one}{shared}int {declared};")));
        }
        for (other, value) in visibilities.iter().flat_map(|two| ["2", "f", "this.f", "f++", "f = 3"].map(|v| (two, v)))
        {
            fields.push(format!("{one}int f = 1;\n  {other}int g = {value};"));
        }
    }
    let start = "class Main {\n  static Object run() {\n    return new A().m() + new B().m();\n  }\n}";
    let mut programs = Vec::new();
    for fields in fields {
        for returned in ["f", "g", "f + g", "g++ + f", "f += g", "(f = g)", "f++ + f"] {
            for read in ["new A().g", "g", "super.g", "new A().f + new A().g"] {
                programs.extend(["", " extends A"].map(|parent| {
                    let first = format!("class A {{\n  {fields}\n  int m() {{\n    return {returned};\n  }}\n}}");
                    let second = format!("class B{parent} {{\n  int m() {{\n    return {read};\n  }}\n}}");
                    format!("{start}\n\n{first}\n\n{second}\n")
                }));
            }
        }
    }
    programs
}

#[test]
fn programs_to_refactor_are_all_that_loops_over_their_parts_make_and_a_compiler_accepts() {
    // Neither the loops nor the compiler know the specification and its rules.
    for (name, programs) in [("array_field", programs_with_an_array()), ("two_fields", programs_with_two_fields())] {
        let (_folder, found) = texts(&shipped(&format!("refactoring/{name}")), &["--exhaustive"]);
        let written: BTreeSet<&String> = found.values().collect();
        assert_eq!(written.len(), found.len(), "{name}: two structures have one text");
        let all: BTreeMap<String, String> =
            programs.into_iter().enumerate().map(|(n, text)| (n.to_string(), text)).collect();
        assert!(written.len() < all.len(), "{name}: {} of {}", written.len(), all.len());
        assert!(written == accepted(&all), "{name}: {} are written", written.len());
    }
}

#[test]
fn documents_of_json_are_read_as_the_structures_that_they_were_written_from() {
    let (folder, found) = texts(&shipped("json"), &["--exhaustive", "--scope", "2"]);
    let suite: serde_json::Value = serde_json::from_str(&folder.read("out/document.json")).expect("it is JSON");
    let instances = suite["instances"].as_array().expect("it has some");
    assert_eq!(instances.len(), found.len());
    let literals = ["null", "true", "false", "0", "-1.5e3", "\"\"", "\"a\\n\\u00e9\""];
    let members = ["NOTHING", "YES", "NO", "ZERO", "NUMBER", "EMPTY", "ESCAPED"];
    for instance in instances {
        let objects: BTreeMap<&str, &serde_json::Value> = instance["objects"]
            .as_array()
            .expect("it has some")
            .iter()
            .map(|object| (object["id"].as_str().expect("a name"), object))
            .collect();
        fn value(
            objects: &BTreeMap<&str, &serde_json::Value>,
            id: &serde_json::Value,
            literals: &[(&str, &str)],
        ) -> serde_json::Value {
            let object = objects[id["ref"].as_str().expect("an object")];
            let fields = &object["fields"];
            match object["class"].as_str() {
                Some("Array") => {
                    let items = fields["items"].as_array().expect("a list");
                    items.iter().map(|item| value(objects, item, literals)).collect()
                }
                Some("Object") => {
                    let pairs = fields["pairs"].as_array().expect("a list").iter();
                    let pair = |pair: &serde_json::Value| {
                        let pair = &objects[pair["ref"].as_str().expect("an object")]["fields"];
                        let key = if pair["key"]["constant"] == "NONE" { "" } else { "a" };
                        (key.to_owned(), value(objects, &pair["content"], literals))
                    };
                    serde_json::Value::Object(pairs.map(pair).collect())
                }
                _ => {
                    let name = fields["literal"]["constant"].as_str().expect("a literal");
                    let text = literals.iter().find(|(member, _)| *member == name).expect("it is one of them").1;
                    serde_json::from_str(text).expect("a literal")
                }
            }
        }
        let known: Vec<(&str, &str)> = members.into_iter().zip(literals).collect();
        let root = instance["objects"][0]["fields"]["value"].clone();
        let text = &found[&format!("document/{}.json", instance["name"].as_str().expect("a name"))];
        let read: serde_json::Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, value(&objects, &root, &known), "{text}");
    }
    let distinct: BTreeSet<&String> = found.values().collect();
    assert_eq!(distinct.len(), found.len(), "two structures have one text");
}
