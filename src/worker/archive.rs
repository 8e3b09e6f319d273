//! Class-data archives: the classes of the worker and of the project's test framework, as a JVM has them in memory once it has
//! read and verified them. A JVM that starts from one takes half the time until the first test runs.
//!
//! An archive is made once for each JDK, each fex and each version of the framework, by a JVM in a training run with tests of its
//! own (`jvm/agent`); it holds nothing of the project. A JVM takes it only if its class path begins with the jars that the archive
//! was made from, so these come first then; where a folder or a jar that they overtake holds something of theirs, too, that would
//! change what the project sees, and the worker starts without an archive. If a JVM does not like an archive, it goes on without.

use super::profile::{JvmSettings, arguments_file, flags};
use crate::processes;
use crate::unit::Digester;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use zip::ZipArchive;

/// How the file names of jars begin whose classes belong to a test framework.
const FRAMEWORKS: [&str; 6] =
    ["junit-", "opentest4j-", "apiguardian-api-", "hamcrest-", "jspecify-", "univocity-parsers-"];

/// Arguments of a project's JVM by which it deals with archives itself.
const OF_ITS_OWN: [&str; 4] =
    ["-Xshare", "-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-XX:+AutoCreateSharedArchive"];

/// How long a training run may take.
const TRAINING: Duration = Duration::from_secs(60);

/// How many archives are kept.
const KEPT: usize = 8;

/// An archive that is there or could be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Archive {
    /// Its folder; what it depends on is in the name.
    folder: PathBuf,
    /// The jars of the framework, which come first on the class path.
    front: Vec<PathBuf>,
    java: PathBuf,
}

impl Archive {
    /// The archive for a worker, among those in a folder; none if it has to do without.
    pub(super) fn of(archives: &Path, jars: &[&[u8]], settings: &JvmSettings) -> Option<Archive> {
        if settings.jvm_arguments.iter().any(|argument| OF_ITS_OWN.iter().any(|start| argument.starts_with(start))) {
            return None;
        }
        let front: Vec<PathBuf> = settings.class_path.iter().filter(|entry| is_framework(entry)).cloned().collect();
        if front.is_empty() {
            return None;
        }
        // An archive knows its jars by their paths, and a link may be gone before those that use it.
        fs::create_dir_all(archives).ok()?;
        let archives = fs::canonicalize(archives).ok()?;
        let mut digester = Digester::new();
        digester.bytes(archives.as_os_str().as_encoded_bytes());
        for jar in jars {
            digester.bytes(jar);
        }
        for path in front.iter().chain([&program(&settings.java)?]) {
            let about = fs::metadata(path).ok()?;
            let since = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            digester.bytes(path.as_os_str().as_encoded_bytes()).value(&(about.len(), since));
        }
        Some(Archive { folder: archives.join(digester.digest().to_string()), front, java: settings.java.clone() })
    }

    /// Whether somebody has tried to make it, with or without success.
    pub(super) fn is_tried(&self) -> bool {
        self.held().is_file()
    }

    /// Whether workers with a class path can start from it.
    pub(super) fn serves(&self, class_path: &[PathBuf]) -> bool {
        let last = class_path.iter().rposition(|entry| is_framework(entry)).unwrap_or(0);
        self.file().is_file()
            && self.agent().is_file()
            && fs::read_to_string(self.held()).is_ok_and(|held| {
                let held: BTreeSet<&str> = held.lines().collect();
                let mut overtaken = class_path[..last].iter().filter(|entry| !is_framework(entry));
                overtaken.all(|entry| !has_any(entry, &held))
            })
    }

    /// The class path of a worker that starts from it.
    pub(super) fn class_path(&self, class_path: &[PathBuf]) -> Vec<PathBuf> {
        let rest = class_path.iter().filter(|entry| !is_framework(entry));
        self.front.iter().chain([&self.agent()]).chain(rest).cloned().collect()
    }

    /// The agent that belongs to it.
    pub(super) fn agent(&self) -> PathBuf {
        self.folder.join("fex-agent.jar")
    }

    /// The archive itself.
    pub(super) fn file(&self) -> PathBuf {
        self.folder.join("classes.jsa")
    }

