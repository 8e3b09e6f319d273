//! Recovery: what to say where reading stopped, and where to resume.

use super::input::{Failure, Parsed, Tokens};
use super::mistakes;
use super::terminal::is_ahead;
use crate::diagnostic::{Diagnostic, Help, Span};
use crate::syntax::token::{Kind, TEMPORAL, Token};

/// Reads one item of a list; where that fails, reports it and skips to where `resume` holds
/// (at the nesting level of the item), to a bracket that closes the list, or to the next paragraph.
/// Ensures that something is read unless the list ends here.
pub(super) fn recovering<'s, T>(
    input: Tokens<'s>,
    item: impl FnOnce(Tokens<'s>) -> Parsed<'s, T>,
    resume: impl Fn(Tokens<'s>) -> bool,
) -> (Tokens<'s>, Option<T>) {
    match item(input) {
        Ok((rest, value)) if rest.consumed() > input.consumed() => (rest, Some(value)),
        Ok(_) => (skip(input, resume), None),
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
            report(input, failure);
            (skip(input, resume), None)
        }
        Err(nom::Err::Incomplete(_)) => (skip(input, resume), None),
    }
}

/// Reads one item that declares names, as [`recovering`] does; what cannot be read is noted as lost.
pub(super) fn declaring<'s, T>(
    input: Tokens<'s>,
    item: impl FnOnce(Tokens<'s>) -> Parsed<'s, T>,
    resume: impl Fn(Tokens<'s>) -> bool,
) -> (Tokens<'s>, Option<T>) {
    let (rest, value) = recovering(input, item, resume);
    if value.is_none() {
        input.lose(rest);
    }
    (rest, value)
}

/// Reports a failure at the furthest token that was reached, unless that was done before.
pub(super) fn report(input: Tokens<'_>, failure: Failure) {
    if failure.reported {
        return;
    }
    let (at, expected) = input.furthest();
    let unclosed_string = |token: Token<'_>| token.kind == Kind::Text && !is_closed_string(token.text);
    if at.previous().is_some_and(unclosed_string) {
        // The lexer reported the string that swallowed the rest of its line.
        return;
    }
    at.report(unexpected(at, &expected));
}

fn is_closed_string(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return false;
    };
    let backslashes = inner.len() - inner.trim_end_matches('\\').len();
    backslashes % 2 == 0
}

/// Reports braces that are open where a paragraph or the end of the file follows, and fails.
pub(super) fn unclosed<'s, T>(open: Tokens<'s>, at: Tokens<'s>) -> Parsed<'s, T> {
    let token = at.first();
    at.fail(
        Diagnostic::error(token.span, format!("`{{` without its `}}` before {}", describe(token)))
            .label("expected `}` before this")
            .and(open.first().span, "opened here")
            .help("close the braces with `}`")
            .cure(Span { end: token.span.start, ..token.span }, "}\n"),
    )
}

