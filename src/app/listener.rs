//! Who asks for a use case, and what is told while it is at work.

use super::failure::{Diagnosed, Level, Message, Part};
use crate::diagnostic::{Diagnostic, Source};
use crate::extreme::Journal;
use crate::journal::Steps;
use crate::sat::Interrupt;
use crate::settings::{self, Assignment, Extreme};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Weak;
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
    /// Transformations are judged from now on.
    Begins(Forecast),
    /// What is found is kept from now on.
    Keeps(Kept),
    /// What was being done is over, and what follows is not told.
    Paused,
}

/// What is kept of what is found, as long as it is there.
#[derive(Debug)]
pub enum Kept {
    /// Verdicts.
    Verdicts(Weak<Journal>),
    /// Steps of a diagnosis.
    Steps(Weak<Steps>),
}

impl Kept {
    /// What there is to say of it where fex ends now, as half a sentence.
    pub fn farewell(&self) -> String {
        let (one, all, left) = match self {
            Kept::Verdicts(kept) => ("verdict", "verdicts", kept.upgrade().and_then(|kept| kept.leave())),
            Kept::Steps(kept) => {
                ("step of the diagnosis", "steps of the diagnosis", kept.upgrade().and_then(|kept| kept.leave()))
            }
        };
        match left {
            Some(0) => format!("no {one} is kept"),
            Some(count) => format!("{count} {all} are kept, and the same command with `--resume` continues from there"),
            None => "everything is found, and the same command shows it".to_owned(),
        }
    }
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The build compiles the project.
    Compiling,
    /// The tests of the project run, and the objects that they work on are captured.
    RunningTests,
    /// The tests run on the unchanged program.
    RunningSuite,
    /// A specification is translated for a solver.
    Translating,
    /// Structures are searched that have open pairs.
    Searching {
        /// Those that were found.
        structures: usize,
        /// The pairs that they cover.
        covered: usize,
        /// The pairs that are neither covered nor refuted.
        open: usize,
    },
    /// Fewer structures are searched that cover the same.
    Minimising {
        /// Those that were found.
        structures: usize,
    },
    /// All structures are enumerated.
    Enumerating {
        /// Those that were found.
        structures: u64,
    },
    /// Structures are added to those that a suite has.
    Refreshing {
        /// Those that there are.
        structures: usize,
        /// The pairs that are neither covered nor refuted.
        open: usize,
    },
    /// The feasible pairs are counted.
    Measuring {
        /// Those that are known to be feasible.
        feasible: usize,
        /// Those of which that is not known.
        open: usize,
    },
    /// Undetected transformations are diagnosed.
    Diagnosing {
        /// Those that are.
        done: usize,
        /// Those that are to be.
        all: usize,
    },
    /// Tests are looked for that detect undetected transformations.
    Suggesting {
        /// The transformations that were looked into.
        done: usize,
        /// Those that are to be.
        all: usize,
    },
    /// Tests are searched for that detect mutants.
    Strengthening {
        /// How many mutants tests detect so far.
        found: usize,
        /// How many there are.
        of: usize,
        /// How many sequences were performed for them.
        performed: usize,
        /// How many may be.
        budget: usize,
    },
    /// Tests are searched for that cover open coupled branches.
    Covering {
        /// The coupled branches that one search covers so far.
        found: usize,
        /// How many sequences it has performed.
        performed: usize,
        /// How many are performed at most, by all searches.
        budget: usize,
    },
    /// A program runs on texts.
    RunningSubject {
        /// On how many it did.
        done: usize,
        /// How many there are.
        all: usize,
    },
    /// Tests run in other surroundings.
    Varying {
        /// How often all of them did.
        done: usize,
        /// How often they are to.
        all: usize,
    },
    /// Inputs of tests are changed, to see what depends on them.
    Witnessing {
        /// The tests that were tried out.
        done: usize,
        /// Those that are to be.
        all: usize,
    },
    /// Inputs of tests are followed, to tell which way they take.
    Following {
        /// The tests of which they were.
        done: usize,
        /// Those of which they are to be.
        all: usize,
    },
    /// Fixes of reports are tried out.
    Fixing {
        /// The reports for which that is done.
        done: usize,
        /// Those for which it is to be.
        all: usize,
    },
    /// Transformations are judged.
    Judging {
        /// Those that have a verdict.
        done: usize,
        /// Those that are to get one.
        all: usize,
        /// The time that is left, as far as that can be said.
        left: Duration,
    },
}

