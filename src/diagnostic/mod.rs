//! Places in a source text, messages with labels and help, and their rendering.

mod render;
mod words;

pub use render::{SHOWN, Style, render};
pub use words::{closest, listed};

/// A half-open range of bytes in a source text. Several texts that are read together follow each other (see
/// [`Source::base`]), so that a span names its text, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes from `start` up to `end`; positions beyond `u32` saturate.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |position: usize| u32::try_from(position).unwrap_or(u32::MAX);
        Span { start: narrow(start), end: narrow(end) }
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The same range in a text that starts at `base`.
    pub fn shifted(self, base: u32) -> Span {
        Span { start: self.start.saturating_add(base), end: self.end.saturating_add(base) }
    }
}

/// A source text and the name under which messages mention it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path or another name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Where its spans start: 0 for the first text, the end of the text before for every other one.
    pub base: u32,
}

impl Source {
    /// A source text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into(), base: 0 }
    }

    /// The same text, read after others.
    pub fn after(self, others: &[Source]) -> Self {
        Source { base: others.last().map_or(0, |last| last.end().saturating_add(1)), ..self }
    }

    /// One past its last position.
    fn end(&self) -> u32 {
        self.base.saturating_add(u32::try_from(self.text.len()).unwrap_or(u32::MAX))
    }

    /// The text among several in which a span lies; there has to be one.
    pub fn of(sources: &[Source], span: Span) -> &Source {
        let after = sources.partition_point(|source| source.base <= span.start);
        &sources[after.saturating_sub(1)]
    }

    /// A span of this text as a range of its bytes.
    pub fn range(&self, span: Span) -> std::ops::Range<usize> {
        let local = |position: u32| position.saturating_sub(self.base) as usize;
        local(span.start)..local(span.end)
    }

    /// The line of a position, counted from 1.
    pub fn line(&self, position: u32) -> usize {
        let end = (position.saturating_sub(self.base) as usize).min(self.text.len());
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A lowercase fragment; may be empty.
    pub text: String,
}

/// A message about a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    pub help: Option<String>,
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
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// Whether any of the messages is an error.
pub fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
