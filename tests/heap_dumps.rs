//! Definition 3 of Vera-Pérez et al. against brute force: whether a transformation infects the state is decided once more from dumps of
//! the whole heap. The sources of the targets are edited, so that the JVM writes its heap wherever the method ends; a reader of
//! the format (`tests/data/heap_dumps`) follows all references. Nothing of this is used by fex.

use crate::extreme::Targets;
use crate::java::compiler;
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, io};

/// The name of the program that is only observed.
const ORIGINAL: &str = "original";

/// A test, an end of the method in it, and a way through the objects.
type Way = (String, String, String);

/// What the heap was: the value of each way in each run.
type Heaps = BTreeMap<Way, BTreeSet<String>>;

#[test]
fn whole_heaps_differ_where_a_transformation_infects_and_nowhere_else() {
    let dumping = Dumping::new();
    let mut checked = BTreeMap::new();
    for package in ["symptoms", "versioned", "kinds", "objects"] {
        let report = crate::diagnose::json(package, &["--words-only"]);
        let methods = by_method(&report);
        let heaps = dumping.heaps(&methods);
        for (method, cases) in methods {
            let heaps = &heaps[&method];
            for case in cases {
                let name = text(case, "transformation");
                let differs = differ(&heaps[ORIGINAL], &heaps[name]);
                let symptom = text(case, "symptom");
                assert_eq!(
                    differs.is_some(),
                    symptom != "no-infection",
                    "{package}: {method}, {name}: {symptom}, {differs:?}"
                );
                *checked.entry(differs.is_some()).or_insert(0) += 1;
            }
        }
    }
    // Both answers were given often enough to mean something.
    assert!(checked[&true] >= 10 && checked[&false] >= 10, "{checked:?}");
}

/// States of one level, which the paper reads, do not show what these two methods change; heaps do. So the two can disagree.
#[test]
fn whole_heaps_differ_behind_what_shallow_states_show() {
    let dumping = Dumping::new();
    let methods = "symptoms.Symptoms.warm,symptoms.Symptoms.replaceLast";
    let report = crate::diagnose::json("symptoms", &["--words-only", "--state", "shallow", "--method", methods]);
    let methods = by_method(&report);
    let heaps = dumping.heaps(&methods);
    for (method, cases) in methods {
        let heaps = &heaps[&method];
        assert_eq!((cases.len(), text(cases[0], "symptom")), (1, "no-infection"), "{method}");
        assert!(differ(&heaps[ORIGINAL], &heaps["void"]).is_some(), "{method}");
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is a text: {value}"))
}

/// The undetected transformations of a report, those of one method together.
fn by_method(report: &Value) -> BTreeMap<String, Vec<&Value>> {
    let mut methods: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for one in report["transformations"].as_array().expect("a list") {
        let name = format!("{}.{}{}", text(one, "class"), text(one, "method"), text(one, "descriptor"));
        methods.entry(name).or_default().push(one);
    }
    methods
}

/// A way on which all runs of both programs agree, on different values.
fn differ<'h>(original: &'h Heaps, transformed: &'h Heaps) -> Option<(&'h Way, [&'h str; 2])> {
    let agreed = |heaps: &'h Heaps, way| match heaps.get(way) {
        None => Some("nothing"),
        Some(values) if values.len() == 1 => values.first().map(String::as_str),
        Some(_) => None,
    };
    let ways: BTreeSet<_> = original.keys().chain(transformed.keys()).collect();
    ways.into_iter().find_map(|way| {
        let both = [agreed(original, way)?, agreed(transformed, way)?];
        (both[0] != both[1]).then_some((way, both))
    })
}

/// What runs the tests and dumps the heap.
struct Dumping {
    folder: tempfile::TempDir,
}

impl Dumping {
    fn new() -> Dumping {
        let dumping = Dumping { folder: tempfile::tempdir().expect("a temporary folder") };
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/heap_dumps/dumps");
        let files = ["Compile.java", "Ends.java", "HeapDump.java", "Main.java"].map(|name| sources.join(name));
        let mut javac = compiler();
        javac.arg("-d").arg(dumping.folder.path().join("dumps")).arg("-cp").arg(maven::jar(JUNIT)).args(files);
        succeeded(&javac.output());
        dumping
    }

