//! Reports, class by class: fixes are edits of the file that declares their tests.

use super::fix::Fix;
use crate::journal::Steps;
use crate::session::{Baseline, Failure, LaunchId, Session, TestId, in_turn, locked};
use crate::source::FileChange;
use crate::suggestion::{Compiler, Declared, source, top_level};
use crate::unit::Digest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What fixes are made of.
pub struct Fixing<'f> {
    /// The folders with the sources of the tests.
    pub roots: &'f [PathBuf],
    /// What compiles them.
    pub compiler: Compiler<'f>,
    /// Hears how many reports there are fixes for that were looked for, and how many reports there are.
    pub progress: Box<dyn Fn(usize, usize) + Sync + 'f>,
}

/// The suite as it is, and how its tests run.
#[derive(Clone, Copy)]
pub struct Suite<'s> {
    /// What is kept of what is found.
    pub steps: &'s Steps,
    /// The tests, ready to run, by workers that do nothing else.
    pub session: Session<'s>,
    /// What they come to.
    pub baseline: &'s Baseline,
}

/// A class of tests, and the source that declares it.
#[derive(Clone, Copy)]
pub struct Class<'c> {
    /// How its tests run.
    pub session: Session<'c>,
    /// The suite as it is.
    pub suite: &'c Baseline,
    /// What declares each test.
    pub declared: &'c Declared,
    /// How its tests are started.
    pub launch: LaunchId,
    /// Its binary name.
    pub name: &'c str,
    /// What compiles it.
    pub compiler: Compiler<'c>,
    /// The file.
    pub path: &'c Path,
}

/// What came of a class.
#[derive(Debug, Serialize, Deserialize)]
pub struct Cured<K> {
    /// The fixes of each report that has some, in the order in which they were reported.
    pub fixes: Vec<Vec<Fix<K>>>,
    /// The file and what the chosen fixes change in it, if there are any.
    pub file: Option<(PathBuf, FileChange)>,
}

/// What came of all classes.
#[derive(Debug)]
pub struct Cures<K> {
    /// The fixes of each report, in the order of the reports.
    pub fixes: Vec<Vec<Fix<K>>>,
    /// What the chosen fixes change, by file.
    pub files: BTreeMap<PathBuf, FileChange>,
}

/// Looks for fixes of reports, each about one test, by workers that do nothing else than running tests. A class without a source that can be read and edited has none.
pub fn cure<R, K>(
    fixing: &Fixing<'_>,
    suite: Suite<'_>,
    reports: &[R],
    test: impl Fn(&R) -> TestId,
    cured: impl Fn(&Class<'_>, String, &[&R]) -> Result<Option<Cured<K>>, Failure> + Sync,
) -> Result<Cures<K>, Failure>
where
    R: Serialize + Sync,
    K: Serialize + DeserializeOwned + Send,
{
    let Suite { steps, session, baseline } = suite;
    let declared = Declared::of(session, baseline);
    let mut classes: BTreeMap<(LaunchId, String), Vec<usize>> = BTreeMap::new();
    for (number, report) in reports.iter().enumerate() {
        let launch = baseline.tests[test(report).0].launch;
        let class = top_level(&declared.name(test(report)).class).to_owned();
        classes.entry((launch, class)).or_default().push(number);
    }
    let done = Mutex::new(0);
    (fixing.progress)(0, reports.len());
    let all = in_turn(session.execution.jobs, classes.into_iter().collect(), |((launch, name), numbers)| {
        let of_class: Vec<&R> = numbers.iter().map(|number| &reports[*number]).collect();
        let found = match read(fixing.roots, &name) {
            Some((path, text)) => {
                let step = ("fixes", launch, &name, Digest::of_bytes(text.as_bytes()), &of_class);
                let (declared, compiler) = (&declared, fixing.compiler);
                let class = Class { session, suite: baseline, declared, launch, name: &name, compiler, path: &path };
                steps.step(&step, || cured(&class, text.clone(), &of_class))?
            }
            None => None,
        };
        let mut done = locked(&done);
        *done += numbers.len();
        (fixing.progress)(*done, reports.len());
        Ok::<_, Failure>((numbers, found))
    })?;
    let (mut fixes, mut files) = (BTreeMap::new(), BTreeMap::new());
    for (numbers, found) in all {
        let Some(found) = found else { continue };
        fixes.extend(numbers.into_iter().zip(found.fixes));
        files.extend(found.file);
    }
    let fixes = (0..reports.len()).map(|number| fixes.remove(&number).unwrap_or_default()).collect();
    Ok(Cures { fixes, files })
}

/// The source of a class, if it is written in Java.
fn read(roots: &[PathBuf], class: &str) -> Option<(PathBuf, String)> {
    let is_java = |path: &Path| path.extension().is_some_and(|kind| kind == "java");
    let path = source(roots, class).filter(|path| is_java(path))?;
    let text = fs::read_to_string(&path).ok()?;
    Some((path, text))
}
