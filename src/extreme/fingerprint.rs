//! What the verdicts on a project depend on, as one number.

use super::options::Options;
use super::subject::Subject;
use crate::session::{Execution, Launch};
use crate::worker::Jars;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// Two numbers, with a hyphen between them where they are printed. The second changes with whatever verdicts depend on: fex
/// itself, the methods and their transformations, every file of the project's class path, the time and size of every other
/// jar, and how the tests are run. The first stays the same if only classes in folders of the project change, and methods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    surroundings: String,
    whole: String,
}

impl Fingerprint {
    /// What stays the same if only classes and methods change.
    pub(super) fn surroundings(&self) -> &str {
        &self.surroundings
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.surroundings, self.whole)
    }
}

/// Two hashes of the same text, as one of 64 bits is a little short for all projects of the world.
pub(super) struct Twice(DefaultHasher, DefaultHasher);

impl fmt::Display for Twice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}", self.0.finish(), self.1.finish())
    }
}

impl Twice {
    /// The hash of nothing yet.
    pub(super) fn new() -> Twice {
        let mut hash = Twice(DefaultHasher::new(), DefaultHasher::new());
        hash.1.write_u8(1);
        hash
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        for hasher in [&mut self.0, &mut self.1] {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
    }
}

impl Fingerprint {
    /// The fingerprint of what is about to be judged.
    pub fn of(options: &Options, subject: &Subject) -> io::Result<Fingerprint> {
        let (mut hash, mut classes) = (Twice::new(), Twice::new());
        hash.write(env!("CARGO_PKG_VERSION").as_bytes());
        hash.write(Jars::identity());
        classes.write(format!("{:?}", subject.plan()).as_bytes());
        let Options { execution, full_matrix, with: _, deadline: _ } = options;
        let Execution { launches, jobs: _, patience, suite_runs: _, suite_limit: _, set_aside } = execution;
        hash.write(format!("{patience:?} {set_aside:?} {full_matrix}").as_bytes());
        for launch in launches {
            let Launch { name, settings, tests, filter, groups, excluded_groups, own } = launch;
            hash.write(format!("{name} {settings:?} {filter:?} {groups:?} {excluded_groups:?} {own:?}").as_bytes());
            classes.write(format!("{tests:?}").as_bytes());
            for entry in &settings.class_path {
                let own = own.iter().any(|own| Path::new(own) == entry);
                file(&mut hash, &mut classes, entry, own)?;
            }
        }
        let surroundings = hash.to_string();
        classes.write(surroundings.as_bytes());
        Ok(Fingerprint { surroundings, whole: classes.to_string() })
    }
}

/// Adds a file or a folder; `own` ones by content, others by time and size. Class files of the project are told apart.
fn file(hash: &mut Twice, classes: &mut Twice, path: &Path, own: bool) -> io::Result<()> {
    let about = match fs::metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if about.is_dir() {
        let mut entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| file(hash, classes, entry, own));
    }
    let is_class = path.extension().is_some_and(|extension| extension == "class");
    let hash = if own && is_class { classes } else { hash };
    hash.write(path.as_os_str().as_encoded_bytes());
    if own {
        hash.write(&fs::read(path)?);
    } else {
        let since = about.modified()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        hash.write(format!("{} {}", about.len(), since.as_nanos()).as_bytes());
    }
    Ok(())
}
