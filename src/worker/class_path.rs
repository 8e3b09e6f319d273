//! Class paths as users write them.

use std::io;
use std::path::{Path, PathBuf};

/// Reads a class path: entries separated as the platform does, or `@FILE` with entries on one line or on several.
pub fn read(text: &str) -> io::Result<Vec<PathBuf>> {
    let Some(file) = text.strip_prefix('@') else { return Ok(entries(text)) };
    let content = std::fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read the class path in `{file}`: {error}")))?;
    Ok(content.lines().flat_map(|line| entries(line.trim())).collect())
}

/// The entries of one line, wherever it will be read from.
pub fn absolute_entries(line: &str) -> Vec<PathBuf> {
    entries(line).into_iter().map(|entry| std::path::absolute(&entry).unwrap_or(entry)).collect()
}

/// The entries of one line that are not empty.
pub fn entries(line: &str) -> Vec<PathBuf> {
    std::env::split_paths(line).filter(|path| path.as_path() != Path::new("")).collect()
}
