//! A class of tests before it is written for good: which of them compile, and pass wherever they run.

use super::failing::{self, Failing};
use crate::app::Failure;
use crate::app::compiler::Compiler;
use crate::app::extreme::Tools;
use crate::coupling::{self, NamedTest, Suspected, Suspicious, Writing};
use crate::disk;
use crate::java::member_around;
use crate::sequence::TypeArguments;
use crate::session::{Execution, Launch, LaunchId, NewTests, Session};
use crate::suggestion;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How often a class is written without the tests that failed.
const ROUNDS: usize = 4;

/// Why tests are left out that no compiler takes.
const DOES_NOT_COMPILE: &str = "does not compile";

/// Why tests are left out that fail.
const FAILS: &str = "fails where it runs with others or elsewhere";

/// Why tests are left out that pass.
const DISTURBS: &str = "makes others fail that run after it";

/// A class of tests that may be written.
pub(super) struct Draft<'d> {
    pub(super) writing: &'d Writing<'d>,
    /// Its simple name.
    pub(super) class: String,
    /// The folder in which its sources and classes are while it is tried out.
    pub(super) folder: &'d Path,
    pub(super) compiler: &'d Compiler,
    pub(super) launch: &'d Launch,
}

impl<'d> Draft<'d> {
    pub(super) fn binary_name(&self) -> String {
        match self.writing.package {
            "" => self.class.clone(),
            package => format!("{}.{}", package.replace('/', "."), self.class),
        }
    }

    /// The path of its source, from a folder in which packages are folders.
    fn path(&self) -> String {
        match self.writing.package {
            "" => format!("{}.java", self.class),
            package => format!("{package}/{}.java", self.class),
        }
    }

    /// Where its classes are while it is tried out.
    pub(super) fn classes(&self) -> PathBuf {
        self.folder.join("classes")
    }

