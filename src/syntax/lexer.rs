//! The lexer: from text to tokens; what it cannot read it reports and leaves out.

use super::token::{
    BUILT_IN, FOREIGN, INTEGER_OPERATORS, KEYWORDS, Kind, SYMBOLS, SYNONYMS, Token, is_name_part, is_name_start,
};
use crate::diagnostic::{Diagnostic, FileId, Help, Source, Span};
use std::ops::Range;

/// How many characters of a run that is not part of the language a message shows.
const SHOWN_STRANGERS: usize = 20;

/// A text split into tokens.
pub(super) struct Lexed<'s> {
    /// The tokens; the last one is always [`Kind::End`].
    pub tokens: Vec<Token<'s>>,
    /// Where the comments stand.
    pub comments: Vec<Span>,
    /// The place of a comment without an end.
    pub unread: Option<Span>,
    /// What could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits a text into tokens.
pub(super) fn lex(source: &Source) -> Lexed<'_> {
    let mut lexer = Lexer {
        text: &source.text,
        file: source.file,
        at: 0,
        first_on_line: true,
        tokens: Vec::new(),
        comments: Vec::new(),
        unread: None,
        diagnostics: Vec::new(),
    };
    while lexer.at < lexer.text.len() {
        lexer.step();
    }
    let end = lexer.text.len();
    lexer.tokens.push(Token { kind: Kind::End, text: "", span: lexer.span(end..end), first_on_line: true });
    let Lexer { tokens, comments, unread, diagnostics, .. } = lexer;
    Lexed { tokens, comments, unread, diagnostics }
}

/// All words of a text, wherever they stand.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|character| !is_name_part(character)).filter(|word| !word.is_empty()).map(str::to_owned)
}

