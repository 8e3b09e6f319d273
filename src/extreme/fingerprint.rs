//! What the verdicts on a project depend on, as one number.

use super::judge::Config;
use super::subject::Subject;
use crate::worker::Jars;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// A number that changes with whatever verdicts depend on: fex itself, the methods and their transformations, every file
/// of the project's class path, the time and size of every other jar, and how the tests are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u64, u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}", self.0, self.1)
    }
}

/// Two hashes of the same text, as one of 64 bits is a little short for all projects of the world.
struct Twice(DefaultHasher, DefaultHasher);

impl Twice {
    fn write(&mut self, bytes: &[u8]) {
        for hasher in [&mut self.0, &mut self.1] {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
    }
}

impl Fingerprint {
    /// The fingerprint of what is about to be judged.
    pub fn of(config: &Config, subject: &Subject) -> io::Result<Fingerprint> {
        let mut hash = Twice(DefaultHasher::new(), DefaultHasher::new());
        hash.1.write_u8(1);
        hash.write(env!("CARGO_PKG_VERSION").as_bytes());
        hash.write(Jars::identity());
        hash.write(format!("{:?}", subject.plan()).as_bytes());
        let Config { launches, jobs: _, patience, suite_runs: _, suite_limit: _, set_aside_flaky, full_matrix } =
            config;
        hash.write(format!("{patience:?} {set_aside_flaky} {full_matrix}").as_bytes());
        for launch in launches {
            hash.write(format!("{launch:?}").as_bytes());
            for entry in &launch.settings.class_path {
                let own = launch.own.iter().any(|own| Path::new(own) == entry);
                file(&mut hash, entry, own)?;
            }
        }
        Ok(Fingerprint(hash.0.finish(), hash.1.finish()))
    }
}

/// Adds a file or a folder; `own` ones by content, others by time and size.
fn file(hash: &mut Twice, path: &Path, own: bool) -> io::Result<()> {
    let about = match fs::metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    hash.write(path.as_os_str().as_encoded_bytes());
    if about.is_dir() {
        let mut entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        entries.iter().try_for_each(|entry| file(hash, entry, own))
    } else if own {
        hash.write(&fs::read(path)?);
        Ok(())
    } else {
        let since = about.modified()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        hash.write(format!("{} {}", about.len(), since.as_nanos()).as_bytes());
        Ok(())
    }
}
