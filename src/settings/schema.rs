//! The JSON schema of `fex.toml`, for editors.

use super::extreme::Extreme;
use super::integrate::Integrate;
use super::options::{Opt, Visitor, Word};
use super::reader::GREATEST_SECONDS;
use super::stability::Stability;
use super::suites::Settings;
use super::taint::Taint;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The schema of the file.
pub fn schema() -> Value {
    let mut suite = Properties::default();
    suite.add("spec", "The specification", text());
    Settings::default().visit(&mut suite);
    let mut extreme = Properties::default();
    Extreme::default().visit(&mut extreme);
    let mut stability = Properties::default();
    Stability::default().visit(&mut stability);
    let mut integrate = Properties::default();
    Integrate::default().visit(&mut integrate);
    let mut taint = Properties::default();
    Taint::default().visit(&mut taint);
    let mut whole = Properties::default();
    Settings::default().visit(&mut whole);
    let mut properties = whole.0;
    properties.insert(
        "suite".to_owned(),
        json!({
            "type": "array",
            "description": "The suites of the project.",
            "items": {
                "type": "object",
                "properties": suite.0,
                "required": ["spec"],
                "additionalProperties": false,
            },
        }),
    );
    properties.insert(
        "extreme".to_owned(),
        json!({
            "type": "object",
            "description": "How `fex extreme` judges the tests of the project.",
            "properties": extreme.0,
            "dependentRequired": { "classes": ["tests"], "tests": ["classes"] },
            "additionalProperties": false,
        }),
    );
    properties.insert(
        "stability".to_owned(),
        table(stability, "What `fex stability` varies and reports; `[extreme]` says how tests run."),
    );
    properties.insert(
        "integrate".to_owned(),
        table(integrate, "What `fex integrate` measures and reports; `[extreme]` says how tests run."),
    );
    properties.insert("taint".to_owned(), table(taint, "What `fex taint` reports; `[extreme]` says how tests run."));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fex.toml",
        "description": "Settings of fex for a project. Paths count from the folder of the file. What stands before the first \
                        table holds for all suites.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

/// A table with some properties and no others.
fn table(properties: Properties, description: &str) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties.0,
        "additionalProperties": false,
    })
}

/// The properties of a table.
#[derive(Default)]
struct Properties(Map<String, Value>);

impl Properties {
    fn add(&mut self, key: &str, description: &str, mut kind: Value) {
        kind["description"] = format!("{description}.").into();
        self.0.insert(key.to_owned(), kind);
    }

    fn put(&mut self, option: Opt, kind: Value) {
        let default = match option.default {
            "" => String::new(),
            default => format!(". If not given: {default}"),
        };
        self.add(option.key, &format!("{}{default}", option.help), kind);
    }
}

fn text() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

fn words<T: Word>() -> Value {
    json!({ "enum": T::all().into_iter().map(Word::word).collect::<Vec<_>>() })
}

fn seconds() -> Value {
    json!({ "type": "number", "minimum": 0, "maximum": GREATEST_SECONDS as u64 })
}

/// A list, or a single one.
fn some(kind: Value) -> Value {
    json!({ "anyOf": [kind, { "type": "array", "items": kind }] })
}

impl Visitor for Properties {
    fn text(&mut self, option: Opt, _: &mut Option<String>) {
        self.put(option, text());
    }

    fn texts(&mut self, option: Opt, _: &mut Option<Vec<String>>) {
        self.put(option, some(text()));
    }

    fn path(&mut self, option: Opt, _: &mut Option<PathBuf>) {
        self.put(option, text());
    }

    fn paths(&mut self, option: Opt, _: &mut Option<Vec<PathBuf>>) {
        self.put(option, some(text()));
    }

    fn folder(&mut self, option: Opt, _: &mut Option<PathBuf>) {
        self.put(option, text());
    }

    fn program(&mut self, option: Opt, _: &mut Option<PathBuf>) {
        self.put(option, text());
    }

    fn class_path(&mut self, option: Opt, _: &mut Option<String>) {
        self.put(option, some(text()));
    }

    fn flag(&mut self, option: Opt, _: &mut Option<bool>) {
        self.put(option, json!({ "type": "boolean" }));
    }

    fn number(&mut self, option: Opt, greatest: u32, _: &mut Option<u32>) {
        self.put(option, json!({ "type": "integer", "minimum": 0, "maximum": greatest }));
    }

    fn count(&mut self, option: Opt, _: &mut Option<u16>) {
        self.put(option, json!({ "type": "integer", "minimum": 1, "maximum": u16::MAX }));
    }

    fn seconds(&mut self, option: Opt, _: &mut Option<Duration>) {
        self.put(option, seconds());
    }

    fn time(&mut self, option: Opt, _: &mut Option<Duration>) {
        self.put(option, seconds());
    }

    fn choice<T: Word>(&mut self, option: Opt, _: &mut Option<T>) {
        self.put(option, words::<T>());
    }

    fn choices<T: Word>(&mut self, option: Opt, _: &mut Option<Vec<T>>) {
        self.put(option, some(words::<T>()));
    }

    fn parsed<T: FromStr<Err = String> + Clone + Send + Sync + 'static>(
        &mut self,
        option: Opt,
        form: &'static str,
        _: &mut Option<Vec<T>>,
    ) {
        self.put(option, some(json!({ "type": "string", "pattern": form })));
    }
}
