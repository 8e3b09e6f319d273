//! What is reported of suggested tests.

use super::outcome::{ByCase, Missing, NewTest, Suggested};
use crate::propagation::Diagnosis;
use crate::report::{Edit, Report, Suggestion};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Adds the tests to what is reported of diagnoses, in whose order its findings are. Files are named by a function.
pub fn add(report: &mut Report, diagnoses: &[Diagnosis], suggested: &Suggested, name: &dyn Fn(&Path) -> PathBuf) {
    let found = diagnoses.iter().map(|diagnosis| suggested.of(diagnosis.case));
    for (finding, found) in report.findings.iter_mut().zip(found.clone()) {
        match found {
            Some(ByCase::Test(test)) => finding.suggestions.insert(0, suggestion(test, name)),
            Some(ByCase::Missing(missing)) => {
                let words = format!("no test was found: {}", missing.reason());
                finding.suggestions.push(Suggestion { words, edits: Vec::new() });
            }
            None => {}
        }
    }
    if let Some(Value::Array(transformations)) = report.document.object.get_mut("transformations") {
        for (object, found) in transformations.iter_mut().zip(found) {
            let (test, missing) = match found {
                Some(ByCase::Test(test)) => (Some(object_of(test, name)), None),
                Some(ByCase::Missing(missing)) => {
                    if let Missing::Searched { left_out, .. } = &missing {
                        object["notCarved"] = json!(left_out);
                    }
                    (None, Some(missing.reason()))
                }
                None => (None, None),
            };
            object["test"] = json!(test);
            object["noTest"] = json!(missing);
        }
    }
    let (tests, all) = (suggested.tests.len(), diagnoses.len());
    let detected: usize = suggested.tests.iter().map(|test| test.detects.len()).sum();
    if detected > 0 {
        report.summary += &format!(
            "{tests} {} {detected} of {all}; `--patch FILE` writes them as a diff, and `--write` into the sources\n",
            if tests == 1 { "test, tried out, detects" } else { "tests, tried out, detect" }
        );
    }
}

fn suggestion(test: &NewTest, name: &dyn Fn(&Path) -> PathBuf) -> Suggestion {
    let more = test.detects.len() - 1;
    let also = match more {
        0 => String::new(),
        1 => " and another one".to_owned(),
        more => format!(" and {more} others"),
    };
    let mut edits: Vec<Edit> = Vec::new();
    for (line, added) in &test.added {
        match edits.last_mut().filter(|edit| edit.line == *line) {
            // Two edits of one place would have no order.
            Some(edit) => edit.added.extend(added.iter().cloned()),
            None => {
                let (file, added) = (name(&test.file), added.clone());
                edits.push(Edit { file, line: *line, removed: Vec::new(), added });
            }
        }
    }
    let assertion = test.assertion.trim_end_matches(';');
    Suggestion { words: format!("`{}` detects it{also} with `{assertion}`; this was tried out", test.title), edits }
}

fn object_of(test: &NewTest, name: &dyn Fn(&Path) -> PathBuf) -> Value {
    let file = name(&test.file).to_string_lossy().replace('\\', "/");
    json!({
        "title": test.title,
        "way": test.way.name(),
        "assertion": test.assertion,
        "detects": test.detects.len(),
        "file": file,
        "diff": test.change.diff(&file),
    })
}
