//! The project of `tests/data/numbers`, a class whose structures can be listed: ascending lists of different numbers below the scope,
//! which are the sets of these numbers.

use crate::java::{java_files, javac};
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A pair of a field: the field, the owner, the value.
pub type Pair = (String, String, String);

/// The project of `tests/data/numbers`, compiled.
pub struct Project {
    folder: TempDir,
}

impl Project {
    /// The project, with some of its text changed.
    pub fn with(change: impl Fn(&str) -> String) -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a temporary folder") };
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/numbers");
        let path = |name: &str| project.folder.path().join(name);
        let mut class_path = vec![maven::jar(JUNIT)];
        for (sources, part) in [("src/main", "main"), ("src/test", "test")] {
            let mut changed = Vec::new();
            for file in java_files(&data.join(sources)) {
                let text = change(&fs::read_to_string(&file).expect("a source can be read"));
                let copy = path(&format!("{part}-source")).join(file.file_name().expect("a file has a name"));
                fs::create_dir_all(copy.parent().expect("it is in a folder")).expect("a folder can be made");
                fs::write(&copy, text).expect("a file can be written");
                changed.push(copy);
            }
            javac(&path(part), &class_path, &changed);
            class_path.push(path(part));
        }
        project
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn fex(&self, command: &str, more: &[&str]) -> Output {
        self.fex_on(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/numbers/numbers.spec"), command, more)
    }

    pub fn fex_on(&self, spec: &Path, command: &str, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_fex"))
            .arg(command)
            .arg(spec)
            .arg("--classes")
            .arg(self.path("main"))
            .arg("--tests")
            .arg(self.path("test"))
            .arg("--classpath")
            .arg(maven::jar(JUNIT))
            .args(more)
            .current_dir(self.folder.path())
            .output()
            .expect("the binary starts")
    }

    pub fn coverage(&self, more: &[&str]) -> Value {
        let report = json(&self.fex("coverage", &[&["--format", "json"], more].concat()));
        let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/coverage.schema.json");
        let schema = fs::read_to_string(schema).expect("the schema is there");
        let schema = serde_json::from_str(&schema).expect("the schema is JSON");
        let conforms = jsonschema::validator_for(&schema).expect("the schema is one");
        assert!(
            conforms.is_valid(&report),
            "{:?}",
            conforms.iter_errors(&report).next().map(|error| error.to_string())
        );
        report
    }
}

pub fn json(output: &Output) -> Value {
    let complaint = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {complaint}"))
}

/// The pairs that the list of a set has: the nodes of a canonical structure are numbered along the list.
pub fn pairs(set: &[u32]) -> BTreeSet<Pair> {
    let pair = |field: &str, owner: String, value: String| (field.to_owned(), owner, value);
    let node = |place: usize| if place < set.len() { format!("Node{place}") } else { "null".to_owned() };
    let mut pairs = BTreeSet::from([
        pair("head", "NumberList0".to_owned(), node(0)),
        pair("size", "NumberList0".to_owned(), set.len().to_string()),
    ]);
    for (place, number) in set.iter().enumerate() {
        pairs.insert(pair("value", node(place), number.to_string()));
        pairs.insert(pair("next", node(place), node(place + 1)));
    }
    pairs
}

pub fn all_pairs<'s>(sets: impl IntoIterator<Item = &'s [u32]>) -> BTreeSet<Pair> {
    sets.into_iter().flat_map(pairs).collect()
}

/// All sets of numbers below 3, in ascending order.
pub const SETS: [&[u32]; 8] = [&[], &[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];

/// Those that the tests show: see the comments in `NumberListTest`. The list of 7 alone is one of the least number alone, because
/// numbers are only compared.
pub const SHOWN: [&[u32]; 5] = [&[], &[1], &[0, 1], &[2], &[0]];
