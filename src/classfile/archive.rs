//! Class files in jars.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use zip::ZipArchive;

/// The largest class file that is read; the JVM's own limits keep real ones far below.
const LARGEST: u64 = 16 << 20;

/// An opened jar.
// The reader seeks, so that reading needs mutable access behind a shared reference.
#[derive(Clone)]
pub struct Archive {
    path: PathBuf,
    zip: Rc<RefCell<ZipArchive<BufReader<File>>>>,
}

impl Archive {
    /// Opens a jar and reads its table of contents.
    pub fn open(path: &Path) -> io::Result<Archive> {
        let zip = ZipArchive::new(BufReader::new(File::open(path)?)).map_err(io::Error::other)?;
        Ok(Archive { path: path.to_path_buf(), zip: Rc::new(RefCell::new(zip)) })
    }

    /// The names of all entries.
    pub fn names(&self) -> Vec<String> {
        self.zip.borrow().file_names().flatten().map(|name| name.into_owned()).collect()
    }

    /// The content of an entry, if it is there and not larger than any class file.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut zip = self.zip.borrow_mut();
        let entry = zip.by_name(name).ok()?;
        let mut bytes = Vec::new();
        entry.take(LARGEST).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Archive").field(&self.path).finish()
    }
}
