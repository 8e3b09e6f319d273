//! Puts reports on disk, each one whole or not at all.

use super::{Format, Sources};
use crate::disk;
use crate::extreme::Findings;
use std::io;
use std::path::{Path, PathBuf};

/// Writes findings into a folder, in one file for each format, and says which.
///
/// Each file is written beside its place and renamed, so that an interrupted run leaves no half file.
pub fn write(findings: &Findings, sources: &Sources, formats: &[Format], folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for format in formats {
        let path = folder.join(format.file_name());
        disk::replace(&path, &format.render(findings, sources))?;
        written.push(path);
    }
    Ok(written)
}
