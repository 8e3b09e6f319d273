//! The house stands as it is drawn: dependencies point one way, and the plan names what exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each module with what it may use of the others.
const MAY_USE: &[(&str, &[&str])] = &[
    ("disk", &[]),
    ("processes", &[]),
    ("markup", &[]),
    ("graphviz", &[]),
    ("picture", &["markup"]),
    ("stack", &[]),
    ("unit", &[]),
    ("journal", &["processes", "unit"]),
    ("diagnostic", &[]),
    ("syntax", &["diagnostic", "stack"]),
    ("classfile", &["unit"]),
    ("java", &["classfile"]),
    ("resolve", &["diagnostic", "java", "stack", "syntax"]),
    ("ide", &["diagnostic", "resolve", "syntax"]),
    ("relational", &["diagnostic", "stack", "unit"]),
    ("lower", &["diagnostic", "relational", "resolve", "stack"]),
    ("circuit", &["relational", "stack"]),
    ("cnf", &["circuit"]),
    ("sat", &["cnf"]),
    ("symmetry", &["circuit", "relational"]),
    ("solve", &["circuit", "cnf", "relational", "sat", "symmetry"]),
    ("instance", &["graphviz", "lower", "picture", "relational", "resolve"]),
    ("facts", &["circuit", "cnf", "diagnostic", "relational", "sat", "solve", "symmetry"]),
    ("extension", &["circuit", "cnf", "facts", "relational", "sat", "solve", "symmetry"]),
    ("suite", &["cnf", "extension", "relational", "sat", "solve", "symmetry"]),
    ("schema", &["java", "relational", "resolve"]),
    ("text", &["diagnostic", "instance", "relational", "resolve", "schema"]),
    (
        "fixture",
        &[
            "classfile",
            "diagnostic",
            "disk",
            "graphviz",
            "java",
            "markup",
            "picture",
            "relational",
            "resolve",
            "schema",
            "text",
            "unit",
        ],
    ),
    ("export", &["diagnostic", "lower", "resolve", "syntax"]),
    ("skeleton", &["classfile", "diagnostic", "fixture", "java", "resolve", "schema", "syntax"]),
    ("worker", &["processes", "unit"]),
    ("objects", &["relational", "resolve", "schema", "worker"]),
    ("report", &["classfile", "disk", "markup"]),
    ("session", &["classfile", "worker"]),
    ("mutation", &["classfile", "worker"]),
    ("sequence", &["classfile", "java", "processes", "session", "unit", "worker"]),
    (
        "building",
        &[
            "classfile",
            "fixture",
            "java",
            "objects",
            "relational",
            "resolve",
            "schema",
            "sequence",
            "symmetry",
            "worker",
        ],
    ),
    ("project", &["processes", "session", "unit"]),
    ("extreme", &["classfile", "journal", "report", "session", "unit", "worker"]),
    ("capture", &["session", "worker"]),
    ("infection", &["session", "worker"]),
    ("propagation", &["classfile", "extreme", "infection", "journal", "report", "session", "worker"]),
    ("source", &["java"]),
    (
        "suggestion",
        &[
            "classfile",
            "extreme",
            "infection",
            "java",
            "journal",
            "processes",
            "propagation",
            "report",
            "sequence",
            "session",
            "source",
            "unit",
            "worker",
        ],
    ),
    ("surroundings", &["report", "session", "worker"]),
    ("fixes", &["journal", "report", "session", "source", "suggestion", "unit", "worker"]),
    (
        "stability",
        &[
            "classfile",
            "fixes",
            "java",
            "journal",
            "report",
            "session",
            "source",
            "suggestion",
            "surroundings",
            "worker",
        ],
    ),
    ("coupling", &["classfile", "java", "mutation", "processes", "report", "sequence", "session", "worker"]),
    (
        "taint",
        &[
            "classfile",
            "fixes",
            "java",
            "journal",
            "report",
            "session",
            "source",
            "suggestion",
            "surroundings",
            "unit",
            "worker",
        ],
    ),
    (
        "settings",
        &[
            "coupling",
            "diagnostic",
            "extreme",
            "fixture",
            "project",
            "report",
            "sat",
            "session",
            "stability",
            "surroundings",
            "taint",
        ],
    ),
    ("subject", &["classfile", "journal", "processes", "report", "unit"]),
    (
        "app",
        &[
            "building",
            "capture",
            "classfile",
            "cnf",
            "coupling",
            "diagnostic",
            "disk",
            "export",
            "extension",
            "extreme",
            "facts",
            "fixes",
            "fixture",
            "ide",
            "infection",
            "instance",
            "java",
            "journal",
            "lower",
            "mutation",
            "objects",
            "processes",
            "project",
            "propagation",
            "relational",
            "report",
            "resolve",
            "sat",
            "schema",
            "sequence",
            "session",
            "settings",
            "skeleton",
            "solve",
            "source",
            "stability",
            "subject",
            "suggestion",
            "suite",
            "surroundings",
            "symmetry",
            "syntax",
            "text",
            "taint",
            "unit",
            "worker",
        ],
    ),
    ("lsp", &["app", "diagnostic", "ide", "markup", "processes", "resolve", "sat", "syntax"]),
    (
        "cli",
        &[
            "app",
            "coupling",
            "diagnostic",
            "disk",
            "extreme",
            "fixture",
            "instance",
            "lsp",
            "processes",
            "propagation",
            "report",
            "resolve",
            "sat",
            "session",
            "settings",
            "solve",
            "stability",
            "subject",
            "text",
            "taint",
            "unit",
        ],
    ),
];

