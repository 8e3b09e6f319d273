//! How long a use case takes.

use std::time::{Duration, Instant};

/// How long a use case took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timing {
    /// In all.
    pub total: Duration,
    /// In each of its stages.
    pub stages: Vec<(&'static str, Duration)>,
}

/// The stages of a run and the time that each took.
#[derive(Debug)]
pub(super) struct Stopwatch {
    started: Instant,
    last: Instant,
    stages: Vec<(&'static str, Duration)>,
}

impl Stopwatch {
    pub(super) fn start() -> Stopwatch {
        let now = Instant::now();
        Stopwatch { started: now, last: now, stages: Vec::new() }
    }

    /// Ends a stage.
    pub(super) fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.stages.push((stage, now - self.last));
        self.last = now;
    }

    /// The time until now.
    pub(super) fn stop(self) -> Timing {
        Timing { total: self.started.elapsed(), stages: self.stages }
    }
}
