//! Who hears of use cases on the command line: messages go to standard error, progress to a line there, if it is a terminal.

use super::config::Config;
use super::progress::{Line, time};
use super::{Exit, interrupt, print};
use crate::app::settings::{Job, Request};
use crate::app::{Caller, Event, Failure, Forecast, Kept, Level, Listener, Message, Workspace};
use crate::sat::Interrupt;
use crate::session::locked;
use crate::settings::Assignment;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What takes longer than this is announced.
const LONG: Duration = Duration::from_secs(60);

/// The terminal of a command.
pub(super) struct Terminal {
    quiet: bool,
    set: Vec<Assignment>,
    line: Mutex<Option<Line>>,
    /// What is kept of what was found last.
    kept: Arc<Mutex<Option<Kept>>>,
}

impl Terminal {
    /// A terminal; a quiet one shows no progress and no remarks.
    pub(super) fn new(quiet: bool) -> Terminal {
        Terminal { quiet, set: Vec::new(), line: Mutex::new(None), kept: Arc::default() }
    }

    /// The same terminal, where something is set.
    pub(super) fn setting(self, config: &Config) -> Terminal {
        Terminal { set: config.assignments().to_vec(), ..self }
    }

    /// The user at this terminal, in the current folder.
    pub(super) fn caller(&self) -> Caller<'_> {
        Caller { folder: Path::new(""), listener: self, interrupt: Interrupt::default(), set: &self.set }
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

    /// Works on each of the suites that are asked for, and renders what comes of it. One that fails does not stop the others; the
    /// gravest end is the end of all.
    pub(super) fn each<T>(
        &self,
        request: &Request,
        workspace: &Workspace,
        mut work: impl FnMut(&Job) -> Result<T, Failure>,
        mut render: impl FnMut(T) -> Exit,
    ) -> Exit {
        self.finish(request.jobs(&workspace.caller), |jobs| {
            let exits = jobs.iter().map(|job| self.finish(work(job), &mut render));
            exits.max().unwrap_or(Exit::Clean)
        })
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
            Event::Begins(_) if self.quiet => {}
            Event::Begins(forecast) => {
                if let Some(note) = announced(forecast) {
                    self.hear(Event::Said(Message::new(Level::Note, note).into()));
                }
            }
            Event::Keeps(kept) => {
                *locked(&self.kept) = Some(kept);
                let kept = Arc::clone(&self.kept);
                interrupt::on_end(move || locked(&kept).as_ref().map_or_else(String::new, Kept::farewell));
            }
            Event::Paused => self.clear(),
        }
    }
}

/// What is about to be judged, and how long that takes, where it takes long.
fn announced(forecast: Forecast) -> Option<String> {
    let Forecast { transformations, tests, expected, limit } = forecast;
    let remark = match limit {
        None if expected > LONG => "; `--budget 10m` judges the most telling ones only".to_owned(),
        Some(left) if left < expected => format!("; there are {} left", time(left)),
        _ => String::new(),
    };
    let is_told = expected > LONG || !remark.is_empty();
    is_told
        .then(|| format!("{transformations} transformations and {tests} tests take about {}{remark}", time(expected)))
}
