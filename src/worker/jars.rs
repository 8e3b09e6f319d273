//! The jars of the Java half, which the binary carries.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const AGENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-agent/fex-agent.jar"));
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-runtime/fex-runtime.jar"));

const MAVEN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-maven/fex-maven.jar"));

/// Why this binary carries no jars; empty if it does.
const MISSING: &str = include_str!(concat!(env!("OUT_DIR"), "/jvm/missing.txt"));

/// The jars on disk, as long as this lives.
#[derive(Debug)]
pub struct Jars {
    folder: TempDir,
}

impl Jars {
    /// Writes the jars into a folder of this process.
    ///
    /// An error says what was missing when fex was built.
    pub fn unpack() -> io::Result<Jars> {
        if !MISSING.is_empty() {
            return Err(io::Error::other(format!("this fex was built without its Java half: {MISSING}")));
        }
        let folder = tempfile::Builder::new().prefix("fex-").tempdir()?;
        // The agent's manifest names the runtime beside it.
        fs::write(folder.path().join("fex-agent.jar"), AGENT)?;
        fs::write(folder.path().join("fex-runtime.jar"), RUNTIME)?;
        fs::write(folder.path().join("fex-maven.jar"), MAVEN)?;
        Ok(Jars { folder })
    }

    /// What tells the jars of this fex from those of others.
    pub fn identity() -> &'static [u8] {
        AGENT
    }

    /// The jar with the agent and the worker.
    pub fn agent(&self) -> PathBuf {
        self.folder.path().join("fex-agent.jar")
    }

    /// The jar with what watches Maven build a project.
    pub fn maven(&self) -> PathBuf {
        self.folder.path().join("fex-maven.jar")
    }

    /// A folder for files of workers.
    pub fn scratch(&self) -> &Path {
        self.folder.path()
    }
}
