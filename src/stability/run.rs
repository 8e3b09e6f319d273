//! One run of all tests, in other surroundings or as it is.

use super::judging::Judging;
use crate::session::{Baseline, Failed, Failure, LaunchId, Session, TestId, is_inside};
use crate::surroundings::Variation;
use crate::worker::protocol::Report;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How many tests that did not before may end the JVM in one variation before it is given up.
const ENDINGS: usize = 8;

/// How many times as long as usual a run of the suite may take, beyond the patience that there is with each test.
const LONGER: u32 = 10;

/// What all tests together may take longer, whatever they take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came of a run of all tests of a launch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Came {
    /// The tests that failed, and how.
    pub failing: BTreeMap<TestId, Failed>,
    /// Why it did not come to its end, if it did not.
    pub cut: Option<String>,
}

/// Runs all tests of a launch in other surroundings, or as it is.
pub(super) fn run(
    judging: &Judging<'_>,
    suite: &Baseline,
    launch: LaunchId,
    variation: Option<&Variation>,
) -> Result<Came, Failure> {
    let Session { execution, jars, .. } = judging.session;
    let usual = &execution.launches[launch.0];
    let ids: BTreeMap<&str, TestId> = suite.of_launch(launch).map(|(id, test)| (test.unit.id.as_str(), id)).collect();
    let limit = execution.suite_limit.min(PATIENCE + execution.patience + LONGER * Duration::from_micros(suite.micros));
    let (mut came, mut without) = (Came::default(), suite.fatal_of(launch));
    let most = without.len() + ENDINGS;
    loop {
        let as_it_is = || (usual.clone(), Vec::new());
        let (varied, features) = variation.map_or_else(as_it_is, |one| one.change.of(usual, judging.supplies));
        let (mut worker, _) = match varied.start(jars, &features) {
            Ok(started) => started,
            Err(error) => {
                came.cut = Some(error.to_string());
                return Ok(came);
            }
        };
        let (mut told, mut containers) = (BTreeSet::new(), Vec::new());
        let result = varied.run_all(&mut worker, limit, &without, |_, report| {
            let Report::Ran(one) = report else { return };
            match (ids.get(one.test.as_str()), Failed::of(&one)) {
                (Some(id), failed) => {
                    told.insert(*id);
                    came.failing.extend(failed.map(|failed| (*id, failed)));
                }
                (None, Some(failed)) => containers.push((one.test.clone(), failed)),
                (None, None) => {}
            }
        });
        // What is around tests may fail, and then they do not run.
        for (container, failed) in containers {
            let inside = suite.of_launch(launch).filter(|(_, test)| is_inside(&test.unit.container, &container));
            for (id, _) in inside.filter(|(id, _)| !told.contains(id)) {
                came.failing.entry(id).or_insert_with(|| failed.clone());
            }
        }
        match result {
            Ok(_) => return Ok(came),
            Err(Failure::Ended(end, Some(unit))) if ids.contains_key(unit.id.as_str()) && without.len() < most => {
                came.failing.insert(ids[unit.id.as_str()], Failed::ended(end));
                without.insert(unit.id);
            }
            Err(Failure::Ended(end, _)) => {
                came.cut = Some(Failed::ended(end).message);
                return Ok(came);
            }
            Err(other) => return Err(other),
        }
    }
}
