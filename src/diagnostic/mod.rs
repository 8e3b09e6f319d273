//! Places in a source text, messages with labels and help, and their rendering.

mod position;
mod render;
mod words;

pub use position::{Encoding, Lines, Position};
pub use render::{SHOWN, Style, render};
pub use words::{closest, listed};

use std::ops::Range;

/// A text among those that are read together: its place in their list. The one that was asked for is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

impl FileId {
    /// The text that was asked for.
    pub const ROOT: FileId = FileId(0);

    /// Its place in the list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A half-open range of bytes in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes from `start` up to `end` of the first text; positions beyond `u32` saturate.
    pub fn new(start: usize, end: usize) -> Self {
        Span::within(FileId::ROOT, start..end)
    }

    /// The span of some bytes of a text; positions beyond `u32` saturate.
    pub fn within(file: FileId, range: Range<usize>) -> Self {
        let narrow = |position: usize| u32::try_from(position).unwrap_or(u32::MAX);
        Span { file, start: narrow(range.start), end: narrow(range.end) }
    }

    /// The smallest span that contains both. Requires that they lie in one text.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether a position of its text lies in it or at its end, where an editor's cursor touches it.
    pub fn touches(self, position: u32) -> bool {
        (self.start..=self.end).contains(&position)
    }

    /// Whether the other one lies in it.
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// A source text and the name under which messages mention it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path or another name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Its place among the texts that it is read with.
    pub file: FileId,
    /// Where the first character stands that is no UTF-8, if the text was read as ISO-8859-1 because of it.
    pub foreign: Option<u32>,
}

impl Source {
    /// A source text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into(), file: FileId::ROOT, foreign: None }
    }

    /// The text of a file: UTF-8, and ISO-8859-1 where it is not, as Alloy reads it.
    pub fn decoded(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let latin = |bytes: &[u8]| -> String { bytes.iter().copied().map(char::from).collect() };
        match String::from_utf8(bytes) {
            Ok(text) => Source::new(name, text),
            Err(error) => {
                let (valid, bytes) = (error.utf8_error().valid_up_to(), error.into_bytes());
                let foreign = u32::try_from(latin(&bytes[..valid]).len()).ok();
                Source { foreign, ..Source::new(name, latin(&bytes)) }
            }
        }
    }

    /// The same text, read after others.
    pub fn after(self, others: &[Source]) -> Self {
        Source { file: FileId(u32::try_from(others.len()).unwrap_or(u32::MAX)), ..self }
    }

    /// The text among several in which a span lies; there has to be one.
    pub fn of(sources: &[Source], span: Span) -> &Source {
        &sources[span.file.index()]
    }

    /// A span of this text as a range of its bytes.
    pub fn range(&self, span: Span) -> Range<usize> {
        span.start as usize..span.end as usize
    }

    /// What stands in a span of this text; nothing where the span does not fit the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(self.range(span)).unwrap_or_default()
    }

    /// The line of a position, counted from 1.
    pub fn line(&self, position: u32) -> usize {
        let end = (position as usize).min(self.text.len());
        1 + self.text.as_bytes()[..end].iter().filter(|&&byte| byte == b'\n').count()
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Suspicious, but has a meaning.
    Warning,
    /// Has no meaning: nothing is generated.
    Error,
}

/// A place with what there is to say about it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A lowercase fragment; may be empty.
    pub text: String,
}

/// A message about a source text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A lowercase fragment that names the offender in backticks.
    pub message: String,
    /// The place that the message is about.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub help: Option<Box<str>>,
    /// The help as a change of the text, where one does what it says.
    pub cure: Option<Box<Cure>>,
}

/// What to do about a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// In words.
    text: String,
    /// What has to stand at the place of the message instead, where that is all.
    instead: Option<String>,
}

impl Help {
    /// A guess at what was meant.
    pub fn did_you_mean(guess: &str) -> Help {
        Help::instead(format!("did you mean `{guess}`?"), guess)
    }

    /// What has to stand at the place of the message, with the words that say so.
    pub fn instead(text: impl Into<String>, instead: impl Into<String>) -> Help {
        Help { text: text.into(), instead: Some(instead.into()) }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Help {
        Help { text, instead: None }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Help {
        text.to_owned().into()
    }
}

/// A change of a text that cures what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cure {
    /// The piece that gives way.
    pub span: Span,
    /// What stands there then.
    pub text: String,
}

impl Diagnostic {
    /// An error about a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            help: None,
            cure: None,
        }
    }

    /// A warning about a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// The same with a label at its place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// The same with another place.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// The same with a help.
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let Help { text, instead } = help.into();
        self.help = Some(text.into());
        match instead {
            Some(text) => {
                let span = self.primary.span;
                self.cure(span, text)
            }
            None => self,
        }
    }

    /// The same with a change that does what the help says.
    pub fn cure(mut self, span: Span, text: impl Into<String>) -> Self {
        self.cure = Some(Box::new(Cure { span, text: text.into() }));
        self
    }
}

/// Whether any of the messages is an error.
pub fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
