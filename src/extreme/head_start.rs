//! When a further JVM is worth its start.

use super::judge::locked;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How many transformations are too few to start several JVMs for at once: one takes some milliseconds to judge, a JVM with a test
/// framework in it takes some hundred until it has run its first test.
const FEW: usize = 128;

/// How long one worker works alone on few transformations. Tests that take longer are worth a second one.
const ALONE: Duration = Duration::from_secs(1);

/// Whether one worker may do with so many transformations.
pub(super) fn are_few(transformations: usize) -> bool {
    transformations <= FEW
}

/// The time that the first worker has for itself; none where there is much to do.
pub(super) struct HeadStart {
    over: Mutex<bool>,
    changed: Condvar,
}

impl HeadStart {
    /// The head start where so many transformations are to be judged.
    pub(super) fn of(transformations: usize) -> HeadStart {
        HeadStart { over: Mutex::new(!are_few(transformations)), changed: Condvar::new() }
    }

    /// Waits until it is over.
    pub(super) fn wait(&self) {
        let waited = self.changed.wait_timeout_while(locked(&self.over), ALONE, |over| !*over);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends it, because nothing is left to do.
    pub(super) fn end(&self) {
        *locked(&self.over) = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, HeadStart};
    use std::sync::mpsc;
    use std::thread;

    /// Neither of these waits: the first would block forever if it did not look for the end, and the second has no head start.
    #[test]
    fn nobody_waits_for_what_is_over() {
        let (few, many) = (HeadStart::of(FEW), HeadStart::of(FEW + 1));
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
