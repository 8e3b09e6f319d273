//! What `[taint]` says: what is reported. How tests run, `[extreme]` says.

use super::options::{FORMAT, OUT, OUTPUT, Opt, SUGGEST, Visitor};
use super::reader::Table;
use super::reading::Reading;
use crate::report::Format;
use crate::taint::Threshold;
use std::path::{Path, PathBuf};

/// How a threshold is written.
const THRESHOLD: &str = r"^(any|brittle-assertion|unused-input|never-checked)(=[0-9]{1,9})?$";

/// The heading of what says what is judged.
const JUDGED: &str = "What is judged";

/// The settings of `fex taint`; what is not set is left to the command.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Taint {
    /// Whether the constants of fixtures are inputs, too.
    pub fixtures: Option<bool>,
    /// Whether the ways of reported inputs are told.
    pub explain: Option<bool>,
    /// Whether fixes are tried out.
    pub suggest: Option<bool>,
    /// What is printed or written.
    pub format: Option<Vec<Format>>,
    /// Where reports are written.
    pub out: Option<PathBuf>,
    /// What a build does not put up with.
    pub fail_on: Option<Vec<Threshold>>,
}

impl Taint {
    /// These settings, and those of `others` where these say nothing.
    pub fn or(self, others: &Taint) -> Taint {
        Taint {
            fixtures: self.fixtures.or(others.fixtures),
            explain: self.explain.or(others.explain),
            suggest: self.suggest.or(others.suggest),
            format: self.format.or_else(|| others.format.clone()),
            out: self.out.or_else(|| others.out.clone()),
            fail_on: self.fail_on.or_else(|| others.fail_on.clone()),
        }
    }

    /// Shows every option to a visitor.
    pub fn visit(&mut self, v: &mut impl Visitor) {
        v.flag(
            Opt::new(
                "fixtures",
                "BOOL",
                "Have the constants of `@BeforeEach` and `setUp` as inputs, too, which are unused if no test of the class checks them",
            )
            .under(JUDGED),
            &mut self.fixtures,
        );
        v.flag(
            Opt::new(
                "explain",
                "BOOL",
                "Tell the way of each reported value, step by step, from its place to the assertion or as far as it gets",
            )
            .under(OUTPUT),
            &mut self.explain,
        );
        v.flag(SUGGEST, &mut self.suggest);
        v.choices(FORMAT, &mut self.format);
        v.folder(OUT, &mut self.out);
        v.parsed(
            Opt::new(
                "fail-on",
                "PROBLEM",
                "Exit with 1 if there is a `brittle-assertion`, an `unused-input`, a `never-checked` field, or `any`; `PROBLEM=N` tolerates some",
            )
            .example("[\"brittle-assertion\"]")
            .commas()
            .under(OUTPUT),
            THRESHOLD,
            &mut self.fail_on,
        );
    }

    /// Reads `[taint]`; relative paths count from a folder.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Taint {
        let mut taint = Taint::default();
        taint.visit(&mut Reading { table, folder });
        taint
    }
}
