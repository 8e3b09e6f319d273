//! The flags that say what is judged, and how its tests run.

use crate::app::settings::Request;
use crate::cli::earlier::Earlier;
use crate::cli::flags::flags;
use crate::cli::test_flags::Tests;
use crate::extreme::Start;
use crate::settings::Extreme;
use clap::Args;
use std::path::{Path, PathBuf};
use std::str::FromStr;

flags! {
    /// The flag for the class path.
    Needed(Extreme): ["classpath"], |_, arg| arg.alias("class-path")
}

flags! {
    /// The flags for how tests are run.
    Manner(Extreme): [
        "jobs", "patience", "budget", "suite-runs", "set-aside", "set-aside-failing", "set-aside-flaky", "set-aside-fatal",
        "full-matrix"
    ], |_, arg| arg
}

flags! {
    /// The flag for where verdicts are kept.
    Kept(Extreme): ["cache"], |_, arg| arg
}

/// The arguments that say what runs, and how.
#[derive(Debug, Args)]
pub(in crate::cli) struct Running {
    #[command(flatten)]
    tests: Tests,
    #[command(flatten)]
    needed: Needed,

    /// Only methods with lines that have changed since this revision of git
    #[arg(long, value_name = "REV", help_heading = "What is judged")]
    since: Option<String>,

    #[command(flatten)]
    manner: Manner,

    /// Find out more while the tests run as they are: `capture=SPEC` tells how many structures of a specification they work on
    /// [default for SPEC: that of the project's only suite]
    #[arg(long, value_name = "WHAT", help_heading = "Running")]
    with: Option<With>,
    #[command(flatten)]
    earlier: Earlier,
    #[command(flatten)]
    kept: Kept,
}

/// What is found out beside the verdicts.
#[derive(Debug, Clone, PartialEq, Eq)]
enum With {
    /// The structures of a specification.
    Capture(Option<PathBuf>),
}

impl FromStr for With {
    type Err = String;

    fn from_str(text: &str) -> Result<With, String> {
        match text.split_once('=') {
            None if text == "capture" => Ok(With::Capture(None)),
            Some(("capture", spec)) if !spec.is_empty() => Ok(With::Capture(Some(spec.into()))),
            _ => Err("there is `capture`, or `capture=SPEC`".to_owned()),
        }
    }
}

impl Running {
    /// What these flags say, as far as a `fex.toml` may say it, too.
    pub(in crate::cli) fn settings(&self) -> Extreme {
        let Running { tests, needed, manner, kept, .. } = self;
        tests.settings().or(&needed.settings()).or(&manner.settings()).or(&kept.settings())
    }

    /// The suite of whose specification structures are captured, if that is asked for; a file may have its settings.
    pub(in crate::cli) fn capture(&self, config: Option<&Path>) -> Option<Request> {
        let With::Capture(spec) = self.with.as_ref()?;
        Some(Request { spec: spec.clone(), config: config.map(Path::to_owned), ..Request::default() })
    }

    /// The revision since which methods have to have changed, if there is one.
    pub(in crate::cli) fn since(&self) -> Option<String> {
        self.since.clone()
    }

    /// Which verdicts of earlier runs count.
    pub(in crate::cli) fn start(&self) -> Start {
        self.earlier.start()
    }
}

#[cfg(test)]
mod tests {
    use super::With;

    #[test]
    fn more_is_asked_for_by_a_word_and_perhaps_a_specification() {
        assert_eq!("capture".parse(), Ok(With::Capture(None)));
        assert_eq!("capture=a=b.spec".parse(), Ok(With::Capture(Some("a=b.spec".into()))));
        for wrong in ["", "capture=", "taint", "Capture"] {
            assert!(wrong.parse::<With>().is_err(), "{wrong}");
        }
    }
}