/// The modules that look at the world outside: files, processes, sockets and the environment.
const DO_IO: &[&str] = &[
    "app",
    "classfile",
    "cli",
    "disk",
    "extreme",
    "fixes",
    "fixture",
    "journal",
    "processes",
    "project",
    "report",
    "sat",
    "session",
    "settings",
    "subject",
    "suggestion",
    "worker",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The file's code without the unit tests at its end, which may use what they like.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file can be read");
    text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// The names after `crate::` in a text; a group (`crate::{a, b}`) gives the empty name, which no module may use, so that
/// no edge hides in one.
fn edges(text: &str) -> BTreeSet<String> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    for (module, allowed) in MAY_USE {
        let mut files = Vec::new();
        let folder = root().join("src").join(module);
        if folder.is_dir() {
            sources(&folder, &mut files);
        } else {
            files.push(folder.with_extension("rs"));
        }
        assert!(!files.is_empty(), "`{module}` has no files");
        for file in files {
            for edge in edges(&code(&file)) {
                let fine = edge == *module || allowed.contains(&edge.as_str());
                assert!(fine, "{} uses `{edge}`, which `{module}` may not", file.display());
            }
        }
    }
}

/// The files that need each other, with the one concept that both are.
const PAIRS: &[(&str, &str, &str)] = &[
    ("app::coverage::captured", "app::coverage::page", "what tests show, and its page, which is named in it"),
    ("building", "building::search", "a room of one search, and that search"),
    ("cli::interrupt", "cli::print", "an interruption prints the last line, and nothing is printed after it"),
    ("extreme::transformation", "extreme::transformation::objects", "bodies that return objects are among all bodies"),
    ("java::template", "java::tree", "a class of a tree has members of a template, which is a tree of members"),
    ("skeleton::fields", "skeleton::reachable", "fields lead to signatures, which have fields"),
    ("syntax::parser::binding", "syntax::parser::expression", "expressions bind variables in expressions"),
    (
        "worker::protocol::table",
        "worker::protocol::wire",
        "what the table declares is read and written by its declaration",
    ),
];

/// The module that a file of `src` is: `src/a/b.rs` and `src/a/b/mod.rs` are `a::b`.
fn module_of(file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(root().join("src")).expect("it is a source file").with_extension("");
    let mut names: Vec<String> = relative.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.pop_if(|last| last == "mod");
    names
}

/// All paths in a text that are written from a place like `prefix`, with `{…}` and `as` spelled out: `a::{b, c::d}` is
/// `a::b` and `a::c::d`.
fn paths(text: &str, from: usize, prefix: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let bytes = text.as_bytes();
    let (mut path, mut at) = (prefix.to_vec(), from);
    loop {
        let name: String = text[at..].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        at += name.len();
        if !name.is_empty() {
            path.push(name);
        } else if bytes.get(at) == Some(&b'{') {
            at += 1;
            while bytes.get(at).is_some_and(|byte| *byte != b'}') {
                at = paths(text, at, &path, found);
                let next = text[at..].find(|letter: char| letter.is_alphabetic() || "_{}".contains(letter));
                at = next.map_or(text.len(), |next| at + next);
            }
            return at + 1;
        }
        match text[at..].strip_prefix("::") {
            Some(_) => at += 2,
            None => break,
        }
    }
    found.push(path);
    match text[at..].strip_prefix(" as ") {
        Some(alias) => at + 4 + alias.find([',', ';', '}']).unwrap_or(0),
        None => at,
    }
}

