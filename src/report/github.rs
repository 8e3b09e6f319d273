//! Workflow commands that GitHub shows as annotations of lines.

use super::{Sources, TO_ACT_ON, left, message, of};
use crate::extreme::{Findings, MethodVerdict};
use std::fmt::Write;

pub(super) fn report(findings: &Findings, sources: &Sources) -> String {
    let mut text = String::new();
    for finding in TO_ACT_ON.into_iter().flat_map(|verdict| of(findings, verdict)) {
        let verdict = finding.verdict();
        let level = if verdict == MethodVerdict::PseudoTested { "warning" } else { "notice" };
        let _ = write!(text, "::{level} ");
        if let Some(file) = sources.name(&finding.method) {
            let _ = write!(text, "file={},", property(&file));
            if let Some((first, last)) = finding.method.lines {
                let _ = write!(text, "line={first},endLine={last},");
            }
        }
        let _ = writeln!(text, "title={}::{}", property(verdict.name()), data(&message(finding)));
    }
    if let Some(left) = left(findings) {
        let _ = writeln!(text, "::notice title={}::{}", property(MethodVerdict::NotJudged.name()), data(&left));
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