/// What is about to be judged, and how long that takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// How many transformations.
    pub transformations: usize,
    /// By how many tests.
    pub tests: usize,
    /// How long all of that takes.
    pub expected: Duration,
    /// How much time there is, if it is limited.
    pub limit: Option<Duration>,
}

/// Hears what happens, in whichever thread it does.
pub trait Listener: Sync {
    /// Hears of one event.
    fn hear(&self, event: Event);
}

/// Who asks for a use case.
#[derive(Clone)]
pub struct Caller<'c> {
    /// The folder that relative paths count from: an absolute path, or the empty one for the current folder.
    pub folder: &'c Path,
    /// Who hears what happens.
    pub listener: &'c dyn Listener,
    /// How searches are stopped that then show what they have.
    pub interrupt: Interrupt,
    /// What the caller sets, which takes the place of what the project's `fex.toml` says.
    pub set: &'c [Assignment],
}

/// Hears of nothing.
struct Silence;

impl Listener for Silence {
    fn hear(&self, _: Event) {}
}

impl<'c> Caller<'c> {
    /// Who wants to know what comes of a use case, and nothing else.
    pub fn silent(folder: &'c Path, interrupt: Interrupt) -> Caller<'c> {
        Caller { folder, listener: &Silence, interrupt, set: &[] }
    }
}

impl Caller<'_> {
    /// A path as the caller's folder has it.
    pub(super) fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// A class path as the caller's folder has it.
    pub(super) fn class_path(&self, path: &str) -> String {
        match self.folder.as_os_str().is_empty() {
            true => path.to_owned(),
            false => settings::class_path(&[path.to_owned()], self.folder),
        }
    }

    /// Settings whose paths are as the caller's folder has them.
    pub(super) fn settings(&self, settings: &Extreme) -> Extreme {
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| self.path(path));
        Extreme {
            classes: path(&settings.classes),
            tests: path(&settings.tests),
            directory: path(&settings.directory),
            cache: path(&settings.cache),
            out: path(&settings.out),
            classpath: settings.classpath.as_ref().map(|path| self.class_path(path)),
            sources: settings.sources.as_ref().map(|roots| roots.iter().map(|root| self.path(root)).collect()),
            ..settings.clone()
        }
    }

    /// The caller's interruption, or that at the end of a time which begins now.
    pub(super) fn within(&self, limit: Option<Duration>) -> Interrupt {
        Interrupt { deadline: limit.map(|limit| Instant::now() + limit), ..self.interrupt.clone() }
    }

    /// Says something.
    pub(super) fn say(&self, part: impl Into<Part>) {
        self.listener.hear(Event::Said(part.into()));
    }

    /// Warns of something.
    pub(super) fn warn(&self, text: impl Display) {
        self.say(Message::new(Level::Warning, text));
    }

    /// Notes something.
    pub(super) fn note(&self, text: impl Display) {
        self.say(Message::new(Level::Note, text));
    }

    /// Says what is to be said of texts, if there is something.
    pub(super) fn diagnose(&self, sources: &[Source], diagnostics: Vec<Diagnostic>) {
        if !diagnostics.is_empty() {
            self.say(Diagnosed { sources: sources.to_vec(), diagnostics });
        }
    }

    /// Notes something that those are spared who asked for silence.
    pub(super) fn remark(&self, part: impl Into<Part>) {
        self.listener.hear(Event::Remarked(part.into()));
    }

    /// Tells what is being done from now on.
    pub(super) fn progress(&self, progress: Progress) {
        self.listener.hear(Event::Progress(progress));
    }

    /// Tells that it is over.
    pub(super) fn pause(&self) {
        self.listener.hear(Event::Paused);
    }
}