    /// Writes the class with some tests into a folder, in which packages are folders.
    pub(super) fn write(&self, root: &Path, tests: &[NamedTest<'_>]) -> Result<PathBuf, Failure> {
        let path = root.join(self.path());
        let text = self.writing.text(&self.class, tests);
        let written = disk::change(|| {
            fs::create_dir_all(path.parent().unwrap_or(root))?;
            disk::replace(&path, &text)
        });
        written.map_err(|error| Failure::usage(format_args!("cannot write `{}`: {error}", path.display())))?;
        Ok(path)
    }

    /// Those exceptions whose tests hold, each with its test as a class of its own.
    pub(super) fn suspicious(
        &self,
        suspected: &'d [Suspected],
        (execution, id): (&Execution, LaunchId),
        tools: &Tools,
    ) -> Result<Vec<Suspicious>, Failure> {
        let named = self.writing.named(suspected.iter().map(|one| &one.test));
        let held = self.held(named, (execution, id), tools, &mut BTreeMap::new())?;
        let told = suspected.iter().filter_map(|one| {
            let site = one.test.through?;
            let held = held.iter().find(|held| std::ptr::eq(held.test, &one.test))?;
            // With raw types, a list of numbers is handed over for one of texts: that fails because of the test.
            let is_raw = held.type_arguments == TypeArguments::Omitted;
            if is_raw && one.trace.kinds.first().is_some_and(|kind| kind == "java.lang.ClassCastException") {
                return None;
            }
            let test = self.writing.text(&self.class, std::slice::from_ref(held));
            Some(Suspicious { site, trace: one.trace.clone(), test })
        });
        Ok(told.collect())
    }

    /// The tests that compile, and pass in a fresh JVM together, and in another one, elsewhere, in the reverse order. Says why others do not
    /// hold.
    pub(super) fn held(
        &self,
        mut tests: Vec<NamedTest<'d>>,
        (execution, id): (&Execution, LaunchId),
        tools: &Tools,
        refused: &mut BTreeMap<&'static str, usize>,
    ) -> Result<Vec<NamedTest<'d>>, Failure> {
        let mut refuse = |why: &'static str, count: usize| {
            if count > 0 {
                *refused.entry(why).or_default() += count;
            }
        };
        for _ in 0..ROUNDS {
            let all = tests.len();
            tests = self.compiling(tests)?;
            refuse(DOES_NOT_COMPILE, all - tests.len());
            if tests.is_empty() {
                return Ok(tests);
            }
            let failing = self.failing(execution, id, tools)?;
            if failing.is_empty() {
                return Ok(tests);
            }
            let leaving = failing::leaving(&tests, &failing);
            let is_failing = |test: &NamedTest<'_>| failing.iter().any(|one| one.name == test.name);
            let (disturbing, alone): (Vec<_>, Vec<_>) =
                tests.iter().filter(|test| leaving.contains(&test.name)).partition(|test| !is_failing(test));
            refuse(DISTURBS, disturbing.len());
            refuse(FAILS, alone.len());
            let all = tests.len();
            tests.retain(|test| !leaving.contains(&test.name));
            if all == tests.len() {
                break;
            }
        }
        refuse(FAILS, tests.len());
        Ok(Vec::new())
    }

    /// The tests that compile, with raw types where they do not as they are; their classes are those of the draft then.
    fn compiling(&self, mut tests: Vec<NamedTest<'d>>) -> Result<Vec<NamedTest<'d>>, Failure> {
        while !tests.is_empty() {
            let Some(mut faulty) = self.faulty(&tests)? else { return Ok(tests) };
            if faulty.is_empty() {
                // What the compiler says is of no test.
                for test in &tests {
                    if self.faulty(std::slice::from_ref(test))?.is_some() {
                        faulty.insert(test.name.clone());
                    }
                }
            }
            if faulty.is_empty() {
                // They compile one by one, but not together.
                tests.clear();
            }
            tests.retain_mut(|test| {
                let tried = &mut test.type_arguments;
                !faulty.contains(&test.name) || std::mem::replace(tried, TypeArguments::Omitted) == TypeArguments::Known
            });
        }
        Ok(tests)
    }

    /// Compiles the class with some tests; the names of those that have errors, if there are errors.
    fn faulty(&self, tests: &[NamedTest<'_>]) -> Result<Option<BTreeSet<String>>, Failure> {
        let (path, text) = (self.path(), self.writing.text(&self.class, tests));
        let settings = &self.launch.settings;
        let on = (&*settings.java, &*settings.class_path);
        let complaints = suggestion::compile(&self.compiler.function(), on, self.folder, &[(&path, &text)]);
        let complaints = complaints.map_err(Failure::usage)?;
        if complaints.is_empty() {
            return Ok(None);
        }
        let lines = complaints.iter().filter_map(|complaint| complaint.line);
        let methods: BTreeSet<&str> = lines.filter_map(|line| member_around(&text, line)).collect();
        let names = tests.iter().map(|test| &test.name);
        Ok(Some(names.filter(|name| methods.contains(name.as_str())).cloned().collect()))
    }

    /// The tests that fail in one of two JVMs.
    fn failing(&self, execution: &Execution, id: LaunchId, tools: &Tools) -> Result<Vec<Failing>, Failure> {
        let session = Session { execution, jars: tools.jars(), features: &[] };
        let classes = BTreeSet::from([self.binary_name()]);
        let mut tests = NewTests::new(session, id, &self.classes(), &classes);
        let (passed, all) = tests.run_all()?;
        let mut failing = Vec::new();
        if all.iter().any(|unit| !passed.contains(&unit.id)) {
            let units = tests.discover()?;
            failing = failing::in_order(&mut tests, &units, |unit| !passed.contains(&unit.id))?;
        }
        tests.refresh_with(&coupling::ELSEWHERE.map(str::to_owned));
        let mut units = tests.discover()?;
        units.reverse();
        failing.extend(failing::in_order(&mut tests, &units, |_| false)?);
        Ok(failing)
    }
}
