//! Files of JSON lines that keep what is found: each line is written at once and in one piece, so that who is killed loses
//! nothing else. A line that ends early was being written then, and is nothing.
//!
//! While a run goes on, its file is locked and has a name of its own, so that two runs know nothing of each other; when it ends, the
//! file gets the name by which later runs find it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many finished files of one kind are kept.
const KEPT: usize = 64;

/// How a run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// With what a finished run found, if nothing has changed since.
    Known,
    /// With what a killed run found, too.
    Resume,
    /// From nothing.
    Fresh,
}

/// The files that a run may go on from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Earlier {
    /// That of a finished run.
    Finished(PathBuf),
    /// Those of killed runs, perhaps none.
    Abandoned(Vec<PathBuf>),
}

/// The file of a run that goes on.
#[derive(Debug)]
pub struct Log {
    file: Mutex<(File, Stage)>,
    /// Where it is while the run goes on.
    part: PathBuf,
    /// Where it is later.
    done: PathBuf,
    /// Those that this run went on from.
    abandoned: Vec<PathBuf>,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It goes on.
    Open,
    /// It is killed, and whoever did that was told what there is.
    Left,
    /// Everything is found, and the file has its later name.
    Whole,
}

impl Log {
    /// Begins the file of a run in a folder. Its name tells what is found from all else, its extension what kind of thing that is.
    pub fn begin(folder: &Path, name: &str, extension: &str, start: Start) -> io::Result<(Log, Earlier)> {
        fs::create_dir_all(folder)?;
        let done = folder.join(format!("{name}.{extension}"));
        let earlier = match start {
            Start::Known | Start::Resume if done.is_file() => Earlier::Finished(done.clone()),
            Start::Resume => Earlier::Abandoned(abandoned(folder, name)?),
            Start::Known | Start::Fresh => Earlier::Abandoned(Vec::new()),
        };
        let part = folder.join(format!("{name}.{}-{:08x}.part", std::process::id(), fastrand::u32(..)));
        let file = OpenOptions::new().append(true).create_new(true).open(&part)?;
        // Nobody else knows the name.
        let _ = file.try_lock();
        let abandoned = match &earlier {
            Earlier::Finished(_) => Vec::new(),
            Earlier::Abandoned(files) => files.clone(),
        };
        Ok((Log { file: Mutex::new((file, Stage::Open)), part, done, abandoned }, earlier))
    }

    /// Adds a line.
    pub fn write(&self, record: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(record).map_err(io::Error::other)?;
        line.push(b'\n');
        let mut file = self.locked();
        goes_on(file.1)?;
        file.0.write_all(&line)
    }

    fn locked(&self) -> MutexGuard<'_, (File, Stage)> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run is killed: nothing is added any more. Whether there is something to continue, and not everything is found already.
    pub fn leave(&self) -> bool {
        let mut file = self.locked();
        if file.1 == Stage::Open {
            file.1 = Stage::Left;
        }
        drop_if_empty(&self.part);
        file.1 == Stage::Left
    }

    /// Everything is found: later runs may take it over. Files of killed runs and the oldest of finished ones go.
    pub fn end(&self) -> io::Result<()> {
        // Whoever asks meanwhile is told either that it goes on or that it is whole.
        let mut file = self.locked();
        goes_on(file.1)?;
        fs::rename(&self.part, &self.done)?;
        file.1 = Stage::Whole;
        drop(file);
        for path in &self.abandoned {
            let _ = fs::remove_file(path);
        }
        let (Some(folder), Some(extension)) = (self.done.parent(), self.done.extension()) else { return Ok(()) };
        for path in finished(folder, &extension.to_string_lossy())?.iter().skip(KEPT) {
            let _ = fs::remove_file(path);
        }
        Ok(())
    }
}

impl Drop for Log {
    /// A run that ended before it found anything leaves nothing.
    fn drop(&mut self) {
        drop_if_empty(&self.part);
    }
}

fn goes_on(stage: Stage) -> io::Result<()> {
    match stage {
        Stage::Left => Err(io::Error::other("fex is about to end")),
        Stage::Open | Stage::Whole => Ok(()),
    }
}

/// Where nothing was found, no file stays.
fn drop_if_empty(part: &Path) {
    if fs::metadata(part).is_ok_and(|about| about.len() == 0) {
        let _ = fs::remove_file(part);
    }
}

/// The lines of a file, as far as it is whole.
pub fn lines<T: DeserializeOwned>(path: &Path) -> io::Result<Vec<T>> {
    let bytes = fs::read(path)?;
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    Ok(lines.map_while(|line| serde_json::from_slice(line).ok()).collect())
}

/// The finished files with an extension, the latest first.
pub fn finished(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|other| other == extension) {
            found.push((fs::metadata(&path).and_then(|about| about.modified()).ok(), path));
        }
    }
    found.sort();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}

/// The files with a name of runs that do not run any more.
fn abandoned(folder: &Path, name: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let is_part = file.strip_prefix(name).is_some_and(|rest| rest.starts_with('.') && rest.ends_with(".part"));
        // The lock goes with the process, however it ends.
        if is_part && File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
