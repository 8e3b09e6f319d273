//! Definition 3 of Vera-Pérez et al. against brute force: whether a transformation infects the state is decided once more from dumps of
//! the whole heap. The sources of the targets are edited, so that the JVM writes its heap wherever the method ends; a reader of
//! the format (`tests/data/heap_dumps`) follows all references. Nothing of this is used by fex.

use crate::extreme::Targets;
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

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
        let report = crate::diagnose::json(package, &[]);
        for (method, cases) in by_method(&report) {
            let heaps = dumping.heaps(&cases);
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
    let report = crate::diagnose::json("symptoms", &["--state", "shallow", "--method", methods]);
    for (method, cases) in by_method(&report) {
        let heaps = dumping.heaps(&cases);
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
        let files = ["Ends.java", "HeapDump.java", "Main.java"].map(|name| sources.join(name));
        compile(&dumping.folder.path().join("dumps"), &[&maven::jar(JUNIT)], &files);
        dumping
    }

    /// The heaps of the original program and of those in which the body of one method is replaced, by the name of the replacement.
    fn heaps(&self, cases: &[&Value]) -> BTreeMap<String, Heaps> {
        let class = text(cases[0], "class");
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("jvm/targets/main")
            .join(class.replace('.', "/"))
            .with_extension("java");
        let source = fs::read_to_string(source).expect("the target can be read");
        let line = cases[0]["lines"][0].as_u64().expect("the targets have lines") as usize;
        let method = MethodSource::around(&source, line, text(cases[0], "method"));
        let names = || std::iter::once(ORIGINAL).chain(cases.iter().map(|case| text(case, "transformation")));
        let dumps = self.folder.path().join("dumps");
        let mut command = Command::new("java");
        let (output, scratch) = (self.folder.path().join("heaps"), self.folder.path().join("scratch"));
        fs::create_dir_all(&scratch).expect("it can be written");
        let class_path = [dumps.clone(), maven::jar(JUNIT)];
        command
            .args(["-XX:+UseSerialGC", "-Xmx64m", "-cp"])
            .arg(std::env::join_paths(class_path).expect("plain paths"));
        command.args(["dumps.Main".as_ref(), output.as_os_str(), scratch.as_os_str()]);
        let behind = [Targets::compiled().path("main"), Targets::compiled().path("test")];
        command.arg(std::env::join_paths(behind).expect("plain paths")).arg(format!("{class}Test"));
        let programs: Vec<_> =
            (0..).map(|number| self.folder.path().join(format!("program{number}"))).zip(names()).collect();
        for (folder, name) in &programs {
            let body = (*name != ORIGINAL).then(|| method.replacement(name));
            let file = folder.join("source").join(class.replace('.', "/")).with_extension("java");
            fs::create_dir_all(file.parent().expect("a folder")).expect("it can be written");
            fs::write(&file, method.dumping(&source, body.as_deref())).expect("it can be written");
            // Other classes of the package come from the targets as they are.
            compile(folder, &[&dumps, &Targets::compiled().path("main")], &[file]);
            command.arg(folder);
        }
        let ran = command.output().expect("java can be run");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let told = fs::read_to_string(output).expect("the heaps were written");
        let mut heaps: BTreeMap<String, Heaps> = names().map(|name| (name.to_owned(), Heaps::new())).collect();
        for line in told.lines() {
            let parts: Vec<&str> = line.split('\t').collect();
            let [program, _, test, end, path, value] = parts[..] else { panic!("{line} has six parts") };
            assert!(end != "failed" || value == "false", "no test detects it: {line}");
            let (_, name) = programs.iter().find(|(folder, _)| folder == Path::new(program)).expect("it was asked for");
            let way = (test.to_owned(), end.to_owned(), path.to_owned());
            heaps.get_mut(*name).expect("it is one of them").entry(way).or_default().insert(value.to_owned());
        }
        heaps
    }
}

fn compile(folder: &Path, class_path: &[&Path], sources: &[impl AsRef<Path>]) {
    let output = Command::new("javac")
        .args(["-g", "-d"])
        .arg(folder)
        .arg("-cp")
        .arg(std::env::join_paths(class_path).expect("plain paths"))
        .args(sources.iter().map(AsRef::as_ref))
        .output()
        .expect("javac can be run");
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
