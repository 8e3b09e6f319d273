//! Where tests are, and where they read what surrounds them.

use super::judging::Judging;
use crate::classfile::{self, class_files};
use crate::report::Place;
use crate::session::{Baseline, Failure, LaunchId, Session, TestId};
use crate::worker::protocol::{Environment, Feature, Reading, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What each test reads of what surrounds it.
pub(super) fn readings(judging: &Judging<'_>, suite: &Baseline) -> Result<Vec<(TestId, Vec<Reading>)>, Failure> {
    let Session { execution, jars, .. } = judging.session;
    let features = [Feature::Environment(Environment { tells: true, ..Environment::REAL })];
    let mut all = Vec::new();
    for (number, launch) in execution.launches.iter().enumerate() {
        let ids: BTreeMap<&str, TestId> =
            suite.of_launch(LaunchId(number)).map(|(id, test)| (test.unit.id.as_str(), id)).collect();
        if ids.is_empty() {
            continue;
        }
        let (mut worker, _) = launch.start(jars, &features)?;
        let mut read: Vec<Reading> = Vec::new();
        let result =
            launch.run_all(&mut worker, execution.suite_limit, &suite.fatal_of(LaunchId(number)), |_, report| {
                match report {
                    Report::Readings(more) => read.extend(more),
                    Report::Ran(one) => {
                        let read = std::mem::take(&mut read);
                        if let Some(id) = ids.get(one.test.as_str()).filter(|_| !read.is_empty()) {
                            all.push((*id, read));
                        }
                    }
                    _ => {}
                }
            });
        match result {
            // What was told before counts.
            Ok(_) | Err(Failure::Ended(..)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(all)
}

/// The annotations of classes that say in which order their tests run.
const ORDERED: [&str; 2] = ["TestMethodOrder", "FixMethodOrder"];

/// Where the methods of tests are, and those whose classes say in which order they run.
pub(super) fn places(
    session: Session<'_>,
    suite: &Baseline,
) -> Result<(BTreeMap<TestId, Place>, BTreeSet<TestId>), Failure> {
    let mut wanted: BTreeMap<String, Vec<TestId>> = BTreeMap::new();
    for (id, test) in suite.ids() {
        wanted.entry(test.unit.class.replace('.', "/")).or_default().push(id);
    }
    let (mut places, mut ordered) = (BTreeMap::new(), BTreeSet::new());
    let folders: BTreeSet<PathBuf> =
        session.execution.launches.iter().flat_map(|launch| launch.own.iter().map(PathBuf::from)).collect();
    for folder in folders {
        class_files(&folder, |name, bytes| {
            let Some(tests) = wanted.get(name) else { return };
            let Some(class) = classfile::parse_code(bytes) else { return };
            if class.annotations.iter().any(|annotation| ORDERED.contains(&annotation.as_str())) {
                ordered.extend(tests);
            }
            for id in tests {
                places.insert(*id, Place::of_method(&class, suite.tests[id.0].unit.method()));
            }
        })?;
    }
    Ok((places, ordered))
}