/// What a file names of its own room, as whole paths of modules: with `use`, or in place. A room's list of what it shows
/// (`pub use`) is no use of it.
fn named_in(file: &Path, modules: &BTreeMap<Vec<String>, PathBuf>) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let own = module_of(file);
    let text: String =
        code(file).lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let (mut used, mut shown) = (Vec::new(), Vec::new());
    for (at, _) in text.match_indices(|letter: char| letter.is_alphabetic()) {
        let before = &text[..at];
        if before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':' || letter == '$')
        {
            continue;
        }
        let mut found = Vec::new();
        paths(&text, at, &[], &mut found);
        for path in found {
            let base = match path[0].as_str() {
                "crate" => Vec::new(),
                "self" => own.clone(),
                "super" => own[..own.len() - 1].to_vec(),
                child if modules.contains_key(&[own.as_slice(), &[child.to_owned()]].concat()) => {
                    own.iter().cloned().chain([child.to_owned()]).collect()
                }
                _ => continue,
            };
            let rest = path[1..].iter().skip_while(|name| *name == "super").cloned();
            let ups = path[1..].iter().take_while(|name| *name == "super").count();
            let whole: Vec<String> = base[..base.len() - ups].iter().cloned().chain(rest).collect();
            if before.ends_with("pub(in ") {
                // Who may use something is no use of anything.
            } else if before.ends_with("pub use ") {
                shown.push(whole)
            } else if path.len() > 1 {
                used.push(whole)
            }
        }
    }
    (used, shown)
}

/// Files use each other one way: where two need each other, they are one concept, and three never do.
#[test]
fn no_circle_has_more_than_two_files_and_these_are_one_concept() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let modules: BTreeMap<Vec<String>, PathBuf> = files.iter().map(|file| (module_of(file), file.clone())).collect();
    let named: BTreeMap<Vec<String>, _> =
        modules.iter().map(|(module, file)| (module.clone(), named_in(file, &modules))).collect();
    // The module that has an item: the longest prefix that is one, or where its list of what it shows says that it is.
    let owner = |path: &[String]| {
        let mut path = path.to_vec();
        loop {
            let length = (1..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
            let (module, item) = (path[..length].to_vec(), path.get(length));
            let shown = named[&module].1.iter().find(|shown| item.is_some() && shown.last() == item);
            match shown {
                Some(shown) => path = shown.clone(),
                None => return Some(module),
            }
        }
    };
    let mut graph = petgraph::graph::DiGraph::<String, ()>::new();
    let nodes: BTreeMap<&Vec<String>, _> =
        modules.keys().map(|module| (module, graph.add_node(module.join("::")))).collect();
    for (module, (used, _)) in &named {
        for target in used.iter().filter_map(|path| owner(path)).filter(|target| target != module) {
            graph.update_edge(nodes[module], nodes[&target], ());
        }
    }
    let mut circles: Vec<Vec<&str>> = petgraph::algo::tarjan_scc(&graph)
        .into_iter()
        .filter(|circle| circle.len() > 1)
        .map(|circle| circle.into_iter().map(|node| graph[node].as_str()).collect())
        .collect();
    circles.iter_mut().for_each(|circle| circle.sort_unstable());
    circles.sort_unstable();
    let known: Vec<Vec<&str>> = PAIRS.iter().map(|(one, other, _)| vec![*one, *other]).collect();
    assert_eq!(circles, known, "files need each other that are not one concept, or no longer do");
}

/// The check above sees circles: through names in place, lists of what a room shows, and groups.
#[test]
fn paths_are_spelled_out() {
    let spelled = |text: &str| {
        let mut found = Vec::new();
        paths(text, 0, &[], &mut found);
        found.iter().map(|path| path.join("::")).collect::<Vec<_>>()
    };
    assert_eq!(spelled("super::a::B"), ["super::a::B"]);
    assert_eq!(
        spelled("crate::{a::{self, B}, c as d, e::F}; super::g"),
        ["crate::a::self", "crate::a::B", "crate::c", "crate::e::F"]
    );
}

#[test]
fn every_module_has_its_place_in_the_table() {
    let entries = fs::read_dir(root().join("src")).expect("the folder can be read").flatten();
    let found: BTreeSet<String> = entries
        .filter_map(|entry| entry.path().file_stem().map(|name| name.to_string_lossy().into_owned()))
        .filter(|name| name != "lib" && name != "main")
        .collect();
    let listed: BTreeSet<String> = MAY_USE.iter().map(|entry| entry.0.to_owned()).collect();
    assert_eq!(found, listed);
}

#[test]
fn the_evaluator_uses_nothing_of_the_translation() {
    let mut files = vec![root().join("src/relational/evaluator.rs")];
    sources(&root().join("src/relational/evaluator"), &mut files);
    for file in files {
        let edges = edges(&code(&file));
        assert!(edges.iter().all(|edge| edge == "relational" || edge == "stack"), "{} uses {edges:?}", file.display());
    }
}

#[test]
fn only_sat_names_a_solver_crate() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    for file in files.iter().filter(|file| !file.starts_with(root().join("src/sat"))) {
        let text = code(file);
        assert!(!text.contains("cadical_sys") && !text.contains("varisat::"), "{} names a solver", file.display());
    }
}