    /// For each method the heaps of the original program and of those in which its body is replaced, by the name of the
    /// replacement.
    fn heaps(&self, methods: &BTreeMap<String, Vec<&Value>>) -> BTreeMap<String, BTreeMap<String, Heaps>> {
        let mut programs = Vec::new();
        for (method, cases) in methods {
            self.write(method, cases, &mut programs);
        }
        let mut lines = String::new();
        for program in &programs {
            fs::create_dir_all(&program.folder).expect("it can be written");
            lines.push_str(&format!("{}\t{}\t{}\n", program.source.display(), program.folder.display(), program.test));
        }
        let [list, output, scratch] = ["list", "heaps", "scratch"].map(|name| self.folder.path().join(name));
        fs::write(&list, lines).expect("it can be written");
        fs::create_dir_all(&scratch).expect("it can be written");
        let dumps = self.folder.path().join("dumps");
        let targets = ["main", "test"].map(|name| Targets::compiled().path(name));
        // Other classes of the package come from the targets as they are.
        let compile = java(&[&dumps]).arg("dumps.Compile").arg(class_path(&[&dumps, &targets[0]])).arg(&list).output();
        succeeded(&compile);
        let mut main = java(&[&dumps, &maven::jar(JUNIT)]);
        main.arg("dumps.Main").args([&output, &scratch]).arg(class_path(&[&targets[0], &targets[1]])).arg(&list);
        succeeded(&main.output());
        let told = fs::read_to_string(output).expect("the heaps were written");
        let mut heaps: BTreeMap<String, BTreeMap<String, Heaps>> = BTreeMap::new();
        for program in &programs {
            heaps.entry(program.method.clone()).or_default().insert(program.name.clone(), Heaps::new());
        }
        for line in told.lines() {
            let parts: Vec<&str> = line.split('\t').collect();
            let [program, _, test, end, path, value] = parts[..] else { panic!("{line} has six parts") };
            assert!(end != "failed" || value == "false", "no test detects it: {line}");
            let program = programs.iter().find(|one| one.folder == Path::new(program)).expect("it was asked for");
            let way = (test.to_owned(), end.to_owned(), path.to_owned());
            let of_method = heaps.get_mut(&program.method).expect("it is one of them");
            let of_program = of_method.get_mut(&program.name).expect("it is one of them");
            of_program.entry(way).or_default().insert(value.to_owned());
        }
        heaps
    }

