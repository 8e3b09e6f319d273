//! How long the judging takes: guessed from the times of the tests, and corrected by what it has taken so far.

use std::time::Duration;

/// What a transformation costs beside the tests that it takes, in seconds: new classes, and the first tests on them.
const EACH: f64 = 0.15;

/// Which part of the time of all tests that reach a method one of its transformations takes: most are detected early.
const PART: f64 = 0.05;

/// The seconds of measured judging from which on what was measured says more than the guess.
const TRUST: f64 = 10.0;

/// The time that is left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Forecast {
    /// The guess for what is still to be judged, in seconds of one worker.
    open: f64,
    /// The guess for what has been judged.
    done: f64,
    /// What that has taken.
    took: f64,
    workers: f64,
}

/// The guess for a transformation of a method whose tests take so many microseconds, in seconds of one worker.
pub(super) fn guess(micros: u64) -> f64 {
    EACH + PART * micros as f64 / 1e6
}

impl Forecast {
    /// The forecast where so much, as guessed, is to be judged by some workers.
    pub(super) fn new(open: f64, workers: usize) -> Forecast {
        Forecast { open, done: 0.0, took: 0.0, workers: workers.max(1) as f64 }
    }

    /// Something has been judged: its guess, and what it took.
    pub(super) fn learn(&mut self, guess: f64, took: Duration) {
        self.open = (self.open - guess).max(0.0);
        self.done += guess;
        self.took += took.as_secs_f64();
    }

    /// The time that is left.
    pub(super) fn left(&self) -> Duration {
        let factor = (self.took + TRUST) / (self.done + TRUST);
        Duration::from_secs_f64(self.open * factor / self.workers)
    }
}

#[cfg(test)]
mod tests {
    use super::{Forecast, guess};
    use std::time::Duration;

    #[test]
    fn what_was_measured_corrects_the_guess() {
        // A hundred transformations that take three times what is guessed: after a fifth of them, the time left is right
        // within a third, as it is for the rest of the time.
        let (each, count) = (guess(10_000_000), 100);
        let mut forecast = Forecast::new(each * f64::from(count), 2);
        let truth = |open: i32| 3.0 * each * f64::from(open) / 2.0;
        let off = |forecast: &Forecast, open| (forecast.left().as_secs_f64() / truth(open) - 1.0).abs();
        assert!(off(&forecast, count) > 0.6, "the guess is wrong at first");
        for judged in 1..count {
            forecast.learn(each, Duration::from_secs_f64(3.0 * each));
            assert!(judged < 20 || off(&forecast, count - judged) < 1.0 / 3.0, "after {judged}: {forecast:?}");
        }
        forecast.learn(each, Duration::ZERO);
        assert!(forecast.left() < Duration::from_millis(1), "nothing is left: {forecast:?}");
    }
}
