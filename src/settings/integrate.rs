//! What `[integrate]` says: what counts as covered, how long tests are searched for, and what is reported. How tests run, `[extreme]` says.

use super::options::{FORMAT, OUT, OUTPUT, Opt, Visitor};
use super::reader::Table;
use super::reading::Reading;
use crate::coupling::Threshold;
use crate::report::Format;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The greatest number of sequences that are performed.
const GREATEST_BUDGET: u32 = 1_000_000_000;

/// How a threshold is written.
const THRESHOLD: &str = r"^(open|not-exercised|suspicious)(=[0-9]{1,9})?$";

/// The settings of `fex integrate`; what is not set is left to the command.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Integrate {
    /// Whether it is counted as the published tool does.
    pub paper: Option<bool>,
    /// How many sequences of calls are performed in search of tests.
    pub budget: Option<u32>,
    /// How long tests are searched for at most.
    pub time_limit: Option<Duration>,
    /// What chance begins with.
    pub seed: Option<u32>,
    /// Whether tests are to detect mutants of the callee, too.
    pub mutants: Option<bool>,
    /// What is printed or written.
    pub format: Option<Vec<Format>>,
    /// Where reports are written.
    pub out: Option<PathBuf>,
    /// What a build does not put up with.
    pub fail_on: Option<Vec<Threshold>>,
}

impl Integrate {
    /// These settings, and those of `others` where these say nothing.
    pub fn or(self, others: &Integrate) -> Integrate {
        Integrate {
            paper: self.paper.or(others.paper),
            budget: self.budget.or(others.budget),
            time_limit: self.time_limit.or(others.time_limit),
            seed: self.seed.or(others.seed),
            mutants: self.mutants.or(others.mutants),
            format: self.format.or_else(|| others.format.clone()),
            out: self.out.or_else(|| others.out.clone()),
            fail_on: self.fail_on.or_else(|| others.fail_on.clone()),
        }
    }

    /// Shows every option to a visitor.
    pub fn visit(&mut self, v: &mut impl Visitor) {
        const MEASURED: &str = "What is measured";
        v.flag(
            Opt::new(
                "paper",
                "WHETHER",
                "Count as the published tool does: all branches that the call depends on, and both in one test, in any order",
            )
            .under(MEASURED),
            &mut self.paper,
        );
        const SEARCHED: &str = "Search";
        v.number(
            Opt::new("budget", "COUNT", "How many sequences of calls are performed in search of tests")
                .default("20000")
                .under(SEARCHED),
            GREATEST_BUDGET,
            &mut self.budget,
        );
        v.seconds(
            Opt::new("time-limit", "SECONDS", "Stop searching after this many seconds, and write what was found")
                .under(SEARCHED),
            &mut self.time_limit,
        );
        v.number(
            Opt::new("seed", "NUMBER", "What chance begins with: the same seed finds the same tests")
                .default("0")
                .under(SEARCHED),
            u32::MAX,
            &mut self.seed,
        );
        v.flag(
            Opt::new(
                "mutants",
                "WHETHER",
                "Add tests that detect mutants of the callee, programs in which one instruction does something else",
            )
            .default("where no test covers anything yet")
            .under(SEARCHED),
            &mut self.mutants,
        );
        v.choices(FORMAT, &mut self.format);
        v.folder(OUT, &mut self.out);
        v.parsed(
            Opt::new(
                "fail-on",
                "WHAT",
                "Exit with 1 if coupled branches are `open`, pairs are `not-exercised`, or exceptions that `--write` meets are `suspicious`; `open=N` tolerates some",
            )
            .example("[\"open=30\"]")
            .commas()
            .under(OUTPUT),
            THRESHOLD,
            &mut self.fail_on,
        );
    }

    /// Reads `[integrate]`; relative paths count from a folder.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Integrate {
        let mut integrate = Integrate::default();
        integrate.visit(&mut Reading { table, folder });
        integrate
    }
}
