//! The messages about places in specifications and in `fex.toml`, as the sources of fex write them, and the page that lists them.
//!
//! Messages have no codes; they are known by their words. So the list is made of the sources: of every call that makes a message, the
//! texts that may be its words. `FEX_BLESS=1` writes the page anew.

use super::expected::line_shows;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What makes a message in the sources below a folder, the argument that has its words, counted from 0, and whether it is a warning.
const CONSTRUCTORS: &[(&str, &str, usize, bool)] = &[
    ("src", "Diagnostic::error(", 1, false),
    ("src", "Diagnostic::warning(", 1, true),
    ("src", "BindingError::new(", 1, false),
    ("src/resolve", "self.error(", 1, false),
    ("src/resolve", "checker.error(", 1, false),
    ("src/resolve", "warn_if_apart(", 1, true),
    ("src/fixture", "self.error(", 1, false),
    ("src/lower", "self.refuse(", 1, false),
    ("src/ide", "refused(", 1, false),
    ("src/text", "blame(", 0, false),
];

/// The functions whose words are an argument of theirs or those of another message, so that the words stand elsewhere in the list.
const PASS_ON: &[&str] = &[
    "src/app/context.rs: diagnostics",
    "src/app/solve.rs: unwritable",
    "src/fixture/bindings.rs: error",
    "src/ide/rename.rs: renameable",
    "src/lower/population.rs: refuse",
    "src/resolve/checker.rs: error",
    "src/resolve/operators.rs: warn_if_apart",
    "src/settings/reader.rs: parse",
];

/// What the page says of each folder of sources, in this order.
const PARTS: &[(&str, &str)] = &[
    ("src/syntax", "Syntax"),
    ("src/resolve", "Names and types"),
    ("src/lower", "Scopes and integers"),
    ("src/fixture", "Java"),
    ("src/text", "Texts"),
    ("src/app", "Classes, suites and commands"),
    ("src/settings", "fex.toml"),
    ("src/ide", "Renaming in an editor"),
];

/// The words of a message, with `…` where they depend on the case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Words {
    text: String,
    is_warning: bool,
}

/// The page, made of the sources of fex and of the messages that the catalogue of errors shows.
pub fn page(repository: &Path) -> String {
    let shown = catalogue(&repository.join("tests/data/errors"));
    let mut out =
        fs::read_to_string(repository.join("docs/messages.md")).expect("the beginning of the page can be read");
    for (folder, title) in PARTS {
        out.push_str(&format!("\n## {title}\n"));
        let words = words(&repository.join(folder), repository);
        let mut without = Vec::new();
        for one in words {
            let kind = if one.is_warning { "warning" } else { "error" };
            let header = format!("{kind}: {}", one.text);
            match shown.iter().find(|(title, _)| line_shows(&header, title)) {
                Some((_, example)) => {
                    let comment = "<!-- unchecked: tests/errors.rs checks it -->";
                    let title = code(&one.text);
                    out.push_str(&format!("\n### {title}\n\n{comment}\n```text\n{}\n```\n", example.trim_end()));
                }
                None => without.push(format!("- {kind}: {}\n", code(&one.text))),
            }
        }
        if !without.is_empty() {
            out.push_str(&format!("\n### Others about this\n\n{}", without.concat()));
        }
    }
    out
}

