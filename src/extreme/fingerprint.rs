//! What the verdicts on a project depend on, as a name that is the same on every machine and in every checkout.

use super::options::Options;
use super::subject::Subject;
use crate::session::{Execution, Launch, SetAside, TestClasses};
use crate::unit::{Digest, Digester};
use crate::worker::{Jars, JvmSettings};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Two digests, with a hyphen between them where they are printed. The second changes with whatever verdicts depend on: fex
/// itself, the methods and their transformations, every file of the class path, the JDK, and how the tests are run. The first
/// stays the same if only classes in folders of the project change, and methods.
///
/// Files of the project are known by their content and by where they are seen from the folder in which the tests run; all others
/// by their content and their own name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    surroundings: Digest,
    whole: Digest,
}

impl Fingerprint {
    /// What stays the same if only classes and methods change.
    pub(super) fn surroundings(&self) -> Digest {
        self.surroundings
    }

    /// What changes with whatever verdicts depend on.
    pub(super) fn whole(&self) -> Digest {
        self.whole
    }

    /// The fingerprint of tests that run on no changed program.
    pub fn of_tests(execution: &Execution) -> io::Result<Fingerprint> {
        let options = Options { execution: execution.clone(), full_matrix: false, with: Vec::new(), deadline: None };
        Fingerprint::of(&options, &Subject::default())
    }

    /// The fingerprint of what is about to be judged.
    pub fn of(options: &Options, subject: &Subject) -> io::Result<Fingerprint> {
        let mut digest = Digesting::default();
        digest.surroundings.value(env!("CARGO_PKG_VERSION")).bytes(Jars::identity());
        digest.classes.value(&subject.plan());
        let Options { execution, full_matrix, with: _, deadline: _ } = options;
        let Execution { launches, jobs: _, patience, suite_runs: _, suite_limit: _, set_aside } = execution;
        let SetAside { failing, flaky, fatal } = set_aside;
        digest.surroundings.value(&(patience, failing, flaky, fatal, full_matrix));
        launches.iter().try_for_each(|launch| digest.launch(launch))?;
        let Digesting { surroundings, mut classes, .. } = digest;
        let surroundings = surroundings.digest();
        classes.value(&surroundings);
        Ok(Fingerprint { surroundings, whole: classes.digest() })
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.surroundings, self.whole)
    }
}

/// The two digests that are being made.
#[derive(Debug, Default)]
struct Digesting {
    surroundings: Digester,
    classes: Digester,
    /// Those of jars that do not belong to the project, which many modules share.
    jars: BTreeMap<PathBuf, Digest>,
}

impl Digesting {
    fn launch(&mut self, launch: &Launch) -> io::Result<()> {
        let Launch {
            name,
            settings,
            profile: _,
            tests,
            filter,
            groups,
            excluded_groups,
            exclusions,
            own,
            surroundings,
        } = launch;
        let JvmSettings { java, jvm_arguments, class_path, directory, environment } = settings;
        let base = std::path::absolute(directory)?;
        let seen = |text: &String| seen_from(&base, text);
        let arguments: Vec<String> = jvm_arguments.iter().map(seen).collect();
        let environment: BTreeMap<&String, String> = environment.iter().map(|(key, text)| (key, seen(text))).collect();
        self.surroundings.value(&(name, jdk(java), arguments, environment, groups, excluded_groups, surroundings));
        // A filter prints for debugging what tells it from all others.
        self.surroundings.value(&filter.as_ref().map(|filter| seen(&format!("{filter:?}"))));
        let patterns: Vec<&String> = exclusions.iter().map(|exclusion| &exclusion.pattern).collect();
        self.surroundings.value(&patterns);
        let TestClasses { suites, all, computing } = tests;
        self.classes.value(&(suites, all, computing));
        for entry in class_path {
            if own.iter().any(|own| Path::new(own) == entry) {
                self.own(entry, &relative(&base, &std::path::absolute(entry)?))?;
            } else {
                self.foreign(entry)?;
            }
        }
        Ok(())
    }

    /// Adds a file or a folder of the project under a name. Class files are told apart.
    fn own(&mut self, path: &Path, name: &Path) -> io::Result<()> {
        if path.is_dir() {
            return children(path)?.iter().try_for_each(|(child, last)| self.own(child, &name.join(last)));
        }
        let Some(bytes) = content(path)? else { return Ok(()) };
        let is_class = path.extension().is_some_and(|extension| extension == "class");
        let digester = if is_class { &mut self.classes } else { &mut self.surroundings };
        digester.bytes(name.as_os_str().as_encoded_bytes()).bytes(&bytes);
        Ok(())
    }

