//! From a document to text: which groups are spread over lines, and what stands between two tokens.

use super::comments::{Comment, Gap};
use super::document::{Document, GroupId, Joins, Line, Rule, Step};
use crate::syntax::token::{Kind, Token};

/// How long lines should be at most, in characters.
pub const WIDTH: usize = 100;

/// How many spaces a line is indented for each group around it that is spread.
const INDENT: usize = 2;

/// Lays out the tokens of a file.
pub(super) fn lay_out(tokens: &[Token<'_>], gaps: &[Gap], document: &Document) -> String {
    let spread = spread_by_the_user(gaps, document);
    let mut layout = Layout {
        tokens,
        gaps,
        document,
        spread,
        text: String::new(),
        column: 0,
        indent: 0,
        pending: Pending::Nothing,
        line_indent: None,
        told: 0,
        next: 0,
    };
    for (at, step) in document.steps.iter().enumerate() {
        match *step {
            Step::Token => layout.token(),
            Step::Open(group) => layout.open(at, group),
            Step::Close(_) => {}
            Step::Unindent(group) => {
                layout.comments();
                layout.unindent(group);
            }
            Step::Line(group, line) => layout.line(group, line),
        }
        if let Step::Close(group) = *step {
            layout.close(group);
        }
    }
    layout.finish()
}

/// Which groups are spread, whatever the width.
fn spread_by_the_user(gaps: &[Gap], document: &Document) -> Vec<bool> {
    let mut spread: Vec<bool> = document.groups.iter().map(|group| group.rule == Rule::Always).collect();
    let mut is_first = vec![true; document.groups.len()];
    let mut open: Vec<GroupId> = Vec::new();
    let mut next = 0;
    for step in &document.steps {
        match *step {
            Step::Token => next += 1,
            Step::Open(group) => open.push(group),
            Step::Close(group) => {
                open.pop();
                if spread[group.0] {
                    for outer in &open {
                        spread[outer.0] |= document.groups[outer.0].spreads_with_parts;
                    }
                }
            }
            Step::Unindent(_) => {}
            Step::Line(GroupId(group), _) => {
                let gap = gaps.get(next);
                let counts = document.groups[group].rule == Rule::Any || is_first[group];
                let ends = gap.is_some_and(|gap| (counts && gap.has_line_end()) || gap.needs_line_end());
                spread[group] |= ends;
                is_first[group] = false;
            }
        }
    }
    spread
}

/// What is owed before the next text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pending {
    Nothing,
    Space,
    LineEnd,
    EmptyLine,
}

struct Layout<'l> {
    tokens: &'l [Token<'l>],
    gaps: &'l [Gap],
    document: &'l Document,
    spread: Vec<bool>,
    text: String,
    /// How many characters the current line has.
    column: usize,
    indent: usize,
    pending: Pending,
    /// How far the next token is indented, where it was said that a line starts with it.
    line_indent: Option<usize>,
    /// How many tokens had their comments written.
    told: usize,
    /// How many tokens were written.
    next: usize,
}

