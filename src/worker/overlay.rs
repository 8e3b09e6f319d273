//! Classes that are laid over those of the JDK, made of its own by the worker's jar.

use super::jars::Jars;
use crate::processes;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

impl Jars {
    /// A folder with hash maps of `java.base`, for the JDK of a `java`, that put their entries in other places than usual.
    pub fn hash_maps(&self, java: &Path) -> io::Result<PathBuf> {
        let folder = tempfile::Builder::new().prefix("hash-maps-").tempdir_in(self.scratch())?.keep();
        let mut command = Command::new(java);
        command.arg("-cp").arg(self.agent()).arg("fex.agent.HashMaps").arg(&folder);
        let output = processes::output(&mut command)?;
        match output.status.success() {
            true => Ok(folder),
            false => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        }
    }
}
