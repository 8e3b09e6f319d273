//! Why a use case did not do what it was asked for, as data: who called it chooses the words around it, and the exit code.

use crate::diagnostic::{Diagnostic, Source};
use std::fmt::Display;

/// What kind of end it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The job, the specification or its bindings are wrong; nothing was written.
    Usage,
    /// There is nothing to write, or what is there would be lost.
    Findings,
    /// There was no time for it.
    Incomplete,
    /// Tests fail on the unchanged program.
    Red,
    /// There are no tests.
    NoTests,
    /// What is there is not up to date.
    Stale,
    /// Tests pass and fail on the unchanged program, as they like.
    Flaky,
    /// fex contradicted itself.
    Internal,
}

/// Why a use case did not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of end it is.
    pub kind: Kind,
    /// What there is to say of it, in this order.
    pub parts: Vec<Part>,
}

/// Something to say to whoever called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A message without a place.
    Message(Message),
    /// Messages about places in source texts.
    Diagnosed(Diagnosed),
}

/// A message without a place in a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// How much it matters.
    pub level: Level,
    /// A lowercase fragment that names the offender in backticks.
    pub text: String,
    /// What else there is to say of it, one a line.
    pub details: Vec<String>,
    /// What to do about it.
    pub helps: Vec<String>,
}

/// How much a message matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Something cannot be done.
    Error,
    /// Something was done, and is perhaps not what was meant.
    Warning,
    /// Something that is good to know.
    Note,
    /// What to do about the messages before.
    Help,
    /// Plain news.
    News,
}

/// Messages about source texts, with the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosed {
    /// The texts; the first one is what the use case is about.
    pub sources: Vec<Source>,
    /// What there is to say of them.
    pub diagnostics: Vec<Diagnostic>,
}

impl Failure {
    /// A failure with one thing to say.
    pub fn new(kind: Kind, part: impl Into<Part>) -> Failure {
        Failure { kind, parts: vec![part.into()] }
    }

    /// The job cannot be done as it is, for this reason.
    pub fn usage(reason: impl Display) -> Failure {
        Failure::new(Kind::Usage, Message::error(reason))
    }

    /// The texts are wrong.
    pub fn diagnosed(sources: &[Source], diagnostics: Vec<Diagnostic>) -> Failure {
        Failure::new(Kind::Usage, Diagnosed { sources: sources.to_vec(), diagnostics })
    }

    /// The same with a cure.
    pub fn help(mut self, text: impl Display) -> Failure {
        match self.parts.last_mut() {
            Some(Part::Message(message)) => message.helps.push(text.to_string()),
            _ => self.parts.push(Message::new(Level::Help, text).into()),
        }
        self
    }

    /// The same with something else to say.
    pub fn and(mut self, part: impl Into<Part>) -> Failure {
        self.parts.push(part.into());
        self
    }

    /// The same, as another kind of end.
    pub fn with_kind(self, kind: Kind) -> Failure {
        Failure { kind, ..self }
    }
}

impl Message {
    /// A message of a level.
    pub fn new(level: Level, text: impl Display) -> Message {
        Message { level, text: text.to_string(), details: Vec::new(), helps: Vec::new() }
    }

    /// Why something cannot be done.
    pub fn error(text: impl Display) -> Message {
        Message::new(Level::Error, text)
    }

    /// The same with lines that tell more of it.
    pub fn details(mut self, lines: impl IntoIterator<Item = String>) -> Message {
        self.details.extend(lines);
        self
    }

    /// The same with a cure.
    pub fn help(mut self, text: impl Display) -> Message {
        self.helps.push(text.to_string());
        self
    }
}

impl From<Message> for Part {
    fn from(message: Message) -> Part {
        Part::Message(message)
    }
}

impl From<Diagnosed> for Part {
    fn from(diagnosed: Diagnosed) -> Part {
        Part::Diagnosed(diagnosed)
    }
}
