//! The jars of the Java half, which the binary carries.

use super::archive::Archive;
use super::profile::JvmSettings;
use crate::processes;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

const AGENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-agent/fex-agent.jar"));
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-runtime/fex-runtime.jar"));

const MAVEN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-maven/fex-maven.jar"));

const JUNIT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-junit/fex-junit.jar"));

const MAVEN_PLUGIN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-maven-plugin/fex-maven-plugin.jar"));

const GRADLE_PLUGIN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jvm/fex-gradle-plugin/fex-gradle-plugin.jar"));

/// Why this binary carries no jars; empty if it does.
const MISSING: &str = include_str!(concat!(env!("OUT_DIR"), "/jvm/missing.txt"));

/// The jars on disk, as long as this lives.
#[derive(Debug)]
pub struct Jars {
    folder: TempDir,
    /// Where class-data archives are.
    archives: Option<PathBuf>,
    /// Archives that workers would have started from.
    missed: Mutex<BTreeSet<Archive>>,
    /// Archives that workers started from, each with the file that keeps other runs from removing it.
    used: Mutex<BTreeMap<Archive, File>>,
}

impl Jars {
    /// Writes the jars into a folder of this process.
    ///
    /// An error says what was missing when fex was built.
    pub fn unpack() -> io::Result<Jars> {
        Jars::are_there()?;
        let folder = processes::folder()?;
        // The agent's manifest names the runtime beside it.
        fs::write(folder.path().join("fex-agent.jar"), AGENT)?;
        fs::write(folder.path().join("fex-runtime.jar"), RUNTIME)?;
        fs::write(folder.path().join("fex-maven.jar"), MAVEN)?;
        Ok(Jars { folder, archives: None, missed: Mutex::default(), used: Mutex::default() })
    }

    /// The jar that tests of users import, and that is the agent that they need. An error says what was missing when fex was built.
    pub fn junit() -> io::Result<&'static [u8]> {
        Jars::are_there().map(|()| JUNIT)
    }

    /// The jar of the plugin for Maven. An error says what was missing when fex was built.
    pub fn maven_plugin() -> io::Result<&'static [u8]> {
        Jars::are_there().map(|()| MAVEN_PLUGIN)
    }

    /// The jar of the plugin for Gradle. An error says what was missing when fex was built.
    pub fn gradle_plugin() -> io::Result<&'static [u8]> {
        Jars::are_there().map(|()| GRADLE_PLUGIN)
    }

    fn are_there() -> io::Result<()> {
        match MISSING {
            "" => Ok(()),
            missing => Err(io::Error::other(format!("this fex was built without its Java half: {missing}"))),
        }
    }

    /// What instrumented code calls.
    pub fn runtime(&self) -> PathBuf {
        self.folder.path().join("fex-runtime.jar")
    }

    /// Has workers start from class-data archives in a folder. They are a matter of speed only.
    pub fn with_archives(self, folder: PathBuf) -> Jars {
        Jars { archives: Some(folder), ..self }
    }

    /// The archive that a worker starts from.
    pub(super) fn archive(&self, settings: &JvmSettings) -> Option<Archive> {
        let archive = Archive::of(self.archives.as_deref()?, &[AGENT, RUNTIME], settings)?;
        if !archive.is_tried() {
            self.missed.lock().unwrap_or_else(PoisonError::into_inner).insert(archive);
            return None;
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if !used.contains_key(&archive) {
            used.insert(archive.clone(), archive.hold()?);
        }
        archive.serves(&settings.class_path).then_some(archive)
    }

    /// Makes the archives that workers have missed, for those that come later. That takes about a second, once for each JDK and
    /// each version of a test framework; if it does not work, workers start without.
    pub fn make_archives(&self) {
        let missed = std::mem::take(&mut *self.missed.lock().unwrap_or_else(PoisonError::into_inner));
        for archive in missed {
            let _ = archive.make(AGENT, RUNTIME);
        }
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
