//! Rendering of messages with the lines of source that they are about.

use super::{Diagnostic, Severity, Source, Span};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// How messages look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Characters only.
    Plain,
    /// With terminal colours.
    Coloured,
}

/// Renders messages about some texts in order of their places, each followed by an empty line.
pub fn render(sources: &[Source], diagnostics: &[Diagnostic], style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let mut ordered: Vec<&Diagnostic> = diagnostics.iter().collect();
    ordered.sort_by_key(|diagnostic| diagnostic.primary.span);
    let mut out = String::new();
    for diagnostic in ordered {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let primary = &diagnostic.primary;
        let source = Source::of(sources, primary.span);
        let mut snippet = Snippet::source(source.text.as_str()).path(source.name.as_str()).annotation(
            AnnotationKind::Primary
                .span(within(source, primary.span))
                .label((!primary.text.is_empty()).then_some(primary.text.as_str())),
        );
        let mut elsewhere = Vec::new();
        for label in &diagnostic.secondary {
            let other = Source::of(sources, label.span);
            let annotation = AnnotationKind::Context.span(within(other, label.span)).label(label.text.as_str());
            if other.base == source.base {
                snippet = snippet.annotation(annotation);
            } else {
                let snippet = Snippet::source(other.text.as_str()).path(other.name.as_str());
                elsewhere.push(snippet.annotation(annotation));
            }
        }
        let mut group = level.primary_title(diagnostic.message.as_str()).element(snippet);
        for snippet in elsewhere {
            group = group.element(snippet);
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    out
}

/// The span as a range that lies within the text and on character borders, whatever it was.
fn within(source: &Source, span: Span) -> std::ops::Range<usize> {
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
