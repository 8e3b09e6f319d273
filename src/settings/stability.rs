//! What `[stability]` says: what is varied, and what is reported. How tests run, `[extreme]` says.

use super::options::{FORMAT, OUT, OUTPUT, Opt, SUGGEST, Visitor};
use super::reader::Table;
use super::reading::Reading;
use crate::report::Format;
use crate::stability::Threshold;
use crate::surroundings::Factor;
use std::path::{Path, PathBuf};

/// How a threshold is written.
const THRESHOLD: &str = r"^(any|flaky|order|time|zone|locale|random|speed|listing|hash-codes|hash-order|processors|encoding|line-separator|folder)(=[0-9]{1,9})?$";

/// The settings of `fex stability`; what is not set is left to the command.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stability {
    /// What is varied.
    pub vary: Option<Vec<Factor>>,
    /// What is not.
    pub keep: Option<Vec<Factor>>,
    /// Whether fixes are tried out.
    pub suggest: Option<bool>,
    /// What is printed or written.
    pub format: Option<Vec<Format>>,
    /// Where reports are written.
    pub out: Option<PathBuf>,
    /// What a build does not put up with.
    pub fail_on: Option<Vec<Threshold>>,
}

impl Stability {
    /// These settings, and those of `others` where these say nothing.
    pub fn or(self, others: &Stability) -> Stability {
        Stability {
            vary: self.vary.or_else(|| others.vary.clone()),
            keep: self.keep.or_else(|| others.keep.clone()),
            suggest: self.suggest.or(others.suggest),
            format: self.format.or_else(|| others.format.clone()),
            out: self.out.or_else(|| others.out.clone()),
            fail_on: self.fail_on.or_else(|| others.fail_on.clone()),
        }
    }

    /// Shows every option to a visitor.
    pub fn visit(&mut self, v: &mut impl Visitor) {
        const VARIED: &str = "What is varied";
        v.choices(
            Opt::new("vary", "FACTOR", "Vary only this").default("everything").commas().under(VARIED),
            &mut self.vary,
        );
        v.choices(Opt::new("keep", "FACTOR", "Do not vary this").commas().under(VARIED), &mut self.keep);
        v.flag(SUGGEST, &mut self.suggest);
        v.choices(FORMAT, &mut self.format);
        v.folder(OUT, &mut self.out);
        v.parsed(
            Opt::new(
                "fail-on",
                "FACTOR",
                "Exit with 1 if a test depends on this, or on `any`; `FACTOR=N` tolerates some",
            )
            .example("[\"order\"]")
            .commas()
            .under(OUTPUT),
            THRESHOLD,
            &mut self.fail_on,
        );
    }

    /// Reads `[stability]`; relative paths count from a folder.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Stability {
        let mut stability = Stability::default();
        stability.visit(&mut Reading { table, folder });
        stability
    }
}

#[cfg(test)]
mod tests {
    use super::THRESHOLD;
    use crate::surroundings::Factor;
    use regex::Regex;

    /// The schema tells editors what a threshold may be, and is a list of its own.
    #[test]
    fn the_schema_takes_each_factor_as_a_threshold() {
        let form = Regex::new(THRESHOLD).expect("it is a regular expression");
        for factor in Factor::ALL {
            let name = factor.name();
            assert!(form.is_match(name) && form.is_match(&format!("{name}=3")), "{name}");
        }
        assert!(!form.is_match("orders"));
    }
}
