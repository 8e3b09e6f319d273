//! How long the judging takes: guessed from the times of the tests, and corrected by what it has taken so far.

use crate::session::Change;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a transformation costs beside the tests that it takes, in seconds: preparing the first tests, and confirming what they say.
const EACH: f64 = 0.005;

/// Which part of the time of all tests that reach a method one of its transformations takes: most are detected early.
const PART: f64 = 0.02;

/// The same where the method runs while classes are initialised: its tests run on classes that are loaded anew each time.
const RENEWED_EACH: f64 = 0.01;

/// The part that goes with it.
const RENEWED_PART: f64 = 0.1;

/// For how many transformations the guess counts at first. It counts less and less as more of them are measured.
const TRUST: f64 = 80.0;

/// Which part of the work says how the rest will go. Workers get faster while their JVMs compile, and a machine has other
/// things to do at times.
const RECENT: f64 = 0.5;

/// The time that is left.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Forecast {
    /// The guess for what is still to be judged, in seconds of one worker.
    open: f64,
    /// How much work the guess counts for, positive: some transformations that take what is guessed.
    trusted: f64,
    /// The same before anything was measured, positive.
    trust: f64,
    /// The guess for what was judged last, in which what is longer ago counts less.
    done: f64,
    /// What that took, counted in the same way.
    took: f64,
    /// The guess for so much that what came before counts for little, positive.
    window: f64,
    workers: f64,
    /// What is being judged of which more is known than the guess, which is here, too: the seconds that its other tests take.
    surviving: BTreeMap<Change, (f64, f64)>,
}

/// The guess for a transformation of a method whose tests take so many microseconds, in seconds of one worker.
pub(super) fn guess(micros: u64, initialises: bool) -> f64 {
    let (each, part) = if initialises { (RENEWED_EACH, RENEWED_PART) } else { (EACH, PART) };
    each + part * micros as f64 / 1e6
}

impl Forecast {
    /// The forecast where so many transformations, which take so much in all as guessed, are to be judged by some workers.
    pub(super) fn new(open: f64, count: usize, workers: usize) -> Forecast {
        let trust = TRUST * (open / count.max(1) as f64).max(EACH);
        let window = (RECENT * open).max(trust);
        Forecast {
            open,
            trusted: trust,
            trust,
            done: 0.0,
            took: 0.0,
            window,
            workers: workers.max(1) as f64,
            surviving: BTreeMap::new(),
        }
    }

    /// The tests that are likely to detect a transformation have passed. The others take so long, and are likely to pass, too.
    pub(super) fn survives(&mut self, change: Change, guess: f64, rest: Duration) {
        self.surviving.insert(change, (guess, rest.as_secs_f64()));
    }

    /// Something has been judged: its guess, and what it took.
    pub(super) fn learn(&mut self, change: Change, guess: f64, took: Duration) {
        self.surviving.remove(&change);
        self.open = (self.open - guess).max(0.0);
        self.trusted *= (-guess / self.trust).exp();
        let kept = (-guess / self.window).exp();
        self.done = kept * self.done + guess;
        self.took = kept * self.took + took.as_secs_f64();
    }

    /// The time that is left.
    pub(super) fn left(&self) -> Duration {
        let slower = (self.trusted + self.took) / (self.trusted + self.done);
        let (guessed, known) = self.surviving.values().fold((0.0, 0.0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
        let longest = self.surviving.values().map(|(_, rest)| *rest).fold(0.0, f64::max);
        let all = (self.open - guessed).max(0.0) * slower + known;
        // What one worker is at, no other one can help with.
        Duration::from_secs_f64((all / self.workers).max(longest))
    }
}

#[cfg(test)]
mod tests {
    use super::{Forecast, guess};
    use crate::session::Change;
    use crate::worker::protocol::MethodId;
    use std::time::Duration;

    fn change(number: usize) -> Change {
        (MethodId(number as u32), 0)
    }

    /// Has transformations judged that take a multiple of what is guessed, and checks the time left from some of them on.
    fn is_right_from(sure: usize, factors: &[f64], micros: u64) {
        let (each, workers) = (guess(micros, false), 2);
        let mut forecast = Forecast::new(each * factors.len() as f64, factors.len(), workers);
        for (judged, factor) in factors.iter().enumerate() {
            let truth = each * factors[judged..].iter().sum::<f64>() / workers as f64;
            let off = forecast.left().as_secs_f64() / truth - 1.0;
            assert!(judged < sure || off.abs() < 1.0 / 3.0, "after {judged}: {truth} s are left, {forecast:?}");
            forecast.learn(change(judged), each, Duration::from_secs_f64(factor * each));
        }
        assert!(forecast.left() < Duration::from_millis(1), "nothing is left: {forecast:?}");
    }

    #[test]
    fn what_was_measured_corrects_the_guess() {
        is_right_from(60, &[3.0; 200], 10_000_000);
        is_right_from(60, &[3.0; 200], 0);
        is_right_from(220, &[0.1; 900], 100_000);
    }

    /// One that takes twelve times as long as all others does not make the forecast three times as high.
    #[test]
    fn the_guess_outweighs_what_is_measured_first() {
        let heavy: Vec<f64> = [[1.0; 5].as_slice(), &[12.0], &[1.0; 400]].concat();
        is_right_from(0, &heavy, 100_000);
    }

    /// Three equal transformations, two workers. One turns out to survive: 40 seconds of tests are left for it, whatever was guessed.
    #[test]
    fn what_the_tests_of_a_survivor_take_is_known_and_not_guessed() {
        let each = guess(10_000_000, false);
        let mut forecast = Forecast::new(3.0 * each, 3, 2);
        let seconds = |forecast: &Forecast| forecast.left().as_secs_f64();
        let expect = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} and not {expected}");
        expect(seconds(&forecast), 1.5 * each);
        forecast.survives(change(0), each, Duration::from_secs(40));
        expect(seconds(&forecast), 40.0);
        forecast.survives(change(1), each, Duration::from_secs(30));
        expect(seconds(&forecast), 40.0);
        forecast.survives(change(0), each, Duration::from_secs(10));
        expect(seconds(&forecast), 30.0);
        forecast.learn(change(1), each, Duration::from_secs_f64(each));
        forecast.learn(change(0), each, Duration::from_secs_f64(each));
        expect(seconds(&forecast), each / 2.0);
    }

    #[test]
    fn what_is_reached_by_initialisers_is_expected_to_take_longer() {
        assert!(guess(0, true) > guess(0, false));
        assert!(guess(1_000_000, true) > 2.0 * guess(1_000_000, false));
    }

    #[test]
    fn what_came_last_says_more_than_what_came_first() {
        // While JVMs compile, the first tenth takes four times as long as the rest.
        let warming: Vec<f64> = [[2.0; 20].as_slice(), &[0.5; 180]].concat();
        is_right_from(145, &warming, 100_000);
        // Half-way the machine gets something else to do: a while later, the time left is right again.
        let slowed: Vec<f64> = [[1.0; 200].as_slice(), &[3.0; 200]].concat();
        is_right_from(310, &slowed, 100_000);
    }
}
