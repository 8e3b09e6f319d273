//! Files of the project that its tests write.
//!
//! A test that writes a source or a golden file writes what the program makes, and so it does on a changed program. fex does
//! not put files back, because somebody may have edited them meanwhile: it has the tests run once more on the unchanged
//! program, which write theirs again.

use super::baseline::Baseline;
use super::execution::Session;
use super::launch::{Launch, LaunchId};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::time::SystemTime;

/// The most files of a project that are looked at.
const FILES: usize = 100_000;

/// What became of files that changed while tests ran on a changed program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Those that the tests have written again on the unchanged program.
    pub again: Vec<PathBuf>,
    /// The others.
    pub left: Vec<PathBuf>,
}

/// The size and the time of each file in the folders in which tests run, but for what builds make there.
#[derive(Debug, Default)]
pub struct Files(BTreeMap<PathBuf, (u64, Option<SystemTime>)>);

impl Files {
    /// As they are now; none if there are too many to look at.
    pub fn now(launches: &[Launch]) -> Files {
        let folders: BTreeSet<PathBuf> = launches.iter().map(folder).collect();
        let built = launches.iter().flat_map(|launch| launch.own.iter().map(Path::new));
        // Classes lie beside reports and whatever else a build makes, in a folder that holds nothing but this.
        let around = built.clone().filter_map(Path::parent);
        let around = around.filter(|around| !folders.iter().any(|folder| folder.starts_with(around)));
        let left_out: BTreeSet<&Path> = built.chain(around).collect();
        let mut files = Files::default();
        let mut open: Vec<PathBuf> = folders.iter().cloned().collect();
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let (path, name) = (entry.path(), entry.file_name());
                let hidden = name.as_encoded_bytes().starts_with(b".") || name == "node_modules";
                // Links are not followed, and may be broken.
                let Ok(about) = entry.metadata() else { continue };
                if about.is_dir() {
                    // Another folder in which tests run is looked at by itself.
                    if !hidden && !left_out.contains(path.as_path()) && !folders.contains(&path) {
                        open.push(path);
                    }
                } else if about.is_file() {
                    files.0.insert(path, (about.len(), about.modified().ok()));
                }
            }
            if files.0.len() > FILES {
                return Files::default();
            }
        }
        files
    }

    /// Has the tests of all folders in which files have changed run once more on the unchanged program. Those that end the JVM or
    /// do not end on it are left out: nothing would run after them.
    pub fn written_again(&self, session: Session<'_>, baseline: &Baseline) -> Written {
        let launches = &session.execution.launches;
        let now = Files::now(launches);
        let changed = now.changed_since(self);
        for (number, launch) in launches.iter().enumerate() {
            let folder = folder(launch);
            if launch.tests.suites.is_empty() || !changed.iter().any(|path| path.starts_with(&folder)) {
                continue;
            }
            // All that counts is what they write: tests that do not end have written what they could, too.
            if let Ok((mut worker, _)) = session.worker(LaunchId(number)) {
                let fatal = baseline.fatal_of(LaunchId(number));
                let _ = launch.run_all(&mut worker, session.execution.suite_limit, &fatal, |_, _| {});
            }
        }
        let written = Files::now(launches).changed_since(&now);
        let (again, left) = changed.into_iter().partition(|path| written.contains(path));
        Written { again, left }
    }

    /// Those that are new, gone or written since.
    fn changed_since(&self, before: &Files) -> BTreeSet<PathBuf> {
        let all = self.0.keys().chain(before.0.keys());
        all.filter(|path| self.0.get(*path) != before.0.get(*path)).cloned().collect()
    }
}

fn folder(launch: &Launch) -> PathBuf {
    let folder = &launch.settings.directory;
    absolute(folder).unwrap_or_else(|_| folder.clone())
}
