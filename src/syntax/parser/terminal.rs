//! Terminals and the combinators that are particular to this grammar.

use super::input::{Parsed, Tokens};
use crate::diagnostic::Diagnostic;
use crate::stack;
use crate::syntax::token::Kind;
use crate::syntax::tree::{Name, Place, Text};
use nom::Parser;
use nom::multi::{separated_list0, separated_list1};

/// How deeply expressions may be nested; operators in a row are no nesting.
pub const DEPTH_LIMIT: u32 = 1024;

/// How high the trees of expressions may be, which is how many operators may stand in a row: what descends into trees
/// needs memory for each level.
pub const HEIGHT_LIMIT: u32 = 50_000;

/// A symbol or reserved word, as it stands.
pub(super) fn token<'s>(text: &'static str) -> impl Fn(Tokens<'s>) -> Parsed<'s, ()> + Copy {
    move |input| {
        if is(input, text) { Ok((input.rest(), ())) } else { input.missing(text, || ()) }
    }
}

/// A symbol between the parts of a list, which ends where there is none.
pub(super) fn separator<'s>(text: &'static str) -> impl Fn(Tokens<'s>) -> Parsed<'s, ()> + Copy {
    move |input| {
        if is(input, text) { Ok((input.rest(), ())) } else { input.expected(text) }
    }
}

/// What stands in brackets with commas between; may be nothing at all.
pub(super) fn bracketed<'s, T>(
    open: &'static str,
    item: impl Fn(Tokens<'s>) -> Parsed<'s, T>,
    close: &'static str,
) -> impl Fn(Tokens<'s>) -> Parsed<'s, Vec<T>> {
    move |input| {
        let (rest, ()) = token(open)(input)?;
        let (rest, items) =
            if is(rest, close) { (rest, Vec::new()) } else { separated_list0(comma, &item).parse(rest)? };
        let (rest, ()) = token(close)(rest)?;
        Ok((rest, items))
    }
}

/// Whether the next token is this symbol or word (reserved or not).
pub(super) fn is(input: Tokens<'_>, text: &str) -> bool {
    is_ahead(input, 0, text)
}

/// Whether the token after `ahead` others is this symbol or word.
pub(super) fn is_ahead(input: Tokens<'_>, ahead: usize, text: &str) -> bool {
    let token = input.peek(ahead);
    token.text == text && !matches!(token.kind, Kind::Text | Kind::Number | Kind::End)
}

/// Reads the token if it is there; notes nothing if it is not.
pub(super) fn accept<'s>(text: &'static str) -> impl Fn(Tokens<'s>) -> Parsed<'s, bool> + Copy {
    move |input| {
        let present = is(input, text);
        Ok((if present { input.rest() } else { input }, present))
    }
}

/// `identifier`: a word that is not reserved.
pub(super) fn identifier(input: Tokens<'_>) -> Parsed<'_, Name> {
    let token = input.first();
    if token.kind == Kind::Name {
        let name = Name { text: token.text.to_owned(), place: Place(token.span) };
        Ok((input.rest(), name))
    } else {
        input.missing("a name", || no_name(input))
    }
}

/// What stands for a name that is missing.
fn no_name(input: Tokens<'_>) -> Name {
    Name { text: String::new(), place: Place(input.here()) }
}

/// `name ::= ( ( "this" | "seq" ) "/" )? ( identifier | "Int" ) ( "/" identifier )*`
///
/// `Int` stands after `seq` only.
pub(super) fn name(input: Tokens<'_>) -> Parsed<'_, Name> {
    let prefix = input.first().text;
    let has_prefix = matches!(prefix, "this" | "seq") && is_ahead(input, 1, "/");
    let start = if has_prefix { input.rest().rest() } else { input };
    let (mut rest, mut name) = if has_prefix && prefix == "seq" && is(start, "Int") {
        (start.rest(), Name { text: "Int".to_owned(), place: Place(start.first().span) })
    } else {
        identifier(start)?
    };
    if has_prefix {
        name.text = format!("{prefix}/{}", name.text);
    }
    while is(rest, "/") {
        let (after, part) = identifier(rest.rest())?;
        name.text = format!("{}/{}", name.text, part.text);
        rest = after;
    }
    name.place = Place(input.up_to(rest));
    Ok((rest, name))
}

/// `signature_name ::= name | "Int" | "String" | "univ" | "none" | "steps"`
pub(super) fn signature_name(input: Tokens<'_>) -> Parsed<'_, Name> {
    let first = input.first();
    if first.kind == Kind::Keyword && matches!(first.text, "Int" | "String" | "univ" | "none" | "steps") {
        let name = Name { text: first.text.to_owned(), place: Place(first.span) };
        return Ok((input.rest(), name));
    }
    name(input)
}

/// `names ::= identifier ( "," identifier )*`
pub(super) fn names(input: Tokens<'_>) -> Parsed<'_, Vec<Name>> {
    separated_list1(comma, identifier).parse(input)
}

/// A comma between the parts of a list; notes nothing where the list ends.
pub(super) fn comma(input: Tokens<'_>) -> Parsed<'_, ()> {
    separator(",")(input)
}

/// `qualified_name ::= word ( ( "." | "/" ) word )*`
///
/// Reserved words are words here, too: packages may be called `in`.
pub(super) fn qualified_name(input: Tokens<'_>) -> Parsed<'_, Name> {
    let (mut rest, mut name) = word(input)?;
    while is(rest, ".") || is(rest, "/") {
        let (after, part) = word(rest.rest())?;
        name.text = format!("{}.{}", name.text, part.text);
        rest = after;
    }
    name.place = Place(input.up_to(rest));
    Ok((rest, name))
}

/// `word ::= identifier`
pub(super) fn word(input: Tokens<'_>) -> Parsed<'_, Name> {
    let token = input.first();
    if matches!(token.kind, Kind::Name | Kind::Keyword) {
        let name = Name { text: token.text.to_owned(), place: Place(token.span) };
        Ok((input.rest(), name))
    } else {
        input.missing("a name", || no_name(input))
    }
}

/// `number`: decimal, hexadecimal or binary digits.
pub(super) fn number(input: Tokens<'_>) -> Parsed<'_, i64> {
    let token = input.first();
    if token.kind != Kind::Number {
        return input.missing("a number", || 0);
    }
    let digits = token.text.replace('_', "");
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (digits.as_str(), 10),
    };
    let value = i64::from_str_radix(digits, radix).unwrap_or_else(|_| {
        // The lexer reported digits that are missing or wrong; what is left is too large.
        if !digits.is_empty() && digits.bytes().all(|byte| char::from(byte).is_digit(radix)) {
            input.report(
                Diagnostic::error(token.span, format!("`{}` is too large for an integer", token.text))
                    .label(format!("the greatest is {}", i32::MAX))
                    .help("use a smaller number; the bit width of a command bounds it further"),
            );
        }
        0
    });
    Ok((input.rest(), value))
}

/// `string`: a literal in quotes, with `\"`, `\\`, `\n` and `\t`.
pub(super) fn string(input: Tokens<'_>) -> Parsed<'_, Text> {
    let token = input.first();
    if token.kind != Kind::Text {
        return input.missing("a string", || no_name(input));
    }
    let inner = token.text.strip_prefix('"').unwrap_or(token.text);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => {}
            },
            _ => text.push(character),
        }
    }
    let name = Text { text, place: Place(token.span) };
    Ok((input.rest(), name))
}

/// Runs a production that may contain itself, unless the limit of nesting is reached.
pub(super) fn nested<'s, T>(input: Tokens<'s>, production: impl FnOnce(Tokens<'s>) -> Parsed<'s, T>) -> Parsed<'s, T> {
    let depth = &input.state.depth;
    if depth.get() >= DEPTH_LIMIT {
        return too_deep(input);
    }
    depth.set(depth.get() + 1);
    let result = stack::grown(|| production(input));
    depth.set(depth.get() - 1);
    result
}

/// Reports that too many operators stand in a row, and fails.
pub(super) fn too_long<T>(input: Tokens<'_>) -> Parsed<'_, T> {
    input.fail(
        Diagnostic::error(input.first().span, format!("expression has more than {HEIGHT_LIMIT} operators in a row"))
            .label("it starts here")
            .help("name parts of it with `let`, a predicate or a function"),
    )
}

/// Reports that the limit of nesting is reached, and fails.
fn too_deep<T>(input: Tokens<'_>) -> Parsed<'_, T> {
    input.fail(
        Diagnostic::error(input.first().span, format!("expression is nested more than {DEPTH_LIMIT} levels deep"))
            .label("this is one level too many")
            .help("name parts of it with `let`, a predicate or a function"),
    )
}
