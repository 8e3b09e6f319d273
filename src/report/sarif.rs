//! SARIF 2.1.0, the format of code scanning: a result for each method to act on.

use super::{Sources, TO_ACT_ON, left, meaning, message, of, signature};
use crate::extreme::{Findings, MethodFinding, MethodVerdict};
use serde_json::{Value, json};

pub(super) fn report(findings: &Findings, sources: &Sources) -> Value {
    let results: Vec<Value> = TO_ACT_ON
        .into_iter()
        .flat_map(|verdict| of(findings, verdict))
        .map(|finding| result(finding, sources))
        .collect();
    let rules: Vec<Value> = TO_ACT_ON
        .into_iter()
        .map(|verdict| {
            json!({
                "id": verdict.name(),
                "shortDescription": { "text": format!("{}: {}", verdict.name(), meaning(verdict)) },
                "help": { "text": help(verdict) },
                "defaultConfiguration": { "level": level(verdict) },
            })
        })
        .collect();
    let notifications: Vec<Value> = findings
        .not_instrumented
        .iter()
        .map(|(class, reason)| {
            let text = format!("`{}` was not instrumented: {reason}", class.replace('/', "."));
            json!({ "level": "warning", "message": { "text": text } })
        })
        .chain(
            left(findings).map(|left| json!({ "level": "note", "message": { "text": format!("not judged: {left}") } })),
        )
        .collect();
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

fn result(finding: &MethodFinding, sources: &Sources) -> Value {
    let method = &finding.method;
    let mut location = json!({
        "logicalLocations": [{ "fullyQualifiedName": signature::of(method), "kind": "function" }],
    });
    if let Some(file) = sources.name(method) {
        location["physicalLocation"] = json!({ "artifactLocation": { "uri": uri(&file) } });
        if let Some((first, last)) = method.lines {
            location["physicalLocation"]["region"] = json!({ "startLine": first, "endLine": last });
        }
    }
    let verdict = finding.verdict();
    json!({
        "ruleId": verdict.name(),
        "ruleIndex": TO_ACT_ON.iter().position(|one| *one == verdict),
        "level": level(verdict),
        "message": { "text": message(finding) },
        "locations": [location],
        // What stays the same when lines move.
        "partialFingerprints": { "method/v1": format!("{}{}", method.title(), method.descriptor) },
    })
}

fn level(verdict: MethodVerdict) -> &'static str {
    if verdict == MethodVerdict::PseudoTested { "warning" } else { "note" }
}

fn help(verdict: MethodVerdict) -> &'static str {
    match verdict {
        MethodVerdict::PseudoTested => "Assert what the method returns or changes in one of the tests that reach it.",
        MethodVerdict::PartiallyTested => "Add a test in which another result than the tested ones is right.",
        _ => "Add a test that calls the method.",
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
