//! A folder in which an edited test class is compiled, and the workers that run it.

use crate::processes;
use crate::session::{Change, Failed, Failure, How, LaunchId, NewOutcome, NewTests, Session};
use crate::worker::protocol::Unit;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Compiles sources on a class path into a folder, for the `java` that runs the tests, and says what the compiler complains of;
/// nothing where all is well.
pub type Compiler<'c> = &'c (dyn Fn(&Path, &[PathBuf], &[PathBuf], &Path) -> io::Result<String> + Sync);

/// A test: the binary name of its class, and its name there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestName {
    /// The class.
    pub class: String,
    /// The method.
    pub method: String,
}

/// A folder in which an edited test class is compiled and run.
#[derive(Debug)]
pub struct Trial<'s> {
    folder: TempDir,
    session: Session<'s>,
    launch: LaunchId,
    /// The top-level class of the tests, by binary name.
    class: String,
    tests: NewTests<'s>,
}

/// An error that a compiler reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Its line in the test class, from 1 on; none if it is elsewhere.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl<'s> Trial<'s> {
    /// A folder for the tests of a class, by binary name.
    pub fn new(session: Session<'s>, launch: LaunchId, class: &str) -> io::Result<Trial<'s>> {
        let folder = processes::folder()?;
        let tests = NewTests::new(session, launch, &folder.path().join("classes"), class);
        Ok(Trial { folder, session, launch, class: class.to_owned(), tests })
    }

    /// A file beside the classes.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles a test class, and others by their paths below their packages, in the place of what was compiled before.
    pub fn compile(&self, compiler: Compiler<'_>, text: &str, others: &[(&str, &str)]) -> io::Result<Vec<Complaint>> {
        let (sources, classes) = (self.file("sources"), self.file("classes"));
        for folder in [&sources, &classes] {
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
            fs::create_dir(folder)?;
        }
        let path = format!("{}.java", self.class.replace('.', "/"));
        let mut files = Vec::new();
        for (path, text) in [(path.as_str(), text)].iter().chain(others) {
            let file = sources.join(path);
            fs::create_dir_all(file.parent().unwrap_or(&sources))?;
            fs::write(&file, text)?;
            files.push(file);
        }
        let settings = &self.session.execution.launches[self.launch.0].settings;
        let said = compiler(&settings.java, &files, &settings.class_path, &classes)?;
        Ok(said.lines().filter_map(|line| complaint(line, &files[0])).collect())
    }

    /// Has the next test run in a fresh JVM.
    pub fn refresh(&mut self) {
        self.tests.refresh();
    }

    /// Loads the classes anew, and runs a test, perhaps on a changed program; the work is that of the unchanged one.
    pub fn run(&mut self, test: &TestName, change: Option<(Change, u64)>) -> Result<NewOutcome, Failure> {
        let units = self.tests.discover()?;
        match units.iter().find(|unit| is_test(unit, test)) {
            Some(unit) => self.tests.run(&unit.id.clone(), change),
            None => Ok(NewOutcome::Skipped),
        }
    }

    /// How a test fails on a changed program because of an assertion, or of an exception.
    pub fn detects(&mut self, test: &TestName, change: Change, work: u64) -> Result<Option<How>, Failure> {
        Ok(match self.run(test, Some((change, work)))? {
            NewOutcome::Failed(Failed { how: how @ (How::Assertion | How::Exception), .. }) => Some(how),
            _ => None,
        })
    }

    /// Whether a test passes on the unchanged program in fresh JVMs: alone, and with all others of its class in their usual and
    /// in the reverse order, in which none of those fails that passes in the usual one without the edit.
    pub fn is_sound(&mut self, test: &TestName, passing: &BTreeSet<TestName>) -> Result<bool, Failure> {
        self.refresh();
        if !matches!(self.run(test, None)?, NewOutcome::Passed { .. }) {
            return Ok(false);
        }
        let (passed, units) = self.tests.run_all()?;
        let wanted = |unit: &&Unit| is_test(unit, test) || passing.iter().any(|other| is_test(unit, other));
        if !units.iter().filter(wanted).all(|unit| passed.contains(&unit.id)) {
            return Ok(false);
        }
        self.refresh();
        // In one JVM without new classes in between.
        let units = self.tests.discover()?;
        for unit in units.iter().filter(wanted).rev() {
            if !matches!(self.tests.run(&unit.id, None)?, NewOutcome::Passed { .. }) {
                return Ok(false);
            }
        }
        Ok(units.iter().any(|unit| is_test(unit, test)))
    }
}

fn is_test(unit: &Unit, test: &TestName) -> bool {
    let name = unit.name.split('(').next().unwrap_or_default();
    unit.class == test.class && (name == test.method || unit.name == test.method)
}

/// An error, if a line of what the compiler says begins one.
fn complaint(said: &str, class: &Path) -> Option<Complaint> {
    let (place, message) =
        said.split_once(": error: ").or_else(|| said.strip_prefix("error: ").map(|said| ("", said)))?;
    let line =
        place.rsplit_once(':').filter(|(path, _)| Path::new(path) == class).and_then(|(_, line)| line.parse().ok());
    Some(Complaint { line, message: message.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::{Complaint, complaint};
    use std::path::Path;

    #[test]
    fn errors_have_the_line_of_the_test_class() {
        let class = Path::new("/tmp/a/p/ATest.java");
        let said = |line| complaint(line, class).map(|Complaint { line, message }| (line, message));
        assert_eq!(said("/tmp/a/p/ATest.java:7: error: ';' expected"), Some((Some(7), "';' expected".to_owned())));
        assert_eq!(said("/tmp/a/p/B.java:7: error: no"), Some((None, "no".to_owned())));
        assert_eq!(said("error: no"), Some((None, "no".to_owned())));
        assert_eq!(said("        int error: = 1"), None);
    }
}
