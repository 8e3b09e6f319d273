//! A folder in which an edited test class is compiled, and the workers that run it.

use super::lineage::{Declared, TestName, test_name, top_level};
use super::outcome::Refusal;
use crate::infection::OTHER_HASH_CODES;
use crate::processes;
use crate::session::{Baseline, Change, Failed, Failure, How, LaunchId, NewOutcome, NewTests, Session};
use crate::worker::protocol::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Compiles sources on a class path into a folder, for the `java` that runs the tests, and says what the compiler complains of;
/// nothing where all is well.
pub type Compiler<'c> = &'c (dyn Fn(&Path, &[PathBuf], &[PathBuf], &Path) -> io::Result<String> + Sync);

/// The work of a test on the unchanged program, by the ids that it has in the classes that run it.
pub type Works = BTreeMap<String, u64>;

/// What came of a test in all classes that run it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ran {
    /// It passed in all.
    Passed(Works),
    /// It failed in one.
    Failed(Failed),
    /// It ran in none.
    Skipped,
}

/// A folder in which an edited test class is compiled and run.
pub struct Trial<'s> {
    folder: TempDir,
    session: Session<'s>,
    launch: LaunchId,
    /// The top-level class that is edited, by binary name.
    class: String,
    declared: &'s Declared,
    /// The tests that pass in the classes that run those of the edited one, by the class that runs them.
    passing: BTreeSet<TestName>,
    tests: NewTests<'s>,
    /// The same without an edit.
    unedited: NewTests<'s>,
    /// The ids of the tests that fail without an edit if the classes run by themselves, in their usual and in the reverse order;
    /// none while nobody has asked.
    unreliable: Option<BTreeSet<String>>,
    /// What makes a JVM one of another machine.
    elsewhere: Vec<String>,
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
    /// A folder for a class, by binary name. Some tests pass as they are in the classes that run those of this class.
    pub fn new(
        session: Session<'s>,
        launch: LaunchId,
        class: &str,
        declared: &'s Declared,
        passing: BTreeSet<TestName>,
    ) -> io::Result<Trial<'s>> {
        let folder = processes::folder()?;
        let running = declared.running(launch, class);
        let tests = |classes: &str| NewTests::new(session, launch, &folder.path().join(classes), &running);
        let (tests, unedited) = (tests("classes"), tests("none"));
        fs::create_dir(folder.path().join("none"))?;
        let class = class.to_owned();
        let arguments = &session.execution.launches[launch.0].settings.jvm_arguments;
        let elsewhere = elsewhere(arguments, folder.path())?;
        Ok(Trial { folder, session, launch, class, declared, passing, tests, unedited, unreliable: None, elsewhere })
    }

    /// A folder for a class, by binary name, with all that passes in a suite in the classes that run its tests.
    pub fn of_suite(
        session: Session<'s>,
        suite: &Baseline,
        launch: LaunchId,
        class: &str,
        declared: &'s Declared,
    ) -> io::Result<Trial<'s>> {
        let running = declared.running(launch, class);
        let of_classes =
            suite.tests.iter().filter(|test| test.launch == launch && running.contains(top_level(&test.unit.class)));
        let passing = of_classes.map(|test| test_name(&test.unit.class, &test.unit.name)).collect();
        Trial::new(session, launch, class, declared, passing)
    }

    /// A file beside the classes.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles a test class, and others by their paths below their packages, in the place of what was compiled before.
    pub fn compile(&self, compiler: Compiler<'_>, text: &str, others: &[(&str, &str)]) -> io::Result<Vec<Complaint>> {
        let path = format!("{}.java", self.class.replace('.', "/"));
        let sources: Vec<(&str, &str)> = [(path.as_str(), text)].iter().chain(others).copied().collect();
        let settings = &self.session.execution.launches[self.launch.0].settings;
        let class_path = [settings.class_path.as_slice(), &[self.session.jars.runtime()]].concat();
        compile(compiler, (&settings.java, &class_path), self.folder.path(), &sources)
    }

    /// Has the next test run in a fresh JVM.
    pub fn refresh(&mut self) {
        self.tests.refresh();
    }

    /// Has a further test among those that pass.
    pub fn keep(&mut self, test: &TestName) {
        let running = self.declared.running(self.launch, &self.class);
        let nested = test.class.strip_prefix(&self.class).filter(|nested| !nested.is_empty());
        // A nested class runs its tests itself.
        let classes = match nested {
            Some(_) => BTreeSet::from([test.class.clone()]),
            None => running,
        };
        self.passing.extend(classes.into_iter().map(|class| TestName { class, method: test.method.clone() }));
    }

    /// The tests that pass as they are, by the class that runs them.
    pub fn passing(&self) -> &BTreeSet<TestName> {
        &self.passing
    }

    /// Loads the classes anew; the tests in them that one declaration is run as.
    pub fn units(&mut self, test: &TestName) -> Result<Vec<Unit>, Failure> {
        let units = self.tests.discover()?;
        Ok(units.into_iter().filter(|unit| self.is_it(unit, test)).collect())
    }

    /// Runs one of the tests that were found last.
    pub fn run_unit(&mut self, unit: &Unit, change: Option<(Change, u64)>) -> Result<NewOutcome, Failure> {
        self.tests.run(&unit.id, change)
    }

    /// Runs a test in all classes that have it, each time on classes that are loaded anew, perhaps on a changed program; the work is
    /// that on the unchanged one.
    pub fn run(&mut self, test: &TestName, change: Option<(Change, &Works)>) -> Result<Ran, Failure> {
        let mut works = Works::new();
        for number in 0.. {
            let units = self.units(test)?;
            let Some(unit) = units.get(number) else { break };
            let change = change.map(|(change, works)| (change, works.get(&unit.id).copied().unwrap_or_default()));
            match self.run_unit(unit, change)? {
                NewOutcome::Passed { work } => drop(works.insert(unit.id.clone(), work)),
                NewOutcome::Failed(failed) => return Ok(Ran::Failed(failed)),
                NewOutcome::Skipped => {}
            }
            if number + 1 == units.len() {
                break;
            }
        }
        Ok(if works.is_empty() { Ran::Skipped } else { Ran::Passed(works) })
    }

    /// How a test fails on a changed program because of an assertion, or of an exception.
    pub fn detects(&mut self, test: &TestName, change: Change, works: &Works) -> Result<Option<How>, Failure> {
        Ok(match self.run(test, Some((change, works)))? {
            Ran::Failed(Failed { how: how @ (How::Assertion | How::Exception), .. }) => Some(how),
            _ => None,
        })
    }

    /// Whether a test passes on the unchanged program in fresh JVMs: alone, and with all others of the classes that run it in their
    /// usual and in the reverse order, there in other surroundings, and none of those fails that passes without the edit.
    pub fn is_sound(&mut self, test: &TestName) -> Result<Result<(), Refusal>, Failure> {
        self.refresh();
        if !matches!(self.run(test, None)?, Ran::Passed(_)) {
            return Ok(Err(Refusal::Unsteady));
        }
        let (passed, units) = self.tests.run_all()?;
        let failed: Vec<Unit> = units.into_iter().filter(|unit| !passed.contains(&unit.id)).collect();
        if let Some(refusal) = self.refusal(test, &failed, Refusal::AfterOthers)? {
            return Ok(Err(refusal));
        }
        self.tests.refresh_with(&self.elsewhere);
        let (failed, all) = reversed(&mut self.tests)?;
        self.tests.refresh();
        if let Some(refusal) = self.refusal(test, &failed, Refusal::InReverse)? {
            return Ok(Err(refusal));
        }
        let runs = all.iter().any(|unit| self.is_it(unit, test));
        Ok(if runs { Ok(()) } else { Err(Refusal::NotRun) })
    }

    /// The classes and names of the tests of some classes that fail where all run in one JVM.
    pub fn failing(&self, classes: &BTreeSet<String>) -> Result<Vec<(String, String)>, Failure> {
        let mut suite = NewTests::new(self.session, self.launch, &self.file("classes"), classes);
        let units = suite.discover()?;
        let failing = suite.failing(&units.iter().map(|unit| unit.id.clone()).collect())?;
        let failing = units.into_iter().filter(|unit| failing.contains(&unit.id));
        Ok(failing.map(|unit| (unit.class, unit.name)).collect())
    }

    /// A test anywhere in the suite, whose classes are these, that fails after some tests of the class in the same JVM, and does not fail
    /// without them: they leave something behind.
    pub fn broken_by(&self, tests: &[TestName], classes: &BTreeSet<String>) -> Result<Option<TestName>, Failure> {
        let mut suite = NewTests::new(self.session, self.launch, &self.file("classes"), classes);
        let (first, others): (Vec<Unit>, Vec<Unit>) =
            suite.discover()?.into_iter().partition(|unit| tests.iter().any(|test| self.is_it(unit, test)));
        let ids = others.iter().map(|unit| unit.id.clone()).collect();
        for unit in &first {
            suite.run(&unit.id, None)?;
        }
        let failing = suite.failing(&ids)?;
        if failing.is_empty() {
            return Ok(None);
        }
        suite.refresh();
        suite.discover()?;
        let anyway = suite.failing(&ids)?;
        let broken = others.iter().find(|unit| failing.contains(&unit.id) && !anyway.contains(&unit.id));
        Ok(broken.map(|unit| test_name(&unit.class, &unit.name)))
    }

    /// Why a test does not count that ran with others of which some failed.
    fn refusal(&mut self, test: &TestName, failed: &[Unit], own: Refusal) -> Result<Option<Refusal>, Failure> {
        let (itself, others): (Vec<&Unit>, Vec<&Unit>) = failed.iter().partition(|unit| self.is_it(unit, test));
        let others: Vec<&Unit> =
            others.into_iter().filter(|unit| self.passing.contains(&test_name(&unit.class, &unit.name))).collect();
        if itself.is_empty() && others.is_empty() {
            return Ok(None);
        }
        let unreliable = match self.unreliable.take() {
            Some(unreliable) => unreliable,
            None => self.without_edit()?,
        };
        // One that there was before may fail without the edit, too.
        let counts = |unit: &&&Unit| !unreliable.contains(&unit.id);
        let refusal = match itself.iter().find(counts) {
            Some(_) => Some(own),
            None => {
                others.iter().find(counts).map(|unit| Refusal::BreaksOther(test_name(&unit.class, &unit.name).title()))
            }
        };
        self.unreliable = Some(unreliable);
        Ok(refusal)
    }

    /// The ids of the tests that fail without an edit if the classes run by themselves, in either order.
    fn without_edit(&mut self) -> Result<BTreeSet<String>, Failure> {
        let (passed, units) = self.unedited.run_all()?;
        let usual = units.into_iter().filter(|unit| !passed.contains(&unit.id));
        self.unedited.refresh_with(&self.elsewhere);
        let reverse = reversed(&mut self.unedited)?.0;
        self.unedited.refresh();
        Ok(usual.chain(reverse).map(|unit| unit.id).collect())
    }

    fn is_it(&self, unit: &Unit, test: &TestName) -> bool {
        let name = test_name(&unit.class, &unit.name);
        let counts = self.passing.contains(&name) || !self.declared.is_known(self.launch, &unit.class, &name.method);
        counts && self.declared.is_it(self.launch, &unit.class, &name.method, test)
    }
}

