//! Who asks for a use case, and what is told while it is at work.

use super::failure::{Diagnosed, Part};
use crate::diagnostic::{Diagnostic, Source};
use crate::sat::Interrupt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What happens while a use case is at work.
#[derive(Debug)]
pub enum Event {
    /// Something that has to be said.
    Said(Part),
    /// Something that those are spared who asked for silence.
    Remarked(Part),
    /// What is being done from now on.
    Progress(Progress),
    /// What was being done is over, and what follows is not told.
    Paused,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The build compiles the project.
    Compiling,
}

/// Hears what happens, in whichever thread it does.
pub trait Listener: Sync {
    /// Hears of one event.
    fn hear(&self, event: Event);
}

/// Who asks for a use case.
#[derive(Clone)]
pub struct Caller<'c> {
    /// The folder that relative paths count from; the empty path is the current one.
    pub folder: &'c Path,
    /// Who hears what happens.
    pub listener: &'c dyn Listener,
    /// How searches are stopped that then show what they have.
    pub interrupt: Interrupt,
}

impl Caller<'_> {
    /// A path as the caller's folder has it.
    pub(super) fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// The caller's interruption, or that at the end of a time which begins now.
    pub(super) fn within(&self, limit: Option<Duration>) -> Interrupt {
        Interrupt { deadline: limit.map(|limit| Instant::now() + limit), ..self.interrupt.clone() }
    }

    /// Says something.
    pub(super) fn say(&self, part: impl Into<Part>) {
        self.listener.hear(Event::Said(part.into()));
    }

    /// Says what is to be said of texts, if there is something.
    pub(super) fn diagnose(&self, sources: &[Source], diagnostics: Vec<Diagnostic>) {
        if !diagnostics.is_empty() {
            self.say(Diagnosed { sources: sources.to_vec(), diagnostics });
        }
    }
}
