//! Changes of sources: those since a revision, and those that were tried out, as a diff or written into the sources.

use super::{Caller, Failure};
use crate::disk;
use crate::project::{self, Changes};
use crate::report::Place;
use crate::source::FileChange;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

/// Changes of the sources of a project.
#[derive(Debug, Clone, Copy)]
pub struct SourceChanges<'c> {
    /// What is changed, by file.
    pub files: &'c BTreeMap<PathBuf, FileChange>,
    /// The folder of the project.
    pub base: &'c Path,
}

impl SourceChanges<'_> {
    /// All changes, as one diff that `git apply` takes.
    pub fn patch(&self) -> String {
        let named = self.files.iter().map(|(path, change)| (name(self.base, path), change));
        named.map(|(name, change)| change.diff(&name.to_string_lossy().replace('\\', "/"))).collect()
    }

    /// Writes that diff into a file.
    pub fn write_patch(&self, file: &Path) -> Result<(), Failure> {
        disk::replace(file, &self.patch()).map_err(|error| unwritten(file, &error))
    }

    /// Changes the sources; all of them, or none where somebody has changed one meanwhile. Returns the files.
    pub fn write(&self) -> Result<Vec<PathBuf>, Failure> {
        disk::change(|| {
            for (path, change) in self.files {
                if fs::read_to_string(path).ok() != change.old {
                    return Err(unwritten(path, &"it was changed meanwhile; nothing was written"));
                }
            }
            for (path, change) in self.files {
                disk::replace(path, &change.new).map_err(|error| unwritten(path, &error))?;
            }
            Ok(self.files.keys().cloned().collect())
        })
    }
}

/// Says of a place whether its method is meant.
pub(super) type Only = Box<dyn Fn(&Place) -> bool + Sync>;

/// What says whether the method at a place has changed since a revision of git, if that is asked for.
pub(super) fn since(revision: Option<&str>, caller: &Caller) -> Result<Option<Only>, Failure> {
    let Some(revision) = revision else { return Ok(None) };
    let changes = Changes::since(&Path::new(".").join(caller.folder), revision).map_err(Failure::usage)?;
    Ok(Some(Box::new(move |place| {
        let of = place.source.as_ref().zip(place.lines);
        of.is_some_and(|(source, lines)| changes.touch_method(place.class.as_str(), source, lines))
    })))
}

fn unwritten(path: &Path, error: &dyn Display) -> Failure {
    Failure::usage(format_args!("cannot write `{}`: {error}", path.display()))
}

/// A file by its path from the root of its repository, or from the folder of the project.
pub(super) fn name(base: &Path, path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let base = std::path::absolute(base).unwrap_or_else(|_| base.to_owned());
    let root = project::repository(&whole).unwrap_or(base);
    whole.strip_prefix(&root).map_or(whole.clone(), Path::to_owned)
}
