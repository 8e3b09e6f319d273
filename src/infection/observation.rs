//! The states that were read while tests ran once.

use crate::session::LaunchId;
use crate::worker::protocol::{Detail, Point, States, Wanted};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Where states were read one after the other.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Series {
    /// How the test was started: a build may run a test in several ways.
    pub launch: LaunchId,
    /// The id of the test, or what tells of the time after it.
    pub test: String,
    /// The number of the thread among those of the test in which something was read.
    pub thread: u32,
    /// The place in the code.
    pub point: Point,
}

/// One state of a series.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ProgramState {
    /// The series.
    pub series: Series,
    /// Its place in the series, from 1 on.
    pub occurrence: u32,
}

/// The states that were read while tests ran once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Observation {
    /// The digests of each series; 0 for a state that was not read.
    series: BTreeMap<Series, Vec<i64>>,
    /// Those that were wanted in words.
    details: BTreeMap<ProgramState, Detail>,
    /// How many states were not read, because reading them failed or too much had been read.
    pub unread: u64,
    /// The tests that failed meanwhile, whose states say nothing: how they were started, and their ids.
    pub failed: BTreeSet<(LaunchId, String)>,
    /// How long the tests took.
    pub time: Duration,
}

impl Observation {
    /// Adds what a worker of a launch has read in a test.
    pub fn add(&mut self, launch: LaunchId, states: States) {
        self.unread += states.unread;
        for (thread, of_thread) in (0..).zip(states.threads) {
            for read in of_thread.points {
                let series = Series { launch, test: states.test.clone(), thread, point: read.point };
                for detail in read.details {
                    self.details.insert(series.state(detail.occurrence), detail);
                }
                self.series.entry(series).or_default().extend(read.digests);
            }
        }
    }

    /// How many states there were.
    pub fn states(&self) -> usize {
        self.series.values().map(Vec::len).sum()
    }

    /// How many tests have some of them.
    pub fn tests(&self) -> usize {
        let mut tests: Vec<_> = self.series.keys().map(|series| (series.launch, series.test.as_str())).collect();
        tests.dedup();
        tests.len()
    }

    /// A state in words.
    pub fn detail(&self, state: &ProgramState) -> Option<&Detail> {
        self.details.get(state)
    }

    /// All states in words, in order.
    pub fn details(&self) -> impl Iterator<Item = (&ProgramState, &Detail)> {
        self.details.iter()
    }

    /// The first states, so many of them at most.
    pub fn first(&self, most: usize) -> Vec<ProgramState> {
        let all = self.series.iter().flat_map(|(series, digests)| (1..=digests.len()).map(move |at| (series, at)));
        all.take(most).map(|(series, at)| series.state(at as u32)).collect()
    }

    /// The states that both have and that differ; the first one of each series comes before all second ones, so that a part of
    /// them tells of many tests.
    pub fn differing(&self, other: &Observation) -> Vec<ProgramState> {
        let mut found = Vec::new();
        for (series, digests) in self.series.iter().filter(|(series, _)| !self.is_vain(other, series)) {
            let Some(others) = other.series.get(series) else { continue };
            let both = digests.iter().zip(others).zip(1..);
            let differing = both.filter(|((one, other), _)| **one != 0 && **other != 0 && one != other);
            found.extend(differing.enumerate().map(|(rank, (_, at))| (rank, series.state(at))));
        }
        found.sort();
        found.into_iter().map(|(_, state)| state).collect()
    }

    /// The series that have another number of states in the other one, with both numbers.
    pub fn counts(&self, other: &Observation) -> BTreeMap<Series, (usize, usize)> {
        let keys = self.series.keys().chain(other.series.keys()).filter(|series| !self.is_vain(other, series));
        let counted = keys.map(|series| (series.clone(), (self.count(series), other.count(series))));
        counted.filter(|(_, (one, other))| one != other).collect()
    }

    /// Whether the test of a series failed in one of two runs.
    fn is_vain(&self, other: &Observation, series: &Series) -> bool {
        let test = (series.launch, series.test.clone());
        self.failed.contains(&test) || other.failed.contains(&test)
    }

    fn count(&self, series: &Series) -> usize {
        self.series.get(series).map_or(0, Vec::len)
    }
}

impl Series {
    fn state(&self, occurrence: u32) -> ProgramState {
        ProgramState { series: self.clone(), occurrence }
    }
}

impl ProgramState {
    /// It as workers of its launch know it.
    pub(super) fn wanted(&self) -> Wanted {
        let Series { test, thread, point, .. } = self.series.clone();
        Wanted { test, thread, point, occurrence: self.occurrence }
    }
}
