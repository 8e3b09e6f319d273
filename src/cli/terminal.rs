//! Who hears of use cases on the command line: messages go to standard error, progress to a line there, if it is a terminal.

use super::progress::Line;
use super::{Exit, print};
use crate::app::{Caller, Event, Failure, Kind, Listener};
use crate::sat::Interrupt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The terminal of a command.
pub(super) struct Terminal {
    quiet: bool,
    line: Mutex<Option<Line>>,
}

impl Terminal {
    /// A terminal; a quiet one shows no progress and no remarks.
    pub(super) fn new(quiet: bool) -> Terminal {
        Terminal { quiet, line: Mutex::new(None) }
    }

    /// The user at this terminal, in the current folder.
    pub(super) fn caller(&self) -> Caller<'_> {
        Caller { folder: Path::new(""), listener: self, interrupt: Interrupt::default() }
    }

    /// Ends the progress display.
    pub(super) fn clear(&self) {
        self.line().take();
    }

    /// Says why something was not done.
    pub(super) fn fail(&self, failure: &Failure) -> Exit {
        self.clear();
        failure.parts.iter().for_each(print::part);
        failure.kind.into()
    }

    /// Renders an outcome, or says why there is none.
    pub(super) fn finish<T>(&self, outcome: Result<T, Failure>, render: impl FnOnce(T) -> Exit) -> Exit {
        self.clear();
        match outcome {
            Ok(outcome) => render(outcome),
            Err(failure) => self.fail(&failure),
        }
    }

    fn line(&self) -> MutexGuard<'_, Option<Line>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Terminal {
    fn hear(&self, event: Event) {
        match event {
            Event::Remarked(_) if self.quiet => {}
            Event::Said(part) | Event::Remarked(part) => match &*self.line() {
                Some(line) => line.beside(|| print::part(&part)),
                None => print::part(&part),
            },
            Event::Progress(progress) => {
                self.line().get_or_insert_with(|| Line::new(self.quiet)).show(progress);
            }
            Event::Paused => self.clear(),
        }
    }
}

impl From<Kind> for Exit {
    fn from(kind: Kind) -> Exit {
        match kind {
            Kind::Usage => Exit::Usage,
            Kind::Findings => Exit::Findings,
            Kind::Incomplete => Exit::Incomplete,
            Kind::Red => Exit::Red,
            Kind::NoTests => Exit::NoTests,
            Kind::Stale => Exit::Stale,
            Kind::Flaky => Exit::Flaky,
            Kind::Internal => Exit::Internal,
        }
    }
}
