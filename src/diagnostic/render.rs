//! Rendering of messages with the lines of source that they are about.

use super::{Diagnostic, FileId, Label, Severity, Source, Span};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use std::cmp::Reverse;
use std::ops::Range;

/// How messages look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Characters only.
    Plain,
    /// With terminal colours.
    Coloured,
}

/// How many messages are rendered; of more, errors come before warnings, and the rest is counted.
pub const SHOWN: usize = 100;

/// How far apart labels on one line may be, in bytes, to be shown together.
const WIDTH: usize = 400;

/// Renders messages about some texts in order of their places, each followed by an empty line.
pub fn render(sources: &[Source], diagnostics: &[Diagnostic], style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().collect();
    shown.sort_by_key(|diagnostic| (Reverse(diagnostic.severity), diagnostic.primary.span));
    let rest = shown.split_off(SHOWN.min(shown.len()));
    shown.sort_by_key(|diagnostic| diagnostic.primary.span);
    let texts: Vec<Shown> = sources.iter().map(Shown::new).collect();
    let mut out = String::new();
    for diagnostic in shown {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        // One part for each text, that of the message first; a label far to the side of the others has its own, because
        // a part is as wide as from its first label to its last.
        let mut parts: Vec<Part> = Vec::new();
        let labels = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
        for (kind, label) in std::iter::once((AnnotationKind::Primary, &diagnostic.primary)).chain(labels) {
            let file = label.span.file;
            let column = texts[file.index()].column(label.span);
            match parts.first_mut() {
                Some(first) if first.file == file && first.column.abs_diff(column) <= WIDTH => {
                    first.labels.push((kind, label));
                }
                _ => parts.push(Part { file, column, labels: vec![(kind, label)] }),
            }
        }
        let snippets = parts.iter().map(|part| texts[part.file.index()].snippet(&part.labels));
        let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str())).elements(snippets);
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(&**help));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    out.push_str(&not_shown(&rest));
    out
}

/// Labels that are shown together.
struct Part<'d> {
    /// Their text.
    file: FileId,
    /// Where the first of them begins, in its line.
    column: usize,
    labels: Vec<(AnnotationKind, &'d Label)>,
}

/// How many messages there are beside those that are shown; nothing if there are none.
fn not_shown(rest: &[&Diagnostic]) -> String {
    let count = |severity, what: &str| match rest.iter().filter(|diagnostic| diagnostic.severity == severity).count() {
        0 => None,
        1 => Some(format!("1 more {what}")),
        several => Some(format!("{several} more {what}s")),
    };
    match (count(Severity::Error, "error"), count(Severity::Warning, "warning")) {
        (None, None) => String::new(),
        (Some(one), None) | (None, Some(one)) => format!("{one} not shown\n\n"),
        (Some(errors), Some(warnings)) => format!("{errors} and {warnings} not shown\n\n"),
    }
}

/// A text with the positions where its lines start, so that a message is rendered from its own lines alone.
struct Shown<'s> {
    source: &'s Source,
    starts: Vec<usize>,
}

impl<'s> Shown<'s> {
    fn new(source: &'s Source) -> Self {
        let ends = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let mut starts = vec![0];
        // What stands after the last line end is a line only if it is not empty.
        starts.extend(ends.map(|(end, _)| end + 1).filter(|start| *start < source.text.len()));
        Shown { source, starts }
    }

    /// How far behind the start of its line something begins.
    fn column(&self, span: Span) -> usize {
        let start = within(self.source, span).start;
        start - self.starts[self.starts.partition_point(|first| *first <= start) - 1]
    }

    /// The lines that labels stand in, from the first to the last, with the labels.
    fn snippet<'a>(&self, labels: &[(AnnotationKind, &'a Label)]) -> Snippet<'a, Annotation<'a>>
    where
        's: 'a,
    {
        let ranges: Vec<Range<usize>> = labels.iter().map(|(_, label)| within(self.source, label.span)).collect();
        let least = ranges.iter().map(|range| range.start).min().unwrap_or(0);
        let greatest = ranges.iter().map(|range| range.end).max().unwrap_or(0);
        let first = self.starts.partition_point(|start| *start <= least) - 1;
        let start = self.starts[first];
        let after = self.starts.partition_point(|start| *start <= greatest);
        let end = self.starts.get(after).copied().unwrap_or(self.source.text.len());
        let annotations = labels.iter().zip(ranges).map(|((kind, label), range)| {
            let text = label.text.as_str();
            kind.span(range.start - start..range.end - start).label((!text.is_empty()).then_some(text))
        });
        Snippet::source(&self.source.text[start..end])
            .path(self.source.name.as_str())
            .line_start(first + 1)
            .annotations(annotations)
    }
}

/// The span as a range that lies within the text and on character borders, whatever it was.
fn within(source: &Source, span: Span) -> Range<usize> {
    let text = &source.text;
    let floor = |position: usize| {
        let mut position = position.min(text.len());
        while !text.is_char_boundary(position) {
            position -= 1;
        }
        position
    };
    let range = source.range(span);
    let start = floor(range.start);
    start..floor(range.end).max(start)
}
