//! A project that a test writes and runs programs in, and a place beside it for what is kept between the runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The folder of a project, inside a temporary one, so that what is beside it is no part of the project.
pub struct ProjectFolder(TempDir);

impl ProjectFolder {
    pub fn new() -> ProjectFolder {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("project")).expect("it can be made");
        ProjectFolder(folder)
    }

    /// A path in the project.
    pub fn path(&self, path: &str) -> PathBuf {
        self.beside("project").join(path)
    }

    /// A path beside the project.
    pub fn beside(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    /// A program in the project, whose fex has its cache beside it.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(self.path("")).env("FEX_CACHE", self.beside("cache"));
        command
    }
}

/// Runs a command; returns how it ended, and what it said.
pub fn run(command: &mut Command) -> (Output, String) {
    let output = command.output().expect("it can be run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output, text)
}
