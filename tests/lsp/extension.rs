//! The extension for VS Code knows the words of the language.

use super::root;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn json(path: &str) -> Value {
    let text = fs::read_to_string(root().join(path)).expect("it is part of the repository");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The words that a rule lists between bars, in all rules of a name below a value.
fn words(value: &Value, names: &[&str], found: &mut BTreeSet<String>) {
    if let Some(list) = value.as_array() {
        list.iter().for_each(|value| words(value, names, found));
    }
    let Some(rule) = value.as_object() else { return };
    // What has no pattern names a part of what another rule matches, which has its own words.
    if rule.get("name").is_some_and(|name| names.contains(&name.as_str().unwrap_or_default()))
        && let Some(pattern) = rule.get("match")
    {
        let list = Regex::new(r"\(\?:([\w|]+)\)").expect("it is a pattern");
        let list = list.captures(pattern.as_str().expect("it is a text")).expect("words stand between bars");
        found.extend(list[1].split('|').map(str::to_owned));
    }
    rule.values().for_each(|value| words(value, names, found));
}

#[test]
fn the_grammar_colours_the_words_that_the_language_reserves_and_no_others() {
    let grammar = json("editors/vscode/syntaxes/fex.tmLanguage.json");
    let mut reserved = BTreeSet::new();
    words(&grammar, &["keyword.control.fex", "constant.language.fex"], &mut reserved);
    let expected: BTreeSet<String> = fex::syntax::KEYWORDS.iter().map(|word| (*word).to_owned()).collect();
    assert_eq!(reserved, expected);
    // Words of annotations and of `generate` are names elsewhere; the server says which ones there are.
    let mut others = BTreeSet::new();
    words(&grammar, &["keyword.other.fex"], &mut others);
    // `generate`, `java` and `text` begin what these words stand in.
    let known: BTreeSet<String> = fex::ide::WORDS.iter().map(|word| (*word).to_owned()).collect();
    assert_eq!(others, known);
}

#[test]
fn the_extension_has_the_version_of_fex() {
    assert_eq!(json("editors/vscode/package.json")["version"], env!("CARGO_PKG_VERSION"));
}
