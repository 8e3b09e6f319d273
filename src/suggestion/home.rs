//! The class of tests that a new test goes into: the one that is named after what it tests, one that names it, or a new one.

use super::job::{Job, Setting};
use super::lineage::{Declared, top_level};
use crate::java::dialect::{Dialect, Framework};
use crate::java::names::upper_camel;
use crate::propagation::Diagnosis;
use crate::sequence::Detecting;
use crate::session::LaunchId;
use crate::source::JavaFile;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// How classes of tests are called: what comes before and behind the name of a class.
const NAMES: [(&str, &str); 4] = [("", "Test"), ("Test", ""), ("", "Tests"), ("", "TestCase")];

/// Looks for a class of tests.
pub struct Search<'s, 'd> {
    /// What tests are made from.
    pub setting: &'s Setting<'s>,
    /// What declares each test.
    pub declared: &'d Declared,
    /// How tests are started.
    pub launch: LaunchId,
}

impl<'d> Search<'_, 'd> {
    /// The class for a new test, and if it is a new one, its text, which is known by its path.
    pub fn home(
        &self,
        diagnosis: &Diagnosis,
        detecting: &Detecting,
        new: &mut BTreeMap<PathBuf, String>,
    ) -> Option<Job<'d>> {
        let package = detecting.package.replace('/', ".");
        let simple = outermost(detecting.target.owner.as_str());
        let in_package = |name: &str| if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
        let named = NAMES.map(|(before, behind)| in_package(&format!("{before}{simple}{behind}")));
        let running = self.setting.running(self.launch);
        for class in named.iter().filter(|class| running.contains(class.as_str())) {
            if let Some((job, _)) = self.editable(class) {
                return Some(job);
            }
        }
        let reaching = diagnosis.tests.iter().map(|test| &self.setting.findings.suite.tests[test.0].unit);
        let near: BTreeSet<&str> = reaching
            .map(|unit| top_level(&unit.class))
            .filter(|class| class.rsplit_once('.').map_or("", |(package, _)| package) == package)
            .collect();
        let near: Vec<(Job<'_>, JavaFile)> = near.into_iter().filter_map(|class| self.editable(class)).collect();
        let names = |file: &JavaFile| {
            let mut words = file.text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            words.any(|word| word == simple)
        };
        let dialect = near.first().and_then(|(_, file)| dialect(file));
        if let Some((job, _)) = near.into_iter().find(|(_, file)| names(file)) {
            return Some(job);
        }
        self.new_class(&package, &simple, &running, dialect, new)
    }

    /// A class whose source can be edited.
    fn editable(&self, class: &str) -> Option<(Job<'d>, JavaFile)> {
        let job = Job::new(self.setting.source(class)?, self.launch, class.to_owned(), self.declared);
        let file = job.file().ok().filter(|file| file.class(class).is_some())?;
        Some((job, file))
    }

    /// A class in a file of its own, called as most others are.
    fn new_class(
        &self,
        package: &str,
        simple: &str,
        running: &BTreeSet<&str>,
        dialect: Option<Dialect>,
        new: &mut BTreeMap<PathBuf, String>,
    ) -> Option<Job<'d>> {
        let root = self.setting.roots.iter().find(|root| root.is_dir())?;
        let folder = root.join(package.replace('.', "/"));
        let is_called = |class: &&&str, (before, behind): (&str, &str)| {
            let name = class.rsplit('.').next().unwrap_or_default();
            name.starts_with(before) && name.ends_with(behind)
        };
        let often = |way: &(&str, &str)| running.iter().filter(|class| is_called(class, *way)).count();
        let mut ways = NAMES;
        ways.sort_by_key(|way| std::cmp::Reverse(often(way)));
        let names =
            [ways[0], ("", "FexTest")].map(|(before, behind)| format!("{before}{}{behind}", upper_camel(simple)));
        let is_free = |name: &&String| {
            let path = |kind: &&str| folder.join(format!("{name}.{kind}"));
            let is_new = new.contains_key(&folder.join(format!("{name}.java")));
            is_new || ["java", "kt"].iter().all(|kind| !path(kind).exists())
        };
        let name = names.iter().find(is_free)?;
        let path = folder.join(format!("{name}.java"));
        let dialect = dialect.unwrap_or_else(|| self.setting.dialect(self.launch));
        let (head, class) = match package {
            "" => (String::new(), name.clone()),
            package => (format!("package {package};\n\n"), format!("{package}.{name}")),
        };
        let declaration = match dialect.framework {
            Framework::JUnit3 => format!("import junit.framework.TestCase;\n\npublic class {name} extends TestCase"),
            Framework::JUnit4 | Framework::TestNg => format!("public class {name}"),
            Framework::JUnit5 => format!("class {name}"),
        };
        let text = format!("{head}{declaration} {{\n}}\n");
        new.insert(path.clone(), text.clone());
        let job = Job::new(path, self.launch, class, self.declared);
        Some(Job { new: Some(text), dialect: Some(dialect), ..job })
    }
}

/// How the tests of a file are written.
fn dialect(file: &JavaFile) -> Option<Dialect> {
    file.classes.iter().find_map(|class| class.methods.iter().find_map(|method| file.dialect(class, method)))
}

/// The simple name of the class around a class that is in no other one, by its internal name.
fn outermost(class: &str) -> String {
    let name = class.rsplit('/').next().unwrap_or_default();
    // A class may have a `$` at its beginning.
    name.split('$').find(|part| !part.is_empty()).unwrap_or(name).to_owned()
}