struct Lexer<'s> {
    text: &'s str,
    file: FileId,
    at: usize,
    first_on_line: bool,
    tokens: Vec<Token<'s>>,
    comments: Vec<Span>,
    unread: Option<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::within(self.file, range)
    }

    /// The span of the next bytes.
    fn next(&self, length: usize) -> Span {
        self.span(self.at..self.at + length)
    }

    /// Reads one token, one comment or one character of space. Always advances.
    fn step(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return;
        };
        if first == '\n' {
            self.at += 1;
            self.first_on_line = true;
        } else if first.is_whitespace() || first == '\u{feff}' {
            self.at += first.len_utf8();
        } else if rest.starts_with("//") || rest.starts_with("--") {
            let length = rest.find('\n').unwrap_or(rest.len());
            self.comments.push(self.next(length));
            self.at += length;
        } else if rest.starts_with("/*") {
            self.block_comment();
        } else if first == '"' {
            self.string();
        } else if first.is_ascii_digit() {
            self.number();
        } else if is_name_start(first) {
            self.word();
        } else {
            self.symbol(first);
        }
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let span = self.next(length);
        self.tokens.push(Token {
            kind,
            text: &self.text[span.start as usize..span.end as usize],
            span,
            first_on_line: self.first_on_line,
        });
        self.first_on_line = false;
        self.at += length;
    }

    /// Pushes the symbols that the next `length` bytes stand for.
    fn meaning(&mut self, length: usize, symbols: &[&'static str]) {
        let span = self.next(length);
        for symbol in symbols {
            self.tokens.push(Token { kind: Kind::Symbol, text: symbol, span, first_on_line: self.first_on_line });
            self.first_on_line = false;
        }
        self.at += length;
    }

    fn block_comment(&mut self) {
        let rest = self.rest();
        match rest[2..].find("*/") {
            Some(end) => {
                let length = end + 4;
                self.first_on_line |= rest[..length].contains('\n');
                self.comments.push(self.next(length));
                self.at += length;
            }
            None => {
                let span = self.next(2);
                self.diagnostics.push(
                    Diagnostic::error(span, "comment `/*` without an end")
                        .label("the comment starts here")
                        .help("close it with `*/`"),
                );
                let rest = self.span(self.at..self.text.len());
                self.comments.push(rest);
                self.unread = Some(rest);
                self.at = self.text.len();
            }
        }
    }

    /// A string ends at its quote; a line's end inside it is an error and ends it, too.
    fn string(&mut self) {
        let rest = self.rest();
        let mut escaped = false;
        for (position, character) in rest.char_indices().skip(1) {
            match character {
                '\n' => return self.unclosed_string(position),
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return self.push(Kind::Text, position + 1),
                _ => {}
            }
        }
        self.unclosed_string(rest.len());
    }

    fn unclosed_string(&mut self, length: usize) {
        let span = self.next(length);
        self.diagnostics.push(
            Diagnostic::error(span, "string without a closing `\"`")
                .label("the string ends with its line")
                .help("close it with `\"`; write `\\\"` for a quote inside"),
        );
        self.push(Kind::Text, length);
    }

    fn number(&mut self) {
        let rest = self.rest();
        let length = rest.find(|character: char| !is_name_part(character)).unwrap_or(rest.len());
        self.diagnostics.extend(malformed_number(&rest[..length], self.next(length)));
        self.push(Kind::Number, length);
    }

    /// A word; with a `$` in it, it is no reserved one, and names what stands for a signature or a field.
    fn word(&mut self) {
        let rest = self.rest();
        let length = rest.find(|character: char| !is_name_part(character) && character != '$').unwrap_or(rest.len());
        let text = &rest[..length];
        if matches!(text, "fun" | "pred") && self.slashed(length) {
            return;
        }
        self.push(if KEYWORDS.contains(&text) { Kind::Keyword } else { Kind::Name }, length);
    }

    /// Reads `fun/add` and the like, space around the slash included, where a word of that length starts one.
    fn slashed(&mut self, length: usize) -> bool {
        let rest = self.rest();
        let Some(after) = rest[length..].trim_start().strip_prefix('/') else {
            return false;
        };
        let after = after.trim_start();
        let end = after.find(|character: char| !is_name_part(character)).unwrap_or(after.len());
        let whole = |known: &&&str| known.split_once('/') == Some((&rest[..length], &after[..end]));
        let (kind, text) = match (INTEGER_OPERATORS.iter().find(whole), BUILT_IN.iter().find(whole)) {
            (Some(operator), _) => (Kind::Symbol, *operator),
            (None, Some(name)) => (Kind::Keyword, *name),
            (None, None) => return false,
        };
        self.push(kind, rest.len() - after.len() + end);
        if let Some(last) = self.tokens.last_mut() {
            last.text = text;
        }
        true
    }

    fn symbol(&mut self, first: char) {
        let rest = self.rest();
        let longest = |length: usize| {
            SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).is_none_or(|symbol| symbol.len() < length)
        };
        let foreign = FOREIGN
            .iter()
            .filter(|(symbol, _)| rest.starts_with(symbol) && longest(symbol.len()))
            .max_by_key(|(symbol, _)| symbol.len());
        // `==` and the like stand for something: the parser sees the closest meaning.
        if let Some((symbol, help)) = foreign
            && let Some(meaning) = meaning_of(symbol)
        {
            self.unknown_symbol(symbol, help);
            return self.meaning(symbol.len(), meaning);
        }
        if let Some((written, meant)) = SYNONYMS.iter().find(|(written, _)| rest.starts_with(written)) {
            return self.meaning(written.len(), &[meant]);
        }
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            return self.push(Kind::Symbol, symbol.len());
        }
        self.strangers(first, foreign.copied());
    }

    /// Reports what is not part of the language from here on, up to something that is, or the end of the line, as one.
    /// The parser sees the first symbol of it, if that belongs to another language.
    fn strangers(&mut self, first: char, foreign: Option<(&'static str, &'static str)>) {
        let rest = self.rest();
        let length = foreign.map_or(first.len_utf8(), |(symbol, _)| symbol.len());
        let mut end = length;
        for (position, character) in rest.char_indices().skip_while(|(position, _)| *position < length) {
            match character {
                ' ' | '\t' => {}
                _ if is_stranger(character) => end = position + character.len_utf8(),
                _ => break,
            }
        }
        match foreign {
            Some((symbol, help)) if end == length => self.unknown_symbol(symbol, help),
            _ if end == length => self.diagnostics.push(
                Diagnostic::error(self.next(length), format!("unexpected character `{}`", first.escape_debug()))
                    .label("not part of the language")
                    .help("names consist of letters, digits and `_`"),
            ),
            _ => {
                let mut shown: String = rest[..end].chars().take(SHOWN_STRANGERS).collect();
                if shown.len() < end {
                    shown = format!("{}…", shown.trim_end());
                }
                self.diagnostics.push(
                    Diagnostic::error(self.next(end), format!("unexpected characters `{}`", shown.escape_debug()))
                        .label("not part of the language")
                        .help(foreign.map_or("names consist of letters, digits and `_`", |(_, help)| help)),
                );
            }
        }
        match foreign {
            Some((symbol, _)) => {
                self.push(Kind::Foreign, symbol.len());
                self.at += end - length;
            }
            None => self.at += end,
        }
    }

    fn unknown_symbol(&mut self, symbol: &str, help: &str) {
        self.diagnostics.push(
            Diagnostic::error(self.next(symbol.len()), format!("`{symbol}` is not a symbol of the language"))
                .label("not known here")
                .help(match meant(symbol) {
                    Some(meant) => Help::instead(help, meant),
                    None => help.into(),
                }),
        );
    }
}

