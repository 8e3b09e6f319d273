//! Puts reports on disk, each one whole or not at all.

use super::{Format, Sources};
use crate::extreme::Findings;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes findings into a folder, in one file for each format, and says which.
///
/// Each file is written beside its place and renamed, so that an interrupted run leaves no half file.
pub fn write(findings: &Findings, sources: &Sources, formats: &[Format], folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let mut written = Vec::new();
    for format in formats {
        let path = folder.join(format.file_name());
        let mut beside = tempfile::Builder::new().prefix(".fex-").tempfile_in(folder)?;
        beside.write_all(format.render(findings, sources).as_bytes())?;
        make_readable(beside.as_file())?;
        beside.persist(&path).map_err(|error| error.error)?;
        written.push(path);
    }
    Ok(written)
}

/// Gives a new file the permissions of a report: temporary files are private to their owner.
fn make_readable(file: &fs::File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}
