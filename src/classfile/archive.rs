//! Class files in jars.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zip::ZipArchive;

/// The largest class file that is read; the JVM's own limits keep real ones far below.
const LARGEST: u64 = 16 << 20;

/// An opened jar.
// The reader seeks, so that reading needs mutable access behind a shared reference.
#[derive(Clone)]
pub struct Archive {
    path: PathBuf,
    zip: Arc<Mutex<ZipArchive<BufReader<File>>>>,
}

impl Archive {
    /// Opens a jar and reads its table of contents.
    ///
    /// A jar whose entries share their bytes is refused: a small one could hold more than any memory.
    pub fn open(path: &Path) -> io::Result<Archive> {
        let mut zip = ZipArchive::new(BufReader::new(File::open(path)?)).map_err(io::Error::other)?;
        if zip.has_overlapping_files().map_err(io::Error::other)? {
            return Err(io::Error::other("its entries overlap"));
        }
        Ok(Archive { path: path.to_path_buf(), zip: Arc::new(Mutex::new(zip)) })
    }

    /// Whoever panicked while reading it left nothing half-changed.
    fn zip(&self) -> MutexGuard<'_, ZipArchive<BufReader<File>>> {
        self.zip.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The names of all entries.
    pub fn names(&self) -> Vec<String> {
        self.zip().file_names().flatten().map(|name| name.into_owned()).collect()
    }

    /// The content of an entry, if it is there and not larger than any class file.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut zip = self.zip();
        // Names in jars are UTF-8; for others, the library would look through all entries.
        let place = zip.index_for_name_raw(name.as_bytes())?;
        let entry = zip.by_index(place).ok()?;
        let mut bytes = Vec::new();
        entry.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= LARGEST).then_some(bytes)
    }
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Archive").field(&self.path).finish()
    }
}