    /// Writes the sources of the programs for one method.
    fn write(&self, method: &str, cases: &[&Value], programs: &mut Vec<Program>) {
        let class = text(cases[0], "class");
        let path = Path::new(&class.replace('.', "/")).with_extension("java");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main").join(&path);
        let source = fs::read_to_string(source).expect("the target can be read");
        let line = cases[0]["lines"][0].as_u64().expect("the targets have lines") as usize;
        let edited = MethodSource::around(&source, line, text(cases[0], "method"));
        for name in std::iter::once(ORIGINAL).chain(cases.iter().map(|case| text(case, "transformation"))) {
            let folder = self.folder.path().join(format!("program{}", programs.len()));
            let body = (name != ORIGINAL).then(|| edited.replacement(name));
            let file = folder.join("source").join(&path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("it can be written");
            fs::write(&file, edited.dumping(&source, body.as_deref())).expect("it can be written");
            programs.push(Program {
                method: method.to_owned(),
                name: name.to_owned(),
                source: file,
                folder: folder.join("classes"),
                test: format!("{class}Test"),
            });
        }
    }
}

/// A program that dumps the heap where a method ends.
struct Program {
    method: String,
    /// What the body of the method is replaced by, or [`ORIGINAL`].
    name: String,
    source: PathBuf,
    /// The folder of its classes.
    folder: PathBuf,
    test: String,
}

fn class_path(entries: &[&Path]) -> OsString {
    std::env::join_paths(entries).expect("plain paths")
}

/// A small JVM with a class path.
fn java(entries: &[&Path]) -> Command {
    let mut command = Command::new("java");
    command.args(["-XX:+UseSerialGC", "-Xmx64m", "-cp"]).arg(class_path(entries));
    command
}

fn succeeded(output: &io::Result<Output>) {
    let output = output.as_ref().expect("the JDK can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A method in the source of a target: its head in one line, its end where a line closes it.
#[derive(Debug)]
struct MethodSource {
    head: usize,
    end: usize,
    name: String,
    result: String,
    parameters: Vec<String>,
    is_static: bool,
}

impl MethodSource {
    fn around(source: &str, line: usize, name: &str) -> MethodSource {
        let lines: Vec<&str> = source.lines().collect();
        let opens = format!(" {name}(");
        let head = (0..line).rev().find(|place| lines[*place].contains(&opens) && lines[*place].ends_with('{'));
        let head = head.unwrap_or_else(|| panic!("{name} begins before line {line}"));
        let indent = lines[head].len() - lines[head].trim_start().len();
        let closes = format!("{}}}", " ".repeat(indent));
        let end = (head..lines.len()).find(|place| lines[*place] == closes).expect("the method ends");
        let (before, after) = lines[head].split_once(&opens).expect("it was looked for");
        let (parameters, _) = after.rsplit_once(')').expect("the head is in one line");
        // The commas between type arguments are no commas between parameters.
        let mut depth = 0;
        let split = |c: char| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            c == ',' && depth == 0
        };
        let parameters = parameters.split(split).filter_map(|one| one.split_whitespace().last()).map(str::to_owned);
        let parameters = parameters.collect();
        // The type of the result stands last before the name; type arguments may have blanks.
        let mut depth = 0;
        let start = before.char_indices().rev().find(|(_, c)| {
            depth += i32::from(*c == '>') - i32::from(*c == '<');
            *c == ' ' && depth == 0
        });
        let result = before[start.map_or(0, |(place, _)| place)..].trim().to_owned();
        let is_static = before.split_whitespace().any(|word| word == "static");
        MethodSource { head, end, name: name.to_owned(), result, parameters, is_static }
    }

    /// What stands in the place of the body.
    fn replacement(&self, name: &str) -> String {
        match name {
            "void" => "        return;".to_owned(),
            "empty" => format!("        return new {}{{}};", self.result),
            value => format!("        return {value};"),
        }
    }

    /// The source in which the method dumps the heap where it ends; its body moves into a method beside it, or is another one.
    fn dumping(&self, source: &str, body: Option<&str>) -> String {
        let lines: Vec<&str> = source.lines().collect();
        let inner = format!("{}$body", self.name);
        let arguments = self.parameters.join(", ");
        let receiver = if self.is_static { "null" } else { "this" };
        let (keep, result) = if self.result == "void" { ("", "null") } else { ("ended = ", "ended") };
        let declare = if self.result == "void" { String::new() } else { format!("{} ended;", self.result) };
        let give = if self.result == "void" { "" } else { "return ended;" };
        let mut edited: Vec<String> = lines[..=self.head].iter().map(|line| (*line).to_owned()).collect();
        edited.push(format!(
            "        {declare}\n        try {{\n            {keep}{inner}({arguments});\n        }} catch (Throwable thrown) {{\n            \
             dumps.Ends.end({receiver}, new Object[] {{{arguments}}}, null, thrown);\n            throw thrown;\n        }}\n        \
             dumps.Ends.end({receiver}, new Object[] {{{arguments}}}, {result}, null);\n        {give}\n    }}"
        ));
        edited.push(lines[self.head].replace(&format!(" {}(", self.name), &format!(" {inner}(")));
        match body {
            Some(body) => edited.push(body.to_owned()),
            None => edited.extend(lines[self.head + 1..self.end].iter().map(|line| (*line).to_owned())),
        }
        edited.extend(lines[self.end..].iter().map(|line| (*line).to_owned()));
        edited.join("\n")
    }
}
