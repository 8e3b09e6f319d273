//! What a subject is given and what it makes: a text, or a folder of texts.

use crate::unit::{Digest, Digester};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A text of a suite.
#[derive(Debug, Clone)]
pub struct Input {
    /// The name of its structure.
    pub name: String,
    /// How many objects that has.
    pub objects: usize,
    /// The text.
    pub material: Material,
}

/// A text or several, by their relative paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Material {
    /// The files, at least one.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Material {
    /// The path of the first file.
    pub fn first(&self) -> &Path {
        self.files.keys().next().map_or(Path::new("text"), PathBuf::as_path)
    }

    /// What it is known by.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::new();
        for (path, bytes) in &self.files {
            digester.value(path).bytes(bytes);
        }
        digester.digest()
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its lines, those of several files below each other.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (path, bytes) in &self.files {
            if self.files.len() > 1 {
                lines.push(format!("==> {} <==", path.display()));
            }
            lines.extend(String::from_utf8_lossy(bytes).lines().map(str::to_owned));
        }
        lines
    }

    /// The same with another text in place of the first file, and no other.
    pub(super) fn with_text(&self, bytes: Vec<u8>) -> Material {
        Material { files: BTreeMap::from([(self.first().to_owned(), bytes)]) }
    }

    /// Writes it into a folder.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        for (path, bytes) in &self.files {
            let path = folder.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, bytes)?;
        }
        Ok(())
    }

    /// Its files as a folder has them now; those that are gone are left out.
    pub(super) fn reread(&self, folder: &Path) -> Material {
        let read = |path: &PathBuf| Some((path.clone(), fs::read(folder.join(path)).ok()?));
        Material { files: self.files.keys().filter_map(read).collect() }
    }
}
