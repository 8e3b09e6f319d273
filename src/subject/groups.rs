//! Failures that look alike: those that differ in names and numbers only are told together, the smallest text first.

use super::judge::{Complaint, Fault, Verdict};
use super::material::Input;
use std::collections::BTreeMap;

/// How many lines of a stack trace tell one failure from another.
const FRAMES: usize = 3;

/// Failures that look alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The texts, by their place in the suite, the smallest first.
    pub members: Vec<usize>,
}

/// The groups of the failures among verdicts, the largest first.
pub fn groups(inputs: &[Input], verdicts: &[Verdict]) -> Vec<Group> {
    let mut found: BTreeMap<(Fault, String), Vec<usize>> = BTreeMap::new();
    for (index, verdict) in verdicts.iter().enumerate() {
        if let Verdict::Wrong(complaint) = verdict {
            found.entry((complaint.fault, looks(complaint))).or_default().push(index);
        }
    }
    let size = |index: &usize| (inputs[*index].objects, inputs[*index].material.len(), *index);
    let mut groups: Vec<Group> = found
        .into_values()
        .map(|mut members| {
            members.sort_by_key(size);
            Group { members }
        })
        .collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.members.len()), size(&group.members[0])));
    groups
}

/// What a failure looks like, whatever it is about.
fn looks(complaint: &Complaint) -> String {
    let Complaint { what, said, changed, .. } = complaint;
    let mut looks = anonymous(what);
    let frames = said.lines().filter(|line| line.trim_start().starts_with("at ")).take(FRAMES);
    let telling = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let lower = |line: &str| line.to_lowercase();
    let is_error = |line: &&str| ["error", "exception", "fatal", "panic"].iter().any(|word| lower(line).contains(word));
    let head = telling.clone().find(is_error).or_else(|| telling.clone().next()).unwrap_or_default();
    for line in std::iter::once(head).chain(frames) {
        looks.push('\n');
        looks.push_str(&anonymous(line));
    }
    for line in changed.iter().flat_map(|(before, after)| [before, after]) {
        looks.push('\n');
        looks.push_str(&shape(line));
    }
    looks
}

/// A line with numbers and what stands in quotes made alike.
fn anonymous(line: &str) -> String {
    let mut out = String::new();
    let mut characters = line.trim().chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '0'..='9' => {
                while characters.peek().is_some_and(char::is_ascii_digit) {
                    characters.next();
                }
                out.push('#');
            }
            '\'' | '"' | '`' => {
                let rest: String = characters.clone().collect();
                if let Some(end) = rest.find(character) {
                    let length = rest[..end].chars().count() + 1;
                    characters.nth(length - 1);
                    out.push_str("'…'");
                } else {
                    out.push(character);
                }
            }
            other => out.push(other),
        }
    }
    out
}

/// A line of a text with words made alike and space kept.
fn shape(line: &str) -> String {
    let mut out = String::new();
    let mut in_word = false;
    for character in line.chars() {
        let is_word = character.is_alphanumeric() || character == '_';
        if !(is_word && in_word) {
            out.push(if is_word { 'w' } else { character });
        }
        in_word = is_word;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{anonymous, shape};

    #[test]
    fn lines_that_differ_in_names_and_numbers_only_look_alike() {
        let of_a = anonymous("A.java:12: error: cannot find symbol 'foo' in \"x\"");
        assert_eq!(of_a, anonymous("A.java:7: error: cannot find symbol 'b' in \"\""));
        assert_ne!(of_a, anonymous("A.java:7: error: missing return"));
        assert_eq!(shape("  int a1 = foo(b);"), shape("  int b = x(yy);"));
        assert_ne!(shape("int a;"), shape(" int a;"));
    }
}