/// Words as code of Markdown, whatever quotes they have.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// The messages that the catalogue shows, each by its first line.
fn catalogue(folder: &Path) -> BTreeMap<String, String> {
    let mut shown = BTreeMap::new();
    for path in files(folder, "txt") {
        let text = fs::read_to_string(&path).expect("the catalogue can be read");
        for message in text.split("\n\n").filter(|message| message.contains(": ")) {
            let title = message.lines().next().expect("it is not empty").to_owned();
            shown.entry(title).or_insert_with(|| message.to_owned());
        }
    }
    shown
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    let below = paths.into_iter().flat_map(|path| if path.is_dir() { files(&path, extension) } else { vec![path] });
    below.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

/// The words of all messages that the sources below a folder make.
fn words(folder: &Path, repository: &Path) -> BTreeSet<Words> {
    let mut found = BTreeSet::new();
    for path in files(folder, "rs") {
        let text = fs::read_to_string(&path).expect("sources can be read");
        let text = text.split("\n#[cfg(test)]").next().expect("there is a first part");
        let name = path.strip_prefix(repository).expect("it is below").display().to_string();
        for (folder, constructor, argument, is_warning) in CONSTRUCTORS {
            if !name.starts_with(folder) {
                continue;
            }
            for (at, _) in text.match_indices(constructor) {
                if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
                    || text[..at].ends_with("fn ")
                {
                    continue;
                }
                let (function, start) = function_around(text, at);
                let argument = argument_of(&text[at + constructor.len()..], *argument);
                let texts = texts(argument, &text[start..at]);
                let is_passed_on = PASS_ON.contains(&format!("{name}: {function}").as_str());
                assert!(!texts.is_empty() || is_passed_on, "{name}: `{function}` has no words for `{argument}`");
                found.extend(texts.into_iter().map(|text| Words { text, is_warning: *is_warning }));
            }
        }
    }
    found
}

/// The name of the function in which something stands, and where it begins.
fn function_around(text: &str, at: usize) -> (&str, usize) {
    let start = text[..at].rfind("fn ").unwrap_or_default();
    let name = &text[start + 3..];
    (&name[..name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())], start)
}

/// An argument of a call, of which this is what follows the opening parenthesis.
fn argument_of(rest: &str, wanted: usize) -> &str {
    let (mut depth, mut number, mut start) = (0, 0, 0);
    let mut is_text = false;
    let mut previous = ' ';
    for (at, c) in rest.char_indices() {
        match c {
            '"' if previous != '\\' => is_text = !is_text,
            _ if is_text => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ',' | ')' if depth == 0 => {
                if number == wanted {
                    return rest[start..at].trim();
                }
                if c == ')' {
                    return "";
                }
                number += 1;
                start = at + 1;
            }
            _ => {}
        }
        previous = if previous == '\\' { ' ' } else { c };
    }
    ""
}

/// The texts that may be the value of an argument: its own, or those that its name has before in the function.
fn texts(argument: &str, before: &str) -> Vec<String> {
    let own = literals(argument, false);
    if !own.is_empty() {
        return own;
    }
    let name: String = argument.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let patterns = [format!("let {name} ="), format!("let ({name}, "), format!("let (mut {name}, ")];
    let start = patterns.iter().filter_map(|pattern| before.rfind(pattern.as_str())).max();
    let Some(start) = start else { return Vec::new() };
    let assigned = &before[start..];
    let is_one_of_several = assigned.starts_with("let (");
    literals(&assigned[..assigned.find(";\n").unwrap_or(assigned.len())], is_one_of_several)
}

/// The string literals of a piece of Rust that are more than a word, with `…` for what is put into them; of tuples, the first
/// components only.
fn literals(code: &str, only_first: bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once('"') {
        let before = before.trim_end();
        let is_first = !before.strip_suffix("format!(").unwrap_or(before).trim_end().ends_with(',');
        let mut text = String::new();
        let mut letters = after.char_indices();
        let mut end = after.len();
        while let Some((at, c)) = letters.next() {
            match c {
                '"' => {
                    end = at + 1;
                    break;
                }
                '\\' => text.extend(letters.next().map(|(_, escaped)| if escaped == 'n' { ' ' } else { escaped })),
                _ => text.push(c),
            }
        }
        rest = &after[end..];
        let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        let text = with_holes(&text);
        if text.trim_matches('…').contains(' ') && (is_first || !only_first) {
            found.push(text);
        }
    }
    found
}

/// A text of `format!` with `…` for its holes.
fn with_holes(text: &str) -> String {
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let filled = parts.fold(first, |out, part| match part.split_once('}') {
        Some((_, after)) => format!("{out}…{after}"),
        None => format!("{out}{{{part}"),
    });
    filled.replace('\u{1}', "{").replace('\u{2}', "}")
}
