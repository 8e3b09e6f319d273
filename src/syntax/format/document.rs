//! What pretty printers call a document: the tokens in order, in groups, with the places where lines may end.

use super::comments::Gap;
use crate::syntax::token::{Kind, Token};
use crate::syntax::tree::File;

/// The document of a file. Every token becomes one step, in order, except the end.
pub(super) fn document(file: &File, tokens: &[Token<'_>], gaps: &[Gap]) -> Document {
    let mut builder = Builder {
        tokens,
        gaps,
        next: 0,
        document: Document { steps: Vec::new(), groups: Vec::new(), joins: vec![Joins::default(); tokens.len()] },
    };
    builder.file(file);
    builder.document
}

/// Tokens with the places where lines may end.
pub(super) struct Document {
    /// The steps.
    pub steps: Vec<Step>,
    /// The groups that the steps name.
    pub groups: Vec<Group>,
    /// For each token, how it joins its neighbours where that cannot be seen from the token alone.
    pub joins: Vec<Joins>,
}

/// A step of a layout.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// The next token.
    Token,
    /// A group starts.
    Open(GroupId),
    /// A group ends.
    Close(GroupId),
    /// The lines of a group are not indented from here on; comments before the next token still are.
    Unindent(GroupId),
    /// The line ends here if the group is spread.
    Line(GroupId, Line),
}

/// A place where a line may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// Where it does not end, the tokens are spaced as usual.
    Plain,
    /// As above; where it ends, an empty line of the user's stays.
    Item,
}

/// Names a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GroupId(pub usize);

/// What is known of a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    /// Which of the user's line ends spread the group.
    pub rule: Rule,
    /// Whether a line may end in it at all.
    pub has_lines: bool,
    /// Whether its lines are indented.
    pub indented: bool,
    /// Whether it is spread wherever a group in it is.
    pub spreads_with_parts: bool,
    /// Whether its indentation ends before its end, at a bracket.
    pub closed_by_bracket: bool,
}

/// When a group is spread over lines although it would fit on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// If a line ends at any of its places.
    Any,
    /// If a line ends at its first place.
    First,
    /// Always.
    Always,
}

/// How a token joins its neighbours.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Joins {
    /// Nothing stands between it and the token before it.
    pub before: bool,
    /// Nothing stands between it and the token after it.
    pub after: bool,
    /// It is an operator between operands, not before one.
    pub infix: bool,
}

/// Walks the tree, and takes the tokens on the way.
pub(super) struct Builder<'t> {
    tokens: &'t [Token<'t>],
    gaps: &'t [Gap],
    next: usize,
    document: Document,
}

impl<'t> Builder<'t> {
    /// The next token.
    pub(super) fn peek(&self) -> Token<'t> {
        self.tokens[self.next]
    }

    /// Whether the next token is this symbol or word.
    pub(super) fn at(&self, text: &str) -> bool {
        let token = self.peek();
        token.text == text && !matches!(token.kind, Kind::Text | Kind::End)
    }

    /// Takes the next token.
    pub(super) fn token(&mut self) {
        if self.peek().kind != Kind::End {
            self.document.steps.push(Step::Token);
            self.next += 1;
        }
    }

    /// Takes a token that joins its neighbours in a way of its own.
    pub(super) fn joined(&mut self, joins: Joins) {
        self.document.joins[self.next] = joins;
        self.token();
    }

    /// Takes the tokens before a position.
    pub(super) fn tokens_before(&mut self, position: u32) {
        while self.peek().kind != Kind::End && self.peek().span.start < position {
            self.token();
        }
    }

    /// Takes the tokens before one of these symbols or words.
    pub(super) fn tokens_to(&mut self, texts: &[&str]) {
        while self.peek().kind != Kind::End && !texts.iter().any(|text| self.at(text)) {
            self.token();
        }
    }

    /// Opens a group.
    pub(super) fn open(&mut self, rule: Rule, indented: bool) -> GroupId {
        let id = GroupId(self.document.groups.len());
        self.document.groups.push(Group {
            rule,
            has_lines: false,
            indented,
            spreads_with_parts: false,
            closed_by_bracket: false,
        });
        self.document.steps.push(Step::Open(id));
        id
    }

    /// Closes a group.
    pub(super) fn close(&mut self, group: GroupId) {
        self.document.steps.push(Step::Close(group));
    }

    /// A place where a line may end.
    pub(super) fn line(&mut self, group: GroupId, line: Line) {
        self.document.groups[group.0].has_lines = true;
        self.document.steps.push(Step::Line(group, line));
    }

    /// How many lines end before the token of that index counted from the next one.
    pub(super) fn line_ends_before(&self, ahead: usize) -> bool {
        self.gaps.get(self.next + ahead).is_some_and(Gap::has_line_end)
    }

    /// The index of the first token at or after a position, counted from the next one.
    pub(super) fn ahead_of(&self, position: u32) -> usize {
        self.tokens[self.next..].partition_point(|token| token.span.start < position)
    }

    /// Whether the token before a position is this symbol.
    pub(super) fn is_after(&self, text: &str, position: u32) -> bool {
        let ahead = self.ahead_of(position);
        ahead > 0 && self.tokens[self.next + ahead - 1].text == text
    }

    /// `{ … }`: opens the brace, lets `items` take everything up to the closing one, and closes it.
    pub(super) fn braces(&mut self, rule: Rule, items: impl FnOnce(&mut Self, GroupId)) {
        self.bracketed("{", rule, items);
    }

    /// Brackets of any kind around items; the items place lines before each of them but the first.
    pub(super) fn bracketed(&mut self, open: &str, rule: Rule, items: impl FnOnce(&mut Self, GroupId)) {
        self.tokens_to(&[open]);
        let close = match open {
            "{" => "}",
            "[" => "]",
            _ => ")",
        };
        let group = self.open(rule, true);
        self.document.groups[group.0].spreads_with_parts = open == "{";
        if open != "{" {
            self.document.joins[self.next].before = true;
        }
        self.token();
        if self.at(close) && !self.gaps[self.next].needs_line_end() {
            self.token();
            return self.close(group);
        }
        self.document.groups[group.0].closed_by_bracket = true;
        if !self.at(close) {
            self.line(group, Line::Plain);
            items(self, group);
        }
        self.tokens_to(&[close]);
        self.document.steps.push(Step::Unindent(group));
        self.line(group, Line::Plain);
        self.token();
        self.close(group);
    }

    /// Takes the commas that end an item of a list.
    pub(super) fn commas(&mut self) {
        while self.at(",") {
            self.token();
        }
    }

    /// How many tokens were taken.
    pub(super) fn taken(&self) -> usize {
        self.next
    }

    /// How many of the parentheses that were taken since then are still open.
    pub(super) fn open_parentheses_since(&self, start: usize) -> usize {
        let taken = &self.tokens[start..self.next];
        let count = |text: &str| taken.iter().filter(|token| token.kind == Kind::Symbol && token.text == text).count();
        count("(").saturating_sub(count(")"))
    }

    /// Whether the token that was taken last is a number, or stands for one.
    pub(super) fn follows_number(&self) -> bool {
        let last = self.next.checked_sub(1).map(|last| self.tokens[last]);
        last.is_some_and(|last| last.kind == Kind::Number || last.text == "scope")
    }

    /// Whether a number follows the next token.
    pub(super) fn precedes_number(&self) -> bool {
        self.tokens.get(self.next + 1).is_some_and(|token| token.kind == Kind::Number)
    }
}
