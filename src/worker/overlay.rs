//! Classes of the JDK, as they are, and as others that are laid over them, written by the worker's jar.

use super::jars::Jars;
use crate::processes;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

impl Jars {
    /// A folder with hash maps of `java.base`, for the JDK of a `java`, that put their entries in other places than usual.
    pub fn hash_maps(&self, java: &Path) -> io::Result<PathBuf> {
        self.written_by(java, "fex.agent.HashMaps", &[])
    }

    /// A folder with the class files of some classes of the JDK of a `java`, by their binary names, and of all that is above them.
    pub fn jdk_classes(&self, java: &Path, names: &[&str]) -> io::Result<PathBuf> {
        self.written_by(java, "fex.agent.JdkClasses", names)
    }

    /// A folder that a program of the worker's jar writes into.
    fn written_by(&self, java: &Path, program: &str, arguments: &[&str]) -> io::Result<PathBuf> {
        let folder = tempfile::Builder::new().prefix("jdk-classes-").tempdir_in(self.scratch())?.keep();
        let mut command = Command::new(java);
        command.arg("-cp").arg(self.agent()).arg(program).arg(&folder).args(arguments);
        let output = processes::output(&mut command)?;
        match output.status.success() {
            true => Ok(folder),
            false => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        }
    }
}