/// What has to be written instead of a symbol of another language, where that is all.
fn meant(symbol: &str) -> Option<&'static str> {
    match symbol {
        "==" | ":=" => Some("="),
        "!==" | "<>" => Some("!="),
        "\\" => Some("-"),
        "`" => Some(""),
        _ => None,
    }
}

/// What a symbol of another language stands for, where that is one thing.
fn meaning_of(symbol: &str) -> Option<&'static [&'static str]> {
    match symbol {
        "==" | ":=" => Some(&["="]),
        "!==" | "<>" => Some(&["!", "="]),
        _ => None,
    }
}

/// Whether no token, comment or space starts with a character.
fn is_stranger(character: char) -> bool {
    let mut buffer = [0; 4];
    let text: &str = character.encode_utf8(&mut buffer);
    let starts = |symbol: &str| symbol.starts_with(text);
    !(character.is_whitespace()
        || character == '\u{feff}'
        || character == '"'
        || is_name_part(character)
        || SYMBOLS.iter().copied().chain(SYNONYMS.iter().map(|(written, _)| *written)).any(starts))
}

/// What is wrong with a number, if anything is. Numbers of Alloy are decimal, hexadecimal with pairs
/// of digits, or binary.
fn malformed_number(text: &str, whole: Span) -> Option<Diagnostic> {
    let (radix, digits, kind, example) = match text.get(..2) {
        Some("0x") => (16, &text[2..], "hexadecimal", "`0x0F`, or `15`"),
        Some("0b") => (2, &text[2..], "binary", "`0b11`, or `3`"),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => return None,
        _ => {
            let message = format!("`{text}` is neither a number nor a name");
            let help = "a number consists of decimal digits, and a name starts with a letter";
            return Some(Diagnostic::error(whole, message).label("digits and letters run together").help(help));
        }
    };
    let range = if radix == 2 { "0 and 1" } else { "0 to 9 and A to F" };
    if digits.bytes().all(|byte| byte == b'_') {
        let message = format!("`{text}` has no digits");
        let label = format!("a {kind} number needs digits after this");
        return Some(Diagnostic::error(whole, message).label(label).help(format!("write {example}")));
    }
    if let Some((position, wrong)) = digits.char_indices().find(|(_, digit)| *digit != '_' && !digit.is_digit(radix)) {
        let start = whole.start as usize + 2 + position;
        let place = Span::within(whole.file, start..start + wrong.len_utf8());
        let diagnostic = Diagnostic::error(place, format!("`{wrong}` is not a {kind} digit"));
        let help = format!("{kind} digits are {range}; without `{}` a number is decimal", &text[..2]);
        return Some(diagnostic.label(format!("in the number `{text}`")).help(help));
    }
    let odd = digits.split('_').find(|part| radix == 16 && !part.len().is_multiple_of(2));
    // A number that is too large is reported where it is read.
    let small = i64::from_str_radix(&digits.replace('_', ""), radix).is_ok_and(|value| i32::try_from(value).is_ok());
    odd.filter(|_| small).map(|part| {
        let message = format!("`{text}` has an odd number of digits");
        let cured = text.replacen(part, &format!("0{part}"), 1);
        let help = Help::instead(format!("write a zero before them: `{cured}`"), cured);
        Diagnostic::error(whole, message).label("hexadecimal digits come in pairs").help(help)
    })
}
