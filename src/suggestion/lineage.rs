//! Which class declares the tests that a class runs: itself, or one above it, whose source may be another file.

use crate::classfile::ClassPath;
use crate::session::{LaunchId, Session, TestId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A test: the binary name of the class that declares it, and its name there. Classes that inherit it run it, too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TestName {
    /// The class.
    pub class: String,
    /// The method.
    pub method: String,
}

/// A class and those above it, the nearest first, each with the names of the methods that it declares.
type Lineage = Vec<(String, BTreeSet<String>)>;

/// The classes that tests run in, each with those above it.
#[derive(Debug, Default)]
pub struct Lineages {
    /// By how tests are started and the binary name of the class: itself and those above it, the nearest first, with the names of the
    /// methods that they declare.
    classes: BTreeMap<(LaunchId, String), Lineage>,
}

/// The tests of a suite by what declares them.
#[derive(Debug, Default)]
pub struct Declared {
    lineages: Lineages,
    /// Of each test of the suite, what declares it.
    tests: Vec<TestName>,
    /// The top-level classes that run tests that a top-level class declares.
    running: BTreeMap<(LaunchId, String), BTreeSet<String>>,
}

impl TestName {
    /// It as people know it: `ATest.m`.
    pub fn title(&self) -> String {
        format!("{}.{}", self.class.rsplit('.').next().unwrap_or_default(), self.method)
    }
}

impl Lineages {
    /// What is above a class, itself first.
    fn of(classes: &ClassPath, name: &str) -> Lineage {
        let Some(view) = classes.find(name) else { return Vec::new() };
        let above = classes.supertypes(&view).0;
        let all = std::iter::once(view).chain(above);
        all.map(|view| (view.name, view.methods.into_iter().map(|method| method.name).collect())).collect()
    }

    /// The class that declares a method that a class has; the class itself if nothing is known.
    fn declaring<'l>(&'l self, launch: LaunchId, class: &'l str, method: &str) -> Option<&'l str> {
        let lineage = self.classes.get(&(launch, class.to_owned()))?;
        lineage.iter().find(|(_, methods)| methods.contains(method)).map(|(name, _)| name.as_str())
    }

    fn is_below(&self, launch: LaunchId, class: &str, above: &str) -> bool {
        let lineage = self.classes.get(&(launch, class.to_owned()));
        class == above || lineage.is_some_and(|lineage| lineage.iter().any(|(name, _)| name == above))
    }
}

impl Declared {
    /// Finds out what declares the tests of a suite.
    pub fn of(session: Session<'_>, suite: &crate::session::Baseline) -> Declared {
        let mut declared = Declared::default();
        let mut paths: BTreeMap<LaunchId, ClassPath> = BTreeMap::new();
        for test in &suite.tests {
            let (launch, class) = (test.launch, &test.unit.class);
            let path = paths.entry(launch).or_insert_with(|| class_path(session, launch));
            let lineages = &mut declared.lineages;
            lineages.classes.entry((launch, class.clone())).or_insert_with(|| Lineages::of(path, class));
            let method = test_name(class, &test.unit.name).method;
            let above = lineages.declaring(launch, class, &method).unwrap_or(class).to_owned();
            let running = declared.running.entry((launch, top_level(&above).to_owned())).or_default();
            running.insert(top_level(class).to_owned());
            declared.tests.push(TestName { class: above, method });
        }
        declared
    }

    /// What declares a test.
    pub fn name(&self, test: TestId) -> &TestName {
        &self.tests[test.0]
    }

    /// The top-level classes that run tests that a top-level class declares.
    pub fn running(&self, launch: LaunchId, class: &str) -> BTreeSet<String> {
        let known = self.running.get(&(launch, class.to_owned())).cloned();
        known.unwrap_or_else(|| BTreeSet::from([class.to_owned()]))
    }

    /// Whether what a class runs under a name is a test that a class declares; a new one is declared where nobody knows it.
    pub fn is_it(&self, launch: LaunchId, class: &str, method: &str, test: &TestName) -> bool {
        method == test.method
            && match self.lineages.declaring(launch, class, method) {
                Some(declaring) => declaring == test.class,
                None => self.lineages.is_below(launch, class, &test.class),
            }
    }

    /// Whether a method is known from a class or from one above it.
    pub fn is_known(&self, launch: LaunchId, class: &str, method: &str) -> bool {
        self.lineages.declaring(launch, class, method).is_some()
    }
}

/// The classes of the project that tests are started with.
pub fn class_path(session: Session<'_>, launch: LaunchId) -> ClassPath {
    let path = std::env::join_paths(&session.execution.launches[launch.0].own).ok();
    path.and_then(|path| ClassPath::open(path.to_str()?).ok()).unwrap_or_default()
}

/// A test by the binary name of its class and its name, without the types of its parameters or a display name behind it.
pub fn test_name(class: &str, method: &str) -> TestName {
    let method = method.split(['(', ' ']).next().unwrap_or_default();
    TestName { class: class.to_owned(), method: method.to_owned() }
}

/// The top-level class of a class, by binary names.
pub fn top_level(class: &str) -> &str {
    // The unnamed class of a file may begin with it.
    class.find('$').filter(|at| *at > 0).map_or(class, |at| &class[..at])
}