/// The files of `src` that are not of the command line, with their code.
fn beside_the_command_line() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let is_of_it = |path: &PathBuf| path.starts_with(root().join("src/cli")) || path.ends_with("src/main.rs");
    files.into_iter().filter(|path| !is_of_it(path)).map(|path| (path.clone(), code(&path))).collect()
}

/// So that plugins and editors can call what the command line calls.
#[test]
fn only_the_command_line_prints_parses_arguments_and_ends_the_process() {
    let standard_streams = ["print!(", "println!(", "eprint!(", "eprintln!(", "stdin()", "stdout()", "stderr()"];
    let others = ["clap::", "indicatif::", "cli::", "ExitCode", "process::exit", "is_terminal"];
    let files = beside_the_command_line();
    assert!(files.len() > 200, "the house has {} files", files.len());
    for (path, code) in files {
        for word in standard_streams.iter().chain(&others) {
            assert!(!code.contains(word), "{} has `{word}`", path.display());
        }
    }
}

/// A module that computes can be tested with values alone.
#[test]
fn only_some_modules_look_at_the_world_outside() {
    let words = ["std::fs", "std::process", "std::net", "env::var", "env::current_dir"];
    for (path, code) in beside_the_command_line() {
        let within = path.strip_prefix(root().join("src")).expect("it is in `src`").with_extension("");
        let module = within.iter().next().expect("it has a name").to_string_lossy().into_owned();
        let found = words.iter().find(|word| code.contains(**word));
        assert!(found.is_none() || DO_IO.contains(&&*module), "{} has `{}`", path.display(), found.unwrap_or(&""));
    }
}

#[test]
fn every_path_that_the_architecture_and_the_page_for_contributors_name_exists() {
    for (page, least) in [("ARCHITECTURE.md", 20), ("CONTRIBUTING.md", 20)] {
        let text = fs::read_to_string(root().join(page)).expect("the page can be read");
        let named = text.split('`').skip(1).step_by(2).filter(|name| {
            ["src/", "tests/", "specs/", "grammar/", "results/", "benches/", "jvm/", "docs/", "fuzz/"]
                .iter()
                .any(|start| name.starts_with(start))
        });
        let mut count = 0;
        for name in named {
            count += 1;
            assert!(root().join(name).exists(), "{page} names `{name}`, which does not exist");
        }
        assert!(count > least, "{page} names the rooms");
    }
}

#[test]
fn no_source_file_is_longer_than_600_lines() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    for file in files {
        let lines = fs::read_to_string(&file).map_or(0, |text| text.lines().count());
        assert!(lines <= 600, "{} has {lines} lines: split it by concept", file.display());
    }
}

/// The functions of a text that `rustfmt` has laid out, each with its name, its lines and the comment above it.
fn functions(text: &str) -> Vec<(&str, usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let start =
        regex::Regex::new(r"^(\s*)(?:pub(?:\([^)]*\))? )?(?:const )?(?:unsafe )?fn (\w+)").expect("it is a pattern");
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(captures) = start.captures(line) else { continue };
        let indentation = captures.get(1).map_or("", |space| space.as_str());
        // A body that is not on the same line ends with a brace below the beginning; a declaration without one has none.
        let is_end = |line: &&&str| line.strip_prefix(indentation).is_some_and(|rest| rest.starts_with('}'));
        let is_declared = line.ends_with(';') || (line.ends_with('}') && line.contains('{'));
        let length = match lines[at..].iter().position(|line| is_end(&line)) {
            Some(end) if !is_declared => end + 1,
            _ => 1,
        };
        let above = lines[..at].iter().rev().map(|line| line.trim());
        let comment =
            above.take_while(|line| line.starts_with("///") || line.starts_with("#[")).collect::<Vec<_>>().join(" ");
        found.push((captures.get(2).map_or("", |name| name.as_str()), length, comment));
    }
    found
}

/// What is long is a list of alternatives, and says so.
#[test]
fn functions_longer_than_60_lines_say_why() {
    let reasons = ["arm", "case", "line", "statement"].map(|part| format!("one {part} for each"));
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut long = 0;
    for file in files {
        let code = code(&file);
        for (name, lines, comment) in functions(&code).into_iter().filter(|(_, lines, _)| *lines > 60) {
            long += 1;
            let says_why = reasons.iter().any(|reason| comment.to_lowercase().contains(reason));
            assert!(says_why, "`{name}` in {} has {lines} lines: split it, or say why in its comment", file.display());
        }
    }
    assert!(long > 0, "there are some, so that this looks at something");
}

#[test]
fn lines_of_functions_are_counted() {
    let text = "impl A {\n    /// One.\n    #[must_use]\n    pub fn one(&self) -> bool {\n        true\n    }\n\n    fn two();\n}\n\nfn three() {}\n";
    let one = ("one", 3, "#[must_use] /// One.".to_owned());
    assert_eq!(functions(text), [one, ("two", 1, String::new()), ("three", 1, String::new())]);
}