    /// Says what the jars in front hold.
    fn held(&self) -> PathBuf {
        self.folder.join("held")
    }

    /// Keeps every run from removing it for as long as the file is open, and notes that it was used; none if it is being made or
    /// removed.
    pub(super) fn hold(&self) -> Option<File> {
        let lock = lock_of(&self.folder).ok()?;
        lock.try_lock_shared().ok()?;
        let held = File::options().append(true).open(self.held()).ok()?;
        held.set_modified(SystemTime::now()).ok()?;
        Some(lock)
    }

    /// Makes it, unless another run does; where that does not work, it is not tried again.
    pub(super) fn make(&self, agent: &[u8], runtime: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let lock = lock_of(&self.folder)?;
        if lock.try_lock().is_err() || self.is_tried() {
            return Ok(());
        }
        // The agent's manifest names the runtime beside it.
        let runtime_jar = self.folder.join("fex-runtime.jar");
        fs::write(&runtime_jar, runtime)?;
        fs::write(self.agent(), agent)?;
        let scratch = self.folder.join("making");
        // A run that was killed may have left something.
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir(&scratch)?;
        let (made, held) = (scratch.join("classes.jsa"), scratch.join("held"));
        fs::write(&held, "")?;
        let mut arguments = flags();
        arguments.push(format!("-Xbootclasspath/a:{}", runtime_jar.display()));
        arguments.push(format!("-XX:ArchiveClassesAtExit={}", made.display()));
        arguments.push("-XX:-CreateCoredumpOnCrash".to_owned());
        arguments.push(format!("-XX:ErrorFile={}", scratch.join("crash.log").display()));
        let class_path = std::env::join_paths(self.front.iter().chain([&self.agent()])).map_err(io::Error::other)?;
        arguments.extend(["-classpath".to_owned(), class_path.to_string_lossy().into_owned()]);
        arguments.push("fex.agent.TrainingRun".to_owned());
        arguments.extend([held.as_path(), &self.agent()].map(|path| path.display().to_string()));
        arguments.extend(self.front.iter().map(|path| path.display().to_string()));
        let file = scratch.join("arguments");
        fs::write(&file, arguments_file(&arguments))?;
        if train(&self.java, &file)? && made.is_file() {
            fs::rename(&made, self.file())?;
        }
        fs::rename(&held, self.held())?;
        fs::remove_dir_all(&scratch)?;
        self.forget_others();
        Ok(())
    }

    /// Removes the archives beside this one that were not used for longest, and that no run uses.
    fn forget_others(&self) {
        let Some(Ok(entries)) = self.folder.parent().map(fs::read_dir) else { return };
        let mut others: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| *path != self.folder)
            .filter_map(|path| Some((fs::metadata(path.join("held")).ok()?.modified().ok()?, path)))
            .collect();
        others.sort();
        for (_, path) in others.iter().rev().skip(KEPT - 1) {
            if let Ok(lock) = lock_of(path)
                && lock.try_lock().is_ok()
            {
                let _ = fs::remove_dir_all(path);
            }
        }
    }
}

/// What those who make, use and remove an archive lock. It stands beside its folder and stays, so that all of them mean the same file.
fn lock_of(folder: &Path) -> io::Result<File> {
    File::create(folder.with_extension("lock"))
}

/// Whether a folder or a jar has classes of one of some packages, or one of some files.
fn has_any(entry: &Path, held: &BTreeSet<&str>) -> bool {
    if entry.is_dir() {
        return held.iter().any(|name| entry.join(name).exists());
    }
    // What is not there holds nothing; of what cannot be read, nobody knows.
    let Ok(file) = File::open(entry) else { return false };
    let Ok(jar) = ZipArchive::new(BufReader::new(file)) else { return true };
    jar.file_names().flatten().any(|entry| {
        let versioned = entry.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/'));
        let name = versioned.map_or(&*entry, |(_, name)| name);
        let package = name.strip_suffix(".class").and_then(|class| class.rsplit_once('/'));
        held.contains(package.map_or(name, |(package, _)| package))
    })
}