/// What makes a JVM one of another user, far away: other identity hash codes, another zone, another locale, other folders, as far as
/// its own arguments do not say what these are.
fn elsewhere(own: &[String], folder: &Path) -> io::Result<Vec<String>> {
    let (home, temporary) = (folder.join("home"), folder.join("temporary"));
    for folder in [&home, &temporary] {
        fs::create_dir(folder)?;
    }
    let properties = [
        ("user.timezone", "Asia/Kathmandu".to_owned()),
        ("user.language", "de".to_owned()),
        ("user.country", "DE".to_owned()),
        ("user.name", "somebody".to_owned()),
        ("user.home", home.display().to_string()),
        ("java.io.tmpdir", temporary.display().to_string()),
    ];
    let is_open = |(name, _): &(&str, String)| !own.iter().any(|argument| argument.starts_with(&format!("-D{name}=")));
    let properties = properties.into_iter().filter(is_open).map(|(name, value)| format!("-D{name}={value}"));
    Ok(OTHER_HASH_CODES.iter().map(|argument| (*argument).to_owned()).chain(properties).collect())
}

/// Runs all tests in one JVM in the reverse order, without loading classes anew in between; returns those that failed, and all.
fn reversed(tests: &mut NewTests<'_>) -> Result<(Vec<Unit>, Vec<Unit>), Failure> {
    let (mut failed, units) = (Vec::new(), tests.discover()?);
    for unit in units.iter().rev() {
        if matches!(tests.run(&unit.id, None)?, NewOutcome::Failed(_)) {
            failed.push(unit.clone());
        }
    }
    Ok((failed, units))
}

/// Compiles sources by their paths below their packages into `classes` in a folder, in the place of what was compiled there before, for
/// a `java` with a class path; the complaints, with the lines of the first source.
pub fn compile(
    compiler: Compiler<'_>,
    (java, class_path): (&Path, &[PathBuf]),
    folder: &Path,
    sources: &[(&str, &str)],
) -> io::Result<Vec<Complaint>> {
    let [written, classes] = ["sources", "classes"].map(|name| folder.join(name));
    for folder in [&written, &classes] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir(folder)?;
    }
    let mut files = Vec::new();
    for (path, text) in sources {
        let file = written.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&written))?;
        fs::write(&file, text)?;
        files.push(file);
    }
    let said = compiler(java, &files, class_path, &classes)?;
    Ok(said.lines().filter_map(|line| complaint(line, &files[0])).collect())
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
        assert_eq!(said("Note: ATest.java uses unchecked operations"), None);
    }
}
