//! Fixes in reports.

use super::fix::{Fix, FixKind};
use crate::report::{Edit, Suggestion, counted};
use crate::source::LineChange;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The fixes of a report as suggestions, or what is to be done, as a sentence, where there is none; `None` where nobody tried. Files have
/// the names that reports give them.
pub fn suggestions<K>(fixes: Option<&[Fix<K>]>, cure: String, name: &dyn Fn(&Path) -> PathBuf) -> Vec<Suggestion> {
    let words = |words: String| Suggestion { words, edits: Vec::new() };
    let suggestion = |fix: &Fix<K>| Suggestion {
        words: format!("{}; this was tried out.", fix.words),
        edits: fix
            .change
            .lines()
            .into_iter()
            .map(|LineChange { line, removed, added }| Edit { file: name(&fix.file), line, removed, added })
            .collect(),
    };
    match fixes {
        Some(fixes) if !fixes.is_empty() => fixes.iter().map(suggestion).collect(),
        Some(_) => vec![words(cure), words("No fix that was tried out holds.".to_owned())],
        None => vec![words(cure)],
    }
}

/// The fixes of a report as JSON: an array, or `null` where nobody tried.
pub fn json<K: FixKind>(fixes: Option<&[Fix<K>]>, name: &dyn Fn(&Path) -> PathBuf) -> Value {
    let object = |fix: &Fix<K>| {
        let file = name(&fix.file).to_string_lossy().replace('\\', "/");
        json!({
            "kind": fix.kind.name(),
            "words": fix.words,
            "file": file,
            "diff": fix.change.diff(&file),
            "isChosen": fix.is_chosen,
        })
    };
    json!(fixes.map(|fixes| fixes.iter().map(object).collect::<Vec<_>>()))
}

/// How many reports have fixes, as a line; empty if none were tried out.
pub fn summary<'f, K: 'f>(fixes: impl Iterator<Item = &'f Option<Vec<Fix<K>>>>) -> String {
    let tried: Vec<&Vec<Fix<K>>> = fixes.filter_map(Option::as_ref).collect();
    if tried.is_empty() {
        return String::new();
    }
    let fixed = tried.iter().filter(|fixes| !fixes.is_empty()).count();
    let chosen = tried.iter().filter(|fixes| fixes.iter().any(|fix| fix.is_chosen)).count();
    format!(
        "{fixed} of {} have a fix, tried out, and {chosen} have one that holds with the others; `--patch FILE` writes these as a diff, \
         and `--write` into the sources\n",
        counted(tried.len(), "report")
    )
}
