//! What becomes of edits by hand in files that fex writes again.

use super::{Failure, Kind, Message};
use crate::fixture::changes::Planned;
use crate::fixture::merge::Edited;
use std::fmt;
use std::path::PathBuf;

/// An edit by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The file.
    pub file: PathBuf,
    /// The line, if the region is still there.
    pub line: Option<usize>,
    /// What was edited.
    pub region: String,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was deleted by hand, and is written again.
    Restored,
    /// It gives way to what fex writes.
    Discarded,
    /// fex would write something else than before, so that one of the two would be lost.
    Conflicts,
    /// It stays.
    Kept,
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.line.map_or_else(String::new, |line| format!(":{line}"));
        let what = match self.fate {
            Fate::Restored => "deleted by hand, and written again",
            Fate::Discarded => "edited by hand, and discarded",
            Fate::Conflicts => "edited by hand, and no longer what fex writes",
            Fate::Kept => "edited by hand, and kept",
        };
        write!(f, "{}{place}: `{}` was {what}", self.file.display(), self.region)
    }
}

/// What becomes of each edit.
pub(super) fn of(planned: &Planned, edited: Edited) -> Vec<Edit> {
    let edits = planned.edits.iter().map(|(file, edit)| Edit {
        file: file.clone(),
        line: edit.line,
        region: edit.region.clone(),
        fate: match (edit.line, edit.conflict, edited) {
            (None, ..) => Fate::Restored,
            (_, _, Edited::IsDiscarded) => Fate::Discarded,
            (_, true, Edited::Stays) => Fate::Conflicts,
            (_, false, Edited::Stays) => Fate::Kept,
        },
    });
    edits.collect()
}

/// Refuses to lose what was edited by hand. `known` says whether the document of the suite tells what fex wrote.
pub(super) fn refuse_loss(planned: &Planned, edited: Edited, known: bool) -> Option<Failure> {
    let count = planned.conflicts();
    if count == 0 || edited == Edited::IsDiscarded {
        return None;
    }
    let plural = if count == 1 { "" } else { "s" };
    let unknown = "  without the JSON document that was written beside them, all that differs may be an edit";
    let lost = Message::error(format_args!("{count} edit{plural} by hand would be lost; nothing was changed"))
        .details((!known).then(|| unknown.to_owned()))
        .help("move your code out of fex's regions, or give it up with `--discard-edits`");
    Some(Failure::new(Kind::Findings, lost))
}
