//! Workflow commands that GitHub shows as annotations of lines.

use super::{Report, Severity, Sources};
use std::fmt::Write;

pub(super) fn annotations(report: &Report, sources: &Sources) -> String {
    let mut text = String::new();
    for (finding, rule, severity) in report.to_act_on() {
        let level = match severity {
            Severity::Note => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "::{level} ");
        if let Some(file) = sources.name(&finding.place) {
            let _ = write!(text, "file={},", property(&file));
            if let Some((first, last)) = finding.place.lines {
                let _ = write!(text, "line={first},endLine={last},");
            }
        }
        let mut message = finding.message.clone();
        for suggestion in &finding.suggestions {
            let _ = write!(message, "\n{}", suggestion.words);
            for edit in &suggestion.edits {
                let _ = write!(message, "\n{}", edit.text());
            }
        }
        let _ = writeln!(text, "title={}::{}", property(rule.name), data(&message));
    }
    if let Some(unfinished) = &report.unfinished {
        let _ = writeln!(text, "::notice title=not-judged::{}", data(unfinished));
    }
    text
}

/// The text of a command, escaped as GitHub's toolkit does.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn what_ends_a_property_or_a_command_is_escaped() {
        assert_eq!(data("100 %\na, b"), "100 %25%0Aa, b");
        assert_eq!(property("a,b:c"), "a%2Cb%3Ac");
    }
}
