//! How a run ends, as the system is told.

use crate::app::Kind;
use std::process::ExitCode;

/// How a run of fex ended, from good to grave; the numbers are part of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: everything was done.
    Clean,
    /// 1: the specification has no instance within the scope; with `solve`, a check has a counterexample or an `expect` is
    /// violated; with `fmt --check`, a file is not formatted; with `generate` and `refresh`, an edit by hand would be lost; with
    /// `verify`, a structure, a file or the proof is wrong; with `coverage`, tests break the invariant; with `extreme` and `run`, more methods than `--fail-on` allows.
    Findings,
    /// 2: the arguments, the specification or its bindings are wrong; nothing was written.
    Usage,
    /// 3: a time limit ended the search, and what was found is written and marked incomplete; or fex was interrupted, and wrote
    /// nothing.
    Incomplete,
    /// 4: tests fail on the unchanged program.
    Red,
    /// 5: there are no tests.
    NoTests,
    /// 6: `refresh --check` or `verify` found a suite that is not up to date.
    Stale,
    /// 7: tests pass and fail on the unchanged program, as they like.
    Flaky,
    /// 70: fex contradicted itself. Please report it.
    Internal,
}

impl Exit {
    /// The number.
    pub(super) fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Incomplete => 3,
            Exit::Red => 4,
            Exit::NoTests => 5,
            Exit::Stale => 6,
            Exit::Flaky => 7,
            Exit::Internal => 70,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
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
