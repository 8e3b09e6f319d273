//! Where the programs of a JDK are.

use crate::processes;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A program of the JDK that JAVA_HOME names, or the one on the path.
pub(super) fn program(name: &str) -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin").join(name));
    home.filter(|program| program.exists()).unwrap_or_else(|| PathBuf::from(name))
}

/// Compiles sources into a folder.
pub(super) fn javac(sources: &[PathBuf], class_path: &[PathBuf], into: &Path) -> io::Result<Output> {
    let class_path = env::join_paths(class_path).map_err(io::Error::other)?;
    let mut command = Command::new(program("javac"));
    command.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(into).arg("-cp").arg(class_path).args(sources);
    processes::output(&mut command)
}
