//! How a run of a subject ends.

use super::material::Material;

/// How many bytes of what a program says are kept.
pub(super) const KEPT: usize = 1 << 20;

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// It ended well, and made this.
    Accepted(Material),
    /// It refused the text, and said why.
    Rejected {
        /// In which way: `exit code 1`, `java.lang.IllegalStateException`.
        how: String,
        /// What it said.
        said: String,
    },
    /// It broke down: a signal ended it, or its JVM ended.
    Crashed {
        /// In which way.
        how: String,
        /// What it said.
        said: String,
    },
    /// It had not ended when its time was over.
    Hung,
}

impl Ending {
    /// In a word or two.
    pub fn words(&self) -> String {
        match self {
            Ending::Accepted(_) => "accepts it".to_owned(),
            Ending::Rejected { how, .. } => format!("rejects it ({how})"),
            Ending::Crashed { how, .. } => format!("crashes ({how})"),
            Ending::Hung => "does not end".to_owned(),
        }
    }

    /// What it said, if it did not end well.
    pub(super) fn said(&self) -> &str {
        match self {
            Ending::Accepted(_) | Ending::Hung => "",
            Ending::Rejected { said, .. } | Ending::Crashed { said, .. } => said,
        }
    }
}
