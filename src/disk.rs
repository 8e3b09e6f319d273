//! Files that appear whole or not at all: written beside their place, then renamed to it. And folders that one run at a time
//! changes.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// An empty file in the folder of a place, which is made if it is missing. Renamed to the place once it is filled; dropped
/// before, it is gone. Others may read it as they may read any new file.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fex-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less the umask; temporary files are private to their owner if nothing is said.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Writes a file, in the place of the one that may be there.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// Writes a file that is not there yet; fails with [`io::ErrorKind::AlreadyExists`] if it is.
pub fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(text.as_bytes())?;
    file.persist_noclobber(path)?;
    Ok(())
}

/// A folder that other runs of fex leave alone until this is dropped.
#[derive(Debug)]
pub struct Held {
    _folder: Option<File>,
}

/// Holds a folder. Where another run holds it, calls `waiting` and waits for its end. A folder that is not there, or on a
/// file system without locks, is as good as held.
pub fn hold(folder: &Path, waiting: impl FnOnce()) -> io::Result<Held> {
    let Ok(folder) = File::open(folder) else { return Ok(Held { _folder: None }) };
    match folder.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            waiting();
            folder.lock()?;
        }
        Err(TryLockError::Error(_)) => return Ok(Held { _folder: None }),
    }
    Ok(Held { _folder: Some(folder) })
}

#[cfg(test)]
mod tests {
    use super::{create, replace};
    use std::fs;
    use std::io;
    use std::path::Path;

    #[test]
    fn a_new_file_has_the_permissions_that_the_system_gives_new_files() {
        let folder = tempfile::tempdir().expect("there is room");
        let plain = folder.path().join("plain");
        fs::write(&plain, "text").expect("there is room");
        let permissions = |path: &Path| fs::metadata(path).expect("the file is there").permissions();
        for (name, write) in [("replaced", replace as fn(&Path, &str) -> _), ("created", create)] {
            let path = folder.path().join("new").join(name);
            write(&path, "text").expect("there is room");
            assert_eq!(permissions(&path), permissions(&plain), "{name}");
        }
    }

    #[test]
    fn only_replacing_loses_an_old_text() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("file");
        create(&path, "first").expect("nothing is there");
        assert_eq!(create(&path, "second").map_err(|error| error.kind()), Err(io::ErrorKind::AlreadyExists));
        assert_eq!(fs::read_to_string(&path).expect("the file is there"), "first");
        replace(&path, "third").expect("there is room");
        assert_eq!(fs::read_to_string(&path).expect("the file is there"), "third");
        assert_eq!(
            fs::read_dir(folder.path()).expect("the folder is there").count(),
            1,
            "something was left beside it"
        );
    }
}