impl Layout<'_> {
    /// Writes a text without line ends, after what is owed.
    fn write(&mut self, text: &str, indent: usize) {
        match self.pending {
            Pending::Nothing => {}
            Pending::Space => {
                self.text.push(' ');
                self.column += 1;
            }
            Pending::LineEnd | Pending::EmptyLine => {
                if !self.text.is_empty() {
                    self.text.push_str(if self.pending == Pending::EmptyLine { "\n\n" } else { "\n" });
                }
                self.text.extend(std::iter::repeat_n(' ', indent));
                self.column = indent;
            }
        }
        self.pending = Pending::Nothing;
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn owe(&mut self, pending: Pending) {
        self.pending = self.pending.max(pending);
    }

    fn token(&mut self) {
        let ends_line = self.comments();
        let token = self.tokens[self.next];
        if self.next > 0 && self.pending == Pending::Nothing && has_space(self.tokens, &self.document.joins, self.next)
        {
            self.owe(Pending::Space);
        }
        // Where a comment ends a line that has no reason to end, the rest is indented.
        let further = if ends_line { INDENT } else { 0 };
        let indent = self.line_indent.take().unwrap_or(self.indent + further);
        self.write(token.text, indent);
        self.next += 1;
    }

    /// Writes the comments before the next token; says whether they end a line.
    fn comments(&mut self) -> bool {
        if self.told > self.next {
            return false;
        }
        self.told = self.next + 1;
        let gap = &self.gaps[self.next];
        for comment in &gap.comments {
            self.owe(match comment.line_ends {
                _ if self.text.is_empty() => Pending::Nothing,
                0 => Pending::Space,
                1 => Pending::LineEnd,
                _ if self.follows_opening() => Pending::LineEnd,
                _ => Pending::EmptyLine,
            });
            self.comment(comment);
            self.owe(if comment.ends_line { Pending::LineEnd } else { Pending::Space });
        }
        if gap.ends_line() {
            self.owe(Pending::LineEnd);
        }
        self.pending >= Pending::LineEnd
    }

    fn comment(&mut self, comment: &Comment) {
        let indent = self.indent;
        let Some((first, rest)) = comment.lines.split_first() else { return };
        self.write(first, indent);
        let start = self.column - first.chars().count();
        for line in rest {
            self.text.push('\n');
            let line = if comment.is_aligned() {
                self.text.extend(std::iter::repeat_n(' ', start + 1));
                line.trim_start()
            } else {
                line
            };
            self.text.push_str(line);
        }
        self.column = end_of(comment, start);
    }

    /// Whether the last thing written opens a block.
    fn follows_opening(&self) -> bool {
        self.text.is_empty() || self.text.ends_with(['{', '[', '('])
    }

    fn open(&mut self, at: usize, group: GroupId) {
        let has_lines = self.document.groups[group.0].has_lines;
        let spread = has_lines && (self.spread[group.0] || !self.fits(at, group));
        self.spread[group.0] = spread;
        if spread && self.document.groups[group.0].indented {
            self.indent += INDENT;
        }
    }

    fn close(&mut self, group: GroupId) {
        let ends_with_bracket = self.document.groups[group.0].closed_by_bracket;
        if !ends_with_bracket {
            self.unindent(group);
        }
    }

    fn unindent(&mut self, group: GroupId) {
        if self.spread[group.0] && self.document.groups[group.0].indented {
            self.indent -= INDENT;
        }
    }

    fn line(&mut self, group: GroupId, line: Line) {
        if !self.spread[group.0] {
            return;
        }
        self.comments();
        let gap = &self.gaps[self.next];
        let empty = line == Line::Item && gap.line_ends > 1 && !self.follows_opening();
        self.owe(if empty { Pending::EmptyLine } else { Pending::LineEnd });
        self.line_indent = Some(self.indent);
    }

    /// Whether what follows fits on the line if this group is not spread: all of it, and what comes after it up to the
    /// first place where the line ends or may end.
    fn fits(&self, at: usize, own: GroupId) -> bool {
        let mut column = match self.pending {
            Pending::Nothing | Pending::Space => self.column,
            Pending::LineEnd | Pending::EmptyLine => self.line_indent.unwrap_or(self.indent),
        };
        let mut next = self.next;
        let (mut depth, mut is_after) = (0_usize, false);
        for step in &self.document.steps[at..] {
            match *step {
                Step::Open(_) => depth += 1,
                Step::Close(_) => {
                    depth = depth.saturating_sub(1);
                    is_after |= depth == 0;
                }
                Step::Unindent(_) => {}
                Step::Line(group, _) => {
                    let is_outer = group.0 < own.0;
                    if self.spread[group.0] || (is_after && !is_outer) {
                        return true;
                    }
                }
                Step::Token => {
                    let is_first = next == self.next;
                    let gap = if is_first && self.told > next { &Gap::default() } else { &self.gaps[next] };
                    if is_after && gap.needs_line_end() {
                        return true;
                    }
                    let mut starts_line = is_first && self.pending >= Pending::LineEnd;
                    for comment in &gap.comments {
                        let start = if starts_line || comment.line_ends > 0 { self.indent } else { column + 1 };
                        column = end_of(comment, start);
                        starts_line = comment.ends_line;
                    }
                    if gap.comments.is_empty() {
                        let owed = is_first && self.pending == Pending::Space;
                        let spaced = next > 0 && has_space(self.tokens, &self.document.joins, next);
                        column += usize::from(!starts_line && (owed || spaced));
                    } else if starts_line || gap.ends_line() {
                        column = self.indent + INDENT;
                    } else {
                        column += 1;
                    }
                    column += self.tokens[next].text.chars().count();
                    next += 1;
                    if column > WIDTH {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn finish(mut self) -> String {
        self.comments();
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}

/// The column after a comment that starts at a column.
fn end_of(comment: &Comment, start: usize) -> usize {
    match comment.lines.as_slice() {
        [] => start,
        [line] => start + line.chars().count(),
        [.., last] if comment.is_aligned() => start + 1 + last.trim_start().chars().count(),
        [.., last] => last.chars().count(),
    }
}

/// The text of a symbol; nothing for other tokens.
fn symbol<'t>(token: Token<'t>) -> &'t str {
    if token.kind == Kind::Symbol { token.text } else { "" }
}

/// Whether a space stands between a token and the one before it on the same line.
fn has_space(tokens: &[Token<'_>], joins: &[Joins], at: usize) -> bool {
    let (before, after) = (tokens[at - 1], tokens[at]);
    if joins[at].before || joins[at - 1].after {
        return false;
    }
    let opens = match symbol(before) {
        "(" | "[" | "." | "/" | "@" | "#" | "~" | "^" | "!" => true,
        "*" => !joins[at - 1].infix,
        _ => false,
    };
    let closes = matches!(symbol(after), ")" | "]" | "[" | "," | "." | "/" | ":" | "'");
    let empty = symbol(before) == "{" && symbol(after) == "}";
    !(opens || closes || empty)
}
