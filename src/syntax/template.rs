//! The text of a template: what is written as it stands, and holes.
//!
//! A hole is a name in braces, `{members}`. Any other brace is a brace; `{{` is one where a hole would begin.

use super::tree::{Name, Place};
use crate::diagnostic::Span;

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplatePiece {
    /// What is written as it stands.
    Text(String),
    /// What is written in place of a name.
    Hole(Name),
}

/// The pieces of a template, given the string as it stands in the source, with its quotes and escapes.
pub fn template_pieces(literal: &str, span: Span) -> Vec<TemplatePiece> {
    let characters = unescaped(literal);
    let (mut pieces, mut text) = (Vec::new(), String::new());
    let mut next = 0;
    while let Some((character, at, _)) = characters.get(next).copied() {
        next += 1;
        if character != '{' {
            text.push(character);
        } else if characters.get(next).is_some_and(|following| following.0 == '{') {
            text.push('{');
            next += 1;
        } else if let Some(length) = name_in(&characters[next..]) {
            if !text.is_empty() {
                pieces.push(TemplatePiece::Text(std::mem::take(&mut text)));
            }
            let name = &characters[next..next + length];
            let place = |offset: usize| span.start + offset as u32;
            let start = at + 1;
            let end = name.last().map_or(start, |last| last.2);
            let place = Place(Span { start: place(start), end: place(end), ..span });
            pieces.push(TemplatePiece::Hole(Name { text: name.iter().map(|each| each.0).collect(), place }));
            next += length + 1;
        } else {
            text.push('{');
        }
    }
    if !text.is_empty() {
        pieces.push(TemplatePiece::Text(text));
    }
    pieces
}

/// The characters that a string stands for, each with where it begins and ends in the literal.
fn unescaped(literal: &str) -> Vec<(char, usize, usize)> {
    let quoted = literal.strip_prefix('"');
    let inner = quoted.map_or(literal, |inner| inner.strip_suffix('"').unwrap_or(inner));
    let start = usize::from(quoted.is_some());
    let mut found = Vec::new();
    let mut characters = inner.char_indices();
    while let Some((at, character)) = characters.next() {
        let (character, last) = match character {
            '\\' => match characters.next() {
                Some((next, 'n')) => ('\n', next + 1),
                Some((next, 't')) => ('\t', next + 1),
                Some((next, other)) => (other, next + other.len_utf8()),
                None => break,
            },
            _ => (character, at + character.len_utf8()),
        };
        found.push((character, start + at, start + last));
    }
    found
}

/// How long the name is that these characters start with, if a closing brace follows it.
fn name_in(characters: &[(char, usize, usize)]) -> Option<usize> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let length = characters.iter().take_while(|each| is_part(each.0)).count();
    let begins = characters.first().is_some_and(|first| first.0.is_alphabetic() || first.0 == '_');
    (begins && characters.get(length).is_some_and(|after| after.0 == '}')).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::{TemplatePiece, template_pieces};
    use crate::diagnostic::{FileId, Span};

    /// The pieces, holes with the text that their places have in the literal.
    fn pieces(literal: &str) -> Vec<String> {
        let span = Span { file: FileId::ROOT, start: 0, end: literal.len() as u32 };
        let piece = |piece| match piece {
            TemplatePiece::Text(text) => text,
            TemplatePiece::Hole(name) => {
                let place = name.place.0;
                assert_eq!(literal[place.start as usize..place.end as usize], name.text);
                format!("<{}>", name.text)
            }
        };
        template_pieces(literal, span).into_iter().map(piece).collect()
    }

    #[test]
    fn a_name_in_braces_is_a_hole_and_any_other_brace_is_a_brace() {
        assert_eq!(pieces(r#""class {this} { {members} }""#), ["class ", "<this>", " { ", "<members>", " }"]);
        assert_eq!(pieces(r#""{}{{x}{1}{a b}{""#), ["{}{x}{1}{a b}{"]);
        assert_eq!(pieces(r#""{a}{b}""#), ["<a>", "<b>"]);
    }

    #[test]
    fn places_count_the_characters_of_escapes() {
        assert_eq!(pieces(r#""\"é\n{name}\"""#), ["\"é\n", "<name>", "\""]);
    }
}