/// The message for a token that does not fit.
pub(super) fn unexpected(at: Tokens<'_>, expected: &[&'static str]) -> Diagnostic {
    if let Some(diagnostic) = mistakes::recognised(at, expected) {
        return diagnostic;
    }
    let token = at.first();
    let found = describe(token);
    let list = listed(expected);
    // A missing token is best shown right after what is there; the next token may be lines away.
    let message =
        if expected.is_empty() { format!("unexpected {found}") } else { format!("expected {list}, found {found}") };
    let diagnostic = Diagnostic::error(token.span, message).label(if expected.is_empty() {
        "nothing can stand here".to_owned()
    } else {
        format!("expected {list}")
    });
    match help(at, expected) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

fn describe(token: Token<'_>) -> String {
    match token.kind {
        Kind::End => "the end of the file".to_owned(),
        Kind::Keyword => format!("the reserved word `{}`", token.text),
        _ => format!("`{}`", token.text),
    }
}

fn listed(expected: &[&'static str]) -> String {
    let mut words: Vec<String> = Vec::new();
    for &what in expected {
        let word = if what.contains(' ') { what.to_owned() } else { format!("`{what}`") };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    match words.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// What most often leads to such a place, and what to do about it: one case for each of the things that may be missing.
fn help(at: Tokens<'_>, expected: &[&'static str]) -> Option<Help> {
    let token = at.first();
    let wants = |what: &str| expected.contains(&what);
    if wants("a name") && token.kind == Kind::Keyword {
        let why = if TEMPORAL.contains(&token.text) { "reserved for what changes over time" } else { "reserved" };
        let text = format!("`{0}` is {why}: choose another name, such as `{0}_`", token.text);
        return Some(Help::instead(text, format!("{}_", token.text)));
    }
    if wants("a paragraph") && matches!(token.text, "class" | "interface" | "record") {
        let text = format!("write `sig` in place of `{}`: a signature is a kind of objects", token.text);
        return Some(Help::instead(text, "sig"));
    }
    advice(at, expected).map(Help::from)
}

/// The same in words alone: one case for each of the things that may be missing.
fn advice(at: Tokens<'_>, expected: &[&'static str]) -> Option<String> {
    let token = at.first();
    let wants = |what: &str| expected.contains(&what);
    if wants("a paragraph") {
        return Some(
            "a paragraph starts with `sig`, `enum`, `fact`, `pred`, `fun`, `assert`, `run`, `check`, `open` or `generate`"
                .to_owned(),
        );
    }
    if wants("an argument of the annotation") {
        return Some(
            "signatures take `constructor(…)`, `values(…)`, `arguments(…)`; fields take `direct`, `reflection`, `setter(…)`, `as(…)`, `keys(…)`, `array`, `ghost`"
                .to_owned(),
        );
    }
    if wants("a part of the template") {
        return Some(
            "a template has lines in quotes; signatures take `names(…)`, `file(…)`, `extension(…)`; fields take `separator(…)`, `before(…)`, `after(…)`, `absent(…)`, `escape(…)`"
                .to_owned(),
        );
    }
    if wants("a range or a method") {
        return Some("write `field in 0 .. scope` or `method name(…)`".to_owned());
    }
    if expected.iter().any(|what| what.starts_with("a contract")) {
        return Some("a contract is `requires { … }`, `ensures { … }` or `throws Class when …`".to_owned());
    }
    if wants("(") && matches!(at.before(), [.., method, _] if method.text == "method") {
        return Some("a method is written `method name(…)` or `method name(…): type`".to_owned());
    }
    if wants("..") {
        return Some("a range is written `0 .. scope - 1`".to_owned());
    }
    if token.kind == Kind::End && wants("}") {
        return Some("close the block with `}`".to_owned());
    }
    if wants("an expression") {
        let before = at.previous().map_or("", |token| token.text);
        return Some(match before {
            "{" | "(" | "[" => format!("nothing stands after `{before}` yet: write an expression"),
            "" => "write an expression".to_owned(),
            _ => format!("`{before}` needs an expression after it"),
        });
    }
    if wants("|") && wants("{") {
        return Some("after the declarations comes `| formula` or `{ formulas }`".to_owned());
    }
    if wants(":") {
        return Some("a declaration is written `name: bound`".to_owned());
    }
    if wants(",") && wants("}") && token.kind == Kind::Name {
        return Some("fields are separated by `,`".to_owned());
    }
    let symbol = expected.iter().find(|what| !what.contains(' ')).map(|what| format!("write `{what}` here"));
    symbol.or_else(|| expected.first().map(|what| format!("write {what} here")))
}

/// Whether a paragraph starts here: such a token never stands inside an expression.
pub(super) fn at_paragraph(input: Tokens<'_>) -> bool {
    let token = input.first();
    match token.kind {
        Kind::End => true,
        Kind::Keyword => match token.text {
            "sig" | "abstract" | "enum" | "fact" | "pred" | "fun" | "assert" | "run" | "check" | "open" | "module" => {
                true
            }
            "private" if matches!(input.peek(1).text, "let" | "pred" | "fun" | "enum" | "open") => true,
            "one" | "lone" | "some" | "private" | "var" => (1..5).any(|ahead| {
                let qualifies = |text| matches!(text, "private" | "var" | "abstract" | "one" | "lone" | "some");
                is_ahead(input, ahead, "sig") && (1..ahead).all(|between| qualifies(input.peek(between).text))
            }),
            _ => false,
        },
        Kind::Name => {
            token.text == "generate" && token.first_on_line && {
                let next = input.peek(1);
                next.kind == Kind::Name && next.span.start == token.span.end + 1
            }
        }
        _ => is_annotated_paragraph(input),
    }
}

/// Whether an annotation that belongs to a signature stands here, rather than one of a field.
fn is_annotated_paragraph(input: Tokens<'_>) -> bool {
    let is_annotation = |ahead| {
        input.peek(ahead).text == "@" && (is_ahead(input, ahead + 1, "java") || is_ahead(input, ahead + 1, "text"))
    };
    if !(is_annotation(0) && input.first().first_on_line) {
        return false;
    }
    let mut ahead = 2;
    let mut depth = 0;
    loop {
        let token = input.peek(ahead);
        match (token.kind, token.text) {
            (Kind::End, _) => return false,
            (Kind::Symbol, "(") => depth += 1,
            (Kind::Symbol, ")") => depth -= 1,
            _ => {}
        }
        ahead += 1;
        if depth <= 0 {
            if is_annotation(ahead) {
                ahead += 2;
                continue;
            }
            let next = input.from(input.consumed() + ahead);
            return next.first().kind == Kind::Keyword && at_paragraph(next);
        }
    }
}

/// Skips to where `resume` holds at the nesting level of `input`, to a closing bracket of that level,
/// or to a paragraph; but at least to the place that was reported.
fn skip<'s>(input: Tokens<'s>, resume: impl Fn(Tokens<'s>) -> bool) -> Tokens<'s> {
    let (reached, _) = input.furthest();
    let mut at = input;
    let mut open: Vec<&str> = Vec::new();
    loop {
        if at.at_end() || (at.consumed() > input.consumed() && at_paragraph(at)) {
            return at;
        }
        let may_stop = open.is_empty() && at.consumed() > input.consumed();
        if may_stop && at.consumed() >= reached.consumed() && resume(at) {
            return at;
        }
        let token = at.first();
        if token.kind == Kind::Symbol {
            match token.text {
                "{" | "(" | "[" => open.push(token.text),
                // A brace closes what was left open inside it, too.
                "}" => match open.iter().rposition(|&bracket| bracket == "{") {
                    Some(position) => open.truncate(position),
                    None => return at,
                },
                ")" if open.last() == Some(&"(") => drop(open.pop()),
                "]" if open.last() == Some(&"[") => drop(open.pop()),
                _ => {}
            }
        }
        at = at.rest();
    }
}