fn is_framework(entry: &Path) -> bool {
    let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    entry.is_absolute() && name.ends_with(".jar") && FRAMEWORKS.iter().any(|start| name.starts_with(start))
}

/// The file of a program, which may be named without its folder.
pub fn program(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return fs::canonicalize(name).ok();
    }
    std::env::split_paths(&std::env::var_os("PATH")?).find_map(|folder| fs::canonicalize(folder.join(name)).ok())
}

/// Runs a JVM with the arguments in a file, and says whether it ended well and in time.
fn train(java: &Path, arguments: &Path) -> io::Result<bool> {
    let mut at_file = std::ffi::OsString::from("@");
    at_file.push(arguments);
    let mut command = Command::new(java);
    command.arg(at_file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = processes::spawn(&mut command)?;
    let deadline = Instant::now() + TRAINING;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::{Archive, JvmSettings, KEPT};
    use std::collections::BTreeMap;
    use std::fs;
    use std::fs::File;
    use std::path::{Path, PathBuf};
    use std::time::{Duration, SystemTime};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// Settings with a folder of the project before a jar of JUnit.
    fn settings(folder: &Path, jvm_arguments: &[&str]) -> JvmSettings {
        let (java, jar, classes) = (folder.join("java"), folder.join("junit-1.jar"), folder.join("classes"));
        fs::write(&java, "").expect("there is room");
        fs::write(&jar, "").expect("there is room");
        fs::create_dir_all(&classes).expect("there is room");
        JvmSettings {
            java,
            jvm_arguments: jvm_arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            class_path: vec![classes, jar, folder.join("other.jar")],
            directory: folder.to_owned(),
            environment: BTreeMap::new(),
        }
    }

    fn archive(folder: &Path, jars: &[&[u8]], settings: &JvmSettings) -> Archive {
        let archive = Archive::of(folder, jars, settings).expect("there can be an archive");
        fs::create_dir_all(&archive.folder).expect("there is room");
        for (path, text) in [(archive.file(), ""), (archive.agent(), ""), (archive.held(), "org/junit\nLICENSE.md\n")] {
            fs::write(path, text).expect("there is room");
        }
        archive
    }

    #[test]
    fn jars_of_the_framework_come_first_and_the_rest_keeps_its_order() {
        let folder = tempfile::tempdir().expect("there is room");
        let settings = settings(folder.path(), &[]);
        let archive = archive(folder.path(), &[b"agent"], &settings);
        let names = archive.class_path(&settings.class_path);
        let names: Vec<PathBuf> = names.iter().map(|path| path.file_name().expect("a name").into()).collect();
        assert_eq!(names, ["junit-1.jar", "fex-agent.jar", "classes", "other.jar"].map(PathBuf::from));
    }

    #[test]
    fn a_folder_with_something_of_the_framework_is_not_overtaken() {
        let folder = tempfile::tempdir().expect("there is room");
        let settings = settings(folder.path(), &[]);
        let archive = archive(folder.path(), &[b"agent"], &settings);
        assert!(archive.serves(&settings.class_path));
        fs::write(folder.path().join("classes/LICENSE.md"), "").expect("there is room");
        assert!(!archive.serves(&settings.class_path));
        fs::remove_file(folder.path().join("classes/LICENSE.md")).expect("the file is there");
        fs::create_dir_all(folder.path().join("classes/org/junit")).expect("there is room");
        assert!(!archive.serves(&settings.class_path));
    }

    /// As in an older project: a library that brings its own copy of Hamcrest stands before JUnit.
    #[test]
    fn a_jar_with_something_of_the_framework_is_not_overtaken() {
        let folder = tempfile::tempdir().expect("there is room");
        let mut settings = settings(folder.path(), &[]);
        let archive = archive(folder.path(), &[b"agent"], &settings);
        settings.class_path.insert(0, folder.path().join("library.jar"));
        let serves = |names: &[&str]| {
            let file = File::create(folder.path().join("library.jar")).expect("there is room");
            let mut jar = ZipWriter::new(file);
            for name in names {
                jar.start_file(*name, SimpleFileOptions::default()).expect("there is room");
            }
            jar.finish().expect("there is room");
            archive.serves(&settings.class_path)
        };
        assert!(archive.serves(&settings.class_path), "the jar is not there");
        assert!(serves(&["META-INF/MANIFEST.MF", "module-info.class", "org/junit/deeper/A.class", "org/A.class"]));
        for name in ["LICENSE.md", "org/junit/A.class", "META-INF/versions/9/org/junit/A.class"] {
            assert!(!serves(&[name]), "{name}");
        }
        fs::write(folder.path().join("library.jar"), "no jar").expect("there is room");
        assert!(!archive.serves(&settings.class_path));
    }

    #[test]
    fn another_fex_a_changed_jar_and_a_changed_jdk_have_other_archives() {
        let folder = tempfile::tempdir().expect("there is room");
        let settings = settings(folder.path(), &[]);
        let of = |jars: &[&[u8]]| Archive::of(folder.path(), jars, &settings).expect("there can be one").folder;
        let first = of(&[b"agent"]);
        assert_eq!(first, of(&[b"agent"]));
        assert_ne!(first, of(&[b"other"]));
        for changed in ["junit-1.jar", "java"] {
            let before = of(&[b"agent"]);
            fs::write(folder.path().join(changed), "longer").expect("there is room");
            assert_ne!(before, of(&[b"agent"]), "{changed}");
        }
    }

    /// Workers take jars and classes from an archive for as long as they run; another run that makes archives may not remove it.
    #[test]
    fn an_archive_that_is_used_or_was_used_lately_is_not_removed() {
        let folder = tempfile::tempdir().expect("there is room");
        let settings = settings(folder.path(), &[]);
        let archives = folder.path().join("archives");
        let made: Vec<Archive> = (0..u8::try_from(KEPT).expect("it is small") + 3)
            .map(|fex| archive(&archives, &[&[fex]], &settings))
            .collect();
        let long_ago = SystemTime::now() - Duration::from_secs(1000);
        for (age, archive) in (0..).zip(&made) {
            super::lock_of(&archive.folder).expect("there is room");
            let held = File::options().append(true).open(archive.held()).expect("it is there");
            held.set_modified(long_ago + Duration::from_secs(age)).expect("it can be changed");
        }
        let [used, used_lately, unused, .., last] = &made[..] else { panic!("there are more") };
        let lock = used.hold().expect("nobody removes it");
        used_lately.hold().expect("nobody removes it");
        // `used` now counts as old again, and is open.
        let held = File::options().append(true).open(used.held()).expect("it is there");
        held.set_modified(long_ago).expect("it can be changed");
        last.forget_others();
        let left = |archive: &Archive| archive.folder.is_dir();
        assert!(left(used) && left(used_lately) && left(last));
        assert!(!left(unused));
        assert_eq!(made.iter().filter(|archive| left(archive)).count(), KEPT + 1);
        drop(lock);
        last.forget_others();
        assert!(!left(used));
        assert!(used.hold().is_none(), "it is gone");
    }

    /// The JVM opens jars late, by the paths that they had when the archive was made.
    #[test]
    fn an_archive_is_where_links_lead_and_another_one_in_another_folder() {
        let folder = tempfile::tempdir().expect("there is room");
        let settings = settings(folder.path(), &[]);
        let [real, link, other] = ["real", "link", "other"].map(|name| folder.path().join(name));
        fs::create_dir(&real).expect("there is room");
        std::os::unix::fs::symlink(&real, &link).expect("a link can be made");
        let of = |archives: &Path| Archive::of(archives, &[], &settings).expect("there can be one").folder;
        assert_eq!(of(&link), of(&real));
        assert!(of(&link).starts_with(fs::canonicalize(&real).expect("it is there")));
        assert_ne!(of(&real).file_name(), of(&other).file_name());
    }

    #[test]
    fn a_project_that_deals_with_archives_itself_is_left_alone() {
        let folder = tempfile::tempdir().expect("there is room");
        for argument in ["-Xshare:off", "-XX:SharedArchiveFile=own.jsa"] {
            assert_eq!(Archive::of(folder.path(), &[], &settings(folder.path(), &["-ea", argument])), None);
        }
        assert!(Archive::of(folder.path(), &[], &settings(folder.path(), &["-ea"])).is_some());
    }
}