    /// Adds a file or a folder of somebody else.
    fn foreign(&mut self, path: &Path) -> io::Result<()> {
        let name = path.file_name().unwrap_or_default();
        self.surroundings.bytes(name.as_encoded_bytes());
        if path.is_dir() {
            return children(path)?.iter().try_for_each(|(child, _)| self.foreign(child));
        }
        let digest = match self.jars.get(path) {
            Some(digest) => *digest,
            None => {
                let Some(bytes) = content(path)? else { return Ok(()) };
                let digest = Digest::of_bytes(&bytes);
                self.jars.insert(path.to_owned(), digest);
                digest
            }
        };
        self.surroundings.value(&digest);
        Ok(())
    }
}

/// What is in a folder, in the order of names, each with its own name.
fn children(folder: &Path) -> io::Result<Vec<(PathBuf, PathBuf)>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| (entry.path(), entry.file_name().into())));
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

/// The bytes of a file, if it is there: a class path may name what is not.
fn content(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Which JDK it is: what its file `release` says, or the program where there is none.
fn jdk(java: &Path) -> String {
    let program = crate::worker::program(java);
    let home = program.as_deref().and_then(|program| program.parent()?.parent());
    let release = home.and_then(|home| fs::read_to_string(home.join("release")).ok());
    release.unwrap_or_else(|| program.as_deref().unwrap_or(java).to_string_lossy().into_owned())
}

/// A text in which the folder is named by a dot.
fn seen_from(base: &Path, text: &str) -> String {
    match base.to_str() {
        Some(base) if base.len() > 1 => text.replace(base, "."),
        _ => text.to_owned(),
    }
}

/// The way from a folder to a path, both absolute.
fn relative(base: &Path, path: &Path) -> PathBuf {
    let shared = base.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    let up = base.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(path.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Digesting, relative, seen_from};
    use std::fs;
    use std::path::{Path, PathBuf};

    #[test]
    fn the_way_to_a_path_goes_up_and_down() {
        let relative = |base: &str, path: &str| relative(Path::new(base), Path::new(path));
        assert_eq!(relative("/home/a/core", "/home/a/core/target/classes"), PathBuf::from("target/classes"));
        assert_eq!(relative("/home/a/core", "/home/a/web/target"), PathBuf::from("../web/target"));
        assert_eq!(relative("/ci/1", "/ci/1"), PathBuf::new());
    }

    #[test]
    fn the_folder_is_a_dot_in_arguments() {
        let base = Path::new("/home/a/core");
        assert_eq!(seen_from(base, "-Dout=/home/a/core/target"), "-Dout=./target");
        assert_eq!(seen_from(Path::new("/"), "-Dout=/tmp"), "-Dout=/tmp");
    }

    /// Digests of a checkout with a class, a resource and a jar of somebody else elsewhere.
    fn digests(class: &[u8], jar: &[u8]) -> (String, String) {
        let (checkout, cache) =
            (tempfile::tempdir().expect("there is room"), tempfile::tempdir().expect("there is room"));
        let classes = checkout.path().join("target/classes");
        fs::create_dir_all(&classes).expect("there is room");
        fs::write(classes.join("A.class"), class).expect("there is room");
        fs::write(classes.join("a.properties"), "a=1").expect("there is room");
        fs::write(cache.path().join("library.jar"), jar).expect("there is room");
        let mut digest = Digesting::default();
        digest.own(&classes, &relative(checkout.path(), &classes)).expect("it can be read");
        digest.foreign(&cache.path().join("library.jar")).expect("it can be read");
        (digest.surroundings.digest().to_string(), digest.classes.digest().to_string())
    }

    #[test]
    fn a_fingerprint_is_the_same_in_every_checkout_and_later() {
        let one = digests(b"class", b"jar");
        assert_eq!(digests(b"class", b"jar"), one, "in other folders, written at another time");
        let (surroundings, classes) = digests(b"other", b"jar");
        assert!(surroundings == one.0 && classes != one.1, "a class");
        let (surroundings, classes) = digests(b"class", b"new");
        assert!(surroundings != one.0 && classes == one.1, "a jar");
    }
}
