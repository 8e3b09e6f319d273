//! Files that appear whole or not at all: written beside their place, then renamed to it. Folders that one run at a time
//! changes. And changes that belong together, which the end of fex waits for.

use std::cell::Cell;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use tempfile::NamedTempFile;

/// What this run changes.
#[derive(Debug)]
struct Changes {
    /// How many changes are under way.
    open: usize,
    /// How many were made.
    made: usize,
    /// Whether no other begins.
    is_over: bool,
    /// The files and folders beside others that were begun; those that are finished have another name now.
    beside: Vec<PathBuf>,
}

static CHANGES: Mutex<Changes> = Mutex::new(Changes { open: 0, made: 0, is_over: false, beside: Vec::new() });
static CLOSED: Condvar = Condvar::new();

thread_local! {
    /// Whether this thread is at work on a change: what it changes meanwhile is part of that.
    static CHANGING: Cell<bool> = const { Cell::new(false) };
}

fn changes() -> MutexGuard<'static, Changes> {
    CHANGES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Changes files of the user. An end that somebody asks for comes before that or after it; from then on this never returns.
pub fn change<T>(work: impl FnOnce() -> T) -> T {
    /// Closes the change, also where the work panics.
    struct Open;
    impl Drop for Open {
        fn drop(&mut self) {
            CHANGING.set(false);
            let mut changes = changes();
            changes.open -= 1;
            changes.made += 1;
            CLOSED.notify_all();
        }
    }
    if CHANGING.get() {
        return work();
    }
    let mut changes = changes();
    while changes.is_over {
        // The thread that ends fex is about to do so.
        drop(changes);
        thread::park();
        changes = self::changes();
    }
    changes.open += 1;
    drop(changes);
    CHANGING.set(true);
    let _open = Open;
    work()
}

/// Files and folders that are of no use before they are finished: if fex is ended before this is dropped, they are removed.
#[derive(Debug)]
pub struct Unfinished(Vec<PathBuf>);

/// Begins files that take long to write.
pub fn begin(paths: &[PathBuf]) -> Unfinished {
    changes().beside.extend_from_slice(paths);
    Unfinished(paths.to_vec())
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        changes().beside.retain(|path| !self.0.contains(path));
    }
}

/// Lets no change begin any more, waits for those that have begun, and removes files that will not be finished. Returns how many
/// changes this run has made.
pub fn end_changes() -> usize {
    let mut changes = changes();
    changes.is_over = true;
    changes = CLOSED.wait_while(changes, |changes| changes.open > 0).unwrap_or_else(PoisonError::into_inner);
    for path in changes.beside.drain(..) {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    changes.made
}

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
    let file = builder.tempfile_in(folder)?;
    changes().beside.push(file.path().to_owned());
    Ok(file)
}

/// Writes a file, in the place of the one that may be there.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    change(|| {
        let mut file = beside(path)?;
        file.write_all(text.as_bytes())?;
        file.persist(path)?;
        Ok(())
    })
}

/// Writes a file that is not there yet; fails with [`io::ErrorKind::AlreadyExists`] if it is.
pub fn create(path: &Path, text: &str) -> io::Result<()> {
    change(|| {
        let mut file = beside(path)?;
        file.write_all(text.as_bytes())?;
        file.persist_noclobber(path)?;
        Ok(())
    })
}

/// A path that counts from a folder; where it leads out of the folder first, it is taken from where that leads.
pub fn within(folder: &Path, path: &Path) -> PathBuf {
    let mut place = folder.to_owned();
    for part in path.components() {
        match (part, place.file_name().is_some()) {
            (Component::ParentDir, true) => drop(place.pop()),
            _ => place.push(part),
        }
    }
    place
}

/// The way from one folder to another, as links have it.
pub fn seen_from(here: &Path, there: &Path) -> PathBuf {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (here, there) = (whole(here), whole(there));
    let shared = here.components().zip(there.components()).take_while(|(one, other)| one == other).count();
    let up = here.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(there.components().skip(shared)).collect()
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
    use super::{create, replace, seen_from, within};
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
    fn a_path_out_of_a_folder_is_one_that_people_write() {
        for (folder, path, place) in [
            ("src/test/fex", "../java/p/A.java", "src/test/java/p/A.java"),
            ("out", "p/A.java", "out/p/A.java"),
            ("", "p/A.java", "p/A.java"),
            ("fex", "../../a", "../a"),
        ] {
            assert_eq!(within(Path::new(folder), Path::new(path)), Path::new(place), "{folder} {path}");
        }
        assert_eq!(seen_from(Path::new("target/fex"), Path::new("src/test/fex")), Path::new("../../src/test/fex"));
        assert_eq!(seen_from(Path::new("out"), Path::new("out")), Path::new(""));
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
