//! Where use cases work on suites, and what was found out about the project there.

use super::{Caller, Failure, settings};
use crate::project::Module;
use crate::session::Launch;
use crate::settings::{Extreme, Project};
use crate::worker::Jars;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A caller's folder, and what was found out about the project there: its build is asked once for all suites.
pub struct Workspace<'c> {
    /// Who asks.
    pub caller: Caller<'c>,
    /// The file with the settings of the project; that around the caller's folder if `None`.
    config: Option<PathBuf>,
    /// Which tests are asked for, and how they run.
    pub(super) tests: Extreme,
    /// The modules, compiled but for their tests.
    pub(super) modules: OnceCell<Vec<Module>>,
    /// The tests, compiled.
    pub(super) tested: OnceCell<Tested>,
}

/// The tests of a project, ready to run.
pub(super) struct Tested {
    pub(super) jars: Jars,
    pub(super) launches: Vec<Launch>,
    pub(super) limit: Duration,
}

impl<'c> Workspace<'c> {
    /// A workspace of which nothing is known yet. What is said of tests wins over the settings of the project.
    pub fn new(caller: Caller<'c>, config: Option<&Path>, tests: Extreme) -> Workspace<'c> {
        let tests = caller.settings(&tests);
        Workspace {
            caller,
            config: config.map(Path::to_owned),
            tests,
            modules: OnceCell::new(),
            tested: OnceCell::new(),
        }
    }

    /// The settings of the project, which are empty if there are none.
    pub(super) fn project(&self) -> Result<Project, Failure> {
        Ok(settings::project(self.config.as_deref(), &self.caller)?.unwrap_or_default())
    }

    /// Whether compiled tests are asked for by their place.
    pub(super) fn has_named_tests(&self) -> bool {
        self.tests.tests.is_some()
    }

    /// Says that a suite has nothing to do with the tests that were asked for.
    pub(super) fn refuse_tests(&self) -> Failure {
        Failure::usage("`--tests` has no effect on a suite that is not `--complement`")
            .help("`--complement` writes only what these tests lack")
    }
}
