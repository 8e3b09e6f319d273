//! A text that an editor has open, and the edits that it sends.

use crate::diagnostic::{Encoding, Lines, Position};
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::ops::Range;

/// A text that an editor has open.
#[derive(Debug, Clone)]
pub(super) struct Document {
    /// What the editor calls it.
    pub(super) uri: Uri,
    /// What messages call it: the path of a file.
    pub(super) name: String,
    /// The number of its state.
    pub(super) version: i32,
    pub(super) text: String,
    /// Why it is not known what the editor shows; then `text` is of no use.
    pub(super) lost: Option<String>,
}

impl Document {
    /// Follows the editor to the next state. Where that is not possible, the text is lost until the editor sends all of it.
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>, encoding: Encoding) {
        let before = self.version;
        if version <= before && self.lost.is_none() {
            self.lost = Some(format!("its version {version} came after version {before}"));
        }
        self.version = version.max(before);
        for change in changes {
            match change.range {
                None => {
                    self.text = change.text;
                    self.lost = None;
                }
                Some(_) if self.lost.is_some() => {}
                Some(range) => match bytes(&self.text, range, encoding) {
                    Ok(range) => self.text.replace_range(range, &change.text),
                    Err(why) => self.lost = Some(why),
                },
            }
        }
    }
}

/// The bytes of a range; or why there is no such range.
fn bytes(text: &str, range: lsp_types::Range, encoding: Encoding) -> Result<Range<usize>, String> {
    let lines = Lines::new(text, encoding);
    let (start, end) = (byte(&lines, text, range.start)?, byte(&lines, text, range.end)?);
    if start > end {
        return Err(format!("an edit ends at {} and starts behind that", place(range.end)));
    }
    Ok(start as usize..end as usize)
}

/// The byte at a place. Behind the end of a line is the end of the line, as the protocol has it, and the line behind the last one is the end of
/// the text.
fn byte(lines: &Lines, text: &str, at: lsp_types::Position) -> Result<u32, String> {
    let wanted = Position { line: at.line, column: at.character };
    let offset = lines.offset(wanted);
    let found = lines.position(offset);
    let last = lines.position(u32::MAX);
    if wanted.line > last.line + 1 {
        return Err(format!("an edit is about {}, and there are {} lines", place(at), last.line + 1));
    }
    let is_end_of_line = text[offset as usize..].chars().next().is_none_or(|next| matches!(next, '\n' | '\r'));
    if found.column < wanted.column && !is_end_of_line {
        return Err(format!("an edit is about the middle of a character at {}", place(at)));
    }
    Ok(offset)
}

fn place(at: lsp_types::Position) -> String {
    format!("line {}, column {}", u64::from(at.line) + 1, u64::from(at.character) + 1)
}
