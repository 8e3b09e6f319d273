//! Puts reports on disk, each one whole or not at all.

use crate::disk;
use std::io;
use std::path::{Path, PathBuf};

/// Writes texts into a folder, each under its name, and says where they are.
///
/// Each file is written beside its place and renamed, so that an interrupted run leaves no half file.
pub fn write(texts: impl IntoIterator<Item = (String, String)>, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (name, text) in texts {
        let path = folder.join(name);
        disk::replace(&path, &text)?;
        written.push(path);
    }
    Ok(written)
}
