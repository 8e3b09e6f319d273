//! What is said of edits by hand in files that fex writes again.

use super::{Exit, print};
use crate::fixture::changes::Planned;
use crate::fixture::merge::Edited;
use std::fmt::Write;

/// What becomes of each edit, one a line.
pub(super) fn lines(planned: &Planned, edited: Edited) -> String {
    let mut text = String::new();
    for (path, edit) in &planned.edits {
        let place = edit.line.map_or_else(String::new, |line| format!(":{line}"));
        let what = match (edit.line, edit.conflict, edited) {
            (None, ..) => "deleted by hand, and written again",
            (_, _, Edited::IsDiscarded) => "edited by hand, and discarded",
            (_, true, Edited::Stays) => "edited by hand, and no longer what fex writes",
            (_, false, Edited::Stays) => "edited by hand, and kept",
        };
        let _ = writeln!(text, "  edited  {}{place}: `{}` was {what}", path.display(), edit.region);
    }
    text
}

/// Refuses to lose what was edited by hand. `known` says whether the document of the suite tells what fex wrote.
pub(super) fn refuse_loss(planned: &Planned, edited: Edited, known: bool) -> Result<(), Exit> {
    let count = planned.conflicts();
    if count == 0 || edited == Edited::IsDiscarded {
        return Ok(());
    }
    let plural = if count == 1 { "" } else { "s" };
    print::message(format_args!("error: {count} edit{plural} by hand would be lost; nothing was changed"));
    if !known {
        print::message("  without the JSON document that was written beside them, all that differs may be an edit");
    }
    print::message("help: move your code out of fex's regions, or give it up with `--discard-edits`");
    Err(Exit::Findings)
}
