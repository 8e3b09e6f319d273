//! What stands between the tokens of a text: comments and line ends.

use crate::diagnostic::Source;
use crate::syntax::token::Token;

/// A comment.
#[derive(Debug)]
pub(super) struct Comment {
    /// Its lines, delimiters included, without space at their ends; the first one without space before it.
    pub lines: Vec<String>,
    /// How many line ends stand between what comes before and this.
    pub line_ends: usize,
    /// Whether nothing may follow it on its line.
    pub ends_line: bool,
}

impl Comment {
    /// Whether all lines but the first start with a star: they are aligned with it. What else is in a comment stays.
    pub fn is_aligned(&self) -> bool {
        self.lines.iter().skip(1).all(|line| line.trim_start().starts_with('*'))
    }
}

/// What stands before a token.
#[derive(Debug, Default)]
pub(super) struct Gap {
    /// The comments.
    pub comments: Vec<Comment>,
    /// How many line ends stand right before the token.
    pub line_ends: usize,
}

impl Gap {
    /// Whether the token stands on another line than what comes before it.
    pub fn has_line_end(&self) -> bool {
        self.line_ends > 0 || self.comments.iter().any(|comment| comment.line_ends > 0)
    }

    /// Whether the token starts a line because a comment on lines of its own stands before it.
    pub fn ends_line(&self) -> bool {
        self.line_ends > 0 && self.comments.last().is_some_and(|comment| comment.line_ends > 0)
    }

    /// Whether a line has to end here because of the comments.
    pub fn needs_line_end(&self) -> bool {
        self.comments.iter().any(|comment| comment.ends_line || comment.line_ends > 0)
    }
}

/// The gaps before all tokens; requires a text without lexical errors.
pub(super) fn gaps(source: &Source, tokens: &[Token<'_>]) -> Vec<Gap> {
    let mut end = 0;
    let mut gaps: Vec<Gap> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let range = source.range(token.span);
        gaps.push(gap(&source.text[end..range.start]));
        end = range.end;
    }
    for comma in (0..tokens.len().saturating_sub(1)).filter(|&at| tokens[at].text == ",") {
        if gaps[comma].needs_line_end() {
            let before = std::mem::take(&mut gaps[comma]);
            follow(&mut gaps[comma + 1], before);
        }
    }
    gaps
}

/// A comma stands at the end of the item before it: the comments of that item come after the comma.
fn follow(after: &mut Gap, mut before: Gap) {
    if let Some(first) = after.comments.first_mut() {
        first.line_ends = first.line_ends.max(1);
    } else {
        after.line_ends = after.line_ends.max(1);
    }
    before.comments.append(&mut after.comments);
    after.comments = before.comments;
}

/// The comments and line ends of a text that has nothing else in it but space.
fn gap(text: &str) -> Gap {
    let mut gap = Gap::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") || rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(inside) = rest.strip_prefix("/*") {
            inside.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            gap.line_ends += usize::from(first == '\n');
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let (comment, after) = rest.split_at(length);
        gap.comments.push(Comment {
            lines: comment.lines().map(|line| line.trim_end().to_owned()).collect(),
            line_ends: std::mem::take(&mut gap.line_ends),
            ends_line: !comment.starts_with("/*"),
        });
        rest = after;
    }
    gap
}
