//! Where tests are, and from which source files classes come.

use crate::classfile::{self, class_files};
use crate::report::Place;
use crate::session::{Baseline, Failure, Session, TestId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What class files of the project say.
pub(super) struct Places {
    /// Where the methods of tests are.
    pub tests: BTreeMap<TestId, Place>,
    /// The source files of classes, by internal name.
    pub sources: BTreeMap<String, String>,
    /// The internal names of the classes of the program.
    pub program: BTreeSet<String>,
}

/// Reads the class files of the project.
pub(super) fn places(session: Session<'_>, suite: &Baseline) -> Result<Places, Failure> {
    let mut wanted: BTreeMap<String, Vec<TestId>> = BTreeMap::new();
    for (id, test) in suite.ids() {
        wanted.entry(test.unit.class.replace('.', "/")).or_default().push(id);
    }
    let (mut tests, mut sources, mut program) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    let launches = &session.execution.launches;
    let of_tests: BTreeSet<&str> = launches.iter().flat_map(|launch| &launch.tests.all).map(String::as_str).collect();
    let folders: BTreeSet<PathBuf> =
        session.execution.launches.iter().flat_map(|launch| launch.own.iter().map(PathBuf::from)).collect();
    for folder in folders {
        class_files(&folder, |name, bytes| {
            let Some(class) = classfile::parse_code(bytes) else { return };
            if let Some(source) = &class.source {
                sources.insert(name.to_owned(), source.clone());
            }
            if !of_tests.contains(name) {
                program.insert(name.to_owned());
            }
            for id in wanted.get(name).into_iter().flatten() {
                tests.insert(*id, Place::of_method(&class, suite.tests[id.0].unit.method()));
            }
        })?;
    }
    Ok(Places { tests, sources, program })
}
