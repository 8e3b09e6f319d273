//! Copies of the tests of a package, in a repository of git, which a command judges and may change.

use crate::extreme::Targets;
use crate::java::compiler;
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A copy of the tests of a package, in a repository of git.
pub struct Copied {
    folder: TempDir,
    cache: TempDir,
    package: &'static str,
    program: PathBuf,
}

impl Copied {
    /// The tests of a package of `jvm/targets`.
    pub fn of_targets(package: &'static str) -> Copied {
        Copied::new(package, &root().join("jvm/targets/test"), Targets::compiled().path("main"))
    }

    /// The tests of a folder of `tests/data` that has its name from its package, and the program beside them.
    pub fn of_data(package: &'static str) -> Copied {
        let data = root().join("tests/data").join(package);
        let mut copied = Copied::new(package, &data.join("test"), PathBuf::new());
        copied.program = copied.folder.path().join("program");
        let sources = files(&data.join("main").join(package)).into_iter();
        copied.run(compiler().arg("-g").arg("-d").arg(&copied.program).args(sources));
        copied
    }

    fn new(package: &'static str, tests: &Path, program: PathBuf) -> Copied {
        let [folder, cache] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
        let copied = Copied { folder, cache, package, program };
        fs::create_dir_all(copied.sources().join(package)).expect("it can be written");
        for (name, text) in texts(&tests.join(package)) {
            copied.write(&name, &text);
        }
        fs::create_dir(copied.classes()).expect("it can be written");
        copied.run(Command::new("git").args(["init", "--quiet"]));
        copied
    }

    /// The folder in which commands run.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of the sources.
    pub fn sources(&self) -> PathBuf {
        self.folder.path().join("src")
    }

    fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    /// The texts of the sources, by name.
    pub fn texts(&self) -> BTreeMap<String, String> {
        texts(&self.sources().join(self.package))
    }

    /// Writes a source.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.sources().join(self.package).join(name), text).expect("it can be written");
    }

    /// Leaves out a source.
    pub fn without(self, name: &str) -> Copied {
        fs::remove_file(self.sources().join(self.package).join(name)).expect("it is there");
        self
    }

    /// Runs a command that has to succeed.
    pub fn run(&self, command: &mut Command) -> Output {
        let output = command.current_dir(self.folder.path()).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Compiles the sources as they are now, and has a command judge them; its report, which its schema describes.
    pub fn report(&self, name: &str, schema: &str, more: &[&str]) -> Value {
        let report = serde_json::from_slice(&self.run(&mut self.command(name, more)).stdout).expect("it is JSON");
        crate::report::validate_with(schema, &report);
        report
    }

    /// Compiles the sources as they are now; the command that judges them.
    pub fn command(&self, name: &str, more: &[&str]) -> Command {
        let classes = self.classes();
        let class_path: OsString =
            std::env::join_paths([self.program.clone(), maven::jar(JUNIT)]).expect("plain paths");
        let sources = files(&self.sources().join(self.package));
        self.run(compiler().arg("-g").arg("-d").arg(&classes).arg("-cp").arg(class_path).args(sources));
        let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
        fex.args([name, "--format", "json", "--jobs", "1", "--test-names", &format!("{}.*Test", self.package)]);
        fex.arg("--cache").arg(self.cache.path());
        fex.arg("--classes").arg(&self.program).arg("--tests").arg(&classes);
        fex.arg("--classpath").arg(maven::jar(JUNIT)).arg("--sources").arg(self.sources()).args(more);
        fex.current_dir(self.folder.path());
        fex
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn texts(folder: &Path) -> BTreeMap<String, String> {
    let name = |path: &Path| path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let text = |path: &Path| fs::read_to_string(path).expect("a source can be read");
    files(folder).iter().map(|path| (name(path), text(path))).collect()
}
