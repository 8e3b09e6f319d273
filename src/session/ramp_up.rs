//! When a further JVM is worth its start.

use super::lock::locked;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How many changes of the program are too few to start several JVMs for at once: one takes some milliseconds to try, a JVM with a
/// test framework in it takes some hundred until it has run its first test.
const FEW: usize = 128;

/// How long one worker works alone on few changes. Tests that take longer are worth a second one.
const ALONE: Duration = Duration::from_secs(1);

/// Whether one worker may do with so many changes.
pub fn is_little(changes: usize) -> bool {
    changes <= FEW
}

/// The time that the first worker has for itself before others start; none where there is much to do.
#[derive(Debug)]
pub struct RampUp {
    over: Mutex<bool>,
    changed: Condvar,
}

impl RampUp {
    /// The time where so many changes are to be tried.
    pub fn of(changes: usize) -> RampUp {
        RampUp { over: Mutex::new(!is_little(changes)), changed: Condvar::new() }
    }

    /// Waits until it is over.
    pub fn wait(&self) {
        let waited = self.changed.wait_timeout_while(locked(&self.over), ALONE, |over| !*over);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends it, because nothing is left to do.
    pub fn end(&self) {
        *locked(&self.over) = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, RampUp};
    use std::sync::mpsc;
    use std::thread;

    /// Neither of these waits: the first would block forever if it did not look for the end, and there is much to do for the second.
    #[test]
    fn nobody_waits_for_what_is_over() {
        let (few, many) = (RampUp::of(FEW), RampUp::of(FEW + 1));
        let (said, heard) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                few.wait();
                said.send(()).expect("somebody listens");
            });
            few.end();
            heard.recv().expect("the thread goes on");
            many.wait();
        });
    }
}
