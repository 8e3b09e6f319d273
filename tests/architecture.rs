//! The house stands as it is drawn: dependencies point one way, and the plan names what exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module with what it may use of the others.
const MAY_USE: &[(&str, &[&str])] = &[
    ("disk", &[]),
    ("processes", &[]),
    ("markup", &[]),
    ("stack", &[]),
    ("diagnostic", &[]),
    ("syntax", &["diagnostic", "stack"]),
    ("resolve", &["diagnostic", "stack", "syntax"]),
    ("relational", &["stack"]),
    ("lower", &["diagnostic", "relational", "resolve", "stack"]),
    ("circuit", &["relational", "stack"]),
    ("cnf", &["circuit"]),
    ("sat", &["cnf"]),
    ("symmetry", &["circuit", "relational"]),
    ("solve", &["circuit", "cnf", "relational", "sat", "symmetry"]),
    ("instance", &["lower", "markup", "relational", "resolve"]),
    ("extension", &["circuit", "cnf", "relational", "sat", "symmetry"]),
    ("suite", &["cnf", "extension", "relational", "sat", "symmetry"]),
    ("classfile", &[]),
    ("fixture", &["classfile", "diagnostic", "disk", "markup", "relational", "resolve"]),
    ("export", &["diagnostic", "lower", "resolve", "syntax"]),
    ("skeleton", &["classfile", "diagnostic", "fixture", "resolve", "syntax"]),
    ("worker", &["processes"]),
    ("objects", &["fixture", "relational", "resolve", "worker"]),
    ("building", &["fixture", "objects", "relational", "resolve", "symmetry", "worker"]),
    ("extreme", &["classfile", "worker"]),
    ("capture", &["extreme", "worker"]),
    ("report", &["disk", "extreme", "markup"]),
    ("project", &["diagnostic", "extreme", "fixture", "processes", "report", "sat"]),
    (
        "app",
        &[
            "building",
            "capture",
            "classfile",
            "cnf",
            "diagnostic",
            "disk",
            "export",
            "extension",
            "extreme",
            "fixture",
            "instance",
            "lower",
            "objects",
            "processes",
            "project",
            "relational",
            "report",
            "resolve",
            "sat",
            "skeleton",
            "solve",
            "suite",
            "symmetry",
            "syntax",
            "worker",
        ],
    ),
    (
        "cli",
        &[
            "app",
            "diagnostic",
            "disk",
            "extreme",
            "fixture",
            "instance",
            "processes",
            "project",
            "report",
            "resolve",
            "sat",
            "solve",
        ],
    ),
];

/// The modules that look at the world outside: files, processes, sockets and the environment.
const DO_IO: &[&str] =
    &["app", "classfile", "cli", "disk", "extreme", "fixture", "processes", "project", "report", "sat", "worker"];

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
fn every_path_that_the_architecture_names_exists() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md can be read");
    let named = text.split('`').skip(1).step_by(2).filter(|name| {
        ["src/", "tests/", "specs/", "grammar/", "results/", "benches/", "jvm/"]
            .iter()
            .any(|start| name.starts_with(start))
    });
    let mut count = 0;
    for name in named {
        count += 1;
        assert!(root().join(name).exists(), "ARCHITECTURE.md names `{name}`, which does not exist");
    }
    assert!(count > 20, "the plan names the rooms");
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
