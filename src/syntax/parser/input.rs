//! The parser's input: a slice of tokens with the messages and the depth of the run.

use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::token::{Kind, Token};
use nom::error::{ErrorKind, ParseError};
use nom::{Input, Needed};
use std::cell::{Cell, RefCell};

/// What a run of the parser collects.
pub(super) struct State {
    diagnostics: RefCell<Vec<Diagnostic>>,
    lost: RefCell<Vec<Span>>,
    furthest: RefCell<Furthest>,
    /// How many productions that may contain themselves are open.
    pub depth: Cell<u32>,
    /// Whether what is missing is taken as there: nothing is reported then.
    tolerant: bool,
}

/// The furthest token at which a terminal failed, and what would have been accepted there.
#[derive(Default)]
struct Furthest {
    consumed: usize,
    expected: Vec<&'static str>,
}

impl State {
    /// A run that reports what is missing, or one that does without.
    pub fn new(tolerant: bool) -> Self {
        State {
            diagnostics: RefCell::new(Vec::new()),
            lost: RefCell::new(Vec::new()),
            furthest: RefCell::new(Furthest::default()),
            depth: Cell::new(0),
            tolerant,
        }
    }

    /// The messages, and the places of declarations that could not be read.
    pub fn into_findings(self) -> (Vec<Diagnostic>, Vec<Span>) {
        (self.diagnostics.into_inner(), self.lost.into_inner())
    }
}

/// The tokens that are still to be read. Never empty: the last one is [`Kind::End`].
#[derive(Clone, Copy)]
pub(super) struct Tokens<'s> {
    all: &'s [Token<'s>],
    at: usize,
    /// What the run collects.
    pub state: &'s State,
}

impl<'s> Tokens<'s> {
    /// All tokens of a file. Requires that the last one is [`Kind::End`].
    pub fn new(all: &'s [Token<'s>], state: &'s State) -> Self {
        Tokens { all, at: 0, state }
    }

    /// The next token.
    pub fn first(self) -> Token<'s> {
        self.peek(0)
    }

    /// The token after `ahead` others; the end after the end.
    pub fn peek(self, ahead: usize) -> Token<'s> {
        self.all[(self.at + ahead).min(self.all.len() - 1)]
    }

    /// The input after the next token.
    pub fn rest(self) -> Self {
        Tokens { at: (self.at + 1).min(self.all.len() - 1), ..self }
    }

    /// Whether nothing is left.
    pub fn at_end(self) -> bool {
        self.first().kind == Kind::End
    }

    /// How many tokens were read.
    pub fn consumed(self) -> usize {
        self.at
    }

    /// The input from a token on.
    pub fn from(self, consumed: usize) -> Self {
        Tokens { at: consumed.min(self.all.len() - 1), ..self }
    }

    /// The place from the start of this input to the last token before `rest`.
    pub fn up_to(self, rest: Tokens<'s>) -> Span {
        let start = self.first().span;
        if rest.at > self.at { start.to(self.all[rest.at - 1].span) } else { Span { end: start.start, ..start } }
    }

    /// The tokens before this input.
    pub fn before(self) -> &'s [Token<'s>] {
        &self.all[..self.at]
    }

    /// The token before this input, if there is one.
    pub fn previous(self) -> Option<Token<'s>> {
        self.at.checked_sub(1).map(|at| self.all[at])
    }

    /// Whether what is missing is taken as there.
    pub fn is_tolerant(self) -> bool {
        self.state.tolerant
    }

    /// Notes that `what` would have been accepted here, and fails.
    pub fn expected<T>(self, what: &'static str) -> Parsed<'s, T> {
        if self.state.tolerant {
            return Err(nom::Err::Error(Failure { reported: true }));
        }
        let mut furthest = self.state.furthest.borrow_mut();
        if self.at > furthest.consumed {
            furthest.consumed = self.at;
            furthest.expected.clear();
        }
        if self.at == furthest.consumed && !furthest.expected.contains(&what) {
            furthest.expected.push(what);
        }
        Err(nom::Err::Error(Failure { reported: false }))
    }

    /// The furthest place where a terminal failed at or after this input, and what was expected there.
    pub fn furthest(self) -> (Tokens<'s>, Vec<&'static str>) {
        let furthest = self.state.furthest.borrow();
        if furthest.consumed >= self.at {
            (self.from(furthest.consumed), furthest.expected.clone())
        } else {
            (self, Vec::new())
        }
    }

    /// What stands for something that is missing, in a tolerant run; else notes that it was expected, and fails.
    pub fn missing<T>(self, what: &'static str, stand_in: impl FnOnce() -> T) -> Parsed<'s, T> {
        if self.state.tolerant { Ok((self, stand_in())) } else { self.expected(what) }
    }

    /// The place right here, before the next token.
    pub fn here(self) -> Span {
        self.up_to(self)
    }

    /// Adds a message.
    pub fn report(self, diagnostic: Diagnostic) {
        if self.state.tolerant {
            return;
        }
        self.state.diagnostics.borrow_mut().push(diagnostic);
    }

    /// Notes that what stands before `rest` could not be read, and may declare something.
    pub fn lose(self, rest: Tokens<'s>) {
        self.state.lost.borrow_mut().push(self.up_to(rest));
    }

    /// Adds a message and fails without a second one.
    pub fn fail<T>(self, diagnostic: Diagnostic) -> Parsed<'s, T> {
        self.report(diagnostic);
        Err(nom::Err::Failure(Failure { reported: true }))
    }
}

/// What a production returns.
pub(super) type Parsed<'s, T> = nom::IResult<Tokens<'s>, T, Failure>;

/// A production did not match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Failure {
    /// Whether a message was already given.
    pub reported: bool,
}

impl ParseError<Tokens<'_>> for Failure {
    fn from_error_kind(_: Tokens<'_>, _: ErrorKind) -> Self {
        Failure { reported: false }
    }

    fn append(_: Tokens<'_>, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'s> Input for Tokens<'s> {
    type Item = Token<'s>;
    type Iter = std::iter::Copied<std::slice::Iter<'s, Token<'s>>>;
    type IterIndices = std::iter::Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.all.len() - self.at
    }

    fn take(&self, index: usize) -> Self {
        Tokens { all: &self.all[..self.at + index], ..*self }
    }

    fn take_from(&self, index: usize) -> Self {
        self.from(self.at + index)
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P>(&self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool,
    {
        self.all[self.at..].iter().copied().position(predicate)
    }

    fn iter_elements(&self) -> Self::Iter {
        self.all[self.at..].iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        if self.input_len() >= count { Ok(count) } else { Err(Needed::new(count - self.input_len())) }
    }
}
