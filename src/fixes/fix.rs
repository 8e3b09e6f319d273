//! What cures a report.

use crate::source::{Edit, FileChange};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How fixes of an analysis cure its reports.
pub trait FixKind: Copy + PartialEq {
    /// Its name in reports.
    fn name(self) -> &'static str;
}

/// What may cure a report.
#[derive(Debug, Clone)]
pub struct Candidate<K> {
    /// How.
    pub kind: K,
    /// What is done, as a sentence without its end.
    pub words: String,
    /// The change.
    pub edit: Edit,
}

/// A change of a test that was tried out: the test passes, and the report is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix<K> {
    /// How it cures the report.
    pub kind: K,
    /// What is done, as a sentence without its end.
    pub words: String,
    /// The file.
    pub file: PathBuf,
    /// What is changed in that file if nothing else is.
    pub change: FileChange,
    /// Whether it is among those that hold together.
    pub is_chosen: bool,
}
