//! SARIF 2.1.0, the format of code scanning: a result for each finding to act on.

use super::{Edit, Evidence, Finding, Member, Place, Report, Rule, Severity, Sources};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

pub(super) fn log(report: &Report, sources: &Sources) -> Value {
    let rules: Vec<(&Rule, Severity)> =
        report.rules.iter().filter_map(|rule| Some((rule, rule.kind.severity()?))).collect();
    let place_of = |rule: &Rule| rules.iter().position(|(other, _)| other.name == rule.name);
    let results: Vec<Value> = report
        .to_act_on()
        .map(|(finding, rule, severity)| {
            let mut result = result(finding, sources);
            result["ruleId"] = rule.name.into();
            result["ruleIndex"] = json!(place_of(rule));
            result["level"] = level(severity).into();
            // What stays the same when lines move.
            result["partialFingerprints"] = json!({ format!("{}/v1", report.analysis.subject): finding.identity });
            result
        })
        .collect();
    let rules: Vec<Value> = rules
        .into_iter()
        .map(|(rule, severity)| {
            json!({
                "id": rule.name,
                "shortDescription": { "text": format!("{}: {}", rule.name, rule.meaning) },
                "help": { "text": rule.cure },
                "defaultConfiguration": { "level": level(severity) },
            })
        })
        .collect();
    let remarks = report.remarks.iter().map(|remark| json!({ "level": "warning", "message": { "text": remark } }));
    let unfinished = report
        .unfinished
        .iter()
        .map(|unfinished| json!({ "level": "note", "message": { "text": format!("not judged: {unfinished}") } }));
    let notifications: Vec<Value> = remarks.chain(unfinished).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "fex", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notifications }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// A result without what its rule says of it.
fn result(finding: &Finding, sources: &Sources) -> Value {
    let mut result = json!({
        "message": { "text": message(finding) },
        "locations": [location(&finding.place, sources)],
    });
    if !finding.related.is_empty() {
        let located = finding.related.iter().map(|related| {
            let mut location = location(&related.place, sources);
            location["message"] = json!({ "text": related.role });
            location
        });
        result["relatedLocations"] = located.collect();
    }
    let with_edits = finding.suggestions.iter().filter(|suggestion| !suggestion.edits.is_empty());
    let fixes: Vec<Value> = with_edits
        .map(|suggestion| {
            let mut files: BTreeMap<&Path, Vec<&Edit>> = BTreeMap::new();
            suggestion.edits.iter().for_each(|edit| files.entry(&edit.file).or_default().push(edit));
            let changes: Vec<Value> = files.into_iter().map(change).collect();
            json!({ "description": { "text": suggestion.words }, "artifactChanges": changes })
        })
        .collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

/// The message, with states side by side, for which SARIF has no place of their own, and with suggestions that are words alone.
fn message(finding: &Finding) -> String {
    let mut lines = vec![finding.message.clone()];
    for evidence in &finding.evidence {
        if let Evidence::States { of, states } = evidence {
            lines.push(of.clone());
            lines.extend(states.iter().map(|state| format!("{}: {}", state.name, state.lines.join("\n  "))));
        }
    }
    let words = finding.suggestions.iter().filter(|suggestion| suggestion.edits.is_empty());
    lines.extend(words.map(|suggestion| suggestion.words.clone()));
    lines.join("\n")
}

fn location(place: &Place, sources: &Sources) -> Value {
    let kind = match place.member {
        Some(Member::Method(_)) => "function",
        Some(Member::Field(_)) => "member",
        None => "type",
    };
    let mut location = json!({ "logicalLocations": [{ "fullyQualifiedName": place.title(), "kind": kind }] });
    if let Some(file) = sources.name(place) {
        location["physicalLocation"] = json!({ "artifactLocation": { "uri": uri(&file) } });
        if let Some((first, last)) = place.lines {
            location["physicalLocation"]["region"] = json!({ "startLine": first, "endLine": last });
        }
    }
    location
}

/// All edits of a file.
fn change((file, edits): (&Path, Vec<&Edit>)) -> Value {
    let replacements = edits.into_iter().map(|edit| {
        // Whole lines end before the first column of the next one.
        let region = json!({
            "startLine": edit.line,
            "startColumn": 1,
            "endLine": edit.line + edit.removed.len(),
            "endColumn": 1,
        });
        let added: String = edit.added.iter().map(|line| format!("{line}\n")).collect();
        json!({ "deletedRegion": region, "insertedContent": { "text": added } })
    });
    json!({
        "artifactLocation": { "uri": uri(&file.to_string_lossy()) },
        "replacements": replacements.collect::<Vec<_>>(),
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// A path as a reference: relative as it is, absolute as a `file` URI.
fn uri(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut uri = if is_absolute { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references_and_other_letters_are_escaped_byte_by_byte() {
        assert_eq!(uri("/a/B.java"), "file:///a/B.java");
        assert_eq!(uri("src/a b/Gr\u{fc}n$1.java"), "src/a%20b/Gr%C3%BCn%241.java");
    }
}
