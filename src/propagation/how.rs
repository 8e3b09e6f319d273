//! How to find out about undetected transformations.

use super::diagnosis::StateOptions;
use crate::infection::Comparison;
use crate::journal::Steps;
use crate::session::{Baseline, Session};
use crate::worker::protocol::{Feature, Observe};

/// How to find out.
#[derive(Clone, Copy)]
pub struct How<'h> {
    /// How the tests run, and how they run elsewhere; their workers can replace methods.
    pub sessions: [Session<'h>; 2],
    /// How states are read.
    pub settings: StateOptions,
    /// What is kept of that for later runs.
    pub steps: &'h Steps,
    /// Told how many cases are done.
    pub progress: &'h (dyn Fn(usize) + Sync),
}

impl<'h> How<'h> {
    /// Comparisons that go on at once, as many as there may be, none of which has a worker yet.
    pub fn comparisons(&self, suite: &'h Baseline) -> Vec<Comparison<'h>> {
        let [here, _] = self.sessions;
        (0..here.execution.jobs.max(1)).map(|_| Comparison::new(self.sessions, suite)).collect()
    }

    /// Has the workers of comparisons observe something.
    pub fn observe(&self, comparisons: &mut [Comparison<'_>], observe: Observe) {
        let mut features = self.sessions[0].features.to_vec();
        features.push(Feature::Observe(observe));
        comparisons.iter_mut().for_each(|comparison| comparison.configure(&features));
    }
}
