//! What a build said, as long as no file of its project has changed.

use super::build::{Build, Goal, SETTINGS};
use super::module::{Module, parse};
use crate::unit::{Digest, Digester};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Folders that no build reads, or that are its own memory.
const LEFT_OUT: [&str; 4] = [".git", ".gradle", ".idea", "node_modules"];

/// Files around a project that its build may read.
const AROUND: [&str; 6] =
    ["pom.xml", "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts", "gradle.properties"];

/// Files of the user that a build may read.
const OF_USER: [&str; 3] = [".m2/settings.xml", ".gradle/gradle.properties", ".gradle/init.gradle"];

/// The answer of a build to one question.
#[derive(Debug)]
pub(super) struct Known {
    file: PathBuf,
    project: PathBuf,
    goal: Goal,
    question: Digest,
}

impl Known {
    /// The answer to some arguments of the build in a folder, kept in another folder. What asks the build is part of the
    /// question: another one may understand the same build in another way.
    pub(super) fn new(cache: &Path, project: &Path, goal: Goal, arguments: &[String], asks: &[u8]) -> Known {
        let mut digester = Digester::new();
        digester.bytes(asks).value(env!("CARGO_PKG_VERSION"));
        digester.value(&(goal == Goal::Tests, env::var("JAVA_HOME").ok(), arguments));
        let question = digester.bytes(project.as_os_str().as_encoded_bytes()).digest();
        Known { file: cache.join(format!("{question}.modules")), project: project.to_owned(), goal, question }
    }

    /// What the build said, if it would say the same again.
    pub(super) fn answer(&self) -> Option<String> {
        let text = fs::read_to_string(&self.file).ok()?;
        let (stamp, answer) = text.split_once('\n')?;
        (stamp == self.stamp(answer).ok()?).then(|| answer.to_owned())
    }

    /// Keeps what the build said. A cache that cannot be written only makes the next run slower.
    pub(super) fn keep(&self, answer: &str) {
        let keep = || {
            fs::create_dir_all(self.file.parent().unwrap_or(Path::new(".")))?;
            // Another run may be reading or writing the same.
            let part = self.file.with_extension(format!("{}.part", std::process::id()));
            fs::write(&part, format!("{}\n{answer}", self.stamp(answer)?))?;
            fs::rename(&part, &self.file)
        };
        let _: io::Result<()> = keep();
    }

    /// A digest of the name, the size and the time of every file of the project, what was compiled included,
    /// and of the user's settings; but for files that the answer does not depend on.
    fn stamp(&self, answer: &str) -> io::Result<String> {
        let mut hash = Digester::new();
        hash.value(&self.question.to_string());
        let without = self.without(answer)?;
        let is_left_out = |path: &Path| {
            let of_fex = [Build::Maven, Build::Gradle].iter().any(|build| path.ends_with(build.output()));
            let name = path.file_name().unwrap_or_default();
            of_fex || LEFT_OUT.iter().any(|left_out| name == *left_out) || without.leave_out(path)
        };
        add(&mut hash, &self.project, &is_left_out)?;
        // A parent may be outside of the project.
        for outer in self.project.ancestors().skip(1) {
            AROUND.iter().for_each(|name| drop(add(&mut hash, &outer.join(name), &is_left_out)));
        }
        if let Some(home) = env::var_os("HOME") {
            OF_USER.iter().for_each(|name| drop(add(&mut hash, &Path::new(&home).join(name), &is_left_out)));
        }
        Ok(hash.digest().to_string())
    }

    /// What the classes of a project and its class path do not depend on: its tests, which fex may just have written, and the
    /// specifications.
    fn without(&self, answer: &str) -> io::Result<Without> {
        if self.goal == Goal::Tests {
            return Ok(Without::default());
        }
        let modules = parse(answer)?;
        let mut folders: Vec<PathBuf> = modules.iter().filter_map(Module::memory).collect();
        folders.extend(modules.into_iter().flat_map(|module| module.tests.into_iter().chain(module.test_sources)));
        Ok(Without { folders, specifications: true })
    }
}

/// Files that do not count.
#[derive(Debug, Default)]
struct Without {
    folders: Vec<PathBuf>,
    specifications: bool,
}

impl Without {
    fn leave_out(&self, path: &Path) -> bool {
        let is_specification = path.extension().is_some_and(|extension| extension == "spec" || extension == "als")
            || path.file_name().is_some_and(|name| name == SETTINGS);
        self.specifications && is_specification || self.folders.iter().any(|folder| folder == path)
    }
}

fn add(hash: &mut Digester, path: &Path, is_left_out: &impl Fn(&Path) -> bool) -> io::Result<()> {
    let about = fs::symlink_metadata(path)?;
    // A folder counts by what is in it: those of fex may be all that there is.
    if about.is_dir() {
        let mut entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.retain(|entry| !is_left_out(entry));
        entries.sort();
        return entries.iter().try_for_each(|entry| add(hash, entry, is_left_out));
    }
    let since = about.modified()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    hash.bytes(path.as_os_str().as_encoded_bytes()).value(&(about.len(), since));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Goal, Known};

    #[test]
    fn an_answer_is_that_to_the_same_question_by_the_same_asker() {
        let (cache, project) =
            (tempfile::tempdir().expect("there is room"), tempfile::tempdir().expect("there is room"));
        let known = |argument: &str, asks: &[u8]| {
            Known::new(cache.path(), project.path(), Goal::Tests, &[argument.to_owned()], asks)
        };
        known("-Pone", b"extension").keep("modules");
        assert_eq!(known("-Pone", b"extension").answer().as_deref(), Some("modules"));
        assert_eq!(known("-Ptwo", b"extension").answer(), None);
        assert_eq!(known("-Pone", b"newer extension").answer(), None, "a newer fex may see more in the same build");
    }
}
